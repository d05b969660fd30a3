import BenchKit
import CatalogueStorage
import Rx

/// Subjects and relays: to send to one observer and to three, to subscribe and dispose, to have what was kept, to end with an
/// error, to come after that, to dispose between two elements. What isn't a branch of another row is composed, too.
let subjects = subjectRows(Int.self, .all)
#if ELEMENTS
let subjectsOfElements = subjectRows(String.self, .elements) + subjectRows(Wide.self, .elements) + subjectRows(Reference.self, .elements)
#endif

func subjectRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        channel(Publish<Input>.self, rows), channel(Behavior<Input>.self, rows), channel(ReplayOne<Input>.self, rows),
        channel(ReplayTen<Input>.self, rows), channel(ReplayEverything<Input>.self, rows), channel(Async<Input>.self, rows),
        channel(PublishRelayed<Input>.self, rows), channel(BehaviorRelayed<Input>.self, rows), channel(ReplayRelayed<Input>.self, rows),
    ]
}

private protocol Channel: SendableMetatype {
    associatedtype Input: RowElement
    associatedtype Subject
    static var name: String { get }
    static var covers: [String] { get }
    static var form: Form { get }
    static func make() -> Subject
    static func send(_ element: Input, to subject: Subject)
    static func observable(_ subject: Subject) -> Observable<Input>
    /// Whether it can fail.
    static func fail(_ subject: Subject) -> Bool
    /// Whether what is sent comes at once.
    static var isDirect: Bool { get }
    /// What a new observer gets at once of one that has been sent so many elements.
    static func replayed(after sent: Int) -> Int
    /// Whether it keeps all that was sent, so that a new observer has to take ever more.
    static var keepsAll: Bool { get }
}

extension Channel {
    static var form: Form { .fused }
    static func fail(_ subject: Subject) -> Bool { false }
    static var isDirect: Bool { true }
    static func replayed(after sent: Int) -> Int { 0 }
    static var keepsAll: Bool { false }
}

/// One that has been in another module's property, as an observable, too: who subscribes doesn't know what it is; who sends does, by its type, as
/// people keep it. In the row of errors each has a property of its own.
private enum Kept<C: Channel>: Channel {
    struct Subject {
        let subject: C.Subject
        let observable: Observable<C.Input>
    }

    static var name: String { C.name }
    static var covers: [String] { C.covers }
    static var form: Form { .composed }
    static func make() -> Subject {
        let subject = C.make()
        return Property(Subject(subject: subject, observable: C.observable(subject))).read()
    }
    static func send(_ element: C.Input, to subject: Subject) { C.send(element, to: subject.subject) }
    static func observable(_ subject: Subject) -> Observable<C.Input> { subject.observable }
    static func fail(_ subject: Subject) -> Bool { C.fail(subject.subject) }
    static var isDirect: Bool { C.isDirect }
    static func replayed(after sent: Int) -> Int { C.replayed(after: sent) }
}

/// One that is made, sent to and observed by code that the compiler doesn't specialise.
private enum Unspecialised<C: Channel>: Channel {
    static var name: String { C.name }
    static var covers: [String] { C.covers }
    static var form: Form { .generic }
    static func make() -> C.Subject { C.make() }
    static func send(_ element: C.Input, to subject: C.Subject) { C.send(element, to: subject) }
    static func observable(_ subject: C.Subject) -> Observable<C.Input> { C.observable(subject) }
    static var isDirect: Bool { C.isDirect }
    static func replayed(after sent: Int) -> Int { C.replayed(after: sent) }
}

private func channel<C: Channel>(_: C.Type, _ chosen: RowSet) -> CoveringRows {
    if case .generic = chosen { return CoveringRows(rows: [eventRow(Unspecialised<C>.self), subscribeRow(Unspecialised<C>.self)], covers: C.covers) }
    let canFail = C.fail(C.make())
    var rows = [eventRow(C.self), eventRow(Kept<C>.self), subscribeRow(C.self), subscribeRow(Kept<C>.self)]
    if !C.keepsAll { rows += [disposeRow(C.self), disposeRow(Kept<C>.self)] }
    if C.replayed(after: full) > C.replayed(after: 0) { rows.append(replayRow(C.self)) }
    if canFail { rows += [errorRow(C.self), errorRow(Kept<C>.self)] }
    // What several observers have, and late ones, is the same code with any element.
    if case .all = chosen { rows += [fanOutRow(C.self)] + (canFail ? [lateRow(C.self)] : []) }
    return CoveringRows(rows: rows, covers: C.covers)
}

/// So many elements fill each buffer.
private let full = 20

private func row<C: Channel>(
    _: C.Type, _ aspect: String, _ what: String, unit: String, body: @escaping @Sendable (Run) throws -> Void
) -> Benchmark {
    let element = C.Input.word == Int.word ? "" : "/\(C.Input.word)"
    return Catalogue.row(
        "\(C.name)/\(aspect)\(element)\(C.form.suffix)", "\(C.name): \(what)\(C.form.remark)", unit: unit, events: unit == "element" ? 2_000 : 200,
        tags: [C.form.rawValue, C.Input.word], body: body)
}

private func eventRow<C: Channel>(_: C.Type) -> Benchmark {
    let what = C.isDirect ? "an element to one observer" : "an element, which one observer waits for"
    return row(C.self, "event", what, unit: "element") { run in
        let tally = Tally(), n = run.n, subject = C.make()
        let subscription = C.observable(subject).subscribe(onNext: { tally.add($0.weight) })
        run.timed { send(C.self, n, subject) }
        subscription.dispose()
        try run.expect(tally.count, C.replayed(after: 0) + (C.isDirect ? n : 0), "elements")
    }
}

private func fanOutRow<C: Channel>(_: C.Type) -> Benchmark {
    let what = C.isDirect ? "an element to three observers" : "an element, which three observers wait for"
    return row(C.self, "event/3", what, unit: "element") { run in
        let tally = Tally(), n = run.n, subject = C.make()
        let subscriptions = (0..<3).map { _ in C.observable(subject).subscribe(onNext: { tally.add($0.weight) }) }
        run.timed { send(C.self, n, subject) }
        for subscription in subscriptions { subscription.dispose() }
        try run.expect(tally.count, 3 * (C.replayed(after: 0) + (C.isDirect ? n : 0)), "elements")
    }
}

private func subscribeRow<C: Channel>(_: C.Type) -> Benchmark {
    row(C.self, "subscribe", "to subscribe and dispose", unit: "subscription") { run in
        let tally = Tally(), n = run.n, subject = C.make()
        run.timed { join(C.self, n, tally, subject) }
        try run.expect(tally.count, n * C.replayed(after: 0), "elements")
    }
}

private func replayRow<C: Channel>(_: C.Type) -> Benchmark {
    let count = C.replayed(after: full), what = "to subscribe, have \(count) \(count == 1 ? "element" : "elements") that it kept, and dispose"
    return row(C.self, "replay/subscribe", what, unit: "subscription") { run in
        let tally = Tally(), n = run.n, subject = C.make()
        send(C.self, full, subject)
        run.timed { join(C.self, n, tally, subject) }
        try run.expect(tally.count, n * count, "elements")
    }
}

private func disposeRow<C: Channel>(_: C.Type) -> Benchmark {
    let what = "to subscribe, \(C.isDirect ? "have" : "send") an element, and dispose before another one"
    return row(C.self, "dispose", what, unit: "subscription") { run in
        let tally = Tally(), n = run.n, subject = C.make()
        var late = 0
        run.timed {
            for i in 0..<n {
                let subscription = C.observable(subject).subscribe(onNext: { tally.add($0.weight) })
                C.send(C.Input(number: i), to: subject)
                subscription.dispose()
                let before = tally.count
                C.send(C.Input(number: i), to: subject)
                late += tally.count - before
            }
        }
        try run.expect(late, 0, "elements after dispose() had returned")
        // Each subscriber comes after two elements more.
        try run.expect(tally.count, (0..<n).reduce(C.isDirect ? n : 0) { $0 + C.replayed(after: 2 * $1) }, "elements")
    }
}

private func errorRow<C: Channel>(_: C.Type) -> Benchmark {
    row(C.self, "error", "to make one that fails while it has an observer", unit: "failure") { run in
        let tally = Tally(), n = run.n
        run.timed {
            for _ in 0..<n {
                let subject = C.make()
                let subscription = C.observable(subject).subscribe(onError: { _ in tally.fail() })
                _ = C.fail(subject)
                subscription.dispose()
            }
        }
        try run.expect(tally.errors, n, "errors")
    }
}

private func lateRow<C: Channel>(_: C.Type) -> Benchmark {
    row(C.self, "ended/subscribe", "to subscribe to one that has failed", unit: "subscription") { run in
        let tally = Tally(), n = run.n, subject = C.make()
        _ = C.fail(subject)
        run.timed {
            for _ in 0..<n { C.observable(subject).subscribe(onNext: { tally.add($0.weight) }, onError: { _ in tally.fail() }).dispose() }
        }
        try run.expect(tally.errors, n, "errors")
        try run.expect(tally.count, 0, "elements")
    }
}

@inline(never)
private func join<C: Channel>(_: C.Type, _ n: Int, _ tally: Tally, _ subject: C.Subject) {
    for _ in 0..<n { C.observable(subject).subscribe(onNext: { tally.add($0.weight) }).dispose() }
}

@inline(never)
private func send<C: Channel>(_: C.Type, _ n: Int, _ subject: C.Subject) {
    for i in 0..<n { C.send(C.Input(number: i), to: subject) }
}

private enum Publish<Input: RowElement>: Channel {
    static var name: String { "PublishSubject" }
    static var covers: [String] { ["PublishSubject.on(_:)", "PublishSubject.subscribe(_:)", "PublishSubject.init()"] }
    static func make() -> PublishSubject<Input> { PublishSubject() }
    static func send(_ element: Input, to subject: PublishSubject<Input>) { subject.onNext(element) }
    static func observable(_ subject: PublishSubject<Input>) -> Observable<Input> { subject }
    static func fail(_ subject: PublishSubject<Input>) -> Bool {
        subject.onError(PlannedFailure())
        return true
    }
}

private enum Behavior<Input: RowElement>: Channel {
    static var name: String { "BehaviorSubject" }
    static var covers: [String] { ["BehaviorSubject.on(_:)", "BehaviorSubject.subscribe(_:)", "BehaviorSubject.init(value:)"] }
    static func make() -> BehaviorSubject<Input> { BehaviorSubject(value: Input(number: 0)) }
    static func replayed(after sent: Int) -> Int { 1 }
    static func send(_ element: Input, to subject: BehaviorSubject<Input>) { subject.onNext(element) }
    static func observable(_ subject: BehaviorSubject<Input>) -> Observable<Input> { subject }
    static func fail(_ subject: BehaviorSubject<Input>) -> Bool {
        subject.onError(PlannedFailure())
        return true
    }
}

private protocol Replaying: Channel where Subject == ReplaySubject<Input> {}

extension Replaying {
    static func send(_ element: Input, to subject: ReplaySubject<Input>) { subject.onNext(element) }
    static func observable(_ subject: ReplaySubject<Input>) -> Observable<Input> { subject }
    static func fail(_ subject: ReplaySubject<Input>) -> Bool {
        subject.onError(PlannedFailure())
        return true
    }
}

private enum ReplayOne<Input: RowElement>: Replaying {
    static var name: String { "ReplaySubject/1" }
    static var covers: [String] { ["ReplaySubject.on(_:)", "ReplaySubject.create(bufferSize:)"] }
    static func make() -> ReplaySubject<Input> { .create(bufferSize: 1) }
    static func replayed(after sent: Int) -> Int { min(sent, 1) }
}

private enum ReplayTen<Input: RowElement>: Replaying {
    static var name: String { "ReplaySubject/10" }
    static var covers: [String] { ["ReplaySubject.create(bufferSize:)"] }
    static func make() -> ReplaySubject<Input> { .create(bufferSize: 10) }
    static func replayed(after sent: Int) -> Int { min(sent, 10) }
}

private enum ReplayEverything<Input: RowElement>: Replaying {
    static var name: String { "ReplaySubject/unbounded" }
    static var covers: [String] { ["ReplaySubject.createUnbounded()"] }
    static var keepsAll: Bool { true }
    static func make() -> ReplaySubject<Input> { .createUnbounded() }
    static func replayed(after sent: Int) -> Int { sent }
}

private enum Async<Input: RowElement>: Channel {
    static var name: String { "AsyncSubject" }
    static var covers: [String] { ["AsyncSubject.on(_:)", "AsyncSubject.subscribe(_:)", "AsyncSubject.init()"] }
    static var isDirect: Bool { false }
    static func make() -> AsyncSubject<Input> { AsyncSubject() }
    static func send(_ element: Input, to subject: AsyncSubject<Input>) { subject.onNext(element) }
    static func observable(_ subject: AsyncSubject<Input>) -> Observable<Input> { subject }
    static func fail(_ subject: AsyncSubject<Input>) -> Bool {
        subject.onError(PlannedFailure())
        return true
    }
}

private enum PublishRelayed<Input: RowElement>: Channel {
    static var name: String { "PublishRelay" }
    static var covers: [String] { ["PublishRelay.accept(_:)", "PublishRelay.subscribe(_:)", "PublishRelay.init()"] }
    static func make() -> PublishRelay<Input> { PublishRelay() }
    static func send(_ element: Input, to subject: PublishRelay<Input>) { subject.accept(element) }
    static func observable(_ subject: PublishRelay<Input>) -> Observable<Input> { subject.asObservable() }
}

private enum BehaviorRelayed<Input: RowElement>: Channel {
    static var name: String { "BehaviorRelay" }
    static var covers: [String] { ["BehaviorRelay.accept(_:)", "BehaviorRelay.subscribe(_:)", "BehaviorRelay.init(value:)"] }
    static func make() -> BehaviorRelay<Input> { BehaviorRelay(value: Input(number: 0)) }
    static func replayed(after sent: Int) -> Int { 1 }
    static func send(_ element: Input, to subject: BehaviorRelay<Input>) { subject.accept(element) }
    static func observable(_ subject: BehaviorRelay<Input>) -> Observable<Input> { subject.asObservable() }
}

private enum ReplayRelayed<Input: RowElement>: Channel {
    static var name: String { "ReplayRelay" }
    static var covers: [String] { ["ReplayRelay.accept(_:)", "ReplayRelay.subscribe(_:)", "ReplayRelay.create(bufferSize:)"] }
    static func make() -> ReplayRelay<Input> { .create(bufferSize: 1) }
    static func replayed(after sent: Int) -> Int { min(sent, 1) }
    static func send(_ element: Input, to subject: ReplayRelay<Input>) { subject.accept(element) }
    static func observable(_ subject: ReplayRelay<Input>) -> Observable<Input> { subject.asObservable() }
}
