// swift .ci/latency-tables.swift [--check] PAGE RESULTS...
//
// Writes the tables of a page from results files of one `rxbench latency`: each between `<!-- latency: FIGURE: ROW ROW ... -->` and `<!-- /latency -->`,
// where a ROW is the id of a benchmark and FIGURE what is shown of it, such as `delay`, or `least share` for a figure that is one number, or `rate`. Between
// `<!-- latency: goal: FIGURE: MOST: PERCENTILE ...: ROW ROW ... -->` and the end it writes of what multiple of its floor each row is, those beyond MOST in
// bold; ROW>FLOOR,FLOOR names other floors, of which the best counts.
// `--check` writes nothing; exit status 1: the page has other tables.
import Foundation

struct Results: Decodable {
    struct Environment: Decodable { let commit, compiler, processor, date: String }
    struct Row: Decodable {
        struct Latency: Decodable {
            struct Distribution: Decodable {
                struct Figure: Decodable {
                    let value: Double
                    let hidden: Bool?
                }

                let unit: String
                let percentiles: [String: Figure]
            }

            let floor: String?
            /// Messages a second.
            let rate: Double?
            let distributions: [String: Distribution]
        }
        struct Metric: Decodable { let value: Double }

        let benchmark, variant: String
        let latency: Latency?
        let metrics: [String: Metric]?
        let missing: [String: String]?

        /// Whether so much was sent as was to be.
        var isLoaded: Bool { missing?["load"] == nil }
    }

    let environment: Environment
    let forks: Int
    var rows: [Row]
}

let shown = ["p50", "p99", "p99.9"]
let variants = ["lock", "queue", "lock.unbiased", "queue.unbiased"]

func short(_ value: Double) -> String { String(format: value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value == 0 ? "0" : "%.2f", value) }

func text(_ value: Double, _ unit: String) -> String {
    if unit != "ns" { return value >= 10_000 ? short(value / 1000) + "k" : String(format: "%.0f", value) }
    let scale = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")].first { value >= $0.0 } ?? (1, "ns")
    return "\(short(value / scale.0)) \(scale.1)"
}

func cell(_ row: Results.Row?, _ figure: String) -> String {
    guard let row else { return "–" }
    if figure == "rate", let rate = row.latency?.rate { return String(format: "%.2f M/s", rate / 1e6) }
    guard let found = row.latency?.distributions[figure] else {
        return row.metrics?[figure].map { short($0.value) } ?? "–"
    }
    return (row.isLoaded ? "" : "! ") + shown.map { name in
        found.percentiles[name].map { ($0.hidden == true ? "?" : "") + text($0.value, found.unit) } ?? "–"
    }.joined(separator: " / ")
}

func table(_ figure: String, _ ids: [String], of results: Results) -> [String] {
    func row(_ id: String, _ variant: String) -> Results.Row? { results.rows.first { $0.benchmark == id && $0.variant == variant } }
    if figure != "rate", ids.allSatisfy({ row($0, "-") != nil }) {  // What knows no cores.
        return ["| \(figure), \(shown.joined(separator: " / ")) | |", "|---|---|"] + ids.map { "| `\($0)` | \(cell(row($0, "-"), figure)) |" }
    }
    let isOne = figure == "rate" || ids.allSatisfy { row($0, "lock")?.latency?.distributions[figure] == nil }
    let what = isOne ? figure : "\(figure), \(shown.joined(separator: " / "))"
    let header = ["| \(what) | " + (variants + ["by hand"]).joined(separator: " | ") + " |", "|---|" + String(repeating: "---|", count: variants.count + 1)]
    return header + ids.map { id in
        let floor = row(id, "lock")?.latency?.floor
        let cells = variants.map { cell(row(id, $0), figure) } + [cell(floor.flatMap { row($0, "-") }, figure)]
        return "| `\(id)` | \(cells.joined(separator: " | ")) |"
    }
}

/// - Parameter ids: rows, with other floors behind a `>`.
func goals(_ figure: String, most: Double, _ percentiles: [String], _ ids: [String], of results: Results) -> [String] {
    func value(_ id: String, _ variant: String, _ percentile: String) -> (value: Double, isHidden: Bool)? {
        let row = results.rows.first { $0.benchmark == id && $0.variant == variant }
        guard row?.isLoaded == true else { return nil }
        return row?.latency?.distributions[figure]?.percentiles[percentile].map { ($0.value, $0.hidden == true) }
    }
    let header = ["| \(figure) | at most | " + variants.joined(separator: " | ") + " |", "|---|---|" + String(repeating: "---|", count: variants.count)]
    return header + ids.flatMap { text -> [String] in
        let parts = text.components(separatedBy: ">"), id = parts[0]
        let own = results.rows.first { $0.benchmark == id }?.latency?.floor
        let floors = parts.count > 1 ? parts[1].components(separatedBy: ",") : own.map { [$0] } ?? []
        return percentiles.map { percentile in
            let floor = floors.compactMap { value($0, "-", percentile) }.min { $0.value < $1.value }
            let cells = variants.map { variant -> String in
                guard let floor, let found = value(id, variant, percentile) else { return "–" }
                // To wait behind no event counts as behind one.
                let isInEvents = figure == "delay in events"
                let multiple = (found.value + (isInEvents ? 1 : 0)) / max(1, floor.value + (isInEvents ? 1 : 0))
                let text = (found.isHidden || floor.isHidden ? "?" : "") + String(format: "%.2f", multiple)
                return multiple > most ? "**\(text)**" : text
            }
            return "| `\(id)`, \(percentile) | \(most) | \(cells.joined(separator: " | ")) |"
        }
    }
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isCheck = arguments.first == "--check"
if isCheck { arguments.removeFirst() }
guard arguments.count >= 2 else {
    print("usage: latency-tables.swift [--check] PAGE RESULTS...")
    exit(64)
}
let path = arguments.removeFirst()
var results = try JSONDecoder().decode(Results.self, from: Data(contentsOf: URL(fileURLWithPath: arguments[0])))
for other in arguments.dropFirst() {
    results.rows += try JSONDecoder().decode(Results.self, from: Data(contentsOf: URL(fileURLWithPath: other))).rows
}
let page = try String(contentsOfFile: path, encoding: .utf8)
let start = "<!-- latency: ", end = "<!-- /latency -->"
func requireRows(_ ids: [String]) {
    guard let absent = ids.first(where: { id in !results.rows.contains { $0.benchmark == id } }) else { return }
    print("\(path): \(arguments.joined(separator: ", ")) have no row \(absent)")
    exit(1)
}

var lines: [String] = [], isInside = false
for line in page.components(separatedBy: "\n") {
    if line == end { isInside = false }
    if !isInside { lines.append(line) }
    guard line.hasPrefix(start) else { continue }
    isInside = true
    let words = line.dropFirst(start.count).dropLast(4).components(separatedBy: ": ")
    if words[0] == "source" {
        let environment = results.environment
        lines.append("\(environment.compiler), \(environment.processor), \(environment.date.prefix(10)), commit \(environment.commit.prefix(7)), \(results.forks) processes a row.")
        continue
    }
    if words[0] == "goal", words.count == 5, let most = Double(words[2]) {
        let ids = words[4].components(separatedBy: " ")
        requireRows(ids.flatMap { $0.components(separatedBy: ">").flatMap { $0.components(separatedBy: ",") } })
        lines += goals(words[1], most: most, words[3].components(separatedBy: " "), ids, of: results)
        continue
    }
    guard words.count == 2 else {
        print("\(path): no table is '\(line)'")
        exit(1)
    }
    let ids = words[1].split(separator: " ").map(String.init)
    requireRows(ids)
    lines += table(words[0], ids, of: results)
}
let text = lines.joined(separator: "\n")
if isCheck {
    if text != page { print("\(path): its tables aren't those of \(arguments.joined(separator: ", ")): Scripts/docs --pages writes them") }
    exit(text == page ? 0 : 1)
}
try text.write(toFile: path, atomically: true, encoding: .utf8)
