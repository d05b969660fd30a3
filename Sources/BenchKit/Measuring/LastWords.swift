import Foundation

/// What the process still does when a benchmark crashes it, ends it or doesn't end: it names the benchmark in one line, puts the
/// results so far, with the benchmark's rows as failed ones, in their place, and ends with `ExitCode.failure`.
///
/// The signal handler may do next to nothing, so all of it is made ready before the benchmark runs. For the main thread alone.
enum LastWords {
    // Written by `prepare` only, which the handlers come after.
    nonisolated(unsafe) private static var crashed = Words()
    nonisolated(unsafe) private static var tooSlow = Words()
    nonisolated(unsafe) private static var exited = Words()
    /// Whether an end of the process would be a benchmark's doing.
    nonisolated(unsafe) private static var isInstalled = false
    nonisolated(unsafe) private static var paths: Paths?

    /// What is said of one end, and the results file that says it too.
    private struct Words {
        var line: UnsafeMutablePointer<CChar>?
        /// Where the file can't be written.
        var lineWithoutFile: UnsafeMutablePointer<CChar>?
        var document: UnsafeMutablePointer<CChar>?
    }

    private struct Paths {
        let destination: UnsafeMutablePointer<CChar>
        /// What becomes the destination; the same for one that is written in place.
        let fresh: UnsafeMutablePointer<CChar>
        let partial: UnsafeMutablePointer<CChar>
        let isInPlace: Bool

        init(_ file: ResultsFile) {
            destination = strdup(file.destination)
            fresh = strdup(file.isInPlace ? file.destination : file.partial + ".new")
            partial = strdup(file.partial)
            isInPlace = file.isInPlace
        }

        func free() {
            for path in [destination, fresh, partial] { Foundation.free(path) }
        }
    }

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
        _ = exitHandler
        isInstalled = true
        handle(SIGALRM) { _ in LastWords.end(saying: LastWords.tooSlow) }
    }

    /// Registered once: it can't be taken back.
    private static let exitHandler: Void = {
        atexit { if LastWords.isInstalled { LastWords.end(saying: LastWords.exited) } }
    }()

    static func restore() {
        isInstalled = false
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
    ///   - file: where the results go; nil where none are written.
    ///   - results: those so far.
    ///   - rows: the benchmark's, without figures.
    static func prepare(_ benchmark: String, seconds: Int, file: ResultsFile?, results: Results, rows: [Row]) throws {
        func replace(_ words: inout Words, _ message: String) throws {
            for text in [words.line, words.lineWithoutFile, words.document] { free(text) }
            let line = "\(benchmark): \(message)"
            words = Words(
                line: strdup(line + (file.map { "; the results so far are in \($0.path)" } ?? "") + "\n"),
                lineWithoutFile: strdup(line + (file.map { "; \($0.path) cannot be written" } ?? "") + "\n"))
            if file != nil {
                words.document = strdup(String(decoding: try results.with(rows, failing: message).json(), as: UTF8.self))
            }
        }
        try replace(&crashed, "crashed the process")
        try replace(&exited, "ended the process")
        try replace(&tooSlow, "did not end within \(seconds) s")
        paths?.free()
        paths = file.map(Paths.init)
        alarm(UInt32(clamping: seconds))
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
    private static func end(saying words: Words) {
        let isKept = keep(words.document)
        if let line = isKept ? words.line : words.lineWithoutFile { _ = write(STDERR_FILENO, line, strlen(line)) }
        _exit(ExitCode.failure.rawValue)
    }

    /// - Returns: whether the whole document has taken its place, or there is none.
    private static func keep(_ document: UnsafeMutablePointer<CChar>?) -> Bool {
        guard let document, let paths else { return true }
        let descriptor = open(paths.fresh, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        if descriptor < 0 { return false }
        let length = strlen(document)
        var sent = 0
        while sent < length {
            let count = write(descriptor, document + sent, length - sent)
            if count > 0 { sent += count } else if count == 0 || errno != EINTR { break }
        }
        if paths.isInPlace { return sent == length }
        guard sent == length, rename(paths.fresh, paths.destination) == 0 else {
            unlink(paths.fresh)
            return false
        }
        unlink(paths.partial)
        return true
    }
}
