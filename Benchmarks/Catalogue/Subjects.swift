import BenchKit
import CatalogueStorage
import Rx

/// Subjects and relays: to send to one observer and to three, to subscribe and dispose, to have what was kept, to end with an
/// error, to come after that, to dispose between two elements. What isn't a branch of another row is composed, too.
let subjects: [Covered] = [
    channel(Publish.self), channel(Behavior.self), channel(ReplayOne.self), channel(ReplayTen.self), channel(ReplayEverything.self),
    channel(Async.self), channel(PublishRelayed.self), channel(BehaviorRelayed.self), channel(ReplayRelayed.self),
]

private protocol Channel: SendableMetatype {
    associatedtype Subject
    static var name: String { get }
    static var covers: [String] { get }
    static var form: Form { get }
    static func make() -> Subject
    static func send(_ element: Int, to subject: Subject)
    static func observable(_ subject: Subject) -> Observable<Int>
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

/// One that has been in another module's property, as an observable, too: nobody who sends or subscribes knows what it is. In the row of errors
/// each has a property of its own.
private enum Kept<C: Channel>: Channel {
    struct Subject {
        let subject: C.Subject
        let observable: Observable<Int>
    }

    static var name: String { C.name }
    static var covers: [String] { C.covers }
    static var form: Form { .composed }
    static func make() -> Subject {
        let subject = C.make()
        return Property(Subject(subject: subject, observable: C.observable(subject))).read()
    }
    static func send(_ element: Int, to subject: Subject) { C.send(element, to: subject.subject) }
    static func observable(_ subject: Subject) -> Observable<Int> { subject.observable }
    static func fail(_ subject: Subject) -> Bool { C.fail(subject.subject) }
    static var isDirect: Bool { C.isDirect }
    static func replayed(after sent: Int) -> Int { C.replayed(after: sent) }
}

private func channel<C: Channel>(_: C.Type) -> Covered {
    let canFail = C.fail(C.make())
    var rows = [eventRow(C.self), eventRow(Kept<C>.self), fanOutRow(C.self), subscribeRow(C.self), subscribeRow(Kept<C>.self)]
    if !C.keepsAll { rows += [disposeRow(C.self), disposeRow(Kept<C>.self)] }
    if C.replayed(after: full) > C.replayed(after: 0) { rows.append(replayRow(C.self)) }
    if canFail { rows += [errorRow(C.self), errorRow(Kept<C>.self), lateRow(C.self)] }
    return Covered(rows: rows, covers: C.covers)
}

/// So many elements fill each buffer.
private let full = 20

private func row<C: Channel>(
    _: C.Type, _ aspect: String, _ what: String, unit: String, body: @escaping @Sendable (Run) throws -> Void
) -> Benchmark {
    Catalogue.row(
        "\(C.name)/\(aspect)\(C.form.suffix)", "\(C.name): \(what)\(C.form.remark)", unit: unit, events: unit == "element" ? 2_000 : 200,
        tags: [C.form.rawValue, Int.word], body: body)
}

private func eventRow<C: Channel>(_: C.Type) -> Benchmark {
    let what = C.isDirect ? "an element to one observer" : "an element, which one observer waits for"
    return row(C.self, "event", what, unit: "element") { run in
        let tally = Tally(), n = run.n, subject = C.make()
        let subscription = C.observable(subject).subscribe(onNext: { tally.add($0) })
        run.timed { send(C.self, n, subject) }
        subscription.dispose()
        try run.expect(tally.count, C.replayed(after: 0) + (C.isDirect ? n : 0), "elements")
    }
}

private func fanOutRow<C: Channel>(_: C.Type) -> Benchmark {
    let what = C.isDirect ? "an element to three observers" : "an element, which three observers wait for"
    return row(C.self, "event/3", what, unit: "element") { run in
        let tally = Tally(), n = run.n, subject = C.make()
        let subscriptions = (0..<3).map { _ in C.observable(subject).subscribe(onNext: { tally.add($0) }) }
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
                let subscription = C.observable(subject).subscribe(onNext: { tally.add($0) })
                C.send(i, to: subject)
                subscription.dispose()
                let before = tally.count
                C.send(i, to: subject)
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
            for _ in 0..<n { C.observable(subject).subscribe(onNext: { tally.add($0) }, onError: { _ in tally.fail() }).dispose() }
        }
        try run.expect(tally.errors, n, "errors")
        try run.expect(tally.count, 0, "elements")
    }
}

@inline(never)
private func join<C: Channel>(_: C.Type, _ n: Int, _ tally: Tally, _ subject: C.Subject) {
    for _ in 0..<n { C.observable(subject).subscribe(onNext: { tally.add($0) }).dispose() }
}

@inline(never)
private func send<C: Channel>(_: C.Type, _ n: Int, _ subject: C.Subject) {
    for i in 0..<n { C.send(i, to: subject) }
}

private enum Publish: Channel {
    static let name = "PublishSubject", covers = ["PublishSubject.on(_:)", "PublishSubject.subscribe(_:)", "PublishSubject.init()"]
    static func make() -> PublishSubject<Int> { PublishSubject() }
    static func send(_ element: Int, to subject: PublishSubject<Int>) { subject.onNext(element) }
    static func observable(_ subject: PublishSubject<Int>) -> Observable<Int> { subject }
    static func fail(_ subject: PublishSubject<Int>) -> Bool {
        subject.onError(PlannedFailure())
        return true
    }
}

private enum Behavior: Channel {
    static let name = "BehaviorSubject", covers = ["BehaviorSubject.on(_:)", "BehaviorSubject.subscribe(_:)", "BehaviorSubject.init(value:)"]
    static func make() -> BehaviorSubject<Int> { BehaviorSubject(value: 0) }
    static func replayed(after sent: Int) -> Int { 1 }
    static func send(_ element: Int, to subject: BehaviorSubject<Int>) { subject.onNext(element) }
    static func observable(_ subject: BehaviorSubject<Int>) -> Observable<Int> { subject }
    static func fail(_ subject: BehaviorSubject<Int>) -> Bool {
        subject.onError(PlannedFailure())
        return true
    }
}

private protocol Replaying: Channel where Subject == ReplaySubject<Int> {}

extension Replaying {
    static func send(_ element: Int, to subject: ReplaySubject<Int>) { subject.onNext(element) }
    static func observable(_ subject: ReplaySubject<Int>) -> Observable<Int> { subject }
    static func fail(_ subject: ReplaySubject<Int>) -> Bool {
        subject.onError(PlannedFailure())
        return true
    }
}

private enum ReplayOne: Replaying {
    static let name = "ReplaySubject/1", covers = ["ReplaySubject.on(_:)", "ReplaySubject.create(bufferSize:)"]
    static func make() -> ReplaySubject<Int> { .create(bufferSize: 1) }
    static func replayed(after sent: Int) -> Int { min(sent, 1) }
}

private enum ReplayTen: Replaying {
    static let name = "ReplaySubject/10", covers = ["ReplaySubject.create(bufferSize:)"]
    static func make() -> ReplaySubject<Int> { .create(bufferSize: 10) }
    static func replayed(after sent: Int) -> Int { min(sent, 10) }
}

private enum ReplayEverything: Replaying {
    static let name = "ReplaySubject/unbounded", covers = ["ReplaySubject.createUnbounded()"]
    static let keepsAll = true
    static func make() -> ReplaySubject<Int> { .createUnbounded() }
    static func replayed(after sent: Int) -> Int { sent }
}

private enum Async: Channel {
    static let name = "AsyncSubject", covers = ["AsyncSubject.on(_:)", "AsyncSubject.subscribe(_:)", "AsyncSubject.init()"]
    static let isDirect = false
    static func make() -> AsyncSubject<Int> { AsyncSubject() }
    static func send(_ element: Int, to subject: AsyncSubject<Int>) { subject.onNext(element) }
    static func observable(_ subject: AsyncSubject<Int>) -> Observable<Int> { subject }
    static func fail(_ subject: AsyncSubject<Int>) -> Bool {
        subject.onError(PlannedFailure())
        return true
    }
}

private enum PublishRelayed: Channel {
    static let name = "PublishRelay", covers = ["PublishRelay.accept(_:)", "PublishRelay.subscribe(_:)", "PublishRelay.init()"]
    static func make() -> PublishRelay<Int> { PublishRelay() }
    static func send(_ element: Int, to subject: PublishRelay<Int>) { subject.accept(element) }
    static func observable(_ subject: PublishRelay<Int>) -> Observable<Int> { subject.asObservable() }
}

private enum BehaviorRelayed: Channel {
    static let name = "BehaviorRelay", covers = ["BehaviorRelay.accept(_:)", "BehaviorRelay.subscribe(_:)", "BehaviorRelay.init(value:)"]
    static func make() -> BehaviorRelay<Int> { BehaviorRelay(value: 0) }
    static func replayed(after sent: Int) -> Int { 1 }
    static func send(_ element: Int, to subject: BehaviorRelay<Int>) { subject.accept(element) }
    static func observable(_ subject: BehaviorRelay<Int>) -> Observable<Int> { subject.asObservable() }
}

private enum ReplayRelayed: Channel {
    static let name = "ReplayRelay", covers = ["ReplayRelay.accept(_:)", "ReplayRelay.subscribe(_:)", "ReplayRelay.create(bufferSize:)"]
    static func make() -> ReplayRelay<Int> { .create(bufferSize: 1) }
    static func replayed(after sent: Int) -> Int { min(sent, 1) }
    static func send(_ element: Int, to subject: ReplayRelay<Int>) { subject.accept(element) }
    static func observable(_ subject: ReplayRelay<Int>) -> Observable<Int> { subject.asObservable() }
}
