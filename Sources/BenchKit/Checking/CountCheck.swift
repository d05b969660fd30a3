/// The part of a check that compares counts with the baseline. It counts each row once; what doesn't pass then is counted again, as a baseline is,
/// and that judges.
struct CountCheck {
    let suite: Suite
    let options: CheckOptions
    let product: String
    let output: Output
    /// What is checked.
    let program: WorkerProgram
    let thresholds: Thresholds
    /// Nil where only limits are looked at.
    let baseline: Baseline?

    /// Says what the baseline has of no row.
    func tellWhatIsNotCompared() {
        guard let baseline else { return }
        let missing = CountedKind.allCases.filter { !baseline.kinds.contains($0) }.map(\.heading)
        if !missing.isEmpty { output.error("\(options.baseline) has no \(missing.joined(separator: ", ")): not compared") }
    }

    /// Whether there is anything to compare.
    func counts(_ item: Plan.Item) -> Bool { item.benchmark.isCounted && (baseline != nil || !item.benchmark.limitsOfItsCounts.isEmpty) }

    /// Counts what of a plan can be counted: what matches `--first` before the rest.
    /// - Parameter isInTime: whether more may be counted, asked now and then.
    /// - Throws: `Interruption.Stop` after what was found until then is in.
    func run(
        _ plan: Plan, while isInTime: @escaping @Sendable () -> Bool = { true }, into results: inout Results, checkpoint: (Results) throws -> Void
    ) throws {
        let items = Plan(items: plan.items.filter(counts))
        if items.items.isEmpty || !isInTime() { return }
        let judge = RowJudge(of: items, self), parts = try items.parted(by: options.first)
        if !parts.first.items.isEmpty {
            let findings = try check(parts.first, by: judge, while: isInTime, into: &results, checkpoint)
            try checkpoint(results)
            let report = CheckReport(
                findings, rows: results.rows, ids: suite.benchmarks.map(\.id), part: "counts of what matches --first", product: product)
            for line in report.text.split(separator: "\n") { output.error(String(line)) }
            try Interruption.check()
        }
        if !parts.rest.items.isEmpty { _ = try check(parts.rest, by: judge, while: isInTime, into: &results, checkpoint) }
    }

    /// - Returns: what was found.
    private func check(
        _ plan: Plan, by judge: RowJudge, while isInTime: @escaping @Sendable () -> Bool, into results: inout Results,
        _ checkpoint: (Results) throws -> Void
    ) throws -> [Finding] {
        let before = results, first = try count(plan, once: true, while: isInTime, before, checkpoint)
        // Another look says no more of what is allowed to have nothing to compare with.
        let doubtful = Set(first.rows.filter { row in judge.findings(row).contains { $0.verdict != .pass && $0.allowed != true } }.map(\.benchmark))
        var counted = first.rows, isComplete = first.complete
        if isComplete, !doubtful.isEmpty {
            let plan = Plan(items: plan.items.filter { doubtful.contains($0.benchmark.id) })
            let second = try count(plan, once: false, besides: counted.filter { !doubtful.contains($0.benchmark) }, before, checkpoint)
            let again = Dictionary(uniqueKeysWithValues: second.rows.map { ($0.key, $0) })
            counted = counted.map { again[$0.key] ?? $0 }
            isComplete = second.complete
        }
        let findings = counted.flatMap(judge.findings)
        results.add(rows: counted, comparisons: [])
        results.add(findings: findings)
        if !isComplete { throw Interruption.Stop() }
        return findings
    }

    /// - Parameters:
    ///   - rows: those that are known besides.
    ///   - before: what was known before this part.
    private func count(
        _ plan: Plan, once: Bool, besides rows: [Row] = [], while isInTime: @escaping @Sendable () -> Bool = { true }, _ before: Results,
        _ checkpoint: (Results) throws -> Void
    ) throws -> Results {
        var count = CountOptions()
        count.limit = options.limit
        if once { count.processes = 1 }
        var session = CountSession(suite: suite, options: count, output: output)
        session.program = program
        session.isInTime = isInTime
        return try session.results(of: plan) { counted in
            var soFar = before
            soFar.add(rows: rows + counted.rows, comparisons: [])
            try checkpoint(soFar)
        }
    }
}

/// What a row's counts are judged by.
private struct RowJudge {
    private let countJudge: CountJudge
    private let accepted: [RowKey: RowCounts]?
    private let limits: [String: [Limit]]
    private let allowed: Set<UnmatchedReason>

    init(of plan: Plan, _ check: CountCheck) {
        countJudge = CountJudge(limits: check.thresholds.counts, kinds: check.baseline?.kinds ?? CountedKind.allCases)
        accepted = check.baseline?.counts
        limits = Dictionary(uniqueKeysWithValues: plan.items.map { ($0.benchmark.id, $0.benchmark.limitsOfItsCounts) })
        allowed = check.options.allowed
    }

    func findings(_ row: Row) -> [Finding] {
        if let failure = row.failure { return [Finding(row: row.key.text, gate: "counts", failure)] }
        guard let counts = row.counts else { return [] }
        let changes = accepted.map { countJudge.judge(row.key.text, now: counts, base: $0[row.key]) } ?? []
        let excesses = LimitJudge().judge(row.key.text, now: counts, limits: limits[row.benchmark] ?? [])
        return (changes + excesses).map { $0.allowing(allowed) }
    }
}

extension Benchmark {
    /// Those that its counts are judged by. Where sections of several threads are counted, what stays isn't: `ThreadedCheck` judges that.
    var limitsOfItsCounts: [Limit] { countLimits.filter { !countsSections || isSingleThreaded || $0.figure != .perEvent(.kept) } }
}
