import ResultFiles
import Testing
import ToolCommand

@Suite struct CostTablesTests {
    private static let page = "# Costs\n<!-- costs -->\n<!-- /costs -->\nEnd\n"
    private static let baseline = MeasuredFiles.baseline(
        #"["take/event", "lock", 10, 2, "10 1", ""]"#, #"["take/event", "queue", 10, 2, "12 1", ""]"#,
        #"["take/event/composed", "lock", 10, 2, "30 1", ""]"#, #"["take/event/generic", "queue", 10, 2, "30 1", ""]"#,
        #"["take/subscribe", "lock", 10, 2, "10 1", ""]"#, #"["merge/event", "lock", 10, 2, "- 3.52~3~4.04", ""]"#,
        #"["merge/event", "queue", 10, 2, "- 4~", ""]"#, #"["map-filter/6", "lock", 10, 2, "9 0", ""]"#, kinds: #"["instructions", "mallocs"]"#)
    private static let times = MeasuredFiles.results([
        MeasuredFiles.timed("take/event", "lock", kind: "catalogue", title: "take(1): an | element", nanoseconds: 12),
        MeasuredFiles.timed("SerialScheduler/schedule", "lock", kind: "catalogue", title: "SerialScheduler: schedule", nanoseconds: 0.04),
        MeasuredFiles.timed("neighbour.actor/call", "-", kind: "floor", title: "an actor: a call", nanoseconds: 150),
        MeasuredFiles.timed("neighbour.other/call", "-", kind: "floor", title: "another", nanoseconds: 3.04),
        MeasuredFiles.timed("floor.call", "-", kind: "floor", nanoseconds: 2), MeasuredFiles.timed("map-filter/6", "lock", nanoseconds: 9),
    ])

    @Test func whatWasCountedOrTimedHasALine() throws {
        let folder = try ToolFolder(["page": Self.page, "baseline": Self.baseline, "times": Self.times])
        #expect(folder.run(OperatorCosts(), "page", "baseline", "times") == ToolOutcome())
        let page = try folder.text("page"), lines = page.split(separator: "\n").map(String.init)
        for line in [
            "Times: Swift 6, A processor, 2026-11-28, commit c0ffee1. Counts: commit c0ffee4.",
            "| `take` | take(1) | 12 | 3 | 2.5 | 10 / 12 | 1 | – | – |", "| `take` | – · 10 · 1 | – | – | – | – |",
            "| `merge` | – | – | – | – | – | ~3 / ~4 | – | – |",
            "| `SerialScheduler/schedule` | SerialScheduler: schedule | 0.040 | – | – | – | – |",
            "| `SerialScheduler/schedule` | ours | SerialScheduler: schedule | 0.040 | – | – | – | – |",
            "| `neighbour.actor/call` | `SerialScheduler/schedule`, `SerialDispatchQueueScheduler/schedule` "
                + "| an actor: a call | 150 | – | – | – | – |",
            "| `neighbour.other/call` | – | another | 3 | – | – | – | – |",
        ] { #expect(lines.contains(line), "\(line)\n\(page)") }
        #expect(!page.contains("floor.") && !page.contains("map-filter"))
    }

    @Test func withoutTimesThePageKeepsItsOwn() throws {
        let folder = try ToolFolder(["page": Self.page, "baseline": Self.baseline, "times": Self.times])
        #expect(folder.run(OperatorCosts(), "page", "baseline", "times") == ToolOutcome())
        let page = try folder.text("page")
        #expect(folder.run(OperatorCosts(), "--check", "page", "baseline") == ToolOutcome())
        #expect(folder.run(OperatorCosts(), "page", "baseline") == ToolOutcome())
        #expect(try folder.text("page") == page)
    }

    @Test func aCheckFindsOtherCounts() throws {
        let folder = try ToolFolder(["page": Self.page, "baseline": Self.baseline])
        let other = "page: its counts aren't those of baseline; Scripts/docs --pages writes them"
        #expect(folder.run(OperatorCosts(), "--check", "page", "baseline") == ToolOutcome(output: [other], exitCode: 1))
        try folder.write("nothing", "page")
        #expect(folder.run(OperatorCosts(), "page", "baseline") == ToolOutcome(output: ["page: no place for costs"], exitCode: 1))
    }

    @Test(arguments: ["", "[]", #"{"kinds": ["instructions"]}"#, #"{"kinds": [], "rows": [[1, 2, 3, 4, 5]]}"#])
    func whatIsNoBaselineIsRefusedInOneLine(file: String) throws {
        let folder = try ToolFolder(["page": Self.page, "baseline": file])
        #expect(folder.complaint(OperatorCosts(), ["page", "baseline"])?.hasPrefix("operator costs: baseline is no baseline: ") == true)
        #expect(try folder.text("page") == Self.page)
    }
}
