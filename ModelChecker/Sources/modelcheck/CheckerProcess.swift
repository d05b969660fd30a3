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

    /// One check in a child of its own; a child that dies has violated a law.
    ///
    /// - Parameter arguments: the check's limits, but for the time that it shares with others.
    static func result(of check: ScenarioCheck, _ arguments: [String], seconds: Double? = nil) -> CheckResult {
        let limit = seconds.map { ["--seconds", "\($0)"] } ?? []
        let (text, status, wasKilled) = output(
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
