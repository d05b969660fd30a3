// swift .ci/check-results.swift RESULTS LISTING
//
// Whether a results file is what the listing of `rxbench list --json` promises: schema rxbench/1, complete and passed, and for
// every workload and scenario a row with times on each of the two cores.
import Foundation

struct Results: Decodable {
    struct Row: Decodable {
        struct Time: Decodable { let samples: [Double] }

        let benchmark: String
        let variant: String
        let time: Time?
    }

    let schema: String
    let complete: Bool
    let passed: Bool
    let rows: [Row]
}

struct Listed: Decodable {
    let id: String
    let kind: String
}

func read<Content: Decodable>(_ path: String) throws -> Content {
    try JSONDecoder().decode(Content.self, from: try Data(contentsOf: URL(fileURLWithPath: path)))
}

guard CommandLine.arguments.count == 3 else {
    print("usage: check-results.swift RESULTS LISTING")
    exit(64)
}
let results: Results = try read(CommandLine.arguments[1])
let listing: [Listed] = try read(CommandLine.arguments[2])

var defects: [String] = []
if listing.isEmpty { defects.append("the listing is empty") }
if results.schema != "rxbench/1" { defects.append("the schema is \(results.schema)") }
if !results.complete { defects.append("it is not complete") }
if !results.passed { defects.append("a row failed") }
let measured = Set(results.rows.filter { $0.time?.samples.isEmpty == false }.map { $0.benchmark + " " + $0.variant })
for benchmark in listing {
    for variant in benchmark.kind == "floor" ? ["-"] : ["lock", "queue"]
    where !measured.contains("\(benchmark.id) \(variant)") {
        defects.append("\(benchmark.id) on \(variant) has no times")
    }
}
for defect in defects { print("results file: \(defect)") }
if defects.isEmpty { print("\(measured.count) rows, every benchmark on every core") }
exit(defects.isEmpty ? 0 : 1)
