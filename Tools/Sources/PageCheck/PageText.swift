/// A page of Markdown, as far as it is checked: its paragraphs, and what is in back quotes.
///
/// A paragraph is what a reader takes in at once: lines without a blank one between them, an item of a list, or a cell of a table. Headings
/// and blocks of code are none.
struct PageText: Equatable {
    struct Paragraph: Equatable {
        /// From 1 on.
        let line: Int
        let words: Int
    }

    /// What one pair of single back quotes encloses, on one line or on two.
    struct Code: Equatable {
        let line: Int
        let text: String
    }

    /// Where a page leads to: what is in round brackets behind square ones, or an attribute of HTML.
    struct Link: Equatable {
        let line: Int
        let target: String
    }

    private(set) var paragraphs: [Paragraph] = []
    private(set) var links: [Link] = []
    /// What parts of the page are called, in order.
    private(set) var headings: [PageHeading] = []
    private(set) var codes: [Code] = []
    /// What is between lines of three back quotes.
    private(set) var blocks: [String] = []

    init(_ text: String) {
        var open: [(line: Int, text: Substring)] = [], isCode = false
        func close(in page: inout PageText) {
            page.add(open)
            open = []
        }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.drop { $0 == " " }, number = index + 1
            if words.hasPrefix("```") {
                close(in: &self)
                isCode.toggle()
                if isCode { blocks.append("") }
            } else if isCode {
                blocks[blocks.count - 1] += line + "\n"
            } else if open.isEmpty, line.hasPrefix("    ") {
                continue
            } else if words.isEmpty {
                close(in: &self)
            } else if words.hasPrefix("#") {
                close(in: &self)
                addHeading(words)
                addCodes([(number, words)])
                addLinks([(number, words)])
            } else if words.hasPrefix("|") {
                close(in: &self)
                for cell in Self.cells(of: words) { add([(number, cell)]) }
            } else {
                if Self.beginsItem(words) { close(in: &self) }
                open.append((number, words))
            }
        }
        close(in: &self)
    }

    private static func beginsItem(_ words: Substring) -> Bool { words.prefixMatch(of: #/(?:[-*]|[0-9]+\.) /#) != nil }

    /// The cells of a row. A bar in back quotes, or behind a backslash, divides none.
    private static func cells(of row: Substring) -> [Substring] {
        var cells: [Substring] = [], start = row.startIndex, isCode = false, previous: Character = " "
        for index in row.indices {
            if row[index] == "`" { isCode.toggle() }
            if row[index] == "|", !isCode, previous != "\\" {
                cells.append(row[start..<index])
                start = row.index(after: index)
            }
            previous = row[index]
        }
        return cells + [row[start...]]
    }

    private mutating func add(_ lines: [(line: Int, text: Substring)]) {
        let words = lines.reduce(0) { $0 + $1.text.split(separator: " ").count }
        guard let first = lines.first, words > 0 else { return }
        paragraphs.append(Paragraph(line: first.line, words: words))
        addCodes(lines)
        addLinks(lines)
    }

    private mutating func addHeading(_ line: Substring) {
        let text = line.drop { $0 == "#" }.drop { $0 == " " }
        headings.append(PageHeading(String(text), among: headings))
    }

    /// Links on one line or on two, but for those in back quotes and those that DocC resolves.
    private mutating func addLinks(_ lines: [(line: Int, text: Substring)]) {
        guard let first = lines.first else { return }
        let text = lines.map(\.text).joined(separator: "\n").split(separator: "`", omittingEmptySubsequences: false)
        let plain = text.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : $0.element.filter { $0 == "\n" } }.joined()
        for match in plain.matches(of: #/\]\(([^()<>\s]+)\)|(?:src|srcset|href)="([^"]+)"/#) {
            let line = plain[..<match.range.lowerBound].reduce(first.line) { $1 == "\n" ? $0 + 1 : $0 }
            links.append(Link(line: line, target: String(match.1 ?? match.2 ?? "")))
        }
    }

    private mutating func addCodes(_ lines: [(line: Int, text: Substring)]) {
        var open: (line: Int, text: String)?
        for (line, text) in lines {
            for (index, part) in text.split(separator: "`", omittingEmptySubsequences: false).enumerated() {
                if index > 0 {
                    if let code = open, !code.text.isEmpty { codes.append(Code(line: code.line, text: code.text)) }
                    open = open == nil ? (line, "") : nil
                }
                if open != nil { open?.text += part }
            }
            if open != nil { open?.text += " " }
        }
    }
}
