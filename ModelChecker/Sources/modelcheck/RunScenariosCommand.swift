import Explorer
import Foundation
import Scenarios

/// `modelcheck run`: checks scenarios, each row in a process of its own, so that neither a deadlock nor a crash in one
/// touches the others.
struct RunScenariosCommand {
    /// Of the quick profile, for each check. A number, so that every machine explores the same.
    private static let quickExecutions = 20_000

    let options: CheckerOptions

    func run() throws -> Int32 {
        let checks = options.checks
        if checks.isEmpty { throw OptionError(text: "no scenario matches") }
        try checkWeakening()
        let parts = CheckParts(checks, options)
        if !options.isBrief { print(ResultTable.header) }
        let start = Date()
        var results = run(parts.first, parts.seconds)
        if !isOver(results), let seconds = parts.restSeconds(after: Date().timeIntervalSince(start)) { results += run(parts.rest, seconds) }
        if !results.isEmpty { print(ResultTable.summary(results, seconds: Date().timeIntervalSince(start), isSample: options.sampling != nil)) }
        if isOver(results) {
            if results.count < checks.count { print("\(checks.count - results.count) checks weren't begun") }
        } else if let line = parts.line {
            print(line)
        }
        if let path = options.json { try ModelResultsFile(results).write(to: path) }
        let violated = results.filter { $0.outcome == .violated }
        if violated.isEmpty {
            try checkWasWeakened(results)
            return 0
        }
        print("\n" + ViolationReport(options: options).text(violated) { CheckerProcess.output($0).text })
        return 1
    }

    /// Whether nothing is to follow.
    private func isOver(_ results: [CheckResult]) -> Bool { options.endsAtViolation && results.contains { $0.outcome == .violated } }

    /// A run without the memory model in which an order matters would say that nothing is violated.
    private func checkWeakening() throws {
        guard let weakening = options.weakening, !options.memories.contains(.c11) else { return }
        let isFence = weakening.hasSuffix(":fence") && options.memories.contains(.storeBuffers)
        if !isFence { throw OptionError(text: "--weaken \(weakening) changes something under --memory C11 only") }
    }

    /// So would one that never comes by the operation.
    private func checkWasWeakened(_ results: [CheckResult]) throws {
        guard let weakening = options.weakening else { return }
        let isMet = results.contains { $0.sites?.values.contains { $0.contains(weakening) } == true }
        if !isMet { throw OptionError(text: "--weaken \(weakening): no check that was run comes by such an operation") }
    }

    /// - Parameter seconds: of processor time, which the checks share; `nil`: each has its own limits.
    private func run(_ checks: [ScenarioCheck], _ seconds: Double?) -> [CheckResult] {
        func report(_ result: CheckResult?) {
            if !options.isBrief { print(result.map(ResultTable.row) ?? "\nonce more, from the beginning, with what is left of the time:") }
        }
        let limits = limits + (seconds == nil ? secondsLimit : []), jobs = options.jobs, endsAtViolation = options.endsAtViolation
        if let seconds {
            let time = SharedTime(jobs: jobs, endsAtViolation: endsAtViolation) { CheckerProcess.result(of: $0, limits, seconds: $1) }
            return time.run(checks, seconds: seconds, report: report)
        }
        let pool = CheckerPool(jobs: jobs, endsAtViolation: endsAtViolation) { check, _ in CheckerProcess.result(of: check, limits) }
        return pool.run(checks, report: report)
    }

    /// Of a check that shares no time with others.
    private var secondsLimit: [String] { ["--seconds", "\(options.timeLimit ?? 60)"] }

    /// What a worker has to know of the options.
    private var limits: [String] {
        var arguments: [String] = []
        func add(_ option: String, _ value: (any CustomStringConvertible)?) {
            if let value { arguments += [option, value.description] }
        }
        add("--executions", options.executionLimit ?? (options.isQuick ? RunScenariosCommand.quickExecutions : nil))
        switch options.bound {
        case nil: break
        case .some(.none): arguments.append("--exhaustive")
        case .preemptions(let count): add("--preemptions", count)
        }
        add("--stale", options.staleReads == .max ? "all" : "\(options.staleReads)")
        add("--weaken", options.weakening)
        if options.weakening != nil || options.recordsSites { arguments.append("--sites") }
        add("--seed", options.seed)
        add("--depth", options.depth)
        if let (kind, count) = options.sampling { add("--\(kind.rawValue)", count) }
        return arguments
    }
}
