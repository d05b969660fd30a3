import Foundation
import Testing

@testable import BenchKit

/// Of many files the newest of each row counts, and nothing that was given is left out unsaid.
@Suite struct MergedReportTests {
    private static let results = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("results").path

    private func committed() throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: Self.results).filter { $0.hasSuffix(".json") }
        return names.sorted().map { "\(Self.results)/\($0)" }
    }

    /// The names of the rows, fits and comparisons with older programs of one file, whatever its schema.
    private func names(in path: String) throws -> [(id: String, variant: String)] {
        let document = try JSONSerialization.jsonObject(with: try Data(contentsOf: URL(fileURLWithPath: path)))
        let fields = try #require(document as? [String: Any])
        let lists = [fields["rows"], fields["fits"], (fields["against"] as? [String: Any])?["rows"]]
        return lists.flatMap { $0 as? [[String: Any]] ?? [] }.compactMap { row in
            guard let id = (row["benchmark"] ?? row["scaling"]) as? String, let variant = row["variant"] as? String else { return nil }
            return (id, variant)
        }
    }

    @Test func everyRowOfEveryCommittedFileIsInTheReport() throws {
        let files = try committed()
        let digest = try Digest(files: files), markdown = MarkdownReport(digest).text, page = PageReport(digest).text
        #expect(files.count >= 6 && markdown.utf8.count < 65_536)
        // Cells of tables that begin lines, and names of rows and boxes of the page.
        let cells = Set(markdown.components(separatedBy: "\n").filter { $0.hasPrefix("| ") }.map {
            MarkdownReader.cells($0)[0].trimmingCharacters(in: [" "])
        })
        for path in files {
            let names = try names(in: path)
            #expect(names.count > 5, "\(path)")
            for (id, variant) in names {
                let row = MarkdownReport.escaped(RowName.text(id, variant)), benchmark = MarkdownReport.escaped(id)
                #expect(cells.contains(row) || cells.contains(benchmark), "\(id) (\(variant)) of \(path) is not in the Markdown")
                let isInPage = page.contains("<th scope=\"row\">\(Markup.escaped(id))<") || page.contains("<h3>\(Markup.escaped(id)): ")
                    || page.contains("<th scope=\"row\">\(Markup.escaped(RowName.text(id, variant)))<")
                    || page.contains("<span class=\"title\">\(Markup.escaped(id))</span>")
                #expect(isInPage, "\(id) (\(variant)) of \(path) is not in the page")
            }
        }
        // No row is there without a figure.
        for line in markdown.components(separatedBy: "\n") where line.hasPrefix("| ") {
            #expect(MarkdownReader.cells(line).dropFirst().contains { !["–", ""].contains($0.trimmingCharacters(in: [" "])) }, "\(line)")
        }
        for variant in ["lock", "queue", "unchecked", "lock.unbiased", "queue.unbiased"] {
            #expect(markdown.contains(" \(variant) |"), "\(variant)")
        }
        #expect(!markdown.contains("part left out"))
    }

    /// What only the older of two files of one kind has, and what both have.
    @Test func theNewestOfEachRowCountsAndOlderOnesAreItsHistory() throws {
        let old = try Fixture.results(
            .run, rows: [Fixture.timed("T1", "lock", nanoseconds: 10), Fixture.timed("real", "lock", nanoseconds: 70),
                Fixture.timed("real", "queue", nanoseconds: 80)])
        let new = try Fixture.results(.run, date: "2026-02-01T00:00:00Z", rows: [Fixture.timed("T1", "lock", nanoseconds: 12)])
        let digest = Fixture.digest(new, old)
        #expect(digest.benchmarks.map(\.id) == ["real", "T1"])
        let sides = digest.benchmarks.compactMap { $0.side("lock") }
        #expect(sides.map { $0.timed?.time?.nanosecondsPerEvent.median } == [70, 12])
        #expect(sides.map(\.history) == [[35], [5, 6]])
        #expect(digest.benchmarks[0].comparisons.map(\.variant) == ["queue"])
        for text in [MarkdownReport(digest).text, PageReport(digest).text] {
            #expect(text.contains("70.0 ns") && text.contains("80.0 ns") && text.contains("12.0 ns") && !text.contains("10.0 ns"))
            #expect(text.contains("1 of 3 rows of file1.json"))
        }
    }

    @Test func whatFailedCountsUntilItIsMeasuredAgain() throws {
        let failed = try Fixture.results(.run, rows: [Fixture.failed("T1", "lock", .wrongResult, "no"),
            Fixture.failed("T2", "lock", .error, "gone")])
        let again = try Fixture.results(.run, date: "2026-02-01T00:00:00Z", rows: [Fixture.timed("T1", "lock", nanoseconds: 12)])
        #expect(Fixture.digest(failed, again).failures.map(\.row) == ["T2 (lock)"])
        #expect(ReportVerdict(Fixture.digest(failed, again)).headline == "Errors")
    }

    @Test func fitsCountsLatenciesAndChecksAreMergedToo() throws {
        func fits(_ id: String, _ date: String, cost: Double) throws -> Results {
            let scaling = Scaling.timed(id, "very many", parameter: "items", sizes: [10, 100, 1000, 10_000], unit: "item") { _, _ in }
            var results = try Fixture.results(.fit, date: date)
            let points = scaling.sizes.map { SizedCost(size: $0, cost: cost) }
            results.add(fits: [Fit(scaling, variant: "lock", measure: .processorTime, reason: nil, points: points)])
            return results
        }
        func check(_ row: String, _ date: String, _ verdict: Verdict, filter: String) throws -> Results {
            let findings = [Finding(row: row, gate: "time", verdict: verdict, detail: "so")]
            let text = String(decoding: try Fixture.results(.check, date: date, findings: findings).json(), as: UTF8.self)
            return try Results(json: Data(text.replacingOccurrences(of: "\"passed\"", with: "\"filter\" : \"\(filter)\", \"passed\"").utf8))
        }
        let (first, second) = ("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z")
        let digest = Fixture.digest(
            try fits("timers", first, cost: 41), try fits("groups", second, cost: 42), try Fixture.latencies(date: first),
            try Fixture.results(.latency, date: second, rows: [Fixture.latency("L2", "lock",
                outcomes: [Fixture.trial(Fixture.delays(10))])]),
            try Fixture.results(.counts, date: first, rows: [Fixture.counted("C1", "lock", retains: 1)]),
            try Fixture.results(.counts, date: second, rows: [Fixture.counted("C2", "lock", retains: 1)]),
            try check("K1 (lock)", first, .regression, filter: "K1"), try check("K2 (lock)", second, .pass, filter: "K2"))
        #expect(digest.fits.all.map(\.value.scaling) == ["groups", "timers"])
        #expect(digest.latencies.map(\.id) == ["L2", "L1"])
        #expect(digest.benchmarks.map(\.id) == ["C1", "C2"])
        // A check of one part takes nothing back of what another part's found.
        let verdict = ReportVerdict(digest)
        #expect(verdict.findings.map(\.row) == ["K1 (lock)", "L1 (third)"] || verdict.findings.map(\.row) == ["L1 (third)", "K1 (lock)"])
        #expect(verdict.explanation.contains("1 of 3 figures passed (file6.json, file7.json)"))
        for text in [MarkdownReport(digest).text, PageReport(digest).text] {
            for name in ["timers (lock)", "groups (lock)", "C1", "C2", "K1 (lock)"] { #expect(text.contains(name), "\(name)") }
        }
        // One of the same part does.
        let again = Fixture.digest(try check("K1 (lock)", first, .regression, filter: "K1"),
            try check("K1 (lock)", second, .pass, filter: "K1"))
        #expect(ReportVerdict(again).headline == "Passed (a partial check)")
    }

    /// Rows of several machines stand beside each other.
    @Test func severalMachinesAreShown() throws {
        func part(_ boot: String, _ multiple: Double) throws -> Merging.Part {
            var environment = try Fixture.environment()
            environment.boot = boot
            var results = Results(suite: "test", profile: .ci, seed: 1, order: ["T1"], reference: "floor", environment: environment)
            var row = Fixture.timed("T1", "lock", nanoseconds: 10)
            row.multipleOfReference = multiple
            results.add(rows: [row], comparisons: [])
            results.complete = true
            return Merging.Part(name: boot, results: results)
        }
        let digest = Fixture.digest(try Merging([part("a", 2.125), part("b", 4.25)]).results)
        for text in [MarkdownReport(digest).text, PageReport(digest).text] {
            #expect(text.contains("machine 2") && text.contains("4.25"))
        }
    }

    @Test func olderFloorsAndGapsAreNotForgotten() throws {
        func noise(_ date: String, _ rows: [String], floor: Double) throws -> Data {
            let rows = rows.map { Noise.Row(benchmark: $0, variant: "lock", floor: floor, discarded: 0) }
            return try Noise(environment: try Fixture.environment(date: date), rows: rows).json()
        }
        var old = Fixture.timed("T1", "lock", nanoseconds: 1)
        old.missing["interval"] = "too few samples"
        let files = [
            "a.json": try Fixture.results(.run, rows: [old]).json(),
            "b.json": try Fixture.results(.run, date: "2026-02-01T00:00:00Z", rows: [Fixture.timed("T2", "lock", nanoseconds: 1)]).json(),
            "n.json": try noise("2026-02-01T00:00:00Z", ["T1"], floor: 0.25),
                "o.json": try noise("2026-01-01T00:00:00Z", ["T1", "T2"], floor: 0.5),
        ]
        try Fixture.inFolder(files) { folder in
            let digest = try Digest(files: files.keys.sorted().map { "\(folder)/\($0)" })
            #expect(digest.floors.map(\.benchmark).sorted() == ["T1", "T2"])
            #expect(digest.floors.first { $0.benchmark == "T1" }?.floor == 0.25)
            #expect(PageReport(digest).text.contains("too few samples"))
        }
    }
}
