/// What the check lets pass, each with the reason: `PAGE paragraphs COUNT REASON` for up to so many long paragraphs, and
/// ``PAGE `NAME` REASON`` for a name of nothing in the repository.
struct PageExceptions {
    private(set) var paragraphs: [String: Int] = [:]
    private(set) var names: [String: Set<String>] = [:]
    /// Lines that say something else, from 1 on.
    private(set) var wrongLines: [Int] = []
    /// Where each name's entry is.
    private var lines: [(line: Int, page: String, name: String)] = []

    init(_ text: String) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            if let entry = line.wholeMatch(of: #/(\S+) paragraphs ([1-9][0-9]*) \S.{10,}/#), let count = Int(entry.2) {
                paragraphs[String(entry.1), default: 0] += count
            } else if let entry = line.wholeMatch(of: #/(\S+) `([^`]+)` \S.{10,}/#) {
                let page = String(entry.1), name = String(entry.2)
                names[page, default: []].insert(name)
                lines.append((index + 1, page, name))
            } else {
                wrongLines.append(index + 1)
            }
        }
    }

    /// The entries of names that no page needs.
    ///
    /// - Parameter needed: the names of nothing on each page.
    func unneeded(besides needed: [String: Set<String>]) -> [(line: Int, page: String, name: String)] {
        lines.filter { needed[$0.page]?.contains($0.name) != true }
    }
}
