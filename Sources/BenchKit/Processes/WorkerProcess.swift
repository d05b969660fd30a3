import Foundation

/// A program that serves `WorkerProtocol`.
public struct WorkerProgram: Equatable, Sendable {
    public var path: String
    public var arguments: [String]

    public init(path: String, arguments: [String] = ["worker"]) {
        self.path = path
        self.arguments = arguments
    }

    /// This program itself.
    static func running() throws(Unmeasurable) -> WorkerProgram {
        guard let path = Executables.own else { throw Unmeasurable("the system doesn't tell where this program is") }
        return WorkerProgram(path: path)
    }
}

/// The parent's end of `WorkerProtocol`.
final class WorkerProcess {
    let greeting: WorkerAnswer.Greeting
    private let child: ChildProcess
    var identifier: pid_t { child.identifier }
    /// Seconds that one answer may take.
    private let limit: Double

    /// Starts a worker and waits for its greeting.
    /// - Parameter launcher: what the program is given to, such as valgrind with its options; empty for none.
    convenience init(
        program: WorkerProgram, launcher: [String] = [], environment additions: [String: String] = [:], limit: Double
    ) throws {
        // A crash says why in one line; the backtrace would take seconds.
        let environment = ["SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"]
            .merging(additions) { first, _ in first }
        let words = launcher + [program.path] + program.arguments
        try self.init(ChildProcess(words[0], Array(words.dropFirst()), environment: environment), limit: limit)
    }

    init(_ child: ChildProcess, limit: Double) throws {
        self.child = child
        self.limit = limit
        guard case .ready(let greeting) = try WorkerProcess.answer(of: child, within: limit) else {
            throw ChildProcess.Failure(reason: .unintelligible("an answer before the greeting"))
        }
        guard greeting.version == WorkerProtocol.version else {
            throw ChildProcess.Failure(reason: .unintelligible("protocol \(greeting.version), not \(WorkerProtocol.version)"))
        }
        self.greeting = greeting
    }

    /// What benchmarks the program has.
    func list() throws -> WorkerAnswer.KnownBenchmarks {
        let answer = try ask(.list)
        guard case .listed(let known) = answer else { throw unexpected(answer) }
        return known
    }

    struct Readiness {
        /// Of one iteration.
        let seconds: Double
        /// Whether the warm-up became stable before its cap.
        let isWarm: Bool
    }

    /// - Throws: `BenchmarkFailure` when the benchmark fails, `ChildProcess.RowFailure` when the process does.
    func prepare(_ benchmark: String, _ variant: String, events: Int, warmUp: Double) throws -> Readiness {
        let answer = try ask(.prepare(benchmark: benchmark, variant: variant, events: events, warmUpSeconds: warmUp))
        guard case .prepared(let seconds, let isWarm) = answer else { throw unexpected(answer) }
        return Readiness(seconds: seconds, isWarm: isWarm)
    }

    func sample(_ benchmark: String, _ variant: String, iterations: Int) throws -> TimeSample {
        let answer = try ask(.sample(benchmark: benchmark, variant: variant, iterations: iterations))
        guard case .sampled(let sample) = answer else { throw unexpected(answer) }
        return sample
    }

    func attempt(_ benchmark: String, _ variant: String, seconds: Double, seed: UInt64, capacity: Double? = nil) throws -> TrialOutcome {
        let answer = try ask(.try(benchmark: benchmark, variant: variant, seconds: seconds, seed: seed, capacity: capacity), for: 10 * seconds)
        guard case .tried(let outcome) = answer else { throw unexpected(answer) }
        return outcome
    }

    func count(_ benchmark: String, _ variant: String, events: Int, label: String?) throws -> AllocationCounts? {
        let answer = try ask(.count(benchmark: benchmark, variant: variant, events: events, label: label))
        guard case .counted(let counts) = answer else { throw unexpected(answer) }
        return counts
    }

    /// Kills the worker.
    func stop() { child.stop() }

    /// Ends the worker; it has nothing left to do.
    func finish() throws { try child.finish(within: limit) }

    /// - Parameter seconds: what it may take besides, as it is meant to take long.
    private func ask(_ request: WorkerRequest, for seconds: Double = 0) throws -> WorkerAnswer {
        try child.send(line: try WorkerProtocol.encode(request))
        let answer = try WorkerProcess.answer(of: child, within: limit + seconds)
        if case .failed(let failure) = answer { throw BenchmarkFailure(failure: failure) }
        return answer
    }

    private static func answer(of child: ChildProcess, within seconds: Double) throws -> WorkerAnswer {
        let line = try child.receiveLine(within: seconds)
        do {
            return try WorkerProtocol.decode(WorkerAnswer.self, from: line)
        } catch {
            throw ChildProcess.Failure(reason: .unintelligible(line))
        }
    }

    private func unexpected(_ answer: WorkerAnswer) -> ChildProcess.Failure {
        ChildProcess.Failure(reason: .unintelligible("\(answer)"))
    }
}

/// A benchmark failed in another process.
struct BenchmarkFailure: Error {
    let failure: RowFailure
}

extension RowFailure {
    /// Sorts an error that came out of a benchmark or of the process that ran it.
    init(_ error: any Error) {
        switch error {
        case let wrong as WrongResult: self.init(kind: .wrongResult, message: wrong.description)
        case let failed as BenchmarkFailure: self = failed.failure
        case let child as ChildProcess.Failure: self.init(kind: .error, message: "its process \(child)")
        default: self.init(kind: .error, message: "\(error)")
        }
    }
}
