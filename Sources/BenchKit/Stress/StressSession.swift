/// What to race and for how long.
public struct StressOptions: Sendable {
    /// A regular expression on ids; nil for all.
    public var filter: String?
    public var variants: [String]
    /// What is left to chance follows from it.
    public var seed: UInt64
    /// Rounds of each race on each variant; nil for as many as the race says or, with `duration`, any number.
    public var rounds: Int?
    /// Goes through the races again and again until this is over; nil for once.
    public var duration: Duration?
    /// Where results are written; nil for nowhere.
    public var out: String?

    public init(variants: [String], seed: UInt64 = .random(in: 0..<1_000_000)) {
        self.variants = variants
        self.seed = seed
    }
}

/// One stress run: goes through the races, tells of violations at once and writes the results file.
public struct StressSession: Sendable {
    /// Rounds of a race in one go where time decides.
    static let blockSize = 100
    /// Seconds between two versions of the file.
    static let keepsEvery = 10.0

    let targets: [StressTarget]
    let options: StressOptions
    let output: Output

    public init(_ targets: [StressTarget], options: StressOptions, output: Output = .terminal) {
        self.targets = targets
        self.options = options
        self.output = output
    }

    /// Blocks until the rounds or the time are over or the user interrupts.
    /// - Throws: `UsageError` before anything is run; other errors where the file cannot be written at the end.
    public func run() throws -> ExitCode {
        let plan = try StressPlan(targets, filter: options.filter, variants: options.variants)
        let file = try options.out.map { path throws(UsageError) in try ResultsFile(path: path, makingDirectory: false, output: output) }
        output.line("seed \(options.seed): \(plan.entries.count) races of \(plan.subjects.count) subjects")
        var results = StressResults(plan: plan, seed: options.seed, filter: options.filter, environment: .current())
        let progress = Progress(items: plan.subjects.count, output: output)
        Interruption.install()
        defer { Interruption.restore() }
        do {
            try race(plan, &results, into: file, progress)
            results.complete = true
            progress.end(interrupted: false)
        } catch is Interruption.Stop {
            progress.end(interrupted: true, keeping: results.races.contains { $0.rounds > 0 })
        }
        results.seconds = progress.elapsed
        try file?.finish(results)
        output.lines(StressReport(results: results).text)
        return results.exitCode
    }

    private var limit: Double { options.duration?.inSeconds ?? 0 }

    /// Goes through the races, once or until the time is over.
    private func race(
        _ plan: StressPlan, _ results: inout StressResults, into file: ResultsFile?, _ progress: Progress
    ) throws {
        var pass = 1, goesOn = true, kept = -Double.infinity
        while goesOn {
            goesOn = false
            for (index, entry) in plan.entries.enumerated() {
                try Interruption.check()
                if pass > 1, progress.elapsed >= limit { return }
                tell(progress, plan, index, pass)
                let hasMore: Bool
                if pass == 1, options.duration != nil {
                    // The first pass is for all: each gets its share of the time, and a round even where that is over.
                    let now = progress.elapsed
                    hasMore = run(entry, &results.races[index], progress, until: now + (limit - now) / Double(plan.entries.count - index))
                } else {
                    hasMore = run(entry, &results.races[index], progress, most: Self.blockSize)
                }
                goesOn = goesOn || hasMore && options.duration != nil
                if progress.elapsed > kept + Self.keepsEvery {
                    kept = progress.elapsed
                    try file?.checkpoint(results)
                }
            }
            pass += 1
        }
    }

    /// Each subject once, then each pass once.
    private func tell(_ progress: Progress, _ plan: StressPlan, _ index: Int, _ pass: Int) {
        let subject = plan.entries[index].target.subject
        if pass > 1 {
            if index == 0 { progress.note("pass \(pass) (about \(Int(max(0, limit - progress.elapsed))) s left)") }
        } else if index == 0 || plan.entries[index - 1].target.subject != subject {
            progress.start(subject, index: plan.subjects.firstIndex(of: subject) ?? 0)
        }
    }

    /// Runs one block of a race, in ever larger parts, as far as it gets until that time.
    private func run(_ entry: StressPlan.Entry, _ race: inout StressResults.Race, _ progress: Progress, until end: Double) -> Bool {
        var part = 1, hasMore = true
        repeat {
            hasMore = run(entry, &race, progress, most: min(part, Self.blockSize - race.rounds))
            part *= 4
        } while hasMore && race.rounds < Self.blockSize && progress.elapsed < end
        return hasMore
    }

    /// Runs the next block of a race; returns whether there are more.
    /// - Parameter most: rounds of a block where time decides.
    private func run(_ entry: StressPlan.Entry, _ race: inout StressResults.Race, _ progress: Progress, most: Int) -> Bool {
        let isTimed = options.duration != nil
        let all = options.rounds ?? (isTimed ? .max : entry.target.rounds)
        let count = min(isTimed ? most : all, all - race.rounds)
        if count <= 0 || race.isStuck { return false }
        let rounds = race.rounds..<(race.rounds + count)
        let outcome = entry.target.run(StressBlock(variant: entry.variant, rounds: rounds, seed: options.seed))
        if race.first == nil, let first = outcome.first {
            progress.clear()
            output.lines(StressReport.violation(first, of: entry, seed: options.seed))
        }
        race.add(outcome)
        return race.rounds < all && !race.isStuck
    }
}
