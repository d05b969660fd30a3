/// A shared sequence for the user interface: it can't fail, delivers on the main scheduler, and replays its latest element to
/// who subscribes while others are subscribed. The source runs as long as there are subscribers.
///
/// Cost: each operator shares its result: that of the operator, and of `share(replay: 1)`.
public typealias Driver<Element> = SharedSequence<DriverSharingStrategy, Element>

/// Shares with a replay of one element, while there are subscribers.
public struct DriverSharingStrategy: SharingStrategyProtocol, Sendable {
    public static var scheduler: any SchedulerType { SharingScheduler.make() }

    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 1, scope: .whileConnected)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == DriverSharingStrategy {
    /// The driver.
    public func asDriver() -> Driver<Element> { asSharedSequence() }
}

// MARK: From other sequences

extension ObservableConvertibleType {
    /// The sequence; if it fails, `onErrorJustReturn` and completion.
    ///
    /// Cost: as `observe(on:)`, `catch` and `share(replay: 1)`.
    public func asDriver(onErrorJustReturn: Element) -> Driver<Element> {
        asSharedSequence(onErrorJustReturn: onErrorJustReturn)
    }

    /// The sequence; if it fails, `onErrorDriveWith`.
    public func asDriver(onErrorDriveWith: Driver<Element>) -> Driver<Element> {
        asSharedSequence(onErrorDriveWith: onErrorDriveWith)
    }

    /// The sequence; if it fails, the one that `onErrorRecover` makes of the error.
    public func asDriver(onErrorRecover: @escaping (any Error) -> Driver<Element>) -> Driver<Element> {
        asSharedSequence(onErrorRecover: onErrorRecover)
    }
}

extension InfallibleType {
    /// The sequence, which doesn't fail, as a driver.
    public func asDriver() -> Driver<Element> { SharedSequence(asObservable().observe(on: DriverSharingStrategy.scheduler)) }
}

extension BehaviorRelay {
    /// The relay, which doesn't fail, as a driver.
    public func asDriver() -> Driver<Element> { SharedSequence(asObservable().observe(on: DriverSharingStrategy.scheduler)) }
}
