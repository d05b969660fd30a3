import Rx

/// To bind infallible sequences.
let infallibleBindings = infallibleBindingRows(Int.self, .all)
#if ELEMENTS
let infallibleBindingsOfElements =
    infallibleBindingRows(String.self, .elements) + infallibleBindingRows(Wide.self, .elements) + infallibleBindingRows(Reference.self, .elements)
#endif

func infallibleBindingRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(BindOnNext<Input>.self), rows.of(BindObserver<Input>.self), rows.of(BindOptionalObserver<Input>.self),
        rows.of(BindClosure<Input>.self), rows.of(BindCurried<Input>.self), rows.of(BindPublishRelay<Input>.self),
        rows.of(BindPublishRelayOptional<Input>.self), rows.of(BindBehaviorRelay<Input>.self),
        rows.of(BindBehaviorRelayOptional<Input>.self), rows.of(BindReplayRelay<Input>.self),
        rows.of(BindReplayRelayOptional<Input>.self),
    ]
}

private enum BindOnNext<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/bind-onNext" }
    static var title: String { "bind(onNext: …)" }
    static var covers: [String] { ["InfallibleType.bind(onNext:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable { output.bind(onNext: { tally.add($0.weight) }) }
}

private enum BindObserver<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/bind-observer" }
    static var title: String { "bind(to: observer)" }
    static var covers: [String] { ["InfallibleType.bind(to:) [Self.Element == Observer.Element]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable {
        output.bind(to: AnyObserver { if case .next(let element) = $0 { tally.add(element.weight) } })
    }
}

private enum BindOptionalObserver<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/bind-optional-observer" }
    static var title: String { "bind(to: observer of optionals)" }
    static var covers: [String] { ["InfallibleType.bind(to:) [Observer.Element == Self.Element?]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable {
        output.bind(to: AnyObserver<Input?> { if case .next(let element) = $0 { tally.add(element?.weight ?? 0) } })
    }
}

private enum BindClosure<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/bind-closure" }
    static var title: String { "bind(to: binder)" }
    static var covers: [String] { ["InfallibleType.bind(to:) [binder]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable {
        output.bind(to: { $0.subscribe(onNext: { tally.add($0.weight) }) })
    }
}

private enum BindCurried<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/bind-curried" }
    static var title: String { "bind(to: binder, curriedArgument: 0)" }
    static var covers: [String] { ["InfallibleType.bind(to:curriedArgument:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable {
        output.bind(to: { source in { (_: Int) in source.subscribe(onNext: { tally.add($0.weight) }) } }, curriedArgument: 0)
    }
}

private enum BindPublishRelay<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/bind-PublishRelay" }
    static var title: String { "bind(to: a PublishRelay) with an observer" }
    static var covers: [String] { ["InfallibleType.bind(to:) [PublishRelay<Self.Element>]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable {
        let relay = PublishRelay<Input>()
        let subscription = relay.subscribe(onNext: { tally.add($0.weight) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindPublishRelayOptional<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/bind-PublishRelay-optional" }
    static var title: String { "bind(to: a PublishRelay of optionals) with an observer" }
    static var covers: [String] { ["InfallibleType.bind(to:) [PublishRelay<Self.Element?>]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable {
        let relay = PublishRelay<Input?>()
        let subscription = relay.subscribe(onNext: { tally.add($0?.weight ?? 0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindBehaviorRelay<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/bind-BehaviorRelay" }
    static var title: String { "bind(to: a BehaviorRelay) with an observer" }
    static var covers: [String] { ["InfallibleType.bind(to:) [BehaviorRelay<Self.Element>]"] }
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Input>(value: Input(number: 0))
        let subscription = relay.subscribe(onNext: { tally.add($0.weight) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindBehaviorRelayOptional<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/bind-BehaviorRelay-optional" }
    static var title: String { "bind(to: a BehaviorRelay of optionals) with an observer" }
    static var covers: [String] { ["InfallibleType.bind(to:) [BehaviorRelay<Self.Element?>]"] }
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Input?>(value: Input(number: 0))
        let subscription = relay.subscribe(onNext: { tally.add($0?.weight ?? 0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindReplayRelay<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/bind-ReplayRelay" }
    static var title: String { "bind(to: a ReplayRelay) with an observer" }
    static var covers: [String] { ["InfallibleType.bind(to:) [ReplayRelay<Self.Element>]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Input>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0.weight) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindReplayRelayOptional<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/bind-ReplayRelay-optional" }
    static var title: String { "bind(to: a ReplayRelay of optionals) with an observer" }
    static var covers: [String] { ["InfallibleType.bind(to:) [ReplayRelay<Self.Element?>]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Input>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Input?>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0?.weight ?? 0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}
