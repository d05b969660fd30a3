extension ObservableType {
    /// All but the first `count` elements; all if `count` isn't positive.
    ///
    ///     source  --1--2--3--4--|
    ///     skip(2)
    ///     result  --------3--4--|
    ///
    /// Cost: one cell for each subscription, no allocation for an event.
    @inlinable @inline(__always)
    public func skip(_ count: Int) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let left = Cell(count)
            let stop = observer.stop
            source.attach(
                segment,
                next: { [observer = consume observer] element in
                    if left.value > 0 { left.value &-= 1 } else { observer.send(element) }
                }, stop: consume stop)
        }
        return Observable(run)
    }

    /// The elements from the first for which `predicate` is false on; it isn't asked any more after that. A throw ends the
    /// sequence with that error.
    ///
    ///     source  --1--2--3--1--|
    ///     skip(while: { $0 < 3 })
    ///     result  --------3--1--|
    ///
    /// Cost: one cell for each subscription, no allocation for an event.
    @inlinable @inline(__always)
    public func skip(while predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let isOpen = Cell(false)
            let stop = observer.stop
            source.attach(
                segment,
                next: { [observer = consume observer] element in
                    if !isOpen.value {
                        do { if try predicate(element) { return } } catch { return observer.stop(error) }
                        isOpen.value = true
                    }
                    observer.send(element)
                }, stop: consume stop)
        }
        return Observable(run)
    }

    /// The elements that come later than `duration` after the subscription.
    ///
    ///     source  --1--2--3--4--|
    ///     skip(6)
    ///     result  --------3--4--|
    ///
    /// Cost: one timer; an atomic load for each event.
    @inlinable
    public func skip(_ duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let isOpen = Flag()
            segment.own(scheduler.scheduleReleasing(after: duration) { isOpen.raise() })
            let stop = observer.stop
            source.attach(
                segment, next: { [observer = consume observer] in if isOpen.isRaised { observer.send($0) } }, stop: consume stop)
        }
        return Observable(run)
    }

    @available(*, deprecated, renamed: "skip(while:)")
    public func skipWhile(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        skip(while: predicate)
    }
}
