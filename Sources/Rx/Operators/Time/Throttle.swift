import Dispatch

extension ObservableType {
    /// At most one element in each stretch of `dueTime`: the first at once; with `latest` also the last one of a stretch, at
    /// its end.
    ///
    ///     source       -1-2-3------4--5-|
    ///     throttle(4)
    ///     result       -1---3------4---5|
    ///
    /// Completion waits for an element that is waiting; an error doesn't. Elements that waited are sent on the scheduler.
    /// Cost: no allocation for an event; on real-time schedulers no look at the clock either while an element waits.
    @inlinable @inline(__always)
    public func throttle(
        _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
    ) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let throttling = Throttling(observer, Junction(segment), dueTime, scheduler)
            throttling.junction.subscribe(
                source, next: { throttling.receive($0, keeping: latest) }, stop: throttling.stop)
        }
        return Observable(run)
    }
}

/// Used inside the gate only.
@usableFromInline
final class Throttling<Element> {
    @usableFromInline let observer: Rx.Observer<Element>
    @usableFromInline let junction: Junction
    @usableFromInline let dueTime: RxTimeInterval
    @usableFromInline let scheduler: any SchedulerType
    @usableFromInline let slot: TimerSlot
    /// Whether the end of a stretch may have come although its timer has yet to run: where time stands still, that is a
    /// matter of order; elsewhere the timer is as good as the clock.
    @usableFromInline let consultsClock: Bool
    // Unchecked: the gate serialises access.
    /// Waits for the end of the stretch; then the timer is pending.
    @exclusivity(unchecked) @usableFromInline var waiting: Element?
    /// When the current stretch began.
    @exclusivity(unchecked) @usableFromInline var start: RxTime?
    @exclusivity(unchecked) private var hasCompleted = false

    @usableFromInline
    init(
        _ observer: Rx.Observer<Element>, _ junction: Junction, _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType
    ) {
        self.observer = observer
        self.junction = junction
        self.dueTime = dueTime
        self.scheduler = scheduler
        slot = TimerSlot(junction.segment, scheduler)
        consultsClock = scheduler is any VirtualClock
    }

    @inlinable @inline(__always)
    func receive(_ element: Element, keeping latest: Bool) {
        if !consultsClock, waiting != nil {
            waiting = element
        } else {
            receive(element, at: scheduler.now, keeping: latest)
        }
    }

    @inlinable
    func receive(_ element: Element, at now: RxTime, keeping latest: Bool) {
        guard let start else { return send(element) }
        let rest = dueTime.remaining(since: start, at: now)
        if rest.isOver { return send(element) }
        guard latest else { return }
        let isWaiting = waiting != nil
        waiting = element
        if !isWaiting { slot.set(rest) { self.junction.visit(self.fire) } }
    }

    @inlinable
    func send(_ element: Element) {
        waiting = nil
        observer.send(element)
        start = scheduler.now
    }

    @usableFromInline
    func fire() {
        if let waiting { send(waiting) }
        if hasCompleted, !junction.segment.isClosed { observer.stop(nil) }
    }

    @usableFromInline
    func stop(_ error: (any Error)?) {
        if error == nil, waiting != nil { hasCompleted = true } else { observer.stop(error) }
    }
}
