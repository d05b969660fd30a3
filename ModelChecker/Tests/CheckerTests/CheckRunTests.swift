import Explorer
import Scenarios
import Testing

@testable import modelcheck

/// What a check explores, and what its row says of that.
@Suite(.serialized) struct CheckRunTests {
    init() { AllScenarios.warmUp() }

    private func run(_ scenario: String, _ memory: MemoryModel = .sequential, _ arguments: String...) throws -> CheckResult {
        let check = try #require(ScenarioCheck(scenario, core: "lock", memory, .off))
        return CheckRun(check: check, options: try CheckerOptions(arguments)).run()
    }

    @Test func aSmallWholeIsExplored() throws {
        let result = try run("dispose/twice", .sequential)
        #expect(result.bound == "all" && result.exhausted && result.outcome == .holds && result.preemptions == nil)
    }

    /// What is left of the limits goes to all interleavings with few preemptions.
    @Test func ofALargeOneThereAreFewPreemptions() throws {
        let result = try run("mailbox/2-producers-3", .sequential, "--executions", "400")
        #expect(result.bound == "≤ 3 preemptions" && result.outcome == .limit && !result.exhausted)
        #expect((1...200).contains(result.executions))
        #expect(try run("mailbox/2-producers-3", .c11, "--executions", "400").bound == "≤ 2 preemptions, 2 stale")
    }

    /// Each half of a time limit is kept, however short it is.
    @Test func aShortTimeIsKept() throws {
        let result = try run("mailbox/2-producers-3", .c11, "--seconds", "0.2")
        #expect(result.outcome == .limit && result.seconds > 0.15 && result.seconds < 0.5)
    }

    @Test func theBoundOfTheCommandLineCounts() throws {
        let bounded = try run("dispose/twice", .sequential, "--preemptions", "0")
        #expect(bounded.bound == "≤ 0 preemptions" && bounded.exhausted && bounded.preemptions == 0)
        let whole = try run("mailbox/admitted", .sequential, "--exhaustive", "--executions", "200")
        #expect(whole.bound == "all" && !whole.exhausted && whole.preemptions == nil)
    }
}
