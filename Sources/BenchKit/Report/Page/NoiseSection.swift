/// How far the figures can be trusted.
struct NoiseSection {
    private let digest: Digest

    init(_ digest: Digest) {
        self.digest = digest
    }

    var markup: Markup? {
        PagePart.section("noise", "Noise", [PagePart.paragraph(intro), files] + history + strangers + (rows.isEmpty ? [] : [table]))
    }

    private var intro: String {
        "Load: threads that wanted a processor in the minute before. Delayed: share of a row's samples during which threads waited "
            + "for a processor for over 5 % of the time. Discarded: share of the pairs of samples that a comparison of programs threw "
            + "away for that. A/A floor: how far from 1 the interval of a row compared with itself reaches."
    }

    private var files: Markup {
        PagePart.table(
            "Files", head: [PagePart.heads(["file", "command", "date", "load", "processors", "rows", "rows delayed", "complete"])],
            rows: digest.sources.map { source in
                let results = source.results, shares = results.rows.compactMap(\.contaminated)
                let delayed = shares.isEmpty ? Figures.absent : "\(shares.count { $0 > 0.2 }) of \(shares.count)"
                return tag(
                    "tr",
                    [
                        PagePart.name(source.name), tag("td", results.command.rawValue), tag("td", results.environment.date),
                        PagePart.cell(Figures.short(results.environment.load)), PagePart.cell("\(results.environment.cores)"),
                        PagePart.cell("\(digest.rows(of: source))"), PagePart.cell(delayed), tag("td", results.complete ? "yes" : "no"),
                    ])
            })
    }

    private var history: [Markup] { digest.fileLines.map { tag("p", $0) } }

    private var strangers: [Markup] { digest.strangerLines.map { tag("p", ["class": "unsure"], $0) } }

    private struct NoisyRow {
        let name: String
        var delayed: Double?
        var discarded: Double?
        var floor: Double?
    }

    /// Rows of which anything is known, the noisiest first.
    private var rows: [NoisyRow] {
        var rows: [String: NoisyRow] = [:]
        func update(_ benchmark: String, _ variant: String, _ change: (inout NoisyRow) -> Void) {
            let name = RowName.text(benchmark, variant)
            change(&rows[name, default: NoisyRow(name: name)])
        }
        for row in digest.timed.all.map(\.value) {
            if let share = row.contaminated { update(row.benchmark, row.variant) { $0.delayed = share } }
        }
        for row in digest.against.all.map(\.value.row) { update(row.benchmark, row.variant) { $0.discarded = row.discarded } }
        for row in digest.floors { update(row.benchmark, row.variant) { $0.floor = row.floor } }
        return rows.values.sorted {
            let (one, other) = ($0.floor ?? $0.discarded ?? $0.delayed ?? 0, $1.floor ?? $1.discarded ?? $1.delayed ?? 0)
            return one == other ? Digest.precedes($0.name, $1.name) : one > other
        }
    }

    private var table: Markup {
        tag(
            "details",
            [
                tag("summary", "Row by row"),
                PagePart.table(
                    "Rows", head: [PagePart.heads(["row", "delayed", "discarded", "A/A floor"])],
                    rows: rows.map { row in
                        tag(
                            "tr",
                            [
                                PagePart.name(row.name), PagePart.cell(Figures.percent(row.delayed)),
                                PagePart.cell(Figures.percent(row.discarded)),
                                PagePart.cell(row.floor.map { Figures.percent($0) } ?? Figures.absent),
                            ])
                    }),
            ])
    }
}

/// Figures that could not be had.
struct MissingSection {
    private let digest: Digest

    init(_ digest: Digest) {
        self.digest = digest
    }

    var markup: Markup? {
        let gaps = digest.missingFigures, rows = digest.measured
        if gaps.isEmpty { return nil }
        return PagePart.section(
            "missing", "Missing",
            [
                tag("ul", gaps.map { gap in tag("li", Summary.gap(gap.figure, gap.reason, rows: gap.rows, of: rows)) })
            ])
    }
}
