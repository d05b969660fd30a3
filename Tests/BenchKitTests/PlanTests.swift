import Testing

@testable import BenchKit

@Suite struct PlanTests {
    private let suite = BenchKit.Suite.withFloor(
        Benchmark("T1", "one", events: Events(1)) { _ in },
        Benchmark("T2", "two", variants: ["lock", "queue", "unchecked"], events: Events(1)) { _ in },
        Benchmark("T10", "ten", events: Events(1)) { _ in },
        Benchmark("X1", "only unchecked", variants: ["unchecked"], events: Events(1)) { _ in })

    private func plan(_ filter: Selection? = nil, _ variants: [String]? = nil, seed: UInt64 = 1) throws -> [String: [String]] {
        let items = try Plan(suite: suite, filter: filter, variants: variants, seed: seed).items
        return Dictionary(uniqueKeysWithValues: items.map { ($0.benchmark.id, $0.variants) })
    }

    @Test func theOrderDependsOnTheSeedAlone() throws {
        func order(_ seed: UInt64) throws -> [String] {
            try Plan(suite: suite, filter: nil, variants: nil, seed: seed).items.map(\.benchmark.id)
        }
        #expect(try order(3) == order(3))
        #expect(try Set((0..<20).map { try order($0) }).count > 1)
    }

    @Test func byDefaultTheDefaultVariantsRun() throws {
        let plan = try plan()
        #expect(plan["T1"] == ["lock", "queue"])
        #expect(plan["T2"] == ["lock", "queue"])
        #expect(plan["X1"] == ["unchecked"])
        #expect(plan["floor.closure-call"] == ["-"])
    }

    @Test func chosenVariantsAreTheOnesThatRun() throws {
        #expect(try plan(nil, ["unchecked"]) == ["T2": ["unchecked"], "X1": ["unchecked"], "floor.closure-call": ["-"]])
        #expect(suite.allVariants == ["lock", "queue", "unchecked"])
    }

    @Test func theFilterSeesIdsAndTitlesWithoutCaseAndKeepsTheFloor() throws {
        #expect(try Set(plan("^t1").keys) == ["T1", "T10", "floor.closure-call"])
        #expect(try Set(plan("TWO").keys) == ["T2", "floor.closure-call"])
    }

    @Test func whatIsSkippedIsLeftOutOfWhatTheFilterLeaves() throws {
        #expect(try Set(plan(Selection(skip: "^t1")).keys) == ["T2", "X1", "floor.closure-call"])
        #expect(try Set(plan(Selection(filter: "^T", skip: "TEN$")).keys) == ["T1", "T2", "floor.closure-call"])
        // It is what times are multiples of.
        #expect(try plan(Selection(skip: "floor"))["floor.closure-call"] == ["-"])
    }

    @Test func aTagChoosesWhatHasItAmongWhatPatternsLeave() throws {
        let suite = BenchKit.Suite.withFloor(
            Benchmark("A", "one", tags: ["io"]) { _ in }, Benchmark("B", "two", tags: ["io", "slow"]) { _ in },
            Benchmark("C", "three", tags: ["slow"]) { _ in }, Benchmark("D", "four") { _ in })
        func ids(_ selection: Selection) throws -> [String] {
            try Plan(suite: suite, filter: selection, variants: nil, seed: nil, includesReference: false).items.map(\.benchmark.id)
        }
        #expect(suite.allTags == ["io", "slow"])
        #expect(try ids(Selection(tags: ["io"])) == ["A", "B"])
        #expect(try ids(Selection(tags: ["io", "slow"])) == ["A", "B", "C"])
        #expect(try ids(Selection(filter: "^[BC]", skip: "three", tags: ["slow"])) == ["B"])
        #expect(
            throws: UsageError.impossible(
                "no benchmark matches --filter 'A' and --tag slow; the command list shows them all")
        ) {
            try ids(Selection(filter: "A", tags: ["slow"]))
        }
    }

    /// Beside another program, as `check`, `calibrate` and `compare` time it.
    @Test func aCatalogueIsTimedWhereSomebodySaysWhatIsWanted() throws {
        let suite = BenchKit.Suite(
            name: "test",
            benchmarks: [
                Benchmark("plain", "one", tags: ["io"]) { _ in }, Benchmark("row", "two", kind: .catalogue, tags: ["io", "fused"]) { _ in },
                Benchmark("row/composed", "three", kind: .catalogue, tags: ["composed"]) { _ in },
            ], choices: [BenchKit.Suite.Choice("forms", words: ["fused", "composed"], usual: ["fused"], "These.")], reference: "plain")
        func timed(_ words: String...) throws -> [String] {
            let selection = try OptionParser(Option.selection(of: suite, "Time")).parse(words).selection(of: suite)
            return try Plan(suite: suite, filter: selection, variants: nil, seed: nil).timed(filter: selection).items.map(\.benchmark.id)
        }
        #expect(try timed() == ["plain"] && timed("--skip", "composed") == ["plain"])
        #expect(try timed("--forms", "fused") == ["plain", "row"] && timed("--forms", "composed") == ["plain", "row/composed"])
        #expect(try timed("--tag", "io") == ["plain", "row"] && timed("--filter", "row") == ["plain", "row"])
    }

    @Test func aChoiceThatLeavesNothingIsAUsageError() {
        #expect(throws: UsageError.self) { try plan("nothing") }
        #expect(throws: UsageError.self) { try plan("T1", ["unchecked"]) }
    }

    @Test func inputSeedsDependOnTheNameAlone() {
        #expect(SeededGenerator.seed(of: "T1") == SeededGenerator.seed(of: "T1"))
        #expect(SeededGenerator.seed(of: "T1") != SeededGenerator.seed(of: "T2"))
    }
}
