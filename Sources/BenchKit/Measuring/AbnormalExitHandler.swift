import Foundation

/// What the process still does when a benchmark crashes it, ends it or doesn't end: it names the benchmark in one line, puts the
/// results so far, with the benchmark's rows as failed ones, in their place, and ends with `ExitCode.failure`.
///
/// The signal handler may do next to nothing, so all of it is made ready before the benchmark runs. For the main thread alone.
enum AbnormalExitHandler {
    /// What the handlers need. They may come at any time, so one word takes the place of another.
    nonisolated(unsafe) private static var ready: UnsafeMutablePointer<HandlerState>?
    /// What `ready` was, which a handler may still read.
    nonisolated(unsafe) private static var outdated: UnsafeMutablePointer<HandlerState>?
    /// Whose text `ready` points to.
    nonisolated(unsafe) private static var file: GrowingResultsFile?
    /// Whether an end of the process would be a benchmark's doing.
    nonisolated(unsafe) private static var isInstalled = false

    private struct HandlerState {
        let crashed, exited, tooSlow: ExitMessage
        /// What the results file has before and behind the benchmark's rows; nil where none is written.
        let parts: GrowingResultsFile.Parts?
        let paths: Paths?

        func free() {
            for words in [crashed, exited, tooSlow] { words.free() }
            paths?.free()
        }
    }

    /// What is said of one end, and the benchmark's rows in the results file that say it too.
    private struct ExitMessage {
        let line: UnsafeMutablePointer<CChar>
        /// Where the file can't be written.
        let lineWithoutFile: UnsafeMutablePointer<CChar>
        let rows: UnsafeMutableRawBufferPointer

        func free() {
            Foundation.free(line)
            Foundation.free(lineWithoutFile)
            rows.deallocate()
        }
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
            handle(number) { _ in AbnormalExitHandler.end { $0.crashed } }
        }
        _ = exitHandler
        isInstalled = true
        handle(SIGALRM) { _ in AbnormalExitHandler.end { $0.tooSlow } }
    }

    /// Registered once: it can't be taken back.
    private static let exitHandler: Void = {
        atexit { if AbnormalExitHandler.isInstalled { AbnormalExitHandler.end { $0.exited } } }
    }()

    static func restore() {
        isInstalled = false
        alarm(0)
        for (number, action) in previous {
            var action = action
            sigaction(number, &action, nil)
        }
        previous = [:]
        replace(by: nil)
        replace(by: nil)
        file = nil
    }

    /// A body that waits for the main queue or the main actor waits for ever, and nothing else tells why.
    static func tooSlow(_ seconds: Int) -> String { "did not end within \(seconds) s (does it wait for the main thread, which it runs on?)" }

    /// Before each benchmark.
    /// - Parameters:
    ///   - seconds: how long it may take.
    ///   - file: where the results go; nil where none are written.
    ///   - rows: the benchmark's, without figures.
    static func prepare(_ benchmark: String, seconds: Int, file: GrowingResultsFile?, rows: [Row]) throws {
        func words(_ message: String) throws -> ExitMessage {
            let line = "\(benchmark): \(message)", path = file?.file.path
            let data = try file?.text(following: rows.map { $0.failing(message) }) ?? Data()
            let kept = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 1)
            data.copyBytes(to: kept)
            return ExitMessage(
                line: strdup(line + (path.map { "; the results so far are in \($0)" } ?? "") + "\n"),
                lineWithoutFile: strdup(line + (path.map { "; \($0) cannot be written" } ?? "") + "\n"), rows: kept)
        }
        let next = UnsafeMutablePointer<HandlerState>.allocate(capacity: 1)
        next.initialize(
            to: HandlerState(
                crashed: try words("crashed the process"), exited: try words("ended the process"),
                tooSlow: try words(tooSlow(seconds)), parts: file?.parts(failed: true),
                paths: (file?.file).map(Paths.init)))
        replace(by: next)
        self.file = file
        alarm(UInt32(clamping: seconds))
    }

    private static func replace(by next: UnsafeMutablePointer<HandlerState>?) {
        let last = outdated
        outdated = ready
        ready = next
        last?.pointee.free()
        last?.deallocate()
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
    private static func end(saying words: (HandlerState) -> ExitMessage) {
        if let ready = ready?.pointee {
            let words = words(ready), line = keep(words.rows, of: ready) ? words.line : words.lineWithoutFile
            _ = write(STDERR_FILENO, line, strlen(line))
        }
        _exit(ExitCode.failure.rawValue)
    }

    /// - Returns: whether the whole file has taken its place, or there is none.
    private static func keep(_ rows: UnsafeMutableRawBufferPointer, of ready: HandlerState) -> Bool {
        guard let parts = ready.parts, let paths = ready.paths else { return true }
        let descriptor = open(paths.fresh, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
        if descriptor < 0 { return false }
        let isWhole =
            send(parts.head, to: descriptor) && send(parts.comparisons, to: descriptor) && send(parts.middle, to: descriptor)
            && send(parts.rows, to: descriptor) && send(UnsafeRawBufferPointer(rows), to: descriptor) && send(parts.tail, to: descriptor)
        if paths.isInPlace { return isWhole }
        guard isWhole, rename(paths.fresh, paths.destination) == 0 else {
            unlink(paths.fresh)
            return false
        }
        unlink(paths.partial)
        return true
    }

    private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        var sent = 0
        while sent < bytes.count {
            let count = write(descriptor, start + sent, bytes.count - sent)
            if count > 0 { sent += count } else if count == 0 || errno != EINTR { break }
        }
        return sent == bytes.count
    }
}

extension Row {
    /// This, which failed before it had figures.
    fileprivate func failing(_ message: String) -> Row {
        var row = self
        row.failure = RowFailure(kind: .error, message: message)
        return row
    }
}
