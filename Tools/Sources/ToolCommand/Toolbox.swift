/// The tools, by their names.
public struct Toolbox: Sendable {
    private let tools: [any Tool]

    public init(_ tools: [any Tool]) { self.tools = tools }

    /// - Parameter arguments: the tool's name and what follows it; `--help` in its place, or alone behind it, tells what there is.
    public func run(_ arguments: [String], in place: ToolPlace) -> ToolOutcome {
        guard let first = arguments.first, let tool = tools.first(where: { $0.name == first }) else {
            if arguments == ["--help"] { return ToolOutcome(output: tools.flatMap(Self.help)) }
            let names = tools.map(\.name).joined(separator: ", ")
            return ToolOutcome(errors: ["tools: the first argument names a tool: \(names), or --help"], exitCode: ToolFailure.usage)
        }
        let rest = Array(arguments.dropFirst())
        if rest == ["--help"] { return ToolOutcome(output: Self.help(tool)) }
        do {
            return try tool.run(rest, in: place)
        } catch {
            let failure = error as? ToolFailure ?? ToolFailure("\(error)")
            return ToolOutcome(errors: ["\(tool.subject): \(failure.text)"], exitCode: failure.exitCode)
        }
    }

    private static func help(_ tool: any Tool) -> [String] {
        tool.forms.map { $0.isEmpty ? tool.name : "\(tool.name) \($0)" } + tool.summary.split(separator: "\n").map { "    \($0)" }
    }
}
