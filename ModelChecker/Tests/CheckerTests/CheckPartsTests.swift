import Scenarios
import Testing

@testable import modelcheck

/// Which checks have which limits, and how they share a time.
struct CheckPartsTests {
    private func parts(_ arguments: String..., changed: ChangedSources? = nil) throws -> (parts: CheckParts, all: Int) {
        let options = try CheckerOptions(["--quick", "--jobs", "2"] + arguments)
        return (CheckParts(options.checks, options, changed: changed), options.checks.count)
    }

    @Test func withoutACommitAllHaveTheSame() throws {
        let (own, all) = try parts()
        #expect(own.first.count == all && own.seconds == nil && own.restSeconds(after: 0) == nil && own.line == nil)
        let (shared, _) = try parts("--minutes", "1")
        #expect(shared.first.count == all && shared.seconds == 120 && shared.line == nil)
    }

    /// As in a shallow clone.
    @Test func whereItCannotBeToldAllHaveTheirFullLimits() throws {
        let (parts, all) = try parts("--minutes", "1", "--since", "abc")
        #expect(parts.first.count == all && parts.seconds == nil && parts.restSeconds(after: 0) == nil)
        #expect(parts.line?.contains("all \(all) checks") == true)
    }

    @Test func whatIsTouchedComesFirstAndNothingIsDropped() throws {
        let changed = ChangedSources(paths: ["Sources/Rx/Kernel/Cores/Lock/LockGate.swift"])
        let (parts, all) = try parts("--minutes", "2", "--since", "abc", changed: changed)
        #expect(!parts.first.isEmpty && parts.first.allSatisfy { $0.core == "lock" } && parts.seconds == nil)
        #expect(!parts.rest.isEmpty && parts.rest.allSatisfy { $0.core == "queue" } && parts.first.count + parts.rest.count == all)
        #expect(parts.restSeconds(after: 30) == 180)
        #expect(parts.restSeconds(after: 150) == -60)
        #expect(parts.line?.hasPrefix("\(parts.first.count) checks") == true && parts.line?.contains("\(parts.rest.count) others") == true)
    }

    @Test func withoutMinutesALineSaysWhatIsLeftOut() throws {
        let (parts, all) = try parts("--since", "abc", changed: ChangedSources(paths: ["README.md"]))
        #expect(parts.first.isEmpty && parts.rest.count == all && parts.restSeconds(after: 0) == nil)
        #expect(parts.line?.contains("\(all) others were left out") == true)
    }

    @Test func eachHasHalfOfItsShareWhateverOthersTake() {
        var budget = TimeBudget(seconds: 100, checks: 100)
        let taken = (0..<100).map { _ in budget.take() }
        #expect(taken[0] == 8)
        #expect(taken.allSatisfy { $0 >= 0.499_999 })
        #expect(taken.reduce(0, +) <= 100.000_001)
    }

    @Test func whatOneLeavesIsForThoseThatFollow() {
        var budget = TimeBudget(seconds: 10, checks: 10)
        for _ in 0..<9 { budget.giveBack(budget.take()) }
        #expect(budget.take() == 10)
    }

    @Test func eachIsBegunThoughNothingIsLeft() {
        var budget = TimeBudget(seconds: -5, checks: 3)
        for _ in 0..<3 {
            #expect(budget.take() == TimeBudget.least)
            budget.giveBack(-1)
        }
    }
}
