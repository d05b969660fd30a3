import Foundation

/// What a worker process is asked, one JSON object a line. The two ends may come from different builds of a program:
/// `WorkerProtocol.version` goes up when an old end would misunderstand a new one.
enum WorkerRequest: Codable, Equatable {
    /// Makes a benchmark ready, unless it is: warms up until it is stable or for that long, with at least two iterations of `events`
    /// events; with one where it may take no time, as counting has it: under callgrind another one is a fifth of all that is executed.
    case prepare(benchmark: String, variant: String, events: Int, warmUpSeconds: Double)
    /// Takes one sample of a prepared benchmark.
    case sample(benchmark: String, variant: String, iterations: Int)
    /// Counts one iteration of a prepared benchmark; under callgrind a file is written that has `label` as its trigger, unless that is nil.
    case count(benchmark: String, variant: String, events: Int, label: String?)
    /// Does one trial of a benchmark of latency, which needs no preparation. Where its load is a share, it is one of `capacity`, messages a second, if
    /// that is there; else the worker measures that first.
    case `try`(benchmark: String, variant: String, seconds: Double, seed: UInt64, capacity: Double? = nil)
    /// Asks what benchmarks there are.
    case list
}

/// What a worker answers.
enum WorkerAnswer: Codable, Equatable {
    /// The first line, unasked.
    case ready(Greeting)
    /// Seconds that one iteration took, and whether the warm-up became stable.
    case prepared(iterationSeconds: Double, isWarm: Bool)
    case sampled(TimeSample)
    case counted(AllocationCounts?)
    case tried(TrialOutcome)
    case listed(KnownBenchmarks)
    /// The prepared benchmark failed; the worker goes on.
    case failed(RowFailure)

    struct Greeting: Codable, Equatable {
        let version: Int
        let isOnValgrind: Bool
        /// Why allocations aren't counted, if they aren't.
        let allocationsUnavailable: String?
        let environment: Environment
    }

    /// What benchmarks a program has. Asked for by who compares programs: of some thousands it takes longer than all else that a process
    /// does before it measures.
    struct KnownBenchmarks: Codable, Equatable {
        /// The variants of each benchmark, by its id.
        let benchmarks: [String: [String]]
        /// Those of benchmarks of latency.
        let latencies: [String: [String]]
        /// The tags of each benchmark that has any.
        let tags: [String: [String]]
    }
}

enum WorkerProtocol {
    static let version = 2

    static func encode(_ message: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(message), as: UTF8.self)
    }

    static func decode<Message: Decodable>(_ type: Message.Type, from line: String) throws -> Message {
        try JSONDecoder().decode(type, from: Data(line.utf8))
    }
}
