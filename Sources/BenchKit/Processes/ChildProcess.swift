import Foundation

/// A program that this one has started and talks to in lines, through its standard input and output. It sits in this one's
/// process group, so the terminal's interrupt reaches it too, unless it leads a session of its own. For use by one thread.
final class ChildProcess {
    /// What became of a child that did not do what it should. One line for the user.
    struct Failure: Error, Equatable, CustomStringConvertible {
        enum Reason: Equatable {
            case notStarted(String)
            case exited(Int32)
            case killed(signal: Int32)
            /// It said nothing for so many seconds, and was killed.
            case tooSlow(seconds: Double)
            case unintelligible(String)
        }

        let reason: Reason
        /// The last line of its error output; empty without one.
        var lastWords = ""

        var description: String {
            let words = lastWords.isEmpty ? "" : " (\(lastWords.shortened(to: 160)))"
            return switch reason {
            case .notStarted(let why): "cannot be started: \(why)"
            case .exited(let code): "ended with exit code \(code)\(words)"
            case .killed(let signal): "crashed: \(String(cString: strsignal(signal))), signal \(signal)\(words)"
            case .tooSlow(let seconds): "gave no answer within \(Figures.short(seconds)) s and was stopped\(words)"
            case .unintelligible(let line): "answered what is no answer: \(line.shortened(to: 80))"
            }
        }
    }

    let identifier: pid_t
    private let input: Int32
    private let output: Int32
    private let errors: String
    private var pending: [UInt8] = []
    private var status: Int32?
    private let heedsInterruption: Bool
    private let leadsSession: Bool

    /// - Parameters:
    ///   - path: the program, not looked up in `PATH`.
    ///   - environment: added to this process's own.
    ///   - leadsSession: whether all that it starts, and what that starts, ends when it is stopped, whatever groups they make. For what
    ///     starts programs of its own, and none of which is to stay.
    ///   - heedsInterruption: whether the user's wish to stop ends the wait for it. Not for what tidies up afterwards.
    init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:], leadsSession: Bool = false,
        heedsInterruption: Bool = true
    ) throws(Failure) {
        self.heedsInterruption = heedsInterruption
        self.leadsSession = leadsSession
        // A child that has ended must not take this process with it when it is written to.
        signal(SIGPIPE, SIG_IGN)
        do {
            errors = try TemporaryFiles.freshPath()
        } catch {
            throw Failure(reason: .notStarted("\(error)"))
        }
        ChildReaper.begin()
        let toChild = try Ends(), fromChild = try Ends()
        var child: pid_t = 0
        let error = ChildProcess.spawn(
            &child, path, arguments, environment, input: toChild.reading, output: fromChild.writing, errors: errors,
            leadsSession: leadsSession)
        if error != 0 {
            toChild.closeBoth()
            fromChild.closeBoth()
            unlink(errors)
            throw Failure(reason: .notStarted(String(cString: strerror(error))))
        }
        ChildReaper.add(child, leadsSession: leadsSession)
        close(toChild.reading)
        close(fromChild.writing)
        identifier = child
        if leadsSession { Interruption.pass(to: child) }
        input = toChild.writing
        output = fromChild.reading
    }

    deinit {
        stop()
        endSession()
        if leadsSession { ChildReaper.remove(identifier) }
        close(input)
        close(output)
        unlink(errors)
    }

    /// - Throws: as `receiveLine` does.
    func send(line: String) throws {
        var bytes = Array((line + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { throw try ended() }
            bytes = bytes.dropFirst(count)
        }
    }

    /// The next line without its end.
    /// - Parameters:
    ///   - seconds: how long the child may take for it; then it is killed.
    ///   - meanwhile: called now and then.
    /// - Throws: `Failure` when the child ends or is killed first, `Interruption.Stop` when the user wants to stop.
    func receiveLine(within seconds: Double, meanwhile: () -> Void = {}) throws -> String {
        let deadline = Clock.monotonic(after: seconds)
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                let line = String(decoding: pending[..<end], as: UTF8.self)
                pending.removeFirst(end + 1)
                return line
            }
            if heedsInterruption { try Interruption.check() }
            meanwhile()
            let now = Clock.monotonic()
            if now >= deadline {
                stop()
                throw Failure(reason: .tooSlow(seconds: seconds), lastWords: lastWords())
            }
            var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            // Short waits, so that the user's wish to stop is seen soon.
            guard poll(&wanted, 1, Int32(min(200, (deadline - now) / 1_000_000 + 1))) > 0 else { continue }
            var chunk = [UInt8](repeating: 0, count: 65536)
            let count = read(output, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { throw try ended() }
            pending += chunk[..<count]
        }
    }

    /// Tells the child that nothing more comes and waits for its end.
    /// - Throws: `Failure` unless it ends with exit code 0 within `seconds`.
    func finish(within seconds: Double) throws {
        shutdownInput()
        do {
            throw Failure(reason: .unintelligible(try receiveLine(within: seconds)))
        } catch let failure as Failure where failure.reason == .exited(0) {}
    }

    /// Runs a program to its end.
    /// - Parameter meanwhile: called now and then.
    /// - Returns: the lines it printed.
    /// - Throws: `Failure` unless it ends with exit code 0 and is never silent for `seconds`.
    static func lines(
        of path: String, _ arguments: [String], environment: [String: String] = [:], silence seconds: Double, leadsSession: Bool = false,
        heedsInterruption: Bool = true,
        meanwhile: () -> Void = {}
    ) throws -> [String] {
        let child = try ChildProcess(
            path, arguments, environment: environment, leadsSession: leadsSession, heedsInterruption: heedsInterruption)
        child.shutdownInput()
        var lines: [String] = []
        do {
            while true { lines.append(try child.receiveLine(within: seconds, meanwhile: meanwhile)) }
        } catch let failure as Failure where failure.reason == .exited(0) {
            return lines
        } catch var failure as Failure {
            // A compiler says what is wrong on its standard output.
            if let error = lines.last(where: { $0.contains("error:") }) { failure.lastWords = error }
            throw failure
        }
    }

    private func shutdownInput() {
        // Another descriptor takes its place, so that `deinit` closes what is ours.
        let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
        dup2(nothing, input)
        _ = fcntl(input, F_SETFD, FD_CLOEXEC)
        close(nothing)
    }

    /// Kills the child if it still runs, with its session if it leads one.
    func stop() {
        guard status == nil else { return }
        endSession()
        if status != nil { return }
        kill(identifier, SIGKILL)
        if !leadsSession { ChildReaper.remove(identifier) }
        reap()
    }

    /// Kills what is left of the session: first who starts others, in the order of their age; what was started meanwhile the next time.
    private func endSession() {
        guard leadsSession else { return }
        Interruption.pass(to: 0)
        for _ in 0..<100 {
            let members = ChildProcess.members(ofSession: identifier).filter { $0 != identifier || status == nil }
            if members.isEmpty { return }
            for member in members { kill(member, SIGKILL) }
            if status == nil { reap() }
            Clock.sleep(milliseconds: 1)
        }
    }

    /// The output has ended: so will the child, of its own accord or by being killed.
    /// - Throws: `Interruption.Stop`: the terminal's interrupt ends the child too, but that is no fault of it.
    private func ended() throws -> Failure {
        if !leadsSession { ChildReaper.remove(identifier) }
        for _ in 0..<2000 where status == nil {
            var word: Int32 = 0
            if waitpid(identifier, &word, WNOHANG) == identifier { status = word } else { Clock.sleep(milliseconds: 1) }
        }
        stop()
        if heedsInterruption { try Interruption.check() }
        let word = status ?? 0, signal = word & 0x7F
        let reason: Failure.Reason = signal == 0 ? .exited((word >> 8) & 0xFF) : .killed(signal: signal)
        return Failure(reason: reason, lastWords: lastWords())
    }

    private func reap() {
        var word: Int32 = 0
        while waitpid(identifier, &word, 0) < 0, errno == EINTR {}
        status = word
    }

    private func lastWords() -> String {
        let text = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
        let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        // A crash of Swift code says why in a line of its own, far above the end.
        return lines.last { $0.contains("Fatal error:") } ?? lines.last { !$0.isEmpty } ?? ""
    }
}
