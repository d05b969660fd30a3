import Scenarios
import Synchronization
import Testing

@testable import Explorer
@testable import modelcheck

/// Which checks are run, and in which order they are reported.
struct CheckerPoolTests {
    private let checks: [ScenarioCheck]

    init() throws { checks = try Array(CheckerOptions(["--quick"]).checks.prefix(40)) }

    private func result(_ check: ScenarioCheck, isViolated: Bool) -> CheckResult {
        isViolated ? CheckResult(check, crash: "planted", choices: nil) : CheckResult(check, bound: "all", ExplorationResult())
    }

    @Test(arguments: [1, 4])
    func allAreReportedInOrder(jobs: Int) {
        let pool = CheckerPool(jobs: jobs) { check, seconds in
            #expect(seconds == nil)
            return result(check, isViolated: check.memory == .storeBuffers)
        }
        var reported: [String] = []
        let results = pool.run(checks) { reported.append($0.check.replayCommand("")) }
        #expect(reported == checks.map { $0.replayCommand("") } && results.count == checks.count)
    }

    /// Those that have begun are waited for.
    @Test(arguments: [1, 4])
    func afterAViolationNoneIsBegun(jobs: Int) {
        let broken = checks[5].replayCommand("")
        let pool = CheckerPool(jobs: jobs, endsAtViolation: true) { check, _ in result(check, isViolated: check.replayCommand("") == broken) }
        let results = pool.run(checks) { _ in }
        #expect(results.filter { $0.outcome == .violated }.map { $0.check.replayCommand("") } == [broken])
        #expect(results.map { $0.check.replayCommand("") } == checks.prefix(results.count).map { $0.replayCommand("") })
        #expect(jobs == 1 ? results.count == 6 : results.count >= 6)  // The other threads may come far meanwhile.
    }

    @Test func eachHasItsShareOfTheTime() {
        let seconds = Mutex<[Double]>([])
        let pool = CheckerPool(jobs: 2, budget: TimeBudget(seconds: 80, checks: checks.count)) { check, share in
            seconds.withLock { $0.append(share ?? -1) }
            return result(check, isViolated: false)
        }
        #expect(pool.run(checks) { _ in }.count == checks.count)
        #expect(seconds.withLock { $0.allSatisfy { $0 >= 1 } && $0.count == checks.count })
    }

    /// Without a command: every scenario under C11 at random, then some systematically, each up to the first violation.
    @Test func whatIsRunEveryDayHuntsEverywhere() {
        let rounds = CheckerOptions.everyday.map(\.options)
        #expect(rounds.allSatisfy { $0.endsAtViolation && $0.isBrief && ($0.sampling != nil || $0.minutes == 1) })
        let scenarios = Set(AllScenarios.scenarios.map(\.name))
        for hunt in rounds.dropLast() { #expect(Set(hunt.checks.map(\.scenario)) == scenarios && Set(hunt.checks.map(\.memory)) == [.c11]) }
        #expect(Set(rounds.last?.checks.map(\.memory) ?? []) == [.c11, .storeBuffers])
    }
}
