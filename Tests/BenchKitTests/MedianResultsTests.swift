import Foundation
import Testing

@testable import BenchKit

/// Files that are committed: what they keep, and that everything that reads results reads them.
@Suite struct MedianResultsTests {
    @Test func aSummaryHasMediansAndNoSamples() throws {
        let full = try Fixture.run(times: 1.23456789), data = try MedianResults(full).json(), read = try Results(json: data)
        #expect(read.rows.map(\.key) == full.rows.map(\.key) && read.comparisons.count == 2)
        let time = try #require(read.rows[0].time)
        #expect(time.samples.isEmpty && time.processorSamples.isEmpty && read.comparisons[0].pairs.isEmpty)
        #expect(time.nanosecondsPerEvent.median == 12.35 && time.nanosecondsPerEvent.interval != nil)
        #expect(read.rows[0].allocations == full.rows[0].allocations && read.rows[0].title == full.rows[0].title)
        #expect(read.order == full.order && read.seed == full.seed && read.environment.commit == full.environment.commit)
        // A row a line.
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("    {") } == full.rows.count + full.comparisons.count)
        // What has been summarized stays as it is.
        #expect(try MedianResults(read).json() == data)
    }

    /// Whatever a file may have beside what is left out is in the summary.
    @Test func nothingElseIsLeftOut() throws {
        let whole = try Document(WholeDocument.results),
            short = try Document(String(decoding: try MedianResults(Results(json: whole.data)).json(), as: UTF8.self))
        let kept = Set(short.leaves.map { $0.0.joined(separator: ".") })
        func kind(_ path: DocumentPath) -> String { path.filter { Int($0) == nil }.reduce("") { RecordedDifferences.kind(of: $1, in: $0) } }
        var left: Set<String> = []
        for (path, value) in whole.leaves where !kept.contains(path.joined(separator: ".")) {
            let kind = kind(path)
            if kind.hasPrefix("rows.resources."), (value as? Int) == 0 { continue }
            if kind.hasSuffix(".<percentile>.multiple") { continue }
            let reason = MedianResults.leftOut.keys.first { kind == $0 || kind.hasPrefix($0 + ".") }
            #expect(reason != nil, "\(path.joined(separator: ".")) is gone")
            if let reason { left.insert(reason) }
        }
        #expect(left.isSuperset(of: ["rows.time.samples", "rows.counts.calls", "comparisons.pairs", "rows.heap", "rows.warmUp"]))
        // A name that no file has would leave out nothing.
        for name in MedianResults.leftOut.keys {
            #expect(whole.leaves.contains { kind($0.0) == name || kind($0.0).hasPrefix(name + ".") } || name.hasSuffix(".forks"), "\(name)")
        }
    }

    @Test func rowsAreChosen() throws {
        let part = MedianResults(try Fixture.run(), filter: "x") { $0.variant == "queue" && $0.benchmark == "T1" }
        let read = try Results(json: try part.json())
        #expect(read.rows.map(\.key.text) == ["T1 (queue)"] && read.filter == "x" && read.order == ["T1"])
        // What compares them with a variant that isn't there is left out.
        #expect(read.comparisons.isEmpty)
        let both = MedianResults(try Fixture.run(), filter: "x") { $0.benchmark == "T1" }
        #expect(try Results(json: try both.json()).comparisons.map(\.pair.text) == ["queue:lock"])
    }

    @Test func aHistogramWithoutBucketsTellsItsEndsAlone() throws {
        var histogram = Histogram()
        for value in 1...200 { histogram.record(value) }
        var fields = try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(histogram)) as? [String: Any])
        fields["buckets"] = nil
        let summary = try JSONDecoder().decode(Histogram.self, from: JSONSerialization.data(withJSONObject: fields))
        #expect(summary.isSummary && summary.count == 200 && summary.largest == 200 && summary.smallest == 1 && summary.mean == histogram.mean)
        #expect(summary.percentile(.p50) == nil && summary.curve.isEmpty && summary.thinned(to: 4) == summary)
        var merged = histogram
        merged.merge(summary)
        #expect(merged.count == 400 && merged.percentile(.p50) == nil)
        #expect(try JSONDecoder().decode(Histogram.self, from: JSONEncoder().encode(summary)) == summary)
    }

    /// Tables have the same figures, the curves the percentiles that there are, and exports what is known.
    @Test func reportsAndExportsTakeSummaries() throws {
        for full in [try Fixture.run(), try Fixture.latencies()] {
            let short = try Results(json: try MedianResults(full).json())
            let (old, new) = (MarkdownReport(Fixture.digest(full)).text, MarkdownReport(Fixture.digest(short)).text)
            let names = full.rows.map(\.benchmark)
            #expect(names.allSatisfy { new.contains($0) } && old.split(separator: "\n").count == new.split(separator: "\n").count)
            for format in ExportFormat.ofWholeFiles {
                let text = try format.text(short)
                // One of them writes the first letter as a capital.
                for row in short.rows where format.takes(row) {
                    #expect(text.lowercased().contains(row.benchmark.lowercased()), "\(format): \(row.benchmark)")
                }
            }
        }
        let page = PageReport(Fixture.digest(try Results(json: try MedianResults(Fixture.latencies()).json()))).text
        #expect(page.contains("class=\"line v0\"") && page.contains("lock: p50 "))
        let latencies = try Results(json: try MedianResults(Fixture.latencies()).json())
        #expect(throws: FileError.self) { try ExportFormat.hgrm.text(latencies, row: "L1 (lock)") }
    }
}
