import Foundation
import Testing

@testable import BenchKit

@Suite struct OptionParserTests {
    private let parser = OptionParser([
        Option("filter", value: .pattern, "A filter."),
        Option("core", value: .words(of: ["lock", "queue"]), "Some cores."),
        Option("profile", value: .word(of: ["quick", "full"]), "A profile."),
        Option("out", short: "o", value: .text(placeholder: "FILE"), "A file."),
        Option("seed", value: .number, "A seed."),
        Option("json", short: "j", "A switch."),
    ])

    private func failure(_ arguments: String...) -> UsageError? {
        do {
            _ = try parser.parse(arguments)
            return nil
        } catch {
            return error
        }
    }

    @Test func valuesFollowAsNextArgumentOrAfterAnEqualsSign() throws {
        let parsed = try parser.parse(["--filter", "T1|T2", "--seed=7", "--out=a=b", "--json"])
        #expect(parsed.value("filter") == "T1|T2")
        #expect(parsed.number("seed") == 7)
        #expect(parsed.value("out") == "a=b")
        #expect(parsed.has("json"))
        #expect(!parsed.has("filter"))
        #expect(parsed.value("profile") == nil)
    }

    @Test func shortNamesWork() throws {
        let parsed = try parser.parse(["-o", "x.json", "-j"])
        #expect(parsed.value("out") == "x.json")
        #expect(parsed.has("json"))
    }

    @Test func listsAreSplitAndLoseRepetitions() throws {
        #expect(try parser.parse(["--core", "queue,lock,queue"]).words("core") == ["queue", "lock"])
        #expect(try parser.parse([]).words("core") == nil)
    }

    @Test func theLastOfARepeatedOptionCounts() throws {
        #expect(try parser.parse(["--seed", "1", "--seed", "2"]).number("seed") == 2)
    }

    @Test func aMisspeltOptionIsRefusedWithAHint() {
        let error = failure("--filtr", "x")
        #expect(error == .unknownOption("--filtr", suggestion: "--filter"))
        #expect(error?.description == "unknown option --filtr; did you mean --filter?")
        #expect(failure("--fliter=x") == .unknownOption("--fliter", suggestion: "--filter"))
    }

    @Test func anUnrelatedOptionIsRefusedWithoutHint() {
        #expect(failure("--zzzzzz") == .unknownOption("--zzzzzz", suggestion: nil))
        #expect(failure("-x") == .unknownOption("-x", suggestion: nil))
        #expect(failure("--zzzzzz")?.description == "unknown option --zzzzzz")
    }

    @Test func aMissingValueIsNamed() {
        let missing = UsageError.missingValue(option: "--out", placeholder: "FILE")
        #expect(failure("--out") == missing)
        #expect(failure("--out", "--json") == missing)
        #expect(missing.description == "option --out needs a value: --out FILE")
        #expect(UsageError.missingOption("--out", placeholder: "FILE").description == "option --out is required: --out FILE")
    }

    @Test func aSwitchTakesNoValue() {
        #expect(failure("--json=yes") == .unexpectedValue(option: "--json"))
    }

    @Test(arguments: [
        ("--core", "lok"), ("--core", "lock,"), ("--profile", "slow"), ("--seed", "-1"), ("--seed", "x"),
        ("--filter", "("), ("--out", ""),
    ])
    func anInvalidValueIsRefused(option: String, value: String) {
        guard case .invalidValue(option, value, _) = failure("\(option)=\(value)") else {
            Issue.record("\(option)=\(value) was accepted")
            return
        }
    }

    @Test func anInvalidWordNamesTheAllowedOnes() {
        #expect(failure("--core", "lok")?.description == "option --core cannot be 'lok': it is a list of lock, queue")
        #expect(failure("--profile", "x")?.description == "option --profile cannot be 'x': it is one of quick, full")
    }

    @Test func operandsAreRefusedAlsoAfterDashes() throws {
        #expect(failure("stray") == .unexpectedArgument("stray"))
        #expect(failure("--", "--json") == .unexpectedArgument("--json"))
        #expect(failure("-") == .unexpectedArgument("-"))
        #expect(try parser.parse(["--json", "--"]).has("json"))
    }

    @Test(arguments: [("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("filter", "filtr", 1), ("seed", "sede", 1), ("ca", "abc", 3)])
    func editDistance(from: String, to: String, expected: Int) {
        #expect(SpellingSuggestion.distance(from, to) == expected)
        #expect(SpellingSuggestion.distance(to, from) == expected)
    }
}

@Suite struct SelectionOptionTests {
    private let suite = BenchKit.Suite.withFloor(
        Benchmark("read", "a file", variants: ["-"], tags: ["io", "slow"]) { _ in }, Benchmark("sort", "numbers", variants: ["-"]) { _ in })

    private func run(_ arguments: String...) -> (code: ExitCode, text: String, error: String) {
        let recording = CapturedOutput()
        let program = CommandLineProgram(name: "bench", version: "1", summary: "", commands: suite.commands)
        let code = program.run(arguments, output: recording.output)
        return (code, recording.standard, recording.error)
    }

    @Test func tagsAddUpHoweverTheyAreGiven() throws {
        let parser = OptionParser(Option.selection(of: suite, "Measure"))
        let expected = Selection(filter: "a", skip: "b", tags: ["slow", "io"])
        #expect(try parser.parse(["--tag", "slow", "--tag=io", "--filter", "a", "--skip", "b"]).selection(of: suite) == expected)
        #expect(try parser.parse(["--tag", "slow,io,slow", "--filter", "a", "--skip", "b"]).selection(of: suite) == expected)
        #expect(try parser.parse([]).selection(of: suite) == nil)
    }

    @Test func aTagThatNothingHasIsAUsageError() {
        #expect(run("run", "--tag", "slov") == (.usage, "", "bench: option --tag cannot be 'slov': 'slov' is none of io, slow; did you mean slow?\n"))
        #expect(run("list", "--skip", ".").code == .usage)
    }

    @Test func theListShowsTagsAndWhatIsChosen() throws {
        #expect(run("list").text.split(separator: "\n").contains { $0.split(separator: " ") == ["read", "-", "io,slow", "a", "file"] })
        #expect(!run("list", "--tag", "io").text.contains("sort"))
        #expect(!run("list", "--kind", "floor").text.contains("sort"))
        let json = try JSONSerialization.jsonObject(with: Data(run("list", "--json", "--skip", "^floor").text.utf8)) as? [[String: Any]]
        #expect(json?.map { $0["tags"] as? [String] } == [["io", "slow"], []])
    }

    @Test func anotherProcessGetsTheSameSelection() throws {
        let selection = Selection(filter: "a b", skip: "--b", tags: ["io"])
        #expect(try OptionParser(Option.selection(of: suite, "Measure")).parse(selection.arguments).selection(of: suite) == selection)
    }
}
