import Testing

@testable import BenchKit

/// Options that a suite makes of its benchmarks' tags.
@Suite struct ChoiceTests {
    private static func benchmark(_ id: String, _ tags: [String]) -> Benchmark { Benchmark(id, "workload", variants: ["-"], tags: tags) { _ in } }

    private static let suite = BenchKit.Suite(
        name: "test",
        benchmarks: [
            benchmark("a", ["fused", "int"]), benchmark("a/composed", ["composed", "int"]), benchmark("a/string", ["fused", "string"]),
            benchmark("plain", []),
        ],
        choices: [
            BenchKit.Suite.Choice("forms", words: ["fused", "composed"], "Take these forms."),
            BenchKit.Suite.Choice("elements", words: ["int", "string", "struct"], usual: ["int"], "Take these elements."),
        ], reference: "plain")

    private func listed(_ words: String...) throws -> (code: ExitCode, ids: [String], error: String) { try listed(words) }

    private func listed(_ words: [String]) throws -> (code: ExitCode, ids: [String], error: String) {
        let recording = CapturedOutput()
        let program = CommandLineProgram(name: "bench", version: "1", summary: "", commands: Self.suite.commands)
        let code = program.run(["list"] + words, environment: [:], output: recording.output)
        let ids = recording.standard.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        return (code, ids.filter { id in Self.suite.benchmarks.contains { $0.id == id } }, recording.error)
    }

    @Test func whatIsUsualIsTakenWithoutTheOption() throws {
        #expect(try listed().ids == ["a", "a/composed", "plain"])
        #expect(try listed("--elements", "int,string").ids == ["a", "a/composed", "a/string", "plain"])
        #expect(try listed("--elements", "string").ids == ["a/string", "plain"])
    }

    @Test func choicesAddUp() throws {
        #expect(try listed("--forms", "composed").ids == ["a/composed", "plain"])
        #expect(try listed("--forms", "composed", "--elements", "string").ids == ["plain"])
        #expect(try listed("--forms", "composed", "--filter", "^a").ids == ["a/composed"])
    }

    /// Also what is measured only where somebody asks for its tags.
    @Test(arguments: [["a"], ["a/string"], ["a", "a/string"], ["a/composed", "plain"], ["plain"]]) func costMeasuresWhatItNames(ids: [String]) throws
    {
        let selection = CostSession.selection(of: Self.suite.benchmarks.filter { ids.contains($0.id) }, Self.suite)
        #expect(try listed(selection).ids == ids)
    }

    @Test func otherWordsAreRefused() throws {
        let (code, _, error) = try listed("--forms", "curried")
        #expect(code == .usage && error.contains("curried") && error.contains("fused") && error.split(separator: "\n").count == 1)
    }

    /// Else it would throw out what has the usual word, and keep all that has none.
    @Test func whatNoBenchmarkHasIsRefused() throws {
        for words in ["struct", "int,struct"] {
            let (code, ids, error) = try listed("--elements", words)
            #expect(code == .usage && ids.isEmpty)
            #expect(error == "bench: option --elements cannot be '\(words)': no benchmark here has struct. Take these elements.\n")
        }
    }

    @Test func aCheckOfAChoiceIsOfAPart() throws {
        func check(_ words: [String]?, date: String) throws -> Digest.Source {
            let chosen = try Self.suite.choices[0].chosen(words, of: Self.suite)
            let results = Results(
                command: .check, suite: "test", profile: nil, seed: 1, filter: Selection(choices: chosen.map { [$0] } ?? []), order: [],
                reference: "plain", environment: try Fixture.environment(date: date))
            return Digest.Source(name: date, results: results)
        }
        let whole = try check(nil, date: "2026-01-01T00:00:00Z"), fused = try check(["fused"], date: "2026-01-02T00:00:00Z")
        #expect(whole.results.partOfSuite == nil && fused.results.partOfSuite == "of forms fused")
        // What the whole has found counts until all is checked again.
        #expect(Digest([whole, fused]).checks.map(\.name) == [whole.name, fused.name])
        #expect(Digest([fused, try check(nil, date: "2026-01-03T00:00:00Z")]).checks.count == 1)
    }

    @Test func whatWasAskedForIsInTheFileAndGoesToOtherProcesses() throws {
        let chosen = try #require(try Self.suite.choices[0].chosen(["composed"], of: Self.suite))
        let selection = Selection(filter: "x", choices: [chosen])
        #expect(selection.arguments == ["--filter=x", "--forms=composed"])
        let results = Results(
            suite: "test", profile: nil, seed: 1, filter: selection, order: [], reference: "plain", environment: try Fixture.environment())
        #expect(results.choices == ["forms": ["composed"]] && results.selection?.words == ["--filter 'x'", "--forms composed"])
        // What is usual goes without saying, where it makes no difference.
        #expect(try Self.suite.choices[0].chosen(nil, of: Self.suite) == nil && Self.suite.choices[1].chosen(nil, of: .withFloor()) == nil)
        #expect(try Self.suite.choices[1].chosen(nil, of: Self.suite)?.isAsked == false)
    }
}
