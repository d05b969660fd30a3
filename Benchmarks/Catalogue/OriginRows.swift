import BenchKit
import CatalogueStorage
import Rx

/// Where a subscription ends that has been disposed of in the middle.
enum Middle: String {
    /// The next element would come at once.
    case inElement = "to dispose in an element, before another one"
    case afterTick = "to dispose after an element, before another one"
    case beforeTick = "to dispose before its time"
}

/// What a sequence comes from.
protocol SequenceOrigin: SendableMetatype {
    static var name: String { get }
    static var title: String { get }
    static var covers: [String] { get }
    /// What sends so many.
    static func make(_ n: Int, _ scheduler: HistoricalScheduler) -> Observable<Int>
    static var isFailing: Bool { get }
    /// What the row of subscriptions is called.
    static var aspect: Aspect { get }
    /// Whether virtual time has to pass for elements to come.
    static var usesTime: Bool { get }
    /// Nil where nothing can end between the first element and the next, or as with another origin.
    static var middle: Middle? { get }
    /// Whether it makes the same sequence as another one does, or as the entries of operators begin with: then it isn't composed.
    static var isAnother: Bool { get }
    /// Of one that was asked for `n`; nil where it can't be asked for a number.
    static func elements(_ n: Int) -> Int?
    /// Of one that was asked for one, or can't be asked for a number.
    static var ofOne: Int { get }
}

extension SequenceOrigin {
    static func elements(_ n: Int) -> Int? { n }
    static var ofOne: Int { 1 }
    static var isFailing: Bool { false }
    static var aspect: Aspect { .subscribe }
    static var usesTime: Bool { false }
    static var middle: Middle? { nil }
    static var isAnother: Bool { false }
}

/// The rows of one, in both forms.
func origin<O: SequenceOrigin>(_: O.Type) -> CoveringRows {
    var rows = formed(O.self, .fused, { send(O.self, $0, $1, $2) }, { subscribe(O.self, $0, $1, $2) })
    if !O.isAnother { rows += formed(O.self, .composed, { sendComposed(O.self, $0, $1, $2) }, { subscribeComposed(O.self, $0, $1, $2) }) }
    if let middle = O.middle { rows.append(disposeRow(O.self, middle)) }
    return CoveringRows(rows: rows, covers: O.covers)
}

private typealias Sending = @Sendable (Int, Tally, HistoricalScheduler) -> Void

/// Those of events and of subscriptions.
private func formed<O: SequenceOrigin>(_: O.Type, _ form: Form, _ send: @escaping Sending, _ subscribe: @escaping Sending) -> [Benchmark] {
    let what =
        switch (O.isFailing, O.ofOne) {
        case (true, _): "to subscribe, have the error and dispose"
        case (_, 0): "to subscribe and dispose"
        case (_, 1): "to subscribe, have one element and dispose"
        case (_, let count): "to subscribe, have \(count) elements and dispose"
        }
    let subscribing = row(O.self, O.aspect, form, what, unit: O.aspect == .error ? "failure" : "subscription") { run in
        let tally = Tally(), n = run.n, scheduler = HistoricalScheduler()
        run.timed { subscribe(n, tally, scheduler) }
        try run.expect(tally.count, n * O.ofOne, "elements")
        try run.expect(tally.errors, O.isFailing ? n : 0, "errors")
    }
    if O.elements(1) == nil { return [subscribing] }
    let sending = row(O.self, .event, form, "an element", unit: "element") { run in
        let tally = Tally(), n = run.n, scheduler = HistoricalScheduler()
        run.timed { send(n, tally, scheduler) }
        try run.expect(tally.count, O.elements(n) ?? 0, "elements")
    }
    return [sending, subscribing]
}

/// In one form: from the first element on it is the same code in both.
private func disposeRow<O: SequenceOrigin>(_: O.Type, _ middle: Middle) -> Benchmark {
    row(O.self, .dispose, .fused, middle.rawValue, unit: "subscription") { run in
        let tally = Tally(), n = run.n, scheduler = HistoricalScheduler()
        let late = run.timed {
            middle == .inElement ? leaveInElement(O.self, n, tally, scheduler) : leaveInTime(O.self, n, tally, scheduler)
        }
        try run.expect(late, 0, "elements after dispose() had returned")
        try run.expect(tally.count, middle == .beforeTick ? 0 : n, "elements")
        try run.expect(tally.errors, 0, "errors")
    }
}

private func row<O: SequenceOrigin>(
    _: O.Type, _ aspect: Aspect, _ form: Form, _ what: String, unit: String, body: @escaping @Sendable (Run) throws -> Void
) -> Benchmark {
    Catalogue.row(
        "\(O.name)/\(aspect.rawValue)\(form.suffix)", "\(O.title): \(what)\(form.remark)", unit: unit,
        events: aspect == .event ? 2_000 : 200, tags: [form.rawValue, Int.word], body: body)
}

@inline(never)
private func send<O: SequenceOrigin>(_: O.Type, _ n: Int, _ tally: Tally, _ scheduler: HistoricalScheduler) {
    let subscription = O.make(n, scheduler).subscribe(onNext: { tally.add($0) }, onError: { _ in tally.fail() })
    scheduler.start()
    subscription.dispose()
}

@inline(never)
private func sendComposed<O: SequenceOrigin>(_: O.Type, _ n: Int, _ tally: Tally, _ scheduler: HistoricalScheduler) {
    let sequence = Property(O.make(n, scheduler)).read()
    let subscription = sequence.subscribe(onNext: { tally.add($0) }, onError: { _ in tally.fail() })
    scheduler.start()
    subscription.dispose()
}

@inline(never)
private func subscribe<O: SequenceOrigin>(_: O.Type, _ n: Int, _ tally: Tally, _ scheduler: HistoricalScheduler) {
    for _ in 0..<n {
        let subscription = O.make(1, scheduler).subscribe(onNext: { tally.add($0) }, onError: { _ in tally.fail() })
        if O.usesTime { scheduler.passSecond() }
        subscription.dispose()
    }
}

/// Each time to the same sequence.
@inline(never)
private func subscribeComposed<O: SequenceOrigin>(_: O.Type, _ n: Int, _ tally: Tally, _ scheduler: HistoricalScheduler) {
    let sequence = Property(O.make(1, scheduler))
    for _ in 0..<n {
        let subscription = sequence.read().subscribe(onNext: { tally.add($0) }, onError: { _ in tally.fail() })
        if O.usesTime { scheduler.passSecond() }
        subscription.dispose()
    }
}

/// How many elements have come too late.
@inline(never)
private func leaveInTime<O: SequenceOrigin>(_: O.Type, _ n: Int, _ tally: Tally, _ scheduler: HistoricalScheduler) -> Int {
    var late = 0
    for _ in 0..<n {
        let subscription = O.make(2, scheduler).subscribe(onNext: { tally.add($0) }, onError: { _ in tally.fail() })
        if O.middle == .afterTick { scheduler.passSecond() }
        subscription.dispose()
        let before = tally.count
        scheduler.passSecond()
        late += tally.count - before
    }
    return late
}

/// What an observer disposes of itself by.
private final class SelfDisposer {
    @exclusivity(unchecked) var subscription: (any Disposable)?
}

/// How many elements have come too late. Where they come of work, that is what is subscribed in, too: it runs when `subscribe` has returned.
@inline(never)
private func leaveInElement<O: SequenceOrigin>(_: O.Type, _ n: Int, _ tally: Tally, _ scheduler: HistoricalScheduler) -> Int {
    let disposer = SelfDisposer()
    func begin() {
        disposer.subscription = O.make(2, scheduler).subscribe(
            onNext: {
                tally.add($0)
                disposer.subscription?.dispose()
            }, onError: { _ in tally.fail() })
    }
    for _ in 0..<n {
        if O.usesTime {
            begin()
            scheduler.passSecond()
        } else {
            _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                begin()
                return Disposables.create()
            }
        }
    }
    disposer.subscription = nil
    return tally.count - n
}
