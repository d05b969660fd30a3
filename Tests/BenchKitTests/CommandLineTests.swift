import Testing

@testable import BenchKit

@Suite struct CommandLineTests {
    private struct Breakage: Error, CustomStringConvertible {
        let description = "it broke"
    }

    private let program = CommandLineProgram(
        name: "bench", version: "1.2", summary: "Measures.",
        commands: [
            Command(
                "run", "Run things.",
                options: [
                    Option("out", short: "o", value: .text(placeholder: "FILE"), fallback: "x.json", "Write there."),
                    Option("seed", value: .number, "Fix the order."),
                ]
            ) { parsed, output in
                output.line("ran \(parsed.value("out") ?? "-")")
                return .success
            },
            Command("break", "Break.", options: []) { _, _ in throw Breakage() },
        ])

    private func run(_ arguments: String...) -> (code: ExitCode, text: String, error: String) {
        let recording = CapturedOutput()
        let code = program.run(arguments, output: recording.output)
        return (code, recording.standard, recording.error)
    }

    @Test func theFirstCommandRunsWhenNoneIsNamed() {
        #expect(run().text == "ran -\n")
        #expect(run("--out", "y").text == "ran y\n")
        #expect(run("run", "-o", "y").text == "ran y\n")
    }

    @Test func usageErrorsAreOneLineAndExit64() {
        let result = run("--sed", "1")
        #expect(result.code == .usage)
        #expect(result.code.rawValue == 64)
        #expect(result.error == "bench: unknown option --sed; did you mean --seed?\n")
        #expect(result.text.isEmpty)
    }

    @Test func aMisspeltEnvironmentVariableIsRefusedBeforeAnythingRuns() {
        let program = CommandLineProgram(
            name: "bench", version: "1.2", summary: "Measures.", commands: program.commands,
            variables: [EnvironmentVariable("MODE", values: ["fast", "safe"], "How.")])
        func run(_ environment: [String: String]) -> (code: ExitCode, text: String, error: String) {
            let recording = CapturedOutput()
            let code = program.run([], environment: environment, output: recording.output)
            return (code, recording.standard, recording.error)
        }
        #expect(run(["MODE": "safe"]).text == "ran -\n")
        #expect(run(["MODE": ""]).code == .success)
        let refused = run(["MODE": "saf"])
        #expect(refused.code == .usage)
        #expect(refused.error == "bench: MODE cannot be 'saf': it is one of fast, safe\n")
        #expect(refused.text.isEmpty)
    }

    /// As a suite needs it that reads them when it is made.
    @Test func environmentVariablesAreCheckedBeforeThereIsAProgram() {
        let variables = [
            EnvironmentVariable("MODE", values: ["fast", "safe"], "How."), EnvironmentVariable("LEVEL", values: ["0", "1"], "How much."),
        ]
        func complaint(_ environment: [String: String]) -> String? { EnvironmentVariable.complaint(about: variables, of: "bench", environment) }
        #expect(complaint([:]) == nil && complaint(["MODE": "", "LEVEL": "1"]) == nil)
        // Of two numbers neither is nearer.
        #expect(complaint(["LEVEL": "2"]) == "bench: LEVEL cannot be '2': it is one of 0, 1")
        #expect(complaint(["MODE": "foo", "LEVEL": "2"]) == "bench: MODE cannot be 'foo': it is one of fast, safe")
    }

    @Test func unknownCommandsAreRefusedWithAHint() {
        #expect(run("rum").error == "bench: unknown command rum; did you mean run?\n")
        #expect(run("rum").code == .usage)
        #expect(run("elephant").error == "bench: unknown command elephant\n")
    }

    @Test func otherErrorsExit1() {
        #expect(run("break").code.rawValue == 1)
        #expect(run("break").error == "bench: it broke\n")
    }

    @Test func versionIsShown() {
        #expect(run("--version").text == "bench 1.2\n")
    }

    @Test func programHelpListsTheCommands() {
        let expected = """
            Measures.

            usage: bench [COMMAND] [OPTIONS]

            commands (run is meant when none is named):
              run    Run things.
              break  Break.

            options of bench itself:
              --version   Show the version.
              -h, --help  Show this help.

            bench COMMAND --help tells the options of a command.

            """
        #expect(run("--help").text == expected)
        #expect(run("-h").text == expected)
        #expect(run("--help").code == .success)
        #expect(run("help").text == expected && run("help").code == .success)
        #expect(run("help", "--help").text == expected)
    }

    @Test func commandHelpIsMadeFromTheOptions() {
        let expected = """
            Run things.

            usage: bench run [OPTIONS]

            options:
              -o, --out FILE  Write there. Default: x.json.
              --seed N        Fix the order.
              -h, --help      Show this help.

            """
        #expect(run("run", "--help").text == expected)
        #expect(run("run", "--seed", "1", "-h").text == expected)
        #expect(run("help", "run").text == expected)
        #expect(run("help", "runn").error == "bench: unknown command runn; did you mean run?\n")
    }
}
