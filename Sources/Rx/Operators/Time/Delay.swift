extension ObservableType {
    /// The source's elements and its completion, each `dueTime` later, on the scheduler. An error comes at once and drops what
    /// is on its way.
    ///
    ///     source    -1--2-|
    ///     delay(2)
    ///     result    ---1--2-|
    ///
    /// Cost: one timer at a time, however many elements are on their way.
    public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
        let source = source
        return Observable { observer, segment in
            let delaying = Delaying(observer, Junction(segment), dueTime, scheduler)
            source.subscribe(
                ChildSegment(in: segment), next: { delaying.receive(.next($0)) }, stop: { delaying.receive(.stop($0)) })
        }
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
        return Observable { observer, segment in
            segment.own(
                scheduler.scheduleReleasing(after: dueTime) {
                    let trampoline = source.isTrampolined ? Trampoline.begin() : nil
                    source.attach(segment, next: observer.send, stop: observer.stop)
                    trampoline?.end()
                })
        }
    }
}

/// Used inside the gate only, except for `receive`.
private final class Delaying<Element> {
    struct Timed {
        let time: RxTime
        let event: Event<Element>
    }

    private let observer: Observer<Element>
    private let junction: Junction
    private let dueTime: RxTimeInterval
    private let scheduler: any SchedulerType
    private let slot: TimerSlot
    /// Where time stands still, events of one time are work of their own each, as in RxSwift.
    private let sendsOneAtATime: Bool
    private let queue = RingBuffer<Timed>()
    private var isPending = false

    init(
        _ observer: Observer<Element>, _ junction: Junction, _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType
    ) {
        self.observer = observer
        self.junction = junction
        self.dueTime = dueTime
        self.scheduler = scheduler
        slot = TimerSlot(junction.segment, scheduler)
        sendsOneAtATime = scheduler is any VirtualClock
    }

    func receive(_ event: Event<Element>) {
        if case .error(let error) = event {
            junction.pass(error) { [observer] in observer.stop($0) }
        } else {
            junction.pass(Timed(time: scheduler.now, event: event), to: enqueue)
        }
    }

    private func enqueue(_ item: Timed) {
        queue.append(item)
        if !isPending { set(dueTime) }
    }

    private func set(_ interval: RxTimeInterval) {
        isPending = true
        slot.set(interval) { self.junction.visit(self.fire) }
    }

    private func fire() {
        isPending = false
        while !queue.isEmpty {
            observer.on(queue.removeFirst().event)
            guard !junction.segment.isClosed, let next = queue.first else { return }
            let rest = dueTime.remaining(since: next.time, at: scheduler.now)
            if sendsOneAtATime || !rest.isOver { return set(rest) }
        }
    }
}
