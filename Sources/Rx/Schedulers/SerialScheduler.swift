import Dispatch
import Foundation
import RxPlatform

/// Runs its work in the background, one item at a time, first in first out.
///
/// It hands over bursts: the first item wakes a private Dispatch queue, which then runs everything that has come until
/// nothing is left, so a busy scheduler doesn't pay a wake-up for each item. Its timers share one heap and one Dispatch
/// timer. May be used on any thread.
///
/// Cost: `schedule` is one allocation, the work item; a timer is the item and 24 bytes.
public final class SerialScheduler: SchedulerType, Sendable {
    private let worker: Worker

    /// - Parameters:
    ///   - core: how it takes in its work: an array under a mutex, or a lock-free queue.
    ///   - qos: of the Dispatch queue that runs the work.
    public init(core: Core = .current, qos: DispatchQoS = .default) {
        worker = Worker(core: core, qos: qos)
    }

    public var now: Date { Date() }

    @_specialize(where StateType == Void)
    public func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        let item = ScheduledItem(state, action)
        worker.post(item)
        return item
    }

    @_specialize(where StateType == Void)
    public func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        if dueTime.inNanoseconds == 0 { return schedule(state, action: action) }
        return worker.schedule(state, after: dueTime, action)
    }

    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        worker.schedulePeriodic(state, startAfter: startAfter, period: period, action)
    }
}

extension SerialScheduler: SerialExecutorScheduler {
    @usableFromInline
    func execute(_ work: @escaping () -> Void) { worker.post(ClosureItem(work)) }
}

/// What a serial scheduler consists of: the work that waits, and the timers. Work and timers in flight keep it alive.
private final class Worker: TimerQueue, @unchecked Sendable {  // Sendable: see the fields.
    /// Items a wake-up runs before it lets other users of the thread pool have a turn.
    private static let burst = 1024
    /// A larger array isn't kept for the next burst.
    private static let keptCapacity = 4096

    // No exclusivity checks: the lock, or the serial queue, already excludes.
    private let core: Core
    /// Lock core: guarded by `inbox`.
    private let inbox = Lock()
    @exclusivity(unchecked) private var array: [WorkItem] = []
    @exclusivity(unchecked) private var isAwake = false
    /// Queue core. 1 in `awake`: a drain is running or on its way.
    private let mail = WorkQueue()
    private let awake = Word(0)
    /// What the drain has taken, the next one last. Only on `queue`.
    @exclusivity(unchecked) private var batch: [WorkItem] = []

    init(core: Core, qos: DispatchQoS) {
        self.core = core
        super.init(queue: JobQueue(label: "rx.serial-scheduler", qos: qos), leeway: .nanoseconds(0))
        Resources.add(.schedulers, 1)
    }

    deinit {
        mail.takeAll(into: &batch)
        Resources.add(.schedulers, -1)
    }

    /// A timer goes to the end of the line when its time has come.
    override func fire(_ item: WorkItem) { post(item) }

    func post(_ work: WorkItem) {
        let wakes: Bool
        if core == .queue {
            mail.push(work)
            // The work first, then the flag: whoever clears the flag looks for work afterwards.
            wakes = awake.exchange(1) == 0
        } else {
            wakes = inbox.with(self) {
                array.append(work)
                defer { isAwake = true }
                return !isAwake
            }
        }
        if wakes { queue.async { self.drain() } }
    }

    private func drain() {
        for _ in 0..<Worker.burst {
            guard let work = next() else { return }
            work.run()
        }
        queue.async { self.drain() }
    }

    /// The next work; `nil`: nothing is left, and whoever brings more wakes the queue again.
    private func next() -> WorkItem? {
        if let work = batch.popLast() { return work }
        if batch.capacity > Worker.keptCapacity { batch = [] }
        guard core == .queue ? refillFromQueue() : refillFromArray() else { return nil }
        return batch.popLast()
    }

    private func refillFromArray() -> Bool {
        let isFilled = inbox.with(self) {
            swap(&array, &batch)
            isAwake = !batch.isEmpty
            return isAwake
        }
        batch.reverse()
        return isFilled
    }

    private func refillFromQueue() -> Bool {
        mail.takeAll(into: &batch)
        if batch.isEmpty {
            _ = awake.exchange(0)
            mail.takeAll(into: &batch)  // Who pushed before the flag fell has not woken anybody.
            if batch.isEmpty { return false }
            // Somebody has pushed since, and another drain is on its way: it finds the batch.
            if awake.exchange(1) == 1 { return false }
        }
        return true
    }
}
