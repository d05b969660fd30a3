import PageCheck
import ToolCommand

/// Copies pages into a catalogue of DocC's; see `summary`.
public struct ArchivePages: Tool {
    public let name = "archive-pages", subject = "archive pages"
    public let forms = ["CATALOGUE PAGE..."]
    public let summary = """
        Copies pages that are written for a repository into a catalogue of DocC's, with their links as DocC wants them. A link to another of these
        pages, or to a part of one, leads to it in the archive, and so does one to a page of a catalogue; one to a list, or to a page in the folder
        `journal`, becomes the name of its file, as those aren't in the archive. Exit code 1: a link leads to a part that its page doesn't have.
        """

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        guard arguments.count > 1, !arguments[0].hasPrefix("-") else { throw wrongArguments }
        var texts: [String: String] = [:]
        for path in arguments.dropFirst() { texts[Self.name(of: path)] = try place.text(path) }
        let headings = texts.mapValues { page in
            Dictionary(PageHeading.all(in: page).map { ($0.anchor, $0.archiveAnchor) }, uniquingKeysWith: { first, _ in first })
        }
        var defects: [String] = []
        for path in arguments.dropFirst() {
            let name = Self.name(of: path)
            var page = texts[name] ?? ""
            page.replace(#/\]\((?:([A-Za-z-]+)\.md)?(?:#([^()\s]+))?\)/#) { link in
                let target = link.1.map(String.init) ?? name
                // Without a page or a part it is no link: `[]()`.
                guard link.1 != nil || link.2 != nil, let known = headings[target] else { return String(link.0) }
                guard let anchor = link.2.map(String.init) else { return "](<doc:\(target)>)" }
                if let part = known[anchor] { return "](<doc:\(target)#\(part)>)" }
                defects.append("\(path): \(target) has no part #\(anchor)")
                return String(link.0)
            }
            // Pages of a catalogue call their parts as the archive does already.
            page.replace(#/\]\([^()\s:]*\.docc/(?:[^()\s]*/)?([A-Za-z-]+)\.md(#[^()\s]+)?\)/#) { "](<doc:\($0.1)\($0.2 ?? "")>)" }
            page.replace(#/\[([^\]]*)\]\(([a-z0-9-]+\.txt|journal/[A-Za-z-]+\.md)(?:#[^()\s]+)?\)/#) { "\($0.1) (`docs/\($0.2)`)" }
            try place.write(page, "\(arguments[0])/\(name).md")
        }
        return ToolOutcome(output: defects, exitCode: defects.isEmpty ? 0 : ToolFailure.finding)
    }

    /// Of a file, without its folder and what follows the dot.
    private static func name(of path: String) -> String {
        String((path.split(separator: "/").last ?? "").prefix { $0 != "." })
    }
}
