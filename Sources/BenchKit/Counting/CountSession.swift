import Foundation
import Synchronization

/// What to count.
public struct CountOptions: Sendable {
    /// What is chosen by ids, titles and tags; nil for all.
    public var filter: Selection?
    /// Only these kinds; nil for all.
    public var kinds: Set<Benchmark.Kind>?
    /// The variants to count; nil for the suite's default ones.
    public var variants: [String]?
    /// Nil for `results/counts.json`.
    public var out: String?
    public var writesFile = true
    /// Processes that count all benchmarks, with two repetitions each, of a catalogue with one.
    public var processes = 2
    /// Seconds that a process may take for one iteration, which callgrind makes about 50 times slower.
    public var limit = 60.0
    /// Whether it is kept how often each function was called.
    public var keepsCalls = true
    /// Whether benchmarks that use several threads are counted under callgrind, too.
    public var countsThreaded = false

    public init() {}

    var path: String { out ?? "results/counts.json" }
}

/// Counts instructions, calls of the runtime and mallocs: in a few processes under callgrind, one benchmark after the other. Of several threads it
/// counts mallocs, natively.
public struct CountSession: Sendable {
    let suite: Suite
    let options: CountOptions
    let output: Output
    /// Nil for this one.
    var program: WorkerProgram?
    /// Asked now and then whether more may be counted under callgrind: what comes later is left out.
    var isInTime: @Sendable () -> Bool = { true }

    /// Repetitions in one process.
    private static let repetitions = 2

    public init(suite: Suite, options: CountOptions, output: Output = .terminal) {
        self.suite = suite
        self.options = options
        self.output = output
    }

    /// Counts all rows, prints a table and writes the results file.
    /// - Throws: `UsageError` before anything is counted; `Unmeasurable` where valgrind is missing.
    public func run() throws -> ExitCode {
        let plan = try plan()
        Interruption.install()
        defer { Interruption.restore() }
        let file =
            options.writesFile
            ? try ResultsFile(path: options.path, makingDirectory: options.out == nil, output: output) : nil
        let results: Results
        do {
            results = try self.results(of: plan) { try file?.checkpoint($0) }
        } catch {
            file?.discard()
            throw error
        }
        if results.rows.isEmpty {
            file?.discard()
        } else if let file {
            try file.finish(results)
        }
        output.lines(CountsTable(results, suite: suite).text)
        output.lines(CountsTable.summary(results, path: results.rows.isEmpty ? nil : file?.path))
        return results.exitCode
    }

    private func plan() throws -> Plan {
        let plan = try Plan(
            suite: suite, filter: options.filter, variants: options.variants, seed: nil, kinds: options.kinds, includesReference: false)
        let items = plan.items.filter { options.countsThreaded || $0.benchmark.isCounted || $0.benchmark.isCountedNatively }
        if items.isEmpty {
            throw UsageError.impossible("what is chosen are floors of several threads, or done by another process: their counts need --threaded")
        }
        return Plan(items: items)
    }

    /// Counts the plan's rows one after the other. An interruption leaves the results incomplete.
    /// - Parameter checkpoint: gets what is known after each benchmark.
    func results(of plan: Plan, checkpoint: (Results) throws -> Void = { _ in }) throws -> Results {
        let counted = plan.items.filter { options.countsThreaded || $0.benchmark.isCounted }
        let threaded = plan.items.filter(\.benchmark.isCountedNatively)
        let lanes = try counted.isEmpty ? [] : self.lanes()
        var results = Results(
            command: .counts, suite: suite.name, profile: nil, seed: 0, filter: options.filter,
            order: plan.items.map(\.benchmark.id), reference: suite.reference, environment: .current(of: suite))
        let processes = max(options.processes, ThreadedCounts.processes), steps = threaded.count * processes
        let progress = Progress(items: steps + counted.count, benchmarks: threaded.count + counted.count, output: output)
        progress.begin("\(suite.name): counting, \(options.processes == 1 ? "one process" : "\(options.processes) processes") a benchmark")
        do {
            let rows = try natively(threaded, processes) { item, process in
                // In the order of the process. Those that confirm come after all that is known to be done.
                let place = process.isMultiple(of: 2) ? item : threaded.count - 1 - item
                progress.start(threaded[item], index: min(process * threaded.count + place, steps - 1))
            }
            let both = Set(counted.map(\.benchmark.id))
            add(rows.filter { !both.contains($0.benchmark) }, to: &results, progress)
            // They took minutes, and callgrind's first ones take more.
            if !results.rows.isEmpty { try checkpoint(results) }
            let natively = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0) })
            try count(counted, lanes, progress, after: steps) { rows in
                add(rows.map { $0.adding(natively[$0.key]) }, to: &results, progress)
            } checkpoint: {
                try checkpoint(results)
            }
            results.complete = true
        } catch is Interruption.Stop {}
        progress.end(interrupted: !results.complete, keeping: !results.rows.isEmpty)
        return results
    }

    private func add(_ rows: [Row], to results: inout Results, _ progress: Progress) {
        progress.report(rows)
        results.add(rows: rows, comparisons: [])
    }

    /// Before anything else is counted: how threads meet hangs on how busy the machine is.
    private func natively(_ items: [Plan.Item], _ processes: Int, begun: (_ item: Int, _ process: Int) -> Void) throws -> [Row] {
        if items.isEmpty { return [] }
        return try ThreadedCounts.rows(of: items, in: try program ?? .running(), processes: processes, limit: options.limit, begun: begun)
    }

    private func lanes() throws -> [CountingLane] {
        let process = try CountingProcess(program, limit: options.limit)
        // A count that hangs on addresses shows. The first two stay alike: that is what baselines have. Where one process a benchmark will do,
        // two share the benchmarks.
        return (0..<max(2, options.processes)).map { round in
            var process = process
            process.padding = round < 2 ? 0 : 1000 * round + 8 * round + 1
            return CountingLane(process)
        }
    }

    /// Counts under callgrind.
    /// - Parameters:
    ///   - place: of the first one, in the progress.
    ///   - report: gets the rows, some at a time.
    private func count(
        _ all: [Plan.Item], _ lanes: [CountingLane], _ progress: Progress, after place: Int, report: ([Row]) -> Void, checkpoint: () throws -> Void
    ) throws {
        var throttle = CheckpointThrottle()
        for start in stride(from: 0, to: all.count, by: CountSession.together) {
            if !isInTime() { return }
            let items = Array(all[start..<min(start + CountSession.together, all.count)])
            let (rows, isInterrupted) = count(items, lanes) { progress.start(items[$0], index: place + start + $0) }
            report(rows)
            if isInterrupted { throw Interruption.Stop() }
            try throttle.perform { try checkpoint() }
        }
    }

    /// Benchmarks that are counted between two looks at what was found, where the processes wait for each other.
    private static let together = 48

    /// The rows of some benchmarks, one a variant. Every second process takes them, and their variants, the other way round: a count that depends on
    /// what ran before it is not exact.
    /// - Returns: after an interruption only the rows that every process has counted that was to.
    /// - Parameter begun: gets the place of each item that the first process that is to count it begins with.
    private func count(_ items: [Plan.Item], _ lanes: [CountingLane], begun: (Int) -> Void) -> (rows: [Row], isInterrupted: Bool) {
        let (rounds, isInterrupted) = rounds(of: items, lanes, begun: begun)
        let rows = items.flatMap { item in
            let benchmark = item.benchmark
            return item.variants.compactMap { variant -> Row? in
                let outcomes = rounds.compactMap { $0[RowKey(benchmark: benchmark.id, variant: variant)] }
                if outcomes.count < options.processes { return nil }
                var row = Row(benchmark: benchmark, variant: variant, events: benchmark.events.counted)
                // Of each process.
                var repetitions: [[CountRepetition]] = []
                for outcome in outcomes where row.failure == nil {
                    switch outcome {
                    case .success(let found):
                        repetitions.append(found.repetitions)
                        if let reason = found.allocationsUnavailable { row.missing["counts.mallocs"] = reason }
                    case .failure(let error):
                        row.failure = RowFailure(error)
                    }
                }
                if row.failure == nil {
                    let counts = RowCounts(repetitions, events: benchmark.events.counted, isExact: benchmark.isCounted)
                    row.counts = options.keepsCalls ? counts : counts.withoutCalls
                }
                return row
            }
        }
        return (rows, isInterrupted)
    }

    private typealias Round = [RowKey: Result<CountingProcess.CountedRow, any Error>]

    /// What each process has found. They run side by side, as many as there are processors: what one executes doesn't depend on how busy the machine is.
    private func rounds(
        of items: [Plan.Item], _ lanes: [CountingLane], begun: (Int) -> Void
    ) -> (rounds: [Round], isInterrupted: Bool) {
        let rounds = Mutex([Round](repeating: [:], count: lanes.count))
        nonisolated(unsafe) let lanes = lanes, begun = begun  // Each lane is used by one thread, and one at a time tells that it begins.
        // Every second one takes variants the other way round, too.
        func count(_ lane: Int, _ index: Int, tells: Bool) throws(Interruption.Stop) {
            let benchmark = items[index].benchmark, variants = items[index].variants, isOfCatalogue = benchmark.kind == .catalogue
            if tells { rounds.withLock { _ in begun(index) } }
            try lanes[lane].count(
                benchmark, variants: lane.isMultiple(of: 2) ? variants : variants.reversed(),
                repetitions: isOfCatalogue ? 1 : CountSession.repetitions, countsEmpty: !isOfCatalogue
            ) { variant, outcome in
                let key = RowKey(benchmark: benchmark.id, variant: variant)
                rounds.withLock { $0[lane][key] = outcome }
            }
        }
        do throws(Interruption.Stop) {
            // Where one process a benchmark will do, they share them.
            if options.processes == 1 {
                try SharedWork.perform(items.indices, threads: lanes.count, fromBothEnds: true) { lane, index throws(Interruption.Stop) in
                    try count(lane, index, tells: true)
                }
            } else {
                try SharedWork.perform(lanes.indices, threads: lanes.count) { _, lane throws(Interruption.Stop) in
                    let order = lane.isMultiple(of: 2) ? Array(items.indices) : items.indices.reversed()
                    for index in order { try count(lane, index, tells: lane == 0) }
                }
            }
        } catch {
            return (rounds.withLock { $0 }, true)
        }
        return (rounds.withLock { $0 }, false)
    }
}

/// This machine lacks what was asked for. One line for the user; the program exits with `ExitCode.failure`.
public struct Unmeasurable: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
