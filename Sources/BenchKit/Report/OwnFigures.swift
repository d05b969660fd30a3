/// What rows tell besides times and counts: bytes, the most memory, and the benchmarks' own figures.
struct OwnFigures {
    private let rows: [Row]

    init(_ rows: [Row]) {
        self.rows = rows.filter { $0.failure == nil }.sorted { one, other in
            one.benchmark == other.benchmark ? one.variant < other.variant : Digest.precedes(one.benchmark, other.benchmark)
        }
    }

    /// Without that of the rows' names.
    let columns = ["bytes/event", "bytes/subscription", "peak memory", "its own"]

    /// Of each row that has any: its name and these figures.
    var lines: [[String]] {
        rows.compactMap { row in
            let cells = [bytes(row.allocations?.perEvent), bytes(row.allocations?.perSubscription), Figures.bytes(row.peakMemory), own(row)]
            return cells.allSatisfy { $0 == Figures.absent } ? nil : [row.key.text] + cells
        }
    }

    private func bytes(_ figures: AllocationFigures?) -> String { Figures.count(figures?.bytes, exact: figures?.exact) }

    /// Of a row whose samples say nothing, with a mark.
    private func own(_ row: Row) -> String {
        let texts = row.metrics.sorted { $0.key < $1.key }.map { name, figure in
            "\(name) \(Figures.marked(Figures.short(figure.value), row.inconclusive)) \(figure.unit)"
        }
        return texts.isEmpty ? Figures.absent : texts.joined(separator: "; ")
    }

    /// For a terminal; nothing where no row has any.
    var text: String {
        if lines.isEmpty { return "" }
        var table = Table(header: ["row"] + columns, alignedAtEnd: [false, true, true, true, false])
        for line in lines { table.add(line) }
        return table.text
    }
}

extension Figures {
    /// Bytes with a unit that suits them.
    static func bytes(_ count: UInt64?) -> String {
        guard let count else { return absent }
        let units: [(Double, String)] = [(1_073_741_824, "GiB"), (1_048_576, "MiB"), (1024, "KiB")]
        guard let unit = units.first(where: { Double(count) >= $0.0 }) else { return "\(count) B" }
        return "\(short(Double(count) / unit.0)) \(unit.1)"
    }
}
