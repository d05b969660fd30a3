import Foundation
import Testing

@testable import BenchKit

/// Of many files the newest of each row counts, and nothing that was given is left out unsaid.
@Suite struct MergedReportTests {
    /// Whether the text, the Markdown and the page all have a line, or none of them.
    private func expectLine(_ line: String, _ isThere: Bool = true, of digest: Digest) {
        for (text, written) in [
            (Answers(digest, ReportVerdict(digest)).text, line), (MarkdownReport(digest).text, MarkdownReport.escaped(line)),
            (PageReport(digest).text, Markup.escaped(line)),
        ] { #expect(text.contains(written) == isThere, "\(line) in \(text)") }
    }

    /// What only the older of two files of one kind has, and what both have.
    @Test func theNewestOfEachRowCountsAndOlderOnesAreItsHistory() throws {
        let old = try Fixture.results(
            .run,
            rows: [
                Fixture.timed("T1", "lock", nanoseconds: 10), Fixture.timed("real", "lock", nanoseconds: 70),
                Fixture.timed("real", "queue", nanoseconds: 80),
            ])
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
        let failed = try Fixture.results(
            .run,
            rows: [
                Fixture.failed("T1", "lock", .wrongResult, "no"),
                Fixture.failed("T2", "lock", .error, "gone"),
            ])
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
            try Fixture.results(
                .latency, date: second,
                rows: [
                    Fixture.latency(
                        "L2", "lock",
                        outcomes: [Fixture.trial(Fixture.delays(10))])
                ]),
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
        let again = Fixture.digest(
            try check("K1 (lock)", first, .regression, filter: "K1"),
            try check("K1 (lock)", second, .pass, filter: "K1"))
        #expect(ReportVerdict(again).headline == "Passed (a partial check)")
    }

    /// Rows of several machines stand beside each other.
    @Test func severalMachinesAreShown() throws {
        func part(_ boot: String, _ multiple: Double) throws -> ResultsMerge.Part {
            var environment = try Fixture.environment()
            environment.boot = boot
            var results = Results(suite: "test", profile: .ci, seed: 1, order: ["T1"], reference: "floor", environment: environment)
            var row = Fixture.timed("T1", "lock", nanoseconds: 10)
            row.multipleOfReference = multiple
            results.add(rows: [row], comparisons: [])
            results.complete = true
            return ResultsMerge.Part(name: boot, results: results)
        }
        let digest = Fixture.digest(try ResultsMerge([part("a", 2.125), part("b", 4.25)]).results)
        for text in [MarkdownReport(digest).text, PageReport(digest).text] {
            #expect(text.contains("machine 2") && text.contains("4.25"))
        }
    }

    /// Also where a check has nothing but findings, of which no table tells.
    @Test func findingsOfOlderChecksHaveALine() throws {
        func check(_ date: String, _ rows: [String], variants: [String]? = nil) throws -> Results {
            let findings = rows.map { Finding(row: $0, gate: "time", verdict: .pass, detail: "so") }
            var results = try Fixture.results(.check, date: date, findings: findings)
            results.scope = CheckScope(variants: variants, counts: true, times: true)
            return results
        }
        let (first, second) = ("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"), end = "are older than another check's: the verdict leaves them out."
        let whole = Fixture.digest(try check(first, ["K1", "K2"]), try check(second, ["K1"]))
        #expect(ReportVerdict(whole).explanation == "1 of 1 figure passed (file1.json).")
        expectLine("2 of 2 findings of file0.json \(end)", of: whole)
        // Of two parts both count, but what both have judged does once.
        let parts = Fixture.digest(try check(first, ["K1", "K2"], variants: ["lock"]), try check(second, ["K1"], variants: ["queue"]))
        #expect(ReportVerdict(parts).explanation.hasPrefix("2 of 2 figures passed (file0.json, file1.json)."))
        expectLine("1 of 2 findings of file0.json \(end)", of: parts)
        let apart = Fixture.digest(try check(first, ["K2"], variants: ["lock"]), try check(second, ["K1"], variants: ["queue"]))
        for digest in [whole, parts] { expectLine("findings of file1.json", false, of: digest) }
        expectLine(end, false, of: apart)
    }

    private func floor(_ id: String, _ floor: Double) -> Noise.Row { Noise.Row(benchmark: id, variant: "lock", floor: floor, discarded: 0) }

    private func noise(_ date: String, _ rows: Noise.Row...) throws -> Data {
        try Noise(environment: try Fixture.environment(date: date), rows: rows).json()
    }

    @Test func olderFloorsAndGapsAreNotForgotten() throws {
        var old = Fixture.timed("T1", "lock", nanoseconds: 1)
        old.missing["interval"] = "too few samples"
        let files = [
            "a.json": try Fixture.results(.run, rows: [old]).json(),
            "b.json": try Fixture.results(.run, date: "2026-02-01T00:00:00Z", rows: [Fixture.timed("T2", "lock", nanoseconds: 1)]).json(),
            "n.json": try noise("2026-02-01T00:00:00Z", floor("T1", 0.25)),
            "o.json": try noise("2026-01-01T00:00:00Z", floor("T1", 0.5), floor("T2", 0.5)),
        ]
        try Fixture.inFolder(files) { folder in
            let digest = try Digest(files: files.keys.sorted().map { "\(folder)/\($0)" })
            #expect(digest.floors.map(\.benchmark).sorted() == ["T1", "T2"])
            #expect(digest.floors.first { $0.benchmark == "T1" }?.floor == 0.25)
            #expect(PageReport(digest).text.contains("too few samples"))
            expectLine("1 of 2 A/A floors of o.json give way to another file's: no table shows them.", of: digest)
            expectLine("A/A floors of n.json", false, of: digest)
        }
    }

    /// A check's own floors are of the file that it went by: where that is there as well, they are shown with it.
    @Test func floorsOfChecksHaveALineWhereTheyAreOthers() throws {
        func check(_ date: String, _ floors: Noise.Row...) throws -> Results {
            var results = try Fixture.results(.check, date: date, findings: [])
            results.noise = floors
            return results
        }
        let old = try check("2026-01-01T00:00:00Z", floor("T1", 0.5), floor("T2", 0.75), floor("T3", 0.125))
        let new = try check("2026-02-01T00:00:00Z", floor("T1", 0.25), floor("T2", 0.75))
        let files = ["c.json": try old.json(), "d.json": try new.json(), "n.json": try noise("2025-01-01T00:00:00Z", floor("T1", 0.25))]
        try Fixture.inFolder(files) { folder in
            let digest = try Digest(files: files.keys.sorted().map { "\(folder)/\($0)" })
            #expect(digest.floors.map(\.floor) == [0.25, 0.75, 0.125])
            expectLine("1 of 3 A/A floors of c.json give way to another file's: no table shows them.", of: digest)
            for other in ["d.json", "n.json"] { expectLine("A/A floors of \(other)", false, of: digest) }
        }
    }
}
