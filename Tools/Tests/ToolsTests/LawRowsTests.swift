import Testing
import ToolCommand

@testable import SourceFacts

@Suite struct LawRowsTests {
    private static let source = """
        @Suite(.serialized, .timeLimit(.minutes(1))) struct ALaws {
            @Test(arguments: [1]) func one(a: Int) {}
            private func noTest() {}
            @Test(
                arguments: [(1, 2)])
            func two() {}
        }
        extension BTests { @Test func three() {} }
        """

    private func check(_ page: String) throws -> ToolOutcome {
        try ToolFolder(["page.md": page, "Tests/A/ALaws.swift": Self.source]).run(LawRows(), "page.md", "Tests")
    }

    @Test func testsAreNamedWithTheirSuite() {
        #expect(LawRows.tests(in: Self.source) == ["ALaws.one", "ALaws.two", "BTests.three"])
    }

    @Test func eachLawHasARowOrIsSaidNotToHaveBeenTried() throws {
        let page = "| test | broken |\n|---|---|\n| ALaws.one | a |\n| BTests.three | b |\n\n- ALaws.two\n"
        #expect(try check(page) == ToolOutcome(output: ["law rows: 2 laws, 3 rows and items"]))
        #expect(try check("| ALaws.one, ALaws.two | a |\n").exitCode == 0)
    }

    @Test func aLawWithoutARowIsNamed() throws {
        let defect = "page.md: ALaws.two has no row, and isn't among those that haven't been tried"
        #expect(try check("| ALaws.one | a |\n") == ToolOutcome(output: [defect], exitCode: 1))
    }

    @Test func aRowWithoutATestAndOneThatIsThereTwiceAreNamed() throws {
        let page = "| ALaws.one | a |\n| ALaws.gone | b |\n- ALaws.two\n- ALaws.one\n"
        let defects = ["page.md:2: there is no test ALaws.gone", "page.md:4: ALaws.one is there twice"]
        #expect(try check(page) == ToolOutcome(output: defects, exitCode: 1))
    }

    @Test func aFolderWithoutTestsIsRefused() throws {
        #expect(try ToolFolder(["page.md": ""]).complaint(LawRows(), ["page.md", "Tests"]) == "law rows: there are no tests in Tests")
    }
}
