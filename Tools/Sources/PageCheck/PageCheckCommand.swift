import Foundation

/// What the program does with its arguments.
public struct PageCheckCommand: Sendable {
    /// What it would print, and how it ends.
    public struct Outcome: Equatable, Sendable {
        public var output: [String] = []
        public var errors: [String] = []
        public var exitCode: Int32 = 0
    }

    static let usage = """
        page-check    names long paragraphs of the pages, names in back quotes that stand for nothing in the repository, and links that lead
                      nowhere in it, as file:line: text; exit code 1 if there are any. docs/page-exceptions.txt lists what may stay, with reasons
        """
    static let exceptions = "docs/page-exceptions.txt"
    /// As many words a paragraph may have.
    static let limit = 60

    private let root: URL

    /// - Parameter root: the folder of the repository; that of these sources if none is given.
    public init(root: URL? = nil) {
        self.root = root ?? (1...4).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
    }

    public func run(_ arguments: [String]) -> Outcome {
        switch arguments {
        case []: check()
        case ["--help"]: Outcome(output: [Self.usage])
        default: Outcome(errors: ["page-check: takes no argument but --help"], exitCode: 64)
        }
    }

    /// Every page of the repository, by its path. Builds write pages, too; those are none.
    var pages: [String] {
        guard let found = FileManager.default.enumerator(atPath: root.path) else { return [] }
        var pages: [String] = []
        while let path = found.nextObject() as? String {
            if RepositoryNames.leftOut.contains((path as NSString).lastPathComponent) { found.skipDescendants() }
            if path.hasSuffix(".md") { pages.append(path) }
        }
        return pages.sorted()
    }

    /// Whether a page tells of what was, and only its links are checked.
    private static func isHistory(_ page: String) -> Bool { page.hasPrefix("docs/journal/") }

    private func text(_ path: String) -> String? { try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) }

    private func check() -> Outcome {
        var names = RepositoryNames(root: root), links = RepositoryLinks(root: root)
        let exceptions = PageExceptions(text(Self.exceptions) ?? "")
        let forms = "neither `PAGE paragraphs COUNT REASON` nor ``PAGE `NAME` REASON``"
        var outcome = Outcome(output: exceptions.wrongLines.map { "\(Self.exceptions):\($0): \(forms)" })
        var read: [(path: String, page: PageText)] = []
        for path in pages {
            if let text = text(path) { read.append((path, PageText(text))) } else { outcome.errors.append("page-check: \(path) can't be read") }
        }
        for (_, page) in read { names.add(blocksOf: page) }
        var unknown: [String: Set<String>] = [:]
        for (path, page) in read {
            let broken = page.links.compactMap { link in links.defect(of: link.target, on: path).map { (link.line, $0) } }
            if Self.isHistory(path) {
                outcome.output += broken.map { "\(path):\($0.0): \($0.1)" }
                continue
            }
            let codes = page.codes.filter { !names.has($0.text) }, long = page.paragraphs.filter { $0.words > Self.limit }
            unknown[path] = Set(codes.map(\.text))
            var found = codes.filter { exceptions.names[path]?.contains($0.text) != true }.map { ($0.line, "`\($0.text)` is nothing in the sources") }
            if long.count > exceptions.paragraphs[path] ?? 0 { found += long.map { ($0.line, "a paragraph of \($0.words) words") } }
            outcome.output += (found + broken).sorted { $0.0 < $1.0 }.map { "\(path):\($0.0): \($0.1)" }
        }
        outcome.output += exceptions.unneeded(besides: unknown).map {
            "\(Self.exceptions):\($0.line): \($0.page) needs no exception for `\($0.name)`"
        }
        if !outcome.output.isEmpty || !outcome.errors.isEmpty { outcome.exitCode = 1 }
        return outcome
    }
}
