import Foundation
import Testing

@testable import BenchKit

@Suite struct ResultsTests {
    private let benchmark = Benchmark("T1", "one", unit: "onNext", events: Events(10)) { _ in }

    private func results(_ rows: Row..., reference: String = "T1") -> Results {
        var results = Results(
            suite: "test", profile: .ci, seed: 7, order: ["T1"], reference: reference, environment: .current())
        results.add(rows: rows, comparisons: [])
        return results
    }

    private func row(median: Double? = nil, failure: RowFailure? = nil) -> Row {
        var row = Row(benchmark: benchmark, variant: "lock", events: 10)
        row.failure = failure
        if let median {
            let estimate = Estimate(median: median, interval: nil)
            row.time = Row.Time(
                nanosecondsPerEvent: estimate, processorNanosecondsPerEvent: estimate, samples: [median],
                processorSamples: [median], iterationsPerSample: 1)
        }
        return row
    }

    @Test func jsonRoundTrips() throws {
        var full = row(median: 12.5)
        full.heap = Stages(
            before: HeapBytes(allocated: 1, active: 2, resident: 3), peak: HeapBytes(allocated: 4, active: 5, resident: 6),
            after: HeapBytes(allocated: 7, active: 8, resident: 9))
        full.resources = Stages(before: ["a": 0], peak: ["a": 1], after: ["a": 0])
        full.metrics["p99"] = Row.OwnFigure(value: 3, unit: "ns")
        var original = results(full, row(failure: RowFailure(kind: .wrongResult, message: "no")))
        original.add(
            rows: [],
            comparisons: [try #require(Comparison(benchmark: "T1", variant: "queue", base: "lock", pairs: [1, 2]))])
        let json = try original.json()
        #expect(try Results(json: json) == original)
        #expect(try original.json() == json)
        #expect(String(decoding: json, as: UTF8.self).contains("\"schema\" : \"rxbench/2\""))
    }

    @Test func aMissingFigureIsAbsentAndHasAReason() throws {
        var gap = row(median: 1)
        gap.missing["heap"] = "no jemalloc"
        let json = try JSONSerialization.jsonObject(with: results(gap).json()) as? [String: Any]
        let first = try #require((json?["rows"] as? [[String: Any]])?.first)
        #expect(first["heap"] == nil)
        #expect(first["peakMemory"] == nil)
        #expect((first["missing"] as? [String: String])?["heap"] == "no jemalloc")
    }

    @Test func timesBecomeMultiplesOfTheReference() {
        var related = results(row(median: 10))
        related.relateToReference()
        #expect(related.rows[0].multipleOfReference == 1)
        var unrelated = results(row(median: 10), reference: "floor.absent")
        unrelated.relateToReference()
        #expect(unrelated.rows[0].multipleOfReference == nil)
        #expect(unrelated.rows[0].missing["multipleOfReference"] == "the floor floor.absent was not measured")
    }

    @Test func theExitCodeNamesTheWorst() {
        var passed = results(row(median: 1))
        #expect(passed.exitCode == .interrupted)
        passed.complete = true
        #expect(passed.exitCode == .success)
        let error = row(failure: RowFailure(kind: .error, message: "x"))
        let wrong = row(failure: RowFailure(kind: .wrongResult, message: "x"))
        #expect(results(error).exitCode == .failure)
        #expect(results(error, wrong).exitCode == .wrongResult)
    }

    @Test func ownFiguresAreMediansAndOddOnesAreMissing() {
        let run = Run(n: 1, variant: "lock", seed: 0)
        run.metric("bad", .nan, unit: "ns")
        run.metric("good", 2, unit: "ns")
        #expect(run.metrics == ["good": Metric(value: 2, unit: "ns")])
        #expect(run.missing == ["bad": "was not a finite number"])
    }

    @Test func missingFiguresAreToldOnce() {
        var first = row(median: 1)
        first.missing["heap"] = "no jemalloc"
        var text = Summary(results(first, first), path: "x.json").text
        #expect(text.contains("missing: heap (2 rows): no jemalloc"))
        text = Summary(results(first), path: nil).text
        #expect(text.contains("missing: heap: no jemalloc. Of T1 (lock)."))
    }

    @Test func rowsWithoutAFigureAreNamedAsFarAsTheyAreFew() throws {
        func gap(_ count: Int) throws -> (text: String, page: String) {
            let rows = (1...count).map { index in
                var row = Fixture.timed("T\(index)", "lock", nanoseconds: 10)
                row.missing["load"] = "too slow"
                return row
            }
            let results = try Fixture.results(.run, rows: rows)
            return (Summary(results, path: nil).text, PageReport(Fixture.digest(results)).text)
        }
        for (count, line) in [
            (3, "load (3 rows): too slow. Of T1 (lock), T2 (lock), T3 (lock)."),
            (4, "load (4 rows): too slow. Such as T1 (lock), T2 (lock), T3 (lock)."),
        ] {
            let found = try gap(count)
            #expect(found.text.contains("missing: " + line) && found.page.contains(line), "\(found.text)")
        }
    }

    @Test func aProgramWithoutVariantsHasEachFigureOnce() throws {
        let results = try Fixture.results(.run, rows: [Fixture.timed("T1", Suite.onlyVariant, nanoseconds: 12)])
        let suite = Suite("mine") { Benchmark("T1") {} }
        let lines = ResultsTable(results, suite: suite).text.split(separator: "\n").map { $0.split(separator: " ") }
        let header = lines.first { $0.first == "workloads" }
        #expect(header?.filter { $0 == "ns" }.count == 1)
        #expect(header?.contains { $0.contains("-:-") } == false)
    }

    @Test func tablesAlign() {
        var table = Table(header: ["id", "ns"], alignedAtEnd: [false, true])
        table.add(["long-name", "1.0"])
        table.add(heading: "floors")
        table.add(["x", "100"])
        #expect(table.text == "id          ns\nlong-name  1.0\nfloors\nx          100")
    }

    @Test func figuresAreShort() {
        #expect(Figures.short(nil) == "–")
        #expect(Figures.short(0.23456) == "0.235")
        #expect(Figures.short(12.34) == "12.3")
        #expect(Figures.short(1234.5) == "1234" || Figures.short(1234.5) == "1235")
        #expect(Figures.count(2, exact: true) == "2")
        #expect(Figures.count(0, exact: true) == "0")
        #expect(Figures.count(0.0001, exact: false) == "~<0.001")
        #expect(Figures.ratio(Estimate(median: 1.5, interval: nil)) == "1.50")
    }
}
