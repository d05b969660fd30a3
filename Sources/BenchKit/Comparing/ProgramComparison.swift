import Foundation

/// What to compare a program with an older one on.
public struct ProgramComparisonOptions: Sendable {
    /// A program's path or a git revision.
    public var against: String
    public var filter: Selection?
    public var variants: [String]?
    public var seed: UInt64
    public var forks = TournamentSettings.usualForks
    /// Where the results go; nil for nowhere.
    public var out: String?
    /// Whether programs of different compilers or allocators are compared all the same.
    public var anyway = false

    public init(against: String, seed: UInt64 = .random(in: 0..<1_000_000)) {
        self.against = against
        self.seed = seed
    }
}

/// Compares this program's times with those of an older one: both run in turns, in several fresh processes each.
public struct ProgramComparison: Sendable {
    let suite: Suite
    let options: ProgramComparisonOptions
    /// What the package calls the program.
    let product: String
    let output: Output
    /// What is compared; nil for this program.
    var program: WorkerProgram?

    public init(suite: Suite, options: ProgramComparisonOptions, product: String, output: Output = .terminal) {
        self.suite = suite
        self.options = options
        self.product = product
        self.output = output
    }

    /// Plays, prints a table, writes the results.
    /// - Throws: `UsageError`, `Incomparable`, `Unmeasurable`, `Interruption.Stop`.
    public func run() throws -> ExitCode {
        let plan = try Plan(
            suite: suite, filter: options.filter, variants: options.variants, seed: nil, includesReference: false
        ).timed(filter: options.filter)
        try ResultsFile.require(options.out, isNone: [options.against])
        Interruption.install()
        defer { Interruption.restore() }
        let file = try options.out.map { try ResultsFile(path: $0, makingDirectory: false, output: output) }
        defer { file?.discard() }
        let old = try Revision(options.against, product: product, output: output)
        let programs = [try program ?? .running(), old.program]
        let introductions = try ProgramComparison.introductions(of: programs, names: ["this program", old.name])
        if !options.anyway { try old.requireSameEnvironment(as: introductions[0].environment, its: introductions[1].environment) }
        let (duels, absent) = ProgramComparison.duels(plan, knownToBase: introductions[1].known.benchmarks)
        for row in absent { output.error("\(row): \(old.name) doesn't have it") }
        if duels.isEmpty { throw Incomparable("\(old.name) has none of the benchmarks chosen") }
        var settings = TournamentSettings()
        settings.forks = options.forks
        var tournament = Tournament(programs: programs, settings: settings, seed: options.seed, output: output)
        var results = Results(
            command: .compare, suite: suite.name, profile: nil, seed: options.seed, filter: options.filter,
            order: plan.items.map(\.benchmark.id), reference: suite.reference, environment: introductions[0].environment)
        func keep(_ outcomes: [DuelOutcome]) {
            results.against = ProgramFigures(old, environment: introductions[1].environment, outcomes: outcomes)
        }
        do {
            try tournament.play(duels, title: "\(suite.name): new : \(old.name), seed \(options.seed)") {
                keep($0)
                // Where this fails, the end does too, and says so.
                try? file?.checkpoint(results)
            }
            results.complete = true
        } catch {}
        let outcomes = tournament.outcomes
        let isEmpty = !outcomes.contains { $0.hasFigures || $0.failure != nil }
        if !results.complete { output.error(Progress.interrupted(keeping: !isEmpty)) }
        // Of an interruption before anything was measured there is nothing to keep.
        if !results.complete, isEmpty { return .interrupted }
        keep(outcomes)
        try file?.finish(results)
        output.lines(ProgramTable(outcomes, baseName: old.name).text)
        if let path = file?.path { output.line(results.complete ? "results: \(path)" : "results so far, incomplete: \(path)") }
        if !results.complete { return .interrupted }
        let failures = outcomes.filter { !$0.isFaultOfBase }.compactMap(\.failure?.kind)
        if failures.contains(.wrongResult) { return .wrongResult }
        if !failures.isEmpty { return .failure }
        return outcomes.contains { $0.isFaultOfBase } ? .incomparable : .success
    }

    /// What a program says of itself.
    struct Introduction {
        let environment: Environment
        let known: WorkerAnswer.KnownBenchmarks
    }

    /// Starts each program once to ask what it is.
    static func introductions(of programs: [WorkerProgram], names: [String]) throws -> [Introduction] {
        try zip(programs, names).map { program, name in
            do {
                let worker = try WorkerProcess(program: program, limit: 60)
                return Introduction(environment: worker.greeting.environment, known: try worker.list())
            } catch let failure as ChildProcess.Failure {
                throw Incomparable("\(name) cannot be compared: it \(failure)")
            }
        }
    }

    /// One duel a row of the plan, this program (0) against the old one (1), and the rows that the old one doesn't have.
    static func duels(_ plan: Plan, knownToBase: [String: [String]]) -> (duels: [Duel], absent: [String]) {
        var duels: [Duel] = [], absent: [String] = []
        for item in plan.items {
            for variant in item.variants {
                guard knownToBase[item.benchmark.id]?.contains(variant) == true else {
                    absent.append(RowName.text(item.benchmark.id, variant))
                    continue
                }
                func side(_ program: Int) -> Contender { Contender(program, item.benchmark, variant) }
                duels.append(
                    Duel(
                        challenger: side(0), base: side(1), usesProcessorTime: item.benchmark.isSingleThreaded))
            }
        }
        return (duels, absent)
    }
}

extension Contender {
    init(_ program: Int, _ benchmark: Benchmark, _ variant: String) {
        self.init(
            program: program, benchmark: benchmark.id, variant: variant, events: benchmark.events.brief)
    }
}
