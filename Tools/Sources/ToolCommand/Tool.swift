/// A program that works on the sources: `tools NAME ARGUMENT...`.
public protocol Tool: Sendable {
    var name: String { get }
    /// What its messages on the standard error begin with.
    var subject: String { get }
    /// What may follow its name, a line for each form.
    var forms: [String] { get }
    /// What it does, for `--help`: lines of text.
    var summary: String { get }

    /// - Parameter arguments: what follows the name.
    /// - Throws: `ToolFailure`.
    func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome
}

extension Tool {
    public var subject: String { name }

    /// Of arguments that have none of its forms.
    public var wrongArguments: ToolFailure {
        let all = forms.map { ([name] + ($0.isEmpty ? [] : [$0])).joined(separator: " ") }.joined(separator: ", or ")
        return ToolFailure("usage: tools \(all)", exitCode: ToolFailure.usage)
    }
}
