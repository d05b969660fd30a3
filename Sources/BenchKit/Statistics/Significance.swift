/// Whether a change is more than chance.
enum Significance {
    /// The probability of at least as many samples above `bound` as there are, if each lay above it with probability one half:
    /// the one-sided sign test. Small: the median lies above `bound`. A sample equal to `bound` counts for neither side.
    static func signTest(_ samples: [Double], above bound: Double) -> Double {
        let above = samples.count { $0 > bound }, decided = samples.count { $0 != bound }
        if decided == 0 { return 1 }
        return (above...decided).reduce(0) { $0 + Statistics.binomialHalf(decided, $1) }
    }

    /// The forks below which no row can differ significantly, whatever its ratios: the smallest probability that the sign test has
    /// for so many, times the number of rows, is not below `significance`. At least 6, which an interval needs.
    static func fewestForks(rows: Int, significance: Double) -> Int {
        (6...1000).first { Double(rows) * Statistics.binomialHalf($0, $0) < significance } ?? 1000
    }

    /// Holm's adjustment (1979): compared with one level each, the results hold for all tests together, whatever their
    /// dependence. In the order of `values`.
    static func holm(_ values: [Double]) -> [Double] {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var adjusted = values, largest = 0.0
        for (rank, index) in order.enumerated() {
            largest = max(largest, min(1, values[index] * Double(values.count - rank)))
            adjusted[index] = largest
        }
        return adjusted
    }
}
