import Foundation

/// What one stress run found out: the contents of its results file. What each field means is told in `docs/rxbench.md`.
struct StressResults: JSONDocument, Codable, Equatable, Sendable {
    static let schema = "rxbench-stress/1"

    struct Race: Codable, Equatable, Sendable {
        let subject: String
        let race: String
        let variant: String
        var rounds = 0
        var violations: [String: Int] = [:]
        var first: StressViolation?
        /// Whether a call never returned, which ended this race.
        var isStuck = false

        init(_ entry: StressPlan.Entry) {
            subject = entry.target.subject
            race = entry.target.race
            variant = entry.variant
        }

        var id: String { "\(subject): \(race)" }

        mutating func add(_ outcome: StressOutcome) {
            rounds += outcome.rounds
            violations.merge(outcome.violations, uniquingKeysWith: +)
            first = first ?? outcome.first
            isStuck = isStuck || outcome.isStuck
        }
    }

    var schema = StressResults.schema
    let seed: UInt64
    /// Nil when every race was asked for.
    let filter: String?
    let environment: Environment
    /// How long the races took, in seconds.
    var seconds = 0.0
    /// Whether every race had its rounds, at least one block of them.
    var complete = false
    var races: [Race]

    init(plan: StressPlan, seed: UInt64, filter: String?, environment: Environment) {
        self.seed = seed
        self.filter = filter
        self.environment = environment
        races = plan.entries.map(Race.init)
    }

    var rounds: Int { StressResults.sum(races.map(\.rounds)) }
    var violations: Int { StressResults.sum(races.flatMap(\.violations.values)) }

    /// As many as can be counted where there are more.
    private static func sum(_ numbers: [Int]) -> Int {
        numbers.reduce(0) { sum, number in
            let (more, overflows) = sum.addingReportingOverflow(number)
            return overflows ? (number > 0 ? .max : .min) : more
        }
    }

    /// The exit code of a run that ended like this.
    var exitCode: ExitCode {
        if violations > 0 { return .failure }
        return complete ? .success : .interrupted
    }

    init(json: Data) throws {
        self = try JSONDecoder().decode(StressResults.self, from: json)
    }
}
