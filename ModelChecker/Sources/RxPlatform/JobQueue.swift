import Dispatch
import Explorer

/// A serial queue of the model: a fiber of its own that runs its jobs. Made during the set-up.
public struct JobQueue: @unchecked Sendable {  // Sendable: the model has one thread.
    /// `nil`: a Dispatch queue, on which nothing can be run here.
    private let queue: SerialQueue?

    public init(_ queue: DispatchQueue) { self.queue = nil }

    public init(label: String, qos: DispatchQoS) { queue = Machine.enter { $0.makeQueue(label) } }

    public func async(_ job: @escaping @Sendable () -> Void) { Machine.enter { $0.enqueue(job, on: modelled) } }

    fileprivate var modelled: SerialQueue {
        guard let queue else { preconditionFailure("the model has no Dispatch queues") }
        return queue
    }
}

/// Puts a job on a queue when the virtual clock has come to a time.
public struct Alarm: @unchecked Sendable {  // Sendable: the model has one thread.
    private let alarm: ModelAlarm

    public init(
        on queue: JobQueue, at deadline: UInt64, leeway: DispatchTimeInterval, _ handler: @escaping @Sendable () -> Void
    ) {
        alarm = Machine.enter { $0.makeAlarm(on: queue.modelled, at: deadline, handler) }
    }

    public func set(to deadline: UInt64, leeway: DispatchTimeInterval) { Machine.enter { $0.set(alarm, to: deadline) } }

    public func cancel() { _ = Machine.enter { $0.cancel(alarm) } }
}

/// The virtual clock.
public enum UptimeClock {
    public static var now: UInt64 { Machine.enter { $0.now } }
    public static var coarse: UInt64 { now }
    public static var coarseLag: UInt64 { .max }
}
