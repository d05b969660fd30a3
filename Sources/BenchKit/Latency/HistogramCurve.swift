import Foundation

extension Histogram {
    /// One point of a curve of percentiles.
    struct Point: Equatable {
        /// The share of values that is asked for, from 0 to 1.
        let share: Double
        /// That share of values is not above this one.
        let value: Int
        /// How many aren't.
        let passed: Int
    }

    /// The percentiles that HdrHistogram's writer for Python gives: each step is a tenth of what is left above, as far as there are values; at last
    /// comes the largest, with share 1. Nothing without values.
    var curve: [Point] {
        if isSummary { return [] }
        var points: [Point] = [], passed = 0, percent = 0.0
        for bucket in filled {
            passed += Int(bucket.count)
            while 100 * Double(passed) / Double(self.count) >= percent, points.last.map({ $0.passed < self.count }) != false {
                points.append(Point(share: percent / 100, value: min(Histogram.last(of: bucket.index), largest), passed: passed))
                percent += (100 - percent) / 10
            }
        }
        return points + (count > 0 ? [Point(share: 1, value: largest, passed: count)] : [])
    }

    /// The text that HdrHistogram's plotter reads: a line a point of the curve, with the value, the share, how many values aren't above it, and
    /// 1 / (1 − share).
    /// - Parameter unit: how many of what is recorded make one of what is shown, such as 1,000 for microseconds.
    func percentileText(unit: Double = 1) -> String {
        func value(_ number: Double) -> String { String(format: "%12.3f", number / unit) }
        func count(_ number: Int) -> String { "\(number)".padded(to: 12, atStart: true) }
        let lines = curve.map { point in
            let start = "\(value(Double(point.value))) \(String(format: "%2.12f", point.share)) \("\(point.passed)".padded(to: 10, atStart: true))"
            return start + (point.share < 1 ? String(format: " %14.2f", 1 / (1 - point.share)) : "")
        }
        let header = ["       Value     Percentile TotalCount 1/(1-Percentile)", ""]
        let end = [
            "#[Mean    = \(value(mean ?? 0)), StdDeviation   = \(value(deviation))]",
            "#[Max     = \(value(Double(largest))), Total count    = \(count(self.count))]",
            "#[Buckets = \(count(32)), SubBuckets     = \(count(2048))]",
        ]
        return (header + lines + end).map { $0 + "\n" }.joined()
    }

    /// How far values are from their mean; each counts as the middle of its bucket.
    private var deviation: Double {
        guard let mean, count > 0 else { return 0 }
        let squares = filled.reduce(0.0) { sum, bucket in
            let first = bucket.index == 0 ? 0 : Histogram.last(of: bucket.index - 1) + 1
            let distance = Double(first + (Histogram.last(of: bucket.index) - first + 1) / 2) - mean
            return sum + Double(bucket.count) * distance * distance
        }
        return (squares / Double(count)).squareRoot()
    }
}
