import RxPlatform

extension ObservableType {
    /// The source's events, in order, delivered on `scheduler`.
    ///
    ///     source    --1-2-3--x
    ///     scheduler ---1-2-3--x
    ///
    /// The source is not slowed down: events wait in a queue without a bound. Nothing is delivered after `dispose`.
    ///
    /// Cost: on a serial scheduler of this library, a place in a queue that is used again, and one work item for a burst of
    /// events; on others a work item for each event, one after the other.
    @inlinable @inline(__always)
    public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
        let source = source, counted = CountedObservable.of(scheduler)
        @inline(__always)
        func run(_ observer: __owned Rx.Observer<Element>, _ segment: Segment) {
            withExtendedLifetime(counted) {}  // It lives as long as the observable does.
            let crossing = Crossing(observer, segment, scheduler)
            source.subscribe(
                segment.childForFirstSource(), next: { crossing.post(.next($0)) }, stop: { crossing.post(.stop($0)) })
        }
        return Observable(run)
    }

    @available(*, deprecated, renamed: "observe(on:)")
    public func observeOn(_ scheduler: any ImmediateSchedulerType) -> Observable<Element> { observe(on: scheduler) }
}

/// The events of one subscription on their way to a scheduler.
@usableFromInline
final class Crossing<Element>: Resumable, @unchecked Sendable {
    // Sendable: the inbox and `waking` see to themselves; the rest is constant, or belongs to the consumer, of which there is one at a time.
    @usableFromInline let observer: Rx.Observer<Element>
    @usableFromInline let segment: Segment
    /// The segment's.
    @usableFromInline let core: Core
    private let executor: (any SerialExecutorScheduler)?
    private let scheduler: any ImmediateSchedulerType
    /// What the executor holds of it.
    private let waiting: WaitingWork?
    /// What any other scheduler has to do.
    private let scheduled = SerialDisposable()
    @usableFromInline let inbox = CoreInbox<Event<Element>>()
    @usableFromInline let waking = Waking()
    /// What the consumer has taken and not delivered: stored once a batch, as `waking` is.
    @exclusivity(unchecked) @usableFromInline var batch: UInt = 0

    @usableFromInline
    init(_ observer: Rx.Observer<Element>, _ segment: Segment, _ scheduler: any ImmediateSchedulerType) {
        self.observer = observer
        self.segment = segment
        self.scheduler = scheduler
        core = segment.core
        // On the current thread the order among its other work shows: one event a turn there.
        executor = scheduler is CurrentThreadScheduler ? nil : scheduler as? any SerialExecutorScheduler
        waiting = executor == nil ? nil : WaitingWork()
        super.init()
        if let waiting { segment.own(waiting) } else { segment.own { [scheduled] in scheduled.disposeWithoutWaiting() } }
    }

    @usableFromInline
    deinit {
        if batch != 0 { inbox.free(batch, segment) }
        inbox.freeMessages(segment, self)
        inbox.untyped.freeRoom()
    }

    /// By the source, serially.
    @inlinable @inline(__always)
    func post(_ event: Event<Element>) {
        // In a flood, too, it doesn't give way: on a busy processor the consumer would then catch up, rest, and be woken for each event.
        inbox.put(event, self, core)
        if waking.signal() { wake() }
    }

    @usableFromInline
    func wake() {
        guard let executor, let waiting else { return hop() }
        if waiting.begin(self) { executor.execute(waiting.resume) }
    }

    /// On an executor, which runs one consumer at a time: delivers a burst.
    @inlinable
    override func resume() {
        guard segment.enter() else { return }
        var left = Tuning.burst
        while true {
            if batch == 0 { look() }
            let count = deliver(atMost: left)
            left &-= count
            if segment.isClosed || left == 0 { break }
            if count == 0, waking.rest() { break }
            Gathering.pause(after: count)
        }
        segment.leaveWithoutMail()
        if left == 0 { wake() }
    }

    /// By the consumer, which has nothing at hand.
    @inlinable @inline(__always)
    func look() {
        waking.willLook()
        batch = inbox.take(self, core)
    }

    /// By the consumer, inside the segment. Returns how many events it has taken.
    @inlinable @inline(__always)
    func deliver(atMost limit: Int) -> Int {
        let (count, rest) = inbox.hand(batch, atMost: limit, core) { event in if !segment.isClosed { observer.on(event) } }
        batch = rest
        return count
    }

    /// On any scheduler: one event, and then work of its own for the next one.
    @usableFromInline
    func hop() {
        if segment.isClosed { return }
        let hop = SingleAssignmentDisposable()
        scheduled.disposable = hop
        hop.setDisposable(scheduler.scheduleReleasing { [self] in resumeHopping() })
    }

    private func resumeHopping() {
        if batch == 0 { look() }
        var count = 0
        segment.deliver { count = deliver(atMost: 1) }
        if segment.isClosed || count == 0 && waking.rest() { return }
        while batch == 0 {
            look()
            if batch == 0, waking.rest() { return }
        }
        hop()
    }
}

/// Stands for one observable of `observe(on:)` to a `SerialDispatchQueueScheduler` of RxSwift's vocabulary.
@usableFromInline
final class CountedObservable: Sendable {
    fileprivate static let count = Word(0)

    private init() { CountedObservable.count.add(1) }
    deinit { CountedObservable.count.subtract(1) }

    @usableFromInline
    static func of(_ scheduler: any ImmediateSchedulerType) -> CountedObservable? {
        scheduler is SerialDispatchQueueScheduler && !(scheduler is SerialScheduler) ? CountedObservable() : nil
    }
}

extension Resources {
    /// How many observables that `observe(on:)` made for a `SerialDispatchQueueScheduler` live, subscribed to or not. May be read on
    /// any thread.
    public static var numberOfSerialDispatchQueueObservables: Int32 {
        Int32(truncatingIfNeeded: CountedObservable.count.loadAcquiring())
    }
}
