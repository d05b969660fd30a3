// swift .ci/operator-costs.swift [--check] PAGE BASELINE [TIMES]
//
// Writes the tables of the page "What operators cost" between `<!-- costs -->` and `<!-- /costs -->`: a line for each use of a name in the
// catalogue, times from a results file of `rxbench run --kind catalogue,floor`, counts from the gate's baseline. Without TIMES the page keeps its times, and
// rows that it has no times of get a dash. `--check` writes nothing; exit status 1: the counts, or the rows, are others than the page has.
import Foundation

struct Results: Decodable {
    struct Environment: Decodable { let commit, compiler, processor, date: String }
    struct Row: Decodable {
        struct Time: Decodable {
            struct Figure: Decodable { let median: Double }
            let nanosecondsPerEvent: Figure
        }
        let benchmark, variant, title: String
        let time: Time?
    }

    let environment: Environment
    let rows: [Row]
}

/// What an event takes on each core, by the row's name.
struct Baseline {
    private(set) var events: [String: [String: [String: Double]]] = [:]
    let commit: String

    init(_ path: String) throws {
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any]
        let kinds = file?["kinds"] as? [String] ?? []
        commit = file?["commit"] as? String ?? ""
        for row in file?["rows"] as? [[Any]] ?? [] {
            guard let name = row[0] as? String, let variant = row[1] as? String, let words = (row[4] as? String)?.split(separator: " ") else { continue }
            var figures: [String: Double] = [:]
            for (kind, word) in zip(kinds, words) { figures[kind] = Double(word.prefix { $0 != "~" && $0 != "!" }) }
            events[name, default: [:]][variant] = figures
        }
    }
}

let cores = ["lock", "queue"]

/// One figure where both cores have the same.
func cell(_ figures: [String?]) -> String {
    let known = figures.compactMap { $0 }
    return known.isEmpty ? "–" : Set(known).count == 1 ? known[0] : known.joined(separator: " / ")
}

func number(_ value: Double) -> String {
    value < 0.0005 ? "0" : String(format: value < 0.095 ? "%.3f" : value < 9.95 ? "%.1f" : "%.0f", value).replacingOccurrences(of: "\\.0$", with: "", options: .regularExpression)
}

func count(_ baseline: Baseline, _ row: String, _ kind: String) -> String {
    let variants = baseline.events[row] ?? [:]
    return cell((variants["-"] != nil ? ["-"] : cores).map { variants[$0]?[kind].map { number(abs($0)) } })
}

/// Times that a page has, by its row's name, and the sentence that says where they are from.
struct Page {
    let text: String
    private(set) var cells: [String: [String]] = [:]
    private(set) var source = ""

    /// One name may stand for a use, in one table, and for a row of its own, in another.
    static func key(_ name: String, isUse: Bool) -> String { isUse ? name : name + " alone" }

    init(_ path: String) throws {
        text = try String(contentsOfFile: path, encoding: .utf8)
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("Times: ") { source = line.components(separatedBy: " Counts: ")[0] }
            let cells = line.components(separatedBy: " | ")
            if line.hasPrefix("| `"), let name = cells.first { self.cells[Page.key(String(name.dropFirst(3).dropLast()), isUse: cells.count > 8)] = cells }
        }
    }
}

struct Times {
    private var medians: [String: [String: Double]] = [:]
    private(set) var titles: [String: String] = [:]

    init(_ results: Results) {
        for row in results.rows {
            medians[row.benchmark, default: [:]][row.variant] = row.time?.nanosecondsPerEvent.median
            titles[row.benchmark] = row.title
        }
    }

    func text(_ row: String) -> String {
        let variants = medians[row] ?? [:]
        return cell((variants["-"] != nil ? ["-"] : cores).map { variants[$0].map(number) })
    }

    func multiple(_ row: String, of twin: String) -> String {
        cell(cores.map { core in
            guard let one = medians[row]?[core], let other = medians[twin]?[core], other > 0 else { return nil }
            return number(one / other)
        })
    }
}

let aspects = ["event", "subscribe", "error", "dispose"]
let traits = ["driver": "Driver", "signal": "Signal", "infallible": "Infallible", "single": "Single", "maybe": "Maybe", "completable": "Completable"]

/// A name's place, so that all of one family stand together.
func family(of use: String) -> String {
    let first = use.components(separatedBy: "/")[0]
    if let trait = traits[first] { return trait }
    if first.hasPrefix("neighbour.") { return "The toolchain's own means" }
    return first.first?.isUppercase == true ? "Subjects, relays, schedulers and disposables" : "Operators"
}

let families = ["Operators"] + traits.values.sorted() + ["Subjects, relays, schedulers and disposables", "The toolchain's own means"]

/// The lines between the marks.
func lines(_ baseline: Baseline, _ times: Times?, _ page: Page, source: String) -> [String] {
    var uses: [String] = [], others: [String] = []
    for row in baseline.events.keys.sorted(by: { $0.compare($1, options: .numeric) == .orderedAscending }) {
        let words = row.components(separatedBy: "/")
        if words.last == "composed" || row.hasPrefix("floor.") || row.hasPrefix("real.") { continue }
        if let aspect = words.last, words.count > 1, aspects.contains(aspect), baseline.events[row]?["-"] == nil {
            if aspect == "event" || !uses.contains(words.dropLast().joined(separator: "/")) { uses.append(words.dropLast().joined(separator: "/")) }
        } else {
            others.append(row)
        }
    }
    uses = uses.reduce(into: []) { if $0.last != $1 && !$0.contains($1) { $0.append($1) } }
    func kept(_ name: String, _ column: Int, isUse: Bool = true) -> String { page.cells[Page.key(name, isUse: isUse)].flatMap { $0.indices.contains(column) ? $0[column] : nil } ?? "–" }
    func title(_ row: String, _ name: String, isUse: Bool = true) -> String {
        guard let times else { return kept(name, 1, isUse: isUse) }
        let title = times.titles[row] ?? "–"
        return (aspects.contains(row.components(separatedBy: "/").last ?? "") ? String(title.prefix(upTo: title.range(of: ": ", options: .backwards)?.lowerBound ?? title.endIndex)) : title)
            .replacingOccurrences(of: "|", with: "\\|")
    }
    var lines = ["\(source) Counts: commit \(baseline.commit.prefix(7))."]
    for heading in families {
        let own = uses.filter { family(of: $0) == heading }, single = others.filter { family(of: $0) == heading && isOfCatalogue($0) }
        if own.isEmpty, single.isEmpty { continue }
        lines += ["", "## \(heading)", ""]
        if !own.isEmpty {
            lines += ["| name | use | ns | composed:fused | instructions | mallocs | retains | atomics | to subscribe, ns | mallocs | instructions |", "|---|---|---|---|---|---|---|---|---|---|---|"]
            for use in own {
                let event = use + "/event", subscribe = use + "/subscribe"
                let timed = times.map { [$0.text(event), $0.multiple(event + "/composed", of: event), $0.text(subscribe)] } ?? [kept(use, 2), kept(use, 3), kept(use, 8)]
                let first = aspects.map { "\(use)/\($0)" }.first { baseline.events[$0] != nil } ?? event
                let cells = [title(first, use), timed[0], timed[1]] + ["instructions", "mallocs", "retains", "atomics"].map { count(baseline, event, $0) }
                    + [timed[2], count(baseline, subscribe, "mallocs"), count(baseline, subscribe, "instructions")]
                lines.append("| `\(use)` | \(cells.joined(separator: " | ")) |")
            }
            if !single.isEmpty { lines.append("") }
        }
        if !single.isEmpty {
            lines += ["| name | what | ns | instructions | mallocs | retains | atomics |", "|---|---|---|---|---|---|---|"]
            for row in single {
                let cells = [title(row, row, isUse: false), times?.text(row) ?? kept(row, 2, isUse: false)] + ["instructions", "mallocs", "retains", "atomics"].map { count(baseline, row, $0) }
                lines.append("| `\(row)` | \(cells.joined(separator: " | ")) |")
            }
        }
    }
    return lines
}

/// Workloads aren't: they stand in the tables of prices.
func isOfCatalogue(_ row: String) -> Bool { row.first?.isUppercase == true || row.hasPrefix("neighbour.") || traits[row.components(separatedBy: "/")[0]] != nil || row.hasPrefix("control") }

var arguments = Array(CommandLine.arguments.dropFirst())
let isCheck = arguments.first == "--check"
if isCheck { arguments.removeFirst() }
guard (2...3).contains(arguments.count) else {
    print("usage: operator-costs.swift [--check] PAGE BASELINE [TIMES]")
    exit(64)
}
let page = try Page(arguments[0]), baseline = try Baseline(arguments[1])
var times: Times?, source = page.source
if arguments.count > 2 {
    let results = try JSONDecoder().decode(Results.self, from: Data(contentsOf: URL(fileURLWithPath: arguments[2])))
    let environment = results.environment
    times = Times(results)
    source = "Times: \(environment.compiler), \(environment.processor), \(environment.date.prefix(10)), commit \(environment.commit.prefix(7))."
}
guard let begin = page.text.range(of: "<!-- costs -->\n"), let end = page.text.range(of: "<!-- /costs -->") else {
    print("\(arguments[0]): no place for costs")
    exit(1)
}
let written = page.text[..<begin.upperBound] + (lines(baseline, times, page, source: source).joined(separator: "\n") + "\n") + page.text[end.lowerBound...]
if isCheck {
    if written != page.text { print("\(arguments[0]): its counts aren't those of \(arguments[1]); Scripts/docs --pages writes them") }
    exit(written == page.text ? 0 : 1)
}
try String(written).write(toFile: arguments[0], atomically: true, encoding: .utf8)
