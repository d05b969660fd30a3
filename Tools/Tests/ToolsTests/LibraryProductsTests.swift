import SourceFacts
import Testing
import ToolCommand

@Suite struct LibraryProductsTests {
    @Test func librariesAreNamedInTheirOrder() throws {
        let description = #"""
            {"products": [{"name": "B", "type": {"library": ["automatic"]}}, {"name": "run", "type": {"executable": null}},
             {"name": "plugin", "type": "plugin"}, {"name": "A", "type": {"library": ["static"]}}]}
            """#
        #expect(try ToolFolder().run(LibraryProducts(), input: description) == ToolOutcome(output: ["B", "A"]))
    }

    @Test(arguments: ["", "[]", "{}", "error: no package"]) func anotherInputIsRefusedInOneLine(input: String) throws {
        let refused = ToolOutcome(errors: ["library products: the standard input is no description of a package"], exitCode: 1)
        #expect(try ToolFolder().run(LibraryProducts(), input: input) == refused)
    }
}
