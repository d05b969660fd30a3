/// Sequences drawn as text, one under the other, with one column of time:
///
///     source   -1-----2--|
///     times10  -10----20-|
///
/// `-` is one tick, `|` completion, `#` an error, `!` a disposal; what comes within one tick is put in parentheses. A tick
/// in which something wider than one character comes is wider in every row.
public struct MarbleDiagram: Sendable {
    /// One sequence: from when to when somebody was subscribed to it, and what came.
    public struct Row: Sendable {
        /// Something that came, at a tick.
        public struct Mark: Sendable {
            public let tick: Int
            public let text: String
            /// Whether nothing follows.
            public let isLast: Bool

            public init(tick: Int, text: String, isLast: Bool = false) {
                self.tick = tick
                self.text = text
                self.isLast = isLast
            }
        }

        public let name: String
        /// The row is blank before this tick.
        public let begin: Int
        public var marks: [Mark]

        public init(name: String, begin: Int = 0, marks: [Mark] = []) {
            self.name = name
            self.begin = begin
            self.marks = marks
        }

        var end: Int? { marks.last { $0.isLast }?.tick }

        func isRunning(at tick: Int) -> Bool { tick >= begin && tick <= end ?? .max }

        /// What is drawn at each tick at which something came.
        var cells: [Int: String] {
            Dictionary(grouping: marks, by: \.tick).mapValues { marks in
                let texts = marks.map(\.text)
                if texts.count == 1 { return texts[0] }
                let elements = marks.filter { !$0.isLast }.map(\.text)
                let separator = elements.allSatisfy { $0.count == 1 } ? "" : ","
                return "(" + elements.joined(separator: separator) + marks.filter(\.isLast).map(\.text).joined() + ")"
            }
        }
    }

    public var rows: [Row]
    /// The drawing ends with this tick, or with the last one at which something comes, if that is later.
    public var lastTick: Int

    public init(rows: [Row] = [], lastTick: Int = 0) {
        self.rows = rows
        self.lastTick = lastTick
    }

    /// Ticks that are drawn one by one.
    private static let mostTicks = 1_000
    /// What stands for all ticks at which nothing comes, where there are more.
    private static let gap = " … "

    /// The ticks to draw; nil for those that are left out.
    private func columns(from first: Int, to last: Int, _ cells: [[Int: String]]) -> [Int?] {
        let (span, overflows) = last.subtractingReportingOverflow(first)
        if !overflows, span < MarbleDiagram.mostTicks { return Array(first...last) }
        let ticks = Set(cells.flatMap(\.keys) + rows.map(\.begin) + [first, last]).filter { (first...last).contains($0) }.sorted()
        return zip([nil] + ticks.map(Optional.some), ticks).flatMap { before, tick -> [Int?] in
            before.map { tick - 1 > $0 } == true ? [nil, tick] : [tick]
        }
    }

    /// The drawing, a line for each row.
    ///
    /// - Parameters:
    ///   - firstTick: what came earlier isn't drawn.
    public func lines(from firstTick: Int = 0) -> [String] {
        let last = max(lastTick, rows.flatMap(\.marks).map(\.tick).max() ?? firstTick, firstTick)
        let cells = rows.map(\.cells)
        let columns = columns(from: firstTick, to: last, cells)
        let widths = columns.map { column in column.map { MarbleDiagram.width(of: $0, cells) } ?? MarbleDiagram.gap.count }
        let nameWidth = rows.map(\.name.count).max() ?? 0
        return zip(rows, cells).map { row, cells in
            var line = row.name.padded(to: nameWidth) + "  "
            for (column, width) in zip(columns, widths) {
                guard let tick = column else {
                    line += MarbleDiagram.gap
                    continue
                }
                let filler: Character = row.isRunning(at: tick) ? "-" : " "
                let isLast = row.end == tick
                line += (cells[tick] ?? "").padded(to: width, with: isLast ? " " : filler)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// As wide as the widest of the tick's cells; wider by one where two words would run together.
    private static func width(of tick: Int, _ cells: [[Int: String]]) -> Int {
        let width = cells.compactMap { $0[tick]?.count }.max() ?? 1
        let runsOn = cells.contains { cells in
            guard tick < .max, let word = cells[tick], let next = cells[tick + 1] else { return false }
            return word.count == width && width + next.count > 2 && word.last != ")" && !["|", "#", "!"].contains(next)
        }
        return runsOn ? width + 1 : width
    }
}

extension MarbleDiagram: CustomStringConvertible {
    public var description: String { lines().joined(separator: "\n") }
}

extension String {
    fileprivate func padded(to width: Int, with filler: Character = " ") -> String {
        self + String(repeating: filler, count: max(width - count, 0))
    }
}
