/// How long what is waited for takes: curves of percentiles, and the percentiles in figures.
struct LatencySection {
    private let digest: Digest

    init(_ digest: Digest) {
        self.digest = digest
    }

    var markup: Markup? {
        let benchmarks = digest.latencies
        if benchmarks.isEmpty { return nil }
        return PagePart.section(
            "latency", "Latency",
            [PagePart.paragraph("From \(digest.late.origin). " + LatencyText.explanation)]
                + benchmarks.map(box))
    }

    /// Each with what it is of.
    var pictures: [(name: String, picture: Picture)] {
        digest.latencies.flatMap { benchmark in
            benchmark.figures.enumerated().compactMap { index, figure in
                plot(benchmark, figure, number: index).map { ("latency \(benchmark.id) \(figure)", $0) }
            }
        }
    }

    private func box(_ benchmark: LatencyDigest) -> Markup {
        let pictures = benchmark.figures.enumerated().compactMap { index, name in
            plot(benchmark, name, number: index).map { tag("div", [tag("h4", name), $0.markup]) }
        }
        return tag(
            "div", ["class": "figure-box"],
            [
                tag("h3", "\(benchmark.id): \(benchmark.title)"), tag("div", ["class": "plots"], pictures), percentiles(benchmark), loads(benchmark),
            ])
    }

    private func plot(_ benchmark: LatencyDigest, _ name: String, number: Int) -> Picture? {
        guard let unit = (benchmark.rows + [benchmark.floor].compactMap { $0 }).compactMap({ $0.latency?.distributions[name]?.unit }).first else {
            return nil
        }
        func curve(_ row: Row, _ title: String, _ style: String) -> PercentilePlot.Curve? {
            guard let found = row.latency?.distributions[name], found.unit == unit else { return nil }
            return PercentilePlot.Curve(name: title, distribution: found, style: style)
        }
        let curves = benchmark.rows.compactMap { curve($0, LatencyText.variant($0), "v\(digest.place($0.variant))") }
        let floor = benchmark.floor.flatMap { curve($0, LatencyText.floor, "floor") }
        let machine = PercentilePlot.Curve(name: LatencyText.machine, distribution: benchmark.jitter, style: "machine")
        return PercentilePlot(
            id: "latency-\(PageIdentifier.of(benchmark.id, "\(number)"))", title: "\(name) of \(benchmark.id) by percentile", unit: unit,
            curves: curves + [floor].compactMap { $0 }, backdrop: unit == "ns" ? machine : nil
        ).picture
    }

    private func percentiles(_ benchmark: LatencyDigest) -> Markup {
        let columns = LatencyText.columns
        let head = tag(
            "tr",
            [tag("th", ["scope": "col"], "row"), tag("th", ["scope": "col"], "figure")]
                + columns.map {
                    tag("th", ["scope": "col", "class": "figure"], $0)
                })
        func line(_ title: String, _ figure: String, _ distribution: RowLatency.Distribution) -> Markup {
            let cells = LatencyTable.cells(distribution, floor: benchmark.floor?.latency?.distributions[figure])
            return tag("tr", [PagePart.name(title), tag("td", figure)] + cells.map { PagePart.cell($0) })
        }
        let named = benchmark.rows.map { ($0, LatencyText.variant($0)) } + [benchmark.floor].compactMap { $0.map { ($0, LatencyText.floor) } }
        let measured = benchmark.figures.flatMap { figure in
            named.compactMap { row, title in row.latency?.distributions[figure].map { line(title, figure, $0) } }
        }
        let failed = named.filter { $0.0.failure != nil }.map { row, title in
            tag("tr", [PagePart.name(title), tag("td", ["class": "bad", "colspan": "\(columns.count + 1)"], "FAILED")])
        }
        let machine = benchmark.jitter.histogram.count > 0 ? [line(LatencyText.machine, "jitter", benchmark.jitter)] : []
        return PagePart.table("Percentiles of \(benchmark.id)", head: [head], rows: measured + machine + failed)
    }

    /// What was sent, and the benchmark's own figures.
    private func loads(_ benchmark: LatencyDigest) -> Markup {
        let rows = (benchmark.rows + [benchmark.floor].compactMap { $0 }).filter { $0.latency != nil }
        let own = LatencyText.ownFigures(rows)
        let table = PagePart.table(
            "Load of \(benchmark.id)", head: [PagePart.heads(["row"] + LatencyText.loadColumns + own)],
            rows: rows.map { row in
                let title = row.benchmark == benchmark.id ? LatencyText.variant(row) : LatencyText.floor
                return tag(
                    "tr",
                    [PagePart.name(title, title == LatencyText.floor ? row.benchmark : nil)]
                        + LatencyText.load(row, own: own).map {
                            PagePart.cell($0)
                        })
            })
        return tag("details", [tag("summary", "Load, capacity and own figures"), table])
    }
}
