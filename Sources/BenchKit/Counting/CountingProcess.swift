import Foundation

/// How a process is started under callgrind that counts iterations of benchmarks.
struct CountingProcess {
    /// What was counted of one row, in one process.
    struct CountedRow {
        let repetitions: [CountRepetition]
        let allocationsUnavailable: String?
    }

    /// Path of valgrind.
    var valgrind: String
    /// What runs the benchmarks.
    let program: UndescribedExecutable
    let arguments: [String]
    /// Seconds that the process may take for one iteration.
    let limit: Double
    private let atomics = AtomicInstructions()
    /// Added to its environment, which moves its stack.
    var padding = 0

    /// - Parameter program: nil for this one.
    /// - Throws: `Unmeasurable` where this machine lacks what it takes, `FileError` where no copy can be made.
    init(_ program: WorkerProgram?, limit: Double) throws {
        guard let valgrind = Executables.find("valgrind") else {
            throw Unmeasurable("valgrind is not on the path, so nothing can be counted: install the package valgrind")
        }
        let program = try program ?? .running()
        self.valgrind = valgrind
        self.program = try UndescribedExecutable(of: program.path)
        self.limit = limit
        arguments = program.arguments
    }

    /// Of the program itself and of what it calls for atomics that aren't inlined; nil of anything else.
    fileprivate func code(of file: String) -> MachineCode? {
        file == program.path || file.contains("libswiftSynchronization") ? atomics.code(of: file) : nil
    }

    fileprivate var surplus: [String: String] { padding > 0 ? ["BENCHKIT_PADDING": String(repeating: "x", count: padding)] : [:] }
}

/// Counts benchmarks one after the other, many in one process, since its start takes longer than the counting of one.
final class CountingLane {
    /// With each part callgrind goes over all code that it has seen, which takes a seventh longer after so many. A new process takes as long as fifty
    /// rows: it starts, and all that rows have in common is translated again.
    private static let mostParts = 2000

    private let counting: CountingProcess
    /// Nil before the first benchmark, and after one that failed.
    private var process: CallgrindWorker?

    init(_ counting: CountingProcess) {
        self.counting = counting
    }

    /// - Parameters:
    ///   - countsEmpty: whether the iteration without events is counted; without it a repetition's `empty` has nothing.
    ///   - report: gets each variant's outcome.
    func count(
        _ benchmark: Benchmark, variants: [String], repetitions: Int, countsEmpty: Bool = true,
        report: (String, Result<CountingProcess.CountedRow, any Error>) -> Void
    ) throws(Interruption.Stop) {
        for variant in variants {
            let outcome = Result {
                if let process, benchmark.isCountedAlone || process.parts >= CountingLane.mostParts { self.process = nil }
                let current = try process ?? CallgrindWorker(counting)
                process = nil
                let found = try current.count(benchmark, variant, repetitions: repetitions, countsEmpty: countsEmpty)
                process = current
                return found
            }
            if case .failure(let error) = outcome, let stop = error as? Interruption.Stop { throw stop }
            report(variant, outcome)
        }
    }
}

/// One worker under callgrind, and the folder that callgrind writes to.
private final class CallgrindWorker {
    private let folder: TemporaryFolder
    private let worker: WorkerProcess
    private let counting: CountingProcess
    /// How many parts callgrind has written.
    private(set) var parts = 0
    private let names = CallgrindNames()

    init(_ counting: CountingProcess) throws {
        self.counting = counting
        folder = try TemporaryFolder()
        // It takes a percent sign for the beginning of what it replaces.
        let place = folder.path.replacingOccurrences(of: "%", with: "%%")
        let launcher = [
            // Without the pipes for a debugger, which would stay in the temporary folder when valgrind is killed.
            counting.valgrind, "--tool=callgrind", "--vgdb=no", "--instr-atstart=no", "--collect-atstart=no", "--collect-systime=yes",
            "--dump-instr=yes", "--dump-line=no", "--compress-pos=no", "--callgrind-out-file=\(place)/part",
            "--log-file=\(place)/log",
        ]
        worker = try WorkerProcess(
            program: WorkerProgram(path: counting.program.path, arguments: counting.arguments), launcher: launcher,
            environment: CallgrindWorker.allocator.merging(counting.surplus) { $1 }, limit: counting.limit)
        guard worker.greeting.isOnValgrind else {
            throw ChildProcess.Failure(reason: .unintelligible("a process that doesn't know it runs under valgrind"))
        }
    }

    // callgrind writes until it has ended, and the folder goes afterwards.
    deinit { worker.stop() }

    /// - Throws: `BenchmarkFailure`, `ChildProcess.RowFailure`, `CallgrindProfile.Malformed` or `Interruption.Stop`.
    func count(
        _ benchmark: Benchmark, _ variant: String, repetitions: Int, countsEmpty: Bool
    ) throws -> CountingProcess.CountedRow {
        let events = benchmark.events.counted, sizes = (countsEmpty ? [0] : []) + [events, 2 * events]
        // All that is counted has run before, so that lazily made metadata and bound symbols count for none: the smaller size with the larger one.
        _ = try worker.prepare(benchmark.id, variant, events: 2 * events, warmUp: 0)
        if countsEmpty { _ = try worker.count(benchmark.id, variant, events: 0, label: nil) }
        let found = try (0..<repetitions).map { repetition in
            let counts = try sizes.map { size in
                let label = "\(variant)/\(repetition)/\(size)"
                let allocations = try worker.count(benchmark.id, variant, events: size, label: label)
                var counts = IterationCounts(try profile(label), allocations: allocations)
                // What a section leaves behind, such as an error that is thrown, may go with what comes after it.
                if benchmark.countsSections { counts.forget(.kept) }
                return counts
            }
            return CountRepetition(
                empty: countsEmpty ? counts[0] : IterationCounts([:]), single: counts[sizes.count - 2],
                double: counts[sizes.count - 1])
        }
        return CountingProcess.CountedRow(
            repetitions: found, allocationsUnavailable: worker.greeting.allocationsUnavailable)
    }

    /// The part that callgrind has written last, which must have that label.
    private func profile(_ label: String) throws -> CallgrindProfile {
        parts += 1
        let file = URL(fileURLWithPath: "\(folder.path)/part.\(parts)"), bytes = [UInt8](try Data(contentsOf: file))
        // A process writes some hundred megabytes.
        try FileManager.default.removeItem(at: file)
        let profile = try CallgrindProfile(bytes: bytes, code: counting.code, names: names)
        guard profile.label == label else {
            throw CallgrindProfile.Malformed(description: "callgrind wrote \(profile.label) instead of \(label)")
        }
        return profile
    }

    /// What jemalloc does now and then rather than when it is called (collecting a thread's cache, giving pages back) is put off: it would only
    /// take time, as nothing that the allocator executes is counted. Other allocators don't read the variable.
    private static let allocator = [
        "MALLOC_CONF": "tcache_gc_incr_bytes:1099511627776,dirty_decay_ms:-1,muzzy_decay_ms:-1"
    ]
}
