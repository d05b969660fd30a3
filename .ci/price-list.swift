// swift .ci/price-list.swift [--check] RESULTS PAGE
//
// Writes the table between `<!-- prices -->` and `<!-- /prices -->` on the page from a results file of `rxbench run`: what each
// workload takes on both cores. `--check` writes nothing; exit status 1: the page has another table.
import Foundation

struct Results: Decodable {
    struct Environment: Decodable { let commit, compiler, processor, date: String }
    struct Row: Decodable {
        struct Time: Decodable {
            struct Figure: Decodable { let median: Double }
            let nanosecondsPerEvent: Figure
        }
        struct Allocations: Decodable {
            struct Count: Decodable { let mallocs: Double }
            let perEvent, perSubscription: Count
        }

        let benchmark, variant, title, kind, unit: String
        let time: Time?
        let allocations: Allocations?
    }

    let environment: Environment
    let rows: [Row]
}

func figure(_ value: Double?) -> String {
    guard let value else { return "–" }
    return String(format: value < 10 ? "%.1f" : "%.0f", value)
}

func table(of results: Results) -> [String] {
    let workloads = results.rows.filter { $0.kind == "workload" }
    let order = Set(workloads.map(\.benchmark)).sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    let environment = results.environment
    let lines = order.compactMap { name -> String? in
        let rows = workloads.filter { $0.benchmark == name }
        guard let lock = rows.first(where: { $0.variant == "lock" }), let queue = rows.first(where: { $0.variant == "queue" })
        else { return nil }
        let times = [lock, queue].map { figure($0.time?.nanosecondsPerEvent.median) }
        let mallocs = [lock, queue].map { figure($0.allocations?.perSubscription.mallocs) }
        return "| \(name) | \(lock.title) | \(lock.unit) | \(times[0]) | \(times[1]) | \(mallocs[0]) | \(mallocs[1]) |"
    }
    return [
        "\(environment.compiler), \(environment.processor), \(environment.date.prefix(10)), commit \(environment.commit.prefix(7)).", "",
        "| | workload | for each | lock, ns | queue, ns | lock, mallocs | queue, mallocs |",
        "|---|---|---|---|---|---|---|",
    ] + lines
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isCheck = arguments.first == "--check"
if isCheck { arguments.removeFirst() }
guard arguments.count == 2 else {
    print("usage: price-list.swift [--check] RESULTS PAGE")
    exit(64)
}
let results = try JSONDecoder().decode(Results.self, from: Data(contentsOf: URL(fileURLWithPath: arguments[0])))
let page = try String(contentsOfFile: arguments[1], encoding: .utf8)
guard let begin = page.range(of: "<!-- prices -->\n"), let end = page.range(of: "<!-- /prices -->") else {
    print("\(arguments[1]): no place for prices")
    exit(1)
}
let text = page[..<begin.upperBound] + (table(of: results).joined(separator: "\n") + "\n") + page[end.lowerBound...]
if isCheck {
    if text != page { print("\(arguments[1]): its prices aren't those of \(arguments[0]); Scripts/docs --pages writes them") }
    exit(text == page ? 0 : 1)
}
try String(text).write(toFile: arguments[1], atomically: true, encoding: .utf8)
