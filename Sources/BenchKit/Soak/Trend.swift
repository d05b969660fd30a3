/// How fast a figure grows, from samples at even times: the median of the slopes between all pairs (Theil, 1950), and an interval around it that
/// follows from how many pairs rise (Sen, 1968). A sample that is far off moves it hardly.
struct Trend: Codable, Equatable, Sendable {
    /// Per second.
    let slope: Double
    let low: Double
    let high: Double
    /// The median of all samples.
    let level: Double

    /// Standard deviations at which a slope counts as one: 99.9 %, since samples that follow each other are alike.
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
        let width = Trend.deviations * (number * (number - 1) * (2 * number + 5) / 18).squareRoot()
        let lower = max(0, Int(((pairs - width) / 2).rounded(.down)) - 1), upper = min(slopes.count - 1, Int(((pairs + width) / 2).rounded(.up)))
        slope = Statistics.median(ofSorted: slopes)
        low = slopes[lower]
        high = slopes[upper]
        level = Statistics.median(samples.map(\.value))
    }
}
