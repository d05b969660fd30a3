import Foundation
import Testing

@testable import BenchKit

/// The tables of a run and of counts where benchmarks have different variants.
@Suite struct VariantTableTests {
    private typealias Suite = BenchKit.Suite

    private func benchmark(_ id: String, _ variants: String..., kind: Benchmark.Kind = .workload) -> Benchmark {
        Benchmark(id, id, kind: kind, variants: variants) { _ in }
    }

    private func rows(of suite: Suite, _ figures: (inout Row) -> Void) -> [Row] {
        suite.benchmarks.flatMap { benchmark in
            suite.variants(of: benchmark).map { variant in
                var row = Row(benchmark: benchmark, variant: variant, events: 10)
                figures(&row)
                return row
            }
        }
    }

    private func run(_ suite: Suite) throws -> [[[String]]] {
        let rows = rows(of: suite) { $0.time = Fixture.timed("T", "-", nanoseconds: 10).time }
        return words(ResultsTable(try Fixture.results(.run, rows: rows), suite: suite).text)
    }

    private func counts(_ suite: Suite, locking: String? = nil) throws -> [[[String]]] {
        let rows = rows(of: suite) { row in
            let one = Fixture.counted("T", "-", retains: 1).counts, locks = [CountedKind.locks: Count(value: 7, stability: .exact)]
            let locked = RowCounts(events: 10, repetitions: 4, perEvent: locks, perSubscription: [:])
            row.counts = row.benchmark == locking ? locked : one
        }
        return words(CountsTable(try Fixture.results(.counts, rows: rows), suite: suite).text)
    }

    /// The lines of each table, by their cells.
    private func words(_ text: String) -> [[[String]]] {
        text.components(separatedBy: "\n\n").map { $0.split(separator: "\n").map { $0.split(separator: " ").map(String.init) } }
    }

    private func ids(_ tables: [[[String]]]) -> [[String]] { tables.map { $0.dropFirst().map { $0[0] } } }

    @Test func oneBenchmarkWithVariantsWidensNoOthersTable() throws {
        let suite = Suite("mine") {
            benchmark("x")
            benchmark("y", "a", "b")
            benchmark("z")
        }
        let run = try run(suite), alone = try self.run(Suite("mine") { benchmark("x") })
        #expect(ids(run) == [["x", "z"], ["y"], ["floor.call"]])
        #expect(run[0][0] == alone[0][0])
        #expect(run[1][0].prefix(5) == ["workloads", "ns", "a", "ns", "b"])
        let counts = try counts(suite)
        #expect(ids(counts) == [["x", "z", "floor.call"], ["y"], ["x", "z", "floor.call"], ["y"]])
        #expect(counts.map { Array($0[0].prefix(2)) } == [["per", "event"], ["per", "event"], ["per", "subscription"], ["per", "subscription"]])
        #expect(counts.map { $0[0].contains("b") } == [false, true, false, true])
    }

    @Test func aBenchmarkWithFewerVariantsStandsWithThoseThatHaveMore() throws {
        let suite = Suite(
            name: "test",
            benchmarks: [
                benchmark("x", "queue"), benchmark("y"), benchmark("z", "lock"), benchmark("floor.closure-call", kind: .floor),
            ])
        #expect(ids(try run(suite)) == [["x", "y", "z"], ["floor.closure-call"]])
        // As ever, a floor is in the first column of counts.
        let counts = try counts(suite), all = ["x", "y", "z", "floor.closure-call"]
        #expect(ids(counts) == [all, all])
    }

    @Test func setsOfVariantsThatOverlapHaveTablesOfTheirOwn() throws {
        let suite = Suite("mine") {
            benchmark("x", "a", "b")
            benchmark("y", "b", "c")
            benchmark("z", "b")
        }
        #expect(ids(try run(suite)) == [["x", "z"], ["y"], ["floor.call"]])
    }

    @Test func aTableHasTheRareCountsOfItsOwnRowsAlone() throws {
        let suite = Suite("mine") {
            benchmark("x")
            benchmark("y", "a", "b")
        }
        let counts = try counts(suite, locking: "y")
        #expect(counts.map { $0[0].contains(CountedKind.locks.heading) } == [false, true, false])
        #expect(ids(counts) == [["x", "floor.call"], ["y"], ["x", "floor.call"]])
    }
}
