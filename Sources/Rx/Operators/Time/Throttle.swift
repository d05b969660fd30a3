extension ObservableType {
    /// At most one element in each stretch of `dueTime`: the first at once; with `latest` also the last one of a stretch, at
    /// its end.
    ///
    ///     source       -1-2-3------4--5-|
    ///     throttle(4)
    ///     result       -1---3------4---5|
    ///
    /// Completion waits for an element that is waiting; an error doesn't. Elements that waited are sent on the scheduler.
    /// Cost: no allocation for an event; on real-time schedulers no look at the clock either while an element waits. On a scheduler of a
    /// user's no look at the clock at all, and a timer for each stretch.
    @inlinable @inline(__always)
    public func throttle(
        _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
    ) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let throttling = Throttling(observer, Junction(segment), dueTime, keepingLatest: latest, scheduler)
            if segment.isClosed { return }
            source.subscribe(
                segment.childForFirstSource(),
                // What is surely dropped needn't take its turn.
                next: { if latest || !throttling.droppedUntil.isSurelyAhead() { throttling.pass($0) } },
                stop: { throttling.junction.pass($0, to: throttling.stop) })
        }
        return Observable(run)
    }
}

/// Used inside the gate only.
@usableFromInline
final class Throttling<Element> {
    @usableFromInline let observer: Rx.Observer<Element>
    @usableFromInline let junction: Junction
    @usableFromInline let keepsLatest: Bool
    /// The end of the stretch, where elements before it are dropped. May be asked outside the gate.
    @usableFromInline let droppedUntil = CoarseDeadline()
    // Unchecked: the gate serialises access.
    @exclusivity(unchecked) @usableFromInline var stretch: Stretch
    /// Waits for the end of the stretch; then the timer is pending.
    @exclusivity(unchecked) @usableFromInline var waiting: Element?
    @exclusivity(unchecked) private var hasCompleted = false

    @usableFromInline
    init(
        _ observer: Rx.Observer<Element>, _ junction: Junction, _ dueTime: RxTimeInterval, keepingLatest: Bool, _ scheduler: any SchedulerType
    ) {
        self.observer = observer
        self.junction = junction
        keepsLatest = keepingLatest
        stretch = Stretch(dueTime, scheduler, TimerSlot(junction.segment, scheduler))
    }

    /// Out of line, so that what is dropped before doesn't pay for it. `Junction.pass` written out: the compiler would count a reference to what
    /// that gets from here.
    @inlinable @inline(never)
    func pass(_ element: Element) {
        if junction.segment.enter() {
            receive(element)
            junction.mailbox.finish()
        } else {
            junction.mailbox.post { self.receive(element) }
        }
    }

    @inlinable @inline(__always)
    func receive(_ element: Element) {
        if waiting != nil, !stretch.endsBeforeItsTimer {
            waiting = element
        } else if stretch.isOver() {
            send(element)
        } else if keepsLatest {
            wait(element)
        }
    }

    @inlinable
    func send(_ element: Element) {
        waiting = nil
        observer.send(element)
        // Afterwards, so that an observer that takes its time has time left.
        stretch.begin { self.junction.visit(self.fire) }
        if !keepsLatest, stretch.clock == .uptime { droppedUntil.set(to: stretch.end) }
    }

    @usableFromInline
    func wait(_ element: Element) {
        let isWaiting = waiting != nil
        waiting = element
        if !isWaiting { stretch.setTimer { self.junction.visit(self.fire) } }
    }

    @usableFromInline
    func fire() {
        stretch.hasEnded()
        if let waiting { send(waiting) }
        if hasCompleted, !junction.segment.isClosed { observer.stop(nil) }
    }

    @usableFromInline
    func stop(_ error: (any Error)?) {
        if error == nil, waiting != nil { hasCompleted = true } else { observer.stop(error) }
    }
}
