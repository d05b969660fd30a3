extension Infallible {
    public typealias InfallibleObserver = (InfallibleEvent<Element>) -> Void

    /// A sequence made by a closure that runs for each subscription; see `ObservableType.create`.
    public static func create(
        subscribe: @escaping (@escaping @Sendable (InfallibleEvent<Element>) -> Void) -> any Disposable
    ) -> Infallible<Element> {
        Infallible(raw: .create { observer in subscribe { observer.on($0.event) } })
    }

    /// The given elements, then completion.
    @inlinable @inline(__always)
    public static func of(
        _ elements: Element..., scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> {
        Infallible(raw: .from(elements, scheduler: scheduler))
    }

    /// The elements of an array, then completion.
    @inlinable @inline(__always)
    public static func from(
        _ array: [Element], scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> {
        Infallible(raw: .from(array, scheduler: scheduler))
    }

    /// The elements of a sequence, then completion. Each subscription makes an iterator of its own.
    @inlinable @inline(__always)
    public static func from<Sequence: Swift.Sequence>(
        _ sequence: Sequence, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
    ) -> Infallible<Element> where Sequence.Element == Element {
        Infallible(raw: .from(sequence, scheduler: scheduler))
    }
}

extension InfallibleType {
    /// One element, then completion.
    @inlinable @inline(__always)
    public static func just(_ element: Element) -> Infallible<Element> { Infallible(raw: .just(element)) }

    /// One element, then completion, each as work of its own on `scheduler`.
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Infallible<Element> {
        Infallible(raw: .just(element, scheduler: scheduler))
    }

    /// No element, only completion.
    public static func empty() -> Infallible<Element> { Infallible(raw: .empty()) }

    /// No event, ever.
    public static func never() -> Infallible<Element> { Infallible(raw: .never()) }

    /// The sequence that `observableFactory` makes; it runs once for each subscription. A throw breaks the promise.
    public static func deferred(
        _ observableFactory: @escaping () throws -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(raw: .deferred { try observableFactory().observable })
    }
}

// MARK: From other sequences

extension ObservableConvertibleType {
    /// The sequence; if it fails, `element` and completion.
    ///
    /// Cost: as `catchAndReturn`.
    @inlinable @inline(__always)
    public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
        Infallible(raw: asObservable().catchAndReturn(element))
    }

    /// The sequence; if it fails, `infallible`.
    public func asInfallible(onErrorFallbackTo infallible: Infallible<Element>) -> Infallible<Element> {
        Infallible(raw: asObservable().catch { _ in infallible.observable })
    }

    /// The sequence; if it fails, the one that `onErrorRecover` makes of the error.
    public func asInfallible(
        onErrorRecover: @escaping (any Error) -> Infallible<Element>
    ) -> Infallible<Element> {
        Infallible(raw: asObservable().catch { onErrorRecover($0).observable })
    }
}

extension PublishRelay {
    /// The elements; a relay doesn't fail.
    public func asInfallible() -> Infallible<Element> { Infallible(raw: asObservable()) }
}

extension BehaviorRelay {
    /// The elements; a relay doesn't fail.
    public func asInfallible() -> Infallible<Element> { Infallible(raw: asObservable()) }
}

extension ReplayRelay {
    /// The elements; a relay doesn't fail.
    public func asInfallible() -> Infallible<Element> { Infallible(raw: asObservable()) }
}
