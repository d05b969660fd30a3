import Foundation

/// Refuses a declaration unless `isRight`: one line on the error output, and the exit code of a wrong command line. In release builds, too, where
/// `precondition` says nothing.
/// - Parameter text: names what is declared; made only where it is wrong.
func require(_ isRight: Bool, _ text: @autoclosure () -> String) {
    if isRight { return }
    FileHandle.standardError.write(Data("\(ProgramArguments.name): \(text().onOneLine)\n".utf8))
    exit(ExitCode.usage.rawValue)
}
