import Foundation

/// What to measure of latency, and how.
public struct LatencyOptions: Sendable {
    /// What is chosen by ids, titles and tags; nil for all.
    public var filter: Selection?
    /// The variants to measure; nil for all that a benchmark has.
    public var variants: [String]?
    public var profile: Profile.Name = .full
    /// The part to measure; nil for all.
    public var shard: Shard?
    /// Processes that each row is measured in; nil for the profile's.
    public var forks: Int?
    /// Seconds of each; nil for the profile's.
    public var seconds: Double?
    /// Decides the order, and when senders send.
    public var seed: UInt64
    /// Nil for `results/latency.json`.
    public var out: String?
    public var writesFile = true
    /// Seconds that a process may take for a trial.
    public var limit = 60.0

    public init(seed: UInt64 = .random(in: 0..<1_000_000)) {
        self.seed = seed
    }

    var path: String { out ?? "results/latency.json" }

    var effort: (forks: Int, seconds: Double) {
        let usual: (forks: Int, seconds: Double) =
            switch profile {
            case .quick: (1, 0.1)
            case .ci: (3, 0.2)
            case .full: (6, 0.25)
            }
        return (forks ?? usual.forks, seconds ?? usual.seconds)
    }
}

/// Measures how long things take that are waited for: each row in several processes of its own, in turns with the others.
public struct LatencySession: Sendable {
    let suite: Suite
    let options: LatencyOptions
    let output: Output
    /// Nil for this one.
    var program: WorkerProgram?

    public init(suite: Suite, options: LatencyOptions, output: Output = .terminal) {
        self.suite = suite
        self.options = options
        self.output = output
    }

    /// Measures, prints a table and writes the results file; what was measured before an interruption is kept.
    /// - Throws: `UsageError` before anything is measured.
    public func run() throws -> ExitCode {
        let items = try chosen()
        Interruption.install()
        defer { Interruption.restore() }
        let file = options.writesFile ? try ResultsFile(path: options.path, makingDirectory: options.out == nil, output: output) : nil
        defer { file?.discard() }
        let results = try measure(items) { try file?.checkpoint($0) }
        if !results.rows.isEmpty { try file?.finish(results) }
        output.lines(LatencyTable(results.rows).text)
        if !results.rows.isEmpty, let file {
            output.line(results.complete ? "results: \(file.path)" : "results so far, incomplete: \(file.path)")
        }
        return results.exitCode
    }

    private struct Cell: Hashable {
        let benchmark: String
        let variant: String
    }

    /// - Parameter checkpoint: gets what is known after each row of each fork.
    func measure(_ items: [Plan.Item], checkpoint: (Results) throws -> Void) throws -> Results {
        let (forks, seconds) = options.effort
        let program = try self.program ?? .running()
        var results = Results(
            command: .latency, suite: suite.name, profile: options.profile, seed: options.seed, filter: options.filter,
            order: items.map(\.benchmark.id), reference: suite.reference, environment: .current(of: suite))
        results.forks = forks
        results.shard = options.shard?.description
        var generator = SeededGenerator(seed: options.seed), outcomes: [Cell: [TrialOutcome]] = [:], failures: [Cell: RowFailure] = [:]
        let progress = Progress(items: forks * items.count, output: output)
        progress.begin("\(suite.name): latency, \(forks) forks of \(Figures.short(seconds)) s, seed \(options.seed)")
        func found() -> [Row] { rows(items, outcomes, failures) }
        do {
            for fork in 0..<forks {
                for (index, item) in generator.shuffle(items).enumerated() {
                    progress.start(item, index: fork * items.count + index)
                    let length = item.benchmark.latency?.latency.length ?? 1
                    let order = Interleaving.order(round: fork, of: item.variants.count, isMirrored: !options.seed.isMultiple(of: 2))
                    for variant in order.map({ item.variants[$0] }) {
                        let cell = Cell(benchmark: item.benchmark.id, variant: variant)
                        if failures[cell] != nil { continue }
                        do {
                            outcomes[cell, default: []].append(
                                try attempt(item.benchmark, variant, program: program, seconds: seconds * length, seed: generator.next()))
                        } catch let stop as Interruption.Stop {
                            throw stop
                        } catch {
                            failures[cell] = RowFailure(error)
                            progress.report(found().filter { $0.failure != nil && $0.benchmark == cell.benchmark && $0.variant == variant })
                        }
                    }
                    var soFar = results
                    soFar.add(rows: found(), comparisons: [])
                    try checkpoint(soFar)
                }
            }
            results.complete = true
        } catch is Interruption.Stop {}
        results.add(rows: found(), comparisons: [])
        progress.end(interrupted: !results.complete, keeping: !results.rows.isEmpty)
        return results
    }

    private func attempt(_ benchmark: Benchmark, _ variant: String, program: WorkerProgram, seconds: Double, seed: UInt64) throws -> TrialOutcome {
        let worker = try WorkerProcess(program: program, environment: suite.environments[variant] ?? [:], limit: options.limit)
        let outcome = try worker.attempt(benchmark.id, variant, seconds: seconds, seed: seed)
        try worker.finish()
        return outcome
    }

    private func rows(_ items: [Plan.Item], _ outcomes: [Cell: [TrialOutcome]], _ failures: [Cell: RowFailure]) -> [Row] {
        var rows = items.flatMap { item in
            item.variants.compactMap { variant -> Row? in
                let cell = Cell(benchmark: item.benchmark.id, variant: variant)
                var row = Row(benchmark: item.benchmark, variant: variant, events: 0)
                row.failure = failures[cell]
                if row.failure != nil { return row }
                guard let found = outcomes[cell], let latency = item.benchmark.latency?.latency else { return nil }
                row.set(RowLatency(latency, found), of: found)
                return row
            }
        }
        let known = Dictionary(rows.map { ($0.key, $0) }) { first, _ in first }
        for index in rows.indices {
            guard let floor = rows[index].latency?.floor, let base = known[RowKey(benchmark: floor, variant: Suite.onlyVariant)]?.latency else {
                continue
            }
            rows[index].latency?.relate(to: base)
        }
        return rows
    }

    /// With the floors of what is chosen, without which its figures say little.
    private func chosen() throws -> [Plan.Item] {
        if suite.latencies.isEmpty { throw UsageError.impossible("\(suite.name) has no benchmarks of latency") }
        let isChosen = try options.filter.chooser()
        let all = suite.latencies.filter { isChosen($0.id, $0.title, $0.tags) }.map(item).filter { !$0.variants.isEmpty }
        // A floor is measured where what needs it is.
        let needed = Set(suite.latencies.compactMap { $0.latency?.latency.floor })
        let chosen = options.shard.map { shard in shard.take(all.filter { !needed.contains($0.benchmark.id) }) } ?? all
        if let shard = options.shard, chosen.isEmpty, !all.isEmpty { throw UsageError.impossible("--shard \(shard) is empty") }
        if chosen.isEmpty {
            throw UsageError.impossible(
                "no benchmark of latency matches \(options.filter?.words.joined(separator: " and ") ?? ""); the command list shows them all")
        }
        let present = Set(chosen.map(\.benchmark.id)), floors = Set(chosen.compactMap { $0.benchmark.latency?.latency.floor })
        return suite.latencies.filter { present.contains($0.id) || floors.contains($0.id) }.map(item).filter { !$0.variants.isEmpty }
    }

    private func item(_ benchmark: Benchmark) -> Plan.Item {
        let all = suite.variants(of: benchmark)
        let chosen = options.variants.map { chosen in all == [Suite.onlyVariant] ? all : all.filter(chosen.contains) } ?? all
        return Plan.Item(benchmark: benchmark, variants: chosen)
    }
}

extension Row {
    /// - Parameter outcomes: of the forks.
    mutating func set(_ latency: RowLatency, of outcomes: [TrialOutcome]) {
        self.latency = latency
        for outcome in outcomes { missing.merge(outcome.missing) { first, _ in first } }
        for name in Set(outcomes.flatMap(\.metrics.keys)) {
            let found = outcomes.compactMap { $0.metrics[name] }
            metrics[name] = OwnFigure(value: Statistics.median(found.map(\.value)), unit: found[0].unit)
        }
    }
}
