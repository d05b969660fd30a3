/// How the subscribers of a `SharedSequence` share it, and where they are told.
public protocol SharingStrategyProtocol {
    /// Where the elements are delivered. Asked when a sequence is built.
    static var scheduler: any SchedulerType { get }

    /// `source`, shared.
    static func share<Element>(_ source: Observable<Element>) -> Observable<Element>
}

/// Anything that can be turned into a shared sequence; the bound of the operators of `SharedSequence`.
public protocol SharedSequenceConvertibleType<SharingStrategy, Element>: ObservableConvertibleType {
    associatedtype SharingStrategy: SharingStrategyProtocol

    func asSharedSequence() -> SharedSequence<SharingStrategy, Element>
}

extension SharedSequenceConvertibleType {
    /// The sequence without its promises.
    @inlinable
    public func asObservable() -> Observable<Element> { asSharedSequence().asObservable() }
}

/// A sequence that can't fail, whose elements come on one scheduler, and which its subscribers share, each as its strategy
/// says: see `Driver` and `Signal`. Each operator shares its result anew.
public struct SharedSequence<SharingStrategy: SharingStrategyProtocol, Element>: SharedSequenceConvertibleType, Sendable {
    @usableFromInline let observable: Observable<Element>

    /// Shares `source`, which must not fail and must deliver on the strategy's scheduler.
    @inlinable
    init(_ source: Observable<Element>) { observable = SharingStrategy.share(source) }

    /// As it is: for sources that keep the promises without being shared.
    @inlinable
    init(raw: Observable<Element>) { observable = raw }

    /// The sequence without its promises.
    @inlinable
    public func asObservable() -> Observable<Element> { observable }

    /// Itself.
    @inlinable
    public func asSharedSequence() -> SharedSequence<SharingStrategy, Element> { self }

    /// The sequence with the weaker promise.
    public func asInfallible() -> Infallible<Element> { Infallible(raw: observable) }

    /// The elements as an asynchronous sequence; see `ObservableConvertibleType.values`.
    @MainActor
    public var values: AsyncStream<Element> { AsyncStream(of: observable) }
}

// MARK: Making

extension SharedSequence {
    /// No element, only completion, on the strategy's scheduler.
    public static func empty() -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .empty().subscribe(on: SharingStrategy.scheduler))
    }

    /// No event, ever.
    public static func never() -> SharedSequence<SharingStrategy, Element> { SharedSequence(raw: .never()) }

    /// One element, then completion, on the strategy's scheduler.
    public static func just(_ element: Element) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .just(element).subscribe(on: SharingStrategy.scheduler))
    }

    /// The given elements, then completion, on the strategy's scheduler.
    public static func of(_ elements: Element...) -> SharedSequence<SharingStrategy, Element> { from(elements) }

    /// The elements of an array, then completion, on the strategy's scheduler.
    public static func from(_ array: [Element]) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .from(array, scheduler: SharingStrategy.scheduler))
    }

    /// The elements of a sequence, then completion, on the strategy's scheduler.
    public static func from<Sequence: Swift.Sequence>(
        _ sequence: Sequence
    ) -> SharedSequence<SharingStrategy, Element> where Sequence.Element == Element {
        SharedSequence(raw: .from(sequence, scheduler: SharingStrategy.scheduler))
    }

    /// The element, if there is one, then completion, on the strategy's scheduler.
    public static func from(optional: Element?) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(raw: .from(optional: optional, scheduler: SharingStrategy.scheduler))
    }

    /// The sequence that `observableFactory` makes; it runs once for each subscription to the source.
    public static func deferred(
        _ observableFactory: @escaping () -> SharedSequence<SharingStrategy, Element>
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.deferred { observableFactory().observable })
    }
}

extension SharedSequence where Element: FixedWidthInteger {
    /// 0 after one period, then one more after each period, for ever.
    public static func interval(_ period: RxTimeInterval) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.interval(period, scheduler: SharingStrategy.scheduler))
    }

    /// 0 after `dueTime`, then one more after each period, for ever.
    public static func timer(
        _ dueTime: RxTimeInterval, period: RxTimeInterval
    ) -> SharedSequence<SharingStrategy, Element> {
        SharedSequence(.timer(dueTime, period: period, scheduler: SharingStrategy.scheduler))
    }
}
