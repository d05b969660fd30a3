/// One benchmark of latency: its rows side by side, and its floor's.
struct LatencyDigest {
    let id: String
    let title: String
    /// By variant, those that failed among them.
    let rows: [Row]
    /// What does the same by hand; nil without one.
    let floor: Row?

    /// What was measured of any of them, the delay first.
    var figures: [String] {
        var seen: [String] = []
        for name in (rows + [floor].compactMap { $0 }).compactMap(\.latency).flatMap(\.figures) where !seen.contains(name) { seen.append(name) }
        let known = RowLatency.known.filter(seen.contains)
        return known + seen.filter { !known.contains($0) }
    }

    /// The machine's own while these rows were measured.
    var jitter: RowLatency.Distribution {
        RowLatency.Distribution(unit: "ns", [Histogram()] + rows.compactMap { $0.latency?.jitter.histogram })
    }
}

extension Digest {
    /// The newest rows of latencies, those that failed too.
    var latencyRows: [Row] { late.all.map(\.value) }

    /// The row that a row's multiples are of: that of its own file, or else the newest; nil where no file has it.
    func floor(of row: Row) -> Row? {
        guard let floor = row.latency?.floor else { return nil }
        let known = late.history(RowKey(benchmark: floor, variant: Suite.onlyVariant)), file = late[row.key]?.source.name
        return (known.last { $0.source.name == file } ?? known.last)?.value
    }

    /// All benchmarks of latencies in the order of the newest file. A floor stands with those that it is one of; by itself only where there
    /// are none.
    var latencies: [LatencyDigest] {
        let rows = latencyRows
        let byBenchmark = Dictionary(grouping: rows, by: \.benchmark), floors = Set(rows.compactMap { $0.latency?.floor })
        var ids: [String] = []
        for row in rows where !ids.contains(row.benchmark) && !floors.contains(row.benchmark) { ids.append(row.benchmark) }
        let order = variants
        return ids.compactMap { id in
            guard let own = byBenchmark[id], let first = own.first else { return nil }
            let sorted = order.compactMap { variant in own.first { $0.variant == variant } } + own.filter { $0.variant == Suite.onlyVariant }
            let floor = own.lazy.compactMap { $0.latency?.floor }.first.flatMap { byBenchmark[$0]?.first }
            return LatencyDigest(id: id, title: first.title, rows: sorted, floor: floor)
        }
    }
}
