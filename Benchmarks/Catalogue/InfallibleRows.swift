import Rx

/// Infallible sequences: what makes them and subscribes to them. They can't fail, so no row is of errors. An infallible sequence as an observable is
/// the one that it was made of, and has a row of events alone.
let infallible =
    infallibleRows(Int.self, .all) + [
        traitRows(Just.self), traitRows(JustOn.self), traitRows(Empty.self), traitRows(Silent.self), traitRows(Of.self),
        traitRows(FromArray.self), traitRows(FromSequence.self),
        relayRow("PublishRelay", "PublishRelay.asInfallible()") { PublishRelay<Int>().asInfallible() },
        relayRow("BehaviorRelay", "BehaviorRelay.asInfallible()", atOnce: 1) { BehaviorRelay(value: 0).asInfallible() },
        relayRow("ReplayRelay", "ReplayRelay.asInfallible()") { ReplayRelay<Int>.create(bufferSize: 1).asInfallible() },
    ]
#if ELEMENTS
let infallibleOfElements = infallibleRows(String.self, .elements) + infallibleRows(Wide.self, .elements) + infallibleRows(Reference.self, .elements)
#endif

func infallibleRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(Create<Input>.self), rows.of(SubscribeEvents<Input>.self), rows.of(SubscribeWith<Input>.self),
        rows.of(Deferred<Input>.self), rows.of(FallbackTo<Input>.self), rows.of(Recover<Input>.self),
        rows.of(Plain<Input>.self),
    ]
}

enum InfallibleKind<Input: RowElement>: TraitKind {
    typealias Observer = @Sendable (InfallibleEvent<Input>) -> Void

    @inline(__always)
    static func numbers(_ n: Int) -> Infallible<Input> {
        .create { observer in
            for i in 0..<n { observer(.next(Input(number: i))) }
            observer(.completed)
            return Disposables.create()
        }
    }

    static func plain() -> Infallible<Input> { .create { _ in Disposables.create() } }

    @inline(__always)
    static func source(_ control: TraitSourceControl<InfallibleKind>) -> Infallible<Input> { .create { control.begin($0) } }

    static func of(_ relay: PublishRelay<Input>) -> Infallible<Input> { relay.asInfallible() }
    static func lasting() -> Infallible<Input> {
        .create { observer in
            observer(.next(Input(number: 0)))
            return Disposables.create()
        }
    }

    @inline(__always)
    static func send(_ element: Input, to observer: Observer) { observer(.next(element)) }
}

protocol InfallibleEntry: TraitEntry where Kind == InfallibleKind<Input> {
    associatedtype Input: RowElement = Int
}

typealias InfallibleContext<Input: RowElement> = TraitContext<InfallibleKind<Input>>

/// A relay as an infallible sequence.
private func relayRow(_ name: String, _ covers: String, atOnce: Int = 0, make: @escaping @Sendable () -> Infallible<Int>) -> CoveringRows {
    let id = "infallible/\(name)/subscribe", title = "\(name).asInfallible(): to make, subscribe and dispose"
    let made = row(id, title, unit: "subscription", events: 200) { run in
        let tally = Tally(), n = run.n
        run.timed { for _ in 0..<n { make().subscribe(onNext: { tally.add($0) }).dispose() } }
        try run.expect(tally.count, n * atOnce, "elements")
    }
    return CoveringRows(rows: [made], covers: [covers])
}

private enum Create<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/create" }
    static var title: String { "Infallible.create { … } and subscribe(onNext:)" }
    static var covers: [String] { ["Infallible.create(subscribe:)", "InfallibleType.subscribe(onNext:onCompleted:onDisposed:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
}

private enum SubscribeEvents<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/subscribe-events" }
    static var title: String { "subscribe { event in … }" }
    static var covers: [String] { ["InfallibleType.subscribe(_:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe { event in
            if case .next(let element) = event { tally.add(element.weight) }
        }
    }
}

private enum SubscribeWith<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/subscribe-with" }
    static var title: String { "subscribe(with: object, onNext: …)" }
    static var covers: [String] { ["InfallibleType.subscribe(with:onNext:onCompleted:onDisposed:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable {
        output.subscribe(with: tally, onNext: { $0.add($1.weight) })
    }
}

private enum Just: InfallibleEntry {
    static let name = "infallible/just", title = "Infallible.just(1)", covers = ["InfallibleType.just(_:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_: Infallible<Int>, _: InfallibleContext<Int>) -> Infallible<Int> { .just(1) }
}

private enum JustOn: InfallibleEntry {
    static let name = "infallible/just/current-thread", title = "Infallible.just(1) on the current thread"
    static let covers = ["InfallibleType.just(_:scheduler:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_: Infallible<Int>, _: InfallibleContext<Int>) -> Infallible<Int> { .just(1, scheduler: CurrentThreadScheduler.instance) }
}

private enum Empty: InfallibleEntry {
    static let name = "infallible/empty", title = "Infallible.empty()", covers = ["InfallibleType.empty()"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Infallible<Int>, _: InfallibleContext<Int>) -> Infallible<Int> { .empty() }
}

private enum Silent: InfallibleEntry {
    static let name = "infallible/never", title = "Infallible.never()", covers = ["InfallibleType.never()"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Infallible<Int>, _: InfallibleContext<Int>) -> Infallible<Int> { .never() }
}

private enum Deferred<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/deferred" }
    static var title: String { "Infallible.deferred { source }" }
    static var covers: [String] { ["InfallibleType.deferred(_:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { .deferred { source } }
}

private enum Of: InfallibleEntry {
    static let name = "infallible/of", title = "Infallible.of(1, 2)", covers = ["Infallible.of(_:scheduler:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 2 }
    @inline(__always)
    static func apply(_: Infallible<Int>, _: InfallibleContext<Int>) -> Infallible<Int> { .of(1, 2) }
}

private enum FromArray: InfallibleEntry {
    static let name = "infallible/from/array", title = "Infallible.from(array)", covers = ["Infallible.from(_:scheduler:) [_ array]"]
    static var atOnce: Int { 1 }
    static var aspects: Aspects { [.event, .subscribe] }
    @inline(__always)
    static func apply(_: Infallible<Int>, _ context: InfallibleContext<Int>) -> Infallible<Int> { .from(Array(0..<context.n)) }
}

private enum FromSequence: InfallibleEntry {
    static let name = "infallible/from/sequence", title = "Infallible.from(0..<n)", covers = ["Infallible.from(_:scheduler:) [<Sequence>]"]
    static var atOnce: Int { 1 }
    static var aspects: Aspects { [.event, .subscribe] }
    @inline(__always)
    static func apply(_: Infallible<Int>, _ context: InfallibleContext<Int>) -> Infallible<Int> { .from(0..<context.n) }
}

private enum FallbackTo<Input: RowElement>: Entry {
    static var name: String { "asInfallible/onErrorFallbackTo" }
    static var title: String { "source.asInfallible(onErrorFallbackTo: .empty())" }
    static var covers: [String] { ["ObservableConvertibleType.asInfallible(onErrorFallbackTo:)"] }
    static var errors: Int { 0 }
    static var aspects: Aspects { [.event, .subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Infallible<Input> { source.asInfallible(onErrorFallbackTo: .empty()) }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable { output.subscribe(onNext: { tally.add($0.weight) }) }
}

private enum Recover<Input: RowElement>: Entry {
    static var name: String { "asInfallible/onErrorRecover" }
    static var title: String { "source.asInfallible(onErrorRecover: { _ in .empty() })" }
    static var covers: [String] { ["ObservableConvertibleType.asInfallible(onErrorRecover:)"] }
    static var errors: Int { 0 }
    static var aspects: Aspects { [.event, .subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Infallible<Input> {
        source.asInfallible(onErrorRecover: { _ in .empty() })
    }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable { output.subscribe(onNext: { tally.add($0.weight) }) }
}

private enum Plain<Input: RowElement>: Entry {
    static var name: String { "infallible/asObservable" }
    static var title: String { "source.asInfallible(onErrorJustReturn: zero).asObservable()" }
    static var covers: [String] { ["Infallible.asObservable()"] }
    static var errors: Int { 0 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> {
        source.asInfallible(onErrorJustReturn: Input(number: 0)).asObservable()
    }
}
