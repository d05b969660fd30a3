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
    /// the subscription. Without a period, with nothing in between and without `onDisposed`, the subscription is the work item: 64 bytes while
    /// it waits, 32 more for who is told of completion, and a segment when its time comes.
    @_disfavoredOverload
    @inlinable
    public static func timer(
        _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: any SchedulerType
    ) -> Observable<Element> {
        let origin = origin(period, type(of: scheduler))
        return Observable(
            { observer, segment in attach(observer, segment, dueTime, period, scheduler) }, isTrampolined: origin == .other,
            origin: origin)
    }

    /// As the other one, for a scheduler whose type is known: nothing is kept of the observable in a chain in one expression.
    @_documentation(visibility: internal)
    @inlinable @inline(__always)
    public static func timer<Scheduler: SchedulerType>(
        _ dueTime: RxTimeInterval, period: RxTimeInterval? = nil, scheduler: Scheduler
    ) -> Observable<Element> {
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            attach(observer, segment, dueTime, period, scheduler)
        }
        let origin = origin(period, Scheduler.self)
        return Observable(run, isTrampolined: origin == .other, origin: origin)
    }

    /// Of those schedulers that start items none runs anything while it is subscribed to: that needs no trampoline.
    @inlinable @inline(__always)
    static func origin(_ period: RxTimeInterval?, _ scheduler: any SchedulerType.Type) -> Origin {
        period == nil && Element.self == Int.self && scheduler._startsItems ? .timer : .other
    }

    @inlinable @inline(__always)
    static func attach<Scheduler: SchedulerType>(
        _ observer: __owned Rx.Observer<Element>, _ segment: Segment, _ dueTime: RxTimeInterval, _ period: RxTimeInterval?,
        _ scheduler: Scheduler
    ) {
        assert(TimerSubscription.inGuise(of: segment) == nil || origin(period, Scheduler.self) == .timer, "no segment, and it is needed")
        if let period {
            segment.own(
                scheduler.scheduleReleasing(0 as Element, startAfter: dueTime, period: period) { tick in
                    segment.deliver { observer.send(tick) }
                    return tick &+ 1
                })
        } else if Scheduler._startsItems {
            if Element.self == Int.self, let timer = TimerSubscription.inGuise(of: segment) {
                timer.tell(observer.next)
                if !scheduler._start(TimerEntry(timer).pointer, after: dueTime) { timer.forgetObserver() }
                return
            }
            let item = Unmanaged.passRetained(TimerItem(observer, segment) as SegmentItem)  // For the segment.
            // Owned afterwards: who ends an item takes it off the timers that it is on.
            if scheduler._start(item.toOpaque(), after: dueTime) {
                segment.own(item)
            } else {
                item.release()
            }
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
    override func start(_ result: UnsafeMutablePointer<any Disposable>) {
        if let observer = observer.take(), let segment = segment.take() {
            segment.deliver {
                observer.send(0)
                if !segment.isClosed { observer.stop(nil) }
            }
        }
        result.initialize(to: NopDisposable())
    }

    @inlinable
    override func drop() {
        observer = nil
        segment = nil
    }
}
