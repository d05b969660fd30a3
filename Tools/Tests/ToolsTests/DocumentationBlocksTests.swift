import SourceFacts
import Testing
import ToolCommand

@Suite struct DocumentationBlocksTests {
    private static let page = """
        # Page

        ```swift
        import Rx
        extension Int {
            var twice: Int { self * 2 }
        }
        print(1.twice)
        ```

        ```text
        2
        2026-11-28 10:00:00.123 later
        ```

        ```swift
        let nothing = 1
        ```

        Words.

        ```text
        no block's
        ```

        """

    private func compare(_ output: String, page: String = page) throws -> ToolOutcome {
        try ToolFolder(["page.md": page, "output": output]).run(DocumentationBlocks(), "compare", "package", "output", "page.md")
    }

    @Test func aPackageRunsEachBlock() throws {
        let folder = try ToolFolder(["page.md": Self.page, "package/Sources/Blocks/Block7.swift": "old"])
        #expect(folder.run(DocumentationBlocks(), "generate", "package", "page.md") == ToolOutcome(output: ["2 blocks"]))
        #expect(!folder.has("package/Sources/Blocks/Block7.swift"))
        #expect(try folder.text("package/Package.swift").contains("path: \"\(folder.path)\""))
        let main = try folder.text("package/Sources/Blocks/main.swift")
        #expect(main.contains(#"print("\u{1}page.md:4")"# + "\n" + #"do { try await block0() } catch { print("threw \(error)") }"#))
        let block = try folder.text("package/Sources/Blocks/Block0.swift")
        let imports = ["#sourceLocation(file: \"page.md\", line: 4)", "import Rx", "", "", "", "", "#sourceLocation()", "import Foundation"]
        let outside = ["#sourceLocation(file: \"page.md\", line: 4)", "", "fileprivate extension Int {", "    var twice: Int { self * 2 }", "}"]
        let inside = ["func block0() async throws {", "#sourceLocation(file: \"page.md\", line: 4)", "", "", "", "", "print(1.twice)"]
        #expect(block.hasPrefix((imports + outside).joined(separator: "\n")), "\(block)")
        #expect(block.contains(inside.joined(separator: "\n")), "\(block)")
    }

    @Test func datesAreComparedByTheirShape() throws {
        let outcome = try compare("\u{1}page.md:4\n2\n2027-01-02 11:11:11.999 later\n\u{1}page.md:17\n")
        #expect(outcome == ToolOutcome(output: ["2 of 2 blocks print what their page says"]))
    }

    @Test func whatABlockPrintsOtherwiseIsShownBesideThePage() throws {
        let outcome = try compare("\u{1}page.md:4\n3\n")
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.output == [
                "page.md:4: it printed\n    3\n  and the page says\n    2\n    2026-11-28 10:00:00.123 later", "page.md:17: it didn't run",
                "0 of 2 blocks print what their page says",
            ])
    }

    @Test func aBlockWithoutOutputMustPrintNothing() throws {
        let outcome = try compare("\u{1}page.md:2\nsomething\n", page: "```swift\nlet a = 1\n```\n")
        #expect(outcome.output.first == "page.md:2: it printed\n    something\n  and the page says\n    (nothing)")
    }

    @Test func pagesWithoutABlockFail() throws {
        #expect(try compare("", page: "words").exitCode == 1)
    }

    @Test(arguments: [["generate", "package"], ["compare", "package", "output"], ["other"], []])
    func otherArgumentsAreRefusedInOneLine(arguments: [String]) throws {
        #expect(
            try ToolFolder().complaint(DocumentationBlocks(), arguments, exitCode: 64)?.contains("usage: tools documentation-blocks generate") == true
        )
    }
}
