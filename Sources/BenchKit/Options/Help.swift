/// The help texts, made from the descriptions that the parser reads.
enum Help {
    static func program(_ program: CommandLineProgram) -> String {
        let commands = program.commands.filter { !$0.isHidden }.map { ($0.name, $0.summary) }
        return """
            \(program.summary.onOneLine)

            usage: \(program.name) [COMMAND] [OPTIONS]

            commands (\(program.commands[0].name) is meant when none is named):
            \(columns(commands))

            options of \(program.name) itself:
            \(columns([("--version", "Show the version."), ("-h, --help", "Show this help.")]))

            \(program.name) COMMAND --help tells the options of a command.
            """ + variables(program.variables)
    }

    private static func variables(_ variables: [EnvironmentVariable]) -> String {
        if variables.isEmpty { return "" }
        let rows = variables.map { ("\($0.name)=\($0.values.joined(separator: "|"))", $0.summary) }
        return "\n\nenvironment:\n" + columns(rows)
    }

    static func command(_ command: Command, of program: CommandLineProgram) -> String {
        """
        \(command.summary.onOneLine)

        usage: \(program.name) \(command.name) [OPTIONS]\(command.operands.map { " \($0)" } ?? "")

        options:
        \(columns(command.options.map { (heading($0), explanation($0)) }))
        """
    }

    private static func heading(_ option: Option) -> String {
        let short = option.short.map { "-\($0), " } ?? ""
        let value = option.placeholder.map { " \($0)" } ?? ""
        return "\(short)--\(option.name)\(value)"
    }

    private static func explanation(_ option: Option) -> String {
        option.summary + (option.fallback.map { " Default: \($0)." } ?? "")
    }

    private static func columns(_ rows: [(String, String)]) -> String {
        let rows = rows.map { ($0.onOneLine, $1.onOneLine) }
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { "  " + $0.0.padded(to: width) + "  " + $0.1 }.joined(separator: "\n")
    }
}
