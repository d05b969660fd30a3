/// Counts with the variants side by side: one table of an event's, one of a life cycle's without events.
struct CountsTable {
    private let results: Results
    private let suite: Suite

    init(_ results: Results, suite: Suite) {
        self.results = results
        self.suite = suite
    }

    var text: String {
        guard results.rows.contains(where: { $0.counts != nil || $0.failure != nil }) else { return "" }
        var tables = [table("per event", \.perEvent)]
        // Rows of a catalogue have no life cycles.
        if results.rows.contains(where: { $0.counts?.perSubscription.isEmpty == false }) { tables.append(table("per subscription", \.perSubscription)) }
        return tables.joined(separator: "\n\n")
    }

    private func table(_ title: String, _ figures: KeyPath<RowCounts, [CountedKind: Count]>) -> String {
        let present = Set(results.rows.map(\.variant))
        let variants = suite.allVariants.filter(present.contains)
        let columns = variants.isEmpty ? [Suite.onlyVariant] : variants
        // Few programs call the kernel, lock or leak, and their table is wide enough.
        let kinds = CountedKind.allCases.filter { kind in
            ![.systemCalls, .locks, .kept].contains(kind) || results.rows.contains { ($0.counts?[keyPath: figures][kind]?.value ?? 0) != 0 }
        }
        let header = [title] + kinds.flatMap { kind in
            columns.map { $0 == Suite.onlyVariant ? kind.heading : "\(kind.heading) \($0)" }
        }
        var table = Table(header: header, alignedAtEnd: header.indices.map { $0 != 0 })
        for kind in Benchmark.Kind.shown {
            for benchmark in suite.benchmarks where benchmark.kind == kind {
                let rows = results.rows.filter { $0.benchmark == benchmark.id }
                if rows.isEmpty { continue }
                // A benchmark without variants has one row, which stands in the first column.
                let inOrder = columns.indices.map { index in
                    rows.first { $0.variant == columns[index] || (index == 0 && $0.variant == Suite.onlyVariant) }
                }
                table.add([benchmark.id] + kinds.flatMap { kind in
                    inOrder.map { cell($0, kind, figures) }
                })
            }
        }
        return table.text
    }

    private func cell(_ row: Row?, _ kind: CountedKind, _ figures: KeyPath<RowCounts, [CountedKind: Count]>) -> String {
        if row?.failure != nil { return "FAILED" }
        let count = row?.counts?[keyPath: figures][kind]
        return Figures.count(count?.value, exact: count.map { $0.stability == .exact })
    }

    /// What is said below the tables.
    static func summary(_ results: Results, path: String?) -> String {
        var lines = ["", "~: not exact. Instructions never are; of calls, repetitions disagreed, or one process made all, or several threads are at work."]
        let counts = results.rows.compactMap(\.counts).flatMap { Array($0.perEvent.values) + Array($0.perSubscription.values) }
        for stability in [Count.Stability.exact, .banded, .reportOnly] {
            let share = counts.count { $0.stability == stability }
            if share > 0 { lines.append("\(stability.rawValue): \(share) of \(counts.count) counts") }
        }
        return (lines + Summary.ends(of: results, path: path)).joined(separator: "\n")
    }
}
