import Dispatch
import Foundation
import RxPlatform

/// Runs its work in the background, one item at a time, first in first out.
///
/// It hands over bursts: the first item wakes a private Dispatch queue, which then runs everything that has come until
/// nothing is left, so a busy scheduler doesn't pay a wake-up for each item. Its timers share one heap and one Dispatch
/// timer. May be used on any thread.
///
/// Cost: `schedule` is one allocation, the work item; none and no lock where work schedules the next and returns nothing to dispose. A
/// timer is the item and 16 bytes.
public final class SerialScheduler: SchedulerType, Sendable {
    @usableFromInline let worker: TimerQueue

    /// - Parameters:
    ///   - core: how it takes in its work: an array under a mutex, or a lock-free queue.
    ///   - qos: of the Dispatch queue that runs the work.
    public init(core: Core = .current, qos: DispatchQoS = .default) {
        worker = .worker(of: core, on: JobQueue(label: "rx.serial-scheduler", qos: qos), leeway: .nanoseconds(0))
        Resources.add(.schedulers, 1)
    }

    deinit { Resources.add(.schedulers, -1) }

    public var now: Date { Date() }

    @inlinable @inline(__always) @_specialize(where StateType == Void)
    public func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        worker.schedule(state, action)
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

extension SerialScheduler: TimerScheduler {
    @usableFromInline
    func start(_ item: WorkItem, after dueTime: RxTimeInterval) -> Bool {
        guard dueTime.inNanoseconds == 0 else { return worker.start(item, after: dueTime) }
        worker.fire(.passUnretained(item))
        return true
    }
}

extension SerialScheduler: SerialExecutorScheduler {
    @usableFromInline
    func execute(_ work: @escaping () -> Void) { worker.execute(work) }
}
