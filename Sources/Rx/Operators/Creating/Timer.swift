extension ObservableType where Element: FixedWidthInteger {
    /// 0 after one period, then one more after each period, for ever. The counter wraps.
    ///
    ///     interval(--)
    ///     result  --0--1--2--3…
    ///
    /// Cost: one periodic work item of the scheduler for each subscription.
    @inlinable
    public static func interval(
        _ period: RxTimeInterval, scheduler: any SchedulerType
    ) -> Observable<Element> {
        timer(period, period: period, scheduler: scheduler)
    }

    /// 0 after `dueTime`, then completion; with a period no completion but one more after each period, for ever.
    ///
    ///     timer(----)              ----0|
    ///     timer(----, period: --)  ----0--1--2…
    ///
    /// Cost: one work item of the scheduler for each subscription.
    @inlinable @inline(__always)
    public static func timer(
        _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
    ) -> Observable<Element> {
        @inline(__always)
        func run(_ observer: Rx.Observer<Element>, _ segment: Segment) {
            guard let period else {
                return segment.own(
                    scheduler.scheduleRelative((), dueTime: dueTime) { _ in
                        segment.deliver {
                            observer.send(0)
                            if !segment.isClosed { observer.stop(nil) }
                        }
                        return Disposables.create()
                    })
            }
            segment.own(
                scheduler.schedulePeriodic(0 as Element, startAfter: dueTime, period: period) { tick in
                    segment.deliver { observer.send(tick) }
                    return tick &+ 1
                })
        }
        return Observable(run)
    }
}
