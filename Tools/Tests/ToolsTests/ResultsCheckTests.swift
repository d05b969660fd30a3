import ResultFiles
import Testing
import ToolCommand

@Suite struct ResultsCheckTests {
    private static let list = #"""
        [{"id": "map", "kind": "workload", "variants": ["lock"]}, {"id": "all", "kind": "catalogue", "variants": ["lock"]},
         {"id": "floor.call", "kind": "floor", "variants": ["-"]},
         {"id": "mailbox", "kind": "workload", "variants": ["lock", "queue"], "latency": {}},
         {"id": "timer", "kind": "workload", "variants": ["lock"], "latency": {}}]
        """#
    private static let timed = [
        MeasuredFiles.timed("map", "lock", nanoseconds: 1), MeasuredFiles.timed("map", "queue", nanoseconds: 1),
        MeasuredFiles.timed("floor.call", "-", nanoseconds: 1),
    ]
    private static let late = [
        MeasuredFiles.late("mailbox", "lock", MeasuredFiles.delay(1, 2)), MeasuredFiles.late("mailbox", "queue", MeasuredFiles.delay(1, 2)),
        MeasuredFiles.late("timer", "lock", MeasuredFiles.delay(1, 2)),
    ]

    private func check(_ results: String, list: String = list) throws -> ToolOutcome {
        try ToolFolder(["results": results, "list": list]).run(ResultsCheck(), "results", "list")
    }

    @Test func aRunHasTimesOfEveryWorkloadOnBothCores() throws {
        #expect(try check(MeasuredFiles.results(Self.timed)) == ToolOutcome(output: ["3 rows, every benchmark on every core"]))
        let less = try check(MeasuredFiles.results(Array(Self.timed.dropFirst())))
        #expect(less == ToolOutcome(output: ["results file: map on lock has no times"], exitCode: 1))
    }

    @Test func latencyHasEveryVariantOfItsList() throws {
        let head = #""command": "latency","#
        #expect(try check(MeasuredFiles.results(Self.late, head: head)) == ToolOutcome(output: ["3 rows, every benchmark on every variant"]))
        let less = try check(MeasuredFiles.results(Array(Self.late.dropLast(2)), head: head))
        #expect(less.output == ["results file: mailbox on queue has no latency", "results file: timer on lock has no latency"])
    }

    @Test func withAFilterWhatItsOrderNamesHasToBeThere() throws {
        let head = #""command": "latency", "filter": "mailbox", "#
        let file = MeasuredFiles.results(Array(Self.late.dropLast()), head: head).replacing(#""order": []"#, with: #""order": ["mailbox"]"#)
        #expect(try check(file).output == ["2 rows, every benchmark on every variant"])
    }

    @Test(arguments: [
        (MeasuredFiles.delay(3, 2), "mailbox on lock: delay has a p50 of 3.0 and a p99 of 2.0"),
        (MeasuredFiles.delay(1, 2, largest: 1), "mailbox on lock: delay has a p99 of 2.0 and a max of 1.0"),
        (MeasuredFiles.delay(1, 2).replacing("\"p50\"", with: "\"p42\""), "mailbox on lock: delay has a percentile p42"),
        (MeasuredFiles.delay(1, 2).replacing("\"count\": 3", with: "\"count\": 0"), "mailbox on lock: delay has no values"),
        (#"{"percentiles": {}}"#, "mailbox on lock: delay has no values"),
    ]) func percentilesAreInTheirOrder(delay: String, says: String) throws {
        let rows = [MeasuredFiles.late("mailbox", "lock", delay)] + Self.late.dropFirst()
        let outcome = try check(MeasuredFiles.results(rows, head: #""command": "latency","#))
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.contains("results file: \(says)"), "\(outcome.output)")
    }

    @Test(arguments: [
        ("rxbench/2", "rxbench/1", "the schema is rxbench/1"), ("\"complete\": true", "\"complete\": false", "it is not complete"),
        ("\"passed\": true", "\"passed\": false", "a row failed"), ("\"order\": [],", "", "it has no order"),
        (#""variant": "lock","#, #""variant": "lock", "failure": {"message": "wrong"},"#, "map on lock failed: wrong"),
    ]) func aFileThatIsNotWholeIsADefect(part: String, other: String, says: String) throws {
        let outcome = try check(MeasuredFiles.results(Self.timed).replacing(part, with: other))
        #expect(outcome == ToolOutcome(output: ["results file: \(says)"], exitCode: 1))
    }

    @Test func aListWithNothingOfTheFileIsADefect() throws {
        #expect(try check(MeasuredFiles.results(Self.timed), list: "[]").output == ["results file: the listing has nothing of it"])
    }

    @Test func whatIsNoListIsRefusedInOneLine() throws {
        let folder = try ToolFolder(["results": MeasuredFiles.results([]), "list": "[{}]"])
        #expect(folder.complaint(ResultsCheck(), ["results", "list"]) == "results file: list is no list of benchmarks: 0 has no id")
    }
}
