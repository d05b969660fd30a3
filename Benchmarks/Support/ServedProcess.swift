import BenchKit
import Foundation
import Rx

/// Work in a process of its own, which this program starts: for what depends on what a process has done before. It starts itself once more,
/// with a variable in its environment that makes it do this work and nothing else, between a byte in and a byte out.
enum ServedProcess: String {
    /// Pthread mutex pairs in a process of one thread. glibc leaves the atomic operations out there, and never again after a process has made
    /// its first thread, as this one has.
    case lockPairs
    /// The first subscription, and so many events, on the lock core, in a process that already has a second thread.
    case firstUseOfLock = "lock"
    /// The same on the queue core.
    case firstUseOfQueue = "queue"

    private static let variable = "RXBENCH_SERVES"

    /// Does the work and ends the process, if this is the process that was started for it. Before any thread is made.
    static func serveIfAsked() {
        guard let text = getenv(variable) else { return }
        let words = String(cString: text).split(separator: " ")
        guard words.count == 2, let process = ServedProcess(rawValue: String(words[0])), let count = Int(words[1]) else { return }
        let isRight: Bool
        switch process {
        case .lockPairs:
            let counter = LockedCounter()
            begin()
            for _ in 0..<count { counter.increment() }
            isRight = counter.value == count
        case .firstUseOfLock, .firstUseOfQueue:
            _ = Companion.shared
            begin()
            isRight = useFirst(process == .firstUseOfLock ? .lock : .queue, count)
        }
        send(isRight ? 1 : 2, to: STDOUT_FILENO)
        _exit(0)
    }

    private static func begin() {
        send(0, to: STDOUT_FILENO)
        _ = receive(from: STDIN_FILENO)
    }

    private static func useFirst(_ core: Core, _ count: Int) -> Bool {
        core.run {
            let subject = PublishSubject<Int>(), sum = Sum()
            let subscription = subject.map { $0 &+ 1 }.subscribe(onNext: sum.add)
            for number in 0..<count { subject.onNext(number) }
            subscription.dispose()
            return sum.value == sumBelow(count) + count
        }
    }

    /// Times so many units of work of one child.
    func time(_ count: Int, _ run: Run) throws {
        guard let executable = Bundle.main.executablePath else { throw Unavailable("the program's own path is unknown") }
        let go = try Ends(), done = try Ends()
        let child = try start(executable, count: count, input: go.reading, output: done.writing)
        _ = Self.receive(from: done.reading)  // It has started.
        let answer = run.timed {
            Self.send(1, to: go.writing)
            return Self.receive(from: done.reading)
        }
        var status: Int32 = 0
        waitpid(child, &status, 0)
        try run.expect(answer, 1, "the child's answer")
    }

    private func start(_ path: String, count: Int, input: Int32, output: Int32) throws -> pid_t {
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
        let environment = (inherited + ["\(Self.variable)=\(rawValue) \(count)"]).map { strdup($0) } + [nil]
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
