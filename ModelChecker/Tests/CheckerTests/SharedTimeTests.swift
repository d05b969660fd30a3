import Foundation
import Scenarios
import Synchronization
import Testing

@testable import Explorer
@testable import modelcheck

/// Which checks are run again with the time that others leave.
struct SharedTimeTests {
    private let checks: [ScenarioCheck]
    private let given = Given()

    /// Which checks were begun, each with its time.
    private final class Given: Sendable {
        let all = Mutex<[(name: String, seconds: Double)]>([])
    }

    init() throws { checks = try Array(CheckerOptions(["--quick"]).checks.prefix(40)) }

    private func name(_ check: ScenarioCheck) -> String { check.replay([]).joined(separator: " ") }

    /// What a check comes to that has so many threads, and needs so long.
    private func result(_ check: ScenarioCheck, needs: Double, within seconds: Double, took: Double? = nil, fibers: Int = 2) -> CheckResult {
        given.all.withLock { $0.append((name(check), seconds)) }
        var verdict = ExplorationResult()
        verdict.fibers = fibers
        verdict.isExhausted = needs <= seconds
        verdict.seconds = took ?? min(needs, seconds)
        verdict.executions = Int(verdict.seconds * 1_000)
        return CheckResult(check, bound: "all", verdict)
    }

    /// Each has half its share; those that it didn't do for begin anew, those with few threads first.
    @Test(arguments: [1, 4])
    func thoseThatTimeEndedAreRunAgainInOrderOfTheirThreads(jobs: Int) {
        let long = [3: 4, 17: 2, 30: 3].reduce(into: [:]) { $0[name(checks[$1.key])] = $1.value }
        var reported: [String?] = []
        let time = SharedTime(jobs: jobs, endsAtViolation: false) {
            result($0, needs: long[name($0)] == nil ? 0 : 60, within: $1, fibers: long[name($0)] ?? 2)
        }
        let results = time.run(checks, seconds: 400) { reported.append($0.map { name($0.check) }) }
        let short = checks.map(name).filter { long[$0] == nil }
        #expect(reported == short + [nil] + [17, 30, 3].map { name(checks[$0]) })
        #expect(results.map { name($0.check) } == checks.map(name) && results.allSatisfy(\.exhausted))
        let all = given.all.withLock { $0 }
        #expect(all.prefix(40).allSatisfy { $0.seconds == 5 } && all.count == 43 && all.suffix(3).allSatisfy { $0.seconds > 60 })
    }

    /// Thirty of forty need more than their five seconds, which leaves 250: twice as much again is there for 24 of them.
    @Test func asManyAreRunAgainAsThereIsTimeFor() {
        let short = Set(checks.prefix(10).map(name)), start = Date(), given = given
        var reported: [String?] = []
        let time = SharedTime(jobs: 1, endsAtViolation: false, now: { start + given.all.withLock { $0.reduce(0) { $0 + $1.seconds } } }) {
            result($0, needs: 100, within: short.contains(name($0)) ? 0 : $1)
        }
        let results = time.run(checks, seconds: 400) { reported.append($0.map { name($0.check) }) }
        #expect(given.all.withLock { $0.count } == 40 + 24)
        #expect(results.count == 40 && reported.count == 41 && Set(reported.compactMap(\.self)) == Set(checks.map(name)))
    }

    /// Where a number of executions ended them, or next to nothing is left.
    @Test(arguments: [(took: nil, seconds: 0.0), (took: 0.001, seconds: 400)])
    func noneIsRunAgainThatWouldComeNoFarther(took: Double?, seconds: Double) {
        var reported: [String?] = []
        let time = SharedTime(jobs: 2, endsAtViolation: false) { result($0, needs: 100, within: $1, took: took) }
        let results = time.run(checks, seconds: seconds) { reported.append($0.map { name($0.check) }) }
        #expect(results.count == checks.count && results.allSatisfy { $0.outcome == .limit })
        #expect(Set(reported) == Set(checks.map(name)) && reported.count == checks.count)
    }

    /// One check runs on one processor, also if all the time of the others is left.
    @Test func noneHasLongerThanTheRun() {
        let long = name(checks[7])
        let time = SharedTime(jobs: 4, endsAtViolation: false) { result($0, needs: name($0) == long ? 1_000 : 0, within: $1) }
        #expect(time.run(checks, seconds: 400) { _ in }.count == checks.count)
        _ = SharedTime(jobs: 4, endsAtViolation: false) { result($0, needs: 0, within: $1) }.run([checks[0]], seconds: 400) { _ in }
        #expect(given.all.withLock { $0.allSatisfy { $0.seconds <= 100 } })
    }

    @Test func afterAViolationNoneIsRunAgain() {
        let broken = name(checks[8])
        let time = SharedTime(jobs: 1, endsAtViolation: true) {
            name($0) == broken ? CheckResult($0, crash: "planted", choices: nil) : result($0, needs: 100, within: $1)
        }
        var reported: [String?] = []
        let results = time.run(checks, seconds: 400) { reported.append($0.map { name($0.check) }) }
        #expect(results.count == 9 && reported.count == 9 && !reported.contains(nil))
    }
}
