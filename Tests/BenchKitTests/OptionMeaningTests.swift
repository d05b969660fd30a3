import Foundation
import Testing

@testable import BenchKit

/// Every option of every command does something, or is refused.
@Suite struct OptionMeaningTests {
    private static let commands = PlantedSuite.suite(.none).commands + BenchKit.Suite.withFloor().commands

    private func run(_ arguments: [String]) -> (code: ExitCode, error: String) {
        let recording = CapturedOutput()
        let program = CommandLineProgram(name: "bench", version: "1", summary: "", commands: Self.commands)
        return (program.run(arguments, output: recording.output), recording.error)
    }

    private func words(_ option: BenchKit.Option) -> [String] {
        switch option.value {
        case .none: ["--\(option.name)"]
        case .text, .pattern: ["--\(option.name)", "x"]
        case .word(let known), .words(let known): ["--\(option.name)", known[0]]
        case .names(_, let known): ["--\(option.name)", known.first ?? "x"]
        case .number: ["--\(option.name)", "1"]
        case .duration: ["--\(option.name)", "1s"]
        }
    }

    /// A run in which nothing is chosen leaves a catalogue out, which takes ten times as long as the rest; not where there is nothing else.
    @Test(arguments: [
        ([], false), (["--skip", "a"], false), (["--filter", "a"], true), (["--tag", "t"], true), (["--forms", "b"], true),
    ])
    func aCatalogueIsMeasuredWhereItIsChosen(arguments: [String], isMeasured: Bool) throws {
        func benchmark(_ id: String, _ kind: Benchmark.Kind) -> Benchmark { Benchmark(id, id, kind: kind, tags: ["t", "a", "b"]) { _ in } }
        func kinds(_ benchmarks: Benchmark...) throws -> Set<Benchmark.Kind>? {
            let suite = BenchKit.Suite(
                name: "s", benchmarks: benchmarks, defaultVariants: ["only"], choices: [Suite.Choice("forms", words: ["a", "b"], "Forms.")],
                reference: "floor.f")
            let command = try #require(suite.commands.first { $0.name == "run" })
            return suite.usualKinds(for: try OptionParser(command.options).parse(arguments).selection(of: suite))
        }
        let floor = benchmark("floor.f", .floor), listed = benchmark("a", .catalogue)
        #expect(try kinds(floor, listed, benchmark("b", .workload)) == (isMeasured ? nil : [.workload, .scenario, .floor]))
        #expect(try kinds(floor, listed) == nil)
    }

    @Test(arguments: commands.filter { !$0.modes.isEmpty }.map(\.name))
    func anOptionWithoutAMeaningIsAUsageError(name: String) throws {
        let command = try #require(Self.commands.first { $0.name == name })
        for mode in command.modes {
            let signs = mode.signs.flatMap { sign in
                command.options.first { "--\($0.name)" == sign }.map(words) ?? [sign]
            }
            for option in command.options where !mode.knows(option.name) {
                // Together they may be another mode.
                if command.modes.contains(where: { $0.signs.contains("--\(option.name)") }) { continue }
                let (code, error) = run([name] + signs + words(option))
                #expect(code == .usage, "\(name) \(signs) \(option.name)")
                #expect(error.split(separator: "\n").count == 1)
                #expect(error.hasPrefix("bench: option --\(option.name) "), "\(error)")
            }
        }
    }

    @Test func everyOptionMeansSomethingInSomeMode() {
        for command in Self.commands where !command.modes.isEmpty {
            for option in command.options { #expect(command.modes.contains { $0.knows(option.name) }, "\(command.name) \(option.name)") }
        }
    }

    @Test func theMessageTellsWhatIsWrong() {
        #expect(run(["check", "--self-test", "--forks", "9"]).error == "bench: option --forks has no meaning with --self-test\n")
        let nothing = "bench: --filter x matches no planted row; tails are looked at with --repeat 2 or more\n"
        #expect(run(["check", "--self-test", "--filter", "x"]) == (.usage, nothing))
        #expect(run(["check", "--repeat", "3"]).error == "bench: option --repeat goes with --self-test\n")
        #expect(run(["compare", "a", "b", "--out", "c"]).error == "bench: option --out has no meaning with OLD.json NEW.json\n")
        #expect(run(["check", "--no-times", "--forks", "3"]).code == .usage)
        // With times it would say little of how long it takes; and nothing is drawn where all is counted.
        #expect(run(["check", "--within", "3m"]).error == "bench: option --within goes with --no-times --within\n")
        #expect(run(["check", "--no-times", "--seed", "3"]).error == "bench: option --seed has no meaning with --no-times\n")
        #expect(run(["check", "--no-times", "--within", "180"]).code == .usage)
        #expect(run(["check", "--first", "("]) == (.usage, "bench: option --first cannot be '(': it is not a regular expression\n"))
        #expect(run(["check", "--no-counts", "--first", "x"]) == (.usage, "bench: option --first has no meaning with --no-counts\n"))
    }

    @Test func anEmptyFilterIsAUsageError() {
        for command in Self.commands where command.options.contains(where: { $0.name == "filter" }) {
            let (code, error) = run([command.name, "--filter", ""])
            #expect(code == .usage)
            #expect(error == "bench: option --filter cannot be '': it is empty, which is everything\n")
        }
    }

    @Test func theDocumentationNamesEveryOption() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("docs/rxbench.md"), encoding: .utf8)
        for command in BenchKit.Suite.withFloor().commands where !command.isHidden {
            for option in command.options { #expect(text.contains("--\(option.name)"), "\(command.name) --\(option.name)") }
        }
    }

    @Test func whatIsComparedWithIsNotWrittenOver() throws {
        try Fixture.inFolder(["old": Data("x".utf8)]) { folder in
            for command in ["compare", "check"] {
                let (code, error) = run([command, "--against", "\(folder)/old", "--out", "\(folder)/old"])
                #expect(code == .usage)
                #expect(error == "bench: \(folder)/old is what is read: it cannot be written too\n")
            }
            let kept = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/old"))
            #expect(kept == Data("x".utf8))
        }
    }
}
