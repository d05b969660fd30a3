import Foundation

/// Runs checks that share a time, in two rounds. In the first, each has half of its even share, and most need less. In the second, those that time
/// ended begin anew with all that is left, those with the fewest threads first.
struct SharedTime {
    let jobs: Int
    let endsAtViolation: Bool
    /// Runs one, within so many seconds.
    let check: @Sendable (ScenarioCheck, Double) -> CheckResult

    /// The results of those that were begun, in order.
    ///
    /// - Parameters:
    ///   - seconds: of processor time.
    ///   - report: is called with each result as soon as it is final, and with `nil` before those of the second round.
    func run(_ checks: [ScenarioCheck], seconds: Double, report: (CheckResult?) -> Void) -> [CheckResult] {
        let start = Date(), own = max(TimeBudget.least, seconds / Double(max(1, checks.count)) / 2), check = check
        var open: [Int] = [], count = 0
        let pool = CheckerPool(jobs: jobs, endsAtViolation: endsAtViolation) { test, _ in check(test, own) }
        var results = pool.run(checks) { result in
            if result.outcome == .limit, result.seconds >= own { open.append(count) } else { report(result) }
            count += 1
        }
        let rest = seconds - Date().timeIntervalSince(start) * Double(jobs)
        // With no more than they had, they would come no farther.
        if endsAtViolation && results.contains(where: { $0.outcome == .violated }) || rest <= own * Double(open.count) {
            open.forEach { report(results[$0]) }
            return results
        }
        if open.isEmpty { return results }
        report(nil)
        open.sort { (results[$0].fibers, $0) < (results[$1].fibers, $1) }
        var again = 0
        let second = CheckerPool(jobs: jobs, endsAtViolation: endsAtViolation, budget: TimeBudget(seconds: rest, checks: open.count)) { test, share in
            check(test, share ?? own)
        }
        _ = second.run(open.map { checks[$0] }) { result in
            let index = open[again]
            again += 1
            if result.outcome != .limit || result.executions >= results[index].executions { results[index] = result }
            report(results[index])
        }
        // None was begun after a violation.
        open[again...].forEach { report(results[$0]) }
        return results
    }
}
