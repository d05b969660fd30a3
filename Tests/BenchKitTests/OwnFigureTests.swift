import Foundation
import Testing

@testable import BenchKit

/// What a row tells besides times and counts, and how growth reads.
@Suite struct OwnFigureTests {
    static func fits() throws -> Results {
        func fit(_ id: String, _ variant: String, _ cost: (Double) -> Double) -> Fit {
            let scaling = Scaling.timed(id, "very many", parameter: "items", sizes: [10, 100, 1000, 10_000], unit: "item") { _, _ in }
            let points = scaling.sizes.map { size in
                SizedCost(
                    size: size, cost: cost(Double(size)),
                    metrics: ["by the clock": Metric(value: Double(size) / 8, unit: "ns an event")])
            }
            return Fit(scaling, variant: variant, measure: .instructions, reason: nil, points: points)
        }
        var results = try Fixture.results(.fit)
        results.add(fits: [fit("flat", "lock") { _ in 40 }, fit("flat", "queue") { _ in 41 }, fit("steep", "lock") { 10 + 3 * $0 }])
        return results
    }

    @Test func ownFiguresAndBytesAreInEveryTable() throws {
        var row = Fixture.timed("T1", "lock", nanoseconds: 10)
        row.metrics = ["dispose": Row.OwnFigure(value: 18.25, unit: "ns/timer")]
        row.peakMemory = 3 << 20
        var doubtful = Fixture.timed("T2", "lock", nanoseconds: 10)
        doubtful.metrics = ["live heap": Row.OwnFigure(value: 99.5, unit: "B/timer")]
        doubtful.inconclusive = "busy"
        let results = try Fixture.results(.run, rows: [row, doubtful]), digest = Fixture.digest(results, try Self.fits())
        let suite = BenchKit.Suite.withFloor(Fixture.benchmark("T1"), Fixture.benchmark("T2"))
        for text in [ResultsTable(results, suite: suite).text, MarkdownReport(digest).text, PageReport(digest).text] {
            #expect(text.contains("bytes/event") && text.contains("dispose 18.2 ns/timer") && text.contains("live heap ?99.5 B/timer"))
            #expect(text.contains("3.00 MiB") && text.contains("512"))
        }
        // A terminal shows the end, which is to be what is read most.
        let lines = ResultsTable(results, suite: suite).text.split(separator: "\n")
        #expect(lines.first?.contains("bytes/event") == true && lines.last?.hasPrefix("T2") == true && lines.last?.contains("99.5") == false)
        for text in [MarkdownReport(digest).text, PageReport(digest).text] {
            #expect(text.contains("by the clock 1.25 → 1250 ns an event"))
        }
    }

    /// A mark stands wherever the time of such a row does.
    @Test func whatSaysNothingIsMarkedInEveryTable() throws {
        var row = Fixture.timed("T1", "lock", nanoseconds: 10)
        row.inconclusive = "busy"
        row.multipleOfTwin = 2.5
        let results = try Fixture.results(.run, rows: [row]), digest = Fixture.digest(results)
        let suite = BenchKit.Suite.withFloor(Fixture.benchmark("T1").multiple(of: "floor.closure-call"))
        for (text, time) in [
            (ResultsTable(results, suite: suite).text, "?10.0"), (MarkdownReport(digest).text, "?10.0 ns"), (PageReport(digest).text, "?10.0 ns"),
        ] {
            #expect(text.contains(time) && text.contains("?5.00") && text.contains("?2.50"))
        }
        #expect(Answers(digest, ReportVerdict(digest)).text.contains("from ?10.0 ns (T1: a workload) to ?10.0 ns"))
        let cost = CostTable(suite: suite, name: "T1", benchmarks: [suite.benchmarks[0]], costs: [Cost(setting: "", times: results, counts: nil)])
        #expect(cost.text.contains("?10.0") && cost.text.contains("?2.50") && cost.text.contains("T1: onNext, in 1 row: ?10.0 ns, "))
    }

    /// It says as little where only the twin's time says nothing.
    @Test func whatIsMadeOfTwoTimesIsMarkedForEither() throws {
        var fused = Fixture.timed("T1", "lock", nanoseconds: 10)
        fused.inconclusive = "busy"
        var composed = Row(benchmark: Fixture.benchmark("T2").multiple(of: "T1"), variant: "lock", events: 10)
        composed.time = Fixture.timed("T2", "lock", nanoseconds: 25).time
        var results = try Fixture.results(.run, rows: [fused, composed])
        results.relateToReference()
        #expect(results.rows[1].multipleOfTwin == 2.5 && results.rows[1].inconclusiveTwin == "busy" && results.rows[1].inconclusive == nil)
        let suite = BenchKit.Suite.withFloor(Fixture.benchmark("T1"), Fixture.benchmark("T2").multiple(of: "T1")), digest = Fixture.digest(results)
        let cost = CostTable(
            suite: suite, name: "T", benchmarks: Array(suite.benchmarks.prefix(2)), costs: [Cost(setting: "", times: results, counts: nil)])
        for text in [ResultsTable(results, suite: suite).text, MarkdownReport(digest).text, PageReport(digest).text, cost.text] {
            #expect(text.contains("?2.50"), "\(text)")
        }
    }

    /// So are multiples of a floor that says nothing, in each row.
    @Test func whatIsAMultipleOfADisturbedFloorIsMarked() throws {
        var floor = Fixture.timed("floor", "lock", nanoseconds: 2)
        floor.inconclusive = "busy"
        var results = try Fixture.results(.run, rows: [floor, Fixture.timed("T1", "lock", nanoseconds: 10)])
        results.relateToReference()
        #expect(results.rows[1].multipleOfReference == 5 && results.rows[1].inconclusive == nil)
        let suite = BenchKit.Suite.withFloor(Fixture.benchmark("T1")), digest = Fixture.digest(results)
        for text in [ResultsTable(results, suite: suite).text, MarkdownReport(digest).text, PageReport(digest).text] {
            #expect(text.contains("?5"), "\(text)")
        }
    }

    /// Where a row has some: a column of nothing helps nobody.
    @Test func whatTheKernelDidIsInEveryTableAndExport() throws {
        func texts(_ row: Row) throws -> [String] {
            let results = try Fixture.results(.run, rows: [row]), digest = Fixture.digest(results)
            let table = ResultsTable(results, suite: .withFloor(Fixture.benchmark("T1"))).text
            let tables = [table, MarkdownReport(digest).text, PageReport(digest).text]
            return try tables + ExportFormat.ofWholeFiles.map { try $0.text(results) }
        }
        var row = Fixture.timed("T1", "lock", nanoseconds: 10)
        row.contextSwitches = ContextSwitches(voluntary: 17, involuntary: 0)
        row.transfers = Transfers(readCalls: 3, writeCalls: 0, bytesRead: 6144, bytesWritten: 0, bytesFromDisk: 0, bytesToDisk: 4096)
        let some = try texts(row)
        for text in some.prefix(3) {
            #expect(text.contains("17 voluntary") && text.contains("3 reads, 6.00 KiB read, 4.00 KiB to the disk"), "\(text)")
        }
        for text in some.dropFirst(3) {
            #expect(text.contains("voluntary-switches") && text.contains("read-calls") && text.contains("bytes-to-disk"), "\(text)")
        }
        row.contextSwitches = ContextSwitches(voluntary: 0, involuntary: 0)
        row.transfers = Transfers(readCalls: 0, writeCalls: 0, bytesRead: nil, bytesWritten: nil, bytesFromDisk: 0, bytesToDisk: 0)
        for text in try texts(row) {
            #expect(!text.contains("switches/iteration") && !text.contains("voluntary"), "\(text)")
            #expect(!text.contains("I/O/iteration") && !text.contains("read-calls"), "\(text)")
        }
        row.metrics["read-calls"] = Row.OwnFigure(value: 7, unit: "x")
        #expect(row.exportedFigures.map(\.name).contains("own-read-calls"))
    }

    /// What grows by less than a fit may be off is told as what it is.
    @Test func aSlopeOfNothingIsConstant() {
        func fit(_ slope: Double) throws -> Fit {
            let json = """
                {"scaling": "S", "title": "t", "parameter": "p", "unit": "u", "variant": "lock", "measure": "instructions", "order": "n",
                 "points": [{"size": 1, "cost": 42.7}, {"size": 1000, "cost": 42.7}],
                 "candidates": [{"order": "1", "base": 42.75, "slope": 0, "residual": 0},
                     {"order": "n", "base": 42.7, "slope": \(slope), "residual": 0}]}
                """
            return try JSONDecoder().decode(Fit.self, from: Data(json.utf8))
        }
        for (slope, order, formula) in [
            (0.0, "O(1)", "42.8 instr."), (0.0004, "O(1)", "42.8 instr."),
            (0.5, "O(n)", "42.7 + 0.500 n instr."),
        ] {
            #expect(throws: Never.self) {
                let fit = try fit(slope)
                #expect(FitTable.order(fit) == order && FitTable.formula(fit) == formula, "\(slope): \(FitTable.formula(fit))")
            }
        }
    }
}
