import Foundation

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
        // There are so few that no nearest one has to be guessed.
        throw .impossible("\(name) cannot be '\(value)': it is one of \(values.joined(separator: ", "))")
    }

    /// Ends this process as a wrong command line does, with one line and `ExitCode.usage`, where one of these has a value that it can't have. For a
    /// program whose suite reads them when it is made, before `CommandLineProgram.main()` could look at them.
    /// - Parameter program: its name, which begins the line.
    public static func require(_ variables: [EnvironmentVariable], of program: String) {
        // Of these alone: what a process does first is among what some benchmarks measure.
        let values = variables.map { variable in (variable.name, getenv(variable.name).map { String(cString: $0) } ?? "") }
        guard let line = complaint(about: variables, of: program, Dictionary(values) { first, _ in first }) else { return }
        Output.terminal.error(line)
        exit(ExitCode.usage.rawValue)
    }

    /// The line; nil where all have values that they may have.
    static func complaint(about variables: [EnvironmentVariable], of program: String, _ environment: [String: String]) -> String? {
        do throws(UsageError) {
            for variable in variables { try variable.check(environment) }
            return nil
        } catch {
            return "\(program): \(error)"
        }
    }
}
