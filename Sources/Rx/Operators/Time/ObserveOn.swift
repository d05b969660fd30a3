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
    // Sendable: the queues see to themselves; at most one consumer runs, since only who empties the queue lets another one
    // be scheduled.
    @usableFromInline let observer: Rx.Observer<Element>
    @usableFromInline let segment: Segment
    /// Which of the two queues is there. Asked instead of binding the optional, which costs a retain that both threads feel.
    @usableFromInline let isLocked: Bool
    @usableFromInline let locked: SwapQueue<Event<Element>>?
    @usableFromInline let lockFree: ChunkQueue<Event<Element>>?
    @usableFromInline let executor: (any SerialExecutorScheduler)?
    private let scheduler: any ImmediateSchedulerType
    /// What the executor holds of it.
    private let waiting: WaitingWork?
    /// What any other scheduler has to do.
    private let scheduled = SerialDisposable()

    /// Events that are delivered before other work of the scheduler has a turn.
    @inlinable static var burst: Int { 1024 }

    @usableFromInline
    init(_ observer: Rx.Observer<Element>, _ segment: Segment, _ scheduler: any ImmediateSchedulerType) {
        self.observer = observer
        self.segment = segment
        self.scheduler = scheduler
        switch segment.core {
        case .lock: isLocked = true
        case .queue, .unchecked: isLocked = false
        }
        locked = isLocked ? SwapQueue() : nil
        lockFree = isLocked ? nil : ChunkQueue()
        // On the current thread the order among its other work shows: one event a turn there.
        executor = scheduler is CurrentThreadScheduler ? nil : scheduler as? any SerialExecutorScheduler
        waiting = executor == nil ? nil : WaitingWork()
        super.init()
        if let waiting { segment.own(waiting) } else { segment.own { [scheduled] in scheduled.disposeWithoutWaiting() } }
    }

    /// By the source, serially.
    @inlinable @inline(__always)
    func post(_ event: Event<Element>) {
        let wakes = isLocked ? locked.unsafelyUnwrapped.push(event) : lockFree.unsafelyUnwrapped.push(event)
        if wakes { wake() }
    }

    @inlinable @inline(__always)
    func pop() -> Event<Element>? {
        isLocked ? locked.unsafelyUnwrapped.pop() : lockFree.unsafelyUnwrapped.pop()
    }

    @usableFromInline
    func wake() {
        guard let executor, let waiting else { return hop() }
        if waiting.begin(self) { executor.execute(waiting.resume) }
    }

    /// On an executor, which runs one drain at a time: delivers a burst.
    @inlinable
    override func resume() {
        guard segment.enter() else { return }
        var left = Crossing.burst
        while left > 0, let event = pop() {
            observer.on(event)
            if segment.isClosed { break }
            left -= 1
        }
        segment.leaveWithoutMail()
        if left == 0 { wake() }
    }

    /// On any scheduler: one event, and then work of its own for the next one.
    @usableFromInline
    func hop() {
        if segment.isClosed { return }
        let hop = SingleAssignmentDisposable()
        scheduled.disposable = hop
        hop.setDisposable(
            scheduler.scheduleReleasing { [self] in
                if let event = pop() { deliver(event) }
            })
    }

    private func deliver(_ event: Event<Element>) {
        segment.deliver { observer.on(event) }
        if segment.isClosed { return }
        if hasMore() { hop() }
    }

    /// `false`: the next push wakes.
    private func hasMore() -> Bool { isLocked ? locked!.hasMore() : lockFree!.hasMore() }
}

/// Stands for one observable of `observe(on:)` to a `SerialDispatchQueueScheduler`.
@usableFromInline
final class CountedObservable: Sendable {
    fileprivate static let count = Word(0)

    private init() { CountedObservable.count.add(1) }
    deinit { CountedObservable.count.subtract(1) }

    @usableFromInline
    static func of(_ scheduler: any ImmediateSchedulerType) -> CountedObservable? {
        scheduler is SerialDispatchQueueScheduler ? CountedObservable() : nil
    }
}

extension Resources {
    /// How many observables that `observe(on:)` made for a `SerialDispatchQueueScheduler` live, subscribed to or not. May be read on
    /// any thread.
    public static var numberOfSerialDispatchQueueObservables: Int32 {
        Int32(truncatingIfNeeded: CountedObservable.count.loadAcquiring())
    }
}
