import Explorer
import Scenarios

/// One check, from its plan to its result.
///
/// A scenario without a bound is explored as a whole, if it is small enough. If it isn't, what is left of its limits goes to all interleavings with
/// few preemptions, and its row says how many.
struct CheckRun {
    /// A whole with more executions isn't small.
    private static let wholeLimit = 100_000

    let check: ScenarioCheck
    let options: CheckerOptions

    func run() -> CheckResult {
        let (plan, name) = options.plan(check)
        guard case .exhaustive = plan, options.bound == nil else { return result(explored(plan), name) }
        let executions = options.executionLimit.map { $0 / 2 } ?? CheckRun.wholeLimit
        let whole = explored(plan, executions: min(executions, CheckRun.wholeLimit), seconds: options.timeLimit.map { $0 / 2 })
        if whole.isExhausted || whole.violation != nil { return result(whole, name) }
        let bound = Scenario.fewPreemptions(check.memory)
        let part = explored(
            .bounded(preemptions: bound), executions: options.executionLimit.map { max(1, $0 - whole.total) },
            seconds: options.timeLimit.map { max($0 / 2, $0 - whole.seconds) })
        return result(part, options.name(preemptions: bound, check.memory), before: whole.seconds)
    }

    private func explored(_ plan: Exploration.Plan) -> ExplorationResult {
        explored(plan, executions: options.executionLimit, seconds: options.timeLimit)
    }

    private func explored(_ plan: Exploration.Plan, executions: Int?, seconds: Double?) -> ExplorationResult {
        var exploration = check.exploration(plan)
        exploration.executionLimit = executions ?? .max
        exploration.staleReads = options.staleReads
        exploration.timeLimit = seconds ?? .infinity
        exploration.weakening = options.weakening.flatMap { OrderWeakening($0) }
        exploration.recordsSites = options.recordsSites
        return exploration.run()
    }

    private func result(_ verdict: ExplorationResult, _ bound: String, before seconds: Double = 0) -> CheckResult {
        CheckResult(check, bound: verdict.isComplete ? "all" : bound, verdict, before: seconds)
    }
}
