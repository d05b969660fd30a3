/// What ends a tool before it has an outcome, in one line.
public struct ToolFailure: Error, Equatable {
    /// Exit codes of every tool: it found something; its arguments are wrong; a file can't be read or written, or isn't what it has to be.
    public static let finding: Int32 = 1, usage: Int32 = 64, file: Int32 = 66

    public let text: String
    public let exitCode: Int32

    public init(_ text: String, exitCode: Int32 = Self.file) {
        self.text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        self.exitCode = exitCode
    }
}
