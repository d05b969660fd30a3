import DocumentationArchive
import Testing
import ToolCommand

@Suite struct ArchivePagesTests {
    /// What becomes of a page beside another one.
    private func copy(of page: String, exitCode: Int32 = 0, says: [String] = []) throws -> String {
        let folder = try ToolFolder(["docs/page.md": page, "docs/Other-page.md": "# Other\n\n## Its `part_a`, too\n"])
        #expect(folder.run(ArchivePages(), "copy", "docs/page.md", "docs/Other-page.md") == ToolOutcome(output: says, exitCode: exitCode))
        return try folder.text("copy/page.md")
    }

    @Test func linksToPagesLeadToThemInTheArchive() throws {
        #expect(try copy(of: "[a](Other-page.md), [`b`\nc](Other-page.md)") == "[a](<doc:Other-page>), [`b`\nc](<doc:Other-page>)")
    }

    @Test func linksToPartsAreNamedAsInTheArchive() throws {
        #expect(try copy(of: "[a](Other-page.md#its-part_a-too)") == "[a](<doc:Other-page#Its-parta-too>)")
        #expect(try copy(of: "[a](#the-end)\n\n## The end\n") == "[a](<doc:page#The-end>)\n\n## The end\n")
    }

    @Test func aPartThatIsNotThereIsNamed() throws {
        let link = "[a](Other-page.md#gone)"
        #expect(try copy(of: link, exitCode: 1, says: ["docs/page.md: Other-page has no part #gone"]) == link)
    }

    @Test func linksToPagesOfTheCatalogueLeadToThemInTheArchive() throws {
        #expect(
            try copy(of: "[a](../Sources/Rx/Rx.docc/Cores.md), [b](../Sources/Rx/Rx.docc/Operators/Operators-Sharing.md#share)")
                == "[a](<doc:Cores>), [b](<doc:Operators-Sharing#share>)")
    }

    @Test func listsAndTheJournalBecomeNames() throws {
        #expect(try copy(of: "[a](names.txt), [b\nc](journal/gate.md#d)") == "a (`docs/names.txt`), b\nc (`docs/journal/gate.md`)")
    }

    @Test(arguments: ["[a](https://example.org/b.md)", "[a](https://example.org/C.docc/b.md)", "[a](Unknown.md)", "[a]()", "a](b", "[a](../b.md)"])
    func othersStay(link: String) throws {
        #expect(try copy(of: link) == link)
    }
}
