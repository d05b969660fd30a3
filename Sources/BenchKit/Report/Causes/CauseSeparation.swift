import Foundation

/// Which findings have one cause where the baseline has no names of functions: by what the rows call now.
///
/// Rows are taken together by what their names begin with, such as `skip/count` of `skip/count/event/composed`, and what is found there is one
/// cause. So is what is found in several such subjects where the same counts differ by the same, and a function is called that no row calls that
/// passed; and what is found in an operator and in that of another family, such as `driver/skip/count`, where the same counts differ.
///
/// So is what differs by other amounts, as what is done ten times, where all rows call a function of one name that no row calls that passed.
struct CauseSeparation {
    private let rows: [String: Row]
    private let functions: [String: FunctionName]
    private let modulesOfBenchmarks: Set<String>
    /// What names of many subjects end in, such as `event` and `composed`.
    private let aspects: Set<Substring>
    /// What names of many subjects begin with, such as `driver`.
    private let families: Set<Substring>

    /// - Parameter ids: of benchmarks, also of those that weren't counted: from all of them it shows which words are many subjects'.
    init(_ rows: [String: Row], _ functions: [String: FunctionName], _ modulesOfBenchmarks: Set<String>, ids: [String]) {
        (self.rows, self.functions, self.modulesOfBenchmarks) = (rows, functions, modulesOfBenchmarks)
        let names = Set(rows.values.map(\.benchmark)).union(ids).map { $0.split(separator: "/") }.filter { $0.count > 1 }
        let ends = Dictionary(names.flatMap { name in name.dropFirst().map { ($0, 1) } }, uniquingKeysWith: +)
        aspects = Set(ends.filter { $0.value >= CauseSeparation.many }.keys)
        let begins = Dictionary(grouping: names, by: { $0[0] }).mapValues { Set($0.map { $0[1] }).count }
        families = Set(begins.filter { $0.value >= CauseSeparation.widely }.keys)
    }

    /// How many names have a word after their first one that says what of a subject they measure.
    private static var many: Int { 40 }

    /// Of so many subjects a function is the cause whatever differs.
    private static var widely: Int { 12 }

    /// A subject's findings, and what may connect it with others.
    private struct Suspect {
        var findings: [Finding] = []
        /// As the linker knows them: of an operator's closures one may do more, and the others not.
        var functions: Set<String> = []
        var changes: Set<Change> = []
    }

    /// By how much each kind of exact count of a row differs, as multiples of the least: what is done twice is the same change.
    private struct Change: Hashable {
        let parts: [String]
        var kinds: Set<Substring> { Set(parts.map { $0.prefix { $0 != " " } }) }

        init?(_ findings: [Finding]) {
            let differences = findings.filter(CauseSeparation.isSure).compactMap { finding -> (String, Double)? in
                let ends = finding.detail.components(separatedBy: " became ").compactMap { Double($0) }
                return ends.count == 2 ? (String(CauseSeparation.kind(finding)), ends[1] - ends[0]) : nil
            }
            guard let least = differences.map({ abs($0.1) }).min(), least > 0 else { return nil }
            let unit = differences.count > 1 ? least : 1
            parts = differences.map { "\($0.0) \(String(format: "%.1f", $0.1 / unit))" }.sorted()
        }
    }

    /// - Parameters:
    ///   - findings: of counts, of one verdict.
    ///   - bad: all rows that something was found in.
    func groups(_ findings: [Finding], besides bad: Set<String>) -> [[Finding]] {
        var open: [String: Suspect] = [:], unsure: [Finding] = []
        for (row, own) in Dictionary(grouping: findings, by: \.row) {
            // Instructions alone may be others for another reason, such as where things lie.
            guard own.contains(where: CauseSeparation.isSure) else {
                unsure += own
                continue
            }
            open[subject(of: row), default: Suspect()].findings += own
            open[subject(of: row)]?.functions.formUnion(called(by: row))
            if let change = Change(own) { open[subject(of: row)]?.changes.insert(change) }
        }
        // What a row that passed calls did no harm there.
        let harmless = rows.keys.filter { !bad.contains($0) }.reduce(into: Set<String>()) { $0.formUnion(called(by: $1)) }
        for subject in open.keys { open[subject]?.functions.subtract(harmless) }
        var groups: [[Finding]] = []
        while let (function, change) = common(to: open) {
            var members: [Finding] = []
            for (subject, suspect) in open where suspect.changes.contains(change) && suspect.functions.contains(function) {
                let (own, rest) = CauseSeparation.split(suspect, by: change)
                members += own.findings
                open[subject] = rest
            }
            groups.append(members)
        }
        // What much calls, and everywhere else costs something else.
        while let function = common(functionsOf: open) {
            let members = open.filter { $0.value.functions.contains(function) }
            groups.append(members.values.flatMap(\.findings))
            for subject in members.keys { open[subject] = nil }
        }
        groups = merged(groups + joined(open), besides: bad)
        let rest = placed(unsure, in: &groups)
        if groups.count == 1 { groups[0] += rest } else if !rest.isEmpty { groups.append(rest) }
        return CauseSeparation.inOrder(of: findings, groups)
    }

    private static func inOrder(of findings: [Finding], _ groups: [[Finding]]) -> [[Finding]] {
        let place = Dictionary(findings.enumerated().map { ($0.element.row, $0.offset) }) { first, _ in first }
        return groups.map { group in
            let own = Set(group.map(\.row))
            return findings.filter { own.contains($0.row) }
        }.sorted { one, other in (place[one[0].row] ?? 0) < (place[other[0].row] ?? 0) }
    }

    /// Takes groups together all of whose rows call a function of one name that no row calls that passed, where in one of them no other kinds of
    /// counts differ than in the other one. Where fewer rows passed than didn't, as under a filter, what they call tells nothing.
    private func merged(_ groups: [[Finding]], besides bad: Set<String>) -> [[Finding]] {
        let passed = rows.keys.filter { !bad.contains($0) }
        if passed.count < bad.count { return groups }
        let harmless = passed.reduce(into: Set<FunctionName>()) { $0.formUnion(names(calledBy: $1)) }
        var open: [(functions: Set<FunctionName>, kinds: Set<Substring>, findings: [Finding])] = []
        for group in groups {
            let sure = group.filter(CauseSeparation.isSure), called = Set(sure.map(\.row)).map(names(calledBy:))
            var next = (
                functions: (called.first ?? []).subtracting(harmless).filter { name in called.allSatisfy { $0.contains(name) } },
                kinds: Set(sure.map(CauseSeparation.kind)), findings: group
            )
            while let same = open.firstIndex(where: {
                !$0.functions.isDisjoint(with: next.functions) && ($0.kinds.isSubset(of: next.kinds) || next.kinds.isSubset(of: $0.kinds))
            }) {
                let other = open.remove(at: same)
                next = (next.functions.intersection(other.functions), next.kinds.union(other.kinds), other.findings + next.findings)
            }
            open.append(next)
        }
        return open.map(\.findings)
    }

    /// Puts what may be by chance to what is sure of the same subject, where that is one group's.
    /// - Returns: what is of no group's subject, or of several ones'.
    private func placed(_ unsure: [Finding], in groups: inout [[Finding]]) -> [Finding] {
        let subjects = groups.map { Set($0.map { subject(of: $0.row) }) }
        return unsure.filter { finding in
            let own = subjects.indices.filter { subjects[$0].contains(subject(of: finding.row)) }
            if own.count == 1 { groups[own[0]].append(finding) }
            return own.count != 1
        }
    }

    /// One operator's on several families, where the same kinds of counts differ, by whatever.
    private func joined(_ suspects: [String: Suspect]) -> [[Finding]] {
        var groups: [(operation: ArraySlice<Substring>, families: Set<Substring?>, kinds: Set<Substring>, findings: [Finding])] = []
        for (subject, suspect) in suspects.sorted(by: { $0.key < $1.key }) {
            let words = subject.split(separator: "/"), isOfFamily = words.count > 1 && families.contains(words[0])
            let operation = isOfFamily ? words.dropFirst() : words[...], family = isOfFamily ? words[0] : nil
            let kinds = Set(suspect.changes.flatMap(\.kinds))
            let known = groups.firstIndex {
                !kinds.isEmpty && $0.kinds == kinds && !$0.families.contains(family)
                    && ($0.operation.starts(with: operation) || operation.starts(with: $0.operation))
            }
            if let known {
                groups[known].families.insert(family)
                groups[known].findings += suspect.findings
            } else {
                groups.append((operation, [family], kinds, suspect.findings))
            }
        }
        return groups.map(\.findings)
    }

    /// Rows in which the kinds of counts of a change got worse, by whatever, and the others: there something else was done as well.
    private static func split(_ suspect: Suspect, by change: Change) -> (own: Suspect, rest: Suspect?) {
        var own = suspect, rest = suspect
        let changed = Dictionary(grouping: suspect.findings, by: \.row).mapValues { Change($0) }
        func isOwn(_ finding: Finding) -> Bool { changed[finding.row]??.kinds.isSuperset(of: change.kinds) ?? true }
        own.findings = suspect.findings.filter(isOwn)
        rest.findings = suspect.findings.filter { !isOwn($0) }
        rest.changes = Set(changed.values.compactMap { $0 }.filter { !$0.kinds.isSuperset(of: change.kinds) })
        return (own, rest.findings.isEmpty ? nil : rest)
    }

    /// The function and the change that most of them have in common: two or more.
    private func common(to open: [String: Suspect]) -> (function: String, change: Change)? {
        var members: [Change: [String: Int]] = [:]
        for suspect in open.values {
            for change in suspect.changes { for function in suspect.functions { members[change, default: [:]][function, default: 0] += 1 } }
        }
        let all = members.flatMap { change, functions in functions.map { (function: $0.key, change: change, count: $0.value) } }
        let most = all.max { ($0.count, $1.function, $1.change.parts.joined()) < ($1.count, $0.function, $0.change.parts.joined()) }
        return most.flatMap { $0.count > 1 ? ($0.function, $0.change) : nil }
    }

    /// The function that most of them have in common, of many.
    private func common(functionsOf open: [String: Suspect]) -> String? {
        let members = Dictionary(open.values.flatMap { $0.functions.map { ($0, 1) } }, uniquingKeysWith: +)
        let most = members.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return most.flatMap { $0.value >= CauseSeparation.widely ? $0.key : nil }
    }

    /// Functions of the program, as the linker knows them.
    private func called(by row: String) -> Set<String> {
        guard let calls = rows[row]?.counts?.calls else { return [] }
        return [calls.perEvent, calls.perSubscription].reduce(into: []) { names, calls in
            for (symbol, count) in calls where count > 0 && FunctionName.isTold(symbol) {
                guard let name = functions[symbol], name.isOfProgram, !modulesOfBenchmarks.contains(name.module ?? "") else { continue }
                names.insert(symbol)
            }
        }
    }

    private func names(calledBy row: String) -> Set<FunctionName> { Set(called(by: row).compactMap { functions[$0] }) }

    private func subject(of row: String) -> String {
        let id = rows[row]?.benchmark ?? row
        var words = id.split(separator: "/")
        while words.count > 1, let last = words.last, aspects.contains(last) { words.removeLast() }
        return words.joined(separator: "/")
    }

    private static func kind(_ finding: Finding) -> Substring { finding.gate.prefix { $0 != " " } }

    private static func isSure(_ finding: Finding) -> Bool {
        let kind = kind(finding)
        return kind != CountedKind.instructions.rawValue && kind != CountedKind.bytes.rawValue
    }
}
