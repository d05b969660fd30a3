import Dispatch

/// Schedulers whose clock stands still while work runs, so that work of one time has an exact order. Operators reckon in their points of
/// time, which are exact, and not in dates, which aren't: a `Date` of today tells 120 nanoseconds apart.
protocol VirtualClock {
    /// Now.
    var point: VirtualPoint { get }

    /// So long from now; `nil`: never.
    func point(after dueTime: RxTimeInterval) -> VirtualPoint?

    /// Whether it is that time or later.
    func hasCome(_ point: VirtualPoint) -> Bool

    /// Whether it is later.
    func hasPassed(_ point: VirtualPoint) -> Bool

    /// Runs `action` then, as the scheduler adjusts it; now, if it has passed.
    func schedule(at point: VirtualPoint, _ action: @escaping () -> Void) -> any Disposable

    /// Runs `action` when so much time has passed, and some has.
    func scheduleTick(after period: RxTimeInterval, _ action: @escaping () -> Void) -> any Disposable
}

/// A point in the time of a `VirtualClock`, for that only.
struct VirtualPoint {
    let time: Any
    /// By how many nanoseconds it lies behind what `time` says.
    let rest: Int
}

extension VirtualTimeScheduler: VirtualClock {
    var point: VirtualPoint { VirtualPoint(time: clock, rest: clockRest) }

    func point(after dueTime: RxTimeInterval) -> VirtualPoint? {
        time(after: dueTime).map { VirtualPoint(time: $0.time, rest: $0.rest) }
    }

    func hasCome(_ point: VirtualPoint) -> Bool { !isEarlier((clock, clockRest), time(of: point)) }

    func hasPassed(_ point: VirtualPoint) -> Bool { isEarlier(time(of: point), (clock, clockRest)) }

    func schedule(at point: VirtualPoint, _ action: @escaping () -> Void) -> any Disposable {
        let (time, rest) = hasCome(point) ? (clock, clockRest) : time(of: point)
        return schedule(at: adjusted(time, rest), action)
    }

    func scheduleTick(after period: RxTimeInterval, _ action: @escaping () -> Void) -> any Disposable {
        guard let (time, rest) = time(after: period) else { return Disposables.create() }
        let due = adjusted(time, rest)
        if isEarlier((clock, clockRest), due) { return schedule(at: due, action) }
        guard let next = converter._earliest(after: clock) else {
            refuse("VirtualTimeScheduler.schedulePeriodic: with a period of \(period) virtual time would never pass")
        }
        // At the last time there is none.
        return isEarlier((clock, clockRest), (next, 0)) ? schedule(at: (next, 0), action) : Disposables.create()
    }

    private func schedule(at due: (time: VirtualTime, rest: Int), _ action: @escaping () -> Void) -> any Disposable {
        schedule((), at: due) { _ in
            action()
            return Disposables.create()
        }
    }

    private func time(of point: VirtualPoint) -> (VirtualTime, Int) {
        guard let time = point.time as? VirtualTime else { preconditionFailure("VirtualPoint: of another scheduler") }
        return (time, point.rest)
    }
}
