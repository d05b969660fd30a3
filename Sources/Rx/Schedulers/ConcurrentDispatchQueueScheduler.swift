import Dispatch
import Foundation
import RxPlatform

/// Runs its work on a Dispatch queue; on a concurrent one several items may run at the same time.
public class ConcurrentDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
    // Sendable: every stored property is constant and thread-safe.
    public typealias TimeInterval = Foundation.TimeInterval
    public typealias Time = Date

    @usableFromInline final let timers: TimerQueue
    private let isCounted: Bool

    init(timers: TimerQueue, isCounted: Bool) {
        self.timers = timers
        self.isCounted = isCounted
        if isCounted { Resources.add(.schedulers, 1) }
    }

    deinit { if isCounted { Resources.add(.schedulers, -1) } }

    /// - Parameter leeway: by how much timers may be late.
    public convenience init(queue: DispatchQueue, leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)) {
        self.init(timers: ConcurrentTimerQueue(queue: JobQueue(queue), leeway: leeway), isCounted: true)
    }

    /// Works on a concurrent queue of its own.
    public convenience init(qos: DispatchQoS, leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)) {
        self.init(queue: DispatchQueue(label: "rx.dispatch_queue.concurrent", qos: qos, attributes: .concurrent), leeway: leeway)
    }

    public var now: Date { Date() }

    @inlinable @inline(__always)
    public final func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> any Disposable) -> any Disposable {
        timers.schedule(state, action)
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

extension ConcurrentDispatchQueueScheduler: TimerScheduler {
    @usableFromInline
    final func start(_ item: WorkItem, after dueTime: RxTimeInterval) -> Bool { timers.start(item, after: dueTime) }
}

/// Items that are due at the same time don't wait for each other.
private final class ConcurrentTimerQueue: TimerQueue, @unchecked Sendable {  // Sendable: it adds no state.
    override func fire(_ item: Unmanaged<WorkItem>) {
        let item = item.takeUnretainedValue()
        queue.async { item.run() }
    }
}
