import SourceFacts

/// A place in the library's sources that asks for an order by the name of the operation.
struct SourceSite: Hashable, Sendable {
    let path: String
    let line: Int
    /// Of the operation's name, from 1.
    let column: Int
    let operation: String

    /// Operations by names that hardly anything else has.
    private static let names: Set = [
        "loadAcquiring", "storeReleasing", "compareExchange", "compareExchangeReleasing", "fetchOr", "fetchAnd", "exchange", "lookAgain",
        "lightFence",
        "atomicMemoryFence",
    ]

    /// - Parameter text: Swift.
    static func all(in text: String, path: String) -> [SourceSite] {
        var sites: [SourceSite] = []
        for (index, line) in CodeAlone.text(of: text).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var before: Substring = "", rest = line[...]
            while let start = rest.firstIndex(where: { $0.isLetter }) {
                before = line[..<start]
                let word = rest[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                rest = rest[word.endIndex...]
                if names.contains(String(word)), rest.hasPrefix("("), !before.hasSuffix("func ") {
                    sites.append(SourceSite(path: path, line: index + 1, column: before.utf8.count + 1, operation: String(word)))
                }
            }
        }
        return sites
    }

    /// Whether an instruction's place is this one. Of a function that is compiled anew for a type the compiler has forgotten the file.
    func isPlace(_ frame: OriginFrame) -> Bool {
        frame.line == line && frame.column == column && (frame.path.hasSuffix(path) || !frame.path.hasSuffix(".swift"))
    }
}
