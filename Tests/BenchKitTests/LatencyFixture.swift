import Foundation

@testable import BenchKit

/// Latencies as they might have been measured.
extension Fixture {
    /// Values from `least` to nearly ten times that, each a little rarer than the one before.
    static func histogram(_ least: Int, values: Int = 20_000) -> Histogram {
        var histogram = Histogram()
        let times = max(1, values / 1000)
        for index in 0..<values / times { histogram.record(least + index * index % (9 * least + 1), times: times) }
        return histogram
    }

    static func trial(
        _ distributions: [String: (unit: String, histogram: Histogram)], jitter: Histogram = histogram(10), metrics: [String: Metric] = [:]
    ) -> TrialOutcome {
        var outcome = TrialOutcome(
            seconds: 0.25, capacity: 2_000_000, rate: 1_000_000, sent: 20_000,
            distributions: distributions.mapValues { TrialOutcome.Distribution(unit: $0.unit, histogram: $0.histogram) }, metrics: metrics,
            missing: [:])
        outcome.jitter = jitter
        return outcome
    }

    static func delays(_ least: Int, values: Int = 20_000) -> [String: (unit: String, histogram: Histogram)] {
        var inEvents = Histogram()
        inEvents.record(0, times: values - values / 4)
        inEvents.record(7, times: values / 4)
        return [
            "delay": ("ns", histogram(least, values: values)), "delay in events": ("events", inEvents),
            "call": ("ns", histogram(least / 2, values: values)),
        ]
    }

    static func latency(
        _ id: String, _ variant: String, kind: Benchmark.Kind = .workload, floor: String? = nil, outcomes: [TrialOutcome]
    ) -> Row {
        let latency = Latency(senders: 2, load: .share(0.5), floor: floor)
        let benchmark = Benchmark(id, "a latency", kind: kind, variants: ["lock", "queue"], latency: latency) { _ in }
        var row = Row(benchmark: benchmark, variant: variant, events: 0)
        row.set(RowLatency(latency, outcomes), of: outcomes)
        return row
    }

    /// Two variants of one benchmark, the second of which failed in a third variant, and a floor.
    static func latencies(date: String = "2026-01-01T00:00:00Z", forks: Int = 6) throws -> Results {
        func outcomes(_ least: Int) -> [TrialOutcome] {
            (0..<forks).map { fork in trial(delays(least + fork), metrics: ["least share": Metric(value: 84.5, unit: "% of a fair one")]) }
        }
        let floor = latency("floor.L1", Suite.onlyVariant, kind: .floor, outcomes: outcomes(400))
        var rows = [
            latency("L1", "lock", floor: "floor.L1", outcomes: outcomes(1000)), latency("L1", "queue", floor: "floor.L1", outcomes: outcomes(2000)),
        ]
        if let base = floor.latency { for index in rows.indices { rows[index].latency?.relate(to: base) } }
        return try results(.latency, date: date, rows: rows + [failed("L1", "third", .wrongResult, "a message came twice"), floor])
    }
}

extension ExportFormat {
    /// Those that take all rows of a file.
    static let ofWholeFiles = allCases.filter { $0 != .hgrm }
}
