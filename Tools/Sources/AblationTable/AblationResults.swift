import Foundation

/// As much of a results file of `rxbench` (schema `rxbench/2`) as the tables need. What the file leaves out stays nil, and `missing` says why.
struct AblationResults: Decodable {
    struct Environment: Decodable {
        let compiler, processor, os, commit, date, optimisation, sources, boot: String?
        let cores: Int?
        let dirty: Bool?
    }

    struct Estimate: Decodable {
        let median: Double
    }

    struct Time: Decodable {
        let nanosecondsPerEvent: Estimate?
    }

    struct Count: Decodable {
        let value: Double
    }

    struct Counts: Decodable {
        let perEvent, perSubscription: [String: Count]
    }

    struct Metric: Decodable {
        let value: Double
        let unit: String
    }

    struct Heap: Decodable {
        struct State: Decodable {
            let allocated: Double
        }

        let before, peak: State?
    }

    struct Percentile: Decodable {
        let value: Double
        let hidden: Bool?
    }

    struct Histogram: Decodable {
        let largest: Double
    }

    struct Distribution: Decodable {
        let unit: String
        let percentiles: [String: Percentile]
        let missing: [String: String]?
        let histogram: Histogram?
    }

    struct Latency: Decodable {
        let distributions: [String: Distribution]
    }

    struct Failure: Decodable {
        let message: String
    }

    struct Row: Decodable {
        let benchmark, kind, variant: String
        let inconclusive: String?
        let failure: Failure?
        let time: Time?
        let counts: Counts?
        let heap: Heap?
        let latency: Latency?
        let metrics: [String: Metric]?
        let missing: [String: String]?

        var place: AblationPlace { AblationPlace(benchmark: benchmark, variant: variant) }
    }

    /// How a time grows: what `rxbench fit` measures.
    struct Fit: Decodable {
        struct Point: Decodable {
            let size: Int
            let cost: Double
        }

        let scaling, variant: String
        let points: [Point]

        var place: AblationPlace { AblationPlace(benchmark: scaling, variant: variant) }
    }

    let schema: String
    let complete: Bool
    let filter: String?
    let environment: Environment
    let rows: [Row]
    let fits: [Fit]?

    /// Of each workload; floors and the like have no part in it.
    func figures(_ kind: AblationFolder.Kind) -> [AblationPlace: [AblationMeasure: AblationFigure]] {
        if kind == .growth { return Dictionary(uniqueKeysWithValues: (fits ?? []).map { ($0.place, $0.figures) }) }
        return Dictionary(uniqueKeysWithValues: rows.filter { $0.kind == "workload" }.map { ($0.place, $0.figures(kind)) })
    }

    /// - Parameter name: the file's, for messages.
    static func read(_ data: Data, name: String) throws -> AblationResults {
        let results: AblationResults
        do { results = try JSONDecoder().decode(AblationResults.self, from: data) } catch {
            throw AblationFailure("\(name) is no results file: \(reason(of: error))")
        }
        guard results.schema == "rxbench/2" else { throw AblationFailure("\(name) has the schema \(results.schema), not rxbench/2") }
        guard results.complete else { throw AblationFailure("\(name) is not complete: measure it anew") }
        let places = results.rows.map(\.place) + (results.fits ?? []).map(\.place)
        guard Set(places).count == places.count else { throw AblationFailure("\(name) has two rows of one name") }
        return results
    }

    private static func reason(of error: any Error) -> String {
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: ".")
        }
        return switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(context.codingPath.isEmpty ? "the file" : path(context)) has no \(key.stringValue)"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context): "\(path(context)) is of another type"
        default: "it is not the JSON that is expected"
        }
    }
}

/// A row of a file: a benchmark on one core.
struct AblationPlace: Hashable, Comparable, CustomStringConvertible {
    let benchmark, variant: String

    var description: String { variant == "-" ? benchmark : "\(benchmark) (\(variant))" }

    static func < (one: AblationPlace, other: AblationPlace) -> Bool { (one.benchmark, one.variant) < (other.benchmark, other.variant) }
}
