/// A piece of generated text. How lines are indented and broken is decided here alone.
enum Piece: ExpressibleByStringInterpolation {
    /// One line, which isn't broken.
    case line(String)
    /// Items with commas between them, in as many lines as they take. `before` shares the first line, `after` the last one.
    case list(before: String = "", [String], after: String = "")
    /// Statements so short that four share a line.
    case statements([String])
    /// Pieces that are four columns further in.
    case indented([Piece])

    /// Where an item of a list ends at the latest, with its comma. What comes after the last item may be beyond.
    private static let lastColumn = 118

    init(stringLiteral line: String) { self = .line(line) }

    func lines(from column: Int = 0) -> [String] {
        let margin = Self.blanks(column)
        return switch self {
        case .line(let text): [text.isEmpty ? "" : margin + text]
        case .list(let before, let items, let after): Self.filled(before, items, after, from: column)
        case .statements(let all):
            stride(from: 0, to: all.count, by: 4).map { margin + all[$0..<min($0 + 4, all.count)].joined(separator: "; ") }
        case .indented(let pieces): pieces.flatMap { $0.lines(from: column + 4) }
        }
    }

    /// The lines after the first are further in, unless that begins with an item itself.
    private static func filled(_ before: String, _ items: [String], _ after: String, from column: Int) -> [String] {
        let margin = blanks(before.isEmpty ? column : column + 4)
        var lines: [String] = [], line = blanks(column) + before
        for (index, item) in items.enumerated() {
            let separator = index == 0 ? "" : ", "
            if index > 0, line.count + separator.count + item.count + 1 > lastColumn {
                lines.append(line + ",")
                line = margin + item
            } else {
                line += separator + item
            }
        }
        return lines + [line + after]
    }

    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
