import Foundation

/// What a soak found out: the contents of its results file. What each field means is told in `docs/rxbench.md`.
struct SoakResults: JSONDocument, Codable, Equatable, Sendable {
    static let schema = "rxbench-soak/1"

    /// One figure over time.
    struct Series: Codable, Equatable, Sendable {
        let name: String
        let unit: String
        /// What it may grow by in the whole run and be no growth.
        let tolerance: Double
        /// Seconds from the start, and the figure then.
        var times: [Double] = []
        var values: [Double] = []
        /// Without the first fifth, in which a program warms up; absent with too few samples.
        var trend: Trend?
        var grows = false
    }

    struct Run: Codable, Equatable, Sendable {
        let variant: String
        let seconds: Double
        let samples: Int
        var series: [Series]
        var failure: RowFailure?
        var missing: [String: String] = [:]

        /// Whether there were samples enough to say that something grows.
        var isJudged: Bool { series.contains { $0.trend != nil } }
    }

    var schema = SoakResults.schema
    let program: String
    let seed: UInt64
    let environment: Environment
    /// Whether every variant ran for its time.
    var complete = false
    var runs: [Run] = []

    init(program: String, seed: UInt64, environment: Environment) {
        self.program = program
        self.seed = seed
        self.environment = environment
    }

    /// What grows, as `heap (lock)`.
    var growing: [String] { runs.flatMap { run in run.series.filter(\.grows).map { RowName.text($0.name, run.variant) } } }

    var exitCode: ExitCode {
        let failures = runs.compactMap(\.failure?.kind)
        if failures.contains(.wrongResult) { return .wrongResult }
        if !failures.isEmpty { return .failure }
        if !growing.isEmpty { return .regression }
        if !complete { return .interrupted }
        return runs.allSatisfy(\.isJudged) ? .success : .inconclusive
    }

    init(json: Data) throws {
        self = try JSONDecoder().decode(SoakResults.self, from: json)
    }
}

extension SoakResults.Series {
    /// Says whether it grows: surely by more than its tolerance in the whole run.
    mutating func judge() {
        guard let last = times.last else { return }
        let warm = zip(times, values).filter { $0.0 >= last / 5 }.map { (time: $0.0, value: $0.1) }
        trend = Trend(warm)
        guard let trend else { return }
        grows = trend.low * last > max(tolerance, SoakResults.Series.share * trend.level)
    }

    /// Of its level that a figure may grow by.
    private static let share = 0.02
}
