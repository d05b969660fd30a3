import ResultFiles
import Testing
import ToolCommand

@Suite struct LatencyTablesTests {
    private static let results = MeasuredFiles.results([
        MeasuredFiles.late("mailbox", "lock", MeasuredFiles.delay(999, 12_345), floor: "floor.mailbox"),
        MeasuredFiles.late("mailbox", "queue", MeasuredFiles.delay(3, 2e6, hidden: true), more: #", "missing": {"load": "it sent too little"}"#),
        MeasuredFiles.late("floor.mailbox", "-", MeasuredFiles.delay(500, 10_000)),
    ])

    private func written(_ mark: String, results: String = results) throws -> (outcome: ToolOutcome, lines: [String]) {
        let folder = try ToolFolder(["page": "# Head\n<!-- latency: \(mark) -->\nold\n<!-- /latency -->\nTail\n", "results": results])
        let outcome = folder.run(LatencyTables(), "page", "results")
        return (outcome, try folder.text("page").split(separator: "\n").map(String.init))
    }

    @Test func aTableHasALineForEachRowWithEachVariantAndTheFloor() throws {
        let (outcome, lines) = try written("delay: mailbox")
        #expect(outcome == ToolOutcome())
        #expect(
            lines == [
                "# Head", "<!-- latency: delay: mailbox -->",
                "| delay, p50 / p99 / p99.9 | lock | queue | lock.unbiased | queue.unbiased | by hand |", "|---|---|---|---|---|---|",
                "| `mailbox` | 999 ns / 12.3 µs / – | ! 3.00 ns / ?2.00 ms / – | – | – | 500 ns / 10.0 µs / – |", "<!-- /latency -->", "Tail",
            ])
    }

    @Test(arguments: [
        (mark: "source", line: "Swift 6, A processor, 2026-11-28, commit c0ffee1, 5 processes a row."),
        (mark: "rate: mailbox", line: "| `mailbox` | 2.50 M/s | 2.50 M/s | – | – | 2.50 M/s |"),
        (mark: "delay: floor.mailbox", line: "| `floor.mailbox` | 500 ns / 10.0 µs / – |"),
        (mark: "goal: delay: 1.5: p50 p99: mailbox", line: "| `mailbox`, p50 | 1.5 | **2.00** | – | – | – |"),
        (mark: "goal: delay: 1.5: p50 p99: mailbox", line: "| `mailbox`, p99 | 1.5 | 1.23 | – | – | – |"),
        (mark: "goal: delay: 1.5: p50: mailbox>floor.mailbox,mailbox", line: "| `mailbox`, p50 | 1.5 | **2.00** | – | – | – |"),
    ]) func aMarkSaysWhatIsShown(mark: String, line: String) throws {
        let (outcome, lines) = try written(mark)
        #expect(outcome == ToolOutcome())
        #expect(lines.contains(line), "\(lines)")
    }

    @Test(arguments: [
        (mark: "delay", says: "page: no table is '<!-- latency: delay -->'"), (mark: "delay: nothing", says: "page: results have no row nothing"),
        (mark: "goal: delay: many: p50: mailbox", says: "page: no table is '<!-- latency: goal: delay: many: p50: mailbox -->'"),
        (mark: "goal: delay: 2: p50: mailbox>nothing", says: "page: results have no row nothing"),
    ]) func aMarkThatAsksForWhatThereIsNotIsNamed(mark: String, says: String) throws {
        let (outcome, lines) = try written(mark)
        #expect(outcome == ToolOutcome(output: [says], exitCode: 1))
        #expect(lines.contains("old"))
    }

    @Test func checkWritesNothing() throws {
        let page = "<!-- latency: source -->\nold\n<!-- /latency -->\n", folder = try ToolFolder(["page": page, "results": Self.results])
        let other = "page: its tables aren't those of results: Scripts/docs --pages writes them"
        #expect(folder.run(LatencyTables(), "--check", "page", "results") == ToolOutcome(output: [other], exitCode: 1))
        #expect(try folder.text("page") == page)
        #expect(folder.run(LatencyTables(), "page", "results") == ToolOutcome())
        #expect(folder.run(LatencyTables(), "--check", "page", "results") == ToolOutcome())
    }

    @Test func aFileWithoutASourceIsRefusedWhereThePageAsksForIt() throws {
        let (outcome, _) = try written("source", results: MeasuredFiles.results([], environment: "{}"))
        #expect(outcome.exitCode == 66)
        #expect(outcome.errors == ["latency tables: results is no results file: its environment has no compiler"])
    }
}
