import Foundation
import Testing

@testable import BenchKit

@Suite struct BenchmarkLimitTests {
    private func findings(_ limits: Limit..., counts: [CountedKind: Count]) -> [Finding] {
        let counts = RowCounts(events: 100, repetitions: 4, perEvent: counts, perSubscription: counts)
        return LimitJudge().judge("T1 (-)", now: counts, limits: limits)
    }

    @Test func aCountMayBeAsMuchAsItsLimit() {
        let counts: [CountedKind: Count] = [.mallocs: Count(value: 1, stability: .exact)]
        #expect(findings(.mallocs(perEvent: 1), .mallocs(perSubscription: 1), counts: counts).map(\.verdict) == [.pass, .pass])
        let found = findings(.mallocs(perEvent: 0), counts: counts)
        #expect(found == [Finding(row: "T1 (-)", gate: "mallocs per event, limit", verdict: .regression, detail: "1.00, limit 0")])
        #expect(findings(.mallocs(perSubscription: 0.5), counts: counts).first?.gate == "mallocs per subscription, limit")
    }

    @Test func whereRepetitionsDifferAllHaveToExceedIt() {
        let counts: [CountedKind: Count] = [.instructions: Count(value: 120, stability: .banded, low: 119, high: 122)]
        #expect(findings(.instructions(perEvent: 119), counts: counts).map(\.verdict) == [.pass])
        #expect(findings(.instructions(perEvent: 118), counts: counts).map(\.verdict) == [.regression])
    }

    @Test func whatWasNotCountedIsNotWithinItsLimit() {
        #expect(findings(.atomics(perEvent: 0), counts: [:]).map(\.verdict) == [.unknown])
    }

    @Test func aLimitOnTimeIsABoundOnEachVariant() {
        let suite = BenchKit.Suite.withFloor(
            Benchmark("T1", "one", variants: ["lock", "queue"]) { _ in }.limits(.time(multipleOf: "floor.closure-call", 4), .bytes(perEvent: 8)))
        let bound = ["lock", "queue"].map { Thresholds.Multiple(benchmark: "T1", variant: $0, floor: "floor.closure-call", most: 4) }
        #expect(Thresholds.usual.adding(limitsOf: suite).multiples == bound)
    }

    /// In whichever order they are said.
    @Test func whatSectionsCountHasLimits() {
        let threaded = Benchmark("T1", "threads", isSingleThreaded: false) { _ in }
        for benchmark in [threaded.limits(.mallocs(perEvent: 0)).countingSections(), threaded.countingSections().limits(.mallocs(perEvent: 0))] {
            #expect(BenchKit.Suite.withFloor(benchmark).benchmarks[0].countLimits.map(\.most) == [0])
        }
        #expect(BenchKit.Suite.withFloor(threaded.limits(.kept(perEvent: 2))).benchmarks[0].mostKept == 2)
    }

    /// What stays of several threads is judged where they run: in sections it isn't counted, and no limit of a count may ask for it.
    @Test func whatStaysIsNoLimitOfWhatSectionsCount() {
        let limited = Benchmark("T1", "threads", isSingleThreaded: false) { _ in }.limits(.kept(perEvent: 8), .mallocs(perEvent: 3))
        #expect(limited.countingSections().limitsOfItsCounts.map(\.most) == [3])
        #expect(limited.countingSections().mostKept == 8)
        let alone = Benchmark("T2", "one thread") { _ in }.limits(.kept(perEvent: 8))
        #expect(alone.limitsOfItsCounts.map(\.most) == [8])
    }

    @Test func countsOfSeveralThreadsHaveNoLimit() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let threaded = Benchmark("T1", "threads", isSingleThreaded: false) { _ in }
            _ = BenchKit.Suite.withFloor(threaded.limits(.mallocs(perEvent: 0)))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("T1: counts of several threads have no limits, but for kept(perEvent:)"), "\(text)")
    }
}

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    @Suite struct LimitCheckTests {
        /// As `Benchmarks/Mine` has it, but for the limits.
        private func check(_ limits: Limit, _ choose: (inout CheckOptions) -> Void) throws -> (code: ExitCode, text: String) {
            var outcome = (code: ExitCode.failure, text: "")
            try Fixture.inFolder { folder in
                var options = CheckOptions(folder: folder, seed: 1)
                options.onlyLimits = true
                choose(&options)
                let suite = BenchKit.Suite("mine") {
                    Benchmark("contains", parameters: ["elements": 10], setUp: { Set(0..<10) }) { $0.contains(5) }.limits(limits)
                    Benchmark("sort") { [2, 1].sorted() }
                }
                let recording = CapturedOutput()
                var session = CheckSession(suite: suite, options: options, product: "Mine", output: recording.output)
                session.program = WorkerProgram(path: try #require(Fixture.mine))
                outcome = (try session.run(), recording.standard)
            }
            return outcome
        }

        @Test(.enabled(if: Fixture.canCount)) func countsAreJudgedWithoutABaseline() throws {
            let within = try check(.mallocs(perEvent: 0)) { $0.checksTimes = false }
            #expect(within.code == .success)
            #expect(within.text.contains("1 figures: 1 pass\na partial check: limits alone, without times\n"), "\(within.text)")
            let beyond = try check(.instructions(perEvent: 1)) { $0.checksTimes = false }
            #expect(beyond.code == .regression)
            #expect(beyond.text.contains("contains/elements=10") && beyond.text.contains("limit 1.00"), "\(beyond.text)")
        }

        @Test func timesAreJudgedWithoutAnOlderProgram() throws {
            let beyond = try check(.time(multipleOf: "floor.call", 0.001)) { $0.checksCounts = false }
            #expect([.regression, .inconclusive].contains(beyond.code))
            #expect(beyond.text.contains("time : floor.call"))
        }

        @Test func withoutALimitThereIsNothingToCheck() {
            #expect(throws: UsageError.impossible("nothing that is chosen has a limit")) {
                try check(.mallocs(perEvent: 0)) { $0.filter = "sort" }
            }
        }
    }
}
