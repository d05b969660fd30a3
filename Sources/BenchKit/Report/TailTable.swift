/// The percentiles that people ask for first, a line a benchmark of latency: so short that all of them fit where not all figures do.
struct TailTable {
    private let rows: [Row]
    private let variants: [String]

    init(_ rows: [Row]) {
        self.rows = rows
        var seen: [String] = []
        for variant in rows.map(\.variant) where !seen.contains(variant) { seen.append(variant) }
        variants = seen
    }

    /// What is told of a row: its delay, or what it has instead.
    static func figure(_ row: Row) -> String? { row.latency?.figures.first }

    /// The middle and the tail, as `1.20 / 3.40 µs`; with a mark where the machine hides one.
    private static func cell(_ row: Row?) -> String {
        guard let row else { return Figures.absent }
        guard let latency = row.latency, let found = figure(row).flatMap({ latency.distributions[$0] }) else { return "FAILED" }
        return [Percentile.p50, .p99].map { found.text($0) }.joined(separator: " / ")
    }

    var markdown: String? {
        var ids: [String] = []
        for row in rows where !ids.contains(row.benchmark) { ids.append(row.benchmark) }
        let byKey = Dictionary(rows.map { ($0.key, $0) }) { first, _ in first }
        let named = variants.map { $0 == Suite.onlyVariant ? "alone" : $0 }
        return MarkdownTables.block(
            "Tails: p50 / p99", ["benchmark", "of"] + named, alignedFrom: 2,
            ids.map { id in
                let own = variants.map { byKey[RowKey(benchmark: id, variant: $0)] }
                return [id, own.lazy.compactMap { $0.flatMap(TailTable.figure) }.first ?? Figures.absent] + own.map(TailTable.cell)
            })
    }
}
