import SourceFacts
import Testing
import ToolCommand

@Suite struct VocabularyCheckTests {
    private static func symbol(_ path: String, _ declaration: String, deprecated: Bool = false) -> String {
        let components = path.split(separator: ".").map { #""\#($0)""# }.joined(separator: ",")
        return
            #"{"identifier": {"precise": "\#(path)"}, "pathComponents": [\#(components)], "#
            + #""declarationFragments": [{"spelling": "\#(declaration)"}], "#
            + #""availability": [{"isUnconditionallyDeprecated": \#(deprecated)}]}"#
    }

    private static let graph = #"""
        {"module": {"name": "Rx"}, "relationships": [{"kind": "inheritsFrom", "source": "Child", "target": "Parent"}], "symbols": [
        """#
        + [
            symbol("Parent", "class Parent"), symbol("Child", "class Child"),
            symbol("Parent.take(_:)", "final func take(_ count: Int = 2) throws(Failure)"),
            symbol("Parent.old", "var old: Int { get }", deprecated: true),
            symbol("Child.map(_:)", "func map<Result>(_ transform: @escaping (Int) -> Result) -> Result"),
        ].joined(separator: ",") + "]}"

    private func check(_ vocabulary: String, leftOut: String = "", _ options: String...) throws -> ToolOutcome {
        let folder = try ToolFolder(["vocabulary": vocabulary, "left-out": leftOut, "graph": Self.graph])
        let arguments = ["check-vocabulary"] + options + ["vocabulary", "left-out", "graph"]
        return Toolbox([VocabularyCheck()]).run(arguments, in: ToolPlace(folder: .init(fileURLWithPath: folder.path)))
    }

    @Test func aFactIsCoveredByASymbolWithItsPath() throws {
        let summary = "1 facts: 1 the same, 0 spelled differently, 0 left out, 0 defects"
        #expect(try check("# A comment\nParent :: class Parent\n  indented :: no fact") == ToolOutcome(output: [summary]))
    }

    @Test(arguments: [
        ("Parent.take(_:) :: func take(_ count: Int = 1) throws", "final func take(_ count: Int = 2) throws(Failure)"),
        ("Child.map(_:) :: func map<R>(_ transform: (Int) -> R) -> R", "func map<Result>(_ transform: @escaping (Int) -> Result) -> Result"),
        ("Parent.old :: var old: Int { get }", "var old: Int { get }"),
    ]) func onlyTheSpellingMayDiffer(fact: String, ours: String) throws {
        let outcome = try check(fact, "--strict"), path = fact.components(separatedBy: " :: ")[0]
        #expect(outcome.exitCode == 0)
        let deprecation = path == "Parent.old" ? "deprecation differs: " : ""
        #expect(
            outcome.output == [
                "spelled differently: \(fact)\n    ours: \(deprecation)\(path) :: \(ours)",
                "1 facts: 0 the same, 1 spelled differently, 0 left out, 0 defects",
            ])
        #expect(try check(fact).output.count == 1)
    }

    @Test func whatATypeInheritsCoversItsFact() throws {
        let outcome = try check("Child.take(_:) :: func take(_ count: Int = 2) throws", "--strict")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.first?.contains("ours: inherited: Parent.take(_:) :: ") == true)
    }

    @Test(arguments: [
        ("Child.filter(_:) :: func filter()", "missing: Child.filter(_:) :: func filter()"),
        (
            "Parent.take(_:) :: func take(_ count: String)",
            "different: Parent.take(_:) :: func take(_ count: String)\n    ours: Parent.take(_:) :: final func take(_ count: Int = 2) throws(Failure)"
        ),
    ]) func whatIsNotCoveredIsADefectUnlessItIsLeftOut(fact: String, says: String) throws {
        let summary = "1 facts: 0 the same, 0 spelled differently, 0 left out, 1 defects"
        #expect(try check(fact) == ToolOutcome(output: [says, summary], exitCode: 1))
        #expect(try check(fact, leftOut: fact).output == ["1 facts: 0 the same, 0 spelled differently, 1 left out, 0 defects"])
    }

    @Test func whatIsLeftOutHasToBeAbsentAndInTheVocabulary() throws {
        let outcome = try check("Parent :: class Parent", leftOut: "Parent :: class Parent\nNowhere :: class Nowhere")
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.output == [
                "left out, but there: Parent :: class Parent", "left out, but not in the vocabulary: Nowhere :: class Nowhere",
                "1 facts: 0 the same, 0 spelled differently, 1 left out, 2 defects",
            ])
    }

    @Test func anEmptyVocabularyFails() throws {
        #expect(try check("").exitCode == 1)
    }

    @Test func whatIsNoSymbolGraphIsRefusedInOneLine() throws {
        let folder = try ToolFolder(["vocabulary": "", "graph": #"{"module": {}}"#])
        #expect(
            folder.complaint(VocabularyCheck(), ["vocabulary", "vocabulary", "graph"])
                == "vocabulary: graph is no symbol graph: module has no name")
        #expect(folder.complaint(VocabularyCheck(), ["vocabulary", "graph"], exitCode: 64)?.hasPrefix("vocabulary: usage: tools check-vo") == true)
    }
}
