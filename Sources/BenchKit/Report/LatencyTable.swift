/// Percentiles, a line a row and what was measured of it.
struct LatencyTable {
    private let rows: [Row]

    init(_ rows: [Row]) {
        self.rows = rows
    }

    private var measured: [(row: Row, latency: RowLatency)] {
        rows.compactMap { row in row.latency.map { (row, $0) } }
    }

    var text: String {
        if rows.isEmpty { return "nothing was measured" }
        let header = ["benchmark", "load", "figure"] + LatencyText.columns
        var table = Table(header: header, alignedAtEnd: header.indices.map { $0 > 2 })
        let byKey = Dictionary(rows.map { ($0.key, $0) }) { first, _ in first }
        for (row, latency) in measured {
            let floor = latency.floor.flatMap { byKey[RowKey(benchmark: $0, variant: Suite.onlyVariant)]?.latency }
            for (index, name) in latency.figures.enumerated() {
                guard let distribution = latency.distributions[name] else { continue }
                table.add(
                    [index == 0 ? RowName.text(row.benchmark, row.variant) : "", index == 0 ? latency.load : "", name]
                        + LatencyTable.cells(distribution, floor: floor?.distributions[name]))
            }
            let own = row.metrics.sorted { $0.key < $1.key }.map { "\($0): \(Figures.short($1.value)) \($1.unit)" }
            if !own.isEmpty { table.add(heading: "  " + own.joined(separator: ", ")) }
        }
        let failures = rows.compactMap { row in row.failure.map { "failed: \(row.name): \($0.message)" } }
        return ([table.text] + machine + failures.map(\.onOneLine)).joined(separator: "\n")
    }

    /// - Parameter floor: what its multiples are of; nil where that isn't at hand.
    static func cells(_ distribution: RowLatency.Distribution, floor: RowLatency.Distribution?) -> [String] {
        // A multiple is as good as the worse of its two figures.
        let multiples = Percentile.multiples.map { percentile -> String in
            guard let figure = distribution[percentile], let multiple = figure.multiple else { return Figures.absent }
            let isHidden = figure.hidden == true || floor?[percentile]?.hidden == true
            return (isHidden ? "?" : "") + Figures.short(multiple)
        }
        return Percentile.allCases.map(distribution.text) + [distribution.text(Double(distribution.histogram.largest))] + multiples
    }

    /// What the machine itself did meanwhile.
    private var machine: [String] {
        guard let first = measured.first else { return [] }
        var all = first.latency.jitter.histogram
        for other in measured.dropFirst() { all.merge(other.latency.jitter.histogram) }
        let jitter = RowLatency.Distribution(unit: "ns", [all])
        let figures = Percentile.allCases.compactMap { percentile in jitter[percentile].map { "\(percentile.rawValue) \(Figures.duration($0.value))" }
        }
        return [
            "", "the machine's own: \(figures.joined(separator: ", ")), max \(Figures.duration(Double(all.largest)))",
            "×: multiple of the floor's; ?: of which, or of whose floor's, the machine's own is more than half; –: too few samples",
        ]
    }
}

extension Percentile {
    /// Those that tables give as multiples of a floor's.
    static let multiples: [Percentile] = [.p50, .p90, .p99, .p999]

    /// Without the rounding that a share has.
    var percent: Double { Double(rawValue.dropFirst()) ?? 100 * share }
}

extension RowLatency.Distribution {
    func text(_ value: Double) -> String { unit == "ns" ? Figures.duration(value) : Figures.short(value) }

    /// With a mark where the machine hides it.
    func text(_ percentile: Percentile) -> String {
        guard let figure = self[percentile] else { return Figures.absent }
        return (figure.hidden == true ? "?" : "") + text(figure.value)
    }
}

extension RowLatency {
    /// What every load is measured by, in the order shown.
    static let known = ["delay", "delay in events", "call"]

    /// What was measured, the delay first.
    var figures: [String] {
        RowLatency.known.filter { distributions[$0] != nil } + distributions.keys.filter { !RowLatency.known.contains($0) }.sorted()
    }
}
