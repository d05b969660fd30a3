import Foundation
import Testing

@testable import BenchKit

/// Latencies in the forms that other programs read.
@Suite struct LatencyExportTests {
    private func json(_ format: ExportFormat) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(try format.text(Fixture.latencies()).utf8))
    }

    private func delay() throws -> RowLatency.Distribution {
        try #require(try Fixture.latencies().rows[0].latency?.distributions["delay"])
    }

    @Test func goHasAUnitAPercentile() throws {
        let lines = try ExportFormat.go.text(Fixture.latencies()).split(separator: "\n").map(String.init)
        let line = try #require(lines.first { $0.hasPrefix("BenchmarkL1/variant=lock-") })
        #expect(lines.count { $0.hasPrefix("Benchmark") } == 3)
        #expect(line.wholeMatch(of: /Benchmark[A-Z]\S* [1-9][0-9]*( -?[0-9]+(\.[0-9]+)? \S+)+/) != nil)
        let p99 = try #require(try delay()[.p99]?.value)
        #expect(line.contains(" \(Int(p99)) p99-delay-ns ") && line.contains(" 0 p50-delay_in_events-events 7 p90-delay_in_events-events "))
        #expect(
            line.contains(" 7 max-delay_in_events-events ") && line.contains(" p50-jitter-ns ") && line.contains(" 84.5 least_share-%_of_a_fair_one"))
        #expect(line.contains(" 2000000 capacity-messages/s 1000000 rate-messages/s"))
        // 120,000 values are enough for it.
        #expect(line.contains(" p99.99-delay-ns "))
    }

    @Test func jmhHasThePercentilesOfAllValues() throws {
        let entries = try #require(try json(.jmh) as? [[String: Any]]), delay = try delay()
        #expect(entries.count == 3)
        let entry = entries[0], primary = try #require(entry["primaryMetric"] as? [String: Any])
        #expect(entry["mode"] as? String == "sample" && entry["forks"] as? Int == 6 && entry["threads"] as? Int == 2)
        #expect(entry["measurementTime"] as? String == "250 ms")
        #expect(primary["score"] as? Double == delay[.p50]?.value && primary["scoreUnit"] as? String == "ns/op")
        let percentiles = try #require(primary["scorePercentiles"] as? [String: Double])
        #expect(percentiles.keys.sorted() == ["0.0", "100.0", "50.0", "90.0", "99.0", "99.9", "99.99"])
        #expect(percentiles["99.0"] == delay[.p99]?.value && percentiles["100.0"] == Double(delay.histogram.largest) && percentiles["0.0"] == 1000)
        #expect((primary["rawData"] as? [[Double]])?.count == 6 && (primary["scoreConfidence"] as? [Double])?.count == 2)
        let others = try #require(entry["secondaryMetrics"] as? [String: [String: Any]])
        #expect(others.keys.sorted() == ["call", "capacity", "delay in events", "jitter", "least share", "rate"])
        #expect((others["delay in events"]?["scorePercentiles"] as? [String: Double])?["90.0"] == 7)
    }

    @Test func googleHasARowAProcess() throws {
        let document = try #require(try json(.gbench) as? [String: Any]), delay = try delay()
        let rows = try #require(document["benchmarks"] as? [[String: Any]]), lock = rows.filter { $0["name"] as? String == "L1/lock" }
        #expect(lock.compactMap { $0["real_time"] as? Double } == delay[.p50]?.forks && lock.count == 6)
        for row in lock {
            #expect(row["delay-p99"] as? Double == delay[.p99]?.value && row["repetitions"] as? Int == 6 && row["time_unit"] as? String == "ns")
            #expect(row["least share"] as? Double == 84.5)
        }
        #expect(rows.contains { $0["name"] as? String == "L1/third" && $0["error_occurred"] as? Bool == true })
        // Of one process there is the median of all.
        let one = try ExportFormat.gbench.text(Fixture.latencies(forks: 1))
        let single = (try JSONSerialization.jsonObject(with: Data(one.utf8)) as? [String: Any])?["benchmarks"] as? [[String: Any]]
        #expect(single?.count { $0["name"] as? String == "L1/lock" } == 1)
    }

    @Test func othersHaveAnEntryAPercentile() throws {
        let entries = try #require(try json(.gha) as? [[String: Any]]), delay = try delay()
        let names = entries.compactMap { $0["name"] as? String }
        #expect(Set(names).count == names.count)
        let p99 = try #require(entries.first { $0["name"] as? String == "L1 (lock): delay-p99" })
        #expect(p99["value"] as? Double == delay[.p99]?.value && p99["unit"] as? String == "ns" && (p99["range"] as? String)?.hasPrefix("± ") == true)
        // There, less is better.
        #expect(!names.contains { $0.hasSuffix(": capacity") || $0.hasSuffix(": rate") })
        let bencher = try #require(try json(.bmf) as? [String: [String: [String: Double]]])
        #expect(bencher["L1 (lock)"]?["delay-p99"]?["value"] == delay[.p99]?.value)
        #expect(bencher["L1 (lock)"]?["delay-p99"]?["lower_value"] == delay[.p99]?.interval?.low)
        #expect(bencher["floor.L1"]?["call-max"] != nil && bencher["L1 (lock)"]?["capacity"]?["value"] == 2_000_000)
        let records = CSVReader.records(try ExportFormat.csv.text(Fixture.latencies()))
        #expect(records.allSatisfy { $0.count == 12 })
        #expect(records.contains { Array($0[3...4]) + Array($0[7...9]) == ["L1", "queue", "delay in events-p90", "events", "7"] })
    }

    /// Distributions and own figures of any names have names of their own.
    @Test func noTwoFiguresHaveOneName() throws {
        let names = ["delay", "delay-p50", "own-x", "latency-own-x", "jitter", "latency-jitter", "own-own-x", "x", "p50-x", "capacity"]
        let own = Set(names + names.flatMap { ["\($0)-p50", "\($0)-max", "p50-\($0)", "p50-\($0)-ns"] } + ["rate", "own-rate", "own-capacity"])
        let distributions = Dictionary(uniqueKeysWithValues: names.map { ($0, (unit: "ns", histogram: Fixture.histogram(100))) })
        let metrics = Dictionary(uniqueKeysWithValues: own.map { ($0, Metric(value: 1, unit: "ns")) })
        let row = Fixture.latency("L1", "lock", outcomes: [Fixture.trial(distributions, metrics: metrics)])
        let figures = row.exportedFigures
        #expect(figures.count == names.count * 5 + 5 + 2 + own.count)
        #expect(Set(figures.map(\.name)).count == figures.count)
        let results = try Fixture.results(.latency, rows: [row])
        for format in [ExportFormat.go, .gha, .bmf, .csv, .gbench] { #expect(throws: Never.self) { try format.text(results) } }
        // It has the figures of a distribution under one name, and an own figure may have that too.
        #expect(throws: FileError.self) { try ExportFormat.jmh.text(results) }
    }

    private func run(_ arguments: [String]) -> (code: ExitCode, text: String, error: String) {
        let recording = CapturedOutput()
        let program = CommandLineProgram(name: "bench", version: "1", summary: "", commands: [exportCommand()])
        let code = program.run(["export"] + arguments, environment: [:], output: recording.output)
        return (code, recording.standard, recording.error)
    }

    @Test func thePlotterGetsOneFigureOfOneRow() throws {
        // As a file has them: neighbouring buckets are put together there.
        let results = try Results(json: Fixture.latencies().json()), histograms = results.rows[1].latency?.distributions.mapValues(\.histogram)
        try Fixture.inFolder(["a.json": results.json(), "run.json": Fixture.run().json()]) { folder in
            func hgrm(_ arguments: String...) -> (code: ExitCode, text: String, error: String) {
                run(["\(folder)/a.json", "--format", "hgrm"] + arguments)
            }
            #expect(hgrm("--row", "L1 (queue)").text == histograms?["delay"]?.percentileText())
            #expect(hgrm("--row", "L1 (queue)", "--figure", "delay in events").text == histograms?["delay in events"]?.percentileText())
            #expect(hgrm("--row", "floor.L1").error == "")
            func complaint(_ found: (code: ExitCode, text: String, error: String)) -> String {
                "\(found.code.rawValue) \(found.text)\(found.error)".replacingOccurrences(of: folder, with: "@")
            }
            #expect(complaint(hgrm()) == "64 bench: the form hgrm takes one row, --row NAME: L1 (lock), L1 (queue), floor.L1\n")
            #expect(complaint(hgrm("--row", "L1")) == "64 bench: option --row cannot be 'L1': it is one of L1 (lock), L1 (queue), floor.L1\n")
            #expect(
                complaint(hgrm("--row", "L1 (lock)", "--figure", "x"))
                    == "64 bench: option --figure cannot be 'x': it is one of delay, delay in events, call\n")
            #expect(
                complaint(run(["\(folder)/a.json", "--format", "go", "--row", "L1 (lock)"]))
                    == "64 bench: --row and --figure have no meaning here: they belong to --format hgrm\n")
            #expect(
                complaint(run(["\(folder)/run.json", "--format", "hgrm"])) == "1 bench: @/run.json has no row that hgrm takes: it takes latencies\n")
        }
    }

    /// Few values have no percentile, and none have nothing: that is absent, and no 0.
    @Test(arguments: ExportFormat.ofWholeFiles) func fewValuesAreExportedAsFarAsTheyGo(format: ExportFormat) throws {
        var few = Histogram()
        few.record(5)
        let row = Fixture.latency("L1", "lock", outcomes: [Fixture.trial(["delay": ("ns", few)], jitter: Histogram())])
        let empty = Fixture.latency("L2", "lock", outcomes: [Fixture.trial([:], jitter: Histogram())])
        let text = try format.text(Fixture.results(.latency, rows: [row, empty]))
        #expect(text.contains("L1") && !text.contains("p50") && !text.contains("nan"))
        // It has a rate alone, of which less isn't better.
        #expect(text.contains("L2") == ![.jmh, .gbench, .gha].contains(format))
        if format == .jmh {
            let entry = (try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])?.first?["primaryMetric"] as? [String: Any]
            #expect((entry?["scorePercentiles"] as? [String: Double]) == ["0.0": 5, "100.0": 5])
        }
    }
}
