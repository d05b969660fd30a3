/// The results of a run with its variants side by side.
struct ResultsTable {
    private let results: Results
    private let suite: Suite

    init(_ results: Results, suite: Suite) {
        self.results = results
        self.suite = suite
    }

    /// The tables, the last of bytes, memory, input and output, and own figures; or nothing where no row was measured.
    var text: String {
        (Benchmark.Kind.shown.compactMap(block) + [OwnFigures(results.rows).text].filter { !$0.isEmpty }).joined(separator: "\n\n")
    }

    /// The variants that rows of this kind have, in the suite's order.
    private func variants(_ kind: Benchmark.Kind) -> [String] {
        let present = Set(results.rows.filter { $0.kind == kind }.map(\.variant))
        return (suite.allVariants.filter { $0 != Suite.onlyVariant } + [Suite.onlyVariant]).filter(present.contains)
    }

    private func block(of kind: Benchmark.Kind) -> String? {
        let variants = variants(kind)
        guard !variants.isEmpty else { return nil }
        let ids = Set(results.rows.filter { $0.kind == kind }.map(\.benchmark)), pairs = results.comparisons.filter { ids.contains($0.benchmark) }.pairs
        let hasTwins = results.rows.contains { $0.kind == kind && $0.multipleOfTwin != nil }
        let header = header(kind.plural, variants, pairs, hasTwins: hasTwins)
        var table = Table(header: header, alignedAtEnd: header.indices.map { $0 != 0 && $0 != header.count - 1 })
        for benchmark in suite.benchmarks where benchmark.kind == kind {
            let rows = results.rows.filter { $0.benchmark == benchmark.id }
            if !rows.isEmpty { table.add(cells(benchmark, rows, variants, pairs, hasTwins: hasTwins)) }
        }
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
            row?.failure != nil ? "FAILED"
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
