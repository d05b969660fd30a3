import Foundation
import Testing
import ToolCommand

@testable import DocumentationArchive

/// An archive of three pages: an article, and two symbols of which one has no folder of its own.
private func archiveFolder() throws -> ToolFolder {
    try ToolFolder([
        "data/documentation/a.json": #"{"kind": "article", "metadata": {"role": "article"}}"#, "documentation/a/index.html": "<h1>A</h1>",
        "data/documentation/b.json": #"{"kind": "symbol"}"#, "documentation/b/index.html": "<h1>B</h1>",
        "data/documentation/c.json": #"{"kind": "symbol"}"#, "js/a b.js": "1",
    ])
}

@Suite struct StaticArchiveTests {
    private let folder: ToolFolder
    private let archive: StaticArchive

    init() throws {
        folder = try archiveFolder()
        archive = StaticArchive(folder: URL(fileURLWithPath: folder.path), base: "base")
    }

    private func answer(_ path: String) -> String {
        switch archive.answer(path) {
        case .file(let url, let type): "\(url.lastPathComponent) \(type)"
        case .moved(let new): "to \(new)"
        case .missing: "missing"
        }
    }

    @Test(arguments: [
        ("/base/documentation/a/", "index.html text/html"), ("/base/documentation/a", "to /base/documentation/a/"),
        ("/base/js/a%20b.js", "a b.js text/javascript"), ("/base/data/documentation/c.json", "c.json application/json"),
    ]) func aFileIsAnsweredByItsAddress(path: String, expected: String) { #expect(answer(path) == expected) }

    @Test(arguments: [
        "/base/documentation/c/", "/base/js/", "/base/js/a%20b.js/", "/documentation/a/", "/", "/base",
    ]) func whatAHostHasNotIsMissing(path: String) { #expect(answer(path) == "missing") }

    @Test(arguments: ["/base/../documentation/a/", "/base/%2e%2e/documentation/a/", "/base/a/../../documentation/a/"])
    func whatIsOutsideOfTheArchiveIsMissing(path: String) {
        let inner = StaticArchive(folder: URL(fileURLWithPath: folder.path).appendingPathComponent("js"), base: "base")
        #expect(inner.answer(path) == .missing)
    }

    @Test func pagesHaveDataAndAFolder() {
        #expect(archive.pages == ["/base/documentation/a/", "/base/documentation/b/"])
        #expect(archive.pages.filter(archive.isArticle) == ["/base/documentation/a/"])
    }
}

@Suite struct ArchiveFindingsTests {
    private static let page = "/base/documentation/a/", other = "/base/documentation/b/"
    private let folder: ToolFolder
    private let archive: StaticArchive

    init() throws {
        folder = try archiveFolder()
        archive = StaticArchive(folder: URL(fileURLWithPath: folder.path), base: "base")
    }

    /// A page with nothing wrong, but for what is said.
    private func shown(_ change: (inout [String: Any]) -> Void = { _ in }) throws -> ShownPage {
        var facts: [String: Any] = [
            "title": "A", "links": [[String: Any]](), "anchors": ["app"], "swiftListings": 2, "plainListings": 0, "tooWide": [[String: Any]](),
            "background": 1, "text": 0, "isInNavigation": true,
        ]
        change(&facts)
        return try JSONDecoder().decode(ShownPage.self, from: JSONSerialization.data(withJSONObject: facts))
    }

    private func lines(_ collect: (inout ArchiveFindings) throws -> Void) throws -> [String] {
        var findings = ArchiveFindings(archive)
        try collect(&findings)
        findings.addLinks()
        return findings.lines.map { $0.replacing(Self.page + ": ", with: "") }
    }

    @Test func aPageInOrderHasNone() throws {
        let dark = try shown { ($0["background"], $0["text"]) = (0, 1) }
        #expect(
            try lines {
                $0.add(try shown { $0["links"] = [["path": Self.other, "anchor": ""], ["path": Self.page, "anchor": "app"]] }, of: Self.page)
                $0.addDark(dark, light: try shown(), of: Self.page)
                $0.addNarrow(try shown(), of: Self.page)
            } == [])
    }

    @Test func eachDefectIsNamed() throws {
        #expect(try lines { $0.add(try shown { $0["title"] = "" }, of: Self.page) } == ["it has no title"])
        #expect(try lines { $0.add(try shown { $0["title"] = "The page can’t be found." }, of: Self.page) } == ["the page says that there is none"])
        #expect(
            try lines { $0.add(try shown(), of: Self.page, missing: ["a.js"], complaints: ["b"]) } == ["a.js isn't there", "the console says: b"])
        #expect(try lines { $0.add(try shown { $0["plainListings"] = 1 }, of: Self.page) } == ["1 of 2 blocks of Swift have no colours"])
        #expect(try lines { $0.add(try shown { $0["isInNavigation"] = false }, of: Self.page) } == ["the navigation beside it doesn't have it"])
        let wide = try shown { $0["tooWide"] = [["element": "p \"a\"", "points": 7]] }
        #expect(try lines { $0.addNarrow(wide, of: Self.page) } == ["at 390 points p \"a\" goes 7 beyond the edge"])
    }

    @Test func darkColoursAreDarkAndCanBeRead() throws {
        func found(background: Double, text: Double) throws -> Int {
            let dark = try shown { ($0["background"], $0["text"]) = (background, text) }
            return try lines { $0.addDark(dark, light: try shown(), of: Self.page) }.count
        }
        #expect(try found(background: 0.1, text: 0.9) == 0)
        #expect(try found(background: 1, text: 0) == 2)
        #expect(try found(background: 0.1, text: 0.2) == 1)
    }

    @Test func aLinkThatLeadsNowhereIsNamed() throws {
        func found(_ path: String, _ anchor: String = "") throws -> [String] {
            try lines {
                $0.add(try shown { $0["links"] = [["path": path, "anchor": anchor]] }, of: Self.page)
                #expect($0.pagesWithAskedAnchors == (path == Self.other && !anchor.isEmpty ? [Self.other] : []))
                if path == Self.other { $0.add(try shown(), of: Self.other) }
            }
        }
        #expect(try found("/base/gone/") == ["a link leads to /base/gone/, which isn't there"])
        #expect(try found(Self.other, "app") == [])
        #expect(try found(Self.other, "gone") == ["a link leads to \(Self.other)#gone, and there is no such part"])
        #expect(try found("/base/documentation/a", "gone") == ["a link leads to /base/documentation/a#gone, and there is no such part"])
    }

    @Test func whereNoBrowserStartsThatIsSaidWithItsCode() throws {
        let outcome = folder.run(ArchiveCheck(), ".", "base", "/no/such/browser")
        #expect(outcome == ToolOutcome(errors: ["archive check: /no/such/browser: the browser has ended"], exitCode: 69))
        #expect(folder.complaint(ArchiveCheck(), ["js", "base", "/no/such/browser"]) == "archive check: js has no pages")
    }
}

/// Where this machine has one of Chromium's kind.
private let browser = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].first { FileManager.default.isExecutableFile(atPath: $0) }

@Suite(.enabled(if: browser != nil, "no Chromium here")) struct ArchiveInABrowserTests {
    private func page(_ main: String, style: String = "", filters: Bool = true) -> String {
        """
        <!doctype html><meta name="viewport" content="width=device-width"><style>@media (prefers-color-scheme: dark)
        { body { background: #000; color: #fff } } \(style)</style>
        <nav class="navigator"><div class="navigator-card-item active"><a href="/base/documentation/a/">A</a> <a href="#app" id="app">B</a></div>
        <div class="navigator-filter"><input oninput="app.hidden = \(filters)"></div></nav>
        <button class="quick-navigation-open" onclick="this.nextElementSibling.hidden = false">/</button>
        <div class="quick-navigation" hidden><input oninput="nextElementSibling.hidden = false"><a hidden href="/base/documentation/a/">A</a></div>
        <main><h1>A</h1><p>Text</p>\(main)</main>
        """
    }

    private func findings(_ html: String) throws -> [String] {
        let data = #"{"kind": "article", "metadata": {"role": "article"}}"#
        let folder = try ToolFolder(["data/documentation/a.json": data, "documentation/a/index.html": html])
        let outcome = folder.run(ArchiveCheck(), ".", "base", try #require(browser), "pictures")
        #expect(outcome.errors == [] && folder.has("pictures/documentation-a-narrow.png"))
        return outcome.output.map { $0.replacing("/base/documentation/a/: ", with: "") }
    }

    @Test func aPageInOrderHasNoFindings() throws {
        let main = "<p id='part'><a href='#part'>here</a></p><div class='code-listing' data-syntax='swift'><i class='syntax-keyword'>let</i></div>"
        let wide = "<div style='overflow-x: auto'><p style='width: 500px'>wide, and can be scrolled</p></div>"
        #expect(try findings(page(main + wide)) == ["archive check: 1 articles and 0 of 0 other pages are in order"])
    }

    @Test func whatIsWrongIsSeen() throws {
        let main = """
            <a href='#gone'>a</a><a href='/base/gone/'>b</a><img src='/base/gone.png'><p style='width: 500px'>wide</p>
            <script>console.error('first'); throw new Error('second')</script>
            """
        #expect(
            Set(try findings(page(main))) == [
                "http://archive.invalid/base/gone.png isn't there", "the console says: first", "the console says: Error: second",
                "at 390 points p \"wide\" goes 118 beyond the edge", "a link leads to /base/documentation/a/#gone, and there is no such part",
                "a link leads to /base/gone/, which isn't there",
            ])
    }

    @Test func aFilterThatFiltersNothingIsSeen() throws {
        #expect(try findings(page("", filters: false)) == ["the filter doesn't find A", "the filter doesn't find A"])
    }

    @Test func aPageThatStaysLightIsSeen() throws {
        let found = try findings(page("", style: "body { background: #fff !important; color: #000 !important }"))
        #expect(found == ["a dark background is 1.0, a light one 1.0", "dark colours: text of 0.0 on 1.0"])
    }
}
