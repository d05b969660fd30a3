import Foundation
import Testing

@testable import BenchKit

/// Which functions were called how often.
@Suite struct FunctionCallsTests {
    private func iteration(_ calls: [String: UInt64]) -> IterationCounts {
        IterationCounts(CallgrindProfile(label: "", instructions: 1, calls: calls), allocations: nil)
    }

    private func repetition(_ empty: [String: UInt64], _ single: [String: UInt64], _ double: [String: UInt64]) -> CountRepetition {
        CountRepetition(empty: iteration(empty), single: iteration(single), double: iteration(double))
    }

    @Test func callsOfAnEventAreTheDifferenceAndOfALifeTheEmptyOne() {
        let calls = FunctionCalls(
            [repetition(["make": 1], ["make": 1, "send": 10, "grow": 3], ["make": 1, "send": 20, "grow": 4])], events: 10)
        #expect(calls.perEvent == ["send": 1, "grow": 0.1])
        #expect(calls.perSubscription == ["make": 1])
    }

    @Test func theRepetitionInTheMiddleCounts() {
        let usual = repetition([:], ["send": 10], ["send": 20]), odd = repetition([:], ["send": 10, "chore": 1], ["send": 20, "chore": 9])
        #expect(FunctionCalls([usual, odd, usual], events: 10).perEvent == ["send": 1])
    }

    @Test func changesAreOrderedByTheirSize() {
        let changes = CallChange.between(["a": 1, "b": 5, "same": 2], ["a": 2, "b": 1, "new": 2, "same": 2 + 1e-9])
        #expect(
            changes == [
                CallChange(function: "b", before: 5, after: 1), CallChange(function: "new", before: 0, after: 2),
                CallChange(function: "a", before: 1, after: 2),
            ])
        #expect(CallChange.between(["a": 1, "b": 5], ["a": 2, "b": 1], most: 1).map(\.function) == ["b"])
    }

    @Test func findingsNameThemButPassesDoNot() {
        func counts(_ retains: Double, _ calls: [String: Double]?) -> RowCounts {
            RowCounts(
                events: 10, repetitions: 4, perEvent: [.retains: Count(value: retains, stability: .exact)], perSubscription: [:],
                calls: calls.map { FunctionCalls(perEvent: $0, perSubscription: [:]) })
        }
        let countJudge = CountJudge(limits: .usual)
        let worse = countJudge.judge("T1", now: counts(1, ["swift_retain": 1]), base: counts(0, [:]))
        #expect(worse.first?.calls == [CallChange(function: "swift_retain", before: 0, after: 1)])
        #expect(countJudge.judge("T1", now: counts(0, ["f": 1]), base: counts(0, [:])).first?.calls == nil)
        // Counted without the names of functions.
        let unexplained = countJudge.judge("T1", now: counts(1, ["swift_retain": 1]), base: counts(0, nil))
        #expect(unexplained.map(\.verdict) == [.regression])
        #expect(unexplained.first?.calls == nil)
    }

    @Test func namesOfSwiftAreMadeReadable() {
        #expect(Demangler.name("$sSS5countSivg") == "Swift.String.count.getter : Swift.Int")
        #expect(Demangler.name("malloc") == "malloc")
        #expect(Demangler.name("$snonsense") == "$snonsense")
    }
}
