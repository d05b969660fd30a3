import Testing

@testable import BenchKit

@Suite struct ThresholdTests {
    private let counts = Thresholds.Counts(instructions: 0.002, instructionsPerEvent: 0.5, lifeCycleInstructions: 0.02)
    private let times = Thresholds.Times(
        slower: 0.03, timesNoise: 2, unknownNoise: 0.05, nanoseconds: 0.3, significance: 0.05, discarded: 0.5)

    private func row(_ kind: CountedKind, _ count: Count, lifeCycle: Bool = false, events: Int = 1000) -> RowCounts {
        RowCounts(
            events: events, repetitions: 4, perEvent: lifeCycle ? [:] : [kind: count],
            perSubscription: lifeCycle ? [kind: count] : [:])
    }

    private func exact(_ value: Double) -> Count { Count(value: value, stability: .exact) }
    private func banded(_ low: Double, _ high: Double) -> Count {
        Count(value: (low + high) / 2, stability: .banded, low: low, high: high)
    }

    private func verdict(_ kind: CountedKind, _ base: Count, _ now: Count, lifeCycle: Bool = false) -> Verdict? {
        let found = CountJudge(limits: counts).judge(
            "T1", now: row(kind, now, lifeCycle: lifeCycle), base: row(kind, base, lifeCycle: lifeCycle))
        return found.count == 1 ? found[0].verdict : nil
    }

    @Test func callsHaveToBeEqual() {
        #expect(verdict(.retains, exact(0), exact(0)) == .pass)
        #expect(verdict(.retains, exact(0), exact(0.001)) == .regression)
        #expect(verdict(.mallocs, exact(16), exact(17), lifeCycle: true) == .regression)
        #expect(verdict(.objects, exact(5), exact(4)) == .improvement)
    }

    @Test func instructionsHaveAToleranceAndFewHaveASlack() {
        #expect(verdict(.instructions, exact(1000), exact(1002)) == .pass)
        #expect(verdict(.instructions, exact(1000), exact(1002.1)) == .regression)
        #expect(verdict(.instructions, exact(1000), exact(997.9)) == .improvement)
        #expect(verdict(.instructions, exact(14), exact(14.5)) == .pass)
        #expect(verdict(.instructions, exact(14), exact(15)) == .regression)
        #expect(verdict(.instructions, exact(20_000), exact(20_400), lifeCycle: true) == .pass)
        #expect(verdict(.instructions, exact(20_000), exact(20_401), lifeCycle: true) == .regression)
    }

    /// Instructions of a catalogue may move more, calls may not.
    @Test func aCatalogueHasALimitOfItsOwn() {
        let limits = Thresholds.Counts(instructions: 0.002, instructionsPerEvent: 0.5, lifeCycleInstructions: 0.02, catalogueInstructions: 0.08)
        func verdicts(_ instructions: Double, _ mallocs: Double, hasLifeCycle: Bool) -> [Verdict] {
            func counts(_ instructions: Double, _ mallocs: Double) -> RowCounts {
                let figures: [CountedKind: Count] = [.instructions: exact(instructions), .mallocs: exact(mallocs)]
                return RowCounts(events: 100, repetitions: 2, perEvent: figures, perSubscription: hasLifeCycle ? [.mallocs: exact(1)] : [:])
            }
            return CountJudge(limits: limits).judge("T1", now: counts(instructions, mallocs), base: counts(1000, 3)).prefix(2).map(\.verdict)
        }
        #expect(verdicts(1080, 3, hasLifeCycle: false) == [.pass, .pass])
        #expect(verdicts(1080, 3, hasLifeCycle: true) == [.regression, .pass])
        #expect(verdicts(1000, 3.01, hasLifeCycle: false) == [.pass, .regression])
    }

    @Test func instructionsHaveTheirBandEvenWhereTheLimitsLeaveNone() {
        let none = CountJudge(limits: Thresholds.Counts(instructions: 0, instructionsPerEvent: 0, lifeCycleInstructions: 0))
        func verdicts(_ kind: CountedKind, _ before: Double, _ after: Double) -> [Verdict] {
            [false, true].flatMap { lifeCycle in
                let (now, base) = (row(kind, exact(after), lifeCycle: lifeCycle), row(kind, exact(before), lifeCycle: lifeCycle))
                return none.judge("T1", now: now, base: base).map(\.verdict)
            }
        }
        #expect(verdicts(.instructions, 2209, 2211) == [.pass, .pass])
        #expect(verdicts(.instructions, 2211, 2209) == [.pass, .pass])
        #expect(verdicts(.instructions, 2209, 2214) == [.regression, .regression])
        #expect(verdicts(.mallocs, 2209, 2211) == [.regression, .regression])
    }

    /// A count that nobody has ever seen to differ is no longer what it was.
    @Test func whatWasExactAndIsMoreHalfOfTheTimeIsMore() {
        func now(_ value: Double) -> Count { Count(value: value, stability: .banded, low: 0, high: 14) }
        #expect(verdict(.retains, exact(0), now(7)) == .regression)
        #expect(verdict(.retains, exact(0), now(0)) == .pass)
        #expect(verdict(.instructions, exact(0), now(7)) == .pass)
    }

    /// One call of the kernel now and then happens in any row; what calls it for each event is found, and what no longer does.
    @Test func aSingleCallOfTheKernelIsNoDifference() {
        #expect(verdict(.systemCalls, exact(0), banded(-0.1, 0.3)) == .pass)
        #expect(verdict(.systemCalls, exact(0), exact(0.4)) == .pass)
        #expect(verdict(.systemCalls, banded(0, 1), banded(0.5, 2)) == .pass)
        #expect(verdict(.systemCalls, exact(0), exact(1)) == .regression)
        #expect(verdict(.systemCalls, exact(2), exact(1)) == .improvement)
        let countJudge = CountJudge(limits: counts)
        #expect(countJudge.judge("T1", now: row(.systemCalls, exact(9), lifeCycle: true), base: row(.systemCalls, exact(1), lifeCycle: true)).isEmpty)
    }

    @Test func rangesThatMeetAreNoDifference() {
        #expect(verdict(.retains, banded(3, 5), banded(4, 6)) == .pass)
        #expect(verdict(.retains, banded(3, 5), banded(5.1, 6)) == .regression)
        #expect(verdict(.retains, banded(3, 5), exact(2.9)) == .improvement)
        #expect(verdict(.retains, exact(5), banded(4, 6)) == .pass)
    }

    @Test func countsOfSeveralThreadsAreNotJudged() {
        let loose = Count(value: 9, stability: .reportOnly)
        #expect(CountJudge(limits: counts).judge("T8b", now: row(.mallocs, loose), base: row(.mallocs, exact(1))).isEmpty)
    }

    /// Threads that meet in a dearer way make a whole malloc more of each event, in some processes.
    @Test func mallocsOfSeveralThreadsAreComparedByTheLeast() {
        func verdict(_ base: Count, _ now: Count) -> Verdict? {
            let findings = CountJudge(limits: .usual).judge("T8", now: row(.mallocs, now), base: row(.mallocs, base))
            return findings.count == 1 ? findings[0].verdict : nil
        }
        let usual = banded(7, 8)
        #expect([banded(7.5, 9), banded(6.4, 8), banded(6, 6.5)].map { verdict(usual, $0) } == [.pass, .pass, .pass])
        #expect(verdict(usual, banded(7.6, 8)) == .regression)
        #expect(verdict(usual, banded(6, 6.4)) == .improvement)
        // A share of many: one malloc of 28 is more, one of 29 isn't.
        #expect(verdict(banded(28, 28), banded(29, 29)) == .regression)
        #expect(verdict(banded(29, 29), banded(30, 30)) == .pass)
        // What runs on one thread now has exact counts, which the baseline lacks.
        let changed = CountJudge(limits: .usual).judge("T8", now: row(.mallocs, exact(7)), base: row(.mallocs, usual))
        #expect(changed.map(\.side) == [.changed])
    }

    @Test func whatTheBaselineDoesNotKnowIsNoPass() {
        let now = row(.retains, exact(0))
        let countJudge = CountJudge(limits: counts)
        #expect(countJudge.judge("T1", now: now, base: nil).map(\.verdict) == [.unknown])
        #expect(countJudge.judge("T1", now: now, base: row(.retains, exact(0), events: 7)).map(\.verdict) == [.unknown])
        #expect(countJudge.judge("T1", now: row(.retains, exact(0)), base: row(.mallocs, exact(0))).map(\.verdict) == [.unknown, .unknown])
    }

    @Test func aFigureThatTheBaselineLacksIsNoPass() {
        let both = RowCounts(
            events: 1000, repetitions: 4, perEvent: [.retains: exact(0), .mallocs: exact(2)], perSubscription: [:])
        let found = CountJudge(limits: counts).judge("T1", now: both, base: row(.retains, exact(0)))
        #expect(found.map(\.verdict) == [.pass, .unknown])
        #expect(found.last?.gate == "mallocs per event")
        #expect(found.last?.detail == "the baseline doesn't have it")
        #expect(found.exitCode == .incomparable)
    }

    private func sample(_ time: Double, contaminated: Bool = false) -> TimeSample {
        TimeSample(wall: time, processor: time, contaminated: contaminated, metrics: [:], missing: [:])
    }

    /// - Parameters:
    ///   - ratios: one a fork.
    ///   - disturbed: disturbed pairs for each clean one.
    private func outcome(_ ratios: [Double], base: Double = 100, disturbed: Int = 0) -> DuelOutcome {
        let side = Contender(program: 0, benchmark: "T1", variant: "lock", events: 10)
        var outcome = DuelOutcome(Duel(challenger: side, base: side, usesProcessorTime: true))
        for ratio in ratios {
            let clean = (challenger: sample(ratio * base), base: sample(base))
            let dirty = (challenger: sample(9 * base, contaminated: true), base: sample(base))
            outcome.add([clean] + Array(repeating: dirty, count: disturbed), least: 1)
        }
        return outcome
    }

    private func verdict(_ outcome: DuelOutcome, noise: Double? = 0.005, among rows: Int = 1) -> Verdict? {
        let others = (1..<max(rows, 2)).map { _ in self.outcome(Array(repeating: 1, count: 12)) }
        return TimeJudge(limits: times).judge([outcome] + (rows > 1 ? others : []), noise: { _ in noise }).first?.verdict
    }

    @Test func aSlowdownHasToBeLargeSureAndWorthTelling() {
        let twelve = { (ratio: Double) in Array(repeating: ratio, count: 12) }
        #expect(verdict(outcome(twelve(1.0))) == .pass)
        #expect(verdict(outcome(twelve(1.05))) == .regression)
        #expect(verdict(outcome(twelve(1.05)), among: 60) == .regression)
        // Within 3 %, or within twice its noise.
        #expect(verdict(outcome(twelve(1.029))) == .pass)
        #expect(verdict(outcome(twelve(1.05)), noise: 0.03) == .pass)
        #expect(verdict(outcome(twelve(1.09)), noise: nil) == .pass)
        #expect(verdict(outcome(twelve(1.11)), noise: nil) == .regression)
        // Large, but a third of a nanosecond.
        #expect(verdict(outcome(twelve(1.2), base: 1)) == .pass)
        // Two forks of twelve below the limit: the interval's lower end is the third.
        #expect(verdict(outcome(Array(repeating: 1.1, count: 10) + [1, 1])) == .regression)
        #expect(verdict(outcome(Array(repeating: 1.1, count: 9) + [1, 1, 1])) == .pass)
        #expect(verdict(outcome(twelve(0.9))) == .improvement)
    }

    @Test func aRowThatDiffersTooMuchFromItselfCannotPass() throws {
        let twelve = { (ratio: Double) in self.outcome(Array(repeating: ratio, count: 12)) }
        // Twice its floor is 80 %: half as slow again is no pass, nor is the same time.
        #expect(verdict(twelve(1.5), noise: 0.4) == .inconclusive)
        #expect(verdict(twelve(1), noise: 0.4) == .inconclusive)
        #expect(verdict(twelve(0.7), noise: 0.4) == .inconclusive)
        #expect(verdict(twelve(1.9), noise: 0.4) == .regression)
        #expect(verdict(twelve(0.1), noise: 0.4) == .improvement)
        // 25 % is decided, a little more isn't.
        #expect(verdict(twelve(1.2), noise: 0.125) == .pass)
        #expect(verdict(twelve(1.3), noise: 0.125) == .regression)
        #expect(verdict(twelve(1.2), noise: 0.126) == .inconclusive)
        let found = TimeJudge(limits: times).judge([twelve(1.5)], noise: { _ in 0.4 })
        #expect(
            found.first?.detail == "1.500 [1.500, 1.500] of 100 ns, limit 1.800; it differs from itself by 40 %, and beyond a limit of 25 % "
                + "nothing can pass: calibrate on a quieter machine")
        // What the limits allow anyway, and files without that limit.
        let loose = Thresholds.Times(
            slower: 0.5, timesNoise: 2, unknownNoise: 0.05, nanoseconds: 0.3, significance: 0.05, discarded: 0.5, widest: nil)
        #expect(TimeJudge(limits: loose).judge([twelve(1.4)], noise: { _ in 0.1 }).map(\.verdict) == [.pass])
        #expect(TimeJudge(limits: loose).judge([twelve(1.4)], noise: { _ in 0.4 }).map(\.verdict) == [.inconclusive])
    }

    @Test func withManyRowsChanceHasToBeRuledOutForAll() {
        // Seven of seven above 1: 1 in 128 for one row, no surprise among sixty.
        let ratios = Array(repeating: 1.2, count: 7)
        #expect(verdict(outcome(ratios)) == .regression)
        #expect(verdict(outcome(ratios), among: 60) == .inconclusive)
        #expect(verdict(outcome(ratios + Array(repeating: 1.2, count: 4)), among: 60) == .regression)
    }

    @Test func aRowWithTooFewForksToFindAnythingPassesOnlyWithinItsLimit() {
        // 1 in 1024, times 76 rows, is more than 5 %: no verdict but an interval that is clear about it.
        let ten = { (ratio: Double) in outcome(Array(repeating: ratio, count: 10)) }
        #expect(verdict(ten(2), among: 76) == .inconclusive)
        #expect(verdict(ten(0.5), among: 76) == .pass)
        #expect(verdict(ten(1.02), among: 76) == .pass)
        #expect(verdict(ten(2), among: 51) == .regression)
    }

    @Test func aDisturbedRowIsNeitherGoodNorBad() {
        for ratio in [1.0, 1.5] {
            #expect(verdict(outcome(Array(repeating: ratio, count: 12), disturbed: 2)) == .inconclusive)
            #expect(verdict(outcome(Array(repeating: ratio, count: 5))) == .inconclusive)
            #expect(verdict(outcome([])) == .inconclusive)
        }
        #expect(verdict(outcome(Array(repeating: 1.5, count: 12), disturbed: 1)) == .regression)
        let bound = BoundJudge(limits: times)
        let disturbed = outcome(Array(repeating: 9, count: 12), disturbed: 2)
        #expect(bound.judge([bounded(disturbed, most: 2)]).map(\.verdict) == [.inconclusive])
    }

    @Test func aFailedSideIsNoTime() {
        var failed = outcome(Array(repeating: 1, count: 12))
        failed.fail(RowFailure(kind: .wrongResult, message: "no"), of: 0)
        #expect(verdict(failed) == .wrongResult)
        failed.fail(RowFailure(kind: .error, message: "no"), of: 0)
        #expect(verdict(failed) == .error)
    }

    @Test func whatTheOlderProgramDoesWrongIsNoFaultOfThisOne() {
        let base = Contender(program: 1, benchmark: "T1", variant: "lock", events: 10)
        let challenger = Contender(program: 0, benchmark: "T1", variant: "lock", events: 10)
        var failed = DuelOutcome(Duel(challenger: challenger, base: base, usesProcessorTime: true))
        failed.fail(RowFailure(kind: .wrongResult, message: "no"), of: 1)
        let found = TimeJudge(limits: times).judge([failed], noise: { _ in nil })
        #expect(found.map(\.verdict) == [.unknown])
        #expect(found.first?.detail == "the older program failed, not this one: no")
        #expect(found.exitCode == .incomparable)
        #expect(ProgramTable([failed], baseName: "v1").text.contains("failed: T1 (lock): in v1, not in this program: no"))
        failed.fail(RowFailure(kind: .wrongResult, message: "no"), of: 0)
        #expect(TimeJudge(limits: times).judge([failed], noise: { _ in nil }).map(\.verdict) == [.wrongResult])
    }

    private func bounded(_ outcome: DuelOutcome, most: Double) -> BoundJudge.Case {
        BoundJudge.Case(row: "T1", gate: "x", most: most, outcome: outcome)
    }

    @Test func boundsHoldTheLowerEnd() {
        let boundJudge = BoundJudge(limits: times)
        let ratios = (0..<12).map { 1.9 + 0.02 * Double($0) }
        // The third of twelve is 1.94, and ten of twelve above are hardly chance.
        #expect(boundJudge.judge([bounded(outcome(ratios), most: 1.93)]).map(\.verdict) == [.regression])
        #expect(boundJudge.judge([bounded(outcome(ratios), most: 1.95)]).map(\.verdict) == [.pass])
    }

    @Test func withManyBoundsChanceHasToBeRuledOutForAll() {
        let boundJudge = BoundJudge(limits: times)
        // Ten of twelve above the bound: 1 in 52 for one, no surprise among twenty. Twelve of twelve are one.
        let others = Array(repeating: bounded(outcome(Array(repeating: 1, count: 12)), most: 2), count: 19)
        let ten = outcome(Array(repeating: 1.1, count: 10) + [0.9, 0.9])
        #expect(boundJudge.judge([bounded(ten, most: 1)]).first?.verdict == .regression)
        #expect(boundJudge.judge([bounded(ten, most: 1)] + others).first?.verdict == .pass)
        #expect(boundJudge.judge([bounded(outcome(Array(repeating: 1.1, count: 12)), most: 1)] + others).first?.verdict == .regression)
        // Seven forks could not rule out chance among twenty, whatever they say.
        let seven = bounded(outcome(Array(repeating: 1.1, count: 7)), most: 1)
        #expect(boundJudge.judge([seven] + others).first?.verdict == .inconclusive)
        #expect(boundJudge.judge([bounded(outcome(Array(repeating: 0.9, count: 7)), most: 1)] + others).first?.verdict == .pass)
    }

    /// docs/rxbench.md says so many; a floor that is known no better than a check's own result lets slowdowns through.
    @Test func floorsComeFromMoreForksThanWhatIsComparedWithThem() {
        #expect(CheckOptions(seed: 1).forks == 12)
        #expect(Calibration.usualForks == 36)
    }

    @Test func disturbedPairsAreThrownAwayAndCounted() {
        let outcome = outcome(Array(repeating: 1, count: 6), disturbed: 3)
        #expect(outcome.disturbedShare == 0.75)
        #expect(outcome.ratios == Array(repeating: 1, count: 6))
        #expect(outcome.challengerTime == 100)
        #expect(outcome.ratio?.interval != nil)
    }
}
