import Foundation

/// What the process still does when a benchmark crashes it or doesn't end: it names the benchmark in one line, puts the
/// results so far in their place, and ends with `ExitCode.failure`.
///
/// The signal handler may do next to nothing, so all of it is made ready before the benchmark runs. For the main thread alone.
enum LastWords {
    // Written by `prepare` only, which the handlers come after.
    nonisolated(unsafe) private static var crashed: UnsafeMutablePointer<CChar>?
    nonisolated(unsafe) private static var tooSlow: UnsafeMutablePointer<CChar>?
    nonisolated(unsafe) private static var partial: UnsafeMutablePointer<CChar>?
    nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?

    /// What the signals did before.
    nonisolated(unsafe) private static var previous: [Int32: sigaction] = [:]
    /// The handler's own: a crash may be an overflow of the ordinary one. Kept for good.
    nonisolated(unsafe) private static let stack = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)

    private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
    /// In bytes.
    private static let stackSize = 65536

    /// Installs the handlers, until `restore`.
    static func install() {
        var description = stack_t()
        description.ss_sp = stack
        description.ss_size = stackSize
        sigaltstack(&description, nil)
        for number in crashes {
            handle(number) { _ in LastWords.end(saying: LastWords.crashed) }
        }
        handle(SIGALRM) { _ in LastWords.end(saying: LastWords.tooSlow) }
    }

    static func restore() {
        alarm(0)
        for (number, action) in previous {
            var action = action
            sigaction(number, &action, nil)
        }
        previous = [:]
    }

    /// Before each benchmark.
    /// - Parameters:
    ///   - seconds: how long it may take.
    ///   - file: the results so far; nil where none are written.
    static func prepare(_ benchmark: String, seconds: Int, file: ResultsFile?) {
        let kept = file.map { "; the results so far are in \($0.path)" } ?? ""
        replace(&crashed, "\(benchmark): crashed the process\(kept)\n")
        replace(&tooSlow, "\(benchmark): did not end within \(seconds) s\(kept)\n")
        replace(&partial, file?.partial)
        replace(&path, file?.path)
        alarm(UInt32(seconds))
    }

    private static func replace(_ text: inout UnsafeMutablePointer<CChar>?, _ new: String?) {
        free(text)
        text = new.map { strdup($0) }
    }

    private static func handle(_ number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        var action = sigaction()
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
        #else
        action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags = Int32(bitPattern: UInt32(truncatingIfNeeded: SA_ONSTACK))
        var before = sigaction()
        if sigaction(number, &action, &before) == 0 { previous[number] = before }
    }

    /// Only calls that POSIX allows in a signal handler.
    private static func end(saying text: UnsafeMutablePointer<CChar>?) {
        if let text { _ = write(STDERR_FILENO, text, strlen(text)) }
        if let partial, let path { rename(partial, path) }
        _exit(ExitCode.failure.rawValue)
    }
}
