/// As much of a results file of `rxbench` (schema `rxbench/2`) as the tools need. What the file leaves out stays nil.
struct MeasuredResults: Decodable {
    struct Environment: Decodable {
        let date, commit, compiler, processor: String?

        var revision: String? { commit.map { "commit \($0.prefix(7))" } }
        /// What measured, on which machine and day, and of which sources.
        var origin: String { [compiler, processor, date.map { String($0.prefix(10)) }, revision].compactMap { $0 }.joined(separator: ", ") }
        /// Of what makes up the origin the first that the file doesn't tell.
        var untold: String? {
            [("compiler", compiler), ("processor", processor), ("date", date), ("commit", commit)].first { $0.1 == nil }?.0
        }
    }

    /// One benchmark on one core.
    struct Row: Decodable {
        struct Time: Decodable {
            struct Figure: Decodable { let median: Double }

            let samples: [Double]?
            let nanosecondsPerEvent: Figure?
        }
        struct Allocations: Decodable {
            struct Count: Decodable { let mallocs: Double }

            let perSubscription: Count
        }
        struct Counts: Decodable {
            struct Figure: Decodable {
                let value: Double
                let stability: String?
                let low: Double?
            }

            let perEvent: [String: Figure]
        }
        struct Metric: Decodable { let value: Double }
        struct Failure: Decodable { let message: String }

        let benchmark, variant: String
        let title, kind, unit: String?
        let time: Time?
        let allocations: Allocations?
        let counts: Counts?
        let latency: ResultsLatency?
        let metrics: [String: Metric]?
        let missing: [String: String]?
        let failure: Failure?

        var median: Double? { time?.nanosecondsPerEvent?.median }
        /// Whether so much was sent as was to be.
        var isLoaded: Bool { missing?["load"] == nil }
    }

    let schema: String?
    let command: String?
    let filter: String?
    let order: [String]?
    let complete: Bool?
    let passed: Bool?
    let forks: Int?
    let environment: Environment
    private(set) var rows: [Row]

    func row(_ benchmark: String, _ variant: String) -> Row? { rows.first { $0.benchmark == benchmark && $0.variant == variant } }

    func has(_ benchmark: String) -> Bool { rows.contains { $0.benchmark == benchmark } }

    /// This file's rows and behind them those of others of one run.
    func joined(with others: [MeasuredResults]) -> MeasuredResults {
        var all = self
        all.rows += others.flatMap(\.rows)
        return all
    }
}

/// What a row of `rxbench latency` has.
struct ResultsLatency: Decodable {
    struct Distribution: Decodable {
        struct Percentile: Decodable {
            let value: Double
            /// Whether the machine's own jitter is too large a part of it.
            let hidden: Bool?
        }
        struct Histogram: Decodable {
            let count: Int
            let largest: Double
        }

        let unit: String?
        let percentiles: [String: Percentile]
        let histogram: Histogram?
    }

    let floor: String?
    /// Messages a second.
    let rate: Double?
    let distributions: [String: Distribution]
    let jitter: Distribution?
}
