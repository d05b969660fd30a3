/// A shared sequence of what happens in a user interface: it can't fail, delivers on the main scheduler, and replays nothing.
/// The source runs as long as there are subscribers.
///
/// Cost: each operator shares its result: that of the operator, and of `share()`.
public typealias Signal<Element> = SharedSequence<SignalSharingStrategy, Element>

/// Shares without a replay, while there are subscribers.
public struct SignalSharingStrategy: SharingStrategyProtocol, Sendable {
    public static var scheduler: any SchedulerType { SharingScheduler.make() }

    public static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 0, scope: .whileConnected)
    }
}

extension SharedSequenceConvertibleType where SharingStrategy == SignalSharingStrategy {
    /// The signal.
    public func asSignal() -> Signal<Element> { asSharedSequence() }
}

// MARK: From other sequences

extension ObservableConvertibleType {
    /// The sequence; if it fails, `onErrorJustReturn` and completion.
    public func asSignal(onErrorJustReturn: Element) -> Signal<Element> {
        asSharedSequence(onErrorJustReturn: onErrorJustReturn)
    }

    /// The sequence; if it fails, `onErrorSignalWith`.
    ///
    /// Cost: as `observe(on:)`, `catch` and `share()`.
    public func asSignal(onErrorSignalWith: Signal<Element>) -> Signal<Element> {
        asSharedSequence(onErrorDriveWith: onErrorSignalWith)
    }

    /// The sequence; if it fails, the one that `onErrorRecover` makes of the error.
    public func asSignal(onErrorRecover: @escaping (any Error) -> Signal<Element>) -> Signal<Element> {
        asSharedSequence(onErrorRecover: onErrorRecover)
    }
}

extension PublishRelay {
    /// The relay, which doesn't fail, as a signal.
    public func asSignal() -> Signal<Element> { SharedSequence(asObservable().observe(on: SignalSharingStrategy.scheduler)) }
}
