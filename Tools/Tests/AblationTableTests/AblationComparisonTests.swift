import Testing

@testable import AblationTable

@Suite struct AblationComparisonTests {
    private let repository: AblationRepository

    init() throws { repository = try AblationRepository() }

    private func change(_ measure: AblationMeasure) throws -> AblationChange? {
        try repository.comparison().changes.first { $0.measure == measure }
    }

    @Test func filesAsRxbenchWritesThemHaveAllFigures() throws {
        for name in ["usual", "BIAS"] {
            for kind in AblationFolder.Kind.allCases { for round in 1...5 { try repository.write(kind, name, round: round) } }
        }
        let changes = try repository.comparison().changes
        func figure(_ benchmark: String, _ measure: AblationMeasure) -> Double? {
            changes.first { $0.place == AblationPlace(benchmark: benchmark, variant: "lock") && $0.measure == measure }?.without
        }
        #expect(figure("publish/1-observer", .instructions) == 96)
        #expect(figure("publish/subscribe-and-dispose", .references) == 12)
        #expect(figure("publish/1-observer", .mallocsOfSubscription) == 10)
        #expect(figure("publish/2-threads", .mallocs) == 0.0085)
        #expect(figure("publish/1-observer", .time).map { AblationNumbers.text($0) } == "3.85")
        #expect(figure("publish/1-observer", .growth) == 1408)
        #expect(figure("producers", .time(ofThreads: 8)).map { AblationNumbers.text($0) } == "30.2")
        #expect(figure("mailbox/senders=2/load=flood", .p99("delay", unit: "ns")) == 74_945_783)
        #expect(figure("mailbox/senders=2/load=flood", .p99("delay in events", unit: "events")) == 153_343)
        #expect(figure("mailbox/senders=2/load=flood", .fairness("Jain's index")).map { AblationNumbers.text($0) } == "0.967")
        #expect(changes.allSatisfy { $0.ratio == 1 && !$0.isMoved })
    }

    /// The second and the third round's machine is slower for both programs.
    @Test func aTimeIsComparedWithThatOfTheSameRound() throws {
        for (round, time) in [(2, 4.0), (3, 9), (5, 10)] { try repository.times("usual", round: round, ["a": time]) }
        for (round, time) in [(2, 5.0), (4, 1), (5, 15)] { try repository.times("BIAS", round: round, ["a": time]) }
        #expect(try change(.time) == nil)
        try repository.times("BIAS", round: 3, ["a": 9.9])
        let change = try #require(try change(.time))
        #expect(change.with == 9 && change.without == 9.9 && change.ratio == 1.25 && change.loses)
    }

    @Test func ofFewerThanThreeRoundsNoTimeIsKnown() throws {
        for name in ["usual", "BIAS"] { for round in 1...2 { try repository.times(name, round: round, ["a": 10]) } }
        #expect(try repository.comparison().absences.first { $0.measure == .time }?.reason == "2 of the 3 rounds that it takes")
        #expect(try !repository.comparison().isKnown(.times))
        for name in ["usual", "BIAS"] { try repository.times(name, round: 3, ["a": 10]) }
        #expect(try repository.comparison().isKnown(.times))
    }

    /// Each number of threads is a figure of its own, and the row loses once.
    @Test func timesOfMoreAndMoreThreadsAreCompared() throws {
        for round in 1...2 {
            try repository.growth("usual", round: round, [1: 10, 8: 20])
            try repository.growth("BIAS", round: round, [1: 10, 8: 30])
        }
        #expect(try change(.time(ofThreads: 8)) == nil)
        try repository.growth("usual", round: 3, [1: 20, 8: 40])
        try repository.growth("BIAS", round: 3, [1: 20, 8: 60])
        #expect(try change(.time(ofThreads: 8))?.ratio == 1.5 && change(.time(ofThreads: 8))?.loses == true)
        #expect(try change(.time(ofThreads: 1))?.loses == false)
        #expect(try change(.time(ofThreads: 8))?.place == AblationPlace(benchmark: "producers", variant: "lock"))
    }

    @Test func ofFewerThanFiveRoundsNoTailIsKnown() throws {
        for (name, delay) in [("usual", 5000.0), ("BIAS", 1000)] { for round in 1...4 { try repository.tail(name, round: round, delay: delay) } }
        #expect(try change(.p99("delay", unit: "ns")) == nil)
        #expect(try !repository.comparison().isKnown(.tail))
        for (name, delay) in [("usual", 5000.0), ("BIAS", 1000)] { try repository.tail(name, round: 5, delay: delay) }
        #expect(try change(.p99("delay", unit: "ns"))?.isShorterTail == true)
    }

    @Test(arguments: [(1009.0, false), (991, false), (1010, true), (990, true)])
    func aTimeMovesOnlyWithTheInstructions(instructions: Double, isMoved: Bool) throws {
        for (name, count, time) in [("usual", 1000, 10.0), ("BIAS", instructions, 20)] {
            try repository.counts(name, ["a": count])
            try repository.everyTime(name, ["a": time])
        }
        #expect(try change(.time)?.isMoved == isMoved)
    }

    @Test func ofTheRoundsTheMedianTailIsTaken() throws {
        for (round, delay) in [5000.0, 4000, 9000, 5000, 5000].enumerated() { try repository.tail("usual", round: round + 1, delay: delay) }
        for (round, delay) in [3000.0, 1000, 2000, 2000, 6000].enumerated() { try repository.tail("BIAS", round: round + 1, delay: delay) }
        let change = try #require(try change(.p99("delay", unit: "ns")))
        #expect(change.with == 5000 && change.without == 2000 && change.isShorterTail)
        try repository.tail("BIAS", round: 1, delay: 5500)
        #expect(try self.change(.p99("delay", unit: "ns"))?.isShorterTail == false)
    }

    @Test func aTailThatMostRoundsHideIsAbsent() throws {
        for round in 1...10 {
            try repository.tail("usual", round: round, delay: 5000)
            try repository.tail("BIAS", round: round, delay: 5000, isHidden: round > 5)
        }
        let comparison = try repository.comparison(), measure = AblationMeasure.p99("delay", unit: "ns")
        #expect(!comparison.changes.contains { $0.measure == measure })
        #expect(comparison.absences.first { $0.measure == measure }?.reason == "the machine's own jitter is more than half of it (without BIAS)")
        try repository.tail("BIAS", round: 6, delay: 5000)
        #expect(try self.change(measure)?.without == 5000)
    }

    @Test func anAbsentFigureIsNeverZero() throws {
        for name in ["usual", "BIAS"] { try repository.write(.counts, name) }
        try repository.write(.times, "usual")
        try repository.write(
            .times, "BIAS",
            rows: AblationRepository.rows(["publish/1-observer"]) { row, _ in
                row["inconclusive"] = "a busy machine"
                row["heap"] = nil
                row["missing"] = ["heap": "no jemalloc"]
            })
        let comparison = try repository.comparison()
        #expect(!comparison.changes.contains { $0.measure.kind == .times })
        func reason(_ benchmark: String, _ measure: AblationMeasure) -> String? {
            comparison.absences.first { $0.place.benchmark == benchmark && $0.measure == measure }?.reason
        }
        #expect(reason("publish/2-threads", .instructions) == "the file has none")
        #expect(reason("publish/1-observer", .time) == "a busy machine (without BIAS)")
        #expect(reason("publish/1-observer", .growth) == "no jemalloc (without BIAS)")
    }

    @Test func aRowThatFailedHasNoFigures() throws {
        try repository.counts("usual", ["a": 100])
        try repository.write(
            .counts, "BIAS",
            rows: AblationRepository.rows(["a"]) { row, _ in
                row["counts"] = nil
                row["failure"] = ["kind": "error", "message": "it crashed"]
            })
        let comparison = try repository.comparison()
        #expect(comparison.changes.isEmpty)
        #expect(comparison.absences.first { $0.measure == .instructions }?.reason == "it failed: it crashed (without BIAS)")
    }

    @Test func aRowThatOnlyOneFileHasIsTold() throws {
        try repository.counts("usual", ["a": 100, "b": 100])
        try repository.counts("BIAS", ["b": 100, "c": 100])
        #expect(try repository.comparison().missingRows == ["a (lock) is not in the counts without BIAS", "c (lock) is not in the counts as usual"])
    }

    @Test func floorsHaveNoPartInIt() throws {
        for (name, instructions) in [("usual", 100.0), ("BIAS", 200)] {
            try repository.write(
                .counts, name,
                rows: AblationRepository.rows(["floor.a"]) { row, _ in
                    row["kind"] = "floor"
                    row.set(instructions, "counts", "perEvent", "instructions", "value")
                })
        }
        #expect(try repository.comparison().changes.isEmpty)
    }
}
