import Foundation

/// How a program ends.
public enum ExitCode: Int32, Sendable {
    /// Everything asked for was done, and every check passed.
    case success = 0
    /// Something outside the measured code went wrong.
    case failure = 1
    /// Something got worse than allowed, and a second process confirmed it.
    case regression = 2
    /// The machine was too busy to tell. Neither good nor bad.
    case inconclusive = 3
    /// Something got better: the baseline has to be accepted anew.
    case improvement = 4
    /// There is nothing to compare with, or it comes from another machine, compiler or allocator.
    case incomparable = 5
    /// A benchmark computed a wrong result or left resources behind.
    case wrongResult = 6
    /// The command line is wrong (`EX_USAGE` of sysexits.h).
    case usage = 64
    /// The user interrupted the run (128 + SIGINT, as shells have it).
    case interrupted = 130

    /// What several outcomes come to. What is certainly wrong comes before what is uncertain, and that before what is better than it was.
    static func worst(of codes: [ExitCode]) -> ExitCode {
        let ranked: [ExitCode] = [.wrongResult, .failure, .usage, .interrupted, .regression, .incomparable, .inconclusive, .improvement]
        return ranked.first(where: codes.contains) ?? .success
    }
}

/// One of several ways to use a command, of which each knows only some of its options.
public struct CommandMode: Sendable {
    /// What makes it this one: options with their dashes, of which all are given, or the names of operands. Empty for what is meant
    /// otherwise.
    let signs: [String]
    /// The options that mean something in it, besides its signs.
    let takes: [String]

    public init(_ signs: [String], takes: [String]) {
        self.signs = signs
        self.takes = takes
    }

    fileprivate func isMeant(by parsed: ParsedOptions) -> Bool {
        signs.allSatisfy { $0.hasPrefix("--") ? parsed.given.contains(String($0.dropFirst(2))) : !parsed.operands.isEmpty }
    }

    func knows(_ option: String) -> Bool { signs.contains("--" + option) || takes.contains(option) || option == "help" }

    fileprivate var title: String { signs.joined(separator: " ") }
}

/// One thing a program does.
public struct Command: Sendable {
    public let name: String
    /// One line.
    public let summary: String
    public let options: [Option]
    /// What may follow that is no option, for the help; nil where nothing may.
    let operands: String?
    /// Whether the help leaves it out: it is not for people.
    let isHidden: Bool
    /// The first that is meant decides which options may be given; without any, all may.
    let modes: [CommandMode]
    let body: @Sendable (ParsedOptions, Output) throws -> ExitCode

    public init(
        _ name: String, _ summary: String, options: [Option], operands: String? = nil, isHidden: Bool = false,
        modes: [CommandMode] = [],
        body: @escaping @Sendable (ParsedOptions, Output) throws -> ExitCode
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.isHidden = isHidden
        self.modes = modes
        self.options = options + [Option("help", short: "h", "Show this help.")]
        self.body = body
    }
}

/// A command line with subcommands, of which the first is meant when none is named.
public struct CommandLineProgram: Sendable {
    let name: String
    let version: String
    let summary: String
    let commands: [Command]
    let variables: [EnvironmentVariable]

    public init(
        name: String, version: String, summary: String, commands: [Command], variables: [EnvironmentVariable] = []
    ) {
        require(!commands.isEmpty, "CommandLineProgram: at least one command")
        self.name = name
        self.version = version
        self.summary = summary
        self.commands = commands
        self.variables = variables
    }

    /// Runs what this program was asked for and ends the process with the exit code. What benchmarks print goes to the standard error: the
    /// standard output has results alone.
    public func main() -> Never {
        // While the current folder is that of the beginning.
        _ = Executables.own
        StandardOutput.keepForResults()
        exit(run(ProgramArguments.all).rawValue)
    }

    /// Runs what the arguments (without the program's own name) ask for. Errors become one line on the error output.
    public func run(
        _ arguments: [String], environment: [String: String] = ProcessInfo.processInfo.environment,
        output: Output = .terminal
    ) -> ExitCode {
        do {
            for variable in variables { try variable.check(environment) }
            return try dispatch(arguments, output)
        } catch let error as UsageError {
            output.error("\(name): \(error)")
            return .usage
        } catch let error as Incomparable {
            output.error("\(name): \(error)")
            return .incomparable
        } catch is Interruption.Stop {
            output.error("\(name): interrupted")
            return .interrupted
        } catch {
            output.error("\(name): \(error)")
            return .failure
        }
    }

    private func dispatch(_ arguments: [String], _ output: Output) throws -> ExitCode {
        switch arguments.first {
        case "help" where !commands.contains { $0.name == "help" }: return try help(Array(arguments.dropFirst()), output)
        case "--help", "-h":
            output.lines(Help.program(self))
            return .success
        case "--version":
            output.line("\(name) \(version)")
            return .success
        case let first? where !first.hasPrefix("-"):
            guard let command = commands.first(where: { $0.name == first }) else {
                throw UsageError.unknownCommand(
                    first, suggestion: SpellingSuggestion.nearest(to: first, among: commands.filter { !$0.isHidden }.map(\.name)))
            }
            return try run(command, Array(arguments.dropFirst()), output)
        default:
            return try run(commands[0], arguments, output)
        }
    }

    /// As `--help`, or that of a command that is named.
    private func help(_ arguments: [String], _ output: Output) throws -> ExitCode {
        try dispatch(arguments.isEmpty || arguments[0].hasPrefix("-") ? ["--help"] : [arguments[0], "--help"], output)
    }

    private func run(_ command: Command, _ arguments: [String], _ output: Output) throws -> ExitCode {
        let parsed = try OptionParser(command.options, takesOperands: command.operands != nil).parse(arguments)
        if parsed.has("help") {
            output.lines(Help.command(command, of: self))
            return .success
        }
        try command.requireMeaning(of: parsed)
        if !command.isHidden { TemporaryFiles.sweep() }
        return try command.body(parsed, output)
    }
}

extension Command {
    /// An option that would be ignored is a mistake of who gives it.
    fileprivate func requireMeaning(of parsed: ParsedOptions) throws(UsageError) {
        guard let mode = modes.first(where: { $0.isMeant(by: parsed) }),
            let idle = parsed.given.first(where: { !mode.knows($0) })
        else { return }
        if mode.signs.isEmpty {
            let others = modes.filter { $0.knows(idle) }.map(\.title)
            throw .impossible("option --\(idle) goes with \(others.joined(separator: " or "))")
        }
        throw .impossible("option --\(idle) has no meaning with \(mode.title)")
    }
}
