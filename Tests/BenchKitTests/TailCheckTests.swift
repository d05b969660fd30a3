import Foundation
import Testing

@testable import BenchKit

/// What a check says of tails. In here, as the wish to stop is the process's.
extension RunSessionTests {
    @Suite struct TailCheckTests {
        private let suite = BenchKit.Suite(
            name: "tails",
            benchmarks: [
                Benchmark("L", "late", variants: ["only"], latency: Latency(load: .flood, floor: "floor.L")) { _ in },
                Benchmark("S", "loaded", variants: ["only"], latency: Latency(load: .share(0.5))) { _ in },
                Benchmark("floor.L", "late by hand", kind: .floor, latency: Latency(load: .flood)) { _ in },
            ], defaultVariants: ["only"], reference: "none")

        /// Values below 2,048 are kept as they are.
        private func trial(_ p99: Int, unit: String = "ns", share: Double = 80, samples: Int = 1000, jitter: Int = 1) -> TrialOutcome {
            var histogram = Histogram(), machine = Histogram()
            histogram.record(p99, times: samples)
            machine.record(jitter, times: 1000)
            var outcome = TrialOutcome(
                seconds: 1, capacity: 1_000_000, rate: nil, sent: samples,
                distributions: ["delay": .init(unit: unit, histogram: histogram)],
                metrics: ["least share": Metric(value: share, unit: "%")], missing: [:])
            outcome.jitter = machine
            return outcome
        }

        private func tail(
            _ figure: String = "delay", _ percentile: Percentile? = .p99, worse: Double? = nil, most: Double? = nil, least: Double? = nil,
            multiple: Double? = nil
        ) -> Thresholds.Tail {
            Thresholds.Tail(
                benchmark: "L", variant: "only", figure: figure, percentile: percentile, worse: worse, most: most, least: least, multiple: multiple)
        }

        private func check<Found>(_ own: TrialOutcome, _ body: (TimeCheck, String) throws -> Found) throws -> Found {
            Interruption.install()
            defer { Interruption.restore() }
            var found: Found?
            try Fixture.inFolder { folder in
                let program = try Fixture.worker(of: suite, in: folder, name: "new", trial: own)
                var options = CheckOptions(seed: 1)
                options.forks = 6
                found = try body(
                    TimeCheck(
                        thresholds: .usual, noise: nil, options: options, own: program, product: "test", output: CapturedOutput().output),
                    folder)
            }
            return try #require(found)
        }

        private func bound(_ own: TrialOutcome, _ tail: Thresholds.Tail) throws -> Finding {
            try check(own) { check, _ in
                let judgement = try #require(check.tailBounds([tail], suite))
                return try #require(judgement.findings.first)
            }
        }

        /// Checks that are drawn from forks of a program against itself: none calls it longer, all do that have it four times as long, and a series that
        /// the machine spoilt decides nothing.
        @Test func drawnChecksCountAlarmsAndCatches() throws {
            try check(trial(1000)) { check, _ in
                let tails = [tail(worse: 0.8)], duel = try #require(check.duels(tails, suite).first)
                func tally(growth: Double, spoilt: Int = 0) -> PlantedTally {
                    var outcome = DuelOutcome(duel), generator = SeededGenerator(seed: 7)
                    for _ in 0..<60 {
                        func figure() -> Double { 1000 + Double(generator.next() % 400) }
                        outcome.add(tail: (figure(), figure()))
                    }
                    for _ in 0..<spoilt { outcome.add(tail: nil) }
                    return DrawnChecks(outcomes: [outcome], rules: check.rules(tails), forks: 12, count: 40, seed: 3).tallies(growth: growth)[0]
                }
                #expect(tally(growth: 1).falseAlarms == 0 && tally(growth: 1).inconclusive == 0)
                #expect(tally(growth: 1.5).caught == 0)
                #expect(tally(growth: 4).caught == 40)
                #expect(tally(growth: 4, spoilt: 10_000).caught == 0)
                // The same seed draws the same forks.
                #expect(tally(growth: 1.8) == tally(growth: 1.8))
            }
        }

        @Test func aTailIsKeptWithinItsBounds() throws {
            #expect(try bound(trial(1000), tail(most: 1000)).verdict == .pass)
            let over = try bound(trial(1001), tail(most: 1000))
            #expect(over.verdict == .regression && over.gate == "delay p99, at most 1000" && over.row == "L (only)")
            // Behind how many: whole numbers, of which none is one.
            #expect(try bound(trial(10, unit: "events"), tail(most: 10)).verdict == .pass)
            #expect(try bound(trial(11, unit: "events"), tail(most: 10)).verdict == .regression)
            #expect(try bound(trial(0, unit: "events"), tail(most: 0.5)).verdict == .pass)
        }

        @Test func aShareIsAtLeastWhatItHasToBe() throws {
            for (share, verdict) in [(80.0, Verdict.pass), (50, .pass), (49, .regression), (0, .regression)] {
                #expect(try bound(trial(1, share: share), tail("least share", nil, least: 50)).verdict == verdict, "\(share)")
            }
        }

        /// Both sides come from one program, which answers the same for the floor.
        @Test func aMultipleIsOfTheFloorsSameFigure() throws {
            let kept = try bound(trial(700), tail(multiple: 1))
            #expect(kept.verdict == .pass && kept.gate == "delay p99 : floor.L")
            #expect(try bound(trial(700), tail(multiple: 0.9)).verdict == .regression)
        }

        @Test func whatTheMachineHidesDecidesNothing() throws {
            #expect(try bound(trial(1001, jitter: 501), tail(most: 1000)).verdict == .inconclusive)
            // Late it may be, and yet not too late.
            #expect(try bound(trial(999, jitter: 501), tail(most: 1000)).verdict == .pass)
            #expect(try bound(trial(1001, samples: 999), tail(most: 1)).verdict == .inconclusive)
        }

        @Test func whatIsNotThereIsAnError() throws {
            let finding = try bound(trial(1), tail("delays", most: 1))
            #expect(finding.verdict == .error && finding.detail == "the trial has no figure 'delays'; it has delay")
        }

        private func compared(_ own: Int, with older: Int) throws -> Finding {
            try check(trial(own)) { check, folder in
                let old = try Fixture.worker(of: suite, in: folder, name: "old", trial: trial(older))
                return try #require(check.compare([tail(worse: 0.5)], suite, programs: [check.own, old]).findings.first)
            }
        }

        @Test func aTailMayBeWorseThanTheOlderProgramsByItsShare() throws {
            #expect(try compared(1500, with: 1000).verdict == .pass)
            let worse = try compared(1600, with: 1000)
            #expect(worse.verdict == .regression && worse.gate == "delay p99")
            #expect(try compared(1000, with: 1000).verdict == .pass)
            #expect(try compared(400, with: 1000).verdict == .improvement)
        }

        /// Of a share the older program says of what, or the one that takes less would be sent less; then each side makes ten short trials in one process.
        @Test func aShareIsLookedAtInManyShortTrials() throws {
            var found = TrialOutcome(
                seconds: 1, capacity: 777, rate: 388, sent: 1000, distributions: trial(1000).distributions, metrics: [:], missing: [:])
            found.jitter.record(1, times: 1000)
            let log = try check(found) { check, folder in
                let programs = try ["new", "old"].map { try Fixture.worker(of: suite, in: folder, name: $0, trial: found, log: folder + "/log") }
                let share = Thresholds.Tail(benchmark: "S", variant: "only", figure: "delay", percentile: .p99, worse: 0.5)
                #expect(check.compare([share], suite, programs: programs).findings.first?.verdict == .pass)
                return try String(contentsOfFile: folder + "/log", encoding: .utf8)
            }
            let sides = log.components(separatedBy: "start ").dropFirst().map { $0.split(separator: "\n").filter { $0.contains("\"try\"") } }
            let asked = sides.filter { !$0.isEmpty }
            #expect(asked.count >= 18 && asked.count.isMultiple(of: 3))
            for (index, lines) in asked.enumerated() {
                if index.isMultiple(of: 3) {
                    #expect(lines.count == 1 && lines[0].hasPrefix("old") && !lines[0].contains("capacity") && lines[0].contains("\"seconds\":0.1"))
                } else {
                    #expect(lines.count == 10 && lines.allSatisfy { $0.contains("\"capacity\":777") && $0.contains("\"seconds\":0.2") })
                }
            }
            #expect(Set(asked.enumerated().filter { $0.offset % 3 == 1 }.map { $0.element[0].prefix(3) }) == ["new", "old"])
        }

        /// Half of the short ones may say nothing.
        @Test func theMedianOfShortTrialsIsOfThoseThatSaySomething() throws {
            let share = Thresholds.Tail(benchmark: "S", variant: "only", figure: "delay", percentile: .p99, most: 1000)
            #expect(try bound(trial(1000), share).verdict == .pass)
            #expect(try bound(trial(1001), share).verdict == .regression)
            #expect(try bound(trial(1001, samples: 999), share).verdict == .inconclusive)
            #expect(try bound(trial(1001, jitter: 501), share).verdict == .inconclusive)
        }

        @Test func theFilterChoosesThem() throws {
            let thresholds = Thresholds(counts: .usual, times: .usual, ratios: [], multiples: [], tails: [tail(most: 1)])
            func chosen(_ filter: Selection?, _ variants: [String]? = nil) throws -> Int {
                var options = CheckOptions(seed: 1)
                options.filter = filter
                options.variants = variants
                let check = TimeCheck(
                    thresholds: thresholds, noise: nil, options: options, own: WorkerProgram(path: ""), product: "", output: CapturedOutput().output)
                return try check.chosenTails(in: suite).count
            }
            #expect(try chosen(nil) == 1 && chosen("^L$") == 1 && chosen("LATE") == 1 && chosen("nothing") == 0)
            #expect(try chosen(nil, ["only"]) == 1 && chosen(nil, ["other"]) == 0)
        }

        @Test func aLimitThatMakesNoSenseIsRefused() throws {
            let bad: [(tail: Thresholds.Tail, reason: String)] = [
                (tail(), "tails: L (only), delay p99 has no limit: worse, most, least or multiple"),
                (
                    tail("least share", nil, worse: 1),
                    "tails: L (only), least share has a limit that is for percentiles: whether more of it is better isn't known"
                ),
                (tail(most: -1), "tails: most of L (only), delay p99 cannot be -1.0: it is 0.001 or more"),
            ]
            for (tail, reason) in bad {
                let thresholds = Thresholds(counts: .usual, times: .usual, ratios: [], multiples: [], tails: [tail])
                try Fixture.inFolder(["limits.json": try thresholds.json()]) { folder in
                    let path = "\(folder)/limits.json"
                    #expect(throws: FileError(description: "\(path): \(reason)")) { try Thresholds.read(path) }
                }
            }
        }
    }
}
