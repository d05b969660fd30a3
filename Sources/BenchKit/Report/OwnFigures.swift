/// What rows tell besides times and counts: bytes, the most memory, what the kernel did for an iteration, and the benchmarks' own figures.
struct OwnFigures {
    private let rows: [Row]

    init(_ rows: [Row]) {
        self.rows = rows.filter { $0.failure == nil }.sorted { one, other in
            one.benchmark == other.benchmark ? one.variant < other.variant : Digest.precedes(one.benchmark, other.benchmark)
        }
    }

    /// Without that of the rows' names.
    var columns: [String] { figures.map(\.name) }

    /// What the columns are called, and have of a row. What the kernel did has a column only where a row has some of it.
    private var figures: [(name: String, text: (Row) -> String)] {
        let kernel: [(name: String, text: (Row) -> String)] = [
            ("switches/iteration", { $0.contextSwitches?.text ?? Figures.absent }), ("I/O/iteration", { $0.transfers?.text ?? Figures.absent }),
        ]
        return [
            ("bytes/event", { bytes($0.allocations?.perEvent) }), ("bytes/subscription", { bytes($0.allocations?.perSubscription) }),
            ("peak memory", { Figures.bytes($0.peakMemory) }),
        ] + kernel.filter { figure in rows.contains { figure.text($0) != Figures.absent } } + [("its own", own)]
    }

    /// Of each row that has any: its name and these figures.
    var lines: [[String]] {
        let figures = figures
        return rows.compactMap { row in
            let cells = figures.map { $0.text(row) }
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
        let lines = lines, columns = columns
        if lines.isEmpty { return "" }
        var table = Table(header: ["row"] + columns, alignedAtEnd: [false] + columns.indices.map { $0 < 3 })
        for line in lines { table.add(line) }
        return table.text
    }
}

extension ContextSwitches {
    /// How many of each kind; a dash for none.
    fileprivate var text: String {
        let parts = [(voluntary, "voluntary"), (involuntary, "involuntary")].filter { $0.0 != 0 }
        return parts.isEmpty ? Figures.absent : parts.map { "\($0) \($1)" }.joined(separator: ", ")
    }
}

extension Transfers {
    /// What there was of it; a dash for nothing.
    fileprivate var text: String {
        let calls = [(readCalls, "reads"), (writeCalls, "writes")].compactMap { count, what in count.flatMap { $0 > 0 ? "\($0) \(what)" : nil } }
        let bytes = [(bytesRead, "read"), (bytesWritten, "written"), (bytesFromDisk, "from the disk"), (bytesToDisk, "to the disk")]
            .compactMap { count, what in count.flatMap { $0 > 0 ? "\(Figures.bytes($0)) \(what)" : nil } }
        return (calls + bytes).isEmpty ? Figures.absent : (calls + bytes).joined(separator: ", ")
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
