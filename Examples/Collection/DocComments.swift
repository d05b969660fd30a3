import Foundation

/// The documentation comments of the library's public functions and types, read from its sources: what the pages about
/// operators say, so that it is said in one place.
struct DocComments {
    struct Entry {
        let name: String
        /// As in `take(until:behavior:)`; empty for types.
        let labels: String
        let text: [String]
        let isOperator: Bool

        /// The paragraphs without the drawings and the lists of parameters, and without the cost.
        var summary: String { prose.cost.map { prose.all.replacingOccurrences(of: $0, with: "") } ?? prose.all }

        /// From "Cost:" to the paragraph's end.
        var cost: String? { prose.cost }

        private var prose: (all: String, cost: String?) {
            let paragraphs = text.split(separator: "", omittingEmptySubsequences: true)
                .filter { !$0[$0.startIndex].hasPrefix("    ") && !$0[$0.startIndex].hasPrefix("- ") }
                .map { $0.joined(separator: " ") }
            let cost = paragraphs.compactMap { paragraph in
                paragraph.range(of: "Cost: ").map { String(paragraph[$0.lowerBound...]) }
            }
            return (paragraphs.joined(separator: "\n\n"), cost.first)
        }
    }

    private let entries: [Entry]

    /// - Parameter folders: the modules' sources.
    init(folders: [URL]) throws { entries = try folders.flatMap(DocComments.entries) }

    private static func entries(in folder: URL) throws -> [Entry] {
        guard let files = FileManager.default.enumerator(atPath: folder.path) else {
            throw CocoaError(.fileReadNoSuchFile)
        }
        let paths = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
        return try paths.flatMap { path in
            DocComments.entries(
                inSource: try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8),
                areOperators: path.hasPrefix("Operators"))
        }
    }

    /// The entry with that name and, if the name has labels, with those labels: exactly or with more after them; operators
    /// first.
    func entry(named name: String) -> Entry? {
        let base = String(name.prefix { $0 != "(" }), labels = name.dropFirst(base.count).dropLast()
        let found = entries.filter { $0.name == base }
        return found.first { $0.isOperator && base + $0.labels == name }
            ?? found.first { $0.isOperator && $0.labels.hasPrefix(labels) }
            ?? found.first { $0.labels.hasPrefix(labels) }
    }

    private static func entries(inSource source: String, areOperators: Bool) -> [Entry] {
        var entries: [Entry] = [], comment: [String] = []
        let lines = source.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("///") {
                comment.append(String(line.dropFirst(3).drop { $0 == " " }.isEmpty ? "" : line.dropFirst(4)))
            } else if !line.hasPrefix("@") {
                let declaration = lines[index..<min(index + 8, lines.count)].joined(separator: " ")
                if !comment.isEmpty, let (name, labels) = names(in: declaration) {
                    entries.append(Entry(name: name, labels: labels, text: comment, isOperator: areOperators))
                }
                comment = []
            }
        }
        return entries
    }

    /// The name and the labels of a declaration.
    private static func names(in declaration: String) -> (String, String)? {
        let pattern = /public (?:static |final |convenience )*(?:func|class|struct|protocol|typealias|var) `?(\w+)`?/
        guard let match = declaration.prefixMatch(of: pattern) else { return nil }
        var rest = declaration[match.range.upperBound...]
        if rest.first == "<", let close = rest.firstIndex(of: "(") { rest = rest[close...] }
        guard rest.first == "(" else { return (String(match.1), "") }
        var labels = "(", depth = 0, word = ""
        for character in rest.dropFirst().replacing("->", with: "") {  // Its bracket closes nothing.
            if ")]>".contains(character) { depth -= 1 }
            if depth < 0 { break }
            if depth == 0, character == ":" {
                labels += (word.split(separator: " ").first.map(String.init) ?? "") + ":"
                word = ""
            } else if depth == 0, character == "," {
                word = ""
            } else {
                word.append(character)
            }
            if "([<".contains(character) { depth += 1 }
        }
        return (String(match.1), labels + ")")
    }
}
