import ResultFiles
import Testing
import ToolCommand

@Suite struct PriceListTests {
    private static let page = "# Head\n<!-- prices -->\nold\n<!-- /prices -->\nTail\n"
    private static let times = MeasuredFiles.results([
        MeasuredFiles.timed("map/10", "lock", nanoseconds: 9.96), MeasuredFiles.timed("map/10", "queue", nanoseconds: 123.4),
        MeasuredFiles.timed("map/2", "lock", nanoseconds: 1), MeasuredFiles.timed("map/2", "queue", nanoseconds: 2),
        MeasuredFiles.timed("alone", "lock", nanoseconds: 1), MeasuredFiles.timed("floor.call", "lock", kind: "floor", nanoseconds: 1),
    ])
    private static let exact = #""instructions": {"value": 10.4, "stability": "banded"}, "mallocs": {"value": 2, "stability": "exact"}"#
    private static let threads = #""mallocs": {"value": 3.52, "stability": "banded", "low": 3}"#
    private static let unbiased = MeasuredFiles.baseline(#"["map/2", "lock", 10, 2, "10 1 4", ""]"#, #"["map/2", "queue", 10, 2, "10 1 6~", ""]"#)

    private func lines(_ folder: ToolFolder) throws -> [String] { try folder.text("page").split(separator: "\n").map(String.init) }

    @Test func ofTimesEachWorkloadOfBothCoresHasALineInTheOrderOfNumbers() throws {
        let folder = try ToolFolder(["page": Self.page, "times": Self.times])
        #expect(folder.run(PriceList(), "page", "times") == ToolOutcome())
        #expect(
            try lines(folder) == [
                "# Head", "<!-- prices -->", "Swift 6, A processor, 2026-11-28, commit c0ffee1.",
                "| | workload | for each | lock, ns | queue, ns | lock, mallocs | queue, mallocs |", "|---|---|---|---|---|---|---|",
                "| map/2 | a title | an event | 1.0 | 2.0 | 7.0 | 7.0 |", "| map/10 | a title | an event | 10.0 | 123 | 7.0 | 7.0 |",
                "<!-- /prices -->", "Tail",
            ])
    }

    @Test func ofCountsSeveralThreadsHaveTheLeast() throws {
        let counts = MeasuredFiles.results(
            ["lock", "queue"].flatMap { [MeasuredFiles.counted("map/2", $0, Self.exact), MeasuredFiles.counted("merge", $0, Self.threads)] })
        let folder = try ToolFolder(["page": Self.page, "counts": counts, "unbiased": Self.unbiased])
        #expect(folder.run(PriceList(), "page", "counts", "unbiased") == ToolOutcome())
        let lines = try lines(folder)
        #expect(lines.contains("Commit c0ffee1."))
        #expect(lines.contains("| map/2 | 10 | – | – | 2.0 | – | – | 4.0 / 6.0 |"))
        #expect(lines.contains("| merge | – | – | – | ~3.0 | – | – | – |"))
    }

    @Test func timesCountsAndAtomicsWithoutBiasStandBesideEachOther() throws {
        let counts = MeasuredFiles.results(["lock", "queue"].map { MeasuredFiles.counted("map/2", $0, Self.exact) })
        let unchecked = MeasuredFiles.results([MeasuredFiles.counted("map/2", "unchecked", Self.exact)])
        let folder = try ToolFolder(["page": Self.page, "times": Self.times, "counts": counts, "more": unchecked, "unbiased": Self.unbiased])
        #expect(folder.run(PriceList(), "page", "times", "counts,more", "unbiased") == ToolOutcome())
        let lines = try lines(folder)
        #expect(lines.contains("Swift 6, A processor, 2026-11-28, commit c0ffee1. Counts: commit c0ffee1."))
        #expect(lines.contains("| map/2 | a title | an event | – / 1.0 / 2.0 | 10 / 10 / 10 | – / – / – | – / 4 / 6 |"))
    }

    @Test func checkWritesNothingAndTellsWhetherThePageHasAnotherTable() throws {
        let folder = try ToolFolder(["page": Self.page, "times": Self.times])
        let other = "page: its prices aren't those of times; Scripts/docs --pages writes them"
        #expect(folder.run(PriceList(), "--check", "page", "times") == ToolOutcome(output: [other], exitCode: 1))
        #expect(try folder.text("page") == Self.page)
        #expect(folder.run(PriceList(), "page", "times") == ToolOutcome())
        #expect(folder.run(PriceList(), "--check", "page", "times") == ToolOutcome())
    }

    @Test func aPageWithoutThePlaceIsNamed() throws {
        let folder = try ToolFolder(["page": "<!-- /prices --><!-- prices -->\n", "times": Self.times])
        #expect(folder.run(PriceList(), "page", "times") == ToolOutcome(output: ["page: no place for prices"], exitCode: 1))
    }

    @Test(arguments: [
        (file: "[]", says: "times is no results file: the file is of another type"),
        (file: "{", says: "times is no results file: it is not the JSON that is expected"),
        (file: #"{"rows": []}"#, says: "times is no results file: the file has no environment"),
        (file: #"{"environment": {}, "rows": [{"benchmark": "a"}]}"#, says: "times is no results file: rows.0 has no variant"),
        (
            file: #"{"environment": {"compiler": "a", "processor": "b", "date": "c"}, "rows": []}"#,
            says: "times is no results file: its environment has no commit"
        ),
    ]) func whatIsNoResultsFileIsRefusedInOneLine(file: String, says: String) throws {
        let folder = try ToolFolder(["page": Self.page, "times": file])
        let complaint = folder.complaint(PriceList(), ["page", "times"])
        #expect(complaint == "price list: \(says)")
        #expect(try folder.text("page") == Self.page)
    }

    @Test(arguments: ["{}", #"{"kinds": [], "rows": [["a", "lock"]]}"#]) func whatIsNoBaselineIsRefusedInOneLine(file: String) throws {
        let counts = MeasuredFiles.results([MeasuredFiles.counted("map/2", "lock", Self.exact)])
        let folder = try ToolFolder(["page": Self.page, "counts": counts, "unbiased": file])
        #expect(folder.complaint(PriceList(), ["page", "counts", "unbiased"])?.hasPrefix("price list: unbiased is no baseline: ") == true)
    }
}
