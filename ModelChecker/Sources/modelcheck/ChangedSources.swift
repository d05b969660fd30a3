import Foundation
import Rx
import Scenarios

/// Which scenarios run code of the files that differ from a commit. Where that can't be told, all do.
struct ChangedSources {
    /// What a change below a path touches; of several that fit a file, the first counts.
    private struct Touched {
        let path: String
        /// `nil`: every scenario.
        var scenarios: String?
        var cores: [Core] = Core.allCases
    }

    private static let operators = "refcount|group-by|take-until|merge|switch-latest|debounce|observe-on|subscribe-on"
    private static let subscriptions = "dispose|late|subject|replay|behavior|\(operators)|scheduler|timer|current-thread|[a-z-]+-disposable"

    private static let rules = [
        Touched(path: "Sources/Rx/Kernel/Cores/Lock/", cores: [.lock]),
        Touched(path: "Sources/Rx/Kernel/Cores/Queue/", cores: [.queue]),
        Touched(path: "Sources/Rx/Subjects/", scenarios: "subject|replay|behavior|\(operators)"),
        Touched(path: "Sources/Rx/Operators/", scenarios: operators),
        Touched(path: "Sources/Rx/Schedulers/", scenarios: subscriptions),
        Touched(path: "Sources/Rx/Disposables/", scenarios: subscriptions),
        Touched(path: "Sources/Rx/Concurrency/", scenarios: "none"),
        Touched(path: "Sources/Rx/Foundation/", scenarios: "none"),
        Touched(path: "Sources/Rx/Reactive/", scenarios: "none"),
        Touched(path: "Sources/Rx/Traits/", scenarios: "none"),
        Touched(path: "Sources/Rx/Rx.docc/", scenarios: "none"),
        // The kernel, and what every subscription goes through.
        Touched(path: "Sources/Rx/"),
        Touched(path: "Sources/RxPlatform/"),
        Touched(path: "Sources/CRxPlatform/"),
        Touched(path: "ModelChecker/"),
    ]

    /// Below the repository's root.
    let paths: [String]

    /// What differs from a commit, in commits or not yet; `nil`: it isn't known.
    init?(since commit: String) {
        guard let changed = Self.git(["diff", "--name-only", commit]), let new = Self.git(["ls-files", "--others", "--exclude-standard", ":/"])
        else { return nil }
        paths = changed + new
        if paths.isEmpty { return nil }
    }

    init(paths: [String]) { self.paths = paths }

    private static func git(_ arguments: [String]) -> [String]? {
        let process = Foundation.Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["git"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return nil }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func touches(_ check: ScenarioCheck) -> Bool {
        paths.contains { path in
            guard let rule = Self.rules.first(where: { path.hasPrefix($0.path) }) else { return false }
            guard let core = ScenarioCheck.core(check.core), rule.cores.contains(core) else { return false }
            return rule.scenarios.map { check.scenario.range(of: "^(\($0))/", options: .regularExpression) != nil } ?? true
        }
    }
}
