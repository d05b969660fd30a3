import Foundation

/// How a scheduler's virtual time maps to real time.
public protocol VirtualTimeConverterType {
    /// A point in virtual time.
    associatedtype VirtualTimeUnit
    /// A stretch of virtual time.
    associatedtype VirtualTimeIntervalUnit

    func convertFromVirtualTime(_ virtualTime: VirtualTimeUnit) -> RxTime
    func convertToVirtualTime(_ time: RxTime) -> VirtualTimeUnit

    /// In seconds.
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: VirtualTimeIntervalUnit) -> TimeInterval
    /// From seconds.
    func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> VirtualTimeIntervalUnit

    func offsetVirtualTime(_ time: VirtualTimeUnit, offset: VirtualTimeIntervalUnit) -> VirtualTimeUnit
    func compareVirtualTime(_ lhs: VirtualTimeUnit, _ rhs: VirtualTimeUnit) -> VirtualTimeComparison

    /// Only for this library's own types: the time so many nanoseconds after `time` and `rest` nanoseconds more, and what of it a unit
    /// can't tell, in nanoseconds. `nil`: later than the last time.
    func _time(after time: VirtualTimeUnit, _ rest: Int, nanoseconds: Int128) -> (time: VirtualTimeUnit, rest: Int)?

    /// Only for this library's own types: as the other one.
    func _time(
        after time: VirtualTimeUnit, _ rest: Int, offset: VirtualTimeIntervalUnit
    ) -> (time: VirtualTimeUnit, rest: Int)?

    /// Only for this library's own types: the time that follows after `time`, where there is such a thing.
    func _earliest(after time: VirtualTimeUnit) -> VirtualTimeUnit?
}

extension VirtualTimeConverterType {
    public func _time(
        after time: VirtualTimeUnit, _ rest: Int, nanoseconds: Int128
    ) -> (time: VirtualTimeUnit, rest: Int)? {
        // So that a converter which makes an `Int` of it without a check doesn't trap.
        let limit = Int128(Int64.max / 2)
        let seconds = Double(min(max(-limit, nanoseconds), limit)) / 1_000_000_000
        return (offsetVirtualTime(time, offset: convertToVirtualTimeInterval(seconds)), 0)
    }

    public func _time(
        after time: VirtualTimeUnit, _ rest: Int, offset: VirtualTimeIntervalUnit
    ) -> (time: VirtualTimeUnit, rest: Int)? {
        (offsetVirtualTime(time, offset: offset), 0)
    }

    public func _earliest(after time: VirtualTimeUnit) -> VirtualTimeUnit? { nil }
}

/// Which of two points in virtual time comes first.
public enum VirtualTimeComparison: Sendable {
    case lessThan
    case equal
    case greaterThan
}
