import Foundation
import ToolCommand

/// Looks at an archive of documentation in a browser; see `summary`.
public struct ArchiveCheck: Tool {
    public let name = "archive-check", subject = "archive check"
    public let forms = ["ARCHIVE BASE BROWSER", "ARCHIVE BASE BROWSER PICTURES"]
    public let summary = """
        Opens the pages of a documentation archive, made for a static host that has it at /BASE/, in a browser of Chromium's kind, and names what is
        wrong: each article and a sample of the symbols has a title, its place in the navigation and coloured code; nothing is asked for in vain,
        and the console has no error; each link leads to a page, and to a part that this has; at 390 points nothing is cut off; dark colours are
        dark; and the navigation's filter and the search find what they are asked for. With PICTURES, a folder for pictures of some pages.
        Exit codes: 1 if there are findings, 69 if BROWSER doesn't start or doesn't answer.
        """
    /// EX_UNAVAILABLE of sysexits.h.
    static let unavailable: Int32 = 69
    /// Of so many pages of symbols one is looked at: the others are made of the same parts.
    private static let sample = 40

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        guard (3...4).contains(arguments.count), !arguments[0].hasPrefix("-") else { throw wrongArguments }
        let archive = StaticArchive(folder: place.url(arguments[0]), base: arguments[1])
        let pages = archive.pages
        guard !pages.isEmpty else { throw ToolFailure("\(arguments[0]) has no pages") }
        let articles = pages.filter(archive.isArticle), symbols = pages.filter { !articles.contains($0) }
        let shown = articles + symbols.enumerated().filter { $0.offset.isMultiple(of: Self.sample) }.map(\.element)
        do {
            let pipe = try BrowserPipe(browser: arguments[2])
            defer { pipe.end() }
            var visit = try ArchiveVisit(archive, tab: BrowserTab(pipe, archive: archive))
            if arguments.count == 4 { visit.pictures = place.url(arguments[3]) }
            for page in shown { try visit.look(at: page) }
            try visit.search()
            let defects = try visit.findings()
            let summary = "archive check: \(articles.count) articles and \(shown.count - articles.count) of \(symbols.count) other pages are in order"
            return .found(defects, otherwise: summary)
        } catch let failure as BrowserFailure {
            throw ToolFailure("\(arguments[2]): \(failure.text)", exitCode: Self.unavailable)
        }
    }
}
