import BenchKit
import Foundation

/// A pthread mutex pair in a process of one thread. glibc leaves the atomic operations out there, and never again after a
/// process has made its first thread, as this one has: so it starts itself once more, with a variable in its environment
/// that makes it do this work and nothing else, between a byte in and a byte out.
enum SingleThreadedProcess {
    private static let variable = "RXBENCH_LOCK_PAIRS"

    /// Does the work and ends the process, if this is the process that was started for it. Before any thread is made.
    static func serveIfAsked() {
        guard let text = getenv(variable), let pairs = Int(String(cString: text)) else { return }
        let counter = LockedCounter()
        send(0, to: STDOUT_FILENO)
        _ = receive(from: STDIN_FILENO)
        for _ in 0..<pairs { counter.increment() }
        send(counter.value == pairs ? 1 : 2, to: STDOUT_FILENO)
        _exit(0)
    }

    /// Times `run.n` pairs of a child.
    static func time(_ run: Run) throws {
        guard let executable = Bundle.main.executablePath else { throw Unavailable("the program's own path is unknown") }
        let go = try Ends(), done = try Ends()
        let child = try start(executable, pairs: run.n, input: go.reading, output: done.writing)
        _ = receive(from: done.reading)  // It has started.
        let answer = run.timed {
            send(1, to: go.writing)
            return receive(from: done.reading)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        try run.expect(answer, 1, "the child's answer")
    }

    private static func start(_ path: String, pairs: Int, input: Int32, output: Int32) throws -> pid_t {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        let arguments = [strdup(path), nil]
        let inherited = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        let environment = (inherited + ["\(variable)=\(pairs)"]).map { strdup($0) } + [nil]
        defer { for string in arguments + environment { free(string) } }
        var child: pid_t = 0
        let error = posix_spawn(&child, path, &actions, nil, arguments, environment)
        if error != 0 { throw Unavailable("starting \(path) failed with error \(error)") }
        return child
    }

    private static func send(_ byte: UInt8, to descriptor: Int32) {
        var byte = byte
        _ = write(descriptor, &byte, 1)
    }

    private static func receive(from descriptor: Int32) -> UInt8 {
        var byte: UInt8 = 0
        _ = read(descriptor, &byte, 1)
        return byte
    }

    /// A pipe, whose ends the child gets only where it is told to.
    private struct Ends: ~Copyable {
        let reading: Int32
        let writing: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw Unavailable("pipe failed with error \(errno)") }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reading, writing) = (ends[0], ends[1])
        }

        deinit {
            close(reading)
            close(writing)
        }
    }
}
