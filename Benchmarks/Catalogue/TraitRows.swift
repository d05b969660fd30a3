import BenchKit
import CatalogueStorage
import Rx

/// What the rows of a trait begin with: sequences of the trait itself, so that no operator's row measures how an observable becomes one.
protocol TraitKind: SendableMetatype {
    associatedtype Input: RowElement
    associatedtype Sequence
    /// What a source sends to.
    associatedtype Observer

    /// Sends `n` elements and completes.
    static func numbers(_ n: Int) -> Sequence
    /// What is subscribed to where only that is measured: it says nothing, or all that it may say at once.
    static func plain() -> Sequence
    /// Does what the control says.
    static func source(_ control: TraitSourceControl<Self>) -> Sequence
    static func of(_ relay: PublishRelay<Input>) -> Sequence
    /// Sends one element and stays, or ends with it where its kind does.
    static func lasting() -> Sequence
    /// Ends without an element, where its kind may; else with the one that it must have.
    static func ended() -> Sequence
    static func send(_ element: Input, to observer: Observer)
    static func fail(_ observer: Observer)
    /// Whether its sequences end with what they send first.
    static var isOne: Bool { get }
    /// Whether they have an element or complete without one, which is another event.
    static var mayBeEmpty: Bool { get }
}

/// Those of one event have no rows of events, and others can't fail.
extension TraitKind {
    static func numbers(_ n: Int) -> Sequence { plain() }
    static func fail(_: Observer) { preconditionFailure("\(self) don't fail") }
    static func of(_ relay: PublishRelay<Input>) -> Sequence { plain() }
    static func lasting() -> Sequence { plain() }
    static func ended() -> Sequence { plain() }
    static var isOne: Bool { false }
    static var mayBeEmpty: Bool { false }

    /// Fails at once.
    static func failing() -> Sequence { source(TraitSourceControl(.failing)) }
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
    /// As `subscribe`; what is counted is that it has completed without an element.
    static func subscribeToEnd(_ output: Output, _ tally: Tally) -> any Disposable

    static func elements(_ n: Int) -> Int
    /// Elements that come of what is subscribed to where only that is measured.
    static var atOnce: Int { get }
    /// Elements that come of a source that fails.
    static var insteadOfError: Int { get }
    /// Elements that have come before it is disposed of: of a source that has sent one or, where that would be its end, none.
    static var ofOne: Int { get }
    static var errors: Int { get }
    static var aspects: Aspects { get }
    /// Whether virtual time has to pass for an element to come.
    static var usesTime: Bool { get }
}

extension TraitEntry {
    static var others: Int { 0 }
    static func elements(_ n: Int) -> Int { n }
    static var atOnce: Int { Kind.isOne ? elements(1) : 0 }
    static var insteadOfError: Int { 1 - errors }
    static var ofOne: Int { Kind.isOne ? 0 : atOnce + 1 }
    static var errors: Int { 1 }
    static var usesTime: Bool { false }
    static var aspects: Aspects {
        guard Kind.isOne else { return [.event, .subscribe, .dispose] }
        let ofAll: Aspects = [.subscribe, .error, .dispose]
        return ofAll.union(Kind.mayBeEmpty ? .complete : []).union(others > 0 ? .otherError : [])
    }
    static func subscribeToEnd(_ output: Output, _ tally: Tally) -> any Disposable { subscribe(output, tally) }
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

/// As `SourceControl`.
final class TraitSourceControl<Kind: TraitKind> {
    let behavior: SourceBehavior
    @exclusivity(unchecked) var observer: Kind.Observer?

    init(_ behavior: SourceBehavior) { self.behavior = behavior }

    @inline(never)
    func begin(_ observer: Kind.Observer) -> any Disposable {
        switch behavior {
        case .silent: break
        // All that it may say at once.
        case .completing: Kind.send(Kind.Input(number: 1), to: observer)
        case .failing: Kind.fail(observer)
        case .handing: self.observer = observer
        }
        return Disposables.create()
    }
}

func traitRows<E: TraitEntry>(_: E.Type) -> CoveringRows { traitRows(E.self, E.aspects) }

/// For other elements than whole numbers.
func traitElementRows<E: TraitEntry>(_: E.Type) -> CoveringRows { traitRows(E.self, E.aspects.intersection(.ofElements)) }

/// Only what it costs to send an element through, where the compiler doesn't know of what type it is. To subscribe to a sequence of one is to have
/// its element.
func genericTraitRows<E: TraitEntry>(_: E.Type) -> [Benchmark] {
    E.aspects.isSuperset(of: E.Kind.isOne ? .subscribe : .event) ? [TraitUse(E.self).genericRow { E.subscribe(E.apply($0, $1), $2) }] : []
}

@inline(__always)
private func traitRows<E: TraitEntry>(_: E.Type, _ aspects: Aspects) -> CoveringRows {
    let sending = aspects.contains(.event) ? sendingFused(E.self) : nil
    let fused = TraitClosures<E.Kind>(sending: sending) { control, context in { subscribeFused(E.self, control, context, $0) } }
    let end = aspects.contains(.complete) ? ending(E.self) : nil
    return CoveringRows(rows: TraitUse(E.self).rows(aspects.elements, fused, composed(E.self), end), covers: E.covers)
}

/// How elements are sent through an entry.
private enum TraitSending<Kind: TraitKind> {
    case alone(@Sendable (Tally, TraitContext<Kind>) -> Void)
    /// Beside others; what subscribes is given.
    case joined(@Sendable (Kind.Sequence, TraitContext<Kind>, Tally) -> any Disposable)
}

/// What is compiled anew for each entry.
private struct TraitClosures<Kind: TraitKind>: Sendable {
    /// Nil where no row needs it.
    let sending: TraitSending<Kind>?
    /// As in `EntryClosures`.
    let prepare: @Sendable (TraitSourceControl<Kind>, TraitContext<Kind>) -> (Tally) -> any Disposable
}

@inline(__always)
private func sendingFused<E: TraitEntry>(_: E.Type) -> TraitSending<E.Kind> {
    E.others > 0 ? .joined { E.subscribe(E.apply($0, $1), $2) } : .alone { sendFused(E.self, $0, $1) }
}

@inline(never)
private func sendFused<E: TraitEntry>(_: E.Type, _ tally: Tally, _ context: TraitContext<E.Kind>) {
    let subscription = E.subscribe(E.apply(E.Kind.numbers(context.n), context), tally)
    context.scheduler.start()
    subscription.dispose()
}

@inline(never)
private func subscribeFused<E: TraitEntry>(
    _: E.Type, _ control: TraitSourceControl<E.Kind>, _ context: TraitContext<E.Kind>, _ tally: Tally
) -> any Disposable {
    E.subscribe(E.apply(E.Kind.source(control), context), tally)
}

/// An entry whose source and result are read from properties.
private func composed<E: TraitEntry>(_: E.Type) -> TraitClosures<E.Kind> {
    let make: @Sendable (E.Kind.Sequence, TraitContext<E.Kind>) -> (Tally) -> any Disposable = { source, context in
        let sequence = Property(E.apply(Property(source).read(), context))
        return { E.subscribe(sequence.read(), $0) }
    }
    return composed(make, isJoined: E.others > 0)
}

@inline(never)
private func composed<Kind: TraitKind>(
    _ make: @escaping @Sendable (Kind.Sequence, TraitContext<Kind>) -> (Tally) -> any Disposable, isJoined: Bool
) -> TraitClosures<Kind> {
    let sending: TraitSending<Kind> =
        isJoined
        ? .joined { make($0, $1)($2) }
        : .alone { tally, context in
            let subscription = make(Kind.numbers(context.n), context)(tally)
            context.scheduler.start()
            subscription.dispose()
        }
    return TraitClosures(sending: sending) { make(Kind.source($0), $1) }
}

/// As what `TraitClosures` prepares, of a source that ends without an element. Only composed: what is done at an end is the same code in both forms.
private typealias TraitEnding<Kind: TraitKind> = @Sendable (TraitContext<Kind>) -> (Tally) -> any Disposable

private func ending<E: TraitEntry>(_: E.Type) -> TraitEnding<E.Kind> {
    { context in
        let sequence = Property(E.apply(Property(E.Kind.ended()).read(), context))
        return { E.subscribeToEnd(sequence.read(), $0) }
    }
}

/// What the rows of an entry have in common, compiled once for all entries of a kind.
private struct TraitUse<Kind: TraitKind>: Sendable {
    let name, title: String
    let others, atOnce, insteadOfError, ofOne, errors: Int
    let usesTime: Bool
    let elements: @Sendable (Int) -> Int

    init<E: TraitEntry>(_: E.Type) where E.Kind == Kind {
        (name, title, others, errors) = (E.name, E.title, E.others, E.errors)
        (atOnce, insteadOfError, ofOne) = (E.atOnce, E.insteadOfError, E.ofOne)
        usesTime = E.usesTime
        elements = { E.elements($0) }
    }

    /// Those of an aspect in both forms, one after the other.
    @inline(never)
    func rows(
        _ aspects: [Aspect], _ fused: TraitClosures<Kind>, _ composed: TraitClosures<Kind>, _ ending: TraitEnding<Kind>?
    ) -> [Benchmark] {
        aspects.flatMap { aspect in
            [(Form.fused, fused), (.composed, composed)].compactMap { form, written -> Benchmark? in
                switch (aspect, written.sending) {
                case (.event, .alone(let send)?): eventRow(form, send)
                case (.event, .joined(let subscribe)?): joinedRow(form, subscribe)
                case (.subscribe, _): subscribeRow(form, written)
                case (.error, _): errorRow(form, written)
                case (.dispose, _): disposeRow(form, written)
                case (.complete, _): form == .fused ? ending.map { completeRow($0) } : nil
                case (.otherError, _): form == .fused ? otherErrorRow(composed) : nil
                case (.event, nil): nil
                }
            }
        }
    }

    /// What isn't the generic function's, the source and what others send, is compiled for whole numbers.
    @inline(never)
    func genericRow(_ subscribe: @escaping @Sendable (Kind.Sequence, TraitContext<Kind>, Tally) -> any Disposable) -> Benchmark {
        let sources = WholeSources<Kind>()
        if Kind.isOne {
            return row(.subscribe, .generic, unit: "subscription", subscribing) { run in
                let n = run.n, tally = Tally(), source = sources.plain()
                let context = TraitContext<Kind>(n: 1, others: (0..<others).map { _ in sources.plain() })
                run.timed { repeatedly(n, { subscribe(source, context, $0) }, tally, context) }
                try run.expect(tally.errors, 0, "errors")
                try run.expect(tally.count, n * atOnce, "elements")
            }
        }
        return row(.event, .generic, unit: "element", "an element") { run in
            let n = run.n, tally = Tally(), relays = (0...others).map { _ in PublishRelay<Int>() }
            let context = TraitContext<Kind>(n: n, others: relays.dropFirst().map(sources.of))
            if others == 0 {
                let source = sources.numbers(n)
                run.timed {
                    let subscription = subscribe(source, context, tally)
                    context.scheduler.start()
                    subscription.dispose()
                }
            } else {
                let subscription = subscribe(sources.of(relays[0]), context, tally)
                run.timed { accept(n, by: relays) }
                subscription.dispose()
            }
            try run.expect(tally.count, elements(n), "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    private func eventRow(_ form: Form, _ send: @escaping @Sendable (Tally, TraitContext<Kind>) -> Void) -> Benchmark {
        row(.event, form, unit: "element", "an element") { run in
            let tally = Tally(), context = TraitContext<Kind>(n: run.n)
            run.timed { send(tally, context) }
            try run.expect(tally.count, elements(run.n), "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    /// An event is an element of each source, one after the other.
    private func joinedRow(
        _ form: Form, _ subscribe: @escaping @Sendable (Kind.Sequence, TraitContext<Kind>, Tally) -> any Disposable
    ) -> Benchmark {
        row(.event, form, unit: "element", "an element") { run in
            let n = run.n, tally = Tally(), relays = (0...others).map { _ in PublishRelay<Kind.Input>() }
            let context = TraitContext<Kind>(n: n, others: relays.dropFirst().map { Kind.of($0) })
            let subscription = subscribe(Kind.of(relays[0]), context, tally)
            run.timed {
                for i in 0..<n {
                    for relay in relays { relay.accept(Kind.Input(number: i)) }
                }
            }
            subscription.dispose()
            try run.expect(tally.count, elements(n), "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    private var subscribing: String { atOnce > 0 ? "to subscribe, have what it sends, and dispose" : "to subscribe and dispose" }

    private func subscribeRow(_ form: Form, _ written: TraitClosures<Kind>) -> Benchmark {
        row(.subscribe, form, unit: "subscription", subscribing) { run in
            let n = run.n, tally = Tally(), context = plainContext
            run.timed { repeatedly(n, written.prepare(TraitSourceControl(Kind.isOne ? .completing : .silent), context), tally, context) }
            try run.expect(tally.errors, 0, "errors")
            try run.expect(tally.count, n * atOnce, "elements")
        }
    }

    private func errorRow(_ form: Form, _ written: TraitClosures<Kind>) -> Benchmark {
        row(.error, form, unit: "failure", "to subscribe to a source that fails") { run in
            let n = run.n, tally = Tally(), context = plainContext
            run.timed { repeatedly(n, written.prepare(TraitSourceControl(.failing), context), tally, context) }
            try run.expect(tally.count, n * insteadOfError, "elements")
            try run.expect(tally.errors, n * errors, "errors")
        }
    }

    private func completeRow(_ ending: @escaping TraitEnding<Kind>) -> Benchmark {
        row(.complete, .fused, unit: "subscription", "to subscribe, and have it complete without an element") { run in
            let n = run.n, tally = Tally(), context = plainContext
            run.timed { repeatedly(n, ending(context), tally, context) }
            try run.expect(tally.count, n, "completions")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    /// The first source has had its event: what comes after it may be what fails.
    private func otherErrorRow(_ written: TraitClosures<Kind>) -> Benchmark {
        row(.otherError, .fused, unit: "failure", "to subscribe where another source fails") { run in
            let n = run.n, tally = Tally(), sources = (0..<others).map { Kind.source(TraitSourceControl($0 == 0 ? .failing : .silent)) }
            let context = TraitContext<Kind>(n: 1, others: sources)
            run.timed { repeatedly(n, written.prepare(TraitSourceControl(.completing), context), tally, context) }
            try run.expect(tally.count, 0, "elements")
            try run.expect(tally.errors, n, "errors")
        }
    }

    private func disposeRow(_ form: Form, _ written: TraitClosures<Kind>) -> Benchmark {
        let what = Kind.isOne ? "to dispose before the event" : "to dispose after an element, before another one"
        return row(.dispose, form, unit: "subscription", what) { run in
            let n = run.n, tally = Tally(), control = TraitSourceControl<Kind>(.handing)
            let context = TraitContext<Kind>(n: 1, others: (0..<others).map { _ in Kind.lasting() })
            let late = run.timed {
                let subscribe = written.prepare(control, context)
                var late = 0
                for i in 0..<n { late += leave(subscribe(tally), control, i, tally, usesTime ? context.scheduler : nil) }
                return late
            }
            control.observer = nil
            try run.expect(late, 0, "elements after dispose() had returned")
            try run.expect(tally.count, n * ofOne, "elements")
            try run.expect(tally.errors, 0, "errors")
        }
    }

    private func repeatedly(_ n: Int, _ subscribe: (Tally) -> any Disposable, _ tally: Tally, _ context: TraitContext<Kind>) {
        for _ in 0..<n {
            let subscription = subscribe(tally)
            if usesTime { context.scheduler.passSecond() }
            subscription.dispose()
        }
    }

    /// Elements that came too late.
    /// - Parameter scheduler: whose time passes; nil where an entry doesn't use time.
    private func leave(
        _ subscription: any Disposable, _ control: TraitSourceControl<Kind>, _ i: Int, _ tally: Tally, _ scheduler: HistoricalScheduler?
    ) -> Int {
        if !Kind.isOne {
            scheduler?.passSecond()
            if let observer = control.observer { Kind.send(Kind.Input(number: i), to: observer) }
            scheduler?.passSecond()
        }
        subscription.dispose()
        let before = tally.count
        if let observer = control.observer { Kind.send(Kind.Input(number: i), to: observer) }
        scheduler?.passSecond()
        return tally.count - before
    }

    private var plainContext: TraitContext<Kind> { TraitContext(n: 1, others: (0..<others).map { _ in Kind.plain() }) }

    private func row(
        _ aspect: Aspect, _ form: Form, unit: String, _ what: String, body: @escaping @Sendable (Run) throws -> Void
    ) -> Benchmark {
        Catalogue.row(
            "\(name)/\(aspect.rawValue)\(Kind.Input.suffix)\(form.suffix)", "\(title): \(what)\(form.remark)", unit: unit,
            events: aspect == .event ? 2_000 : 200, counted: aspect == .event ? counted(sources: others + 1) : nil,
            tags: [form.rawValue, Kind.Input.word], body: body)
    }
}

/// An element of each, one after the other.
@inline(never)
private func accept(_ n: Int, by relays: [PublishRelay<Int>]) {
    for i in 0..<n {
        for relay in relays { relay.accept(i) }
    }
}
