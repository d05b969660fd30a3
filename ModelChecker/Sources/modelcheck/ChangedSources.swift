import Foundation
import Rx
import Scenarios

/// Which checks run code of the files that differ from a commit.
struct ChangedSources {
    /// Whose code a file is.
    enum Reach: Equatable {
        case nobody
        case everybody
        case core(Core)
        /// Whoever subscribes: all but the kernel by itself.
        case subscriptions
        /// Scenarios of these files.
        case files([String])
    }

    /// Of several paths that a file is below, the first counts. A file below none is nobody's.
    private static let rules: [(path: String, reach: Reach)] = [
        ("Sources/Rx/Kernel/Cores/Lock/", .core(.lock)),
        ("Sources/Rx/Kernel/Cores/Queue/", .core(.queue)),
        // What no scenario comes by: other cores, and what is written in terms of operators.
        ("Sources/Rx/Kernel/Cores/Unchecked/", .nobody),
        ("Sources/Rx/Concurrency/", .nobody),
        ("Sources/Rx/Foundation/", .nobody),
        ("Sources/Rx/Reactive/", .nobody),
        ("Sources/Rx/Traits/", .nobody),
        ("Sources/Rx/Rx.docc/", .nobody),
        // Segments own disposables, and end what they hold, by these.
        ("Sources/Rx/Disposables/Disposable.swift", .everybody),
        ("Sources/Rx/Disposables/OwnDisposable.swift", .everybody),
        ("Sources/Rx/Disposables/", .subscriptions),
        ("Sources/Rx/Operators/", .subscriptions),
        ("Sources/Rx/Schedulers/", .subscriptions),
        ("Sources/Rx/Subjects/", .subscriptions),
        // The kernel, and what every subscription goes through.
        ("Sources/Rx/", .everybody),
        ("ModelChecker/Tests/", .nobody),
        // `selftest` runs these.
        ("ModelChecker/Sources/Scenarios/Planted", .nobody),
        ("ModelChecker/", .everybody),
    ]

    /// Files of scenarios of the kernel by itself. Nothing in them subscribes, but for `hand-over/removal`.
    static let kernelFiles: Set = [
        "MailboxScenarios.swift", "HandOverScenarios.swift", "EmptyChunkScenarios.swift", "DisposeScenarios.swift", "BiasedLockScenarios.swift",
    ]
    private static let subscribingNevertheless: Set = ["hand-over/removal"]

    /// Files of scenarios that run code of another such file.
    static let borrowers = [
        "MailboxScenarios.swift": ["HandOverScenarios.swift"], "SchedulerScenarios.swift": ["SchedulerOperatorScenarios.swift"],
    ]

    /// Below the repository's root.
    let paths: [String]

    /// What differs from a commit, in commits or not yet; `nil`: that can't be told.
    ///
    /// - Parameter folder: of the repository, or within it; `nil`: where this program runs.
    init?(since commit: String, in folder: URL? = nil) {
        // A file that was moved counts in both places. What begins with a dash is no commit.
        guard !commit.hasPrefix("-"), let changed = Self.git(["diff", "--name-only", "--no-renames", "-z", commit, "--"], folder),
            let new = Self.git(["ls-files", "--others", "--exclude-standard", "--full-name", "-z", ":/"], folder)
        else { return nil }
        paths = changed + new
    }

    init(paths: [String]) { self.paths = paths }

    private static func git(_ arguments: [String], _ folder: URL?) -> [String]? {
        let process = Foundation.Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git"] + arguments
        process.currentDirectoryURL = folder ?? process.currentDirectoryURL
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return nil }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        return String(decoding: data, as: UTF8.self).split(separator: "\0").map(String.init)
    }

    static func reach(of path: String) -> Reach {
        let scenarios = "ModelChecker/Sources/Scenarios/"
        if path.hasPrefix(scenarios), path.hasSuffix("Scenarios.swift"), !path.hasSuffix("/AllScenarios.swift") {
            let file = String(path.dropFirst(scenarios.count))
            return .files([file] + (borrowers[file] ?? []))
        }
        return rules.first { path.hasPrefix($0.path) }?.reach ?? .nobody
    }

    func touches(_ check: ScenarioCheck) -> Bool {
        let scenario = check.definition
        return paths.contains { path in
            switch Self.reach(of: path) {
            case .nobody: false
            case .everybody: true
            case .core(let core): "\(core)" == check.core
            case .subscriptions: !Self.kernelFiles.contains(scenario.file) || Self.subscribingNevertheless.contains(scenario.name)
            case .files(let files): files.contains(scenario.file)
            }
        }
    }
}
