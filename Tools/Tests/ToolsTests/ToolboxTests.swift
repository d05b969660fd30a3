import ChangeEffects
import DocumentationArchive
import Foundation
import ResultFiles
import SourceFacts
import Testing
import ToolCommand

@Suite struct ToolboxTests {
    private static let tools: [any Tool] = [
        PriceList(), LatencyTables(), OperatorCosts(), ResultsCheck(), UnsafeUses(), VocabularyCheck(), DocumentationBlocks(), LibraryProducts(),
        LawRows(), AffectedRows(), CheckSteps(), ArchivePages(), ArchiveCheck(),
    ]
    private static let place = ToolPlace(folder: FileManager.default.temporaryDirectory)

    private struct Failing: Tool {
        let name = "failing", subject = "a failing tool", forms = ["", "PATH"], summary = "Fails.\nAlways."

        func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
            guard arguments.isEmpty else { throw wrongArguments }
            throw ToolFailure("first line\nsecond line")
        }
    }

    @Test(arguments: [[], ["no-such-tool"], ["--list"], ["--help", "failing"]]) func whatNamesNoToolIsRefusedInOneLine(arguments: [String]) {
        let outcome = Toolbox([Failing()]).run(arguments, in: Self.place)
        #expect(outcome == ToolOutcome(errors: ["tools: the first argument names a tool: failing, or --help"], exitCode: 64))
    }

    @Test func helpTellsEachFormAndWhatTheToolDoes() {
        let help = ["failing", "failing PATH", "    Fails.", "    Always."]
        #expect(Toolbox([Failing()]).run(["--help"], in: Self.place) == ToolOutcome(output: help))
        #expect(Toolbox([Failing()]).run(["failing", "--help"], in: Self.place) == ToolOutcome(output: help))
    }

    @Test func aFailureIsOneLineWithTheToolsSubject() {
        let failure = ToolOutcome(errors: ["a failing tool: first line second line"], exitCode: 66)
        #expect(Toolbox([Failing()]).run(["failing"], in: Self.place) == failure)
        let usage = ToolOutcome(errors: ["a failing tool: usage: tools failing, or failing PATH"], exitCode: 64)
        #expect(Toolbox([Failing()]).run(["failing", "a", "b"], in: Self.place) == usage)
    }

    @Test func eachToolHasANameOfItsOwn() {
        #expect(Set(Self.tools.map(\.name)).count == Self.tools.count)
    }

    @Test(arguments: tools.map(\.name)) func eachToolRefusesArgumentsOfNoForm(name: String) throws {
        let outcome = Toolbox(Self.tools).run([name, "--no-such-option"], in: Self.place)
        if name == "check-steps" { return }  // It takes any word for a revision; CheckStepsTests has it.
        #expect(outcome.exitCode == 64)
        #expect(outcome.output == [])
        #expect(outcome.errors.count == 1 && outcome.errors.first?.contains("usage: tools \(name)") == true)
    }

    @Test func aFileThatIsAbsentOrNoTextIsNamed() throws {
        let folder = try ToolFolder(["page": "a"])
        #expect(folder.complaint(OperatorCosts(), ["page", "nowhere"])?.hasPrefix("operator costs: nowhere can't be read: ") == true)
        let place = ToolPlace(folder: URL(fileURLWithPath: folder.path))
        try Data([0xff, 0xfe, 0xff]).write(to: place.url("bytes"))
        #expect(throws: ToolFailure("bytes can't be read: it isn't UTF-8")) { try place.text("bytes") }
        #expect(throws: ToolFailure.self) { try place.write("a", "page/b") }
    }
}
