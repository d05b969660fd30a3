import Explorer
import Foundation
import Scenarios

/// This program again, as a child.
enum CheckerProcess {
    /// Runs it to its end; what it printed, and whether it ended by itself.
    static func output(_ arguments: [String]) -> (text: String, status: Int32, wasKilled: Bool) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
        process.arguments = arguments
        var environment = ProcessInfo.processInfo.environment
        environment["SWIFT_BACKTRACE"] = "enable=no"  // A crash is a result here, shown as an interleaving.
        environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
        process.environment = environment
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.standardError
        do { try process.run() } catch { return ("\(error)", 70, true) }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus, process.terminationReason == .uncaughtSignal)
    }

    /// `modelcheck check …`: one check, its result as a line of JSON.
    static func check(_ options: CheckerOptions) throws -> Int32 {
        let arguments = options.positional
        guard arguments.count == 2, let memory = options.memories.first, let bias = options.biases.first,
            let check = ScenarioCheck(arguments[0], core: arguments[1], memory, bias)
        else { throw OptionError(text: "check SCENARIO CORE --memory M --bias B") }
        CrashReport.install()
        AllScenarios.warmUp()
        let result = CheckRun(check: check, options: options).run()
        print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
        return 0
    }
}

/// Runs checks in children, several at a time; reports them in order.
final class CheckerPool: @unchecked Sendable {  // Sendable: `next`, `done` and `budget` are guarded by `condition`.
    private let arguments: [String]
    private let jobs: Int
    private let condition = NSCondition()
    private var next = 0
    private var done: [Int: CheckResult] = [:]
    /// Instead of a limit of time in `arguments`.
    private var budget: TimeBudget?

    init(arguments: [String], jobs: Int, budget: TimeBudget? = nil) {
        self.arguments = arguments
        self.jobs = jobs
        self.budget = budget
    }

    func run(_ checks: [ScenarioCheck], report: (CheckResult) -> Void) -> [CheckResult] {
        for _ in 0..<min(jobs, checks.count) { Thread.detachNewThread { self.work(checks) } }
        return checks.indices.map { index in
            let result = awaited(index)
            report(result)
            return result
        }
    }

    private func work(_ checks: [ScenarioCheck]) {
        while true {
            condition.lock()
            let index = next
            next += 1
            let seconds = index < checks.count ? budget?.take() : nil
            condition.unlock()
            if index >= checks.count { return }
            let start = Date()
            let result = result(of: checks[index], seconds)
            let taken = Date().timeIntervalSince(start)
            condition.lock()
            // With what its process took besides, and what it waited for a processor: the run as a whole has to keep its time.
            if let seconds { budget?.giveBack(seconds - taken) }
            done[index] = result
            condition.broadcast()
            condition.unlock()
        }
    }

    private func awaited(_ index: Int) -> CheckResult {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = done[index] { return result }
            condition.wait()
        }
    }

    private func result(of check: ScenarioCheck, _ seconds: Double?) -> CheckResult {
        let limit = seconds.map { ["--seconds", "\($0)"] } ?? []
        let (text, status, wasKilled) = CheckerProcess.output(
            ["check", check.scenario, check.core, "--memory", check.memory.rawValue, "--bias", check.bias.rawValue] + arguments + limit)
        if !wasKilled, status == 0, let result = try? JSONDecoder().decode(CheckResult.self, from: Data(text.utf8)) {
            return result
        }
        // What `CrashReport` left, if it came that far.
        let line = text.split(separator: "\n").last { $0.hasPrefix(CrashReport.prefix) }
        let choices = line.map { String($0.dropFirst(CrashReport.prefix.count)) }
        return CheckResult(check, crash: "crash: \(wasKilled ? "signal" : "status") \(status)", choices: choices)
    }
}
