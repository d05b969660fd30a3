import Foundation
import ToolCommand

/// What a tool of pages was asked for: to write a page from files, or to say whether it has to be written.
struct FiguresPage {
    let isCheck: Bool
    /// Those behind `--check`: the page's path, and what its figures come from.
    let path: String
    let sources: [String]

    init?(_ arguments: [String]) {
        isCheck = arguments.first == "--check"
        let paths = arguments.dropFirst(isCheck ? 1 : 0)
        guard let path = paths.first else { return nil }
        self.path = path
        sources = Array(paths.dropFirst())
    }

    /// The page's text with other lines between `<!-- MARK -->` and `<!-- /MARK -->`; nil where it hasn't got those.
    static func replacing(_ mark: String, in page: String, with lines: [String]) -> String? {
        guard let begin = page.range(of: "<!-- \(mark) -->\n"), let end = page.range(of: "<!-- /\(mark) -->"), begin.upperBound <= end.lowerBound
        else { return nil }
        return page[..<begin.upperBound] + (lines.joined(separator: "\n") + "\n") + page[end.lowerBound...]
    }

    /// - Parameter difference: what a check says of a page that isn't as it should be, behind its path.
    func finish(_ text: String, was page: String, in place: ToolPlace, difference: String) throws -> ToolOutcome {
        if isCheck { return ToolOutcome(output: text == page ? [] : ["\(path): \(difference)"], exitCode: text == page ? 0 : ToolFailure.finding) }
        try place.write(text, path)
        return ToolOutcome()
    }

    func refused(_ text: String) -> ToolOutcome { ToolOutcome(output: ["\(path): \(text)"], exitCode: ToolFailure.finding) }
}

/// How figures are written in tables.
enum FigureText {
    static let absent = "–"

    static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }

    static func rule(_ columns: Int) -> String { "|" + String(repeating: "---|", count: columns) }

    /// Names in the order in which people count: 2 before 10.
    static func sorted(_ names: some Sequence<String>) -> [String] {
        Set(names).sorted { $0.compare($1, options: .numeric) == .orderedAscending }
    }
}
