import Foundation

/// When senders are to send, whatever became of what they sent before.
public enum Arrivals: Sendable, Equatable {
    /// One after the other, always as long apart.
    case constant
    /// As independent sources send: the gaps are exponential, so that many come close together and none waits for the one before.
    case poisson
    /// So many at one time, and then none for as long as makes the rate.
    case bursts(of: Int)
}

/// The times of one sender, in nanoseconds from its start.
struct ArrivalSchedule: Sendable {
    let arrivals: Arrivals
    /// Nanoseconds from one to the next, in the mean.
    let gap: Double
    private var generator: SeededGenerator
    private var time: Double
    private var left = 0

    /// - Parameter offset: of the first, as a share of a gap: several senders of one rate don't send all at one time.
    init(_ arrivals: Arrivals, gap: Double, seed: UInt64, offset: Double = 0) {
        precondition(gap > 0, "ArrivalSchedule: a gap above 0")
        if case .bursts(let size) = arrivals { precondition(size > 0, "ArrivalSchedule: a burst of at least one") }
        self.arrivals = arrivals
        self.gap = gap
        generator = SeededGenerator(seed: seed)
        if case .bursts(let size) = arrivals { time = gap * offset * Double(size) } else { time = gap * offset }
    }

    /// Of the exponential distribution with the mean 1, evenly spread: a logarithm for each message would take a sender's time. With the mean of all
    /// put right, which lacks what lies beyond the last.
    private static let quantiles: [Double] = {
        let raw = (0..<4096).map { -log((Double($0) + 0.5) / 4096) }
        let mean = raw.reduce(0, +) / 4096
        return raw.map { $0 / mean }
    }()

    /// When the next one is due.
    mutating func next() -> UInt64 {
        let due = time
        switch arrivals {
        case .constant:
            time += gap
        case .poisson:
            time += ArrivalSchedule.quantiles[Int(truncatingIfNeeded: generator.next() >> 52)] * gap
        case .bursts(let size):
            if left == 0 { left = size }
            left -= 1
            if left == 0 { time += gap * Double(size) }
        }
        return UInt64(due)
    }
}
