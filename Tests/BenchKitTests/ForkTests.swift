import Foundation
import Testing

@testable import BenchKit

/// Samples of several processes.
@Suite struct ForkTests {
    private func run(_ nanoseconds: Double, contaminated: Double = 0, inconclusive: String? = nil, mallocs: Double = 3) throws -> Results {
        let rows = ["lock", "queue"].map { variant in
            var row = Fixture.timed("T1", variant, nanoseconds: variant == "lock" ? nanoseconds : 2 * nanoseconds)
            row.contaminated = contaminated
            row.inconclusive = inconclusive
            row.warmUp = WarmUp.Outcome(seconds: nanoseconds, iterations: 1, stable: nanoseconds < 14)
            row.allocations = Row.Allocations(
                perEvent: AllocationFigures(mallocs: mallocs, frees: 3, bytes: 96, exact: true),
                perSubscription: AllocationFigures(mallocs: 16, frees: 16, bytes: 512, exact: true), repetitions: 3)
            return row
        }
        return try Fixture.results(.run, rows: rows)
    }

    @Test func aForkCountsAsOneSampleAndItsSamplesKeepItsName() throws {
        let pooled = try #require(Results(pooling: [10, 11, 12, 13, 14, 15].map { try run($0) }, of: 6, seed: 7))
        #expect(pooled.complete)
        #expect(pooled.forks == 6)
        #expect(pooled.seed == 7)
        let row = try #require(pooled.row("T1", "lock"))
        #expect(row.time?.nanosecondsPerEvent.median == 12.5)
        #expect(row.time?.nanosecondsPerEvent.interval?.low == 10)
        #expect(row.time?.nanosecondsPerEvent.interval?.high == 15)
        #expect(row.time?.samples.count == 6 * 13)
        #expect(row.time?.forks == (0..<6).map { Fork(fork: $0, samples: 13) })
        #expect(row.eventsPerSecond?.median == 1e9 / 12.5)
        #expect(row.warmUp == WarmUp.Outcome(seconds: 15, iterations: 1, stable: false))
        #expect(row.allocations?.perEvent.exact == true)
        #expect(pooled.comparisons.first?.pairs.count == 6 * 12)
        #expect(pooled.comparisons.first?.forks?.map(\.samples) == Array(repeating: 12, count: 6))
        #expect(pooled.comparisons.first?.ratio.interval != nil)
    }

    @Test func withFewForksThereIsNoInterval() throws {
        let pooled = try #require(Results(pooling: [try run(10), try run(12)], of: 3, seed: 1))
        #expect(!pooled.complete)
        #expect(pooled.row("T1", "lock")?.time?.nanosecondsPerEvent == Estimate(median: 11, interval: nil))
        #expect(pooled.row("T1", "lock")?.missing["interval"] == "fewer than 6 forks")
    }

    @Test func aDisturbedForkDoesNotCountUnlessAllAre() throws {
        let loud = try run(99, contaminated: 1, inconclusive: "loud")
        let mixed = try #require(Results(pooling: [loud, try run(10)], of: 2, seed: 1)?.row("T1", "lock"))
        #expect(mixed.time?.nanosecondsPerEvent.median == 10)
        #expect(mixed.time?.forks == [Fork(fork: 1, samples: 13)])
        #expect(mixed.contaminated == 0.5)
        #expect(mixed.inconclusive == nil)
        let all = try #require(Results(pooling: [loud, loud], of: 2, seed: 1)?.row("T1", "lock"))
        #expect(all.inconclusive == "each of its processes was too disturbed: loud")
        #expect(all.time?.forks?.count == 2)
    }

    @Test func whatFailsInOneForkFailsAndCountsThatDifferAreNotExact() throws {
        let failed = try Fixture.results(.run, rows: [Fixture.failed("T1", "lock", .wrongResult, "no")])
        let pooled = try #require(Results(pooling: [try run(10), failed], of: 2, seed: 1))
        #expect(pooled.exitCode == .wrongResult)
        #expect(!pooled.passed)
        #expect(pooled.row("T1", "lock")?.time == nil)
        let counted = try #require(Results(pooling: [try run(10, mallocs: 4), try run(10)], of: 2, seed: 1)?.row("T1", "lock"))
        #expect(counted.allocations?.perEvent.mallocs == 3)
        #expect(counted.allocations?.perEvent.exact == false)
        #expect(counted.allocations?.perSubscription.exact == true)
    }
}
