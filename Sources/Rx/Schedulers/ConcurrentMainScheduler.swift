import Dispatch
import Foundation
import RxPlatform

/// Runs its work on the main queue: during `schedule` if that is called there, even while other work waits. Meant for
/// `subscribe(on:)`.
public final class ConcurrentMainScheduler: SchedulerType, Sendable {
    public typealias TimeInterval = Foundation.TimeInterval
    public typealias Time = Date

    public static let instance = ConcurrentMainScheduler()

    @usableFromInline var timers: TimerQueue { MainQueue.timers }

    private init() {}

    public var now: Date { Date() }

    public func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        if MainQueue.isCurrent { return action(state) }
        return timers.schedule(state, action)
    }

    public final func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        timers.schedule(state, after: dueTime, action)
    }

    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        timers.schedulePeriodic(state, startAfter: startAfter, period: period, action)
    }
}

extension ConcurrentMainScheduler: TimerScheduler {
    @usableFromInline
    func start(_ item: WorkItem, after dueTime: RxTimeInterval) -> Bool { timers.start(item, after: dueTime) }
}
