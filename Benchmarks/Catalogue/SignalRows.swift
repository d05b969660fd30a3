import Rx

/// Signals: what they have that drivers have not, or in code of their own. They run as drivers do.
let signals = signalRows(Int.self, .all)
#if ELEMENTS
let signalsOfElements = signalRows(String.self, .elements) + signalRows(Wide.self, .elements) + signalRows(Reference.self, .elements)
#endif

func signalRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(Emit<Input>.self), rows.of(MapSignal<Input>.self), rows.of(WithUnretained<Input>.self),
        rows.of(WithUnretainedSelector<Input>.self), rows.of(EmitNothing<Input>.self), rows.of(EmitObserver<Input>.self),
        rows.of(EmitOptionalObserver<Input>.self), rows.of(EmitWith<Input>.self), rows.of(EmitPublishRelay<Input>.self),
        rows.of(EmitPublishRelayOptional<Input>.self), rows.of(EmitBehaviorRelay<Input>.self),
        rows.of(EmitBehaviorRelayOptional<Input>.self), rows.of(EmitReplayRelay<Input>.self),
        rows.of(EmitReplayRelayOptional<Input>.self),
    ]
}

private enum Emit<Input: RowElement>: SignalEntry {
    static var name: String { "signal/emit" }
    static var title: String { "asSignal(onErrorJustReturn: zero) and emit(onNext:)" }
    static var covers: [String] {
        [
            "SharedSequenceConvertibleType.emit(onNext:onCompleted:onDisposed:)",
            "SignalSharingStrategy.scheduler",
            "SignalSharingStrategy.share(_:)",
        ]
    }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<Input> { source }
}

private enum MapSignal<Input: RowElement>: SignalEntry {
    static var name: String { "signal/map" }
    static var title: String { "source.map { $0.next }" }
    static var covers: [String] { ["SharedSequenceConvertibleType.map(_:)"] }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<Input> { source.map { $0.next } }
}

private enum WithUnretained<Input: RowElement>: SignalEntry {
    static var name: String { "signal/withUnretained" }
    static var title: String { "source.withUnretained(holder)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.withUnretained(_:)"] }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<(UnretainedObject, Input)> { source.withUnretained(holder) }
}

private enum WithUnretainedSelector<Input: RowElement>: SignalEntry {
    static var name: String { "signal/withUnretained/selector" }
    static var title: String { "source.withUnretained(holder) { $1 }" }
    static var covers: [String] { ["SharedSequenceConvertibleType.withUnretained(_:resultSelector:)"] }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<Input> { source.withUnretained(holder) { $1 } }
}

private enum EmitNothing<Input: RowElement>: SignalEntry {
    static var name: String { "signal/emit-nothing" }
    static var title: String { "do(onNext: …).emit()" }
    static var covers: [String] { ["SharedSequenceConvertibleType.emit()"] }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable { output.do(onNext: { tally.add($0.weight) }).emit() }
}

private enum EmitObserver<Input: RowElement>: SignalEntry {
    static var name: String { "signal/emit-observer" }
    static var title: String { "emit(to: observer)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.emit(to:) [Self.Element == Observer.Element]"] }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable {
        output.emit(to: AnyObserver { if case .next(let element) = $0 { tally.add(element.weight) } })
    }
}

private enum EmitOptionalObserver<Input: RowElement>: SignalEntry {
    static var name: String { "signal/emit-optional-observer" }
    static var title: String { "emit(to: observer of optionals)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.emit(to:) [Observer.Element == Self.Element?]"] }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable {
        output.emit(to: AnyObserver<Input?> { if case .next(let element) = $0 { tally.add(element?.weight ?? 0) } })
    }
}

private enum EmitWith<Input: RowElement>: SignalEntry {
    static var name: String { "signal/emit-with" }
    static var title: String { "emit(with: object, onNext: …)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.emit(with:onNext:onCompleted:onDisposed:)"] }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable { output.emit(with: tally, onNext: { $0.add($1.weight) }) }
}

private enum EmitPublishRelay<Input: RowElement>: SignalEntry {
    static var name: String { "signal/emit-PublishRelay" }
    static var title: String { "emit(to: a PublishRelay) with an observer" }
    static var covers: [String] { ["SharedSequenceConvertibleType.emit(to:) [PublishRelay<Self.Element>]"] }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable {
        let relay = PublishRelay<Input>()
        let subscription = relay.subscribe(onNext: { tally.add($0.weight) })
        return CompositeDisposable(output.emit(to: relay), subscription)
    }
}

private enum EmitPublishRelayOptional<Input: RowElement>: SignalEntry {
    static var name: String { "signal/emit-PublishRelay-optional" }
    static var title: String { "emit(to: a PublishRelay of optionals) with an observer" }
    static var covers: [String] { ["SharedSequenceConvertibleType.emit(to:) [PublishRelay<Self.Element?>]"] }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable {
        let relay = PublishRelay<Input?>()
        let subscription = relay.subscribe(onNext: { tally.add($0?.weight ?? 0) })
        return CompositeDisposable(output.emit(to: relay), subscription)
    }
}

private enum EmitBehaviorRelay<Input: RowElement>: SignalEntry {
    static var name: String { "signal/emit-BehaviorRelay" }
    static var title: String { "emit(to: a BehaviorRelay) with an observer" }
    static var covers: [String] { ["SharedSequenceConvertibleType.emit(to:) [BehaviorRelay<Self.Element>]"] }
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Input>(value: Input(number: 0))
        let subscription = relay.subscribe(onNext: { tally.add($0.weight) })
        return CompositeDisposable(output.emit(to: relay), subscription)
    }
}

private enum EmitBehaviorRelayOptional<Input: RowElement>: SignalEntry {
    static var name: String { "signal/emit-BehaviorRelay-optional" }
    static var title: String { "emit(to: a BehaviorRelay of optionals) with an observer" }
    static var covers: [String] { ["SharedSequenceConvertibleType.emit(to:) [BehaviorRelay<Self.Element?>]"] }
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Input?>(value: Input(number: 0))
        let subscription = relay.subscribe(onNext: { tally.add($0?.weight ?? 0) })
        return CompositeDisposable(output.emit(to: relay), subscription)
    }
}

private enum EmitReplayRelay<Input: RowElement>: SignalEntry {
    static var name: String { "signal/emit-ReplayRelay" }
    static var title: String { "emit(to: a ReplayRelay) with an observer" }
    static var covers: [String] { ["SharedSequenceConvertibleType.emit(to:) [ReplayRelay<Self.Element>]"] }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Input>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0.weight) })
        return CompositeDisposable(output.emit(to: relay), subscription)
    }
}

private enum EmitReplayRelayOptional<Input: RowElement>: SignalEntry {
    static var name: String { "signal/emit-ReplayRelay-optional" }
    static var title: String { "emit(to: a ReplayRelay of optionals) with an observer" }
    static var covers: [String] { ["SharedSequenceConvertibleType.emit(to:) [ReplayRelay<Self.Element?>]"] }
    @inline(__always)
    static func apply(_ source: Signal<Input>, _: SignalContext<Input>) -> Signal<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Signal<Input>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Input?>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0?.weight ?? 0) })
        return CompositeDisposable(output.emit(to: relay), subscription)
    }
}
