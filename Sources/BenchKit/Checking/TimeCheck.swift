/// The part of a check that looks at times. What looks wrong is measured again in fresh processes; only what is wrong again
/// counts.
struct TimeCheck {
    let thresholds: Thresholds
    let noise: Noise?
    let options: CheckOptions
    let own: WorkerProgram
    let product: String
    let output: Output

    private func tournament(_ programs: [WorkerProgram], seed: UInt64, forks: Int? = nil) -> Tournament {
        var settings = TournamentSettings()
        settings.forks = forks ?? options.forks
        settings.limit = options.limit
        return Tournament(programs: programs, settings: settings, seed: seed, output: output)
    }

    /// One of the committed bounds, with the duel that measures it.
    private struct Bound {
        let duel: Duel
        let row: String
        let gate: String
        let most: Double
    }

    /// What is said of outcomes.
    struct Rules {
        /// Gets outcomes and the places of their duels; returns a finding each.
        let judge: ([DuelOutcome], [Int]) -> [Finding]
        /// Whether a row that passed may lie beyond its limit all the same.
        let isClose: (DuelOutcome, Int) -> Bool
    }

    func judge(
        _ duels: [Duel], programs: [WorkerProgram], title: String, by rules: Rules,
        checkpoint: ([DuelOutcome]) -> Void = { _ in }
    ) -> Judgement {
        let forks = forks(rows: duels.count)
        if forks > options.forks { output.error("\(forks) forks instead of \(options.forks): fewer can't rule out chance among \(duels.count) rows") }
        return withoutActuallyEscaping(checkpoint) { checkpoint in
            CheckRounds(isClose: rules.isClose) { round in
                var tournament = tournament(programs, seed: options.seed &+ UInt64(round.kind.rawValue), forks: forks * round.effort)
                do {
                    try tournament.play(round.rows.map { duels[$0] }, title: title + round.kind.title) {
                        if round.kind == .first { checkpoint($0) }
                    }
                } catch {
                    let findings = zip(rules.judge(tournament.outcomes, round.rows), tournament.outcomes).map { finding, outcome in
                        finding.interrupted(
                            outcome.hasFigures
                                ? "interrupted after \(outcome.ratios.count) forks: \(Figures.fineRatio(outcome.ratio))"
                                : "interrupted before its first fork")
                    }
                    return Judgement(findings: findings, outcomes: tournament.outcomes, isInterrupted: true)
                }
                return Judgement(findings: rules.judge(tournament.outcomes, round.rows), outcomes: tournament.outcomes)
            }.judgement(rows: duels.count)
        }
    }

    /// The bounds on what the plan chooses; nil where there are none.
    func bounds(_ suite: Suite, _ plan: Plan) -> Judgement? {
        let bounds = bounds(in: suite, plan)
        if bounds.isEmpty { return nil }
        let boundJudge = BoundJudge(limits: thresholds.times)
        let rules = Rules(
            judge: { outcomes, indices in
                boundJudge.judge(
                    zip(outcomes, indices).map { outcome, index in
                        BoundJudge.Case(row: bounds[index].row, gate: bounds[index].gate, most: bounds[index].most, outcome: outcome)
                    })
            },
            isClose: { outcome, index in outcome.mayExceed(bounds[index].most) })
        return judge(bounds.map(\.duel), programs: [own], title: "bounds", by: rules)
    }

    private func bounds(in suite: Suite, _ plan: Plan) -> [Bound] {
        let all = Dictionary(uniqueKeysWithValues: suite.benchmarks.map { ($0.id, $0) })
        func isChosen(_ id: String, _ variant: String) -> Bool {
            plan.items.contains { $0.benchmark.id == id && $0.variants.contains(variant) }
        }
        func bound(_ one: (String, String), _ other: (String, String), _ gate: String, _ most: Double) -> Bound? {
            guard isChosen(one.0, one.1), let first = all[one.0], let second = all[other.0] else { return nil }
            let duel = Duel(
                challenger: Contender(0, first, one.1), base: Contender(0, second, other.1),
                usesProcessorTime: first.isSingleThreaded && second.isSingleThreaded)
            return Bound(duel: duel, row: RowName.text(one.0, one.1), gate: gate, most: most)
        }
        return thresholds.ratios.compactMap {
            bound(($0.benchmark, $0.variant), ($0.benchmark, $0.base), "time : \($0.base)", $0.most)
        }
            + thresholds.multiples.compactMap {
                bound(($0.benchmark, $0.variant), ($0.floor, Suite.onlyVariant), "time : \($0.floor)", $0.most)
            }
    }

    /// The program whose times count, with what it says it has.
    struct Older {
        let revision: Revision
        let introduction: ProgramComparison.Introduction
    }

    /// What the options name, or else what the baseline's commit builds.
    /// - Throws: `Incomparable` where there is none, or it has nothing that this program's times can be compared with.
    func older(_ baseline: Baseline) throws -> Older {
        guard let name = options.against ?? baseline.commit else {
            throw Incomparable("the baseline names no commit to compare times with: use --against or --no-times")
        }
        let old = try Revision(name, product: product, output: output)
        let introductions = try ProgramComparison.introductions(of: [own, old.program], names: ["this program", name])
        try old.requireSameEnvironment(as: introductions[0].environment, its: introductions[1].environment)
        return Older(revision: old, introduction: introductions[1])
    }

    /// - Parameters:
    ///   - suite: this program's.
    ///   - checkpoint: gets what the first look has found, after each fork.
    func against(
        _ older: Older, _ plan: Plan, of suite: Suite, checkpoint: (ProgramFigures) -> Void
    ) throws -> (judgement: Judgement, figures: ProgramFigures) {
        let old = older.revision
        let (duels, absent) = ProgramComparison.duels(plan, knownToBase: older.introduction.known.benchmarks)
        let unknown =
            absent.map {
                Finding(row: $0, gate: "time", .new, "\(old.name.prefix(12)) doesn't have it")
            }
            + (try removed(older.introduction.known, from: suite)).map {
                Finding(row: $0, gate: "time", .removed, "\(old.name.prefix(12)) has it, this program doesn't")
            }
        let found = judge(duels, programs: [own, old.program]) {
            checkpoint(ProgramFigures(old, environment: older.introduction.environment, outcomes: $0))
        }
        let judgement = Judgement(findings: unknown + found.findings, outcomes: found.outcomes, isInterrupted: found.isInterrupted)
        return (judgement, ProgramFigures(old, environment: older.introduction.environment, outcomes: found.outcomes))
    }

    /// Rows of the older program that this one doesn't have, as far as the options choose them: the baseline has no floors of several threads.
    private func removed(_ older: WorkerAnswer.KnownBenchmarks, from suite: Suite) throws -> [String] {
        let isChosen = try options.filter.chooser()
        let known = Dictionary(uniqueKeysWithValues: suite.benchmarks.map { ($0.id, suite.variants(of: $0)) })
        return older.benchmarks.sorted { $0.key < $1.key }.flatMap { id, variants -> [String] in
            // It doesn't tell titles.
            if !isChosen(id, id, older.tags[id] ?? []) { return [] }
            return variants.filter { variant in
                let isChosen = variant == Suite.onlyVariant || options.variants.map { $0.contains(variant) } != false
                return isChosen && known[id]?.contains(variant) != true
            }.map { RowName.text(id, $0) }
        }
    }

    /// Those of the options, or as many as it takes to find anything among so many rows.
    func forks(rows: Int) -> Int {
        max(options.forks, Significance.fewestForks(rows: rows, significance: thresholds.times.significance))
    }

    /// Judges the times of duels with an older program.
    func judge(_ duels: [Duel], programs: [WorkerProgram], checkpoint: ([DuelOutcome]) -> Void = { _ in }) -> Judgement {
        let timeJudge = TimeJudge(limits: thresholds.times)
        func floor(_ outcome: DuelOutcome) -> Double? {
            noise?.floor(outcome.duel.challenger.benchmark, outcome.duel.challenger.variant)
        }
        let rules = Rules(
            judge: { outcomes, _ in timeJudge.judge(outcomes, noise: floor) },
            isClose: { outcome, _ in outcome.mayExceed(1 + timeJudge.limit(noise: floor(outcome))) })
        return judge(duels, programs: programs, title: "times", by: rules, checkpoint: checkpoint)
    }
}
