/// What a tool has to say, and how it ends.
public struct ToolOutcome: Equatable, Sendable {
    /// Lines for the standard output.
    public var output: [String]
    /// Lines for the standard error.
    public var errors: [String]
    public var exitCode: Int32

    public init(output: [String] = [], errors: [String] = [], exitCode: Int32 = 0) {
        self.output = output
        self.errors = errors
        self.exitCode = exitCode
    }

    /// Of a check: a line for each defect, or what it says of sources without any.
    public static func found(_ defects: [String], otherwise summary: String) -> ToolOutcome {
        defects.isEmpty ? ToolOutcome(output: [summary]) : ToolOutcome(output: defects, exitCode: ToolFailure.finding)
    }
}
