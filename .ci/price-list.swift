// swift .ci/price-list.swift [--check] RESULTS PAGE [ATOMICS]
// swift .ci/price-list.swift [--check] ATOMICS PAGE
//
// Writes the table between `<!-- prices -->` and `<!-- /prices -->` on the page from a results file of `rxbench run`: what each
// workload takes on both cores. With what Scripts/atomics wrote: what it takes without guarantees and on both cores, in time,
// instructions and atomic instructions. From that alone: what an event executes, and of which functions the instructions are.
// `--check` writes nothing; exit status 1: the page has another table.
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

/// What Scripts/atomics wrote.
struct Atomics: Decodable {
    struct Row: Decodable {
        let benchmark, variant: String
        let own, ownUnbiased, references, instructions, retains, releases, mallocs, accesses: Double
        let functions: [Function]

        struct Function: Decodable {
            let name: String
            let instructions: Double
        }
    }

    let commit: String
    let rows: [Row]
}

func figure(_ value: Double?) -> String {
    guard let value else { return "–" }
    return String(format: value < 10 ? "%.1f" : "%.0f", value)
}

/// The benchmarks of these rows.
func order(_ rows: [Results.Row]) -> [String] {
    Set(rows.map(\.benchmark)).sorted { $0.compare($1, options: .numeric) == .orderedAscending }
}

func source(_ environment: Results.Environment) -> String {
    "\(environment.compiler), \(environment.processor), \(environment.date.prefix(10)), commit \(environment.commit.prefix(7))."
}

func table(of results: Results) -> [String] {
    let workloads = results.rows.filter { $0.kind == "workload" }
    let lines = order(workloads).compactMap { name -> String? in
        let rows = workloads.filter { $0.benchmark == name }
        guard let lock = rows.first(where: { $0.variant == "lock" }), let queue = rows.first(where: { $0.variant == "queue" })
        else { return nil }
        let times = [lock, queue].map { figure($0.time?.nanosecondsPerEvent.median) }
        let mallocs = [lock, queue].map { figure($0.allocations?.perSubscription.mallocs) }
        return "| \(name) | \(lock.title) | \(lock.unit) | \(times[0]) | \(times[1]) | \(mallocs[0]) | \(mallocs[1]) |"
    }
    return [
        source(results.environment), "",
        "| | workload | for each | lock, ns | queue, ns | lock, mallocs | queue, mallocs |",
        "|---|---|---|---|---|---|---|",
    ] + lines
}

/// Without guarantees, with the lock core, with the queue core.
func table(of results: Results, _ atomics: Atomics) -> [String] {
    let workloads = results.rows.filter { $0.kind == "workload" }
    let lines = order(workloads).compactMap { name -> String? in
        guard let any = workloads.first(where: { $0.benchmark == name }) else { return nil }
        let isThreaded = !workloads.contains { $0.benchmark == name && $0.variant == "unchecked" }
        func three(_ figure: (String) -> String?) -> String {
            ["unchecked", "lock", "queue"].map { figure($0) ?? "–" }.joined(separator: " / ")
        }
        func count(_ variant: String, _ field: KeyPath<Atomics.Row, Double>) -> String? {
            guard let row = atomics.rows.first(where: { $0.benchmark == name && $0.variant == variant }) else { return nil }
            return (isThreaded ? "~" : "") + String(format: "%.0f", abs(row[keyPath: field]))
        }
        let cells = [
            three { variant in
                let row = workloads.first { $0.benchmark == name && $0.variant == variant }
                return row?.time.map { figure($0.nanosecondsPerEvent.median) }
            },
            // Of threads that meet differently each time, instructions say little.
            isThreaded ? "–" : three { count($0, \.instructions) },
            three { count($0, \.own) }, three { count($0, \.ownUnbiased) }, count("lock", \.references) ?? "–",
        ]
        return "| \(name) | \(any.title) | \(any.unit) | " + cells.joined(separator: " | ") + " |"
    }
    return [
        "\(source(results.environment)) Counts: commit \(atomics.commit.prefix(7)).", "",
        "| | workload | for each | ns | instructions | atomics | atomics without bias | atomics of reference counts |",
        "|---|---|---|---|---|---|---|---|",
    ] + lines
}

/// What an event executes with the lock core and the queue core, and where.
func table(of atomics: Atomics) -> [String] {
    func number(_ value: Double) -> String {
        value < 0.0005 ? "0" : String(format: value < 0.1 ? "%.3f" : value < 9.95 ? "%.1f" : "%.0f", value)
    }
    let names = Set(atomics.rows.map(\.benchmark)).sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    let lines = names.compactMap { name -> String? in
        let rows = ["lock", "queue"].compactMap { core in atomics.rows.first { $0.benchmark == name && $0.variant == core } }
        guard let lock = rows.first, rows.count == 2 else { return nil }
        // Threads meet differently each time; without guarantees they can't be counted.
        let about = atomics.rows.contains { $0.benchmark == name && $0.variant == "unchecked" } ? "" : "~"
        func two(_ field: KeyPath<Atomics.Row, Double>) -> String {
            let cells = rows.map { number($0[keyPath: field]) }
            return about + (cells[0] == cells[1] ? cells[0] : cells.joined(separator: " / "))
        }
        let parts = lock.functions.map { function in
            let name = function.name.replacingOccurrences(of: "|", with: "\\|")
            return "\(number(function.instructions)) `\(name.count > 70 ? name.prefix(69) + "…" : name)`"
        }
        let cells = [
            two(\.instructions), two(\.retains), two(\.releases), two(\.mallocs), two(\.accesses), two(\.own), two(\.ownUnbiased),
            parts.joined(separator: ", "),
        ]
        return "| \(name) | " + cells.joined(separator: " | ") + " |"
    }
    return [
        "Commit \(atomics.commit.prefix(7)).", "",
        "| | instructions | retains | releases | mallocs | exclusivity checks | atomics | without bias | of the lock core's instructions |",
        "|---|---|---|---|---|---|---|---|---|",
    ] + lines
}

func read<File: Decodable>(_ path: String) throws -> File {
    try JSONDecoder().decode(File.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isCheck = arguments.first == "--check"
if isCheck { arguments.removeFirst() }
guard arguments.count == 2 || arguments.count == 3 else {
    print("usage: price-list.swift [--check] RESULTS PAGE [ATOMICS], or [--check] ATOMICS PAGE")
    exit(64)
}
let lines: [String]
if let atomics: Atomics = try? read(arguments[0]), arguments.count == 2 {
    lines = table(of: atomics)
} else {
    let results: Results = try read(arguments[0])
    lines = arguments.count == 2 ? table(of: results) : table(of: results, try read(arguments[2]))
}
let page = try String(contentsOfFile: arguments[1], encoding: .utf8)
guard let begin = page.range(of: "<!-- prices -->\n"), let end = page.range(of: "<!-- /prices -->") else {
    print("\(arguments[1]): no place for prices")
    exit(1)
}
let text = page[..<begin.upperBound] + (lines.joined(separator: "\n") + "\n") + page[end.lowerBound...]
if isCheck {
    if text != page { print("\(arguments[1]): its prices aren't those of \(arguments.filter { $0 != arguments[1] }.joined(separator: ", ")); Scripts/docs --pages writes them") }
    exit(text == page ? 0 : 1)
}
try String(text).write(toFile: arguments[1], atomically: true, encoding: .utf8)
