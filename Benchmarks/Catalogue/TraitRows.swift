import BenchKit
import CatalogueStorage
import Rx

/// What the rows of a trait begin with: sequences of the trait itself, so that no operator's row measures how an observable becomes one.
protocol TraitKind: SendableMetatype {
    associatedtype Sequence
    /// What a source sends to.
    associatedtype Observer

    /// Sends `n` elements and completes.
    static func numbers(_ n: Int) -> Sequence
    /// What is subscribed to where only that is measured: it says nothing, or all that it may say at once.
    static func plain() -> Sequence
    static func failing() -> Sequence
    static func handed(_ hand: TraitHand<Observer>) -> Sequence
    static func of(_ relay: PublishRelay<Int>) -> Sequence
    static func send(_ element: Int, to observer: Observer)
    /// Whether its sequences end with what they send first.
    static var isOne: Bool { get }
}

/// Those of one event have no rows of events, which is where these are needed.
extension TraitKind {
    static func numbers(_ n: Int) -> Sequence { plain() }
    static func failing() -> Sequence { plain() }
    static func of(_ relay: PublishRelay<Int>) -> Sequence { plain() }
    static var isOne: Bool { false }
}

/// As `Entry`, of a sequence that has promised something.
protocol TraitEntry: SendableMetatype {
    associatedtype Kind: TraitKind
    associatedtype Output

    static var name: String { get }
    static var title: String { get }
    static var covers: [String] { get }
    static var others: Int { get }

    static func apply(_ source: Kind.Sequence, _ context: TraitContext<Kind>) -> Output
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable

    static func elements(_ n: Int) -> Int
    /// Elements that come of what is subscribed to where only that is measured.
    static var atOnce: Int { get }
    /// Elements that come of a source that fails.
    static var insteadOfError: Int { get }
    /// Elements that have come before it is disposed of: of a source that has sent one or, where that would be its end, none.
    static var ofOne: Int { get }
    static var errors: Int { get }
    static var aspects: [Aspect] { get }
    /// Whether virtual time has to pass for an element to come.
    static var usesTime: Bool { get }
}

extension TraitEntry {
    static var others: Int { 0 }
    static func elements(_ n: Int) -> Int { n }
    static var atOnce: Int { Kind.isOne ? elements(1) : 0 }
    static var insteadOfError: Int { 1 - errors }
    static var ofOne: Int { Kind.isOne ? 0 : atOnce + (others > 0 ? 0 : 1) }
    static var errors: Int { 1 }
    static var usesTime: Bool { false }
}

/// What an operator may need besides its source.
final class TraitContext<Kind: TraitKind> {
    /// How many elements are asked for.
    let n: Int
    let others: [Kind.Sequence]
    let scheduler = HistoricalScheduler()

    init(n: Int, others: [Kind.Sequence] = []) {
        self.n = n
        self.others = others
    }

    /// Builds a driver or a signal whose time is the scheduler's.
    @inline(__always)
    func mocked<Result>(_ build: () -> Result) -> Result {
        var result: Result?
        SharingScheduler.mock(scheduler: scheduler) { result = build() }
        return result!
    }
}

/// What a source hands out of itself.
final class TraitHand<Observer> {
    @exclusivity(unchecked) var observer: Observer?
}

func traitRows<E: TraitEntry>(_: E.Type) -> Covered {
    let use = TraitUse(E.self), composed = TraitComposed(E.self)
    let rows = E.aspects.flatMap { aspect -> [Benchmark] in
        switch (aspect, E.others > 0) {
        case (.event, true):
            [use.joinedRow(.fused) { E.subscribe(E.apply($0, $1), $2) }, use.joinedRow(.composed) { composed.make($0, $1)($2) }]
        case (.event, false): [use.eventRow(.fused) { sendFused(E.self, $0, $1) }, use.eventRow(.composed, composed.send)]
        case (.subscribe, _): [use.subscribeRow(.fused) { subscribeFused(E.self, $0, $1) }, use.subscribeRow(.composed, composed.subscribe)]
        case (.complete, _): []
        case (.error, _): [use.errorRow(.fused) { failFused(E.self, $0, $1) }, use.errorRow(.composed, composed.fail)]
        case (.dispose, _): [use.disposeRow(.fused) { leaveFused(E.self, $0, $1, $2) }, use.disposeRow(.composed, composed.leave)]
        }
    }
    return Covered(rows: rows, covers: E.covers)
}

@inline(never)
private func sendFused<E: TraitEntry>(_: E.Type, _ tally: Tally, _ context: TraitContext<E.Kind>) {
    let subscription = E.subscribe(E.apply(E.Kind.numbers(context.n), context), tally)
    context.scheduler.start()
    subscription.dispose()
}

@inline(never)
private func subscribeFused<E: TraitEntry>(_: E.Type, _ n: Int, _ use: (tally: Tally, context: TraitContext<E.Kind>)) {
    for _ in 0..<n {
        let subscription = E.subscribe(E.apply(E.Kind.plain(), use.context), use.tally)
        if E.usesTime { use.context.scheduler.passSecond() }
        subscription.dispose()
    }
}

@inline(never)
private func failFused<E: TraitEntry>(_: E.Type, _ n: Int, _ use: (tally: Tally, context: TraitContext<E.Kind>)) {
    for _ in 0..<n {
        let subscription = E.subscribe(E.apply(E.Kind.failing(), use.context), use.tally)
        if E.usesTime { use.context.scheduler.passSecond() }
        subscription.dispose()
    }
}

/// Elements that came too late.
@inline(never)
private func leaveFused<E: TraitEntry>(
    _: E.Type, _ n: Int, _ use: (tally: Tally, context: TraitContext<E.Kind>), _ hand: TraitHand<E.Kind.Observer>
) -> Int {
    var late = 0
    for i in 0..<n { late += leave(E.Kind.self, E.subscribe(E.apply(E.Kind.handed(hand), use.context), use.tally), hand, i, use.tally) }
    return late
}

@inline(__always)
private func leave<Kind: TraitKind>(
    _: Kind.Type, _ subscription: any Disposable, _ hand: TraitHand<Kind.Observer>, _ i: Int, _ tally: Tally
) -> Int {
    if !Kind.isOne, let observer = hand.observer { Kind.send(i, to: observer) }
    subscription.dispose()
    let before = tally.count
    if let observer = hand.observer { Kind.send(i, to: observer) }
    return tally.count - before
}

/// An entry whose source and result are read from properties.
private struct TraitComposed<Kind: TraitKind>: @unchecked Sendable {
    let make: @Sendable (Kind.Sequence, TraitContext<Kind>) -> (Tally) -> any Disposable
    let usesTime: Bool

    init<E: TraitEntry>(_: E.Type) where E.Kind == Kind {
        make = { source, context in
            let sequence = Property(E.apply(Property(source).read(), context))
            return { E.subscribe(sequence.read(), $0) }
        }
        usesTime = E.usesTime
    }

    @Sendable func send(_ tally: Tally, _ context: TraitContext<Kind>) {
        let subscription = make(Kind.numbers(context.n), context)(tally)
        context.scheduler.start()
        subscription.dispose()
    }

    @Sendable func subscribe(_ n: Int, _ use: (tally: Tally, context: TraitContext<Kind>)) { repeatedly(Kind.plain(), n, use) }

    @Sendable func fail(_ n: Int, _ use: (tally: Tally, context: TraitContext<Kind>)) { repeatedly(Kind.failing(), n, use) }

    private func repeatedly(_ source: Kind.Sequence, _ n: Int, _ use: (tally: Tally, context: TraitContext<Kind>)) {
        let subscribe = make(source, use.context)
        for _ in 0..<n {
            let subscription = subscribe(use.tally)
            if usesTime { use.context.scheduler.passSecond() }
            subscription.dispose()
        }
    }

    @Sendable func leave(
        _ n: Int, _ use: (tally: Tally, context: TraitContext<Kind>), _ hand: TraitHand<Kind.Observer>
    ) -> Int {
        let subscribe = make(Kind.handed(hand), use.context)
        var late = 0
        for i in 0..<n { late += Catalogue.leave(Kind.self, subscribe(use.tally), hand, i, use.tally) }
        return late
    }
}

/// What the rows of an entry have in common.
private struct TraitUse<Kind: TraitKind>: Sendable {
    typealias Body = @Sendable (Int, (tally: Tally, context: TraitContext<Kind>)) -> Void

    let name, title: String
    let others, atOnce, insteadOfError, ofOne, errors: Int
    let elements: @Sendable (Int) -> Int

    init<E: TraitEntry>(_: E.Type) where E.Kind == Kind {
        (name, title, others, errors) = (E.name, E.title, E.others, E.errors)
        (atOnce, insteadOfError, ofOne) = (E.atOnce, E.insteadOfError, E.ofOne)
        elements = { E.elements($0) }
    }

    func eventRow(_ form: Form, _ send: @escaping @Sendable (Tally, TraitContext<Kind>) -> Void) -> Benchmark {
        row(.event, form, unit: "element", "an element") { run in
            let tally = Tally(), context = TraitContext<Kind>(n: run.n)
            run.timed { send(tally, context) }
            try run.expect(tally.count, elements(run.n), "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    /// An event is an element of each source, one after the other.
    func joinedRow(
        _ form: Form, _ subscribe: @escaping @Sendable (Kind.Sequence, TraitContext<Kind>, Tally) -> any Disposable
    ) -> Benchmark {
        row(.event, form, unit: "element", "an element") { run in
            let n = run.n, tally = Tally(), relays = (0...others).map { _ in PublishRelay<Int>() }
            let context = TraitContext<Kind>(n: n, others: relays.dropFirst().map { Kind.of($0) })
            let subscription = subscribe(Kind.of(relays[0]), context, tally)
            run.timed {
                for i in 0..<n {
                    for relay in relays { relay.accept(i) }
                }
            }
            subscription.dispose()
            try run.expect(tally.count, elements(n), "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    func subscribeRow(_ form: Form, _ subscribe: @escaping Body) -> Benchmark {
        let what = atOnce > 0 ? "to subscribe, have what it sends, and dispose" : "to subscribe and dispose"
        return row(.subscribe, form, unit: "subscription", what) { run in
            let n = run.n, tally = Tally(), context = plainContext
            run.timed { subscribe(n, (tally, context)) }
            try run.expect(tally.errors, 0, "errors")
            try run.expect(tally.count, n * atOnce, "elements")
        }
    }

    func errorRow(_ form: Form, _ fail: @escaping Body) -> Benchmark {
        row(.error, form, unit: "failure", "to subscribe to a source that fails") { run in
            let n = run.n, tally = Tally(), context = plainContext
            run.timed { fail(n, (tally, context)) }
            try run.expect(tally.count, n * insteadOfError, "elements")
            try run.expect(tally.errors, n * errors, "errors")
        }
    }

    func disposeRow(
        _ form: Form, _ leave: @escaping @Sendable (Int, (tally: Tally, context: TraitContext<Kind>), TraitHand<Kind.Observer>) -> Int
    ) -> Benchmark {
        let what = Kind.isOne ? "to dispose before the event" : "to dispose after an element, before another one"
        return row(.dispose, form, unit: "subscription", what) { run in
            let n = run.n, tally = Tally(), context = plainContext, hand = TraitHand<Kind.Observer>()
            let late = run.timed { leave(n, (tally, context), hand) }
            hand.observer = nil
            try run.expect(late, 0, "elements after dispose() had returned")
            try run.expect(tally.count, n * ofOne, "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    private var plainContext: TraitContext<Kind> { TraitContext(n: 1, others: (0..<others).map { _ in Kind.plain() }) }

    private func row(
        _ aspect: Aspect, _ form: Form, unit: String, _ what: String, body: @escaping @Sendable (Run) throws -> Void
    ) -> Benchmark {
        let composed = form == .fused
            ? (id: "", title: "")
            : (id: "/composed", title: ", composed")
        return Catalogue.row(
            "\(name)/\(aspect.rawValue)\(composed.id)", "\(title): \(what)\(composed.title)", unit: unit,
            events: aspect == .event ? 2_000 : 200, tags: [form.rawValue, Int.word], body: body)
    }
}

// MARK: Subscribing, as people do

extension TraitEntry where Output: InfallibleType {
    @inline(__always)
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable { output.subscribe(onNext: { _ in tally.add(1) }) }
}

extension TraitEntry where Output: InfallibleType, Output.Element == Int {
    @inline(__always)
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable { output.subscribe(onNext: { tally.add($0) }) }
}

extension TraitEntry where Output: SharedSequenceConvertibleType, Output.SharingStrategy == DriverSharingStrategy {
    @inline(__always)
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable { output.drive(onNext: { _ in tally.add(1) }) }
}

extension TraitEntry where Output: SharedSequenceConvertibleType, Output.SharingStrategy == SignalSharingStrategy {
    @inline(__always)
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable { output.emit(onNext: { _ in tally.add(1) }) }
}

extension TraitEntry where Output: PrimitiveSequenceType, Output.Trait == SingleTrait {
    @inline(__always)
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable {
        output.subscribe(onSuccess: { _ in tally.add(1) }, onFailure: { _ in tally.fail() })
    }
}

extension TraitEntry where Output: PrimitiveSequenceType, Output.Trait == MaybeTrait {
    @inline(__always)
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable {
        output.subscribe(onSuccess: { _ in tally.add(1) }, onError: { _ in tally.fail() })
    }
}

/// What is counted of one is that it has completed.
extension TraitEntry where Output: PrimitiveSequenceType, Output.Trait == CompletableTrait, Output.Element == Never {
    @inline(__always)
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable {
        output.subscribe(onCompleted: { tally.add(1) }, onError: { _ in tally.fail() })
    }
}

extension TraitEntry where Output: ObservableType {
    @inline(__always)
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable {
        output.subscribe(onNext: { _ in tally.add(1) }, onError: { _ in tally.fail() })
    }
}
