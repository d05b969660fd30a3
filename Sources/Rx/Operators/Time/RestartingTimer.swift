import Dispatch
import Foundation
import RxPlatform

extension DispatchTimeInterval {
    /// What is left of this stretch of time when so many nanoseconds of it have passed.
    @usableFromInline
    func remaining(after passed: UInt64) -> DispatchTimeInterval {
        guard let whole = inNanoseconds else { return .never }
        return .nanoseconds(Int(clamping: whole - min(whole, passed)))
    }

    /// What is left of this stretch of time at `now` if it began at `start`: to the nanosecond; not less than 0, nor more
    /// than all of it should the clock have been set back.
    @usableFromInline
    func remaining(since start: RxTime, at now: RxTime) -> DispatchTimeInterval {
        guard let whole = inNanoseconds else { return .never }
        let passed = (now.timeIntervalSince(start) * 1_000_000_000).rounded()
        return .nanoseconds(Int(min(max(0, Double(whole) - passed), Double(whole))))
    }

    @usableFromInline
    var isOver: Bool { inNanoseconds == 0 }
}

/// Schedulers whose clock stands still while work runs, so that work of one time has an exact order.
protocol VirtualClock {}

extension VirtualTimeScheduler: VirtualClock {}

/// Schedulers whose timers go by `MonotonicClock`, which nobody sets, unlike the time of day that is their `now`.
protocol MonotonicTimers {}

extension SerialScheduler: MonotonicTimers {}
extension SerialDispatchQueueScheduler: MonotonicTimers {}
extension ConcurrentDispatchQueueScheduler: MonotonicTimers {}
extension ConcurrentMainScheduler: MonotonicTimers {}

/// The one timer of an operator. It is set inside the gate of the segment that owns it.
@usableFromInline
final class TimerSlot: SegmentItem, @unchecked Sendable {  // Sendable: touched inside the gate.
    private let segment: Segment
    private let scheduler: any SchedulerType
    private var current: (any Disposable)?

    @usableFromInline
    init(_ segment: Segment, _ scheduler: any SchedulerType) {
        self.segment = segment
        self.scheduler = scheduler
        super.init()
        segment.own(self)
    }

    /// Runs `action` on the scheduler after `dueTime`, unless the segment has ended. Cancels the timer before.
    @usableFromInline
    func set(_ dueTime: RxTimeInterval, _ action: @escaping () -> Void) {
        if segment.isClosed { return }
        let last = current
        current = scheduler.scheduleRelative((), dueTime: dueTime) { _ in
            action()
            return Disposables.create()
        }
        last?.disposeWithoutWaiting()
    }

    @usableFromInline
    override func segmentEnded() {
        let last = current
        current = nil
        last?.disposeWithoutWaiting()
    }
}

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
    private let scheduler: any SchedulerType
    private let expired: () -> Void
    private let afterwards: () -> Void
    /// Whether the time of uptime tells how long ago a restart was; else each restart is a timer.
    @usableFromInline let goesByUptime: Bool
    /// Whether a timer is due after the last restart; touched inside the gate only.
    @exclusivity(unchecked) @usableFromInline var isPending = false
    /// In nanoseconds of uptime. Written inside the gate only, read by the timer that fires, outside of it: a restart that it sees puts
    /// it off, and one that it doesn't is seen inside.
    @usableFromInline let lastRestart = Word(0)
    /// How often it has been restarted where each restart is a timer; touched inside the gate only.
    @exclusivity(unchecked) private var restarts = 0

    /// Apart, since the segment owns it: that holds no more than the timer, so that the observer is freed with the source and the timer.
    private let pending = PendingTimer()

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
        self.scheduler = scheduler
        self.expired = expired
        self.afterwards = afterwards
        goesByUptime = UInt.bitWidth == 64 && scheduler is any MonotonicTimers
        junction.segment.own(pending)
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
        isPending = true
        arm(dueTime) { [self, restarts] in
            visit { if restarts == self.restarts { self.expire() } }
        }
    }

    /// - Parameter start: the restart whose due time it waits for.
    private func wait(_ interval: RxTimeInterval, since start: UInt) {
        arm(interval) { [self] in
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

    /// Runs `action` on the scheduler, in place of what was to run before, unless the segment has ended.
    private func arm(_ interval: RxTimeInterval, _ action: @escaping () -> Void) {
        if junction.segment.isClosed { return }
        let number = pending.nextNumber()
        let timer = scheduler.scheduleRelative((), dueTime: interval) { _ in
            action()
            return Disposables.create()
        }
        pending.keep(timer, number)?.disposeWithoutWaiting()
    }
}

/// The timer of a `RestartingTimer` that is to fire, and those before it.
private final class PendingTimer: SegmentItem, @unchecked Sendable {  // Sendable: guarded by `lock`.
    private let lock = Lock()
    @exclusivity(unchecked) private var current: (any Disposable)?
    @exclusivity(unchecked) private var currentNumber = 0
    @exclusivity(unchecked) private var lastNumber = 0
    @exclusivity(unchecked) private var hasEnded = false

    func nextNumber() -> Int {
        lock.with(self) {
            lastNumber += 1
            return lastNumber
        }
    }

    /// Returns what is to be disposed of: the one before, or this one, if the segment has ended meanwhile or it has fired and another one
    /// has been set.
    func keep(_ timer: any Disposable, _ number: Int) -> (any Disposable)? {
        lock.with(self) {
            if hasEnded || number < currentNumber { return timer }
            defer { current = timer }
            currentNumber = number
            return current
        }
    }

    override func segmentEnded() {
        let last = lock.with(self) {
            hasEnded = true
            defer { current = nil }
            return current
        }
        last?.disposeWithoutWaiting()
    }
}
