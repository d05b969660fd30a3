import Foundation

/// What to measure and how.
public struct RunOptions: Sendable {
    /// What is chosen by ids, titles and tags; nil for all.
    public var filter: Selection?
    /// Only these kinds, and the reference floor; nil for all.
    public var kinds: Set<Benchmark.Kind>?
    /// The variants to measure; nil for the suite's default ones.
    public var variants: [String]?
    public var profile: Profile
    /// Nil for `results/<profile>.json`.
    public var out: String?
    /// Decides the order of the benchmarks.
    public var seed: UInt64
    /// Whether a results file is written.
    public var writesFile: Bool
    /// Seconds that one benchmark may take, all variants together. Beyond, the run ends: something hangs.
    public var limit = 120
    /// The part to measure; nil for all.
    public var shard: Shard?
    /// Processes that measure all of it, one after the other; nil for this one.
    public var forks: Int?

    public init(
        filter: Selection? = nil, variants: [String]? = nil, profile: Profile = .full, out: String? = nil,
        seed: UInt64 = .random(in: 0..<1_000_000), writesFile: Bool = true
    ) {
        self.filter = filter
        self.variants = variants
        self.profile = profile
        self.out = out
        self.seed = seed
        self.writesFile = writesFile
    }

    var path: String { out ?? "results/\(profile.name.rawValue).json" }
}

/// One run: measures what the options choose, prints a table and writes the results file.
public struct RunSession: Sendable {
    let suite: Suite
    let options: RunOptions
    let output: Output
    /// What runs where there are forks; nil for this program.
    var program: String?

    public init(suite: Suite, options: RunOptions, output: Output = .terminal) {
        self.suite = suite
        self.options = options
        self.output = output
    }

    /// Blocks until all is measured or the user interrupts. Call it from the main thread: bodies run on the caller's.
    /// - Throws: `UsageError` before anything is measured; other errors where the file cannot be written at the end.
    public func run() throws -> ExitCode {
        let plan = try Plan(
            suite: suite, filter: options.filter, variants: options.variants, seed: options.seed, kinds: options.kinds, shard: options.shard)
        Interruption.install()
        defer { Interruption.restore() }
        let file =
            options.writesFile
            ? try ResultsFile(path: options.path, makingDirectory: options.out == nil, output: output) : nil
        let outcome = try measured(plan, into: file)
        guard var results = outcome.results else {
            file?.discard()
            throw Interruption.Stop()
        }
        results.relateToReference()
        if results.rows.isEmpty {
            file?.discard()
        } else if let file {
            try file.finish(results)
        }
        output.lines(ResultsTable(results, suite: suite).text)
        output.lines(Summary(results, path: results.rows.isEmpty ? nil : file?.path).text)
        guard let loss = outcome.loss else { return results.exitCode }
        output.error("\(suite.name): \(loss); what was measured is kept")
        return results.exitCode == .wrongResult ? .wrongResult : .failure
    }

    /// Measures here or in processes of their own.
    /// - Returns: no results where an interruption left nothing.
    private func measured(_ plan: Plan, into file: ResultsFile?) throws -> ForkedRun.Outcome {
        guard let forks = options.forks else { return ForkedRun.Outcome(results: try measure(plan, into: file), loss: nil) }
        do {
            return try ForkedRun(suite: suite, options: options, output: output, program: program)
                .outcome(forks: forks, items: plan.items.count) { try file?.checkpoint($0) }
        } catch {
            file?.discard()
            throw error
        }
    }

    /// Measures the plan's items in their order, keeping what is known.
    private func measure(_ plan: Plan, into file: ResultsFile?) throws -> Results {
        var results = Results(
            suite: suite.name, profile: options.profile.name, seed: options.seed, filter: options.filter,
            order: plan.items.map(\.benchmark.id), reference: suite.reference, environment: .current(of: suite))
        results.shard = options.shard?.description
        let counter = AllocationCounter()
        let progress = Progress(items: plan.items.count, output: output)
        progress.begin("\(suite.name): profile \(options.profile.name.rawValue), seed \(options.seed)")
        // Of what is no catalogue.
        var elapsed = 0.0
        let growing = try file.map { try GrowingResultsFile($0, results) }
        AbnormalExitHandler.install()
        defer { AbnormalExitHandler.restore() }
        for (index, item) in plan.items.enumerated() {
            let limit =
                item.benchmark.kind == .catalogue
                ? options.profile.catalogueLimit : share(elapsed: elapsed, remaining: plan.items[index...].count { $0.benchmark.kind != .catalogue })
            let begin = progress.elapsed
            progress.start(item, index: index)
            try AbnormalExitHandler.prepare(item.benchmark.id, seconds: options.limit, file: growing, rows: item.rows(profile: options.profile.name))
            var measurement = BenchmarkMeasurement(
                item, profile: options.profile, limit: limit, isMirrored: !options.seed.isMultiple(of: 2))
            do {
                try measurement.run(counter: counter, probe: suite.probe)
            } catch {
                progress.end(interrupted: true, keeping: !results.rows.isEmpty)
                return results
            }
            let found = measurement.results(counter: counter)
            if item.benchmark.kind != .catalogue { elapsed += progress.elapsed - begin }
            progress.report(found.rows)
            results.add(rows: found.rows, comparisons: found.comparisons)
            try growing?.add(rows: found.rows, comparisons: found.comparisons)
        }
        results.complete = true
        progress.end(interrupted: false)
        return results
    }

    /// The seconds that the next benchmark may take, if it is of no catalogue.
    private func share(elapsed: Double, remaining: Int) -> Double {
        let left = (options.profile.runLimit - elapsed) / Double(remaining)
        let share = min(options.profile.benchmarkLimit, max(left, options.profile.benchmarkLimit / 20))
        // A benchmark may take twice its share, as long as that takes it to six samples: not so long that it would count as hanging.
        return min(share, Double(options.limit) * 0.4)
    }
}
