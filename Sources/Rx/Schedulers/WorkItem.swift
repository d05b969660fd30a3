import RxPlatform

/// A piece of scheduled work and the disposable that stands for it: one object. Disposed before it starts, it never
/// starts and lets go of what it captured at once; disposed later, it disposes what the action returned.
///
///     word = started | disposed | finished | owned: the thread that sets the first of `started` and `disposed` has the payload
///
/// Not generic over the state, since a generic class would look up its metadata at each step.
@usableFromInline
class WorkItem: SegmentItem, DisposableContainer, @unchecked Sendable {
    // Sendable: `word` decides which thread may touch the payload, `timers` and `result`; `number` and `place` are guarded by the timer heap.
    // Hence no exclusivity checks either.
    @usableFromInline final let word = Word(0)
    @exclusivity(unchecked) private final var result = Plain<Result?>(nil)
    /// The queue that it waits in for its time. Live timers keep their queue alive, not the other way round.
    @exclusivity(unchecked) final var timers = Plain<TimerQueue?>(nil)
    /// What the timer heap notes of it.
    @exclusivity(unchecked) final var number = Plain<UInt32>(0)
    @exclusivity(unchecked) final var place = Plain(TimerHeap.Place.outside)
    /// The item that came before it, in a `WorkQueue`: an address.
    @exclusivity(unchecked) final var older = Plain<UInt>(0)

    static var started: UInt { 1 }
    static var disposed: UInt { 2 }
    static var finished: UInt { 4 }
    static var owned: UInt { 8 }

    /// In an object of its own, as hardly any action returns something to dispose.
    private final class Result {
        let disposable: any Disposable
        init(_ disposable: any Disposable) { self.disposable = disposable }
    }

    @usableFromInline
    override init() {}

    @usableFromInline final var _kind: DisposableKind { DisposableKind(.object(self)) }
    final var item: WorkItem? { self }
    // As of any container; written out because this class is seen by inlined code.
    @usableFromInline final func dispose() { end { $0.dispose() } }
    @usableFromInline final func disposeWithoutWaiting() { end(tellingOf: { _ in }) }

    /// Returns whether a segment may come to own it; the first one that asks. A scheduler of a user's may give the same disposable to
    /// several.
    final func getsOwner() -> Bool { word.fetchOr(WorkItem.owned) & WorkItem.owned == 0 }

    @usableFromInline
    override final func segmentEnded() { disposeWithoutWaiting() }

    /// Whether it has run, has returned nothing to dispose, and has not been ended: no other thread has ever touched more than `word`.
    final var isSpent: Bool { word.load() == WorkItem.started }

    final var isDisposed: Bool { word.loadAcquiring() & WorkItem.disposed != 0 }

    /// Takes the payload and runs it.
    @usableFromInline
    func start() -> any Disposable { preconditionFailure("WorkItem.start: abstract") }

    /// Lets go of the payload.
    @usableFromInline
    func drop() {}

    func run() {
        if word.fetchOr(WorkItem.started) & WorkItem.disposed != 0 { return }
        leaveTimers()
        let returned = start()
        defer { _fixLifetime(returned) }
        switch returned._kind.kind {
        case .nothing: return
        case .object(let object): if object.isSettled { return }
        case .hop(let hop): if hop._withUnsafeGuaranteedRef({ $0.isDisposed }) { return }
        case .item, .foreign: break
        }
        result.value = Result(returned)
        // The disposing thread has gone on: there is none to wait for, and the scheduler has other work.
        if word.fetchOr(WorkItem.finished) & WorkItem.disposed != 0 { takeResult()?.disposeWithoutWaiting() }
    }

    func end(_ each: (any Disposable) -> Void) {
        let old = word.fetchOr(WorkItem.disposed)
        if old & WorkItem.disposed != 0 { return }
        if old & WorkItem.started == 0 {
            drop()
            // Held until the heap knows: it relies on that.
            if let timers = leaveTimers() { withExtendedLifetime(timers) { timers.heap.cancelled(self) } }
        } else if old & WorkItem.finished != 0, let result = takeResult() {
            each(result)
        }
    }

    private final func takeResult() -> (any Disposable)? {
        defer { result.value = nil }
        return result.value?.disposable
    }

    /// No longer a live timer.
    @discardableResult
    final func leaveTimers() -> TimerQueue? {
        guard let timers = timers.value else { return nil }
        self.timers.value = nil
        Resources.add(.timers, -1)
        return timers
    }
}

/// The disposable that stands for an item that may be used again once it has run. A struct, so that there is no weak reference to
/// the item, which would come to life again with other work; holding one keeps the item from being used again.
@usableFromInline
struct ScheduledWork: Disposable {
    @usableFromInline let item: WorkItem

    @inlinable @inline(__always)
    init(item: WorkItem) { self.item = item }

    @usableFromInline func dispose() { item.dispose() }
    @usableFromInline func disposeWithoutWaiting() { item.disposeWithoutWaiting() }
    @usableFromInline var _kind: DisposableKind { DisposableKind(.item(.passUnretained(item))) }
}

/// Runs an action once.
@usableFromInline
final class ScheduledItem: WorkItem, @unchecked Sendable {  // Sendable: see `WorkItem`.
    @exclusivity(unchecked) @usableFromInline var action = Plain(ScheduledAction())

    @usableFromInline
    override init() {}

    @inline(__always)
    convenience init<State>(_ state: State, _ action: @escaping (State) -> any Disposable) {
        self.init()
        put(state, action)
    }

    deinit { action.value.drop() }

    /// Its work, where there is none: in a new item, or in one that only its caller has and that it has seen that it `isSpent`.
    @inlinable @inline(__always)
    func put<State>(_ state: State, _ action: @escaping (State) -> any Disposable) {
        self.action.value.put(state, action)
    }

    override func start() -> any Disposable { action.value.start() }

    override func drop() { action.value.drop() }
}

/// Runs a closure that can't be cancelled.
final class ClosureItem: WorkItem, @unchecked Sendable {  // Sendable: touched by the thread that makes it, then by the one that runs it.
    @exclusivity(unchecked) var work: (() -> Void)?

    override func run() { work.take()?() }
}

/// Runs an action at each multiple of a period, one tick after the other: it waits for the next time only after the
/// action has returned. Ticks that were missed meanwhile become one.
final class PeriodicItem: WorkItem, @unchecked Sendable {  // Sendable: see `WorkItem`.
    @exclusivity(unchecked) private var action: (() -> Void)?
    private let period: UInt64
    @exclusivity(unchecked) private(set) var deadline: Plain<UInt64>  // Touched by the thread that runs the tick.

    init<State>(_ state: State, deadline: UInt64, period: UInt64, _ action: @escaping (State) -> State) {
        var state = state
        self.action = { state = action(state) }
        self.deadline = Plain(deadline)
        self.period = period
    }

    override func drop() { action = nil }

    override func run() {
        guard word.fetchOr(WorkItem.started) & ~WorkItem.owned == 0, let action else { return }
        // Before the action: what comes due while that runs is one more tick, right after it.
        deadline.value = nextDeadline()
        action()
        let timers = timers.value, next = deadline.value
        // From the exchange on a dispose on another thread has the payload. After the only tick it isn't needed.
        if next == .max || word.fetchAnd(~WorkItem.started) & WorkItem.disposed != 0 {
            drop()
            leaveTimers()
        } else {
            timers?.heap.insert(self, at: next)
        }
    }

    /// As a Dispatch timer has it: a tick is for all that are due when it begins.
    private func nextDeadline() -> UInt64 {
        if period == .max { return .max }
        let now = UptimeClock.now
        guard period > 0 else { return now }
        let missed = now > deadline.value ? (now - deadline.value) / period : 0
        let (next, isLater) = deadline.value.addingReportingOverflow((missed + 1) * period)
        return isLater ? .max : next
    }
}
