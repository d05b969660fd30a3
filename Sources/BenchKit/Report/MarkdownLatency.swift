/// The latencies of a report for a pull request's comment: a block that is no longer than there is room for.
struct MarkdownLatency {
    private let digest: Digest
    private let rows: [Row]

    init(_ digest: Digest) {
        self.digest = digest
        rows = digest.latencyRows
    }

    /// Nil without latencies, and where not a single row has room.
    /// - Parameter most: characters.
    func block(most: Int) -> String? {
        if rows.isEmpty { return nil }
        let start = "<details><summary>Latency</summary>\n\n\(MarkdownReport.escaped(LatencyText.explanation))\n\n", end = "\n\n</details>"
        // Of the sentence on what is left out, too.
        var left = most - start.count - end.count - 160, tables = (figures: [[String]](), loads: [[String]]()), shown = 0
        let own = LatencyText.ownFigures(rows)
        let header = ["row", "figure"] + LatencyText.columns, loadHeader = ["row"] + LatencyText.loadColumns + own
        left -= [header, header, loadHeader, loadHeader].map(MarkdownReport.length).reduce(0, +)
        for row in rows {
            let figures = lines(row, columns: header.count).map { $0.map(MarkdownReport.escaped) }
            let loads = row.latency == nil ? [] : [([row.key.text] + LatencyText.load(row, own: own)).map(MarkdownReport.escaped)]
            left -= (figures + loads).map(MarkdownReport.length).reduce(0, +)
            if left < 0 { break }
            tables.figures += figures
            tables.loads += loads
            shown += 1
        }
        if shown == 0 { return nil }
        let texts = [(header, 2, tables.figures), (loadHeader.map(MarkdownReport.escaped), 1, tables.loads)].map { header, first, rows in
            MarkdownReport.table(header, alignedAtEnd: Set(first..<header.count), rows)
        }
        let rest = rows.count - shown
        let omission = rest == 0 ? "" : "\n\n\(ReportVerdict.number(rest, "more row")) left out: the comment would be too long."
        return start + texts.joined(separator: "\n\n") + omission + end
    }

    /// A line a figure.
    private func lines(_ row: Row, columns: Int) -> [[String]] {
        let name = row.key.text
        guard let latency = row.latency else { return [[name, "FAILED"] + Array(repeating: Figures.absent, count: columns - 2)] }
        let floor = digest.floor(of: row)?.latency
        return latency.figures.compactMap { figure in
            latency.distributions[figure].map { [name, figure] + LatencyTable.cells($0, floor: floor?.distributions[figure]) }
        }
    }
}
