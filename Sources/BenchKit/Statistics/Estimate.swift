/// The median of samples, with an interval that holds it.
struct Estimate: Codable, Equatable, Sendable {
    let median: Double
    /// Nil with fewer samples than the confidence needs.
    let interval: Interval?

    /// The 95 % interval of the median of `samples`, which must not be empty.
    init(_ samples: [Double], confidence: Double = 0.95) {
        let sorted = samples.sorted()
        median = Statistics.median(ofSorted: sorted)
        interval = Interval(ofSorted: sorted, confidence: confidence)
    }

    init(median: Double, interval: Interval?) {
        self.median = median
        self.interval = interval
    }

    /// How many there are in a second of what takes so many nanoseconds: the largest number there is where they are too many to tell, of what
    /// takes no time, for one.
    var perSecond: Estimate {
        func rate(_ nanoseconds: Double) -> Double { nanoseconds > 0 ? min(1e9 / nanoseconds, .greatestFiniteMagnitude) : .greatestFiniteMagnitude }
        return Estimate(
            median: rate(median),
            interval: interval.map { Interval(low: rate($0.high), high: rate($0.low), confidence: $0.confidence) })
    }
}

/// Two order statistics that enclose the median with at least the wanted confidence, whatever the distribution.
struct Interval: Codable, Equatable, Sendable {
    let low: Double
    let high: Double
    /// The true confidence, which the discrete ranks make a little higher than the one asked for.
    let confidence: Double

    /// Below this many samples a median has no 95 % interval.
    static let fewestSamples = 6

    init(low: Double, high: Double, confidence: Double) {
        self.low = low
        self.high = high
        self.confidence = confidence
    }

    /// The narrowest symmetric pair of ranks. A sample lies below the median with probability one half, so the number that
    /// does is binomial: ranks r and n + 1 - r enclose the median unless fewer than r samples lie on one of its sides.
    /// Nil when even the extremes do not reach `confidence`: at 95 % that is with fewer than 6 samples.
    init?(ofSorted samples: [Double], confidence: Double) {
        let count = samples.count
        var rank = 0
        var outside = 0.0
        for lower in 0..<(count / 2) {
            let more = outside + 2 * Statistics.binomialHalf(count, lower)
            if more > 1 - confidence { break }
            outside = more
            rank = lower + 1
        }
        guard rank > 0 else { return nil }
        self.init(low: samples[rank - 1], high: samples[count - rank], confidence: 1 - outside)
    }
}

enum Statistics {
    /// The middle sample, or the mean of the two middle ones. `samples` must not be empty.
    static func median(_ samples: [Double]) -> Double { median(ofSorted: samples.sorted()) }

    static func median(ofSorted samples: [Double]) -> Double {
        precondition(!samples.isEmpty, "the median of no samples")
        let middle = samples.count / 2
        guard samples.count.isMultiple(of: 2) else { return samples[middle] }
        let sum = samples[middle - 1] + samples[middle]
        // The sum of two numbers may be beyond all numbers where their mean isn't.
        return sum.isFinite ? sum / 2 : samples[middle - 1] / 2 + samples[middle] / 2
    }

    /// What `values` weigh together, such as shares of samples by how many there are; nil where all weights are 0.
    static func mean(_ values: [(value: Double, weight: Double)]) -> Double? {
        let all = values.reduce(0) { $0 + $1.weight }
        return all > 0 ? values.reduce(0) { $0 + $1.value * ($1.weight / all) } : nil
    }

    /// The probability of exactly `successes` heads in `count` throws of a fair coin.
    static func binomialHalf(_ count: Int, _ successes: Int) -> Double {
        // One halving for each throw, spread among the factors so that nothing overflows or vanishes early.
        var probability = 1.0
        var halvings = count
        for index in 0..<successes {
            probability *= Double(count - index) / Double(successes - index)
            while probability > 1, halvings > 0 {
                probability /= 2
                halvings -= 1
            }
        }
        for _ in 0..<halvings { probability /= 2 }
        return probability
    }

    /// The ratios of samples that were taken next to each other. What disturbs both of a pair cancels out.
    static func pairRatios(_ numerators: [Double], _ denominators: [Double]) -> [Double] {
        zip(numerators, denominators).compactMap { $1 > 0 && ($0 / $1).isFinite ? $0 / $1 : nil }
    }
}
