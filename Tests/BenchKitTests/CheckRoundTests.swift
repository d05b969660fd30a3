import Testing

@testable import BenchKit

/// Which rows of a check are looked at again, how long, and what counts then.
@Suite struct CheckRoundTests {
    /// What each kind of round says of rows 0, 1, …; and the rounds that were taken.
    private func judgement(
        _ first: [Verdict], close: Set<Int> = [], closeAgain: Set<Int> = [], closer: Verdict = .pass, again: Verdict = .pass,
        closerAgain: Verdict = .pass, interruptedAt: CheckRounds.Kind? = nil
    ) -> (verdicts: [Verdict], rounds: [String], isInterrupted: Bool) {
        var taken: [String] = []
        let side = Contender(program: 0, benchmark: "T1", variant: "lock", events: 1)
        let outcome = DuelOutcome(Duel(challenger: side, base: side, usesProcessorTime: true))
        let found = CheckRounds(isClose: { _, row in (taken.count == 1 ? close : closeAgain).contains(row) }) { round in
            taken.append("\(round.kind) \(round.rows) ×\(round.effort)")
            let findings = round.rows.map { row in
                let verdict: Verdict =
                    switch round.kind {
                    case .first: first[row]
                    case .closer: closer
                    case .again: again
                    case .closerAgain: closerAgain
                    }
                return Finding(row: "\(row)", gate: "time", verdict: round.kind == interruptedAt ? .inconclusive : verdict, detail: "")
            }
            return Judgement(
                findings: findings, outcomes: round.rows.map { _ in outcome }, isInterrupted: round.kind == interruptedAt)
        }.judgement(rows: first.count)
        return (found.findings.map(\.verdict), taken, found.isInterrupted)
    }

    @Test func whatPassesClearlyIsLookedAtOnce() {
        let found = judgement([.pass, .inconclusive])
        #expect(found.verdicts == [.pass, .inconclusive])
        #expect(found.rounds == ["first [0, 1] ×1"])
    }

    @Test func whatIsWrongCountsOnlyIfItIsWrongAgain() {
        let twice = judgement([.pass, .regression, .improvement], again: .regression)
        #expect(twice.verdicts == [.pass, .regression, .pass])
        #expect(twice.rounds == ["first [0, 1, 2] ×1", "again [1, 2] ×1"])
        #expect(judgement([.regression]).verdicts == [.pass])
    }

    @Test func whatIsCloseToItsLimitGetsALongerLookAndAnotherOneIfThatFindsSomething() {
        let innocent = judgement([.pass, .pass], close: [1])
        #expect(innocent.verdicts == [.pass, .pass])
        #expect(innocent.rounds == ["first [0, 1] ×1", "closer [1] ×3"])
        let slow = judgement([.pass, .pass], close: [1], closer: .regression, closerAgain: .regression)
        #expect(slow.verdicts == [.pass, .regression])
        #expect(slow.rounds == ["first [0, 1] ×1", "closer [1] ×3", "closerAgain [1] ×3"])
        #expect(judgement([.pass], close: [0], closer: .regression).verdicts == [.pass])
    }

    @Test func whatOneSeriesCallsWrongAndTheNextOneLeavesOpenGetsALongerLook() {
        let slow = judgement([.regression, .pass], close: [1], closeAgain: [0], closer: .regression, closerAgain: .regression)
        #expect(slow.rounds == ["first [0, 1] ×1", "again [0] ×1", "closer [0, 1] ×3", "closerAgain [0, 1] ×3"])
        #expect(slow.verdicts == [.regression, .regression])
        let innocent = judgement([.regression], closeAgain: [0])
        #expect(innocent.rounds == ["first [0] ×1", "again [0] ×1", "closer [0] ×3"])
        #expect(innocent.verdicts == [.pass])
        #expect(judgement([.improvement], closeAgain: [0], again: .regression).rounds.count == 2, "the next one didn't pass")
        #expect(judgement([.regression], closeAgain: [0], interruptedAt: .again).rounds.count == 2)
    }

    /// What the first round calls wrong, or can't tell, isn't close.
    @Test func onlyWhatPassedIsLookedAtMoreClosely() {
        let found = judgement([.regression, .inconclusive, .error], close: [0, 1, 2], again: .regression)
        #expect(found.rounds == ["first [0, 1, 2] ×1", "again [0] ×1"])
        #expect(found.verdicts == [.regression, .inconclusive, .error])
    }

    @Test func anInterruptionEndsIt() {
        let first = judgement([.pass, .regression], close: [0], interruptedAt: .first)
        #expect(first.rounds.count == 1 && first.isInterrupted)
        let again = judgement([.pass, .regression], close: [0], interruptedAt: .again)
        #expect(again.rounds.count == 2 && again.isInterrupted)
        #expect(again.verdicts == [.pass, .inconclusive])
        let closer = judgement([.pass], close: [0], closer: .regression, interruptedAt: .closer)
        #expect(closer.rounds.count == 2 && closer.isInterrupted)
        #expect(closer.verdicts == [.inconclusive])
    }

    @Test(arguments: [(1.02, true), (1.04, true), (1.08, true), (1.09, false)])
    func aRowMayExceedWhatItsIntervalReachesBeyond(bound: Double, mayExceed: Bool) {
        let side = Contender(program: 0, benchmark: "T1", variant: "lock", events: 1)
        var outcome = DuelOutcome(Duel(challenger: side, base: side, usesProcessorTime: true))
        #expect(!outcome.mayExceed(bound))
        for ratio in [1.03, 1.03, 1.03, 1.05, 1.05, 1.05, 1.09, 1.09, 1.09] {
            func sample(_ time: Double) -> TimeSample {
                TimeSample(wall: time, processor: time, contaminated: false, metrics: [:], missing: [:])
            }
            outcome.add([(challenger: sample(ratio), base: sample(1))], least: 1)
        }
        #expect(outcome.mayExceed(bound) == mayExceed)
    }
}
