import ExampleCollection
import Foundation
import Rx
import Testing

/// On the main thread, where controls subscribe at once.
@Suite @MainActor struct ExampleTests {
    private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private func contents(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// One that is new, or gone, is named, and not all those that come after it.
    @Test(arguments: Core.allCases)
    func everyExampleDrawsAndPrintsWhatIsCommitted(core: Core) throws {
        let committed = try contents("Examples/Transcript.txt").components(separatedBy: "\n== ")
        let command = "swift run Examples --transcript Examples/Transcript.txt writes it anew"
        for change in AllExamples.transcript(on: core).components(separatedBy: "\n== ").difference(from: committed) {
            switch change {
            case .insert(_, let example, _): Issue.record("comes, but isn't committed (\(command)): \(example)")
            case .remove(_, let example, _): Issue.record("is committed, but doesn't come (\(command)): \(example)")
            }
        }
    }

    @Test func everyExampleDrawsOrPrintsSomething() {
        for example in AllExamples.examples { #expect(!example.output(on: .lock).isEmpty, "\(example.name)") }
    }

    @Test func everyOperatorOfTheVocabularyHasAnExample() throws {
        let lines = try contents("docs/vocabulary.txt").components(separatedBy: "\n")
        let facts = lines.filter { $0.contains(" :: ") && !$0.contains("[DEPRECATED") }
        let paths = facts.map { $0.components(separatedBy: " :: ")[0] }
        let operators = paths.filter { $0.hasPrefix("ObservableType.") && $0.contains("(") }
            .map { String($0.dropFirst("ObservableType.".count).prefix { $0 != "(" }) }
        let types = facts.filter { $0.contains(" :: class ") || $0.contains(" :: final class ") }
            .map { $0.components(separatedBy: " :: ")[0] }
            .filter { $0.hasSuffix("Subject") || $0.hasSuffix("Relay") || $0.hasSuffix("Disposable") || $0.hasSuffix("Bag") }
        let traits = ["Single", "Maybe", "Completable", "Infallible", "Driver", "Signal", "ControlProperty", "ControlEvent"]
        #expect(operators.count > 100)
        #expect(types.count >= 13)
        let shown = Set(AllExamples.examples.flatMap { [$0.name, $0.baseName] })
        let missing = Set(operators + types + traits).subtracting(shown)
        #expect(missing.sorted() == [])
    }

    @Test func pagesAboutOperatorsAreWhatTheExamplesMakeOfThem() throws {
        let pages = try AllExamples.pages()
        let committed = try FileManager.default.contentsOfDirectory(atPath: AllExamples.pagesFolder.path)
        #expect(pages.keys.sorted() == committed.sorted())
        for (name, text) in pages {
            #expect(try contents("Sources/Rx/Rx.docc/Operators/\(name)") == text, "\(name): swift run Examples --pages writes it anew")
        }
    }

    @Test func everyOperatorsPageHasItsCostItsExampleAndItsDiagram() throws {
        let diagram = /(?m)^\S.*  +[-(|#!]*\S*[-|#!)]\S*$/
        for (name, text) in try AllExamples.pages() where name != "Operators.md" {
            let sections = text.components(separatedBy: "\n## ").dropFirst()
            #expect(!sections.isEmpty)
            for section in sections {
                let parts = section.components(separatedBy: "```text\n")
                let isWhole =
                    section.contains("**Cost:** ") && section.contains("```swift\n")
                    && parts.count == 2 && parts.last?.firstMatch(of: diagram) != nil
                if !isWhole { Issue.record("\(name): \(section.prefix { $0 != "\n" })") }
            }
        }
    }

    /// Each difference on the page has an example, and says what to change or how to get the other behaviour.
    @Test func everyDifferenceToRxSwiftHasAnExample() throws {
        let page = try contents("Sources/Rx/Rx.docc/ComingFromRxSwift.md")
        let parts = page.components(separatedBy: "\n## ").filter { $0.hasPrefix("What we promise") || $0.hasPrefix("Where RxSwift") }
        #expect(parts.count == 2)
        for part in parts {
            let differences = part.components(separatedBy: "\n### ").dropFirst()
            #expect(differences.count >= 7)
            for difference in differences {
                let example = try #require(difference.range(of: "```swift\n"), "\(difference.prefix { $0 != "\n" })")
                #expect(difference[example.upperBound...].contains("```text\n"), "\(difference.prefix { $0 != "\n" })")
                if part.hasPrefix("What we promise") {
                    #expect(difference.contains("\n*What to change:* "), "\(difference.prefix { $0 != "\n" })")
                }
            }
        }
    }

    @Test func namesAreUnique() {
        #expect(Set(AllExamples.examples.map(\.name)).count == AllExamples.examples.count)
    }

    @Test func codeIsThatOfTheExample() throws {
        let map = try #require(AllExamples.examples(named: "map").first)
        let code = """
            let source = stage.hot("source", "-1-2-3-|", of: Int.self)
            stage.show("map { $0 * 10 }", source.map { $0 * 10 })
            """
        #expect(map.code == code)
        for example in AllExamples.examples { #expect(example.code?.contains("stage.") == true, "\(example.name)") }
    }

    // MARK: The command line

    private func run(_ arguments: String...) throws -> (code: Int32, output: [String], errors: [String]) {
        var output: [String] = [], errors: [String] = []
        let code = try ExamplesCommand(write: { output.append($0) }, complain: { errors.append($0) }).run(arguments)
        return (code, output, errors)
    }

    @Test func misspeltNameGetsAHint() throws {
        let result = try run("flatMapLastest")
        #expect(result.code == 64)
        #expect(result.errors == ["Examples: flatMapLastest: no such operator; did you mean flatMapLatest?"])
        #expect(result.output == [])
        let hints = try ["mp", "scn", "bag", "throtle", "fm", "qqqqqqqqqqqqqqqqqqqqqqqqqqqqq"].map { try run($0).errors }
        #expect(
            hints == [
                ["Examples: mp: no such operator; did you mean map?"],
                ["Examples: scn: no such operator; did you mean scan?"],
                ["Examples: bag: no such operator; did you mean DisposeBag?"],
                ["Examples: throtle: no such operator; did you mean throttle?"],
                ["Examples: fm: no such operator; without an argument it lists them all"],
                ["Examples: qqqqqqqqqqqqqqqqqqqqqqqqqqqqq: no such operator; without an argument it lists them all"],
            ])
        #expect(try run("map", "--croe", "lock").code == 64)
        #expect(try run("map", "--core", "fast").code == 64)
    }

    @Test func nameWithoutLabelsShowsAllOfThatName() throws {
        let result = try run("take", "--core", "queue")
        #expect(result.code == 0)
        #expect(result.output.contains { $0.contains("take(2)  -1-(2|)") })
        let both = try run("sample", "zip").output
        #expect(both.count == (try run("sample").output + run("zip").output).count)
    }

    @Test func withoutAnArgumentItListsAllByPurpose() throws {
        let text = try run().output.joined(separator: "\n")
        for example in AllExamples.examples { #expect(text.contains(" \(example.name)"), "\(example.name)") }
    }
}
