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
    /// Cost: one work item of the scheduler for each subscription; on one of this library's schedulers it is the only allocation beside
    /// the subscription.
    @_disfavoredOverload
    @inlinable
    public static func timer(
        _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
    ) -> Observable<Element> {
        if period == nil, let scheduler = scheduler as? any TimerScheduler {  // Asked once, not by each subscription.
            return Observable({ observer, segment in start(observer, segment, dueTime, scheduler) }, isTrampolined: false)
        }
        return Observable { observer, segment in schedule(observer, segment, dueTime, period, scheduler) }
    }

    /// As the other one, for a scheduler whose type is known: nothing is kept of the observable in a chain in one expression.
    @_documentation(visibility: internal)
    @inlinable @inline(__always)
    public static func timer<Scheduler: SchedulerType>(
        _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: Scheduler
    ) -> Observable<Element> {
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            if period == nil, let scheduler = scheduler as? any TimerScheduler {
                start(observer, segment, dueTime, scheduler)
            } else {
                schedule(observer, segment, dueTime, period, scheduler)
            }
        }
        return Observable(run, isTrampolined: period != nil || !(scheduler is any TimerScheduler))
    }

    /// Runs nothing before it returns: that needs no trampoline.
    @inlinable @inline(__always)
    static func start(
        _ observer: __owned Rx.Observer<Element>, _ segment: Segment, _ dueTime: RxTimeInterval, _ scheduler: some TimerScheduler
    ) {
        let item = TimerItem(observer, segment)
        // Owned afterwards: the thread that ends an item takes it off the timers that it is on.
        if scheduler.start(item, after: dueTime) { segment.own(item as SegmentItem) }
    }

    @inlinable @inline(__always)
    static func schedule(
        _ observer: __owned Rx.Observer<Element>, _ segment: Segment, _ dueTime: RxTimeInterval, _ period: RxTimeInterval?,
        _ scheduler: some SchedulerType
    ) {
        if let period {
            segment.own(
                scheduler.scheduleReleasing(0 as Element, startAfter: dueTime, period: period) { tick in
                    segment.deliver { observer.send(tick) }
                    return tick &+ 1
                })
        } else {
            segment.own(
                scheduler.scheduleReleasing(after: dueTime) {
                    segment.deliver {
                        observer.send(0)
                        if !segment.isClosed { observer.stop(nil) }
                    }
                })
        }
    }
}

/// Sends 0 and completes: the scheduler's work item and what it captures, as one object.
@usableFromInline
final class TimerItem<Element: FixedWidthInteger>: WorkItem, @unchecked Sendable {  // Sendable: see `WorkItem`.
    @exclusivity(unchecked) @usableFromInline var observer: Rx.Observer<Element>?
    @exclusivity(unchecked) @usableFromInline var segment: Segment?

    @inlinable
    init(_ observer: Rx.Observer<Element>, _ segment: Segment) {
        self.observer = observer
        self.segment = segment
        super.init()
    }

    @inlinable
    override func start() -> any Disposable {
        if let observer = observer.take(), let segment = segment.take() {
            segment.deliver {
                observer.send(0)
                if !segment.isClosed { observer.stop(nil) }
            }
        }
        return NopDisposable()
    }

    @inlinable
    override func drop() {
        observer = nil
        segment = nil
    }
}
