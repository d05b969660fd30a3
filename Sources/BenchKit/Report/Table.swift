/// Text in aligned columns. Whatever is in a cell, it stays there.
struct Table {
    enum Line {
        case cells([String])
        /// A line across all columns.
        case heading(String)
    }

    let header: [String]
    /// Whether a column's cells end, not begin, in line.
    let alignedAtEnd: [Bool]
    private(set) var lines: [Line] = []

    init(header: [String], alignedAtEnd: [Bool]) {
        precondition(header.count == alignedAtEnd.count, "Table: one alignment a column")
        self.header = header.map(\.inCell)
        self.alignedAtEnd = alignedAtEnd
    }

    mutating func add(_ cells: [String]) {
        precondition(cells.count == header.count, "Table: one cell a column")
        lines.append(.cells(cells.map(\.inCell)))
    }

    mutating func add(heading: String) {
        lines.append(.heading(heading.onOneLine))
    }

    var text: String {
        let rows = lines.compactMap { if case .cells(let cells) = $0 { cells } else { nil } } + [header]
        let widths = header.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let body = lines.map { line in
            switch line {
            case .cells(let cells): format(cells, widths)
            case .heading(let heading): heading
            }
        }
        return ([format(header, widths)] + body).joined(separator: "\n")
    }

    private func format(_ cells: [String], _ widths: [Int]) -> String {
        let padded = cells.indices.map { cells[$0].padded(to: widths[$0], atStart: alignedAtEnd[$0]) }
        let line = padded.joined(separator: "  ")
        return String(line.reversed().drop { $0 == " " }.reversed())
    }
}
