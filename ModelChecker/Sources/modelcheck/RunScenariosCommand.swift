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
        let parts = CheckParts(checks, options)
        if !options.isBrief { print(ResultTable.header) }
        let start = Date()
        var results = run(parts.first, parts.budget)
        if let budget = parts.restBudget(after: Date().timeIntervalSince(start)) { results += run(parts.rest, budget) }
        let violated = results.filter { $0.outcome == .violated }
        if !results.isEmpty { print(ResultTable.summary(results, seconds: Date().timeIntervalSince(start))) }
        if let line = parts.line { print(line) }
        show(violated)
        if let path = options.json { try ModelResultsFile(results).write(to: path) }
        return violated.isEmpty ? 0 : 1
    }

    private func run(_ checks: [ScenarioCheck], _ budget: TimeBudget?) -> [CheckResult] {
        let arguments = limits + (budget == nil ? secondsLimit : [])
        let pool = CheckerPool(jobs: options.jobs, endsAtViolation: options.endsAtViolation, budget: budget) { check, seconds in
            CheckerProcess.result(of: check, arguments, seconds: seconds)
        }
        return pool.run(checks) { if !options.isBrief || $0.outcome == .violated { print(ResultTable.row($0)) } }
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
        add("--seed", options.seed)
        add("--depth", options.depth)
        if let (kind, count) = options.sampling { add("--\(kind.rawValue)", count) }
        return arguments
    }

    /// What violates a law, and how to see it again; the interleaving of the shortest, which comes last. Often all have one cause.
    private func show(_ violated: [CheckResult]) {
        let byLength = violated.sorted { ($0.choices?.count ?? .max) > ($1.choices?.count ?? .max) }
        for result in byLength {
            print("\n\(result.check.scenario), \(result.check.core) core: \(result.law ?? "")")
            if let choices = result.choices { showAgain(result, choices) }
        }
        guard let shortest = byLength.last, let choices = shortest.choices else { return }
        let arguments = shortest.check.replayCommand(choices).split(separator: " ").dropFirst().map(String.init)
        print(CheckerProcess.output(arguments + weakening).text)
    }

    private func showAgain(_ result: CheckResult, _ choices: String) {
        if let seed = result.seed, let (kind, _) = options.sampling {
            let depth = kind == .priorities ? " --depth \(options.depth)" : ""
            print("again: " + result.check.replayCommand("--seed \(seed) --\(kind.rawValue) 1\(depth)"))
        }
        print("again: " + (CollectionOfOne(result.check.replayCommand(choices)) + weakening).joined(separator: " "))
    }

    private var weakening: [String] { options.weakening.map { ["--weaken", $0] } ?? [] }
}
