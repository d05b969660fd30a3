import Foundation

/// A `swift` block of a page.
struct PageBlock {
    let page: String
    /// Of the block's first line, from 1 on.
    let line: Int
    let code: [String]
    /// What it has to print: the `text` block that follows it.
    var expected: [String] = []

    var place: String { "\(page):\(line)" }

    /// The blocks of a page's text, in its order.
    static func all(in text: String, page: String) -> [PageBlock] {
        var blocks: [PageBlock] = [], open: (language: String, line: Int, lines: [String])?
        var mayFollow = false  // Whether only blank lines have come since the last swift block.
        for (index, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("```") {
                if let block = open {
                    if block.language == "swift" { blocks.append(PageBlock(page: page, line: block.line, code: block.lines)) }
                    if block.language == "text", mayFollow { blocks[blocks.count - 1].expected = block.lines }
                    mayFollow = block.language == "swift"
                    open = nil
                } else {
                    open = (String(line.dropFirst(3)), index + 2, [])
                }
            } else if open != nil {
                open!.lines.append(line)
            } else if !line.isEmpty {
                mayFollow = false
            }
        }
        return blocks
    }

    /// What is wrong with what it printed, as a message; nil where it is what the page says.
    ///
    /// - Parameter output: lines; nil where it didn't run.
    func defect(_ output: [String]?) -> String? {
        guard var lines = output else { return "\(place): it didn't run" }
        while lines.last == "" { lines.removeLast() }
        if lines.map(Self.withoutTimes) == expected.map(Self.withoutTimes) { return nil }
        let expected = expected.isEmpty ? ["(nothing)"] : expected
        return "\(place): it printed\n    " + lines.joined(separator: "\n    ") + "\n  and the page says\n    " + expected.joined(separator: "\n    ")
    }

    private static func withoutTimes(_ line: String) -> String {
        line.replacingOccurrences(of: #"(\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d\.\d{3}"#, with: "TIME", options: .regularExpression)
    }
}
