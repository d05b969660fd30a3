import Dispatch
import Foundation
import RxPlatform

extension DispatchTimeInterval {
    /// What is left of this stretch of time when so many nanoseconds of it have passed.
    func remaining(after passed: UInt64) -> DispatchTimeInterval {
        guard let whole = inNanoseconds else { return .never }
        return .atLeast(whole - min(whole, passed))
    }

    /// So many nanoseconds; where `Int` has 32 bits, of which nanoseconds are two seconds, rounded up to a longer unit.
    static func atLeast(_ nanoseconds: UInt64) -> DispatchTimeInterval {
        if let exact = Int(exactly: nanoseconds) { return .nanoseconds(exact) }
        if let rounded = Int(exactly: nanoseconds / 1_000_000 + 1) { return .milliseconds(rounded) }
        return .seconds(Int(clamping: nanoseconds / 1_000_000_000 + 1))
    }

    @usableFromInline
    var isOver: Bool { inNanoseconds == 0 }
}

/// Schedulers whose timers go by uptime, which nobody sets, unlike the time of day that is their `now`.
@usableFromInline
protocol MonotonicTimers {}

/// A timer that is restarted by each event: what `debounce` and `timeout` wait with. A restart notes the time; the timer
/// that is pending finds, when it fires, that it has to wait for the rest, and does so without going inside the gate, which the thread that
/// sends would lose its bias by. So a restart neither allocates nor schedules, and a flood of them isn't disturbed.
/// On a scheduler of a user's, whose `now` may be a clock that is set, each restart is a timer of its own instead; so it is in
/// virtual time, where timers that are due at the same time run in the order in which they were set, and where a word can't hold
/// nanoseconds of uptime.
@usableFromInline
final class RestartingTimer: @unchecked Sendable {  // Sendable: see the fields.
    private let junction: Junction
    private let dueTime: RxTimeInterval
    private let slot: TimerSlot
    private let expired: () -> Void
    private let afterwards: () -> Void
    /// Whether the time of uptime tells how long ago a restart was; else each restart is a timer.
    @usableFromInline let goesByUptime: Bool
    /// Whether a timer waits, where it goes by uptime; touched inside the gate only.
    @exclusivity(unchecked) @usableFromInline var isPending = false
    /// In nanoseconds of uptime. Written inside the gate only, read by the timer that fires, outside of it: a restart that it sees puts
    /// it off, and one that it doesn't is seen inside.
    @usableFromInline let lastRestart = Word(0)
    /// How often it has been restarted where each restart is a timer; touched inside the gate only.
    @exclusivity(unchecked) private var restarts = 0

    /// - Parameters:
    ///   - afterwards: runs, outside the gate, after each attempt to go inside.
    ///   - expired: runs inside the gate when `dueTime` has passed without a restart.
    @usableFromInline
    init(
        _ junction: Junction, _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType,
        afterwards: @escaping () -> Void = {}, expired: @escaping () -> Void
    ) {
        self.junction = junction
        self.dueTime = dueTime
        slot = TimerSlot(junction.segment, scheduler)
        self.expired = expired
        self.afterwards = afterwards
        goesByUptime = UInt.bitWidth == 64 && scheduler is any MonotonicTimers
    }

    /// Inside the gate.
    @inlinable @inline(__always)
    func restart() {
        guard goesByUptime else { return setAnew() }
        lastRestart.store(UInt(truncatingIfNeeded: UptimeClock.now))
        if !isPending { set() }
    }

    @usableFromInline @inline(never)
    func set() {
        isPending = true
        wait(dueTime, since: lastRestart.load())
    }

    @usableFromInline @inline(never)
    func setAnew() {
        restarts += 1
        slot.set(dueTime) { [self, restarts] in
            visit { if restarts == self.restarts { self.expire() } }
        }
    }

    /// - Parameter start: the restart whose due time it waits for.
    private func wait(_ interval: RxTimeInterval, since start: UInt) {
        slot.set(interval) { [self] in
            if lastRestart.load() != start { return waitForRest() }
            visit { [self] in
                if lastRestart.load() == start { expire() } else { waitForRest() }
            }
        }
    }

    private func waitForRest() {
        let start = lastRestart.load()
        let now = UptimeClock.now  // Of another processor than `start`, perhaps: not before it.
        wait(dueTime.remaining(after: now - min(now, UInt64(start))), since: start)
    }

    private func visit(_ body: @escaping () -> Void) {
        junction.visit(body)
        afterwards()
    }

    private func expire() {
        isPending = false
        expired()
    }
}
