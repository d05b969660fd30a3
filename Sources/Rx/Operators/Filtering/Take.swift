extension ObservableType {
    /// The first `count` elements, then completion, within the delivery of the last one. Traps if `count` is negative.
    ///
    ///     source  --1--2--3--4--|
    ///     take(2)
    ///     result  --1--2|
    ///
    /// `take(0)` completes without subscribing to the source.
    /// Cost: one cell for each subscription, no allocation for an event.
    @inlinable @inline(__always)
    public func take(_ count: Int) -> Observable<Element> {
        require(count >= 0, "take(_:): a count of \(count) is not allowed, as it is negative")
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            if count == 0 { return segment.deliver { observer.stop(nil) } }
            let left = Cell(count)
            let stop = observer.stop
            source.attach(
                segment,
                next: { [observer = consume observer] element in
                    left.value &-= 1
                    observer.send(element)
                    if left.value == 0, !segment.isClosed { observer.stop(nil) }
                }, stop: consume stop)
        }
        return Observable(run)
    }

    /// The elements that come within `duration` of the subscription, then completion.
    ///
    ///     source   --1--2--3--4--|
    ///     take(for: 6)
    ///     result   --1--2|
    ///
    /// The timer is started before the source is subscribed to.
    /// Cost: one timer and one child subscription.
    @inlinable
    public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = source
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let output = SerializedObserver(observer, segment)
            segment.own(scheduler.scheduleReleasing(after: duration) { output.stop(nil) })
            if segment.isClosed { return }
            source.subscribe(ChildSegment(in: segment), next: output.send, stop: output.stop)
        }
        return Observable(run)
    }

    @available(*, deprecated, renamed: "take(for:scheduler:)")
    public func take(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        take(for: duration, scheduler: scheduler)
    }
}
