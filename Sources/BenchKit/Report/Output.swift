import Foundation

/// Where text goes: results to the standard output, progress and errors to the standard error.
public struct Output: Sendable {
    /// Writes to the standard output.
    let write: @Sendable (String) -> Void
    /// Writes to the standard error.
    let writeError: @Sendable (String) -> Void
    /// Whether the standard error is a terminal, where a line can be written over.
    let errorIsTerminal: Bool
    /// Where the standard error is none: seconds from one line of progress to the next, at least.
    let progressInterval: Double

    /// - Parameter progressInterval: seconds from one line of progress to the next, at least, where the standard error is no terminal.
    public init(
        write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
        errorIsTerminal: Bool, progressInterval: Double = 5
    ) {
        self.write = write
        self.writeError = writeError
        self.errorIsTerminal = errorIsTerminal
        self.progressInterval = progressInterval
    }

    /// Ends the process where the standard output can't be written, quietly where its reader has gone. Files are finished before anything
    /// is printed.
    private static func writeOrEnd(_ text: String) {
        let error = CheckedWriting.all(Data(text.utf8), to: StandardOutput.descriptor)
        if error == 0 { return }
        if error == EPIPE {
            // It is ignored where there were child processes.
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
        let name = ProgramArguments.name
        let line = "\(name): cannot write the standard output: \(String(cString: strerror(error)))\n"
        _ = CheckedWriting.all(Data(line.utf8), to: STDERR_FILENO)
        exit(ExitCode.failure.rawValue)
    }

    /// The process's own.
    public static let terminal = Output(
        write: { Output.writeOrEnd($0) },
        // Where nobody can be told anything, work goes on.
        writeError: { _ = CheckedWriting.all(Data($0.utf8), to: STDERR_FILENO) },
        errorIsTerminal: isatty(STDERR_FILENO) != 0)

    /// One line on the standard output, whatever the text holds: a line's end in it, and other characters that a terminal would obey, are
    /// spelled as Swift does (`\u{A}`).
    public func line(_ text: String) { write(text.onOneLine + "\n") }

    /// Several lines on the standard output. Of what else a terminal would obey, the same holds.
    public func lines(_ text: String) { write(text.onItsLines + "\n") }

    /// One line on the standard error, as `line` writes it.
    public func error(_ text: String) { writeError(text.onOneLine + "\n") }
}
