/// Counts with the variants side by side: tables of an event's, then of a life cycle's without events; one for each set of variants.
struct CountsTable {
    private let results: Results
    private let suite: Suite

    init(_ results: Results, suite: Suite) {
        self.results = results
        self.suite = suite
    }

    var text: String {
        guard results.rows.contains(where: { $0.counts != nil || $0.failure != nil }) else { return "" }
        let rows = Dictionary(grouping: results.rows, by: \.benchmark)
        let benchmarks = Benchmark.Kind.shown.flatMap { kind in suite.benchmarks.filter { $0.kind == kind && rows[$0.id] != nil } }
        // A floor without variants stands in a table of others, in the first column, unless having none is usual.
        let sets = VariantSets(benchmarks.map(\.id), rows: rows, order: suite.allVariants)
        let all = sets.columns.isEmpty ? [[Suite.onlyVariant]] : sets.columns
        let groups = all.enumerated().map { number, columns in
            (columns, rows: benchmarks.filter { sets.puts($0.id, into: number) }.map { rows[$0.id] ?? [] })
        }
        // Rows of a catalogue have no life cycles.
        let whole = groups.filter { $0.rows.joined().contains { $0.counts?.perSubscription.isEmpty == false } }
        return (groups.map { table("per event", \.perEvent, $0, $1) } + whole.map { table("per subscription", \.perSubscription, $0, $1) })
            .joined(separator: "\n\n")
    }

    /// - Parameter groups: the rows of each benchmark.
    private func table(
        _ title: String, _ figures: KeyPath<RowCounts, [CountedKind: Count]>, _ columns: [String], _ groups: [[Row]]
    ) -> String {
        // Few programs call the kernel, lock or leak, and their table is wide enough.
        let kinds = CountedKind.allCases.filter { kind in
            ![.systemCalls, .locks, .kept].contains(kind) || groups.joined().contains { ($0.counts?[keyPath: figures][kind]?.value ?? 0) != 0 }
        }
        let header =
            [title]
            + kinds.flatMap { kind in
                columns.map { $0 == Suite.onlyVariant ? kind.heading : "\(kind.heading) \($0)" }
            }
        var table = Table(header: header, alignedAtEnd: header.indices.map { $0 != 0 })
        for rows in groups {
            // A benchmark without variants has one row, which stands in the first column.
            let inOrder = columns.indices.map { index in
                rows.first { $0.variant == columns[index] || (index == 0 && $0.variant == Suite.onlyVariant) }
            }
            table.add(
                [rows[0].benchmark]
                    + kinds.flatMap { kind in
                        inOrder.map { cell($0, kind, figures) }
                    })
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
        var lines = [
            "", "~: not exact. Instructions never are; of calls, repetitions disagreed, or one process made all, or several threads are at work.",
        ]
        let counts = results.rows.compactMap(\.counts).flatMap { Array($0.perEvent.values) + Array($0.perSubscription.values) }
        for stability in [Count.Stability.exact, .banded, .reportOnly] {
            let share = counts.count { $0.stability == stability }
            if share > 0 { lines.append("\(stability.rawValue): \(share) of \(counts.count) counts") }
        }
        return (lines + Summary.ends(of: results, path: path)).joined(separator: "\n")
    }
}
