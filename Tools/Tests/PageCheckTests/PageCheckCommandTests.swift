import Foundation
import Testing

@testable import PageCheck

/// In a folder of its own, with a page and some sources.
@Suite final class PageCheckCommandTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("page-check-\(UUID().uuidString)")
    private var command: PageCheckCommand { PageCheckCommand(root: root) }

    init() throws {
        try write(
            "Sources/Rx/Kernel/Gate.swift",
            """
            class Gate: Base {
                func close(_ me: UInt, by name: String) {}
                static let variable = "RX_GATE"
            }
            extension Int {}
            """)
        try write("Sources/Rx/Base.swift", "class Base { func empty() {} }\nlet result = \"results/full.json\"\n")
        try write("Sources/Rx/Other.swift", "struct Other { let elsewhere = 1 }\n")
        try write("Scripts/bench", "#!/bin/sh\n")
        try write("README.md", "Read.\n")
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    private func write(_ path: String, _ text: String) throws {
        let url = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// What is found on a page with this text.
    private func findings(_ text: String, exceptions: String? = nil) throws -> [String] {
        try write("docs/Page.md", text)
        if let exceptions { try write(PageCheckCommand.exceptions, exceptions) }
        let outcome = command.run([])
        #expect(outcome.exitCode == (outcome.output.isEmpty ? 0 : 1))
        #expect(outcome.errors == [])
        return outcome.output
    }

    private func words(_ count: Int) -> String { Array(repeating: "word", count: count).joined(separator: " ") }

    @Test func aParagraphOfMoreThan60WordsIsNamed() throws {
        #expect(try findings(words(60)) == [])
        #expect(try findings("Short.\n\n" + words(61)) == ["docs/Page.md:3: a paragraph of 61 words"])
    }

    @Test(arguments: [
        "Other.md", "../README.md", "../Scripts", "Other.md#a-part-of-me", "#here", "https://example.org/a#b", "mailto:a@example.org",
        "../Scripts/bench#L1",
        "Two%20words.txt",
    ])
    func aLinkThatLeadsSomewhereIsNoFinding(link: String) throws {
        try write("docs/Other.md", "# A part, of `me`\n")
        try write("docs/Two words.txt", "")
        #expect(try findings("# Here\n\nText [text](\(link)).") == [])
    }

    @Test(arguments: [
        ("Gone.md", "isn't there"), ("/README.md", "isn't there"), ("../../../../../../../../../etc/passwd", "isn't there"),
        ("Gone.md#here", "isn't there"),
        ("#gone", "the page has no such heading"), ("Other.md#here", "the page has no such heading"), ("#Here", "the page has no such heading"),
    ])
    func aLinkThatLeadsNowhereIsNamed(link: String, defect: String) throws {
        try write("docs/Other.md", "# A part\n")
        let separator = defect.hasPrefix("the page") ? ": " : " "
        #expect(try findings("# Here\n\nText [of two\nlines](\(link)).") == ["docs/Page.md:4: \(link)\(separator)\(defect)"])
    }

    @Test func ofHistoryOnlyLinksAreChecked() throws {
        try write("docs/journal/Page.md", "`Gone`\n\n\(words(91))\n\n[Gone](../Gone.md)\n")
        #expect(command.run([]).output == ["docs/journal/Page.md:5: ../Gone.md isn't there"])
    }

    @Test func partsOfThePagesOfACatalogueAreCalledAsInTheArchive() throws {
        let page = "Sources/Rx/Rx.docc/B.md"
        try write(page, "# The Part\n\n[here](#The-Part)\n\n[nowhere](#the-part)\n")
        #expect(command.run([]).output == ["\(page):5: #the-part: the page has no such heading"])
    }

    @Test(arguments: [
        "Gate", "Gate.close(_:by:)", "close(by:)", "Gate.empty", "Base", "me.close", "me", "RX_GATE", "Int.max", ".close", "Gate.swift", "Page.md",
        "Sources/Rx/Kernel", "Sources/Rx/Kernel/Gate.swift", "Kernel/Gate.swift", "Scripts/bench", "Scripts/bench --fast", "docs/*.md",
        "results/full.json", "full.json", "a + b", "gone: Int", "map/just/5", "--gone", "word = 0", "df0b0b0", "…Laws", "inBlock",
    ])
    func whatIsThereIsNoFinding(name: String) throws {
        #expect(try findings("Text `\(name)`.\n\n```swift\nlet inBlock = Int.max\n```\n") == [])
    }

    @Test(arguments: [
        "Gone", "Gone.close", "Gate.gone", "Gate.elsewhere", "Gate.close(_:to:)", "close(by:_:)", "gone(_:)", "gate.gone", "Gone.swift",
        "Sources/Rx/Gone.swift", "Kernel/Gone.swift", "Scripts/gone", "Scripts/gone --fast", "gone.json", "RX_GONE",
    ])
    func whatIsNotThereIsNamed(name: String) throws {
        #expect(try findings("Text\n`\(name)`.") == ["docs/Page.md:2: `\(name)` is nothing in the sources"])
    }

    @Test func commentsDeclareNothing() throws {
        try write("Sources/Rx/Comment.swift", "// Gone\n/// `Gone`\n")
        #expect(try findings("`Gone`") == ["docs/Page.md:1: `Gone` is nothing in the sources"])
    }

    @Test func pagesAreAllButThoseThatBuildsWrite() throws {
        let pages = ["Benchmarks/E.md", "README.md", "Sources/Rx/Rx.docc/B.md", "Sources/Rx/Rx.docc/Operators/C.md", "docs/A.md"]
        for page in pages { try write(page, "`Gone`") }
        try write(".build/documentation/F.md", "`Gone`")
        try write("Tools/.build/G.md", "`Gone`")
        #expect(command.run([]).output.map { String($0.prefix { $0 != ":" }) } == pages)
    }

    @Test func anExceptionNamesThePageAndTheName() throws {
        let reason = "a name of another library"
        try write("docs/Other.md", "`Lost`")
        #expect(
            try findings("`Gone` and `Lost`", exceptions: "# Comment\n\ndocs/Page.md `Gone` \(reason)\ndocs/Other.md `Lost` \(reason)\n")
                == ["docs/Page.md:1: `Lost` is nothing in the sources"])
    }

    @Test func anExceptionThatNothingNeedsIsNamed() throws {
        #expect(
            try findings("`Gate`", exceptions: "# Comment\ndocs/Page.md `Gate` a name of another library\n")
                == ["docs/page-exceptions.txt:2: docs/Page.md needs no exception for `Gate`"])
    }

    @Test func soManyLongParagraphsMayStay() throws {
        let two = words(61) + "\n\n" + words(62), exception = "docs/Page.md paragraphs"
        #expect(try findings(two, exceptions: "\(exception) 2 they are being divided\n") == [])
        #expect(
            try findings(two, exceptions: "\(exception) 1 they are being divided\n")
                == ["docs/Page.md:1: a paragraph of 61 words", "docs/Page.md:3: a paragraph of 62 words"])
    }

    @Test(arguments: ["docs/Page.md `Gone`", "docs/Page.md paragraphs many they are being divided", "docs/Page.md `Gone` why", "Gone"])
    func anExceptionWithoutAReasonIsAFinding(line: String) throws {
        #expect(try findings("Text", exceptions: "# Comment\n\(line)\n").map { $0.prefix { $0 != " " } } == ["docs/page-exceptions.txt:2:"])
    }

    @Test func aPageThatCannotBeReadIsNamed() throws {
        try FileManager.default.createDirectory(at: root.appendingPathComponent("docs/Folder.md"), withIntermediateDirectories: true)
        #expect(command.run([]) == .init(errors: ["page-check: docs/Folder.md can't be read"], exitCode: 1))
    }

    @Test(arguments: [["--chek"], ["docs/Page.md"], ["--help", "--help"], [""]])
    func otherArgumentsAreRefusedInOneLine(arguments: [String]) {
        let outcome = command.run(arguments)
        #expect(outcome.exitCode == 64 && outcome.output == [])
        #expect(outcome.errors.count == 1 && outcome.errors.first?.contains("\n") == false)
    }

    @Test func helpNamesWhatCanBeAsked() {
        #expect(command.run(["--help"]) == .init(output: [PageCheckCommand.usage]))
    }

    /// The pages of this repository.
    @Test func thePagesAreReadableAndSayWhatExists() {
        #expect(PageCheckCommand().pages.count > 20)
        #expect(PageCheckCommand().run([]) == .init())
    }
}
