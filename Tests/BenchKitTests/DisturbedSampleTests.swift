import Foundation
import Testing

@testable import BenchKit

/// What becomes of samples that waited for a processor.
@Suite struct DisturbedSampleTests {
    private func samples(quiet: Int, disturbed: Int) -> [TimeSample] {
        (0..<(quiet + disturbed)).map { index in
            let isDisturbed = index < disturbed
            let time = isDisturbed ? 900.0 : 100
            return TimeSample(wall: time, processor: time, contaminated: isDisturbed, metrics: [:], missing: [:])
        }
    }

    private func row(quiet: Int, disturbed: Int) -> Row {
        var row = Row(benchmark: Fixture.benchmark("T1"), variant: "lock", events: 10)
        row.setTime(samples(quiet: quiet, disturbed: disturbed), iterationsPerSample: 1)
        return row
    }

    @Test func disturbedSamplesDoNotCountAndAreReported() {
        let row = row(quiet: 6, disturbed: 9)
        #expect(row.time?.nanosecondsPerEvent.median == 100)
        #expect(row.time?.processorNanosecondsPerEvent.median == 100)
        #expect(row.time?.samples == Array(repeating: 100, count: 6))
        #expect(row.time?.discarded == Array(repeating: 900, count: 9))
        #expect(row.contaminated == 0.6)
        #expect(row.inconclusive == nil)
    }

    @Test func withFewerThanSixQuietSamplesAllCountAndTheRowSaysNothing() throws {
        let row = row(quiet: 5, disturbed: 10)
        #expect(row.time?.samples.count == 15)
        #expect(row.time?.discarded == nil)
        #expect(row.contaminated == 10.0 / 15)
        #expect(row.inconclusive == "only 5 of 15 samples did not wait for a processor; all of them count")
        let results = try Fixture.results(.run, rows: [row])
        #expect(Summary(results, path: nil).text.contains("?: inconclusive: of 1 of 1 rows fewer than 6 samples"))
        #expect(ResultsTable(results, suite: .withFloor(Fixture.benchmark("T1"))).text.contains(" ?900"))
        #expect(MarkdownReport(Fixture.digest(results)).text.contains("| ?900 ns"))
        #expect(PageReport(Fixture.digest(results)).text.contains("?900 ns"))
        #expect(JUnitReport(Fixture.digest(results)).text.contains("<skipped message=\"inconclusive: only 5 of 15"))
    }

    /// The rows' own times say something here: only their ratio has the mark.
    @Test func aRatioThatSaysNothingIsMarkedInEveryTable() throws {
        func tables(_ inconclusive: String?) throws -> [(text: String, ratio: String)] {
            let pairs = Array(repeating: 1.25, count: 12)
            let ratio = try #require(Comparison(benchmark: "T1", variant: "queue", base: "lock", pairs: pairs, inconclusive: inconclusive))
            var results = try Fixture.results(.run)
            results.add(rows: ["lock", "queue"].map { Fixture.timed("T1", $0, nanoseconds: 10) }, comparisons: [ratio])
            let digest = Fixture.digest(results), told = "1.25 [1.25, 1.25]"
            return [
                (ResultsTable(results, suite: .withFloor(Fixture.benchmark("T1"))).text, told),
                (MarkdownReport(digest).text, MarkdownReport.escaped(told)), (PageReport(digest).text, Markup.escaped(told)),
            ]
        }
        for (text, ratio) in try tables("busy") { #expect(text.contains("?" + ratio), "\(text)") }
        for (text, ratio) in try tables(nil) { #expect(text.contains(ratio) && !text.contains("?" + ratio), "\(text)") }
    }

    @Test func fewSamplesThatAreAllQuietCount() {
        #expect(row(quiet: 3, disturbed: 0).inconclusive == nil)
    }

    @Test func aPairCountsWhereBothSidesWereQuiet() throws {
        let one = samples(quiet: 10, disturbed: 2), other = Array(samples(quiet: 10, disturbed: 2).reversed())
        let comparison = try #require(
            Comparison(benchmark: "T1", variant: "queue", base: "lock", samples: one, baseSamples: other))
        #expect(comparison.pairs == Array(repeating: 1, count: 8))
        #expect(comparison.discarded == 4.0 / 12)
        #expect(comparison.inconclusive == nil)
        let few = Comparison(
            benchmark: "T1", variant: "queue", base: "lock", samples: Array(one.prefix(7)), baseSamples: Array(one.prefix(7)))
        #expect(few?.pairs.count == 7)
        #expect(few?.discarded == 0)
        #expect(few?.inconclusive?.hasPrefix("only 5 of 7 samples") == true)
    }
}
