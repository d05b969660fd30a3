// swift .ci/check-results.swift RESULTS LISTING
//
// Whether a results file is what the listing of `rxbench list --json` promises: schema rxbench/1, complete and passed; and of a run for every
// workload and scenario a row with times on each of the two cores, of `latency` for every benchmark of latency a row on each of its variants, with
// percentiles in their order. Where the file was made with a filter, of those that its order names.
import Foundation

struct Results: Decodable {
    struct Row: Decodable {
        struct Time: Decodable { let samples: [Double] }
        struct Latency: Decodable {
            let distributions: [String: Distribution]
            let jitter: Distribution
        }
        struct Distribution: Decodable {
            struct Figure: Decodable { let value: Double }
            struct Histogram: Decodable {
                let count: Int
                let largest: Double
            }

            let percentiles: [String: Figure]
            let histogram: Histogram
        }
        struct Failure: Decodable { let message: String }

        let benchmark: String
        let variant: String
        let time: Time?
        let latency: Latency?
        let failure: Failure?
    }

    let schema: String
    let command: String?
    let filter: String?
    let order: [String]
    let complete: Bool
    let passed: Bool
    let rows: [Row]
}

struct Listed: Decodable {
    struct Latency: Decodable { let senders: Int }

    let id: String
    let kind: String
    let variants: [String]
    let latency: Latency?
}

func read<Content: Decodable>(_ path: String) throws -> Content {
    try JSONDecoder().decode(Content.self, from: try Data(contentsOf: URL(fileURLWithPath: path)))
}

guard CommandLine.arguments.count == 3 else {
    print("usage: check-results.swift RESULTS LISTING")
    exit(64)
}
let results: Results = try read(CommandLine.arguments[1])
let all: [Listed] = try read(CommandLine.arguments[2])
let isOfLatency = results.command == "latency"
// The catalogue is counted, where each row checks its results, too; it is timed on request.
let listing = all.filter {
    $0.kind != "catalogue" && ($0.latency != nil) == isOfLatency && (!isOfLatency || results.filter == nil || results.order.contains($0.id))
}

var defects: [String] = []
if listing.isEmpty { defects.append("the listing has nothing of it") }
if results.schema != "rxbench/1" { defects.append("the schema is \(results.schema)") }
if !results.complete { defects.append("it is not complete") }
if !results.passed { defects.append("a row failed") }
for row in results.rows {
    if let failure = row.failure { defects.append("\(row.benchmark) on \(row.variant) failed: \(failure.message)") }
}

/// What is wrong with a distribution; nil where all is well: each percentile is no less than the one before, and none is above the largest value.
func defect(_ distribution: Results.Row.Distribution) -> String? {
    if distribution.histogram.count <= 0 { return "has no values" }
    let names = ["p50", "p90", "p99", "p99.9", "p99.99"]
    if let unknown = distribution.percentiles.keys.first(where: { !names.contains($0) }) { return "has a percentile \(unknown)" }
    let known = names.compactMap { name in distribution.percentiles[name].map { (name, $0.value) } } + [("max", distribution.histogram.largest)]
    let wrong = zip(known, known.dropFirst()).first { $0.1 > $1.1 }
    return wrong.map { "has a \($0.0) of \($0.1) and a \($1.0) of \($1.1)" }
}

let measured: Set<String>
if isOfLatency {
    let rows = results.rows.filter { $0.latency?.distributions.isEmpty == false }
    measured = Set(rows.map { $0.benchmark + " " + $0.variant })
    for row in rows {
        let distributions = (row.latency?.distributions ?? [:]).sorted { $0.key < $1.key } + (row.latency.map { [("jitter", $0.jitter)] } ?? [])
        for (name, distribution) in distributions {
            if let found = defect(distribution) { defects.append("\(row.benchmark) on \(row.variant): \(name) \(found)") }
        }
    }
} else {
    measured = Set(results.rows.filter { $0.time?.samples.isEmpty == false }.map { $0.benchmark + " " + $0.variant })
}
for benchmark in listing {
    let variants = isOfLatency ? benchmark.variants : benchmark.kind == "floor" ? ["-"] : ["lock", "queue"]
    for variant in variants where !measured.contains("\(benchmark.id) \(variant)") {
        defects.append("\(benchmark.id) on \(variant) has no \(isOfLatency ? "latency" : "times")")
    }
}
for defect in defects { print("results file: \(defect)") }
if defects.isEmpty { print("\(measured.count) rows, every benchmark on every \(isOfLatency ? "variant" : "core")") }
exit(defects.isEmpty ? 0 : 1)
