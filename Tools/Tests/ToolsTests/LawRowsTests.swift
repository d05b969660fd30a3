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
        extension CTests {
            // Of that suite.
            @Suite struct DLaws {
                struct Place {}
                @Test func four() {}
            }
            @Test func five() {}
        }
        """

    private func check(_ page: String) throws -> ToolOutcome {
        try ToolFolder(["page.md": page, "Tests/A/ALaws.swift": Self.source]).run(LawRows(), "page.md", "Tests")
    }

    @Test func testsAreNamedWithTheirSuite() {
        #expect(LawRows.tests(in: Self.source) == ["ALaws.one", "ALaws.two", "BTests.three", "DLaws.four", "CTests.five"])
    }

    @Test func eachLawHasARow() throws {
        let page = "| test | broken |\n|---|---|\n| ALaws.one | a |\n| BTests.three | b |\n| ALaws.two, DLaws.four | c |\n"
        #expect(try check(page) == ToolOutcome(output: ["law rows: 3 laws, 4 tests with a row"]))
        #expect(try check("| ALaws.one, ALaws.two, DLaws.four | a |\n").exitCode == 0)
    }

    @Test func aLawWithoutARowIsNamed() throws {
        let defect = "page.md: ALaws.two has no row"
        #expect(try check("| ALaws.one, DLaws.four | a |\n- ALaws.two\n") == ToolOutcome(output: [defect], exitCode: 1))
    }

    @Test func aRowWithoutATestIsNamed() throws {
        let page = "| ALaws.one, ALaws.gone | a |\n| ALaws.one | b |\n| ALaws.two, DLaws.four | c |\n| BLaws.gone | d |\n"
        let defects = ["page.md:1: there is no test ALaws.gone", "page.md:4: there is no test BLaws.gone"]
        #expect(try check(page) == ToolOutcome(output: defects, exitCode: 1))
    }

    @Test func aFolderWithoutTestsIsRefused() throws {
        #expect(try ToolFolder(["page.md": ""]).complaint(LawRows(), ["page.md", "Tests"]) == "law rows: there are no tests in Tests")
    }
}
