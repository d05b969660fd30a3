import Dispatch
import RxPlatform

/// The work and the timers of one scheduler. Live timers keep it alive.
@usableFromInline
class TimerQueue: @unchecked Sendable {  // Sendable: everything is constant and thread-safe.
    final let queue: JobQueue
    final let heap: TimerHeap

    init(queue: JobQueue, leeway: DispatchTimeInterval) {
        self.queue = queue
        heap = TimerHeap(queue: queue, leeway: leeway)
        heap.owner = self
    }

    /// With the timers of another one, which is there for good.
    init(sharing other: TimerQueue) {
        queue = other.queue
        heap = other.heap
    }

    deinit {
        if heap.owner === self { heap.invalidate() }
    }

    /// Called on `queue`, for each item whose time has come, in order of time.
    func fire(_ item: Unmanaged<WorkItem>) { item._withUnsafeGuaranteedRef { $0.run() } }

    /// Runs `job` after what came before.
    func async(_ job: @escaping @Sendable () -> Void) { queue.async(job) }

    /// Whether work may run during the call that brings it; then `hasRunAtOnce` is called afterwards.
    @usableFromInline
    func runsAtOnce() -> Bool { false }

    @usableFromInline
    func hasRunAtOnce() {}

    /// Runs `work`, for which there is no disposable, after what came before.
    func execute(_ work: @escaping () -> Void) {
        if runsAtOnce() {
            defer { hasRunAtOnce() }
            return work()
        }
        let work = UncheckedSendable(work)
        async { work.value() }
    }

    /// Runs an item's work, and lets go of it, after what came before.
    @usableFromInline
    func post(_ item: Unmanaged<ScheduledItem>) {
        let item = item.takeRetainedValue()
        async { item.run() }
    }

    /// An item without work at the end of what the calling thread will run, which comes later than this call's return: until then it may
    /// get its work. Retained for the caller, too. `nil`: it is another thread that will run it.
    @usableFromInline
    func appendOwn() -> Unmanaged<ScheduledItem>? { nil }

    @inlinable @inline(__always)
    final func schedule<State>(_ state: State, _ action: @escaping (State) -> any Disposable) -> any Disposable {
        guard let item = appendOwn() else { return post(state, ScheduledAction.Action(run: action)) }
        // Last, so that what the closure captures is retained once.
        item._withUnsafeGuaranteedRef { $0.put(state, action) }
        return ScheduledWork(item: item.takeRetainedValue())
    }

    /// In a struct, which the compiler doesn't compile this for anew.
    @inlinable @inline(never)
    final func post<State>(_ state: State, _ action: ScheduledAction.Action<State>) -> any Disposable {
        if runsAtOnce() {
            defer { hasRunAtOnce() }
            return action.run(state)
        }
        let item = ScheduledItem()
        item.put(state, action.run)
        let work = ScheduledWork(item: item)
        post(.passRetained(item))
        return work
    }

    final func schedule<State>(
        _ state: State, after delay: DispatchTimeInterval, _ action: @escaping (State) -> any Disposable
    ) -> any Disposable {
        guard let deadline = MonotonicClock.deadline(after: delay) else { return NopDisposable() }
        let item = ScheduledItem(state, action)
        item.word.store(WorkItem.isObject)
        start(item, at: deadline)
        return item
    }

    final func schedulePeriodic<State>(
        _ state: State, startAfter delay: DispatchTimeInterval, period: DispatchTimeInterval,
        _ action: @escaping (State) -> State
    ) -> any Disposable {
        guard let deadline = MonotonicClock.deadline(after: delay) else { return NopDisposable() }
        let item = PeriodicItem(state, deadline: deadline, period: period.inNanoseconds ?? .max, action)
        start(item, at: deadline)
        return item
    }

    /// `false` for a delay that never ends.
    final func start(_ item: WorkItem, after delay: DispatchTimeInterval) -> Bool {
        guard let deadline = MonotonicClock.deadline(after: delay) else { return false }
        start(item, at: deadline)
        return true
    }

    private final func start(_ item: WorkItem, at deadline: UInt64) {
        item.timers = self
        Resources.add(.timers, 1)
        heap.insert(item, at: deadline)
    }
}

/// A binary heap of timers and one alarm (a Dispatch timer), set to the earliest deadline.
///
/// Inserting is O(log n); cancelling only marks the entry, and the marked ones are swept out, in O(n), when they are more
/// than half: O(1) each. A live timer costs its item (one allocation) and an entry of 16 bytes.
final class TimerHeap: @unchecked Sendable {  // Sendable: everything that changes is guarded by `lock`.
    enum Place: UInt8 {
        case outside, waiting, cancelled
    }

    /// What the heap writes down on what waits.
    struct Position {
        /// Among those of the same time, a lower one comes first.
        var number: UInt32 = 0
        var place = Place.outside
    }

    private struct Entry {
        let deadline: UInt64
        let item: Unmanaged<WorkItem>  // Retained. Moving it touches no reference count.

        var number: UInt32 { item._withUnsafeGuaranteedRef { $0.position.number } }
    }

    /// Alive while an item is `waiting`: held by the item, or by who is just cancelling it. Not weak: a weak reference
    /// would make every retain of the owner a slow one.
    unowned(unsafe) var owner: TimerQueue!  // Set once, before use.
    private let queue: JobQueue
    private let leeway: DispatchTimeInterval
    private let lock = Lock()
    @exclusivity(unchecked) private var heap = BinaryHeap<Entry>()
    @exclusivity(unchecked) private var cancelledCount = 0
    @exclusivity(unchecked) private var lastNumber: UInt32 = 0
    @exclusivity(unchecked) private var alarm: Alarm?
    /// When the alarm goes off; `max`: not set. It may fire too early, for a timer that has been cancelled.
    @exclusivity(unchecked) private var armed = UInt64.max

    init(queue: JobQueue, leeway: DispatchTimeInterval) {
        self.queue = queue
        // Dispatch traps at a negative one.
        self.leeway = leeway.inNanoseconds == 0 ? .nanoseconds(0) : leeway
    }

    deinit {
        for entry in heap.elements { entry.item.release() }
    }

    /// The owner goes: nothing waits any more. Ends the alarm, which holds this object.
    func invalidate() {
        let alarm = lock.with(self) { self.alarm }
        alarm?.cancel()
    }

    func insert(_ item: WorkItem, at deadline: UInt64) {
        lock.with(self) {
            // `cancelled` comes after the mark, under the lock: either it finds the entry, or this sees the mark.
            if item.isDisposed { return }
            lastNumber &+= 1
            item.position = Position(number: lastNumber, place: .waiting)
            heap.insert(Entry(deadline: deadline, item: .passRetained(item)), by: TimerHeap.precedes)
            if deadline < armed { arm(deadline) }
        }
    }

    /// After `item` has been marked as disposed. The caller holds it until it has let go of what it captured.
    func cancelled(_ item: WorkItem) {
        lock.with(self) {
            guard item.position.place == .waiting else { return }
            item.position.place = .cancelled
            cancelledCount += 1
            if cancelledCount == heap.count || cancelledCount > 64 && cancelledCount * 2 > heap.count { sweep() }
        }
    }

    /// Frees what was cancelled. Under the lock, which is safe because what nobody else holds captures nothing foreign any more.
    private func sweep() {
        heap.keep(
            where: { entry in
                let stays = entry.item._withUnsafeGuaranteedRef { $0.position.place == .waiting }
                if !stays { entry.item.release() }
                return stays
            }, by: TimerHeap.precedes)
        cancelledCount = 0
    }

    private func arm(_ deadline: UInt64) {
        armed = deadline
        if let alarm { return alarm.set(to: deadline, leeway: leeway) }
        alarm = Alarm(on: queue, at: deadline, leeway: leeway) { self.fire() }
    }

    /// On its queue.
    func fire() {
        let (due, owner) = takeDue()
        for item in due {
            owner?.fire(item)
            item.release()
        }
    }

    /// - Returns: retained items.
    private func takeDue() -> (due: [Unmanaged<WorkItem>], owner: TimerQueue?) {
        var due: [Unmanaged<WorkItem>] = []
        let now = MonotonicClock.now
        return lock.with(self) {
            while let next = heap.first, next.deadline <= now {
                let item = heap.removeFirst(by: TimerHeap.precedes).item
                let isCancelled = item._withUnsafeGuaranteedRef {
                    if $0.position.place == .cancelled { return true }  // It stays that.
                    $0.position.place = .outside
                    return false
                }
                if isCancelled {
                    cancelledCount -= 1
                    item.release()
                } else {
                    due.append(item)
                }
            }
            if let next = heap.first { arm(next.deadline) } else { armed = .max }
            return (due, due.isEmpty ? nil : owner)
        }
    }

    private static func precedes(_ one: Entry, _ other: Entry) -> Bool {
        if one.deadline != other.deadline { return one.deadline < other.deadline }
        return Int32(bitPattern: one.number &- other.number) < 0  // Wrong only for two with 2³¹ set in between.
    }
}

/// Nanoseconds of uptime: what the timers of the real-time schedulers go by.
enum MonotonicClock {
    static var now: UInt64 { UptimeClock.now }

    /// `nil` for a delay that never ends.
    static func deadline(after delay: DispatchTimeInterval) -> UInt64? {
        delay.inNanoseconds.map { now + $0 }
    }
}

extension DispatchTimeInterval {
    /// At most 146 years, at least 0; `nil` for `never`.
    var inNanoseconds: UInt64? {
        let (count, unit): (Int, Int64)  // 64 bits everywhere: 32 of them end after two seconds.
        switch self {
        case .seconds(let seconds): (count, unit) = (seconds, 1_000_000_000)
        case .milliseconds(let milliseconds): (count, unit) = (milliseconds, 1_000_000)
        case .microseconds(let microseconds): (count, unit) = (microseconds, 1000)
        case .nanoseconds(let nanoseconds): (count, unit) = (nanoseconds, 1)
        case .never: return nil
        @unknown default: return nil
        }
        let (product, overflow) = Int64(count).multipliedReportingOverflow(by: unit)
        if overflow { return count < 0 ? 0 : UInt64(Int64.max / 2) }
        return UInt64(min(max(0, product), .max / 2))
    }

    /// However long, also negative; `nil` for `never`.
    var exactNanoseconds: Int128? {
        switch self {
        case .seconds(let seconds): Int128(seconds) * 1_000_000_000
        case .milliseconds(let milliseconds): Int128(milliseconds) * 1_000_000
        case .microseconds(let microseconds): Int128(microseconds) * 1000
        case .nanoseconds(let nanoseconds): Int128(nanoseconds)
        case .never: nil
        @unknown default: nil
        }
    }
}
