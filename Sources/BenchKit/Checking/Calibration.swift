import Foundation

/// Measures how much each row differs from itself: this program against itself, with everything else as in a check.
public struct Calibration: Sendable {
    /// Three times those of a check: what a row differs from itself by has to be known better than what it is compared with.
    public static let usualForks = 3 * TournamentSettings.usualForks

    let suite: Suite
    let filter: Selection?
    let variants: [String]?
    let out: String
    let forks: Int
    let seed: UInt64
    /// Whether rows that the file has a floor of, in this environment, are left as they are.
    let onlyMissing: Bool
    let output: Output
    /// What is calibrated; nil for this program.
    var program: WorkerProgram?

    public init(
        suite: Suite, filter: Selection?, variants: [String]?, out: String, forks: Int, seed: UInt64,
        onlyMissing: Bool = false, output: Output = .terminal
    ) {
        self.suite = suite
        self.filter = filter
        self.variants = variants
        self.out = out
        self.forks = forks
        self.seed = seed
        self.onlyMissing = onlyMissing
        self.output = output
    }

    /// Writes the file; exits inconclusive where a row was too disturbed to be calibrated. After an interruption the file has the
    /// rows that had their six forks by then.
    public func run() throws -> ExitCode {
        let plan = try Plan(suite: suite, filter: filter, variants: variants, seed: nil, includesReference: false).timed(filter: filter)
        Interruption.install()
        defer { Interruption.restore() }
        let file = try ResultsFile(path: out, makingDirectory: out.hasPrefix(suite.thresholds + "/"), output: output)
        defer { file.discard() }
        let own = try program ?? .running()
        let known = Dictionary(uniqueKeysWithValues: suite.benchmarks.map { ($0.id, suite.variants(of: $0)) })
        let environment = Environment.current(of: suite)
        let floors = onlyMissing ? floors(of: environment) : nil
        let duels = ProgramComparison.duels(plan, knownToBase: known).duels.filter {
            floors?.floor($0.challenger.benchmark, $0.challenger.variant) == nil
        }
        if duels.isEmpty {
            output.line("nothing is missing in \(out)")
            return .success
        }
        var settings = TournamentSettings()
        settings.forks = forks
        var tournament = Tournament(programs: [own, own], settings: settings, seed: seed, output: output)
        var isComplete = true
        do {
            try tournament.play(duels, title: "calibration, seed \(seed)") { outcomes in
                let noise = Noise(outcomes, environment: environment, complete: false)
                // Where this fails, the end does too, and says so.
                if !noise.rows.isEmpty { try? file.checkpoint(kept(beside: noise)) }
            }
        } catch {
            isComplete = false
        }
        let outcomes = tournament.outcomes
        let noise = Noise(outcomes, environment: environment, complete: isComplete)
        if !noise.rows.isEmpty { try file.finish(kept(beside: noise)) }
        output.lines(ProgramTable(outcomes, baseName: ProgramTable.itself).text)
        let failures = outcomes.compactMap(\.failure?.kind)
        if isComplete, !failures.isEmpty {
            output.line("\(noise.rows.count) of \(outcomes.count) rows calibrated" + (noise.rows.isEmpty ? "" : ": \(out)"))
            return failures.contains(.wrongResult) ? .wrongResult : .failure
        }
        if noise.rows.isEmpty {
            output.line(
                "nothing could be calibrated: "
                    + (isComplete ? "the machine is too busy" : "interrupted before a row had its six forks"))
            return isComplete ? .inconclusive : .interrupted
        }
        output.line((isComplete ? "" : "interrupted; ") + "\(noise.rows.count) of \(outcomes.count) rows calibrated: \(out)")
        if !isComplete { return .interrupted }
        return noise.rows.count == outcomes.count ? .success : .inconclusive
    }
}

extension Calibration {
    /// The new floors, and those that the file has of other rows in the same environment.
    private func kept(beside noise: Noise) -> Noise {
        floors(of: noise.environment).map(noise.adding) ?? noise
    }

    /// Those that the file has, if they are of that environment.
    private func floors(of environment: Environment) -> Noise? {
        guard let old = try? Noise.read(out) else { return nil }
        return environment.differences(from: old.environment).isEmpty ? old : nil
    }
}

/// Makes what this program counts the new baseline.
public struct BaselineAcceptance: Sendable {
    let suite: Suite
    let path: String
    let reason: String
    /// A results file of `counts` to take; nil for counting now.
    let counted: String?
    let output: Output

    public init(suite: Suite, path: String, reason: String, counted: String?, output: Output = .terminal) {
        self.suite = suite
        self.path = path
        self.reason = reason
        self.counted = counted
        self.output = output
    }

    public func run() throws -> ExitCode {
        try ResultsFile.require(path, isNone: counted.map { [$0] } ?? [])
        // Before anything is counted, which takes minutes.
        let file = try ResultsFile(path: path, makingDirectory: path.hasPrefix(suite.thresholds + "/"), output: output)
        defer { file.discard() }
        let results = try counted.map { try ResultsFile.read($0) } ?? count { try? file.checkpoint(Baseline($0, reason: reason)) }
        if let failed = results.rows.first(where: { $0.failure != nil }) {
            output.error("not accepted: \(RowName.text(failed.benchmark, failed.variant)) failed: \(failed.failure!.message)")
            return results.exitCode
        }
        if counted == nil, !results.complete { throw Interruption.Stop() }
        guard results.complete, results.rows.contains(where: { $0.counts != nil }) else {
            throw FileError(description: "not accepted: \(counted ?? "the count") is not complete or has no counts")
        }
        let baseline = Baseline(results, reason: reason)
        try requireWhole(baseline, of: results)
        try file.finish(baseline)
        let commit = baseline.commit.map { "commit \($0.prefix(12))" } ?? "no commit"
        output.line("accepted \(baseline.rows.count) rows of \(commit) as \(path): \(reason)")
        if baseline.dirty == true { output.error("warning: tracked files differ from that commit") }
        warnOfLooseRows(baseline)
        return .success
    }

    private func warnOfLooseRows(_ baseline: Baseline) {
        let limits = CheckOptions(folder: suite.thresholds).thresholds.flatMap { try? Thresholds.read($0) } ?? .usual
        let countJudge = CountJudge(limits: limits.counts)
        let loose = baseline.rows.filter { countJudge.isLoose($0.counts) }.map { RowName.text($0.benchmark, $0.variant) }
        guard let first = loose.first else { return }
        let what = ReportVerdict.number(loose.count, "row"), example = loose.count > 1 ? "\(first) and \(loose[1])" : first
        output.error("warning: \(what) differed from process to process by more than a check lets pass, such as \(example)")
    }

    /// Counts of a filter, or of another suite, may not take the place of a baseline that has more.
    private func requireWhole(_ baseline: Baseline, of results: Results) throws(FileError) {
        let source = counted ?? "the count"
        guard results.suite == suite.name else {
            throw FileError(description: "not accepted: \(source) has counts of \(results.suite), not of \(suite.name)")
        }
        guard let old = try? Baseline.read(path) else { return }
        let gone = Set(old.rows(unknownTo: suite).map { RowName.text($0.benchmark, $0.variant) })
        let lost = old.rows.filter { baseline.counts($0.benchmark, $0.variant) == nil }
            .map { RowName.text($0.benchmark, $0.variant) }.filter { !gone.contains($0) }
        if let first = lost.first {
            let what = ReportVerdict.number(lost.count, "row")
            throw FileError(description: "not accepted: \(source) lacks \(what) that \(path) has, such as \(first)")
        }
    }

    private func count(checkpoint: (Results) -> Void) throws -> Results {
        let plan = try Plan(suite: suite, filter: nil, variants: nil, seed: nil, includesReference: false)
        Interruption.install()
        defer { Interruption.restore() }
        return try CountSession(suite: suite, options: CountOptions(), output: output)
            .results(of: Plan(items: plan.items.filter { $0.benchmark.isCounted || $0.benchmark.isCountedNatively }), checkpoint: checkpoint)
    }
}
