/// The part of the self-test that looks at tails: one that is as it was must pass, and longer ones are caught from some growth on.
struct TailSelfTest {
    let limits: Thresholds
    let test: CheckSelfTest

    /// The share by which a planted tail may be longer.
    private static let allowed = 0.1

    /// One that is as it was, and the longest; all where they are counted over many checks.
    private var tails: [Thresholds.Tail] {
        let all = TailSelfTest.all
        return test.repetitions > 1 ? all : [all[0], all[all.count - 1]]
    }

    private static let all = PlantedSuite.longerTails.map { growth in
        Thresholds.Tail(benchmark: PlantedSuite.tail(named: growth), variant: "only", figure: "delay", percentile: .p99, worse: allowed)
    }

    func run() throws -> ExitCode {
        let suite = PlantedSuite.suite(.none), tails = try tails.filter { try test.looks(at: $0.benchmark) }
        if tails.isEmpty { return .success }
        let innocent = try test.program(.none), slow = try test.program(.slow)
        var tallies: [String: PlantedTally] = [:]
        for repetition in 0..<max(1, test.repetitions) {
            let check = TimeCheck(
                thresholds: limits, noise: nil, options: CheckOptions(seed: test.seed &+ 10 &* UInt64(repetition)), own: slow, product: "rxbench",
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
        func tally(_ growth: Int) -> PlantedTally? { tallies[PlantedSuite.tail(named: growth)] }
        if let same = tally(0), same.falseAlarms > 0 { return .regression }
        guard let longest = tally(PlantedSuite.longerTails.max() ?? 0) else { return .success }
        let decided = longest.checks - longest.inconclusive
        if decided == 0 { return .inconclusive }
        return Double(longest.caught) >= 0.95 * Double(decided) ? .success : .regression
    }
}

/// The part of the self-test that compares a suite's own tails with themselves, this program on both sides. A check of them takes minutes, so checks are
/// drawn: one long series of forks is played, and each check draws its forks from that series, with replacement. For a tail that has grown, every figure
/// of one side is multiplied by the growth.
struct DrawnTailSelfTest {
    let suite: Suite
    let limits: Thresholds
    let test: CheckSelfTest

    /// Times that a tail may be as long as it was.
    static let growths = [1, 1.25, 1.5, 2, 2.5, 3, 4, 6]
    /// Of the series.
    private static let forks = 60

    func run() throws -> ExitCode {
        let tails = try (limits.tails ?? []).filter { tail in
            try tail.worse != nil && test.looks(at: tail.benchmark) && suite.latencies.contains { $0.id == tail.benchmark }
        }
        if tails.isEmpty { return .success }
        let program = try WorkerProgram.running()
        let check = TimeCheck(
            thresholds: limits, noise: nil, options: CheckOptions(seed: test.seed), own: program, product: suite.product, output: test.output)
        var settings = TournamentSettings()
        settings.forks = DrawnTailSelfTest.forks
        var tournament = Tournament(programs: [program, program], settings: settings, seed: test.seed, output: test.output)
        try tournament.play(check.duels(tails, suite), title: "tails of this program against itself")
        let checks = DrawnChecks(
            outcomes: tournament.outcomes, rules: check.rules(tails), forks: check.forks(rows: tails.count), count: test.repetitions, seed: test.seed)
        var table = Table(
            header: ["tail", "forks", "limit", "undecided"] + DrawnTailSelfTest.growths.map { "× \(Figures.short($0))" },
            alignedAtEnd: [false, true, true, true] + DrawnTailSelfTest.growths.map { _ in true })
        let tallies = DrawnTailSelfTest.growths.map { checks.tallies(growth: $0) }
        for outcome in tournament.outcomes {
            guard let failure = outcome.failure else { continue }
            test.output.line("\(RowName.text(outcome.duel.challenger.benchmark, outcome.duel.challenger.variant)): \(failure.message)")
            return failure.kind == .wrongResult ? .wrongResult : .failure
        }
        for (row, tail) in tails.enumerated() {
            let name = "\(RowName.text(tail.benchmark, tail.variant)): \(tail.name)", forks = tournament.outcomes[row].ratios.count
            table.add(
                [name, "\(forks)", Figures.short(1 + (tail.worse ?? 1)), "\(tallies[0][row].inconclusive)"] + tallies.map { "\($0[row].caught)" })
        }
        test.output.line(
            "called longer, of \(test.repetitions) checks of \(checks.forks) forks drawn from one series; undecided of them where nothing has grown:")
        test.output.lines(table.text)
        return tallies[0].contains { $0.falseAlarms > 0 } ? .regression : .success
    }
}

/// Checks whose forks are drawn from those of one long series.
struct DrawnChecks {
    let outcomes: [DuelOutcome]
    let rules: TimeCheck.Rules
    let forks: Int
    let count: Int
    let seed: UInt64

    /// How often each row was called what.
    func tallies(growth: Double) -> [PlantedTally] {
        var tallies = outcomes.map { _ in PlantedTally() }, generator = SeededGenerator(seed: seed)
        for _ in 0..<count {
            let rounds = CheckRounds(isClose: rules.isClose) { round in
                let drawn = round.rows.map { outcomes[$0].drawn(forks: forks * round.effort, growth: growth, by: &generator) }
                return Judgement(findings: rules.judge(drawn, round.rows), outcomes: drawn)
            }
            for (row, finding) in rounds.judgement(rows: outcomes.count).findings.enumerated() { tallies[row].add(finding.verdict) }
        }
        return tallies
    }
}
