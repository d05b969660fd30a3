import Foundation

/// Runs checks that share a time, in two rounds. In the first, each has half of its even share, and most need less. In the second, those that time
/// ended begin anew with all that is left, those with the fewest threads first, and as many of them as come farther than before.
struct SharedTime {
    let jobs: Int
    let endsAtViolation: Bool
    var now: @Sendable () -> Date = { Date() }
    /// Runs one, within so many seconds.
    let check: @Sendable (ScenarioCheck, Double) -> CheckResult

    /// The results of those that were begun, in order.
    ///
    /// - Parameters:
    ///   - seconds: of processor time.
    ///   - report: is called with each result as soon as it is final, and with `nil` before those of the second round.
    func run(_ checks: [ScenarioCheck], seconds: Double, report: (CheckResult?) -> Void) -> [CheckResult] {
        let end = now() + seconds / Double(jobs), now = now, check = check
        let own = max(TimeBudget.least, min(seconds / Double(max(1, checks.count)) / 2, seconds / Double(jobs)))
        var open: [Int] = [], count = 0
        let pool = CheckerPool(jobs: jobs, endsAtViolation: endsAtViolation) { test, _ in check(test, own) }
        var results = pool.run(checks) { result in
            if result.outcome == .limit, result.seconds >= own { open.append(count) } else { report(result) }
            count += 1
        }
        open.sort { (results[$0].fibers, $0) < (results[$1].fibers, $1) }
        let rest = max(0, end.timeIntervalSince(now()) * Double(jobs))
        // Half of its even share is there for each: with less than it had, a check would come no farther.
        let again = min(open.count, max(0, Int((rest / (2 * own)).rounded(.up)) - 1))
        if endsAtViolation && results.contains(where: { $0.outcome == .violated }) || again == 0 {
            open.forEach { report(results[$0]) }
            return results
        }
        open[again...].forEach { report(results[$0]) }
        open.removeSubrange(again...)
        report(nil)
        var ended = 0
        let second = CheckerPool(jobs: jobs, endsAtViolation: endsAtViolation, budget: TimeBudget(seconds: rest, checks: open.count)) { test, share in
            // One check runs on one processor, whatever the others have left.
            check(test, max(TimeBudget.least, min(share ?? own, end.timeIntervalSince(now()))))
        }
        _ = second.run(open.map { checks[$0] }) { result in
            let index = open[ended]
            ended += 1
            if result.outcome != .limit || result.executions >= results[index].executions { results[index] = result }
            report(results[index])
        }
        // Behind a violation none was begun: what the first round came to stays.
        open[ended...].forEach { report(results[$0]) }
        return results
    }
}
