/// The part of the self-test that looks at tails: one that is as it was must pass, and longer ones are caught from some growth on.
struct TailSelfTest {
    let limits: Gates
    let test: GateSelfTest

    /// The share by which a planted tail may be longer.
    private static let allowed = 0.1

    /// One that is as it was, and the longest; all where they are counted over many checks.
    private var tails: [Gates.Tail] {
        let all = TailSelfTest.all
        return test.repetitions > 1 ? all : [all[0], all[all.count - 1]]
    }

    private static let all = PlantedSuite.longerTails.map { growth in
        Gates.Tail(benchmark: PlantedSuite.tail(named: growth), variant: "only", figure: "delay", percentile: .p99, worse: allowed)
    }

    func run() throws -> ExitCode {
        let suite = PlantedSuite.suite(.none), tails = tails
        let innocent = try test.program(.none), slow = try test.program(.slow)
        var tallies: [String: PlantedTally] = [:]
        for repetition in 0..<max(1, test.repetitions) {
            let check = TimeCheck(
                gates: limits, noise: nil, options: CheckOptions(seed: test.seed &+ 10 &* UInt64(repetition)), own: slow, product: "rxbench",
                output: test.output)
            let found = check.compare(tails, suite, programs: [slow, innocent])
            if found.isInterrupted { throw Interruption.Stop() }
            for (tail, finding) in zip(tails, found.findings) {
                tallies[tail.benchmark, default: PlantedTally()].add(finding.verdict)
                test.output.line("check \(repetition + 1): \(tail.benchmark): \(finding.verdict.rawValue): \(finding.detail)")
            }
        }
        var table = Table(
            header: ["planted", "checks", "called longer", "called shorter", "inconclusive"], alignedAtEnd: [false, true, true, true, true])
        for tail in tails {
            let tally = tallies[tail.benchmark, default: PlantedTally()]
            table.add([tail.benchmark, "\(tally.checks)", "\(tally.caught)", "\(tally.calledFaster)", "\(tally.inconclusive)"])
        }
        test.output.lines(table.text)
        return TailSelfTest.verdict(tallies)
    }

    /// No false alarm at all, and the longest tail caught in 95 % of the checks that could tell.
    static func verdict(_ tallies: [String: PlantedTally]) -> ExitCode {
        func tally(_ growth: Int) -> PlantedTally { tallies[PlantedSuite.tail(named: growth), default: PlantedTally()] }
        if tally(0).falseAlarms > 0 { return .regression }
        let longest = tally(PlantedSuite.longerTails.max() ?? 0), decided = longest.checks - longest.inconclusive
        if decided == 0 { return .inconclusive }
        return Double(longest.caught) >= 0.95 * Double(decided) ? .success : .regression
    }
}
