import Foundation

/// What a check looks at.
public struct CheckOptions: Sendable {
    public var filter: Selection?
    public var variants: [String]?
    /// A regular expression, as a filter's: what it matches is counted, and told of, before the rest; nil for nothing.
    public var first: String?
    /// Seconds after which nothing more is begun but what stands for all; nil to count everything.
    public var within: Double?
    /// Limits that were committed; nil for the usual ones, without bounds.
    public var thresholds: String?
    public var baseline: String
    /// Counts of the baseline's program, with the calls of functions that findings are explained with; nil for none.
    public var calls: String?
    public var noise: String
    /// The older program whose times count: a path, a revision, or nil for the baseline's commit.
    public var against: String?
    /// Where the results go; nil for nowhere.
    public var out: String?
    /// Rows on one side only that are no reason not to pass.
    public var allowed: Set<UnmatchedReason> = []
    public var checksCounts = true
    public var checksTimes = true
    /// Whether only limits are looked at, which need neither a baseline nor an older program.
    public var onlyLimits = false
    public var forks = TournamentSettings.usualForks
    /// Seconds that a process may take for one answer.
    public var limit = 60.0
    public var seed: UInt64

    /// - Parameter folder: of the files to go by. Without `limits.json` in it, the limits are the usual ones.
    public init(folder: String = "Benchmarks/Thresholds", seed: UInt64 = .random(in: 0..<1_000_000)) {
        let limits = "\(folder)/limits.json"
        thresholds = FileManager.default.fileExists(atPath: limits) ? limits : nil
        baseline = "\(folder)/baseline.json"
        noise = "\(folder)/noise.json"
        self.seed = seed
    }
}

/// Decides whether a change may land: counts against the accepted baseline, times against bounds and against an older program.
public struct CheckSession: Sendable {
    let suite: Suite
    let options: CheckOptions
    let product: String
    let output: Output
    /// What is checked; nil for this program.
    var program: WorkerProgram?
    /// Nanoseconds, by which checkpoints keep their pace.
    var clock: @Sendable () -> UInt64 = { Clock.monotonic() }

    public init(suite: Suite, options: CheckOptions, product: String, output: Output = .terminal) {
        self.suite = suite
        self.options = options
        self.product = product
        self.output = output
    }

    /// Measures, prints what it finds, writes it where that is wanted, and ends with the worst of it. After an interruption it prints
    /// and writes what was found until then, which is no verdict.
    /// - Throws: `UsageError`, `Incomparable`, `Unmeasurable`, `FileError`, `Interruption.Stop`.
    public func run() throws -> ExitCode {
        let inputs = [options.baseline, options.calls, options.noise, options.thresholds, options.against]
        try ResultsFile.require(options.out, isNone: inputs.compactMap { $0 })
        Interruption.install()
        defer { Interruption.restore() }
        let file = try options.out.map { try ResultsFile(path: $0, makingDirectory: false, output: output) }
        defer { file?.discard() }
        // Where a checkpoint fails, the end of the check does too, and says so.
        let results = try self.results { try? file?.checkpoint($0) }
        let findings = results.findings ?? []
        if !results.complete, findings.isEmpty { throw Interruption.Stop() }
        var unwritten: (any Error)?
        do { try file?.finish(results) } catch { unwritten = error }
        let report = CheckReport(
            findings, rows: results.rows, ids: suite.benchmarks.map(\.id), isComplete: results.complete, part: results.partOfSuite, product: product)
        output.lines(report.text)
        if let unwritten {
            output.error("\(product): \(unwritten)")
            return findings.exitCode == .wrongResult ? .wrongResult : .failure
        }
        if let path = file?.path { output.line(results.complete ? "results: \(path)" : "results so far, incomplete: \(path)") }
        return results.complete ? findings.exitCode : .interrupted
    }

    /// - Parameter save: gets what is known so far, after each part and now and then within: that of a whole check takes seconds to write.
    /// - Returns: what was found, incomplete after an interruption.
    func results(checkpoint save: (Results) throws -> Void = { _ in }) throws -> Results {
        var throttle = CheckpointThrottle()
        func checkpoint(_ results: Results) throws { try throttle.perform(at: clock) { try save(results) } }
        let calls = try options.calls.map { try BaseCalls.read($0) } ?? [:]
        let committed = try options.thresholds.map { try Thresholds.read($0) } ?? .usual
        try requireKnown(committed)
        let thresholds = committed.adding(limitsOf: suite)
        let parts = try (options.onlyLimits ? thresholds.limited(try plan(thresholds)) : try plan(thresholds)).parted(by: options.first)
        if options.first != nil, parts.first.items.isEmpty {
            output.error("nothing that is checked matches --first: the order is the usual one")
        } else if options.first != nil, options.checksCounts, parts.first.items.allSatisfy({ !$0.benchmark.isCounted }) {
            output.error("only rows of several threads match --first: what their counts say comes last")
        }
        let started = clock(), sample = options.within.map { _ in CheckSample(parts.rest.items, telling: suite.telling, seed: options.seed) }
        let isInTime: @Sendable () -> Bool = { [clock, within = options.within] in within.map { Double(clock() - started) < $0 * 1e9 } ?? true }
        let plan = Plan(items: parts.first.items + (sample?.chosen ?? parts.rest.items))
        if options.onlyLimits, plan.items.isEmpty, try orders(of: thresholds).isEmpty, try tails(of: thresholds).isEmpty {
            throw UsageError.impossible("nothing that is chosen has a limit")
        }
        let baseline = options.onlyLimits ? nil : try Baseline.read(options.baseline).adding(calls)
        let own = try program ?? .running()
        let environment = Environment.current(of: suite)
        let differences = baseline.map { environment.countDifferences(from: $0.environment) } ?? []
        // How a cost grows is judged by what is measured here alone.
        if !differences.isEmpty, !plan.items.isEmpty {
            throw Incomparable("the baseline is from elsewhere: \(differences.joined(separator: "; ")) (\(Environment.advice))")
        }
        if options.checksCounts, !plan.items.isEmpty, let other = baseline.flatMap({ environment.processorDifference(from: $0.environment) }) {
            output.error("\(other) since the baseline was counted, which counts don't hang on")
        }
        let noise = plan.items.isEmpty || options.onlyLimits ? nil : try usableNoise(environment)
        var results = Results(
            command: .check, suite: suite.name, profile: nil, seed: options.seed, filter: options.filter,
            order: plan.items.map(\.benchmark.id), reference: suite.reference, environment: environment)
        results.noise = noise?.rows
        let variants = options.variants.flatMap { Set($0) == Set(suite.defaultVariants) ? nil : $0 }
        results.scope = CheckScope(
            variants: variants, counts: options.checksCounts, times: options.checksTimes, limits: options.onlyLimits ? true : nil)
        let counts = CountCheck(
            suite: suite, options: options, product: product, output: output, program: own, thresholds: thresholds, baseline: baseline)
        let times = TimeCheck(thresholds: thresholds, noise: noise, options: options, own: own, product: product, output: output)
        // Before anything is measured: it may not exist, or not build.
        let tails = options.checksTimes ? try times.chosenTails(in: suite) : []
        let comparesTails = options.against != nil && tails.contains { $0.worse != nil }
        let comparesTimes = options.checksTimes && (!plan.items.isEmpty || comparesTails)
        let older = try comparesTimes ? baseline.map { try times.older($0) } : nil
        results.add(
            findings: (baseline?.rows(unknownTo: suite) ?? []).map {
                Finding(
                    row: RowName.text($0.benchmark, $0.variant), gate: "counts", .removed, "the baseline has counts of it, this program has none"
                ).allowing(options.allowed)
            })
        do {
            if options.checksCounts {
                let threaded = ThreadedCheck(plan, own, options, CountJudge(limits: thresholds.counts), baseline?.counts)
                try count(plan, counts, besideThreads: threaded, into: &results, save: save, checkpoint: checkpoint)
            }
            try Interruption.check()
            try save(results)
            try part("orders", of: &results) { try grow(thresholds, own, while: isInTime, into: &$0, checkpoint: checkpoint) }
            try save(results)
            if let sample {
                let all = Plan(items: parts.first.items + parts.rest.items)
                try draw(sample, counts, while: isInTime, into: &results, checkpoint: checkpoint)
                let orders = try orders(of: thresholds).count, seconds = options.within ?? 0
                let taken = CheckScope.Sample(sample, first: parts.first, all: all, results: results, orders: orders, seconds: seconds)
                results.scope?.sample = taken
                try save(results)
            }
            try part("tails", of: &results) { try $0.add(times.tailBounds(tails, suite)) }
            try save(results)
            if let older {
                try part("tails", of: &results) { try $0.add(times.tails(tails, suite, against: older), allowing: options.allowed) }
                try save(results)
            }
            if options.checksTimes, !plan.items.isEmpty {
                try part("bounds", of: &results) { try $0.add(times.bounds(suite, plan)) }
                try save(results)
            }
            if let older, !plan.items.isEmpty {
                try part("times", of: &results) {
                    var soFar = $0
                    let (judgement, figures) = try times.against(older, plan.timed(filter: options.filter), of: suite) {
                        soFar.against = $0
                        try? checkpoint(soFar)
                    }
                    $0.against = figures
                    try $0.add(judgement, allowing: options.allowed)
                }
            }
            results.complete = true
        } catch is Interruption.Stop {}
        return results
    }

    /// Counts, while what several threads do is looked at.
    private func count(
        _ plan: Plan, _ counts: CountCheck, besideThreads threaded: ThreadedCheck, into results: inout Results,
        save: (Results) throws -> Void, checkpoint: (Results) throws -> Void
    ) throws {
        func adding(_ counted: Results) -> Results {
            var results = counted
            threaded.add(to: &results)
            return results
        }
        defer {
            threaded.wait {}  // After an interruption, too, which it hears of as well.
            results = adding(results)
        }
        if plan.items.contains(where: counts.counts) { counts.tellWhatIsNotCompared() }
        try part("counts", of: &results) { try counts.run(plan, into: &$0) { try checkpoint(adding($0)) } }
        try save(adding(results))
        try threaded.wait { try checkpoint(adding(results)) }
    }

    /// Counts of what doesn't stand for all as much as there is time for.
    private func draw(
        _ sample: CheckSample, _ counts: CountCheck, while isInTime: @escaping @Sendable () -> Bool, into results: inout Results,
        checkpoint: (Results) throws -> Void
    ) throws(Interruption.Stop) {
        let known = Set(results.rows.map(\.benchmark))
        try part("counts", of: &results) { try counts.run(Plan(items: sample.rest), while: isInTime, into: &$0, checkpoint: checkpoint) }
        let drawn = Set(results.rows.map(\.benchmark)).subtracting(known)
        results.add(order: sample.rest.map(\.benchmark.id).filter(drawn.contains))
    }

    /// Does one part of the check. What keeps it from being done is an error among the findings: those of other parts count all the same.
    /// - Throws: `Interruption.Stop`.
    func part(_ name: String, of results: inout Results, _ body: (inout Results) throws -> Void) throws(Interruption.Stop) {
        do {
            try body(&results)
        } catch let stop as Interruption.Stop {
            throw stop
        } catch {
            results.add(findings: [Finding(row: suite.name, gate: name, verdict: .error, detail: "\(error)")])
        }
    }

    /// A bound on a row that doesn't exist would never be looked at.
    private func requireKnown(_ thresholds: Thresholds) throws(FileError) {
        func require(_ benchmark: String, _ variants: [String]) throws(FileError) {
            let known = suite.benchmarks.first { $0.id == benchmark }.map(suite.variants(of:)) ?? []
            guard variants.allSatisfy(known.contains) else {
                throw FileError(description: "\(options.thresholds ?? "") has a bound on \(benchmark) \(variants), which isn't there")
            }
        }
        for ratio in thresholds.ratios { try require(ratio.benchmark, [ratio.variant, ratio.base]) }
        for multiple in thresholds.multiples {
            try require(multiple.benchmark, [multiple.variant])
            try require(multiple.floor, [Suite.onlyVariant])
        }
        for tail in thresholds.tails ?? [] {
            let benchmark = suite.latencies.first { $0.id == tail.benchmark }
            let what = "\(tail.benchmark) (\(tail.variant)), \(tail.name)"
            guard benchmark.map(suite.variants(of:))?.contains(tail.variant) == true else {
                throw FileError(description: "\(options.thresholds ?? "") has a limit on the tail \(what), which isn't there")
            }
            if tail.multiple != nil, benchmark?.latency?.latency.floor == nil {
                throw FileError(description: "\(options.thresholds ?? "") has a multiple of the tail \(what), which has no floor")
            }
        }
        for order in thresholds.orders ?? [] {
            let known = suite.scalings.first { $0.id == order.scaling }.map { suite.variants(of: $0.benchmarks[0]) } ?? []
            guard known.contains(order.variant) else {
                let what = "\(order.scaling) \(order.variant)"
                throw FileError(description: "\(options.thresholds ?? "") has an order of \(what), which isn't there")
            }
        }
    }

    /// Empty where the filter matches only what has an order.
    private func plan(_ thresholds: Thresholds) throws -> Plan {
        do {
            return try Plan(suite: suite, filter: options.filter, variants: options.variants, seed: nil, includesReference: false)
        } catch let nothing as UsageError {
            if try orders(of: thresholds).isEmpty, try tails(of: thresholds).isEmpty { throw nothing }
            return Plan(items: [])
        }
    }

    /// Those to look at: the orders of costs in instructions with the counts, those in processor time with the times.
    private func orders(of thresholds: Thresholds) throws -> [Thresholds.Order] {
        let matching = Set(
            try suite.scalings(matching: options.filter).filter {
                $0.isSingleThreaded ? options.checksCounts : options.checksTimes
            }.map(\.id))
        return (thresholds.orders ?? []).filter { bound in
            matching.contains(bound.scaling) && options.variants.map { $0.contains(bound.variant) } != false
        }
    }

    /// Those to look at.
    private func tails(of thresholds: Thresholds) throws -> [Thresholds.Tail] {
        guard options.checksTimes else { return [] }
        let own = WorkerProgram(path: "")
        return try TimeCheck(thresholds: thresholds, noise: nil, options: options, own: own, product: product, output: output).chosenTails(in: suite)
    }

    /// Looks at the committed orders, as long as `isInTime` says so.
    private func grow(
        _ thresholds: Thresholds, _ own: WorkerProgram, while isInTime: @escaping @Sendable () -> Bool, into results: inout Results,
        checkpoint: (Results) throws -> Void
    ) throws {
        let bounds = try orders(of: thresholds)
        if bounds.isEmpty { return }
        let check = OrderCheck(
            thresholds: thresholds, measurement: try FitMeasurement(own, limit: options.limit), isInTime: isInTime, output: output)
        try check.run(suite, bounds: bounds) { fits, findings in
            results.add(fits: fits)
            results.add(findings: findings)
            try? checkpoint(results)
        }
    }

    private func usableNoise(_ environment: Environment) throws -> Noise? {
        guard options.checksTimes else { return nil }
        guard FileManager.default.fileExists(atPath: options.noise) else {
            output.error("\(options.noise) is missing: \(product) calibrate measures what rows differ from themselves")
            return nil
        }
        let noise = try Noise.read(options.noise)
        let differences = environment.differences(from: noise.environment)
        if differences.isEmpty { return noise }
        let cure = "\(product) calibrate measures it here"
        output.error("\(options.noise) is from elsewhere and not used: \(differences.joined(separator: "; ")) (\(cure))")
        return nil
    }
}

extension Results {
    /// - Throws: `Interruption.Stop` after what was found until then is in.
    fileprivate mutating func add(
        _ judgement: Judgement?, allowing sides: Set<UnmatchedReason> = []
    ) throws(Interruption.Stop) {
        guard let judgement else { return }
        add(findings: judgement.findings.map { $0.allowing(sides) })
        if judgement.isInterrupted { throw Interruption.Stop() }
    }
}
