import CAllocationCounter
import Foundation

/// The child's end of `WorkerProtocol`: does what the requests on the standard input say until they end. Benchmarks run on the
/// caller's thread, which must be the main one, as in any other run.
public struct WorkerService {
    private let suite: Suite
    private let counter = AllocationCounter()
    private var prepared: [Row: Prepared] = [:]

    private struct Row: Hashable {
        let benchmark: String
        let variant: String
    }

    private struct Prepared {
        let runner: IterationRunner
        let events: Int
        /// Of one iteration.
        let seconds: Double
        let isWarm: Bool
    }

    public init(_ suite: Suite) {
        self.suite = suite
    }

    public mutating func serve() throws -> ExitCode {
        // What a benchmark prints must not get between the answers.
        StandardOutput.keepForResults()
        let answers = StandardOutput.descriptor
        try send(.ready(greeting), to: answers)
        while let line = readLine() {
            try send(answer(to: try WorkerProtocol.decode(WorkerRequest.self, from: line)), to: answers)
        }
        return .success
    }

    private var greeting: WorkerAnswer.Greeting {
        WorkerAnswer.Greeting(
            version: WorkerProtocol.version, isOnValgrind: rxac_is_on_valgrind(),
            allocationsUnavailable: counter.unavailable, environment: .withoutPrograms())
    }

    private var known: WorkerAnswer.KnownBenchmarks {
        WorkerAnswer.KnownBenchmarks(
            benchmarks: Dictionary(
                uniqueKeysWithValues: suite.benchmarks.map { ($0.id, suite.variants(of: $0)) }),
            latencies: Dictionary(uniqueKeysWithValues: suite.latencies.map { ($0.id, suite.variants(of: $0)) }),
            tags: Dictionary(uniqueKeysWithValues: suite.benchmarks.filter { !$0.tags.isEmpty }.map { ($0.id, $0.tags) }))
    }

    private func send(_ answer: WorkerAnswer, to descriptor: Int32) throws {
        let bytes = Array((try WorkerProtocol.encode(answer) + "\n").utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + sent, bytes.count - sent) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { throw FileError(description: "the worker's answers cannot be written") }
            sent += count
        }
    }

    private mutating func answer(to request: WorkerRequest) -> WorkerAnswer {
        do {
            switch request {
            case .prepare(let id, let variant, let events, let seconds):
                let row = try prepare(Row(benchmark: id, variant: variant), events, warmUp: seconds)
                return .prepared(iterationSeconds: row.seconds, isWarm: row.isWarm)
            case .sample(let id, let variant, let iterations):
                let row = try find(id, variant)
                return .sampled(try row.runner.sample(n: row.events, iterations: iterations))
            case .try(let id, let variant, let seconds, let seed, let capacity):
                return .tried(try attempt(Row(benchmark: id, variant: variant), seconds: seconds, seed: seed, capacity: capacity))
            case .list:
                return .listed(known)
            case .count(let id, let variant, let events, let label):
                return .counted(try find(id, variant).runner.count(events, with: counter, label: label))
            }
        } catch {
            return .failed(RowFailure(error))
        }
    }

    /// One trial, between two looks at the machine itself.
    private func attempt(_ row: Row, seconds: Double, seed: UInt64, capacity: Double?) throws -> TrialOutcome {
        guard let benchmark = suite.benchmark(row.benchmark), let measured = benchmark.latency else {
            throw FileError(description: "the worker has no benchmark of latency \(row.benchmark)")
        }
        // The first makes what a process makes once, and warms what is to be measured.
        try measured.body(Trial(measured.latency, variant: row.variant, seed: seed, seconds: min(seconds, WorkerService.rehearsal)))
        let resources = ResourceWatch(suite.probe)
        let trial = Trial(measured.latency, variant: row.variant, seed: seed, seconds: seconds, capacity: capacity)
        let look = min(WorkerService.look, seconds / 5)
        var jitter = Jitter.measure(seconds: look)
        try measured.body(trial)
        jitter.merge(Jitter.measure(seconds: look))
        try resources.settle()
        var outcome = trial.outcome
        outcome.jitter = jitter
        if outcome.distributions.isEmpty { throw WrongResult("nothing came that could be measured") }
        return outcome
    }

    /// Seconds that the machine itself is looked at, before a trial and after it, where that isn't more than two fifths of it.
    private static let look = 0.03
    /// Of the trial that isn't kept.
    private static let rehearsal = 0.005

    private func find(_ id: String, _ variant: String) throws -> Prepared {
        guard let row = prepared[Row(benchmark: id, variant: variant)] else {
            throw FileError(description: "the worker has \(id) (\(variant)) not prepared")
        }
        return row
    }

    private mutating func prepare(_ row: Row, _ events: Int, warmUp: Double) throws -> Prepared {
        if let known = prepared[row], known.events == events { return known }
        guard let benchmark = suite.benchmark(row.benchmark) else {
            throw FileError(description: "the worker has no benchmark \(row.benchmark)")
        }
        let start = Clock.monotonic(), runner = try IterationRunner(benchmark, variant: row.variant, n: events, probe: suite.probe)
        let first = Double(Clock.monotonic() - start) / 1e9
        let (outcome, fastest) = try warmUp > 0 ? runner.warmUp(events, seconds: warmUp) : (nil, first)
        let made = Prepared(runner: runner, events: events, seconds: fastest, isWarm: outcome?.stable == true)
        prepared[row] = made
        return made
    }
}
