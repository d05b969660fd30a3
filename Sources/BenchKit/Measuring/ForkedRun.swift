import Foundation

/// A run in several processes of its own, one after the other, whose samples are pooled. What a process gets at its start (where its
/// memory lies, what its host does) is the same for all its samples, so a process counts as one sample.
struct ForkedRun {
    let suite: Suite
    let options: RunOptions
    let output: Output
    /// What runs; nil for this program.
    var program: String?

    /// What came of it.
    struct Outcome {
        /// What the processes found together; nil where they found nothing. Incomplete without all that they were to find.
        let results: Results?
        /// Why a process was lost before its end. What it had measured until then is among the results.
        let loss: FileError?
    }

    /// - Parameters:
    ///   - items: how many benchmarks each will measure.
    ///   - checkpoint: gets what is known, from the first row on.
    /// - Throws: `FileError` where the first process is lost before it has measured anything.
    func outcome(forks: Int, items: Int, checkpoint: (Results) throws -> Void) throws -> Outcome {
        let path = try program ?? WorkerProgram.running().path
        let folder = try TemporaryFolder()
        let start = Clock.monotonic()
        var found: [Results] = []
        var loss: FileError?
        // What was found is read and pooled as a whole, which takes longer each time.
        var throttle = CheckpointThrottle()
        for fork in 0..<forks {
            let elapsed = Double(Clock.monotonic() - start) / 1e9
            output.error("\(suite.name): fork \(fork + 1) of \(forks)" + Progress.timeLeft(done: fork, of: forks, elapsed: elapsed))
            let file = "\(folder.path)/\(fork).json"
            // Each benchmark has its limit, and nothing is printed before the end.
            let silence = Double(options.limit) * Double(items) + 60
            do {
                var lookout = ResultsFileWatch(path: ResultsFile.partial(of: file))
                _ = try ChildProcess.lines(of: path, arguments(fork, writingTo: file), silence: silence) {
                    throttle.perform {
                        guard let part = lookout.news(),
                            let pooled = Results(pooling: found + [part], of: forks, seed: options.seed)
                        else { return }
                        // Where this fails, the end does too, and says so.
                        try? checkpoint(pooled)
                    }
                }
            } catch {
                // The process is gone, and what it has measured is in its file, or beside it. Rows that failed are in the file.
                let whole = try? ResultsFile.read(file)
                if let left = whole ?? (try? ResultsFile.read(ResultsFile.partial(of: file))), !left.rows.isEmpty { found.append(left) }
                if error is Interruption.Stop {
                    output.error(Progress.interrupted(keeping: !found.isEmpty))
                } else if whole == nil {
                    loss = FileError(description: "fork \(fork + 1) of \(forks) \(error)")
                }
                break
            }
            guard let whole = try? ResultsFile.read(file) else {
                loss = FileError(description: "fork \(fork + 1) of \(forks) ended without results")
                break
            }
            found.append(whole)
            if let pooled = Results(pooling: found, of: forks, seed: options.seed) { try checkpoint(pooled) }
        }
        if let loss, found.isEmpty { throw FileError(description: "\(loss); it had measured nothing, and no file is written") }
        return Outcome(results: Results(pooling: found, of: forks, seed: options.seed), loss: loss)
    }

    private func arguments(_ fork: Int, writingTo file: String) -> [String] {
        var words = ["run", "--profile=\(options.profile.name.rawValue)", "--seed=\(options.seed &+ UInt64(fork))"]
        words += ["--limit=\(options.limit)", "--out=\(file)"]
        if let shard = options.shard { words.append("--shard=\(shard)") }
        words += options.filter?.arguments ?? []
        if let kinds = options.kinds { words.append("--kind=\(kinds.map(\.rawValue).sorted().joined(separator: ","))") }
        if let variants = options.variants { words.append("--\(suite.variantsTitle)=\(variants.joined(separator: ","))") }
        return words
    }
}

/// Sees the rows that a process has measured, while it measures others.
private struct ResultsFileWatch {
    /// Of the file that the process keeps its rows in.
    let path: String
    /// Of the file that was read last, which another one takes the place of after each row.
    private var known = stat()
    private var next: UInt64 = 0

    init(path: String) { self.path = path }

    /// What there is since the last time, if anything. At most once in a second: to read and to pool takes time from what is measured.
    mutating func news() -> Results? {
        let now = Clock.monotonic()
        if now < next { return nil }
        var found = stat()
        guard stat(path, &found) == 0, found.st_size > 0, found.st_ino != known.st_ino || found.st_size != known.st_size else { return nil }
        known = found
        next = now + 1_000_000_000
        return (try? ResultsFile.read(path)).flatMap { $0.rows.isEmpty ? nil : $0 }
    }
}

/// A process whose samples were pooled with those of others.
struct Fork: Codable, Equatable, Sendable {
    /// From 0; its seed is the run's plus that.
    let fork: Int
    /// Its samples, which follow those of the fork before.
    let samples: Int
}

extension Results {
    /// What several processes found of the same.
    /// - Parameter forks: how many there were to be.
    init?(pooling runs: [Results], of forks: Int, seed: UInt64) {
        guard let first = runs.first else { return nil }
        self.init(
            suite: first.suite, profile: first.profile, seed: seed, filter: first.selection, order: first.order, reference: first.reference,
            environment: first.environment)
        self.forks = runs.count
        shard = first.shard
        complete = runs.count == forks && runs.allSatisfy(\.complete)
        let found = runs.enumerated().flatMap { fork, run in run.rows.map { (fork: fork, row: $0) } }
        let byKey = Dictionary(grouping: found, by: \.row.key)
        var seen: Set<RowKey> = []
        let rows = found.filter { seen.insert($0.row.key).inserted }.compactMap { Row(pooling: byKey[$0.row.key] ?? []) }
        let comparisons = first.comparisons.compactMap { one in
            Comparison(
                pooling: runs.enumerated().compactMap { fork, run in
                    run.comparisons.first { $0.benchmark == one.benchmark && $0.variant == one.variant && $0.base == one.base }.map { (fork, $0) }
                })
        }
        add(rows: rows, comparisons: comparisons)
    }
}

extension Row {
    var name: String { RowName.text(benchmark, variant) }

    /// One row of several processes: the times of all, and what else there is of the first. A process that was too disturbed does not
    /// count unless all were; one in which the row failed decides.
    init?(pooling rows: [(fork: Int, row: Row)]) {
        guard let first = rows.first?.row else { return nil }
        self = rows.first { $0.row.failure != nil }?.row ?? first
        if failure != nil { return }
        for other in rows.dropFirst() { missing.merge(other.row.missing) { first, _ in first } }
        poolTimes(rows)
        let warmUps = rows.compactMap(\.row.warmUp)
        if let longest = warmUps.max(by: { $0.seconds < $1.seconds }) {
            warmUp = WarmUp.Outcome(
                seconds: longest.seconds, iterations: longest.iterations, stable: warmUps.allSatisfy(\.stable))
        }
        let counted = rows.compactMap(\.row.allocations)
        if counted.count > 1 {
            allocations = Allocations(
                perEvent: AllocationFigures(pooling: counted.map(\.perEvent)),
                perSubscription: AllocationFigures(pooling: counted.map(\.perSubscription)),
                repetitions: counted.reduce(0) { $0.addingReportingOverflow($1.repetitions).overflow ? .max : $0 + $1.repetitions })
        }
        for name in Set(rows.flatMap(\.row.metrics.keys)) {
            let found = rows.compactMap { $0.row.metrics[name] }
            missing[name] = nil
            metrics[name] = OwnFigure(value: Statistics.median(found.map(\.value)), unit: found[0].unit)
        }
    }

    private mutating func poolTimes(_ rows: [(fork: Int, row: Row)]) {
        let timed = rows.filter { $0.row.time != nil }, quiet = timed.filter { $0.row.inconclusive == nil }
        let counting = quiet.isEmpty ? timed : quiet
        let times = counting.compactMap(\.row.time)
        guard let first = times.first else { return }
        inconclusive = quiet.isEmpty ? "each of its processes was too disturbed: \(timed[0].row.inconclusive ?? "")" : nil
        let wall = Estimate(times.map(\.nanosecondsPerEvent.median))
        time = Time(
            nanosecondsPerEvent: wall, processorNanosecondsPerEvent: Estimate(times.map(\.processorNanosecondsPerEvent.median)),
            samples: times.flatMap(\.samples), processorSamples: times.flatMap(\.processorSamples),
            discarded: times.flatMap { $0.discarded ?? [] }, iterationsPerSample: first.iterationsPerSample,
            forks: counting.map { Fork(fork: $0.fork, samples: $0.row.time?.samples.count ?? 0) })
        if eventsPerSecond != nil { eventsPerSecond = wall.perSecond }
        missing["interval"] = wall.interval == nil ? "fewer than 6 forks" : nil
        let taken = timed.compactMap { one in
            one.row.contaminated.map { ($0, Double((one.row.time?.samples.count ?? 0) + (one.row.time?.discarded?.count ?? 0))) }
        }
        contaminated = Statistics.mean(taken.map { (value: $0.0, weight: $0.1) })
    }
}

extension AllocationFigures {
    /// Exact where all processes counted the same, else the least.
    fileprivate init(pooling figures: [AllocationFigures]) {
        let least = figures.min { $0.mallocs < $1.mallocs } ?? figures[0]
        self.init(
            mallocs: least.mallocs, frees: least.frees, bytes: least.bytes, exact: least.exact && figures.allSatisfy { $0 == least })
    }
}

extension Comparison {
    /// The ratio of each process counts as one; of those that were too disturbed only where all were.
    init?(pooling comparisons: [(fork: Int, comparison: Comparison)]) {
        let quiet = comparisons.filter { $0.comparison.inconclusive == nil }
        let counting = quiet.isEmpty ? comparisons : quiet
        guard let first = counting.first?.comparison else { return nil }
        self.init(
            benchmark: first.benchmark, variant: first.variant, base: first.base, pairs: counting.flatMap(\.comparison.pairs),
            discarded: comparisons.map { $0.comparison.discarded / Double(comparisons.count) }.reduce(0, +),
            inconclusive: quiet.isEmpty ? "each of its processes was too disturbed" : nil,
            forks: counting.map { Fork(fork: $0.fork, samples: $0.comparison.pairs.count) },
            ratio: Estimate(counting.map(\.comparison.ratio.median)))
    }
}
