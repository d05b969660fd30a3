import Dispatch
import Foundation
import RxPlatform

/// Runs its work on a serial Dispatch queue of its own, which may target any other queue, a concurrent one as well.
///
/// It hands over bursts, as `SerialScheduler`: the first item wakes the queue, at the quality of service of its caller, and a block of that
/// runs up to 1,024 items. Where a `serialQueueConfiguration` has seen the queue, and may keep it, each item is a block of its own, which
/// keeps its turn among other blocks there.
///
/// Cost: as `SerialScheduler`; with a `serialQueueConfiguration`, work is its item and a block, two allocations.
public class SerialDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
    // Sendable: every stored property is constant and thread-safe.
    public typealias TimeInterval = Foundation.TimeInterval
    public typealias Time = Date

    @usableFromInline final let timers: TimerQueue
    private let isCounted: Bool

    /// Works on a serial queue with these timers.
    init(timers: TimerQueue, isCounted: Bool) {
        self.timers = timers
        self.isCounted = isCounted
        if isCounted { Resources.add(.schedulers, 1) }
    }

    deinit { if isCounted { Resources.add(.schedulers, -1) } }

    /// - Parameters:
    ///   - internalSerialQueueName: label of the queue it makes.
    ///   - serialQueueConfiguration: gets that queue before it is used.
    ///   - leeway: by how much timers may be late.
    public convenience init(
        internalSerialQueueName: String, serialQueueConfiguration: ((DispatchQueue) -> Void)? = nil,
        leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)
    ) {
        let queue = DispatchQueue(label: internalSerialQueueName), jobs = JobQueue(queue)
        serialQueueConfiguration?(queue)
        let isOwn = serialQueueConfiguration == nil
        self.init(timers: isOwn ? .worker(of: .current, on: jobs, leeway) : TimerQueue(queue: jobs, leeway: leeway), isCounted: true)
    }

    /// Makes a serial queue that targets `queue`.
    public convenience init(
        queue: DispatchQueue, internalSerialQueueName: String,
        leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)
    ) {
        let own = DispatchQueue(label: internalSerialQueueName, target: queue)
        self.init(timers: .worker(of: .current, on: JobQueue(own), leeway), isCounted: true)
    }

    /// Makes a serial queue that targets the global queue of `qos`.
    public convenience init(
        qos: DispatchQoS, internalSerialQueueName: String = "rx.global_dispatch_queue.serial",
        leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)
    ) {
        self.init(
            queue: DispatchQueue.global(qos: qos.qosClass), internalSerialQueueName: internalSerialQueueName,
            leeway: leeway)
    }

    public var now: Date { Date() }

    @inlinable @inline(__always) @_specialize(where StateType == Void)
    public final func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> any Disposable) -> any Disposable {
        timers.schedule(state, action)
    }

    @_specialize(where StateType == Void)
    public final func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        if timers.isNoTimer(dueTime) { return schedule(state, action: action) }
        return timers.schedule(state, after: dueTime, action)
    }

    public func schedulePeriodic<StateType>(
        _ state: StateType, startAfter: RxTimeInterval, period: RxTimeInterval,
        action: @escaping (StateType) -> StateType
    ) -> any Disposable {
        timers.schedulePeriodic(state, startAfter: startAfter, period: period, action)
    }
}

extension SerialDispatchQueueScheduler: TimerScheduler, SerialExecutorScheduler {
    @usableFromInline
    final func start(_ item: WorkItem, after dueTime: RxTimeInterval) -> Bool { timers.start(item, after: dueTime) }

    @usableFromInline
    final func execute(_ work: @escaping () -> Void) { timers.execute(work) }
}
