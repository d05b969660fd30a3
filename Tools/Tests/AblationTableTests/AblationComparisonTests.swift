import Testing

@testable import AblationTable

@Suite struct AblationComparisonTests {
    private let repository: AblationRepository

    init() throws { repository = try AblationRepository() }

    private func change(_ measure: AblationMeasure) throws -> AblationChange? {
        try repository.comparison().changes.first { $0.measure == measure }
    }

    @Test func filesAsRxbenchWritesThemHaveAllFigures() throws {
        for name in ["usual", "BIAS"] { for kind in AblationFolder.Kind.allCases { try repository.write(kind, name) } }
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
        #expect(figure("mailbox/senders=2/load=flood", .p99("delay", unit: "ns")) == 74_945_783)
        #expect(figure("mailbox/senders=2/load=flood", .p99("delay in events", unit: "events")) == 153_343)
        #expect(figure("mailbox/senders=2/load=flood", .fairness("Jain's index")).map { AblationNumbers.text($0) } == "0.967")
        #expect(changes.allSatisfy { $0.ratio == 1 && !$0.isMoved })
    }

    @Test func ofTheRoundsTheLeastTimeIsTaken() throws {
        for (round, time) in [5.0, 4, 9].enumerated() { try repository.times("usual", round: round + 1, ["a": time]) }
        for (round, time) in [7.0, 6, 5].enumerated() { try repository.times("BIAS", round: round + 1, ["a": time]) }
        let change = try #require(try change(.time))
        #expect(change.with == 4 && change.without == 5 && change.ratio == 1.25)
    }

    @Test func ofTheRoundsTheMedianTailIsTaken() throws {
        for (round, delay) in [5000.0, 4000, 9000].enumerated() { try repository.tail("usual", round: round + 1, delay: delay) }
        for (round, delay) in [3000.0, 1000, 2000].enumerated() { try repository.tail("BIAS", round: round + 1, delay: delay) }
        let change = try #require(try change(.p99("delay", unit: "ns")))
        #expect(change.with == 5000 && change.without == 2000 && change.isShorterTail)
        try repository.tail("BIAS", round: 2, delay: 4500)
        #expect(try self.change(.p99("delay", unit: "ns"))?.isShorterTail == false)
    }

    @Test func aTailThatMostRoundsHideIsAbsent() throws {
        for round in 1...3 {
            try repository.tail("usual", round: round, delay: 5000)
            try repository.tail("BIAS", round: round, delay: 5000, isHidden: round > 1)
        }
        let comparison = try repository.comparison(), measure = AblationMeasure.p99("delay", unit: "ns")
        #expect(!comparison.changes.contains { $0.measure == measure })
        #expect(comparison.absences.first { $0.measure == measure }?.reason == "the machine's own jitter is more than half of it (without BIAS)")
        try repository.tail("BIAS", round: 3, delay: 5000)
        #expect(try self.change(measure)?.without == 5000)
    }

    @Test func anAbsentFigureIsNeverZero() throws {
        for name in ["usual", "BIAS"] { try repository.write(.counts, name) }
        try repository.write(.times, "usual")
        try repository.write(.times, "BIAS", rows: AblationRepository.rows(["publish/1-observer"]) { row, _ in
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
        try repository.write(.counts, "BIAS", rows: AblationRepository.rows(["a"]) { row, _ in
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
            try repository.write(.counts, name, rows: AblationRepository.rows(["floor.a"]) { row, _ in
                row["kind"] = "floor"
                row.set(instructions, "counts", "perEvent", "instructions", "value")
            })
        }
        #expect(try repository.comparison().changes.isEmpty)
    }
}
