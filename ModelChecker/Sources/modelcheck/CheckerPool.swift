import Foundation

/// Runs checks, several at a time; reports them in order.
final class CheckerPool: @unchecked Sendable {  // Sendable: `condition` guards what changes.
    /// Runs one, within so many seconds if there is a budget.
    typealias Check = @Sendable (ScenarioCheck, Double?) -> CheckResult

    private let check: Check
    private let jobs: Int
    /// Whether no check is begun after one that violates a law.
    private let endsAtViolation: Bool
    private let condition = NSCondition()
    private var next = 0
    /// Those from here on aren't run.
    private var end = Int.max
    private var done: [Int: CheckResult] = [:]
    private var budget: TimeBudget?

    init(jobs: Int, endsAtViolation: Bool = false, budget: TimeBudget? = nil, check: @escaping Check) {
        self.check = check
        self.jobs = jobs
        self.endsAtViolation = endsAtViolation
        self.budget = budget
    }

    /// The results of those that were begun.
    func run(_ checks: [ScenarioCheck], report: (CheckResult) -> Void) -> [CheckResult] {
        end = checks.count
        for _ in 0..<min(jobs, checks.count) { Thread.detachNewThread { self.work(checks) } }
        var results: [CheckResult] = []
        while let result = awaited(results.count) {
            report(result)
            results.append(result)
        }
        return results
    }

    private func work(_ checks: [ScenarioCheck]) {
        while true {
            condition.lock()
            let index = next, isLeft = index < end
            if isLeft { next += 1 }
            let seconds = isLeft ? budget?.take() : nil
            condition.unlock()
            if !isLeft { return }
            let start = Date()
            let result = check(checks[index], seconds)
            let taken = Date().timeIntervalSince(start)
            condition.lock()
            // With what its process took besides, and what it waited for a processor: the run as a whole has to keep its time.
            if let seconds { budget?.giveBack(seconds - taken) }
            done[index] = result
            if endsAtViolation, result.outcome == .violated { end = next }
            condition.broadcast()
            condition.unlock()
        }
    }

    private func awaited(_ index: Int) -> CheckResult? {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result = done[index] { return result }
            if index >= end { return nil }
            condition.wait()
        }
    }
}
