import Rx

/// To drive what observes a driver.
let drives = driveRows(Int.self, .all)
#if ELEMENTS
let drivesOfElements = driveRows(String.self, .elements) + driveRows(Wide.self, .elements) + driveRows(Reference.self, .elements)
#endif

func driveRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(DriveNothing<Input>.self), rows.of(DriveObserver<Input>.self), rows.of(DriveOptionalObserver<Input>.self),
        rows.of(DriveClosure<Input>.self), rows.of(DriveCurried<Input>.self), rows.of(DriveWith<Input>.self),
        rows.of(DriveBehaviorRelay<Input>.self), rows.of(DriveBehaviorRelayOptional<Input>.self),
        rows.of(DriveReplayRelay<Input>.self), rows.of(DriveReplayRelayOptional<Input>.self),
    ]
}

private enum DriveNothing<Input: RowElement>: DriverEntry {
    static var name: String { "driver/drive-nothing" }
    static var title: String { "do(onNext: …).drive()" }
    static var covers: [String] { ["SharedSequenceConvertibleType.drive()"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable { output.do(onNext: { tally.add($0.weight) }).drive() }
}

private enum DriveObserver<Input: RowElement>: DriverEntry {
    static var name: String { "driver/drive-observer" }
    static var title: String { "drive(observer)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.drive(_:) [Self.Element == Observer.Element]"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable {
        output.drive(AnyObserver { if case .next(let element) = $0 { tally.add(element.weight) } })
    }
}

private enum DriveOptionalObserver<Input: RowElement>: DriverEntry {
    static var name: String { "driver/drive-optional-observer" }
    static var title: String { "drive(observer of optionals)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.drive(_:) [Observer.Element == Self.Element?]"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable {
        output.drive(AnyObserver<Input?> { if case .next(let element) = $0 { tally.add(element?.weight ?? 0) } })
    }
}

private enum DriveClosure<Input: RowElement>: DriverEntry {
    static var name: String { "driver/drive-closure" }
    static var title: String { "drive(transformation)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.drive(_:) [transformation]"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable {
        output.drive({ (source: Observable<Input>) in source.subscribe(onNext: { tally.add($0.weight) }) })
    }
}

private enum DriveCurried<Input: RowElement>: DriverEntry {
    static var name: String { "driver/drive-curried" }
    static var title: String { "drive(with, curriedArgument: 0)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.drive(_:curriedArgument:)"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable {
        output.drive({ (source: Observable<Input>) in { (_: Int) in source.subscribe(onNext: { tally.add($0.weight) }) } }, curriedArgument: 0)
    }
}

private enum DriveWith<Input: RowElement>: DriverEntry {
    static var name: String { "driver/drive-with" }
    static var title: String { "drive(with: object, onNext: …)" }
    static var covers: [String] { ["SharedSequenceConvertibleType.drive(with:onNext:onCompleted:onDisposed:)"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable { output.drive(with: tally, onNext: { $0.add($1.weight) }) }
}

private enum DriveBehaviorRelay<Input: RowElement>: DriverEntry {
    static var name: String { "driver/drive-BehaviorRelay" }
    static var title: String { "drive(a BehaviorRelay) with an observer" }
    static var covers: [String] { ["SharedSequenceConvertibleType.drive(_:) [BehaviorRelay<Self.Element>]"] }
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Input>(value: Input(number: 0))
        let subscription = relay.subscribe(onNext: { tally.add($0.weight) })
        return CompositeDisposable(output.drive(relay), subscription)
    }
}

private enum DriveBehaviorRelayOptional<Input: RowElement>: DriverEntry {
    static var name: String { "driver/drive-BehaviorRelay-optional" }
    static var title: String { "drive(a BehaviorRelay of optionals) with an observer" }
    static var covers: [String] { ["SharedSequenceConvertibleType.drive(_:) [BehaviorRelay<Self.Element?>]"] }
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Input?>(value: Input(number: 0))
        let subscription = relay.subscribe(onNext: { tally.add($0?.weight ?? 0) })
        return CompositeDisposable(output.drive(relay), subscription)
    }
}

private enum DriveReplayRelay<Input: RowElement>: DriverEntry {
    static var name: String { "driver/drive-ReplayRelay" }
    static var title: String { "drive(a ReplayRelay) with an observer" }
    static var covers: [String] { ["SharedSequenceConvertibleType.drive(_:) [ReplayRelay<Self.Element>]"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Input>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0.weight) })
        return CompositeDisposable(output.drive(relay), subscription)
    }
}

private enum DriveReplayRelayOptional<Input: RowElement>: DriverEntry {
    static var name: String { "driver/drive-ReplayRelay-optional" }
    static var title: String { "drive(a ReplayRelay of optionals) with an observer" }
    static var covers: [String] { ["SharedSequenceConvertibleType.drive(_:) [ReplayRelay<Self.Element?>]"] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _: DriverContext<Input>) -> Driver<Input> { source }
    @inline(__always)
    static func subscribe(_ output: Driver<Input>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Input?>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0?.weight ?? 0) })
        return CompositeDisposable(output.drive(relay), subscription)
    }
}
