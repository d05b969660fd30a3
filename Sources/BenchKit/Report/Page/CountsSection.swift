/// Instructions, retains and the other counts, with the variants side by side.
struct CountsSection {
    private let digest: Digest

    init(_ digest: Digest) {
        self.digest = digest
    }

    var markup: Markup? {
        let counted = digest.counted.all.filter { $0.value.counts != nil }
        if counted.isEmpty { return nil }
        let intro =
            "From \(Digest.words(counted.map(\.source.name))): what one event and one life cycle without events execute. "
            + "~ marks what repetitions counted differently, or what several threads execute."
        return PagePart.section(
            "counts", "Counts",
            [
                PagePart.paragraph(intro), table("Counts per event", \.perEvent), table("Counts per subscription", \.perSubscription),
            ])
    }

    private func table(_ caption: String, _ figures: KeyPath<RowCounts, [CountedKind: Count]>) -> Markup {
        let benchmarks = digest.benchmarks.filter { benchmark in benchmark.sides.contains { $0.counted?.counts != nil } }
        let present = Set(benchmarks.flatMap(\.sides).filter { $0.counted?.counts != nil }.map(\.variant))
        let columns = (digest.variants + [Suite.onlyVariant]).filter(present.contains)
        let top =
            [tag("th", ["scope": "col", "rowspan": "2"], "benchmark")]
            + CountedKind.allCases.map { kind in
                tag("th", ["scope": "colgroup", "colspan": "\(columns.count)"], kind.rawValue)
            }
        let bottom = CountedKind.allCases.flatMap { _ in
            columns.map { tag("th", ["scope": "col", "class": "figure"], $0 == Suite.onlyVariant ? "–" : $0) }
        }
        let rows = benchmarks.map { benchmark in
            tag(
                "tr",
                [PagePart.name(benchmark.id, benchmark.title)]
                    + CountedKind.allCases.flatMap { kind in
                        columns.map { variant in
                            PagePart.cell(Digest.text(benchmark.side(variant)?.counted?.counts?[keyPath: figures][kind]))
                        }
                    })
        }
        return PagePart.table(caption, head: [tag("tr", top), tag("tr", bottom)], rows: rows)
    }
}

/// Times of this program beside those of an older one.
struct ProgramSection {
    private let digest: Digest

    init(_ digest: Digest) {
        self.digest = digest
    }

    var markup: Markup? {
        let all = digest.against.all
        if all.isEmpty { return nil }
        let rows = all.enumerated().map { number, entry in
            let row = entry.value.row
            return tag(
                "tr",
                [
                    PagePart.name(RowName.text(row.benchmark, row.variant)),
                    row.failure == nil ? PagePart.cell(Figures.duration(row.nanosecondsPerEvent)) : tag("td", ["class": "bad"], "FAILED"),
                    PagePart.cell(Figures.duration(row.baseNanosecondsPerEvent)), PagePart.cell(Figures.fineRatio(row.ratio)),
                    PagePart.cell(row.ratio.flatMap { plot($0, row, number: number) }), PagePart.cell("\(row.forks.count)"),
                    PagePart.cell(Figures.percent(row.discarded)), tag("td", row.clock), tag("td", entry.value.older),
                ])
        }
        return PagePart.section(
            "against", "Compared with an older program",
            [
                PagePart.paragraph(
                    "From \(digest.against.origin). New is this program, old is \(Digest.words(all.map(\.value.older))). "
                        + "Above 1, this program is slower."),
                PagePart.table(
                    "New and old",
                    head: [PagePart.heads(["row", "new", "old", "new:old", RatioPlot.heading, "forks", "discarded", "clock", "old is"])],
                    rows: rows),
            ])
    }

    private func plot(_ ratio: Estimate, _ row: ProgramFigures.Row, number: Int) -> Picture? {
        RatioPlot(
            id: "against-\(PageIdentifier.of(row.benchmark, row.variant))-\(number)",
            title: "\(RowName.text(row.benchmark, row.variant)): time of the new program over the old one's", ratio: ratio
        ).picture
    }
}
