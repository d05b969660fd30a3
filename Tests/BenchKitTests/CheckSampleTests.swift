@testable import BenchKit
import Benchmarks
import Catalogue
import Testing

/// What a check counts that has limited time.
@Suite struct CheckSampleTests {
    private static func listed(_ id: String, _ covers: String..., kind: Benchmark.Kind = .catalogue, isSingleThreaded: Bool = true) -> Plan.Item {
        let benchmark = Benchmark(id, id, kind: kind, isSingleThreaded: isSingleThreaded, events: Events(4)) { _ in }
        return Plan.Item(benchmark: benchmark.covering(covers), variants: ["lock", "queue"])
    }

    private static func chosen(_ items: Plan.Item..., seed: UInt64 = 1) -> [String] {
        CheckSample(items, telling: [["event", "subscribe"], ["dispose"]], seed: seed).chosen.map(\.benchmark.id)
    }

    @Test func eachNameHasARowOfEachListOfTellingWords() {
        let map = ["event", "error", "subscribe", "dispose"].map { Self.listed("map/\($0)", "map") }
        #expect(Self.chosen(map[0], map[1], map[2], map[3]) == ["map/event", "map/dispose"])
        // The first word that there is a row of.
        #expect(Self.chosen(map[1], map[2], map[3]) == ["map/subscribe", "map/dispose"])
        #expect(Self.chosen(map[1], map[2]) == ["map/subscribe"])
        // A part of an id is all that stands between two strokes.
        #expect(Self.chosen(Self.listed("map/eventual", "map"), Self.listed("map/event/composed", "map")) == ["map/event/composed"])
    }

    @Test(arguments: 1...9 as ClosedRange<UInt64>) func whatHasNoTellingRowHasAnother(seed: UInt64) {
        let found = Self.chosen(Self.listed("a/init", "a"), Self.listed("a/error", "a"), Self.listed("b/other", "b"), seed: seed)
        #expect(found.count == 2 && found.last == "b/other" && found.first?.hasPrefix("a/") == true)
        // Without a name the first part of an id is one.
        #expect(Self.chosen(Self.listed("c/error"), Self.listed("c/event"), Self.listed("d/error"), seed: seed) == ["c/event", "d/error"])
    }

    @Test(arguments: 1...9 as ClosedRange<UInt64>) func aRowOfSeveralNamesStandsForEach(seed: UInt64) {
        let both = Self.listed("make/event", "init", "map"), one = Self.listed("map/event", "map")
        #expect(Self.chosen(one, both, seed: seed) == ["make/event"])
        // Not by another list's words.
        let disposing = Self.listed("make/dispose", "init", "map")
        #expect(Self.chosen(one, disposing, seed: seed) == ["map/event", "make/dispose"])
    }

    @Test func whatIsInNoCatalogueStandsForItself() {
        let workload = Self.listed("publish", kind: .workload), scenario = Self.listed("search", kind: .scenario)
        let floor = Self.listed("floor.call", kind: .floor), map = Self.listed("map/event", "map")
        #expect(Self.chosen(floor, workload, map, scenario) == ["publish", "map/event", "search"])
    }

    @Test func theRestComesInRoundsAndFloorsLast() {
        let maps = (0..<4).map { Self.listed("map/\($0)", "map") }, filters = (0..<4).map { Self.listed("filter/\($0)", "filter") }
        let threaded = Self.listed("filter/threads", "filter", isSingleThreaded: false), floor = Self.listed("floor.call", kind: .floor)
        for seed in 1...9 as ClosedRange<UInt64> {
            let sample = CheckSample([floor, threaded] + maps + filters, telling: [], seed: seed), ids = sample.rest.map(\.benchmark.id)
            #expect(ids.last == "floor.call" && !ids.contains("filter/threads"))
            #expect(Set(ids + sample.chosen.map(\.benchmark.id)).union(["filter/threads"]).count == 10)
            // Each round has one of each that has another one.
            let names = ids.dropLast().map { $0.prefix(3) }
            for round in 0..<3 { #expect(Set(names[2 * round...2 * round + 1]) == ["map", "fil"], "\(ids)") }
        }
    }

    @Test func theOrderOfTheRestDependsOnTheSeed() {
        func ids(_ seed: UInt64) -> [String] {
            CheckSample((0..<8).map { Self.listed("map/\($0)", "map") }, telling: [], seed: seed).rest.map(\.benchmark.id)
        }
        #expect(ids(3) == ids(3) && Set((1...9).map(ids)).count > 1)
    }

    /// A fault in what an operator does with an element, or at its end, is in a row of it that each check counts.
    @Test(arguments: [1, 2] as [UInt64]) func eachDeclarationOfTheCatalogueHasARow(seed: UInt64) throws {
        let all = suite(with: catalogue), items = try Plan(suite: all, filter: nil, variants: nil, seed: nil, includesReference: false).items
        let sample = CheckSample(items, telling: all.telling, seed: seed)
        let covered = Set(sample.chosen.flatMap(\.benchmark.covers))
        #expect(covered == catalogueCovers)
        let sent = Set(items.map(\.benchmark).filter { $0.id.contains("/event") }.flatMap(\.covers))
        let telling = sample.chosen.map(\.benchmark).filter { $0.id.contains("/event") }
        #expect(sent.subtracting(telling.flatMap(\.covers)).sorted() == [])
        // So that they are counted in a minute or two.
        #expect(sample.chosen.count < items.count / 2, "\(sample.chosen.count) of \(items.count)")
    }
}
