import Dispatch
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

    private func name(_ check: ScenarioCheck) -> String { check.replay([]).joined(separator: " ") }

    /// Also if the first one ends last.
    @Test(arguments: [1, 4])
    func allAreReportedInOrder(jobs: Int) {
        let first = name(checks[0]), last = name(checks[checks.count - 1]), ended = DispatchSemaphore(value: 0)
        let pool = CheckerPool(jobs: jobs) { check, seconds in
            #expect(seconds == nil)
            if jobs > 1, name(check) == first { ended.wait() }
            if name(check) == last { ended.signal() }
            return result(check, isViolated: check.memory == .storeBuffers)
        }
        var reported: [String] = []
        let results = pool.run(checks) { reported.append(name($0.check)) }
        #expect(reported == checks.map(name) && results.count == checks.count)
    }

    /// Those that have begun are waited for, and reported.
    @Test(arguments: [1, 4])
    func afterAViolationNoneIsBegun(jobs: Int) {
        let broken = name(checks[5]), behind = Set(checks[6...].map(name)), isReported = DispatchSemaphore(value: 0)
        let pool = CheckerPool(jobs: jobs, endsAtViolation: true) { check, _ in
            if behind.contains(name(check)) {
                isReported.wait()
                isReported.signal()
            }
            return result(check, isViolated: name(check) == broken)
        }
        let results = pool.run(checks) { if name($0.check) == broken { isReported.signal() } }
        #expect(results.filter { $0.outcome == .violated }.map { name($0.check) } == [broken])
        #expect(results.map { name($0.check) } == checks.prefix(results.count).map(name))
        #expect((6...5 + jobs).contains(results.count))
    }

    /// What one leaves is for those that follow.
    @Test func eachHasItsShareOfTheTime() {
        let seconds = Mutex<[Double]>([])
        let pool = CheckerPool(jobs: 1, budget: TimeBudget(seconds: 80, checks: checks.count)) { check, share in
            seconds.withLock { $0.append(share ?? -1) }
            return result(check, isViolated: false)
        }
        #expect(pool.run(checks) { _ in }.count == checks.count)
        let shares = seconds.withLock { $0 }
        #expect(shares.count == checks.count && shares.allSatisfy { $0 >= 1 })
        #expect(shares.last ?? 0 > 60)
    }

    @Test func aRunCanEndAtTheFirstViolationWithoutATable() throws {
        let plain = try CheckerOptions([]), both = try CheckerOptions(["--first", "--brief"])
        #expect(!plain.endsAtViolation && !plain.isBrief && both.endsAtViolation && both.isBrief)
    }

    /// Where an order can't matter, or nobody comes by it, nothing would be found.
    @Test(arguments: [["--weaken", "Bias.swift:1:1:release"], ["--weaken", "Bias.swift:1:1:fence", "--memory", "SC"]])
    func anOrderIsTakenAwayUnderC11Only(arguments: [String]) throws {
        #expect(throws: OptionError.self) { try RunScenariosCommand(options: CheckerOptions(arguments + ["--filter", "^dispose/child$"])).run() }
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
