/// An environment variable that the measured code reads, with the values it may have. Checked before anything runs, so that a
/// misspelt value can't end a run half-way. Unset or empty means the default.
public struct EnvironmentVariable: Sendable {
    public let name: String
    public let values: [String]
    /// One line.
    public let summary: String

    public init(_ name: String, values: [String], _ summary: String) {
        self.name = name
        self.values = values
        self.summary = summary
    }

    /// - Parameter environment: names and values, as `ProcessInfo.environment` has them.
    func check(_ environment: [String: String]) throws(UsageError) {
        guard let value = environment[name], !value.isEmpty, !values.contains(value) else { return }
        let hint = UsageError.hint(Spelling.nearest(to: value, among: values))
        throw .impossible("\(name) cannot be '\(value)': use \(values.joined(separator: ", "))\(hint)")
    }
}
