import CRxPlatform
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A queue of the operating system's that runs jobs in the background: a Dispatch queue, behind which a model can stand.
@frozen
public struct JobQueue: Sendable {
    @usableFromInline let queue: DispatchQueue

    @inlinable
    public init(_ queue: DispatchQueue) { self.queue = queue }

    /// A serial queue of its own.
    @inlinable
    public init(label: String, qos: DispatchQoS) { queue = DispatchQueue(label: label, qos: qos) }

    /// Runs `job` after what was put here before; at the same time as that on a concurrent queue. Returns at once.
    @inlinable @inline(__always)
    public func async(_ job: @escaping @Sendable () -> Void) { queue.async(execute: job) }
}

/// Puts a job on a queue when a time has come, one deadline after the other: a Dispatch timer.
/// It is kept alive, with what its handler holds, until `cancel`.
@frozen
public struct Alarm: Sendable {
    @usableFromInline nonisolated(unsafe) let source: any DispatchSourceTimer  // Thread-safe, and not marked as such.

    /// - Parameters:
    ///   - deadline: in nanoseconds of uptime, as `UptimeClock` counts them.
    ///   - leeway: by how much it may be late.
    @inlinable
    public init(
        on queue: JobQueue, at deadline: UInt64, leeway: DispatchTimeInterval, _ handler: @escaping @Sendable () -> Void
    ) {
        source = DispatchSource.makeTimerSource(queue: queue.queue)
        set(to: deadline, leeway: leeway)
        source.setEventHandler(handler: handler)
        source.activate()
    }

    /// The next deadline, in place of the one before.
    @inlinable
    public func set(to deadline: UInt64, leeway: DispatchTimeInterval) {
        source.schedule(deadline: DispatchTime(uptimeNanoseconds: deadline), leeway: leeway)
    }

    /// The handler doesn't start any more, and is released.
    @inlinable
    public func cancel() { source.cancel() }
}

/// Time that never goes back: what `DispatchTime` counts.
public enum UptimeClock {
    /// In nanoseconds.
    @inlinable @inline(__always)
    public static var now: UInt64 {
        #if os(Linux)
        // The clock that Dispatch reads here, without the conversions around it: each timer begins with a look at it.
        return rx_uptime()
        #else
        return DispatchTime.now().uptimeNanoseconds
        #endif
    }

    /// In nanoseconds: what `now` was at the last tick of the system's, for a quarter of the time that `now` takes. It is never
    /// later than `now`, and by less than `coarseLag` earlier.
    @inlinable @inline(__always)
    public static var coarse: UInt64 {
        #if os(Linux)
        return rx_coarse_uptime()
        #else
        return now
        #endif
    }

    /// Eight ticks. The processor that counts them may stand still for some, where it is a virtual machine's; after five, another one counts.
    /// `max` where there is no such clock.
    public static let coarseLag: UInt64 = {
        #if os(Linux)
        var tick = timespec()
        guard clock_getres(CLOCK_MONOTONIC_COARSE, &tick) == 0 else { return .max }
        return 8 &* (UInt64(tick.tv_sec) &* 1_000_000_000 &+ UInt64(tick.tv_nsec))
        #else
        return .max
        #endif
    }()
}
