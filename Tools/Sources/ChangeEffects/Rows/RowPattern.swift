/// A regular expression that matches the ids of some rows and of no others.
struct RowPattern {
    let text: String

    init(_ chosen: Set<String>, of all: [String]) {
        // The shortest beginnings that no other row has: so one word stands for most rows of an operator.
        let others = Set(all.filter { !chosen.contains($0) }.flatMap(Self.beginnings))
        let words = Set(chosen.compactMap { id in Self.beginnings(of: id).first { !others.contains($0) } }).sorted()
        text = "^(\(words.joined(separator: "|")))"
    }

    /// `a/`, `a/b/` and so on, and the id itself with its end, as a regular expression has them.
    private static func beginnings(of id: String) -> [String] {
        let id = id.replacing(#/[^\w\/-]/#) { "\\" + $0.0 }
        return id.indices.filter { id[$0] == "/" }.map { String(id[...$0]) } + [id + "$"]
    }
}
