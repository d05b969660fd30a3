import Dispatch
import RxPlatform

/// A stretch of time on a scheduler, again and again: whether it is over. Used inside one gate.
///
/// On this library's schedulers uptime tells, which nobody sets; in virtual time its clock. On a scheduler of a user's, whose `now` may be a
/// clock that is set, the only thing to go by is how long it takes to run what was scheduled: a timer ends each stretch.
@usableFromInline
struct Stretch {
    @usableFromInline enum Clock: UInt8 {
        case uptime, virtual, timer
    }

    @usableFromInline let clock: Clock
    private let length: RxTimeInterval
    private let slot: TimerSlot
    private let virtualClock: (any VirtualClock)?
    /// By uptime: when it ends. By a timer: `max` until that has fired. 0: before the first one.
    @usableFromInline var end: UInt64 = 0
    private var virtual: (begin: VirtualPoint, end: VirtualPoint?)?

    /// - Parameter slot: of the same scheduler, and used for nothing else.
    init(_ length: RxTimeInterval, _ scheduler: any SchedulerType, _ slot: TimerSlot) {
        self.length = length
        self.slot = slot
        virtualClock = scheduler as? any VirtualClock
        clock = virtualClock != nil ? .virtual : scheduler is any MonotonicTimers ? .uptime : .timer
    }

    /// Whether it may be over although its timer has yet to run: where time stands still, that is a matter of order; elsewhere the timer is as
    /// good as the clock.
    @inlinable @inline(__always)
    var endsBeforeItsTimer: Bool { clock == .virtual }

    /// Also before the first one. Mutating, as the compiler copies all of the struct, with its references, for who only looks.
    @inlinable @inline(__always)
    mutating func isOver() -> Bool {
        switch clock {
        case .uptime: end == 0 || isOverByUptime()
        case .timer: end == 0
        case .virtual: isOverInVirtualTime()
        }
    }

    @usableFromInline @inline(never)
    func isOverByUptime() -> Bool { UptimeClock.now >= end }

    @usableFromInline @inline(never)
    mutating func isOverInVirtualTime() -> Bool {
        guard let virtualClock, let (begin, end) = virtual else { return true }
        guard let end, virtualClock.hasCome(end) else { return false }
        // A length that is too short for the clock is not none.
        return length.isOver || virtualClock.hasPassed(begin)
    }

    /// - Parameter ended: what runs at its end, where a timer ends it.
    @inlinable @inline(__always)
    mutating func begin(_ ended: @escaping () -> Void) {
        if clock == .uptime { beginByUptime() } else { beginOtherwise(ended) }
    }

    @usableFromInline
    mutating func beginByUptime() {
        end = length.inNanoseconds.map { UptimeClock.now + $0 } ?? .max
    }

    @usableFromInline @inline(never)
    mutating func beginOtherwise(_ ended: @escaping () -> Void) {
        if let virtualClock {
            virtual = (virtualClock.point, virtualClock.point(after: length))
        } else if !length.isOver {
            end = .max
            slot.set(length, ended)
        }
    }

    /// Runs `ended` at its end: once in a stretch, which isn't over.
    func setTimer(_ ended: @escaping () -> Void) {
        switch clock {
        case .uptime:
            let now = UptimeClock.now
            slot.set(end == .max ? .never : .atLeast(end - min(end, now)), ended)
        case .virtual:
            if let virtualClock { slot.set(at: virtual?.end, on: virtualClock, ended) }
        case .timer: break  // It is set.
        }
    }

    /// Its timer has fired.
    mutating func hasEnded() { if clock == .timer { end = 0 } }
}

/// A time by uptime, of which the system's coarse clock, which takes a quarter of the time to read, tells that it is surely still to come.
@usableFromInline
struct CoarseDeadline: ~Copyable, Sendable {
    /// While the coarse clock says an earlier time than this, it is. 0: that doesn't help, or not any more.
    private let limit = Word(0)

    @usableFromInline
    init() {}

    /// On any thread: who was told of what set it, sees that.
    @usableFromInline @inline(never)
    func isSurelyAhead() -> Bool {
        let limit = limit.load()
        if limit == 0 { return false }
        if UptimeClock.coarse < UInt64(limit) { return true }
        // Not any more, unless it has been set since.
        _ = self.limit.compareExchange(limit, 0)
        return false
    }

    /// Saturated: 0 where no coarse clock tells, or a word is shorter than the time.
    @usableFromInline
    func set(to deadline: UInt64) { limit.store(UInt(exactly: deadline - min(deadline, UptimeClock.coarseLag)) ?? 0) }
}
