extension ObservableType {
    /// One element, then completion, both during `subscribe`.
    ///
    ///     result  1|
    ///
    /// Cost: flattened by `flatMap` and its kin without a subscription.
    @inlinable @inline(__always)
    public static func just(_ element: Element) -> Observable<Element> { Observable(scalar: .just(element)) }

    /// One element, then completion, each as work of its own on `scheduler`.
    public static func just(_ element: Element, scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            segment.own(
                scheduler.scheduleReleasing { [observer = consume observer] in
                    segment.deliver { observer.send(element) }
                    segment.own(scheduler.scheduleReleasing { segment.deliver { observer.stop(nil) } })
                })
        }
        return Observable(run)
    }

    /// No element, only completion.
    ///
    ///     result  |
    ///
    /// Cost: as `just`.
    @inlinable
    public static func empty() -> Observable<Element> { Observable(scalar: .empty) }

    /// No event, ever.
    ///
    ///     result  -----
    ///
    /// Cost: that of the subscription.
    @inlinable
    public static func never() -> Observable<Element> {
        Observable({ _, _ in }, where: nil, isTrampolined: false)
    }

    /// Only an error.
    ///
    ///     result  x
    ///
    /// Cost: as `just`.
    @inlinable
    public static func error(_ error: any Error) -> Observable<Element> { Observable(scalar: .error(error)) }
}
