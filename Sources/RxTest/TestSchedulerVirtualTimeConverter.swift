import Foundation
import Rx

/// Virtual time in ticks of a number of seconds. It saturates: after the last tick there is no other one.
public struct TestSchedulerVirtualTimeConverter: VirtualTimeConverterType, Sendable {
    public typealias VirtualTimeUnit = Int
    public typealias VirtualTimeIntervalUnit = Int

    private let resolution: Double
    /// In nanoseconds. `TestScheduler` reckons with these, and with dates and seconds only where it is asked for them.
    private let tick: Int128

    init(resolution: Double) {
        self.resolution = resolution
        let nanoseconds = resolution * 1e9, tick = nanoseconds.rounded()
        // What a literal, or a short sum of such, may be off by.
        guard tick >= 1, tick <= 0x1p62, abs(nanoseconds - tick) <= 4 * nanoseconds.ulp else {
            fatalError("TestScheduler.init: a resolution of \(resolution) s is not a whole number of nanoseconds from 1 to 4.6e18")
        }
        self.tick = Int128(tick)
    }

    public func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime {
        Date(timeIntervalSince1970: convertFromVirtualTimeInterval(virtualTime))
    }

    public func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit {
        convertToVirtualTimeInterval(time.timeIntervalSince1970)
    }

    public func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval {
        Double(virtualTimeInterval) * resolution
    }

    /// Rounds to the nearest tick, halves up.
    public func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit {
        let ticks = (timeInterval / resolution + 0.5).rounded(.down)
        return Int(exactly: ticks) ?? (ticks < 0 ? Int.min : Int.max)
    }

    public func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit {
        time.advanced(byAtMost: offset)
    }

    public func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }

    public func _time(
        after time: VirtualTimeUnit, _ rest: Int, nanoseconds: Int128
    ) -> (time: VirtualTimeUnit, rest: Int)? {
        let (whole, part) = (nanoseconds + tick / 2).quotientAndRemainder(dividingBy: tick)
        return later(time, part < 0 ? whole - 1 : whole)
    }

    public func _time(
        after time: VirtualTimeUnit, _ rest: Int, offset: VirtualTimeIntervalUnit
    ) -> (time: VirtualTimeUnit, rest: Int)? {
        later(time, Int128(offset))
    }

    public func _earliest(after time: VirtualTimeUnit) -> VirtualTimeUnit? { time.advanced(byAtMost: 1) }

    private func later(_ time: Int, _ ticks: Int128) -> (time: Int, rest: Int)? {
        ticks > 0 && time == .max ? nil : (time.advanced(byAtMost: ticks), 0)
    }
}

extension TestTime {
    /// Saturates at the first and the last time.
    func advanced(byAtMost ticks: some BinaryInteger) -> TestTime { TestTime(clamping: Int128(self) + Int128(ticks)) }
}
