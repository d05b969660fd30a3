import Dispatch
import Foundation
import RxPlatform

/// Runs its work on a serial Dispatch queue of its own, which may target any other queue, a concurrent one as well.
///
/// Each item is one block of that queue, so it keeps its turn among other blocks there. `SerialScheduler` is faster where
/// that isn't needed.
public class SerialDispatchQueueScheduler: SchedulerType, @unchecked Sendable {
    // Sendable: every stored property is constant and thread-safe.
    public typealias TimeInterval = Foundation.TimeInterval
    public typealias Time = Date

    final let timers: TimerQueue
    private let isCounted: Bool

    /// Works on `serialQueue` itself.
    init(serialQueue: DispatchQueue, leeway: DispatchTimeInterval = .nanoseconds(0), isCounted: Bool = false) {
        timers = TimerQueue(queue: JobQueue(serialQueue), leeway: leeway)
        self.isCounted = isCounted
        if isCounted { Resources.add(.schedulers, 1) }
    }

    deinit {
        if isCounted { Resources.add(.schedulers, -1) }
    }

    /// Works on a serial queue with these timers.
    init(timers: TimerQueue) {
        self.timers = timers
        isCounted = false
    }

    /// - Parameters:
    ///   - internalSerialQueueName: label of the queue it makes.
    ///   - serialQueueConfiguration: gets that queue before it is used.
    ///   - leeway: by how much timers may be late.
    public convenience init(
        internalSerialQueueName: String, serialQueueConfiguration: ((DispatchQueue) -> Void)? = nil,
        leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)
    ) {
        let queue = DispatchQueue(label: internalSerialQueueName)
        serialQueueConfiguration?(queue)
        self.init(serialQueue: queue, leeway: leeway, isCounted: true)
    }

    /// Makes a serial queue that targets `queue`.
    public convenience init(
        queue: DispatchQueue, internalSerialQueueName: String,
        leeway: DispatchTimeInterval = DispatchTimeInterval.nanoseconds(0)
    ) {
        self.init(
            serialQueue: DispatchQueue(label: internalSerialQueueName, target: queue), leeway: leeway, isCounted: true)
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

    public final func schedule<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        scheduleInternal(state, action: action)
    }

    func scheduleInternal<StateType>(
        _ state: StateType, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        let item = ScheduledItem(state, action)
        timers.queue.async { item.run() }
        return item
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

    @inlinable
    public static var _startsItems: Bool { true }
    public final func _start(_ timer: UnsafeMutableRawPointer, after dueTime: RxTimeInterval) -> Bool {
        timers.start(TimerEntry(timer), after: dueTime)
    }

    @usableFromInline
    func execute(_ work: @escaping () -> Void) {
        let work = UncheckedSendable(work)
        timers.queue.async { work.value() }
    }
}

extension SerialDispatchQueueScheduler: SerialExecutorScheduler {}
