import Foundation

/// A virtual-time scheduler whose time is a date: for running a recorded history at full speed.
///
/// Due times are exact to the nanosecond, also where two dates are further apart: work whose dates are equal runs in the order of
/// its exact times, and the clock shows the nearest date.
public class HistoricalScheduler: VirtualTimeScheduler<HistoricalSchedulerTimeConverter>, @unchecked Sendable {
    // Sendable: used on one thread only, which is checked.
    public init(initialClock: RxTime = Date(timeIntervalSince1970: 0)) {
        super.init(initialClock: initialClock, converter: HistoricalSchedulerTimeConverter())
    }
}

/// Virtual time that is real time.
public struct HistoricalSchedulerTimeConverter: VirtualTimeConverterType, Sendable {
    public typealias VirtualTimeUnit = RxTime
    public typealias VirtualTimeIntervalUnit = TimeInterval

    public func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime { virtualTime }
    public func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit { time }
    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval {
        virtualTimeInterval
    }
    public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit { timeInterval }

    public func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit {
        time.addingTimeInterval(offset)
    }

    public func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }

    public func _time(
        after time: VirtualTimeUnit, _ rest: Int, nanoseconds: Int128
    ) -> (time: VirtualTimeUnit, rest: Int)? {
        let start = ExactDate(time.timeIntervalSinceReferenceDate)
        let exact = start.map { ExactDate(nanoseconds: $0.nanoseconds + Int128(rest) + nanoseconds) }
        guard let exact, let shown = ExactDate(exact.seconds) else { return farAway(time, Double(nanoseconds) / 1e9) }
        return (Date(timeIntervalSinceReferenceDate: exact.seconds), Int(exact.nanoseconds - shown.nanoseconds))
    }

    public func _time(
        after time: VirtualTimeUnit, _ rest: Int, offset: VirtualTimeIntervalUnit
    ) -> (time: VirtualTimeUnit, rest: Int)? {
        guard let exact = ExactDate(offset) else { return farAway(time, offset) }
        return _time(after: time, rest, nanoseconds: exact.nanoseconds)
    }

    /// Where dates are so far apart that nanoseconds don't count. After the last date comes never.
    private func farAway(_ time: Date, _ offset: TimeInterval) -> (time: Date, rest: Int)? {
        let later = time.addingTimeInterval(offset)
        return offset > 0 && later == time ? nil : (later, 0)
    }
}

/// Seconds as whole nanoseconds: up to 30 million years, which is as far as doubles tell fractions of a second.
///
/// Today's dates are 119 nanoseconds apart, so each stands for many times: for the roundest of them, so that 0.3 s after a date is
/// the same time whether it was added to the date or to the nanoseconds.
private struct ExactDate {
    let nanoseconds: Int128

    init(nanoseconds: Int128) { self.nanoseconds = nanoseconds }

    init?(_ seconds: Double) {
        guard seconds.magnitude <= 1e15 else { return nil }
        let whole = seconds.rounded(.towardZero)
        let part = Int64(((seconds - whole) * 1e9).rounded())
        nanoseconds = Int128(Int64(whole)) * 1_000_000_000 + Int128(ExactDate.roundest(near: part) { whole + Double($0) / 1e9 == seconds })
    }

    /// The multiple of a power of ten, of the largest one, that is close enough. Less than a second: that is a multiple of all of them.
    private static func roundest(near nearest: Int64, _ isClose: (Int64) -> Bool) -> Int64 {
        var unit: Int64 = 1_000_000_000
        while unit > 1 {
            let (quotient, rest) = nearest.quotientAndRemainder(dividingBy: unit)
            let round = (rest.magnitude * 2 < unit ? quotient : quotient + rest.signum()) * unit
            if isClose(round) { return round }
            unit /= 10
        }
        return nearest
    }

    var seconds: Double {
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Double(Int64(truncatingIfNeeded: whole)) + Double(Int64(truncatingIfNeeded: rest)) / 1e9
    }
}
