import Dispatch
import RxPlatform

/// The work and the timers of one scheduler. Live timers keep it alive.
@usableFromInline
class TimerQueue: @unchecked Sendable {  // Sendable: everything is constant and thread-safe.
    final let queue: JobQueue
    final let heap: TimerHeap
    /// Whether what is due at once goes to the end of the line, and not by way of the timers.
    private final let queuesDueWork: Bool

    init(queue: JobQueue, leeway: DispatchTimeInterval, queuesDueWork: Bool = false) {
        self.queue = queue
        self.queuesDueWork = queuesDueWork
        heap = TimerHeap(queue: queue, leeway: leeway)
        heap.owner = self
    }

    /// With the timers of another one, which is there for good.
    init(sharing other: TimerQueue) {
        queue = other.queue
        heap = other.heap
        queuesDueWork = false
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

    /// `action` comes in a struct: of a closure the compiler makes a second copy of this function.
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

    /// Whether work after `delay` is work like any other.
    final func isNoTimer(_ delay: DispatchTimeInterval) -> Bool { queuesDueWork && delay.inNanoseconds == 0 }

    final func schedule<State>(
        _ state: State, after delay: DispatchTimeInterval, _ action: @escaping (State) -> any Disposable
    ) -> any Disposable {
        guard let deadline = delay.deadline else { return NopDisposable() }
        let item = Unmanaged<WorkItem>.passRetained(ScheduledItem(state, action))
        item._withUnsafeGuaranteedRef { start($0, at: deadline) }
        return ScheduledWork(item: item.takeRetainedValue())
    }

    final func schedulePeriodic<State>(
        _ state: State, startAfter delay: DispatchTimeInterval, period: DispatchTimeInterval,
        _ action: @escaping (State) -> State
    ) -> any Disposable {
        guard let deadline = delay.deadline else { return NopDisposable() }
        let item = PeriodicItem(state, deadline: deadline, period: period.inNanoseconds ?? .max, action)
        start(item, at: deadline)
        return item
    }

    /// Runs `item` once, after `delay`. `false`: it never will.
    @usableFromInline
    final func start(_ item: WorkItem, after delay: DispatchTimeInterval) -> Bool {
        if isNoTimer(delay) {
            fire(.passUnretained(item))
            return true
        }
        guard let deadline = delay.deadline else { return false }
        start(item, at: deadline)
        return true
    }

    private final func start(_ item: WorkItem, at deadline: UInt64) {
        item.timers.value = self
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

    private struct Entry {
        let deadline: UInt64
        let item: Unmanaged<WorkItem>  // Retained. Moving it touches no reference count.

        /// Among those of the same time, a lower one comes first.
        var number: UInt32 { item._withUnsafeGuaranteedRef { $0.number.value } }
        var isWaiting: Bool { item._withUnsafeGuaranteedRef { $0.place.value == .waiting } }
    }

    /// Alive while an item is `waiting`: held by the item, or by the thread that is just cancelling it. Not weak: a weak reference
    /// would make every retain of the owner a slow one.
    unowned(unsafe) var owner: TimerQueue!  // Set once, before use.
    private let queue: JobQueue
    private let leeway: DispatchTimeInterval
    private let lock = Lock()
    @exclusivity(unchecked) private var heap = Plain(BinaryHeap<Entry>())
    @exclusivity(unchecked) private var cancelledCount = Plain(0)
    @exclusivity(unchecked) private var lastNumber = Plain<UInt32>(0)
    @exclusivity(unchecked) private var alarm = Plain<Alarm?>(nil)
    /// When the alarm goes off; `max`: not set. It may fire too early, for a timer that has been cancelled.
    @exclusivity(unchecked) private var armed = Plain(UInt64.max)

    init(queue: JobQueue, leeway: DispatchTimeInterval) {
        self.queue = queue
        // Dispatch traps at a negative one.
        self.leeway = leeway.inNanoseconds == 0 ? .nanoseconds(0) : leeway
    }

    deinit {
        for entry in heap.value.elements { entry.item.release() }
    }

    /// The owner goes: nothing waits any more. Ends the alarm, which holds this object.
    func invalidate() {
        let alarm = lock.with(self) { self.alarm.value }
        alarm?.cancel()
    }

    func insert(_ item: WorkItem, at deadline: UInt64) {
        lock.with(self) {
            // `cancelled` comes after the mark, under the lock: either it finds the entry, or this sees the mark.
            if item.isDisposed { return }
            lastNumber.value &+= 1
            (item.number.value, item.place.value) = (lastNumber.value, .waiting)
            heap.value.insert(Entry(deadline: deadline, item: .passRetained(item)), by: TimerHeap.precedes)
            if deadline < armed.value { arm(deadline) }
        }
    }

    /// After `item` has been marked as disposed. The caller holds it until it has let go of what it captured.
    func cancelled(_ item: WorkItem) {
        lock.with(self) {
            guard item.place.value == .waiting else { return }
            item.place.value = .cancelled
            cancelledCount.value += 1
            if cancelledCount.value == heap.value.count || cancelledCount.value > 64 && cancelledCount.value * 2 > heap.value.count { sweep() }
        }
    }

    /// Frees what was cancelled. Under the lock, which is safe because what is held nowhere else captures nothing foreign any more.
    private func sweep() {
        heap.value.keep(
            where: { entry in
                let stays = entry.isWaiting
                if !stays { entry.item.release() }
                return stays
            }, by: TimerHeap.precedes)
        cancelledCount.value = 0
    }

    private func arm(_ deadline: UInt64) {
        armed.value = deadline
        if let alarm = alarm.value { return alarm.set(to: deadline, leeway: leeway) }
        alarm.value = Alarm(on: queue, at: deadline, leeway: leeway) { self.fire() }
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
        let now = UptimeClock.now
        return lock.with(self) {
            while let next = heap.value.first, next.deadline <= now {
                let entry = heap.value.removeFirst(by: TimerHeap.precedes)
                if entry.isWaiting {
                    entry.item._withUnsafeGuaranteedRef { $0.place.value = .outside }
                    due.append(entry.item)
                } else {
                    cancelledCount.value -= 1
                    entry.item.release()
                }
            }
            if let next = heap.value.first { arm(next.deadline) } else { armed.value = .max }
            return (due, due.isEmpty ? nil : owner)
        }
    }

    private static func precedes(_ one: Entry, _ other: Entry) -> Bool {
        if one.deadline != other.deadline { return one.deadline < other.deadline }
        return Int32(bitPattern: one.number &- other.number) < 0  // Wrong only for two with 2³¹ set in between.
    }
}

extension DispatchTimeInterval {
    /// In nanoseconds of uptime, which the timers of real time go by; `nil` for a delay that never ends.
    var deadline: UInt64? { inNanoseconds.map { UptimeClock.now + $0 } }

    /// At most 146 years, at least 0; `nil` for `never`.
    var inNanoseconds: UInt64? { exactNanoseconds.map { UInt64(truncatingIfNeeded: min(max(0, $0), Int128(Int64.max / 2))) } }

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
