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
    /// What the scheduler holds of it, and the segment while a turn is waited for.
    private let waiting: WaitingWork
    /// On a scheduler that is no executor.
    @usableFromInline let hops: SerialDisposable?
    @usableFromInline let inbox = CoreInbox<Event<Element>>()
    @usableFromInline let waking = Waking()
    /// What the consumer has taken and not delivered: stored once a batch, as `waking` is.
    @exclusivity(unchecked) @usableFromInline var batch = Plain<UInt>(0)

    @usableFromInline
    init(_ observer: Rx.Observer<Element>, _ segment: Segment, _ scheduler: any ImmediateSchedulerType) {
        self.observer = observer
        self.segment = segment
        self.scheduler = scheduler
        core = segment.core
        // On the current thread the order among its other work shows: one event a turn there.
        executor = scheduler is CurrentThreadScheduler ? nil : scheduler as? any SerialExecutorScheduler
        hops = executor == nil ? SerialDisposable() : nil
        waiting = hops.map { WaitingHop($0) } ?? WaitingWork()
        super.init()
        segment.own(waiting)
    }

    @usableFromInline
    deinit {
        if batch.value != 0 { inbox.free(batch.value, segment) }
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

    /// By the sender whose event finds the consumer at rest.
    @usableFromInline
    func wake() { if awaitsTurn() { schedule() } }

    /// From now on the consumer waits for its turn, and the end of the segment frees what waits. Not if the segment is closed: then this frees it.
    @usableFromInline
    func awaitsTurn() -> Bool {
        if !segment.isClosed, waiting.begin(self) { return true }
        drop()
        return false
    }

    /// Nothing more is delivered, as the segment is closed: frees what waits. By the consumer; by a sender in its place; or by the end of the
    /// segment, in the place of a consumer that waits for its turn. `idle` comes first: an event that comes too late to be freed here is freed by its
    /// sender, which finds that.
    @usableFromInline
    override func drop() {
        assert(segment.isClosed, "what waits is dropped, and would be delivered")
        let rest = batch.value
        batch.value = 0
        waking.giveUp()
        if rest != 0 { inbox.free(rest, segment) }
        inbox.freeWaiting(segment, self)
    }

    @inlinable
    override func resume() { if hops == nil { deliverBurst() } else { deliverOne() } }

    /// On an executor, which runs one consumer at a time.
    @inlinable
    func deliverBurst() {
        guard segment.enter() else { return drop() }
        var left = Tuning.burst, isAtRest = false
        while true {
            if batch.value == 0 { look() }
            let count = deliver(atMost: left)
            left &-= count
            if segment.isClosed || left == 0 { break }
            isAtRest = count == 0 && waking.rest()
            if isAtRest { break }
            Gathering.pause(after: count)
        }
        // Before it leaves: a thread that waits for that finds that nothing waits here.
        let goesOn = !isAtRest && awaitsTurn()
        segment.leaveWithoutMail()
        if goesOn { schedule() }
    }

    /// By the consumer, which has nothing at hand.
    @inlinable @inline(__always)
    func look() {
        waking.willLook()
        batch.value = inbox.take(self, core)
    }

    /// By the consumer, inside the segment. Returns how many events it has taken.
    @inlinable @inline(__always)
    func deliver(atMost limit: Int) -> Int {
        let (count, rest) = inbox.hand(batch.value, atMost: limit, core) { event in if !segment.isClosed { observer.on(event) } }
        batch.value = rest
        return count
    }

    @usableFromInline
    func schedule() {
        if let executor { return executor.execute(waiting.resume) }
        let hop = SingleAssignmentDisposable()
        hops?.disposable = hop
        hop.setDisposable(
            scheduler.schedule(()) { [waiting] _ in
                waiting.resume()
                return Disposables.create()
            })
    }

    /// On any other scheduler: one event, and then work of its own for the next one.
    @usableFromInline
    func deliverOne() {
        guard segment.enter() else { return drop() }
        if batch.value == 0 { look() }
        let count = deliver(atMost: 1), isOver = segment.isClosed
        if isOver { drop() }
        segment.leaveWithoutMail()
        // Outside: the next consumer may be there at once.
        if isOver || count == 0 && waking.rest() { return }
        while batch.value == 0 {
            look()
            if batch.value == 0, waking.rest() { return }
        }
        wake()
    }
}

/// As its superclass; the end of the segment ends the scheduler's work, too.
private final class WaitingHop: WaitingWork, @unchecked Sendable {  // Sendable: constant.
    private let hops: SerialDisposable

    init(_ hops: SerialDisposable) { self.hops = hops }

    override func segmentEnded() {
        super.segmentEnded()
        hops.disposeWithoutWaiting()
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
