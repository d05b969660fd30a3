import Foundation

/// The JSON that JMH writes with `-rf json`. The score is the median, where JMH has the mean, and its confidence is that of
/// the order-statistic interval.
struct JMHExport {
    private let results: Results

    init(_ results: Results) {
        self.results = results
    }

    func text() throws -> String {
        let rows = results.rows.filter { $0.failure == nil && ExportFormat.jmh.takes($0) }
        var names = ExportedNames(.jmh)
        for row in rows {
            let name = RowName.text(row.benchmark, row.variant)
            try names.add(name, of: name)
        }
        return try ExportJSON.text(rows.map { try $0.latency == nil ? entry($0) : sampled($0) })
    }

    /// JMH writes what it doesn't know as the string "NaN".
    private enum Number: Encodable {
        case known(Double)
        case unknown

        /// What is so far from the others that the distance is infinite isn't known either: JSON has no such number.
        init(_ value: Double?) { self = value.flatMap { $0.isFinite ? .known($0) : nil } ?? .unknown }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .known(let value): try container.encode(value)
            case .unknown: try container.encode("NaN")
            }
        }
    }

    private struct Figure: Encodable {
        let score: Double
        let scoreError: Number
        let scoreConfidence: [Number]
        let scorePercentiles: [String: Double]
        let scoreUnit: String
        /// By fork, then by iteration.
        let rawData: [[Double]]
    }

    private struct Entry: Encodable {
        let jmhVersion: String
        let benchmark: String
        let mode: String
        let threads: Int
        let forks: Int
        let jvm: String
        let jdkVersion: String
        let warmupIterations: Int
        let warmupTime: String
        let measurementIterations: Int
        let measurementTime: String
        let params: [String: String]
        let primaryMetric: Figure
        let secondaryMetrics: [String: Figure]
    }

    private func entry(_ row: Row) -> Entry {
        let estimate = row.time?.nanosecondsPerEvent ?? Estimate(median: 0, interval: nil)
        // A sample's length, which JMH states beforehand. The longest there is stands for one that is longer.
        let milliseconds = (estimate.median * Double(row.exportedIterations) / 1e6).rounded(.down)
        let length = milliseconds < 1 ? 1 : Int(exactly: milliseconds) ?? .max
        let forks = row.time.map(JMHExport.byFork) ?? []
        // Of an iteration of the warm-up, in whole milliseconds, as JMH has it.
        let warmUp = row.warmUp.flatMap { Int(exactly: (1000 * $0.seconds / Double(max(1, $0.iterations))).rounded(.up)) } ?? 0
        return Entry(
            jmhVersion: "1.37", benchmark: "\(results.suite).\(row.benchmark)", mode: "avgt", threads: row.sendingThreads, forks: forks.count,
            jvm: "none", jdkVersion: results.environment.compiler ?? results.environment.clang, warmupIterations: row.warmUp?.iterations ?? 0,
            warmupTime: "\(warmUp) ms", measurementIterations: forks.map(\.count).max() ?? 0, measurementTime: "\(length) ms",
            params: ["variant": row.variant, "events": "\(row.events)"],
            primaryMetric: figure(estimate, forks, unit: "ns/op"),
            secondaryMetrics: Dictionary(uniqueKeysWithValues: row.exportedFigures.map { ($0.name, figure($0)) }))
    }

    /// JMH's mode of single calls: the percentiles are those of all values.
    private func sampled(_ row: Row) throws -> Entry {
        guard let latency = row.latency, let primary = latency.primary() else { return entry(row) }
        var others: [String: Figure] = [:], names = ExportedNames(.jmh)
        for name in latency.figures where name != primary.name {
            guard let distribution = latency.distributions[name], distribution.histogram.count > 0 else { continue }
            try names.add(ExportedFigure.distribution(name), of: "\(name) of \(row.key.text)")
            others[ExportedFigure.distribution(name)] = figure(distribution, unit: distribution.unit)
        }
        if latency.jitter.histogram.count > 0 {
            try names.add("jitter", of: "the machine's jitter of \(row.key.text)")
            others["jitter"] = figure(latency.jitter, unit: latency.jitter.unit)
        }
        for other in row.exportedFigures where other.part == nil {
            try names.add(other.name, of: "\(other.name) of \(row.key.text)")
            others[other.name] = figure(other)
        }
        let milliseconds = Int(exactly: (1000 * latency.seconds).rounded(.up)).map { max(1, $0) } ?? 1
        return Entry(
            jmhVersion: "1.37", benchmark: "\(results.suite).\(row.benchmark)", mode: "sample", threads: row.sendingThreads,
            forks: latency.forks,
            jvm: "none", jdkVersion: results.environment.compiler ?? results.environment.clang, warmupIterations: 0, warmupTime: "0 ms",
            measurementIterations: 1, measurementTime: "\(milliseconds) ms", params: ["variant": row.variant, "load": latency.load],
            primaryMetric: figure(primary.distribution, unit: "\(primary.distribution.unit)/op"), secondaryMetrics: others)
    }

    /// The score is the median of all values, and each fork's own is raw.
    private func figure(_ distribution: RowLatency.Distribution, unit: String) -> Figure {
        let median = distribution[.p50], histogram = distribution.histogram, score = median?.value ?? histogram.mean ?? 0
        var percentiles = ["0.0": Double(histogram.smallest), "100.0": Double(histogram.largest)]
        for percentile in Percentile.allCases {
            if let value = distribution[percentile]?.value { percentiles["\(percentile.percent)"] = value }
        }
        let found = figure(Estimate(median: score, interval: median?.interval), [[score]], unit: unit)
        return Figure(
            score: found.score, scoreError: found.scoreError, scoreConfidence: found.scoreConfidence, scorePercentiles: percentiles, scoreUnit: unit,
            rawData: median.map { $0.forks.isEmpty ? [[score]] : $0.forks.map { [$0] } } ?? [[score]])
    }

    private func figure(_ other: ExportedFigure) -> Figure {
        let interval = other.low.flatMap { low in other.high.map { Interval(low: low, high: $0, confidence: 0.95) } }
        return figure(Estimate(median: other.value, interval: interval), [[other.value]], unit: other.unit(event: "op"))
    }

    private func figure(_ estimate: Estimate, _ forks: [[Double]], unit: String) -> Figure {
        let sorted = forks.flatMap { $0 }.sorted()
        let percentiles =
            sorted.isEmpty
            ? []
            : [0.0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100].map { percent in
                (String(percent), JMHExport.percentile(percent, ofSorted: sorted))
            }
        let error = estimate.interval.map { max($0.high - estimate.median, estimate.median - $0.low) }
        return Figure(
            score: estimate.median, scoreError: Number(error),
            scoreConfidence: [Number(estimate.interval?.low), Number(estimate.interval?.high)],
            scorePercentiles: Dictionary(uniqueKeysWithValues: percentiles), scoreUnit: unit, rawData: forks)
    }

    /// The samples of each process. A file of medians has the median alone.
    private static func byFork(_ time: Row.Time) -> [[Double]] {
        if time.samples.isEmpty { return [[time.nanosecondsPerEvent.median]] }
        guard let forks = time.forks?.filter({ $0.samples > 0 }), forks.sumOfSamples == time.samples.count else { return [time.samples] }
        var rest = time.samples[...]
        return forks.map { fork in
            defer { rest = rest.dropFirst(fork.samples) }
            return Array(rest.prefix(fork.samples))
        }
    }

    /// The nearest rank.
    private static func percentile(_ percent: Double, ofSorted samples: [Double]) -> Double {
        let rank = Int((percent / 100 * Double(samples.count)).rounded(.up))
        return samples[min(max(rank, 1), samples.count) - 1]
    }
}

extension [Fork] {
    /// As many as can be counted where there are more.
    fileprivate var sumOfSamples: Int { reduce(0) { sum, fork in sum.addingReportingOverflow(fork.samples).overflow ? .max : sum + fork.samples } }
}
