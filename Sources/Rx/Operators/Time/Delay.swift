import RxPlatform

extension ObservableType {
    /// The source's elements and its completion, each `dueTime` later, on the scheduler. An error comes at once and drops what
    /// is on its way.
    ///
    ///     source    -1--2-|
    ///     delay(2)
    ///     result    ---1--2-|
    ///
    /// Cost: one timer at a time, however many elements are on their way. On a scheduler of a user's, a timer for each element.
    public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            let delaying = Delaying(observer, Junction(segment), dueTime, scheduler)
            source.subscribe(
                ChildSegment(in: segment), next: { delaying.receive(.next($0)) }, stop: { delaying.receive(.stop($0)) })
        }
        return Observable(run)
    }

    /// The source, subscribed to after `dueTime`, on the scheduler.
    ///
    ///     subscribe              ^
    ///     source                   --1--2--|
    ///     delaySubscription(2)
    ///     result                 ----1--2--|
    ///
    /// Cost: one timer for each subscription, none for an event.
    public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = source
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            segment.own(
                scheduler.scheduleReleasing(after: dueTime) { [observer = consume observer] in
                    if segment.isClosed { return }  // It may have ended just now.
                    let trampoline = source.isTrampolined ? Trampoline.begin() : nil
                    source.attach(segment, next: observer.send, stop: observer.stop)
                    trampoline?.end()
                })
        }
        return Observable(run)
    }
}

/// Used inside the gate only, except for `receive`.
///
/// When an event is due, uptime tells, which nobody sets, and in virtual time its clock. On a scheduler of a user's, whose `now` may be a clock
/// that is set, each event has a timer of its own: the first to fire sends the first event.
private final class Delaying<Element> {
    struct Timed {
        /// In nanoseconds of uptime; of no meaning on other schedulers.
        let time: UInt64
        let event: Event<Element>
    }

    private let observer: Observer<Element>
    private let junction: Junction
    private let dueTime: RxTimeInterval
    private let scheduler: any SchedulerType
    /// Then it keeps nothing.
    private let isNever: Bool
    private let slot: TimerSlot
    private let goesByUptime: Bool
    private let virtual: Virtual?
    private let queue = RingBuffer<Timed>()
    private var isPending = false
    /// On a scheduler of a user's.
    private let timers: CompositeDisposable?

    /// When the events in the queue are due.
    private final class Virtual {
        let clock: any VirtualClock
        let dueTimes = RingBuffer<VirtualPoint>()
        init(_ clock: any VirtualClock) { self.clock = clock }
    }

    init(
        _ observer: Observer<Element>, _ junction: Junction, _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType
    ) {
        self.observer = observer
        self.junction = junction
        self.dueTime = dueTime
        isNever = dueTime.inNanoseconds == nil
        self.scheduler = scheduler
        slot = TimerSlot(junction.segment, scheduler)
        goesByUptime = scheduler is any MonotonicTimers
        virtual = goesByUptime ? nil : (scheduler as? any VirtualClock).map(Virtual.init)
        timers = goesByUptime || virtual != nil ? nil : CompositeDisposable()
        if let timers { junction.segment.own(timers) }
    }

    func receive(_ event: Event<Element>) {
        if case .error(let error) = event {
            junction.pass(error) { [observer] in observer.stop($0) }
        } else {
            junction.pass(Timed(time: goesByUptime ? UptimeClock.now : 0, event: event), to: enqueue)
        }
    }

    private func enqueue(_ item: Timed) {
        if isNever { return }
        if let virtual {
            guard let due = virtual.clock.point(after: dueTime) else { return }  // Nor will any after it be.
            virtual.dueTimes.append(due)
        }
        queue.append(item)
        if timers != nil { return setTimerOfItsOwn() }
        if isPending { return }
        isPending = true
        if let virtual { setTimer(virtual) } else { setTimer(dueTime) }
    }

    private func setTimer(_ interval: RxTimeInterval) {
        slot.set(interval) { self.junction.visit(self.fire) }
    }

    private func setTimer(_ virtual: Virtual) {
        slot.set(at: virtual.dueTimes.first, on: virtual.clock) { self.junction.visit(self.fire) }
    }

    private func fire() {
        guard sendFirst() else { return }
        // Where time stands still, events of one time are work of their own each, as in RxSwift.
        if let virtual { return setTimer(virtual) }
        while let next = queue.first {
            let now = UptimeClock.now  // Of another processor than the event's time, perhaps: not before it.
            let rest = dueTime.remaining(after: now - min(now, next.time))
            if !rest.isOver { return setTimer(rest) }
            guard sendFirst() else { return }
        }
    }

    /// Whether there are more to send.
    private func sendFirst() -> Bool {
        _ = virtual?.dueTimes.removeFirst()
        observer.on(queue.removeFirst().event)
        isPending = !junction.segment.isClosed && !queue.isEmpty
        return isPending
    }

    private func setTimerOfItsOwn() {
        guard let timers else { return }
        let timer = SingleAssignmentDisposable()
        guard let key = timers.insert(timer) else { return }
        timer.setDisposable(
            scheduler.scheduleReleasing(after: dueTime) {
                // Not disposed of: it is running. Where it isn't there, a user's scheduler runs it once more.
                guard timers.take(key) != nil else { return }
                self.junction.visit { _ = self.sendFirst() }
            })
    }
}
