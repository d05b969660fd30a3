/// What one thing costs, a line a row: a cell has the variants with a stroke between, or one figure where they are the same.
struct CostTable {
    let suite: Suite
    /// As it was asked for.
    let name: String
    let benchmarks: [Benchmark]
    /// Of the usual setting, and of the others.
    let costs: [Cost]

    var text: String {
        guard let usual = costs.first else { return "" }
        let hasTwins = benchmarks.contains { $0.twin != nil }
        var header = ["an event of"] + costs.map { named("ns", $0) } + (hasTwins ? [suite.twinTitle] : []) + ["mallocs", "bytes"]
        header += costs.map { named("instr.", $0) } + costs.map { named("atomics", $0) } + ["event"]
        var table = Table(header: header, alignedAtEnd: header.indices.map { $0 != 0 && $0 != header.count - 1 })
        let rows = inPairs.map { (id: $0.id, cells: cells($0, usual, hasTwins: hasTwins), unit: $0.unit) }
        for row in rows { table.add([row.id] + row.cells + [row.unit]) }
        let least = summary(usual.times), figures = rows.flatMap(\.cells) + least
        let failures = costs.flatMap { [$0.times, $0.counts].compactMap { $0 } }.flatMap(\.failures).map {
            "failed: \($0.row): \($0.failure.message)"
        }
        let blocks = [[table.text], titles, least + legend(usual, hasTwins: hasTwins, figures: figures) + Cause.unique(failures)]
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func cells(_ benchmark: Benchmark, _ usual: Cost, hasTwins: Bool) -> [String] {
        var cells = costs.map { times(benchmark, $0) }
        if hasTwins { cells.append(twin(benchmark, usual)) }
        cells.append(cell(benchmark, usual.times) { $0.allocations.map { Figures.count($0.perEvent.mallocs, exact: $0.perEvent.exact) } })
        cells.append(cell(benchmark, usual.times) { $0.allocations.map { Figures.count($0.perEvent.bytes, exact: $0.perEvent.exact) } })
        return cells + costs.map { count(benchmark, $0, .instructions) } + costs.map { count(benchmark, $0, .atomics) }
    }

    /// What the rows do, but for those that do what another one does in another form.
    private var titles: [String] {
        let ids = Set(benchmarks.map(\.id))
        return benchmarks.filter { $0.twin.map(ids.contains) != true }.map { "\($0.id): \($0.title)".onOneLine }
    }

    /// - Parameter figures: in which marks may be.
    private func legend(_ usual: Cost, hasTwins: Bool, figures: [String]) -> [String] {
        let names = variants.count > 1 ? variants.joined(separator: " / ") + ": " : ""
        var lines = ["\(names)medians; one figure where they are the same. An event of a row 'subscribe' is a subscription, and so on: see 'event'."]
        if hasTwins { lines.append("\(suite.twinTitle) is of \(usual.counts == nil ? "times, which differ from run to run" : "instructions").") }
        if costs.count > 1 {
            lines.append("Each column of times is of a process of its own, and so may differ: compare columns by instructions and atomics.")
        }
        let few = "fewer than \(Interval.fewestSamples) samples did not wait for a processor, so all of them count"
        let marks = [
            ("?", "\(few); such times, and what is made of them, are worth little."), ("~", "repetitions disagreed, the least is shown."),
            (Figures.absent, "not measured, or not counted, as where several threads are at work; or there is no such form."),
        ]
        return lines + marks.filter { mark, _ in figures.contains { $0.contains(mark) } }.map { "\($0.0): \($0.1)" }
    }

    /// For each kind of event the least and the most that one takes, of all variants.
    private func summary(_ results: Results) -> [String] {
        func range(_ rows: [Row], _ unit: String, _ figure: (Row) -> Double?, _ text: (Row, Double) -> String) -> String? {
            let figures = rows.compactMap { row in figure(row).map { (row, $0) } }.sorted { $0.1 < $1.1 }
            guard let least = figures.first.map(text), let most = figures.last.map(text) else { return nil }
            return (least == most ? least : "\(least) to \(most)") + " \(unit)"
        }
        var units: [String] = []
        for benchmark in benchmarks where !units.contains(benchmark.unit) { units.append(benchmark.unit) }
        return units.compactMap { unit in
            let ids = Set(benchmarks.filter { $0.unit == unit }.map(\.id)),
                rows = results.rows.filter { ids.contains($0.benchmark) && $0.failure == nil }
            let figures = [
                range(rows, "ns", { $0.time?.nanosecondsPerEvent.median }) { Figures.marked(Figures.short($1), $0.inconclusive) },
                range(rows, "mallocs", { $0.allocations?.perEvent.mallocs }) { Figures.count($1, exact: $0.allocations?.perEvent.exact) },
            ].compactMap { $0 }
            let count = Set(rows.map(\.benchmark)).count
            return figures.isEmpty ? nil : "\(name): \(unit), in \(count == 1 ? "1 row" : "\(count) rows"): \(figures.joined(separator: ", "))"
        }
    }

    /// What is told as a multiple of another one comes after that.
    private var inPairs: [Benchmark] {
        let ids = Set(benchmarks.map(\.id)), twins = Dictionary(grouping: benchmarks.filter { $0.twin.map(ids.contains) == true }) { $0.twin ?? "" }
        return benchmarks.filter { $0.twin.map(ids.contains) != true }.flatMap { [$0] + (twins[$0.id] ?? []) }
    }

    private var variants: [String] {
        let present = Set(costs.flatMap(\.times.rows).map(\.variant))
        return suite.allVariants.filter(present.contains)
    }

    /// Of instructions where anything is counted, which hardly vary; else of times, of few samples.
    private func twin(_ benchmark: Benchmark, _ cost: Cost) -> String {
        guard let id = benchmark.twin else { return Figures.absent }
        guard let counts = cost.counts else { return cell(benchmark, cost.times) { $0.multipleOfTwin == nil ? nil : Figures.multipleOfTwin($0) } }
        return cell(benchmark, counts) { row in
            func instructions(_ row: Row?) -> Double? { row?.counts?.perEvent[.instructions]?.value }
            guard let own = instructions(row), let base = instructions(counts.row(id, row.variant)), base > 0 else { return nil }
            return Figures.short(own / base)
        }
    }

    private func named(_ figure: String, _ cost: Cost) -> String { cost.setting.isEmpty ? figure : "\(figure) \(cost.setting)" }

    private func times(_ benchmark: Benchmark, _ cost: Cost) -> String {
        cell(benchmark, cost.times) { row in
            row.failure != nil ? "FAILED" : row.time.map { Figures.marked(Figures.short($0.nanosecondsPerEvent.median), row.inconclusive) }
        }
    }

    private func count(_ benchmark: Benchmark, _ cost: Cost, _ kind: CountedKind) -> String {
        guard let counts = cost.counts else { return Figures.absent }
        return cell(benchmark, counts) { row in
            // A gate is no fraction of one, and instructions are told as whole numbers.
            row.failure != nil ? "FAILED" : row.counts?.perEvent[kind].map { Figures.short($0.value < 0.0005 ? 0 : $0.value) }
        }
    }

    private func cell(_ benchmark: Benchmark, _ results: Results, _ text: (Row) -> String?) -> String {
        let rows = results.rows.filter { $0.benchmark == benchmark.id }
        let order = variants + [Suite.onlyVariant]
        let cells = order.compactMap { variant in rows.first { $0.variant == variant } }.map { text($0) ?? Figures.absent }
        if cells.isEmpty { return Figures.absent }
        return Set(cells).count == 1 ? cells[0] : cells.joined(separator: " / ")
    }
}
