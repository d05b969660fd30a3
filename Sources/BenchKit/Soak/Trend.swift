/// How fast a figure grows, from samples at even times: the median of the slopes between all pairs (Theil, 1950), and an interval around it that
/// follows from how many pairs rise (Sen, 1968), wider where samples that follow each other are alike (Hamed and Rao, 1998). A sample that is far off
/// moves it hardly.
struct Trend: Codable, Equatable, Sendable {
    /// Per second.
    let slope: Double
    let low: Double
    let high: Double
    /// The median of all samples.
    let level: Double

    /// Standard deviations at which a slope counts as one: 99.9 %.
    private static let deviations = 3.29

    /// - Parameter samples: as (seconds, figure).
    /// - Returns: nil with fewer than ten samples, which have no such interval.
    init?(_ samples: [(time: Double, value: Double)]) {
        let count = samples.count
        guard count >= 10 else { return nil }
        var slopes: [Double] = []
        slopes.reserveCapacity(count * (count - 1) / 2)
        for first in samples.indices {
            for second in samples.indices where second > first && samples[second].time > samples[first].time {
                slopes.append((samples[second].value - samples[first].value) / (samples[second].time - samples[first].time))
            }
        }
        guard !slopes.isEmpty else { return nil }
        slopes.sort()
        let pairs = Double(slopes.count), number = Double(count)
        // The variance of the number of pairs that rise less those that fall, where there is no trend.
        slope = Statistics.median(ofSorted: slopes)
        let width = Trend.deviations * (number * (number - 1) * (2 * number + 5) / 18 * Trend.likeness(of: samples, slope: slope)).squareRoot()
        let lower = max(0, Int(((pairs - width) / 2).rounded(.down)) - 1), upper = min(slopes.count - 1, Int(((pairs + width) / 2).rounded(.up)))
        low = slopes[lower]
        high = slopes[upper]
        level = Statistics.median(samples.map(\.value))
    }

    /// Whether nine tenths of the last third lie above nine tenths of the first, or below.
    private static func isApart(_ values: [Double]) -> Bool {
        let count = values.count / 3, rest = count / 10
        let first = values.prefix(count).sorted(), last = values.suffix(count).sorted()
        return last[rest] > first[count - 1 - rest] || last[count - 1 - rest] < first[rest]
    }

    /// The place of each among all, in order; the mean place of those that are equal.
    private static func ranks(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = values, begin = 0
        while begin < order.count {
            var end = begin + 1
            while end < order.count, values[order[end]] == values[order[begin]] { end += 1 }
            for place in begin..<end { ranks[order[place]] = Double(begin + end - 1) / 2 }
            begin = end
        }
        return ranks
    }

    /// How many times the variance is what it would be, did each sample know nothing of those before it: 1 or more. Of what is left of the samples without
    /// the slope the autocorrelations count up to the first that chance could explain.
    private static func likeness(of samples: [(time: Double, value: Double)], slope: Double) -> Double {
        // What grows in a bend or in steps leaves much without a slope, too, but ends where it hasn't been.
        if isApart(samples.map(\.value)) { return 1 }
        let rest = ranks(samples.map { $0.value - slope * $0.time })
        let count = Double(rest.count), mean = rest.reduce(0, +) / count
        let variance = rest.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        if variance == 0 { return 1 }
        var sum = 0.0
        for lag in 1..<(rest.count - 2) {
            let products = zip(rest, rest.dropFirst(lag)).reduce(0) { $0 + ($1.0 - mean) * ($1.1 - mean) }
            let correlation = products / variance, left = count - Double(lag)
            if correlation < 1.645 / count.squareRoot() { break }
            sum += left * (left - 1) * (left - 2) * correlation
        }
        return 1 + 2 * sum / (count * (count - 1) * (count - 2))
    }
}
