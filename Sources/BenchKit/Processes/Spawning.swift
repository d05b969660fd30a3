import CAllocationCounter
import Foundation

extension ChildProcess {
    /// A pipe whose ends a child gets only where it is told to.
    struct Ends {
        let reading: Int32
        let writing: Int32

        init() throws(Failure) {
            var ends: [Int32] = [0, 0]
            guard rxac_pipe(&ends) == 0 else { throw Failure(reason: .notStarted(String(cString: strerror(errno)))) }
            (reading, writing) = (ends[0], ends[1])
        }

        func closeBoth() {
            close(reading)
            close(writing)
        }
    }

    /// POSIX_SPAWN_SETSID, which not all C libraries show.
    #if canImport(Darwin)
    private static let newSession: Int16 = 0x400
    #else
    private static let newSession: Int16 = 0x80
    #endif

    /// The processes of a session that still run, oldest first. Without `/proc`, its leader's group.
    static func members(ofSession session: pid_t) -> [pid_t] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc") else { return kill(-session, 0) == 0 ? [-session] : [] }
        return names.compactMap { pid_t($0) }.sorted().filter { process in
            guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8), let end = text.lastIndex(of: ")") else {
                return false
            }
            // After the name: the state, the parent, the group, the session.
            let fields = text[text.index(after: end)...].split(separator: " ")
            return fields.count > 3 && fields[3] == "\(session)" && fields[0] != "Z"
        }
    }

    /// posix_spawn, not Foundation's Process, whose threads would stay for the rest of the run.
    /// - Returns: 0 or an error number.
    static func spawn(
        _ child: inout pid_t, _ path: String, _ arguments: [String], _ additions: [String: String],
        input: Int32, output: Int32, errors: String, leadsSession: Bool = false
    ) -> Int32 {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // What this process ignores, and what this thread blocks, the child would too.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        for number in [SIGPIPE, SIGINT, SIGTERM] { sigaddset(&defaults, number) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        var blocked = sigset_t()
        sigemptyset(&blocked)
        posix_spawnattr_setsigmask(&attributes, &blocked)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | (leadsSession ? newSession : 0))
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let merged = ProcessInfo.processInfo.environment.merging(additions) { _, addition in addition }
        let variables = merged.map { strdup("\($0)=\($1)") } + [nil]
        defer { for string in words + variables { free(string) } }
        // Busy: somebody has the file open for writing. Mostly a process that another thread has just started, which has its parent's
        // descriptors until it becomes another program: that is over in milliseconds; ten seconds are for busy machines.
        var error: Int32 = 0
        for attempt in 0..<1000 {
            if attempt > 0 { usleep(10_000) }
            error = posix_spawn(&child, path, &actions, &attributes, words, variables)
            if error != ETXTBSY { break }
        }
        return error
    }
}

/// Programs of the machine by their paths.
enum Executables {
    /// This program. Nil where the system does not tell.
    static let own: String? = {
        // Foundation asks /proc, and ends the process where there is none.
        guard let path = rxac_program_path() else { return Bundle.main.executablePath }
        guard let whole = realpath(path, nil) else { return nil }
        defer { free(whole) }
        return String(cString: whole)
    }()

    /// Why a program said nothing of itself.
    static func absence(_ name: String) -> String { find(name) == nil ? "is not on the path" : "is on the path but does not run" }

    /// A program of `PATH`.
    static func find(_ name: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
