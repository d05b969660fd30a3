#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The clocks that durations are taken from. Callable from any thread.
public enum Clock {
    /// Nanoseconds of a clock that never goes back. It does not tell the time of day.
    public static func monotonic() -> UInt64 {
        #if canImport(Darwin)
        // The monotonic one has steps of a microsecond there.
        clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
        #else
        read(CLOCK_MONOTONIC)
        #endif
    }

    /// What that clock says so many seconds later; the last that it can, where that is later still.
    static func monotonic(after seconds: Double) -> UInt64 {
        let (sum, isLater) = monotonic().addingReportingOverflow(UInt64(exactly: (max(0, seconds) * 1e9).rounded()) ?? .max)
        return isLater ? .max : sum
    }

    /// Nanoseconds of processor time that all threads of the process have used.
    static func processor() -> UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The smallest step seen between two readings of the monotonic clock, in nanoseconds.
    static func resolution(readings: Int = 10_000) -> UInt64 {
        var smallest = UInt64.max
        var last = monotonic()
        for _ in 0..<readings {
            let now = monotonic()
            if now > last { smallest = min(smallest, now - last) }
            last = now
        }
        return smallest
    }

    static func sleep(milliseconds: UInt32) {
        usleep(milliseconds * 1000)
    }

    /// At least until the monotonic clock says so. By the kernel's clock, not by a duration: what the caller takes to ask isn't slept through.
    public static func sleep(until time: UInt64) {
        #if canImport(Darwin)
        var now = monotonic()
        while now < time {
            usleep(UInt32(clamping: (time - now + 999) / 1000))
            now = monotonic()
        }
        #else
        var wanted = timespec()
        wanted.tv_sec = numericCast(time / 1_000_000_000)
        wanted.tv_nsec = numericCast(time % 1_000_000_000)
        while clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wanted, nil) == EINTR {}
        #endif
    }
}

/// How long a section took, in nanoseconds.
struct ElapsedTime: Equatable, Sendable {
    var wall: UInt64
    var processor: UInt64

    struct Start {
        // The processor clock costs a system call: it is read outside the wall clock's interval.
        private let processor = Clock.processor()
        private let wall = Clock.monotonic()

        func elapsed() -> ElapsedTime {
            let wallEnd = Clock.monotonic()
            return ElapsedTime(wall: wallEnd - wall, processor: Clock.processor() - processor)
        }
    }

    static func + (left: ElapsedTime, right: ElapsedTime?) -> ElapsedTime {
        ElapsedTime(wall: left.wall + (right?.wall ?? 0), processor: left.processor + (right?.processor ?? 0))
    }
}
