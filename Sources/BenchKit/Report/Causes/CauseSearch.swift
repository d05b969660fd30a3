import Foundation

/// Which findings have one cause, and where that is to be looked for.
///
/// Findings of one benchmark have one cause, and so have those of benchmarks in which the same function of the program is called more or
/// less
/// often. Those of which no such function is known belong to the only cause that is, or else to one of their own: a change is mostly one.
struct CauseSearch {
    /// By name.
    private let rows: [String: Row]
    private let functions: [String: FunctionName]
    /// What the benchmarks are in: where they call from is no cause.
    private let modulesOfBenchmarks: Set<String>
    /// Of the suite's benchmarks, as far as they are known.
    private let ids: [String]

    /// - Parameters:
    ///   - rows: as they were counted, with the calls of functions; those without tell nothing of where to look.
    ///   - ids: of the suite's benchmarks, of which only some may have been counted.
    init(_ rows: [Row], ids: [String] = []) {
        self.ids = ids
        self.rows = Dictionary(rows.map { ($0.key.text, $0) }) { _, newest in newest }
        let symbols = Set(rows.compactMap(\.counts?.calls).flatMap { [$0.perEvent, $0.perSubscription] }.flatMap(\.keys))
        functions = Dictionary(uniqueKeysWithValues: symbols.map { ($0, FunctionName($0)) })
        modulesOfBenchmarks = Set(symbols.filter { Demangler.name($0).contains("BenchKit.") }.compactMap { FunctionName($0).module })
    }

    /// The worst first.
    func causes(of findings: [Finding]) -> [Cause] {
        Verdict.allCases.reversed().filter { $0 != .pass }.flatMap { verdict -> [Cause] in
            let found = findings.filter { $0.verdict == verdict }
            return Cause.unique(found.map(\.name)).flatMap { name in
                groups(found.filter { $0.name == name }).map { cause($0, name: name, among: found) }
            }
        }
    }

    private func groups(_ findings: [Finding]) -> [[Finding]] {
        guard let verdict = findings.first?.verdict else { return [] }
        switch verdict {
        case .regression, .improvement: return connected(findings)
        // What the figures are differs from row to row, and is no cause of its own.
        case .inconclusive, .pass: return CauseSearch.grouped(findings) { [$0.gate] }
        case .unknown, .error, .wrongResult: return CauseSearch.grouped(findings) { [$0.gate, $0.detail] }
        }
    }

    private static func grouped(_ findings: [Finding], by name: (Finding) -> [String]) -> [[Finding]] {
        var order: [[String]] = []
        for finding in findings where !order.contains(name(finding)) { order.append(name(finding)) }
        let groups = Dictionary(grouping: findings, by: name)
        return order.compactMap { groups[$0] }
    }

    /// Findings that a benchmark or a function connects.
    private func connected(_ findings: [Finding]) -> [[Finding]] {
        var groups: [(functions: Set<FunctionName>, findings: [Finding])] = []
        for own in CauseSearch.grouped(findings, by: { [benchmark(of: $0)] }) {
            let changed = Set(own.flatMap { $0.calls ?? [] }.map(name)).filter(\.isOfProgram)
            let (same, others) = groups.reduce(into: ([(Set<FunctionName>, [Finding])](), [(Set<FunctionName>, [Finding])]())) {
                parts,
                group in
                if group.functions.isDisjoint(with: changed) { parts.1.append(group) } else { parts.0.append(group) }
            }
            groups = others + [(same.reduce(changed) { $0.union($1.0) }, same.flatMap(\.1) + own)]
        }
        let known = groups.filter { !$0.functions.isEmpty }.map(\.findings)
        // Times alone tell nothing of what took them.
        let unknown = groups.filter(\.functions.isEmpty).map(\.findings)
        let counted = unknown.filter { $0.contains { $0.gate.contains(" per ") } }.flatMap { $0 }
        let others = unknown.filter { !$0.contains { $0.gate.contains(" per ") } }
        if counted.isEmpty { return known + others }
        if known.count == 1 { return [known[0] + counted] + others }
        // Where it is known how often functions were called before, what changed alike in all is one cause.
        let explained = counted.filter { $0.calls != nil }, rest = counted.filter { $0.calls == nil }
        let separation = CauseSeparation(rows, functions, modulesOfBenchmarks, ids: ids)
        return known + (explained.isEmpty ? [] : [explained]) + separation.groups(rest, besides: Set(findings.map(\.row))) + others
    }

    private func benchmark(of finding: Finding) -> String {
        if let row = rows[finding.row] { return row.benchmark }
        return finding.row.range(of: " (", options: .backwards).map { String(finding.row[..<$0.lowerBound]) } ?? finding.row
    }

    private func name(_ call: CallChange) -> FunctionName { functions[call.function] ?? FunctionName(call.function) }

    private func cause(_ findings: [Finding], name: String, among all: [Finding]) -> Cause {
        let names = Cause.unique(findings.map(\.row))
        let calls = calls(findings)
        // Instructions of a row that nothing else of changed may be others for another reason, such as where things lie.
        let explained = findings.filter { ($0.calls ?? []).contains { self.name($0).isOfProgram } }
        let counted = findings.filter { !$0.gate.hasPrefix(CountedKind.instructions.rawValue) }
        let sure = Cause.unique((explained.isEmpty ? counted : explained).map(\.row))
        return Cause(
            verdict: findings[0].verdict, name: name, findings: names.flatMap { row in findings.filter { $0.row == row } },
            places: places(sure.isEmpty ? names : sure, besides: Set(all.map(\.row)), changed: calls), calls: calls,
            title: names.max { one, other in findings.count { $0.row == one } < findings.count { $0.row == other } }.flatMap { rows[$0]?.title })
    }

    private func calls(_ findings: [Finding]) -> [Cause.Call] {
        func size(_ change: CallChange) -> Double { abs(change.after - change.before) }
        let told = findings.flatMap { $0.calls ?? [] }.filter { FunctionName.isTold($0.function) }
        let most = Dictionary(told.map { (name($0), $0) }) { one, other in size(other) > size(one) ? other : one }
        return most.map { Cause.Call(function: $0.key, change: $0.value) }.sorted { one, other in
            if one.function.isOfProgram != other.function.isOfProgram { return one.function.isOfProgram }
            return (size(one.change), other.function.text) > (size(other.change), one.function.text)
        }
    }

    /// Functions of the program that all of a cause's rows call, and the fewest of those that passed: at most three, those called most
    /// first.
    /// - Parameters:
    ///   - bad: all rows that something was found in.
    ///   - changed: functions that are called more or less often. Those first, unless all their calls are new: what calls them is looked
    ///     for.
    private func places(_ names: [String], besides bad: Set<String>, changed: [Cause.Call]) -> [String] {
        func calls(_ row: String) -> [FunctionName: Double]? {
            guard let calls = rows[row]?.counts?.calls else { return nil }
            let all = calls.perEvent.merging(calls.perSubscription) { event, _ in event }.filter { FunctionName.isTold($0.key) }
            return Dictionary(all.compactMap { symbol, count in functions[symbol].map { ($0, count) } }, uniquingKeysWith: +)
        }
        let own = names.compactMap(calls), others = rows.keys.filter { !bad.contains($0) }.compactMap(calls)
        guard let first = own.first, !others.isEmpty else { return [] }
        func total(_ function: FunctionName) -> Double { own.reduce(0) { $0 + ($1[function] ?? 0) } }
        let most = { (function: FunctionName) in own.compactMap { $0[function] }.max() ?? 0 }
        let new = Set(changed.filter { $0.change.before == 0 && most($0.function) <= $0.change.after }.map(\.function))
        let changed = Set(changed.map(\.function))
        let common = first.keys.filter { function in
            function.isOfProgram && !modulesOfBenchmarks.contains(function.module ?? "") && !new.contains(function)
                && own.allSatisfy { $0[function] != nil }
        }
        let elsewhere = Dictionary(uniqueKeysWithValues: common.map { function in (function, others.count { $0[function] != nil }) })
        // What half of the others call too tells nothing.
        guard let fewest = elsewhere.values.min(), 2 * fewest < others.count else { return [] }
        let found = common.filter { function in
            elsewhere[function] == fewest || (changed.contains(function) && 2 * (elsewhere[function] ?? 0) < others.count)
        }.sorted { one, other in
            if changed.contains(one) != changed.contains(other) { return changed.contains(one) }
            return (total(one), other.text) > (total(other), one.text)
        }
        return Array(Cause.unique(found.map(\.text)).prefix(3))
    }
}
