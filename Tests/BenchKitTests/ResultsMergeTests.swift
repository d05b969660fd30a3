import Foundation
import Testing

@testable import BenchKit

/// Parts of a suite, and the same on several machines, become one file that still tells whose each row is.
@Suite struct ResultsMergeTests {
    private let ids = (1...7).map { "B\($0)" }

    private func suite() -> BenchKit.Suite {
        Suite(
            name: "bench", benchmarks: ids.map { Fixture.benchmark($0) } + [Fixture.benchmark("floor", kind: .floor)],
            defaultVariants: ["lock"], reference: "floor")
    }

    @Test func shardsAreAWholeWithoutRepeats() throws {
        for count in 1...9 {
            var seen: [String] = []
            for index in 1...count {
                let shard = try #require(Shard("\(index)/\(count)"))
                guard index <= ids.count else {
                    #expect(throws: UsageError.self) { try Plan(suite: suite(), filter: "^B", variants: nil, seed: 1, shard: shard) }
                    continue
                }
                let plan = try Plan(suite: suite(), filter: nil, variants: nil, seed: 1, shard: shard).items.map(\.benchmark.id)
                #expect(plan.contains("floor"))
                seen += plan.filter { $0 != "floor" }
            }
            #expect(seen.sorted() == ids)
        }
        for text in ["0/3", "4/3", "1", "1/", "/2", "a/b", "1/2/3", "-1/2", ""] { #expect(Shard(text) == nil) }
    }

    private func part(
        _ shard: String?, _ rows: [Row], boot: String = "a", complete: Bool = true, command: Results.Command = .run
    ) throws -> ResultsMerge.Part {
        var environment = try Fixture.environment(allocator: "one")
        environment.boot = boot
        var results = Results(
            command: command, suite: "bench", profile: .ci, seed: 1, order: rows.map(\.benchmark), reference: "floor",
            environment: environment)
        results.shard = shard
        results.complete = complete
        results.add(rows: rows, comparisons: [])
        return ResultsMerge.Part(name: shard ?? "whole", results: results)
    }

    private func row(_ id: String, _ multiple: Double) -> Row {
        var row = Fixture.timed(id, "lock", nanoseconds: 10)
        row.multipleOfReference = multiple
        return row
    }

    @Test func partsOfOneMachineAreOneRun() throws {
        let parts = [
            try part("1/3", [row("floor", 1), row("B1", 2)]), try part("2/3", [row("floor", 1), row("B2", 3)]), try part("3/3", [row("B3", 4)]),
        ]
        let two = try ResultsMerge(Array(parts.prefix(2))).results
        #expect(two.shard == "1/3,2/3" && two.machines == nil)
        let third = try ResultsMerge([ResultsMerge.Part(name: "two", results: two), parts[2]]).results
        for merged in [try ResultsMerge(parts).results, third] {
            #expect(merged.shard == nil && merged.machines == nil && merged.complete)
            #expect(merged.rows.map(\.benchmark) == ["floor", "B1", "B2", "B3"] && merged.rows.allSatisfy { $0.machine == nil })
            #expect(merged.order == ["floor", "B1", "B2", "B3"] && merged.namedTwice == nil)
        }
        #expect(try !ResultsMerge([parts[0], part("2/3", [row("B2", 1)], complete: false)]).results.complete)
    }

    @Test func theSameOnSeveralMachinesIsToldApart() throws {
        let merged = try ResultsMerge([
            part(nil, [row("floor", 1), row("B1", 2)]), part(nil, [row("floor", 1), row("B1", 4)], boot: "b"), part(nil, [row("B1", 3)], boot: "c"),
        ]).results
        #expect(merged.machines?.map(\.boot) == ["a", "b", "c"] && merged.namedTwice == nil)
        #expect(merged.rows.filter { $0.benchmark == "B1" }.map(\.machine) == [0, 1, 2])
        let line = try #require(MachinesTable(merged).lines.first { $0.row == "B1 (lock)" })
        #expect(line.multiples == [2, 4, 3] && line.median == 3 && line.spread == 2)
        #expect(MachinesTable(merged).text.contains("machine 3"))
        // The same again on the same machine counts as another.
        let again = try ResultsMerge([ResultsMerge.Part(name: "m", results: merged), part(nil, [row("B1", 9)])]).results
        #expect(again.machines?.count == 4 && again.rows.last?.machine == 3)
        let read = try Results(json: again.json())
        #expect(read == again)
    }

    /// Only a floor that other rows of the part need is the same again.
    @Test func floorsThatWereAskedForAreNotDropped() throws {
        func floors(_ multiple: Double) -> [Row] {
            ["floor", "floor.mutex"].map { id in
                var row = Row(benchmark: Fixture.benchmark(id, kind: .floor), variant: "-", events: 10)
                row.multipleOfReference = multiple
                return row
            }
        }
        let first = try part(nil, floors(1) + [row("B1", 2)])
        for again in [floors(3), Array(floors(3).prefix(1)), floors(3) + [row("B2", 4)]] {
            let merged = try ResultsMerge([first, part(nil, again)]).results
            #expect(merged.machines?.count == 2 && merged.rows.filter { $0.machine == 1 }.map(\.benchmark) == again.map(\.benchmark))
        }
        let other = try ResultsMerge([first, part(nil, [floors(3)[0], row("B2", 4)])]).results
        #expect(other.machines == nil && other.rows.map(\.benchmark) == ["floor", "floor.mutex", "B1", "B2"])
        #expect(other.rows[0].multipleOfReference == 1)
    }

    @Test func floorsOfLatenciesComeWithTheirRows() throws {
        let outcomes = [Fixture.trial(Fixture.delays(100))], floor = Fixture.latency("floor.L", "-", kind: .floor, outcomes: outcomes)
        func latency(_ id: String) -> Row { Fixture.latency(id, "lock", floor: "floor.L", outcomes: outcomes) }
        func part(_ rows: [Row]) throws -> ResultsMerge.Part { try self.part(nil, rows, command: .latency) }
        var failed = Row(benchmark: Fixture.benchmark("L3"), variant: "lock", events: 0)
        failed.failure = RowFailure(kind: .error, message: "no")
        for second in [latency("L2"), failed] {
            let merged = try ResultsMerge([part([floor, latency("L1")]), part([floor, second])]).results
            #expect(merged.machines == nil && merged.rows.map(\.benchmark) == ["floor.L", "L1", second.benchmark])
        }
        #expect(try ResultsMerge([part([floor, latency("L1")]), part([floor])]).results.machines?.count == 2)
    }

    @Test func whatDoesntBelongTogetherIsRefused() throws {
        let one = try part(nil, [row("B1", 1)])
        var other = Results(
            command: .counts, suite: "bench", profile: nil, seed: 1, order: [], reference: "floor",
            environment: try Fixture.environment(allocator: "one"))
        #expect(throws: Incomparable("whole has what was measured by run, b has counts")) {
            try ResultsMerge([one, ResultsMerge.Part(name: "b", results: other)])
        }
        other = Results(suite: "mine", profile: nil, seed: 1, order: [], reference: "floor", environment: try Fixture.environment(allocator: "one"))
        #expect(throws: Incomparable("whole has the suite bench, b has mine")) {
            try ResultsMerge([one, ResultsMerge.Part(name: "b", results: other)])
        }
        other = Results(
            command: .check, suite: "bench", profile: nil, seed: 1, order: [], reference: "floor",
            environment: try Fixture.environment(allocator: "one"))
        let check = ResultsMerge.Part(name: "b", results: other)
        #expect(throws: FileError.self) { try ResultsMerge([check, check]) }
    }

    /// As the jobs of an array do, each told its number by the environment.
    @Test func threeProcessesMeasureAWhole() throws {
        let mine = try #require(Fixture.mine)
        try Fixture.inFolder([:]) { folder in
            let script = """
                for job in 0 1 2; do
                  JOB_COMPLETION_INDEX=$job sh -c '"$0" run --profile quick --shard $((JOB_COMPLETION_INDEX + 1))/3 --out part-$JOB_COMPLETION_INDEX.json' "$0" &
                done
                wait
                "$0" merge part-0.json part-1.json part-2.json --out whole.json
                """
            _ = try ChildProcess.lines(of: "/bin/sh", ["-c", "cd '\(folder)'\n" + script, mine], silence: 120)
            let whole = try ResultsFile.read("\(folder)/whole.json")
            #expect(whole.complete && whole.shard == nil && whole.machines == nil)
            let ids = [
                "append", "contains/elements=10", "contains/elements=1000", "deposit", "deposit/in-a-task", "deposit/on-a-queue", "floor.call",
                "sort",
                "sort/threads=2",
            ]
            #expect(whole.rows.map(\.benchmark).sorted() == ids && whole.rows.allSatisfy { $0.failure == nil && $0.time != nil })
        }
    }
}
