/// Times and allocations of all benchmarks, with the variants side by side.
struct FiguresSection {
    private let digest: Digest
    private let benchmarks: [BenchmarkDigest]

    init(_ digest: Digest) {
        self.digest = digest
        benchmarks = digest.benchmarks.filter { benchmark in benchmark.sides.contains { $0.timed != nil } }
    }

    var markup: Markup? {
        if benchmarks.isEmpty { return nil }
        let floor = Digest.words(digest.timed.all.map(\.source.results.reference))
        let hasTwins = benchmarks.contains { $0.sides.contains { $0.timed?.multipleOfTwin != nil } }
        let twin = hasTwins ? ", × twin as a multiple of the time of what does the same in another form" : ""
        let history =
            hasHistory
            ? "The line is its history over \(ReportVerdict.number(digest.comparableRuns.count, "run"))." : "A second run would show its history."
        let intro =
            "From \(digest.timed.origin). Times are medians of wall-clock time an event; a ratio above 1 means that what stands "
            + "before the colon is slower, in brackets its 95 % interval; ? marks what says nothing, since nearly all of its samples "
            + "waited for a processor. × is the time as a multiple of \(floor) in the same run\(twin). \(history)"
        return PagePart.section(
            "figures", "Times and allocations",
            [PagePart.paragraph(intro)] + Benchmark.Kind.shown.compactMap(table)
                + ownFigures)
    }

    private var ownFigures: [Markup] {
        let own = OwnFigures(digest.timed.all.map(\.value))
        if own.lines.isEmpty { return [] }
        let rows = own.lines.map { line in tag("tr", [PagePart.name(line[0])] + line.dropFirst().map { PagePart.cell($0) }) }
        return [PagePart.table("Bytes, memory, input and output, own figures", head: [PagePart.heads(["row"] + own.columns)], rows: rows)]
    }

    private func table(_ kind: Benchmark.Kind) -> Markup? {
        let benchmarks = benchmarks.filter { $0.kind == kind }
        if benchmarks.isEmpty { return nil }
        let present = Set(benchmarks.flatMap(\.sides).map(\.variant))
        let columns = (digest.variants + [Suite.onlyVariant]).filter(present.contains)
        let ratios = benchmarks.pairs, hasTwins = benchmarks.contains { $0.sides.contains { $0.timed?.multipleOfTwin != nil } }
        // Most floors have no variants: their single figure needs no heading of its own.
        return PagePart.table(
            kind.plural.capitalized, head: heads(columns, ratios, hasTwins),
            rows: benchmarks.map { benchmark in
                tag("tr", [PagePart.name(benchmark.id, benchmark.title)] + cells(benchmark, columns, ratios, hasTwins))
            })
    }

    private var hasHistory: Bool { benchmarks.contains { $0.sides.contains { $0.history.count > 1 } } }

    /// Two rows: the figures, and the variants under each.
    private func heads(_ columns: [String], _ ratios: [VariantPair], _ hasTwins: Bool) -> [Markup] {
        func group(_ title: String, _ span: Int) -> Markup {
            tag("th", ["scope": "colgroup", "colspan": "\(span)"], title)
        }
        let names = columns.map { $0 == Suite.onlyVariant ? "–" : $0 }
        func columnHeads(_ names: [String]) -> [Markup] { names.map { tag("th", ["scope": "col", "class": "figure"], $0) } }
        var top = [tag("th", ["scope": "col", "rowspan": "2"], "benchmark"), group("time", columns.count)]
        if !ratios.isEmpty { top.append(group("ratio", 2 * ratios.count)) }
        top.append(group("×", columns.count))
        if hasTwins { top.append(group("× twin", columns.count)) }
        if hasHistory { top.append(group("history", columns.count)) }
        top += [
            group("mallocs/event", columns.count), group("mallocs/subscription", columns.count),
            tag("th", ["scope": "col", "rowspan": "2"], "event"),
        ]
        let ratioHeads = ratios.flatMap { columnHeads([$0.text, RatioPlot.heading]) }
        let bottom = columnHeads(names) + ratioHeads + (0..<(3 + (hasHistory ? 1 : 0) + (hasTwins ? 1 : 0))).flatMap { _ in columnHeads(names) }
        return [tag("tr", top), tag("tr", bottom)]
    }

    private func cells(_ benchmark: BenchmarkDigest, _ columns: [String], _ ratios: [VariantPair], _ hasTwins: Bool) -> [Markup] {
        let sides = columns.map { benchmark.side($0) }
        var cells = sides.map { side -> Markup in
            if side?.failure != nil { return tag("td", ["class": "bad"], "FAILED") }
            let time = Figures.duration(side?.timed?.time?.nanosecondsPerEvent.median)
            return PagePart.cell(Figures.marked(time, side?.timed?.inconclusive))
        }
        for pair in ratios {
            let found = benchmark.comparison(pair)
            cells.append(PagePart.cell(Figures.marked(Figures.ratio(found?.ratio), found?.inconclusive)))
            cells.append(PagePart.cell((found?.ratio).flatMap { plot($0, benchmark, pair) }))
        }
        cells += sides.map { PagePart.cell(Figures.multipleOfReference($0?.timed)) }
        if hasTwins { cells += sides.map { PagePart.cell(Figures.multipleOfTwin($0?.timed)) } }
        if hasHistory { cells += sides.map { PagePart.cell($0.flatMap { history($0, benchmark) }) } }
        cells += sides.map { PagePart.cell($0?.mallocs(\.perEvent, \.perEvent) ?? Figures.absent) }
        cells += sides.map { PagePart.cell($0?.mallocs(\.perSubscription, \.perSubscription) ?? Figures.absent) }
        return cells + [tag("td", benchmark.unit)]
    }

    private func plot(_ ratio: Estimate, _ benchmark: BenchmarkDigest, _ pair: VariantPair) -> Picture? {
        RatioPlot(
            id: "ratio-\(PageIdentifier.of(benchmark.id, pair.variant))-\(PageIdentifier.of(pair.base, ""))",
            title: "\(benchmark.id): time on \(pair.variant) over time on \(pair.base)",
            ratio: ratio
        ).picture
    }

    private func history(_ side: BenchmarkDigest.Side, _ benchmark: BenchmarkDigest) -> Picture? {
        Sparkline(
            id: "history-\(PageIdentifier.of(benchmark.id, side.variant))",
            title: "History of \(RowName.text(benchmark.id, side.variant))", values: side.history,
            format: { "\(Figures.short($0)) ×" }, place: digest.place(side.variant)
        ).picture
    }
}

/// Names within a page.
enum PageIdentifier {
    /// Letters, digits and hyphens; others become their number, so that no two names become one.
    static func of(_ benchmark: String, _ variant: String) -> String {
        [benchmark, variant].map { name in
            name.unicodeScalars.map { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) ? String(scalar) : "-\(scalar.value)-"
            }.joined()
        }.joined(separator: "_")
    }
}
