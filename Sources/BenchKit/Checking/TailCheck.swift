/// The part of a check that looks at tails: how late a benchmark of latency is, against bounds, its floor and an older program. As with times, what
/// looks wrong is measured again in fresh processes, and only what is wrong again counts.
extension TimeCheck {
    /// One of the committed limits, with the duel that measures it.
    private struct TailLimit {
        let duel: Duel
        let gate: String
        /// The most that the duel's ratio may be.
        let most: Double
    }

    /// The limits on what the options choose.
    func chosenTails(in suite: Suite) throws -> [Thresholds.Tail] {
        let isChosen = try options.filter.chooser()
        let known = Dictionary(uniqueKeysWithValues: suite.latencies.map { ($0.id, $0) })
        return (thresholds.tails ?? []).filter { tail in
            guard let benchmark = known[tail.benchmark] else { return false }
            return isChosen(benchmark.id, benchmark.title, benchmark.tags)
                && options.variants.map { $0.contains(tail.variant) || tail.variant == Suite.onlyVariant } != false
        }
    }

    /// What is found of bounds and multiples; nil where there are none.
    func tailBounds(_ tails: [Thresholds.Tail], _ suite: Suite) -> Judgement? {
        let limits = tails.flatMap { tail -> [TailLimit] in
            func limit(_ bound: Tail.Bound, _ text: String) -> TailLimit {
                TailLimit(duel: duel(tail, suite, base: nil, bound: bound), gate: "\(tail.name), \(text)", most: 1)
            }
            let floor = suite.latencies.first { $0.id == tail.benchmark }?.latency?.latency.floor
            return [
                tail.most.map { limit(.most($0), "at most \(Figures.short($0))") },
                tail.least.map { limit(.least($0), "at least \(Figures.short($0))") },
                tail.multiple.flatMap { most in
                    floor.map {
                        TailLimit(duel: duel(tail, suite, base: ($0, Suite.onlyVariant), bound: nil), gate: "\(tail.name) : \($0)", most: most)
                    }
                },
            ].compactMap { $0 }
        }
        if limits.isEmpty { return nil }
        let boundJudge = BoundJudge(limits: thresholds.times)
        let rules = Rules(
            judge: { outcomes, indices in
                boundJudge.judge(
                    zip(outcomes, indices).map { outcome, index in
                        let side = outcome.duel.challenger
                        return BoundJudge.Case(
                            row: RowName.text(side.benchmark, side.variant), gate: limits[index].gate, most: limits[index].most, outcome: outcome)
                    })
            },
            isClose: { outcome, index in outcome.mayExceed(limits[index].most) })
        return judge(limits.map(\.duel), programs: [own], title: "tails", by: rules)
    }

    /// What is found against an older program; nil where no limit is about that.
    func tails(_ tails: [Thresholds.Tail], _ suite: Suite, against older: Older) -> Judgement? {
        let compared = tails.filter { $0.worse != nil }
        if compared.isEmpty { return nil }
        let (known, new) = (
            older.introduction.known.latencies,
            compared.filter { older.introduction.known.latencies[$0.benchmark]?.contains($0.variant) != true }
        )
        let absent = new.map {
            Finding(row: RowName.text($0.benchmark, $0.variant), gate: $0.name, .new, "\(older.revision.name.prefix(12)) doesn't have it")
        }
        let rest = compared.filter { known[$0.benchmark]?.contains($0.variant) == true }
        if rest.isEmpty { return Judgement(findings: absent, outcomes: []) }
        let found = compare(rest, suite, programs: [own, older.revision.program])
        return Judgement(findings: absent + found.findings, outcomes: found.outcomes, isInterrupted: found.isInterrupted)
    }

    /// Of the first program, against the second.
    func compare(_ tails: [Thresholds.Tail], _ suite: Suite, programs: [WorkerProgram]) -> Judgement {
        judge(duels(tails, suite), programs: programs, title: "tails against the older program", by: rules(tails))
    }

    /// What compares two programs.
    func duels(_ tails: [Thresholds.Tail], _ suite: Suite) -> [Duel] {
        tails.map { duel($0, suite, base: ($0.benchmark, $0.variant), bound: nil, olderProgram: true) }
    }

    func rules(_ tails: [Thresholds.Tail]) -> Rules {
        // A tail's limit is its own, and what it differs from itself by is in that.
        let times = Thresholds.Times(
            slower: 0, timesNoise: 1, unknownNoise: 1, nanoseconds: 0, significance: thresholds.times.significance,
            discarded: thresholds.times.discarded,
            widest: .greatestFiniteMagnitude)
        let timeJudge = TimeJudge(limits: times)
        let allowed = tails.map { $0.worse ?? 1 }
        return Rules(
            judge: { outcomes, indices in
                let limits = Dictionary(zip(outcomes.map(\.duel), indices.map { allowed[$0] })) { first, _ in first }
                return zip(timeJudge.judge(outcomes) { limits[$0.duel] }, indices).map { finding, index in
                    Finding(row: finding.row, gate: tails[index].name, verdict: finding.verdict, detail: finding.detail)
                }
            },
            isClose: { outcome, index in outcome.mayExceed(1 + allowed[index]) })
    }

    private func duel(
        _ tail: Thresholds.Tail, _ suite: Suite, base: (benchmark: String, variant: String)?, bound: Tail.Bound?, olderProgram: Bool = false
    ) -> Duel {
        func contender(_ program: Int, _ benchmark: String, _ variant: String) -> Contender {
            Contender(program: program, benchmark: benchmark, variant: variant, events: 1, environment: suite.environments[variant] ?? [:])
        }
        let challenger = contender(0, tail.benchmark, tail.variant)
        // Below capacity a wait doesn't depend on how long the trial takes. In a flood it does, and at a fixed rate a short trial may have too few messages.
        var ofCapacity: Double?
        if tail.percentile != nil, case .share(let share) = suite.latencies.first(where: { $0.id == tail.benchmark })?.latency?.latency.load {
            ofCapacity = share
        }
        return Duel(
            challenger: challenger, base: base.map { contender(olderProgram ? 1 : 0, $0.benchmark, $0.variant) } ?? challenger,
            usesProcessorTime: false, tail: Tail(figure: tail.figure, percentile: tail.percentile, share: ofCapacity, bound: bound))
    }
}
