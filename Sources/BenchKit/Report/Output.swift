import Foundation

/// Where text goes: results to the standard output, progress and errors to the standard error.
public struct Output: Sendable {
    /// Writes to the standard output.
    let write: @Sendable (String) -> Void
    /// Writes to the standard error.
    let writeError: @Sendable (String) -> Void
    /// Whether the standard error is a terminal, where a line can be written over.
    let errorIsTerminal: Bool

    public init(
        write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
        errorIsTerminal: Bool
    ) {
        self.write = write
        self.writeError = writeError
        self.errorIsTerminal = errorIsTerminal
    }

    /// The process's own.
    public static let terminal = Output(
        write: { FileHandle.standardOutput.write(Data($0.utf8)) },
        writeError: { FileHandle.standardError.write(Data($0.utf8)) },
        errorIsTerminal: isatty(STDERR_FILENO) != 0)

    /// One line on the standard output.
    public func line(_ text: String) { write(text + "\n") }

    /// One line on the standard error.
    public func error(_ text: String) { writeError(text + "\n") }
}
