import Foundation

/// Findings that one thing explains: a change of one operator is found in each row that uses it, in several figures and on each variant.
struct Cause: Equatable {
    let verdict: Verdict
    /// How people are told what was found.
    let name: String

    /// A function that is called more or less often in one of its rows, of all the one that it changed most in.
    struct Call: Equatable {
        let function: FunctionName
        let change: CallChange
    }

    /// Those of one row stand together.
    let findings: [Finding]
    /// Functions that all of its rows call, and the fewest others: where to look. Empty where nothing tells its rows from others.
    let places: [String]
    /// Functions that are called more or less often, those of the program first, by the names that people know.
    let calls: [Call]
    /// What the first of its rows does.
    let title: String?

    /// Each once.
    var rows: [String] { Cause.unique(findings.map(\.row)) }

    /// All figures of one row: `per event: retains 2 became 3, mallocs 0 became 1; time: 1.20`.
    func figures(of row: String) -> String {
        let own = findings.filter { $0.row == row }.sorted { Cause.rank($0) < Cause.rank($1) }
        let parts = own.map { finding -> (unit: String, text: String) in
            let words = finding.gate.components(separatedBy: " per ")
            return words.count == 2 ? ("per \(words[1])", "\(words[0]) \(finding.detail)") : (finding.gate, finding.detail)
        }
        return Cause.unique(parts.map(\.unit)).map { unit in
            "\(unit): " + parts.filter { $0.unit == unit }.map(\.text).joined(separator: ", ")
        }.joined(separator: "; ")
    }

    /// What tells most comes first: instructions, bytes and objects follow from other figures.
    private static func rank(_ finding: Finding) -> Int {
        let order: [CountedKind] = [
            .kept, .locks, .atomics, .systemCalls, .mallocs, .retains, .releases, .accesses, .lookups, .objects, .bytes, .instructions,
        ]
        let kind = CountedKind(rawValue: String(finding.gate.prefix { $0 != " " }))
        let place = kind.flatMap(order.firstIndex) ?? order.count
        return (finding.gate.contains(" per event") ? 0 : order.count + 1) + place
    }

    /// The calls, as `swift_retain 2 → 3`.
    func called(most: Int) -> String {
        calls.prefix(most).map { call in
            let (before, after) = (Figures.count(call.change.before, exact: true), Figures.count(call.change.after, exact: true))
            return "\(call.function.text.shortened(to: 80)) \(before) → \(after)"
        }.joined(separator: ", ") + (calls.count > most ? " and \(calls.count - most) more" : "")
    }

    /// Where to look: what its rows have in common, or else what of the program is called more or less often, or else its rows.
    var heading: String {
        let functions = places.isEmpty ? calls.map(\.function).filter(\.isOfProgram).map(\.text) : places
        return functions.isEmpty ? Cause.some(rows) : functions.prefix(3).joined(separator: ", ")
    }

    /// In short: what and where, the figures of the row that most was found in, and which functions. At most three.
    var lines: [String] {
        guard let first = rows.max(by: { one, other in count(one) < count(other) }) else { return [] }
        let others = rows.filter { $0 != first }
        let rest = others.isEmpty ? "" : ", and \(ReportVerdict.number(others.count, "more row")): \(Cause.some(others))"
        // Where no calls differ, or none of the baseline are known, these are functions that its rows have in common, and only perhaps what has changed.
        let place = places.isEmpty ? "" : "\(calls.isEmpty ? "near" : "in") \(places.joined(separator: ", ")): "
        var lines = ["\(place)\(first)" + (others.isEmpty || title == nil ? "" : " (\(title ?? ""))") + rest]
        if others.isEmpty { lines[0] += ": \(findings.count == 1 ? "\(findings[0].gate): \(findings[0].detail)" : figures(of: first))" }
        if !others.isEmpty { lines.append("  \(first): \(figures(of: first))") }
        if !calls.isEmpty { lines.append("  calls: \(called(most: 5))") }
        return lines
    }

    private func count(_ row: String) -> Int { findings.count { $0.row == row } }

    /// One of each benchmark, as many as a line takes: first one of each subject, so that these are named.
    private static func some(_ rows: [String]) -> String {
        var seen: Set<String> = [], subjects: Set<String> = []
        func benchmark(_ row: String) -> String { row.range(of: " (", options: .backwards).map { String(row[..<$0.lowerBound]) } ?? row }
        let all = rows.filter { seen.insert(benchmark($0)).inserted }
        let (firsts, others) = all.reduce(into: ([String](), [String]())) { lists, row in
            // `asSingle` of `asSingle/dispose/composed`.
            var words = benchmark(row).split(separator: "/")
            if words.last == "composed" || words.last == "generic" { words.removeLast() }
            if words.count > 1 { words.removeLast() }
            if subjects.insert(words.joined(separator: "/")).inserted { lists.0.append(row) } else { lists.1.append(row) }
        }
        var length = 0
        let shown = (firsts + others).prefix { row in
            defer { length += row.count + 2 }
            return length == 0 || length + row.count <= 240
        }
        return shown.joined(separator: ", ") + (all.count > shown.count ? " …" : "")
    }

    static func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}
