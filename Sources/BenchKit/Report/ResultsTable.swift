/// The results of a run with its variants side by side: of each kind a table for each set of variants.
struct ResultsTable {
    private let results: Results
    private let suite: Suite
    private let rows: [String: [Row]]

    init(_ results: Results, suite: Suite) {
        self.results = results
        self.suite = suite
        rows = Dictionary(grouping: results.rows, by: \.benchmark)
    }

    /// The tables, the first of bytes, memory, input and output, and own figures: it is read least, and a terminal shows the end. Nothing where
    /// no row was measured.
    var text: String {
        ([OwnFigures(results.rows).text].filter { !$0.isEmpty } + Benchmark.Kind.shown.flatMap(blocks)).joined(separator: "\n\n")
    }

    private func blocks(of kind: Benchmark.Kind) -> [String] {
        let benchmarks = suite.benchmarks.filter { $0.kind == kind && rows[$0.id] != nil }
        let order = suite.allVariants.filter { $0 != Suite.onlyVariant } + [Suite.onlyVariant]
        let sets = VariantSets(benchmarks.map(\.id), rows: rows, order: order)
        return sets.columns.enumerated().map { number, variants in
            block(of: kind, benchmarks.filter { sets.puts($0.id, into: number) }, variants)
        }
    }

    private func block(of kind: Benchmark.Kind, _ benchmarks: [Benchmark], _ variants: [String]) -> String {
        let ids = Set(benchmarks.map(\.id)), pairs = results.comparisons.filter { ids.contains($0.benchmark) }.pairs
        let hasTwins = ids.contains { rows[$0]?.contains { $0.multipleOfTwin != nil } == true }
        let header = header(kind.plural, variants, pairs, hasTwins: hasTwins)
        var table = Table(header: header, alignedAtEnd: header.indices.map { $0 != 0 && $0 != header.count - 1 })
        for benchmark in benchmarks { table.add(cells(benchmark, rows[benchmark.id] ?? [], variants, pairs, hasTwins: hasTwins)) }
        return table.text
    }

    private func named(_ figure: String, _ variant: String) -> String {
        variant == Suite.onlyVariant ? figure : "\(figure) \(variant)"
    }

    private func header(_ title: String, _ variants: [String], _ pairs: [VariantPair], hasTwins: Bool) -> [String] {
        var header = [title] + variants.map { named("ns", $0) }
        header += pairs.map { "\($0.text) [95 %]" }
        header += variants.map { named("×", $0) }
        if hasTwins { header += variants.map { named(suite.twinTitle, $0) } }
        header += variants.map { named("m/event", $0) }
        header += variants.map { named("m/subscr.", $0) }
        return header + ["per"]
    }

    private func cells(_ benchmark: Benchmark, _ rows: [Row], _ variants: [String], _ pairs: [VariantPair], hasTwins: Bool) -> [String] {
        let rows = variants.map { variant in rows.first { $0.variant == variant } }
        var cells = [benchmark.id]
        cells += rows.map { row in
            row?.failure != nil
                ? "FAILED"
                : Figures.marked(Figures.short(row?.time?.nanosecondsPerEvent.median), row?.inconclusive)
        }
        cells += pairs.map { pair in
            let found = results.comparisons.first { $0.benchmark == benchmark.id && $0.pair == pair }
            return Figures.marked(Figures.ratio(found?.ratio), found?.inconclusive)
        }
        cells += rows.map { Figures.multipleOfReference($0) }
        if hasTwins { cells += rows.map { Figures.multipleOfTwin($0) } }
        cells += rows.map { count($0?.allocations?.perEvent) }
        cells += rows.map { count($0?.allocations?.perSubscription) }
        return cells + [benchmark.unit]
    }

    private func count(_ figures: AllocationFigures?) -> String {
        Figures.count(figures?.mallocs, exact: figures?.exact)
    }
}
