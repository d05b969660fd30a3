import Dispatch
import Foundation
import RxPlatform

extension DispatchTimeInterval {
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
/// that is pending finds, when it fires, that it has to wait for the rest. So a restart neither allocates nor schedules.
/// On a scheduler of a user's, whose `now` may be a clock that is set, each restart is a timer of its own instead; so it is in
/// virtual time, where timers that are due at the same time run in the order in which they were set. Used inside the gate only.
@usableFromInline
final class RestartingTimer {
    private let junction: Junction
    @usableFromInline let dueTime: RxTimeInterval
    private let slot: TimerSlot
    private let expired: () -> Void
    private let afterwards: () -> Void
    /// Whether the time of uptime tells how long ago a restart was; else each restart is a timer.
    @usableFromInline let goesByUptime: Bool
    // Unchecked: the gate serialises access.
    @exclusivity(unchecked) @usableFromInline var isPending = false
    @exclusivity(unchecked) @usableFromInline var lastRestart = RxTime.distantPast
    /// The restart whose due time the pending timer waits for.
    @exclusivity(unchecked) private var awaited = RxTime.distantPast
    /// The latest timer. One that was replaced may have fired before.
    @exclusivity(unchecked) private var number = 0

    /// - Parameters:
    ///   - afterwards: runs each time that the timer has fired, outside the gate.
    ///   - expired: runs inside the gate when `dueTime` has passed without a restart.
    @usableFromInline
    init(
        _ junction: Junction, _ dueTime: RxTimeInterval, _ scheduler: any SchedulerType,
        afterwards: @escaping () -> Void = {}, expired: @escaping () -> Void
    ) {
        self.junction = junction
        self.dueTime = dueTime
        self.expired = expired
        self.afterwards = afterwards
        slot = TimerSlot(junction.segment, scheduler)
        goesByUptime = scheduler is any MonotonicTimers
    }

    @inlinable @inline(__always)
    func restart() {
        guard goesByUptime else { return set(dueTime) }
        lastRestart = RestartingTimer.now
        if !isPending { set(dueTime) }
    }

    @inlinable
    static var now: RxTime {
        @inline(__always) get { RxTime(timeIntervalSinceReferenceDate: Double(UptimeClock.now) / 1_000_000_000) }
    }

    @usableFromInline
    func set(_ interval: RxTimeInterval) {
        isPending = true
        awaited = lastRestart
        number += 1
        slot.set(interval) { [self, number] in
            junction.pass(number, to: fire)
            afterwards()
        }
    }

    private func fire(_ number: Int) {
        if number != self.number { return }
        if lastRestart != awaited { return set(dueTime.remaining(since: lastRestart, at: RestartingTimer.now)) }
        isPending = false
        expired()
    }
}
