import Dispatch
import Foundation

/// A point in time of a scheduler.
public typealias RxTime = Date

/// A stretch of time of a scheduler.
public typealias RxTimeInterval = DispatchTimeInterval

/// Runs work, now or as soon as it can.
///
/// Sendable, since any thread may schedule work; for types of a program's own see ``Disposable``.
@preconcurrency
public protocol ImmediateSchedulerType: Sendable {
    /// Schedules `action`.
    ///
    /// - Returns: cancels the action if it has not started; afterwards disposes what the action returned.
    func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> any Disposable) -> any Disposable
}

/// Runs work at a time.
@preconcurrency
public protocol SchedulerType: ImmediateSchedulerType {
    /// The scheduler's idea of the time.
    var now: RxTime { get }

    /// Schedules `action` once, `dueTime` from now.
    func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable

    /// Schedules `action` again and again; it gets what it returned the time before. Ticks never overlap.
    func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable
}

/// This library's schedulers of real time: a timer is a work item, with what it does in it.
@usableFromInline
protocol TimerScheduler: SchedulerType, ReleasesEndedWork, MonotonicTimers {
    /// Runs `item` once, `dueTime` from now. `false`: it never will.
    func start(_ item: WorkItem, after dueTime: RxTimeInterval) -> Bool
}

/// A scheduler that runs one item at a time, first in first out, and can be handed work without making a disposable for
/// it: what `observe(on:)` and recursive scheduling use.
@usableFromInline
protocol SerialExecutorScheduler: ImmediateSchedulerType {
    /// Runs `work` after everything that was scheduled before. It may run during the call where `schedule` would run its
    /// action during the call: on the main scheduler and on the current thread.
    func execute(_ work: @escaping () -> Void)
}
