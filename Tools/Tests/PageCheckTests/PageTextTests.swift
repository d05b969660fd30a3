import Testing

@testable import PageCheck

@Suite struct PageTextTests {
    private func paragraphs(_ text: String) -> [String] { PageText(text).paragraphs.map { "\($0.line):\($0.words)" } }
    private func codes(_ text: String) -> [String] { PageText(text).codes.map { "\($0.line):\($0.text)" } }

    @Test func blankLinesDivideParagraphs() {
        #expect(paragraphs("one two\nthree\n\n\nfour  five\n") == ["1:3", "5:2"])
        #expect(paragraphs("") == [])
    }

    @Test func eachItemOfAListIsAParagraph() {
        let list = "Two things:\n- one\n  and more\n- two\n  - below\n\n  second part\n10. ten"
        #expect(paragraphs(list) == ["1:2", "2:4", "4:2", "5:2", "7:2", "8:2"])
    }

    @Test func eachCellOfATableIsAParagraph() {
        #expect(paragraphs("| a b | c |\n|---|---|\n| `x | y` | d \\| e |\n") == ["1:2", "1:1", "2:1", "2:1", "3:3", "3:3"])
    }

    @Test func headingsAndBlocksOfCodeAreNone() {
        #expect(paragraphs("# one two\ntext\n```swift\nlet a = 1\n\n- b\n```\nmore\n\n    code\n      more code\n\nend") == ["2:1", "8:1", "13:1"])
    }

    @Test func whatIsInBackQuotesIsCodeOnOneLineOrTwo() {
        #expect(codes("a `b` and `c\nd` in\n\n# A `heading`\n| `cell` |\n- `item`") == ["1:b", "1:c d", "4:heading", "5:cell", "6:item"])
    }

    @Test func backQuotesInBlocksAndDoubleOnesAreNone() {
        #expect(codes("```\n`a`\n```\n``Link`` and `b` ``Other/link(_:)``") == ["4:b"])
    }

    @Test func aBackQuoteWithoutAnotherOneIsNone() {
        #expect(codes("a ` b\n\n`c`") == ["3:c"])
    }

    @Test func linksAreThoseOutsideOfCode() {
        let page = PageText(
            "# [A](a.md)\n[`b`](b.md#c) and `[c](c.md)` and [two\nlines](d.md)\n\n| [e](e.md) | <img src=\"f.svg\"> |\n\n```\n[g](g.md)\n```")
        #expect(page.links.map { "\($0.line):\($0.target)" } == ["1:a.md", "2:b.md#c", "3:d.md", "5:e.md", "5:f.svg"])
    }

    @Test func headingsAreNamedAsTheirReadersNameThem() {
        let headings = PageHeading.all(in: "# A `code_b`, isn't it?\n## Over\n### Over\n## Less: x/1")
        #expect(headings.map(\.anchor) == ["a-code_b-isnt-it", "over", "over-1", "less-x1"])
        #expect(headings.map(\.archiveAnchor) == ["A-codeb-isnt-it", "Over", "Over", "Less-x1"])
    }

    @Test func blocksAreKept() {
        #expect(PageText("```swift\nlet a = 1\n```\n\n```text\nb\n```").blocks == ["let a = 1\n", "b\n"])
    }
}
