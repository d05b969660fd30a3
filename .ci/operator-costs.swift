// swift .ci/operator-costs.swift [--check] PAGE BASELINE [TIMES]
//
// Writes the tables of the page "What operators cost" between `<!-- costs -->` and `<!-- /costs -->`: a line for each use of a name in the
// catalogue, times from a results file of `rxbench run --kind catalogue,floor`, counts from the gate's baseline. What was either counted or
// timed is there. Without TIMES the page keeps its times, and rows that it has no times of get a dash. `--check` writes nothing; exit status 1:
// the counts, or the rows, are others than the page has.
import Foundation

struct Results: Decodable {
    struct Environment: Decodable {
        let date: String
        let commit, compiler, processor: String?
    }
    struct Row: Decodable {
        struct Time: Decodable {
            struct Figure: Decodable { let median: Double }
            let nanosecondsPerEvent: Figure
        }
        let benchmark, variant, title, kind: String
        let time: Time?
    }

    let environment: Environment
    let rows: [Row]
}

/// What an event takes on each core, by the row's name.
struct Baseline {
    private(set) var events: [String: [String: [String: Double]]] = [:]
    /// Rows of several threads: the baseline has nothing but the mallocs, from the fewest to the most, of which the fewest are compared.
    private(set) var threaded: Set<String> = []
    let commit: String

    init(_ path: String) throws {
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: path))) as? [String: Any]
        let kinds = file?["kinds"] as? [String] ?? []
        commit = file?["commit"] as? String ?? ""
        for row in file?["rows"] as? [[Any]] ?? [] {
            guard let name = row[0] as? String, let variant = row[1] as? String, let words = (row[4] as? String)?.split(separator: " ") else { continue }
            var figures: [String: Double] = [:]
            for (kind, word) in zip(kinds, words) { figures[kind] = Double(word.prefix { $0 != "~" && $0 != "!" }) }
            if figures["instructions"] == nil, let place = kinds.firstIndex(of: "mallocs"), words.count > place, words[place].contains("~") {
                threaded.insert(name)
                let parts = words[place].split(separator: "~")
                figures["mallocs"] = Double(parts.count == 3 ? parts[1] : parts[0])
            }
            events[name, default: [:]][variant] = figures
        }
    }
}

let cores = ["lock", "queue"], absent = "–"

/// One figure where both cores have the same.
func cell(_ figures: [String?]) -> String {
    let known = figures.compactMap { $0 }
    return known.isEmpty ? absent : Set(known).count == 1 ? known[0] : known.joined(separator: " / ")
}

func number(_ value: Double) -> String {
    value < 0.0005 ? "0" : String(format: value < 0.095 ? "%.3f" : value < 9.95 ? "%.1f" : "%.0f", value).replacingOccurrences(of: "\\.0$", with: "", options: .regularExpression)
}

func count(_ baseline: Baseline, _ row: String, _ kind: String) -> String {
    let variants = baseline.events[row] ?? [:]
    let about = baseline.threaded.contains(row) ? "~" : ""
    return cell((variants["-"] != nil ? ["-"] : cores).map { variants[$0]?[kind].map { about + number(abs($0)) } })
}

/// What rows measure of a use, and a row's name without that.
let aspects = ["event", "subscribe", "complete", "error", "other-error", "dispose"]
func use(of row: String) -> (name: String, aspect: String)? {
    let words = row.components(separatedBy: "/")
    guard words.count > 1, let aspect = words.last, aspects.contains(aspect), !isNeighbour(row) else { return nil }
    return (words.dropLast().joined(separator: "/"), aspect)
}

func isNeighbour(_ row: String) -> Bool { row.hasPrefix("neighbour.") }

/// A title up to its last colon, behind which stands what is measured. One in brackets is that of a label: `values(buffering: .unbounded)`.
func written(_ title: String) -> String {
    var depth = 0, end = title.endIndex
    for place in title.indices {
        switch title[place] {
        case "(", "[", "{": depth += 1
        case ")", "]", "}": depth -= 1
        case ":" where depth == 0 && title[place...].hasPrefix(": "): end = place
        default: break
        }
    }
    return String(title[..<end])
}

/// The tables' heads, whose second cell tells which table it is.
enum Head {
    static let counts = ["instructions", "mallocs", "retains", "atomics"]
    static let events = ["name", "use", "ns", "composed:fused", "generic:fused"] + counts
    static let subscriptions = ["name"] + aspects.dropFirst()
    static let rows = ["name", "what", "ns"] + counts
    static let neighbours = ["name", "beside", "what", "ns"] + counts
}

/// What isn't counted: times as a cell has them, of the rows that have any, and titles. From a results file, or what the page has.
struct Times {
    private(set) var texts: [String: String] = [:]
    /// Of rows that stand for themselves.
    private(set) var titles: [String: String] = [:]
    /// Of uses.
    private(set) var uses: [String: String] = [:]
    private(set) var source = ""

    init(_ results: Results) {
        let environment = results.environment
        let origin = [environment.compiler, environment.processor, String(environment.date.prefix(10)), environment.commit.map { "commit \($0.prefix(7))" }]
        source = "Times: \(origin.compactMap { $0 }.joined(separator: ", "))."
        var medians: [String: [String: Double]] = [:]
        for row in results.rows where row.kind == "catalogue" || isNeighbour(row.benchmark) {
            medians[row.benchmark, default: [:]][row.variant] = row.time?.nanosecondsPerEvent.median
            let title = row.title.replacingOccurrences(of: "|", with: "\\|")
            titles[row.benchmark] = title
            // What is written, without what of it is measured; an object's own row says it all.
            if let use = use(of: row.benchmark), uses[use.name] == nil || use.aspect == "event" {
                let isWhole = use.aspect == "dispose" && row.benchmark.first?.isUppercase == true
                uses[use.name] = isWhole ? title : written(title)
            }
        }
        for (row, variants) in medians where !variants.isEmpty {
            texts[row] = cell((variants["-"] != nil ? ["-"] : cores).map { variants[$0].map(number) })
        }
    }

    init(page: String) {
        var head: [String] = []
        for line in page.components(separatedBy: "\n") {
            if line.hasPrefix("Times: ") { source = line.components(separatedBy: " Counts: ")[0] }
            guard line.hasPrefix("| "), line.hasSuffix(" |") else { continue }
            let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            if cells[0] == "name" { head = cells }
            let parts = cells[0].components(separatedBy: "`")
            if parts.count > 2 { read(parts[1], parts[2...].joined(separator: "`"), Dictionary(zip(head, cells)) { one, _ in one }) }
        }
    }

    /// A line of whichever table.
    private mutating func read(_ name: String, _ note: String, _ cells: [String: String]) {
        func set(_ row: String, _ text: String?) { if let text, text != absent { texts[row] = text } }
        if let title = cells["use"] {
            set(name + "/event", cells["ns"])
            if title != absent { uses[name] = title }
        } else if let title = cells["what"] {
            set(name, cells["ns"])
            if title != absent { titles[name] = title }
        } else {
            for aspect in aspects { set("\(name)/\(aspect)", cells[aspect]?.components(separatedBy: " · ")[0]) }
            if note.hasPrefix(", ") { uses[name] = String(note.dropFirst(2)) }
        }
    }

    func text(_ row: String) -> String { texts[row] ?? absent }
}

let traits = ["driver": "Driver", "signal": "Signal", "infallible": "Infallible", "single": "Single", "maybe": "Maybe", "completable": "Completable"]

/// A name's place, so that all of one family stand together.
func family(of use: String) -> String {
    let first = use.components(separatedBy: "/")[0]
    return traits[first] ?? (first.first?.isUppercase == true ? "Subjects, relays, schedulers and disposables" : "Operators")
}

let families = ["Operators"] + traits.values.sorted() + ["Subjects, relays, schedulers and disposables"]

/// The toolchain's own means, and the rows of ours that do such a job.
let neighbours: [(ours: [String], theirs: [String])] = [
    (["values/event", "values/buffering/event"], ["async-stream/event", "async-stream/sequence-of-map"]),
    (["values/buffered/event"], ["async-stream/buffered"]),
    (["ReplaySubject/unbounded/event"], ["async-stream/yield"]),
    (["create/subscribe"], ["async-stream/subscribe"]),
    (["PublishSubject/event"], ["notification-center/post", "closure-list/event", "closure-list/locked-event"]),
    (["PublishSubject/subscribe"], ["notification-center/observe", "closure-list/subscribe"]),
    (["tracking/event"], ["observation/change", "observation/unobserved"]),
    (["single/create-async/subscribe"], ["task/start", "task-group/child"]),
    (["single/value/subscribe"], ["continuation/resume"]),
    (["SerialScheduler/schedule", "SerialDispatchQueueScheduler/schedule"], ["actor/call", "dispatch-queue/async"]),
    (["CurrentThreadScheduler/schedule"], ["dispatch-queue/sync"]),
    (["ConcurrentDispatchQueueScheduler/schedule"], ["dispatch-queue/concurrent"]),
    (["OperationQueueScheduler/schedule"], ["operation-queue/add"]),
    (["MainScheduler/ensure"], ["main-actor/check"]),
    (["SerialScheduler/scheduleRelative", "SerialDispatchQueueScheduler/scheduleRelative"], ["dispatch-queue/after"]),
    (["SerialScheduler/schedulePeriodic", "SerialDispatchQueueScheduler/schedulePeriodic"], ["dispatch-timer/one-shot"]),
]

func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

func table(_ head: [String], _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : ["", line(head), "|" + head.map { _ in "---|" }.joined()] + lines
}

/// The lines between the marks.
struct Tables {
    let baseline: Baseline
    let times: Times
    /// All that was counted or timed.
    let rows: [String]

    init(_ baseline: Baseline, _ times: Times) {
        self.baseline = baseline
        self.times = times
        rows = Set(baseline.events.keys).union(times.texts.keys).filter { row in
            let isOther = row.hasSuffix("/composed") || row.hasSuffix("/generic") || row.hasPrefix("floor.") || row.hasPrefix("real.")
            // A single row that begins with a small letter and was only counted may be a workload, which the tables of prices have.
            return !isOther && (use(of: row) != nil || isOwn(row) || times.texts[row] != nil)
        }.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    }

    var lines: [String] {
        var lines = ["\(times.source) Counts: commit \(baseline.commit.prefix(7))."]
        for heading in families {
            let own = rows.filter { !isNeighbour($0) && family(of: $0) == heading }
            let tables = events(own) + subscriptions(own) + table(Head.rows, own.filter { use(of: $0) == nil }.map { row in
                line(["`\(row)`", times.titles[row] ?? absent, times.text(row)] + counts(row))
            })
            if !tables.isEmpty { lines += ["", "## \(heading)"] + tables }
        }
        let besides = table(Head.neighbours, beside)
        return besides.isEmpty ? lines : lines + ["", "## The toolchain's own means, beside ours"] + besides
    }

    /// Instructions of an event in another form, as a multiple of those in one expression: times of so few samples differ by more than that.
    private func multiple(_ event: String, _ form: String) -> String {
        let fused = baseline.events[event] ?? [:], other = baseline.events["\(event)/\(form)"] ?? [:]
        return cell(cores.map { core in
            guard let one = other[core]?["instructions"], let base = fused[core]?["instructions"], base > 0 else { return nil }
            return number(one / base)
        })
    }

    private func counts(_ row: String) -> [String] { Head.counts.map { count(baseline, row, $0) } }

    private func uses(_ rows: [String], _ isIt: (String) -> Bool) -> [String] {
        rows.compactMap { use(of: $0) }.filter { isIt($0.aspect) }.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private func events(_ rows: [String]) -> [String] {
        table(Head.events, uses(rows) { $0 == "event" }.map { use in
            let event = use + "/event"
            let multiples = ["composed", "generic"].map { multiple(event, $0) }
            return line(["`\(use)`", times.uses[use] ?? absent, times.text(event)] + multiples + counts(event))
        })
    }

    /// Of each aspect the time, the instructions and the mallocs. What no other table says is said beside the name.
    private func subscriptions(_ rows: [String]) -> [String] {
        let all = Set(rows)
        return table(Head.subscriptions, uses(rows) { $0 != "event" }.map { use in
            let note = all.contains(use + "/event") ? nil : times.uses[use]
            return line(["`\(use)`" + (note.map { ", " + $0 } ?? "")] + aspects.dropFirst().map { aspect in
                let row = "\(use)/\(aspect)"
                return all.contains(row) ? [times.text(row), count(baseline, row, "instructions"), count(baseline, row, "mallocs")].joined(separator: " · ") : absent
            })
        })
    }

    /// Ours first, then what is beside it.
    private var beside: [String] {
        let all = Set(rows), unknown = rows.filter { row in isNeighbour(row) && !neighbours.contains { $0.theirs.contains { row == "neighbour." + $0 } } }
        let known = neighbours.map { (ours: $0.ours, theirs: $0.theirs.map { "neighbour." + $0 }.filter(all.contains)) }
        return (known + unknown.map { ([], [$0]) }).filter { !$0.theirs.isEmpty }.flatMap { ours, theirs in
            let names = ours.isEmpty ? absent : ours.map { "`\($0)`" }.joined(separator: ", ")
            return ours.filter(all.contains).map { ($0, "ours") } + theirs.map { ($0, names) }
        }.map { row, beside in line(["`\(row)`", beside, times.titles[row] ?? absent, times.text(row)] + counts(row)) }
    }
}

/// Whether a single row is certainly one of the catalogue.
func isOwn(_ row: String) -> Bool {
    let words = row.components(separatedBy: "/")
    return row.first?.isUppercase == true || words.count == 1 || isNeighbour(row) || traits[words[0]] != nil || row.hasPrefix("control")
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isCheck = arguments.first == "--check"
if isCheck { arguments.removeFirst() }
guard (2...3).contains(arguments.count) else {
    print("usage: operator-costs.swift [--check] PAGE BASELINE [TIMES]")
    exit(64)
}
let page = try String(contentsOfFile: arguments[0], encoding: .utf8), baseline = try Baseline(arguments[1])
let times = arguments.count > 2
    ? Times(try JSONDecoder().decode(Results.self, from: Data(contentsOf: URL(fileURLWithPath: arguments[2])))) : Times(page: page)
guard let begin = page.range(of: "<!-- costs -->\n"), let end = page.range(of: "<!-- /costs -->") else {
    print("\(arguments[0]): no place for costs")
    exit(1)
}
let written = page[..<begin.upperBound] + (Tables(baseline, times).lines.joined(separator: "\n") + "\n") + page[end.lowerBound...]
if isCheck {
    if written != page { print("\(arguments[0]): its counts aren't those of \(arguments[1]); Scripts/docs --pages writes them") }
    exit(written == page ? 0 : 1)
}
try String(written).write(toFile: arguments[0], atomically: true, encoding: .utf8)
