import Rx

// To subscribe to what an entry of a trait makes, as people do.

extension TraitEntry where Output: InfallibleType {
    @inline(__always)
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable { output.subscribe(onNext: { _ in tally.add(1) }) }
}

extension TraitEntry where Output: InfallibleType, Output.Element: RowElement {
    @inline(__always)
    static func subscribe(_ output: Output, _ tally: Tally) -> any Disposable { output.subscribe(onNext: { tally.add($0.weight) }) }
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
    @inline(__always)
    static func subscribeToEnd(_ output: Output, _ tally: Tally) -> any Disposable {
        output.subscribe(onError: { _ in tally.fail() }, onCompleted: { tally.add(1) })
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
