// swift .ci/price-list.swift [--check] PAGE RESULTS [COUNTS UNBIASED]
// swift .ci/price-list.swift [--check] PAGE COUNTS UNBIASED
//
// Writes the table between `<!-- prices -->` and `<!-- /prices -->` on the page from a results file of `rxbench run`: what each
// workload takes on both cores. With what `rxbench counts` wrote and a baseline of `RX_BIAS=0`: what it takes without guarantees and
// on both cores, in time, instructions and atomic instructions. From those alone: what an event executes.
// RESULTS and COUNTS may each be several files of one run with commas between. `--check` writes nothing; exit status 1: the page has another table.
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
    var rows: [Row]
}

/// The counts without bias, as `baseline-unbiased.json` has them: a row is an array, and its figures a text.
struct Unbiased {
    private var atomics: [String: Double] = [:]

    init(_ path: String) throws {
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any]
        guard let place = (file?["kinds"] as? [String])?.firstIndex(of: "atomics") else { return }
        for row in file?["rows"] as? [[Any]] ?? [] {
            let words = (row[4] as? String)?.split(separator: " ") ?? []
            guard let name = row[0] as? String, let variant = row[1] as? String, words.count > place else { continue }
            atomics["\(name) \(variant)"] = Double(words[place].prefix { $0 != "~" })
        }
    }

    /// Atomic instructions of an event; nil where several threads are at work.
    func atomics(_ benchmark: String, _ variant: String) -> Double? { atomics["\(benchmark) \(variant)"] }
}

/// What `rxbench counts` wrote.
struct Counts: Decodable {
    struct Environment: Decodable { let commit: String }
    struct Row: Decodable {
        struct Figures: Decodable { let perEvent: [String: Figure] }
        struct Figure: Decodable {
            let value: Double
            let stability: String
            let low: Double?
        }

        let benchmark, variant: String
        let counts: Figures?
    }

    let environment: Environment
    var rows: [Row]

    /// Of an event.
    func figure(_ benchmark: String, _ variant: String, _ kind: String) -> Row.Figure? {
        rows.first { $0.benchmark == benchmark && $0.variant == variant }?.counts?.perEvent[kind]
    }

    /// Whether threads meet differently each time: then instructions are counted as no more than a report, or not at all.
    func isThreaded(_ benchmark: String) -> Bool {
        if let instructions = figure(benchmark, "lock", "instructions") { return instructions.stability == "reportOnly" }
        return figure(benchmark, "lock", "mallocs")?.stability == "banded"
    }

    /// What a table shows of an event: of mallocs of several threads the least, which is what is compared.
    func shown(_ benchmark: String, _ variant: String, _ kind: String) -> Double? {
        figure(benchmark, variant, kind).map { isThreaded(benchmark) && $0.stability == "banded" ? $0.low ?? $0.value : $0.value }
    }
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
func table(of results: Results, _ counts: Counts, _ unbiased: Unbiased) -> [String] {
    let workloads = results.rows.filter { $0.kind == "workload" }
    let lines = order(workloads).compactMap { name -> String? in
        guard let any = workloads.first(where: { $0.benchmark == name }) else { return nil }
        func three(_ figure: (String) -> String?) -> String {
            ["unchecked", "lock", "queue"].map { figure($0) ?? "–" }.joined(separator: " / ")
        }
        let isThreaded = counts.isThreaded(name)
        func count(_ variant: String, _ kind: String) -> String? {
            let isAbout = isThreaded || counts.figure(name, variant, kind)?.stability == "reportOnly"
            return counts.shown(name, variant, kind).map { (isAbout ? "~" : "") + String(format: "%.0f", abs($0)) }
        }
        let cells = [
            three { variant in
                let row = workloads.first { $0.benchmark == name && $0.variant == variant }
                return row?.time.map { figure($0.nanosecondsPerEvent.median) }
            },
            // Of threads that meet differently each time, instructions say little.
            isThreaded ? "–" : three { count($0, "instructions") },
            three { count($0, "atomics") }, three { unbiased.atomics(name, $0).map { String(format: "%.0f", abs($0)) } },
        ]
        return "| \(name) | \(any.title) | \(any.unit) | " + cells.joined(separator: " | ") + " |"
    }
    return [
        "\(source(results.environment)) Counts: commit \(counts.environment.commit.prefix(7)).", "",
        "| | workload | for each | ns | instructions | atomics | atomics without bias |",
        "|---|---|---|---|---|---|---|",
    ] + lines
}

/// What an event executes with the lock core and the queue core.
func table(of counts: Counts, _ unbiased: Unbiased) -> [String] {
    func number(_ value: Double) -> String {
        value < 0.0005 ? "0" : String(format: value < 0.1 ? "%.3f" : value < 9.95 ? "%.1f" : "%.0f", value)
    }
    let names = Set(counts.rows.map(\.benchmark)).sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    let kinds = ["instructions", "retains", "releases", "mallocs", "accesses", "atomics"]
    let lines = names.compactMap { name -> String? in
        func two(_ figure: (String) -> Double?) -> String {
            let cells = ["lock", "queue"].compactMap(figure).map(number)
            return cells.count < 2 ? "–" : cells[0] == cells[1] ? cells[0] : cells.joined(separator: " / ")
        }
        let about = counts.isThreaded(name) ? "~" : ""
        let cells = kinds.map { kind in
            let cell = two { counts.shown(name, $0, kind) }
            return cell == "–" ? cell : about + cell
        } + [two { unbiased.atomics(name, $0) }]
        return "| \(name) | " + cells.joined(separator: " | ") + " |"
    }
    return [
        "Commit \(counts.environment.commit.prefix(7)).", "",
        "| | instructions | retains | releases | mallocs | exclusivity checks | atomics | without bias |",
        "|---|---|---|---|---|---|---|---|",
    ] + lines
}

func read<File: Decodable>(_ path: String) throws -> File {
    try JSONDecoder().decode(File.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
}

protocol Rows: Decodable {
    associatedtype Row
    var rows: [Row] { get set }
}

extension Results: Rows {}
extension Counts: Rows {}

/// - Parameter paths: files of one run, with commas between.
func merged<File: Rows>(_ paths: String) throws -> File {
    let files: [File] = try paths.split(separator: ",").map { try read(String($0)) }
    guard var all = files.first else { throw CocoaError(.fileNoSuchFile) }
    all.rows = files.flatMap(\.rows)
    return all
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isCheck = arguments.first == "--check"
if isCheck { arguments.removeFirst() }
let lines: [String]
switch arguments.count {
case 2: lines = table(of: try merged(arguments[1]))
case 3: lines = table(of: try merged(arguments[1]), try Unbiased(arguments[2]))
case 4: lines = table(of: try merged(arguments[1]), try merged(arguments[2]), try Unbiased(arguments[3]))
default:
    print("usage: price-list.swift [--check] PAGE RESULTS, or PAGE COUNTS UNBIASED, or PAGE RESULTS COUNTS UNBIASED")
    exit(64)
}
let path = arguments.removeFirst()
let page = try String(contentsOfFile: path, encoding: .utf8)
guard let begin = page.range(of: "<!-- prices -->\n"), let end = page.range(of: "<!-- /prices -->") else {
    print("\(path): no place for prices")
    exit(1)
}
let text = page[..<begin.upperBound] + (lines.joined(separator: "\n") + "\n") + page[end.lowerBound...]
if isCheck {
    if text != page { print("\(path): its prices aren't those of \(arguments.joined(separator: ", ")); Scripts/docs --pages writes them") }
    exit(text == page ? 0 : 1)
}
try String(text).write(toFile: path, atomically: true, encoding: .utf8)
