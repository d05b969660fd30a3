import Testing

@testable import AblationTable

@Suite struct AblationVerdictTests {
    private let repository: AblationRepository

    init() throws {
        repository = try AblationRepository()
        try repository.counts("usual", ["a": 100, "b": 100])
        try repository.everyTime("usual", ["c": 10, "d": 10])
        try repository.everyTail("usual", delay: 5000)
    }

    private func verdict(
        counts: (Double, Double)? = nil, mallocs: Double = 2, times: (Double, Double)? = nil, tail: Double? = nil
    ) throws -> AblationVerdict {
        if let counts { try repository.counts("BIAS", ["a": counts.0, "b": counts.1], mallocs: mallocs) }
        if let times { try repository.everyTime("BIAS", ["c": times.0, "d": times.1]) }
        if let tail { try repository.everyTail("BIAS", delay: tail) }
        return AblationVerdict(try repository.comparison())
    }

    @Test func itStaysIfTwoWorkloadsLoseAndNoTailIsShorter() throws {
        #expect(try verdict(counts: (110, 110), times: (10, 10), tail: 5000) == .stays(tailIsKnown: true))
        #expect(try verdict(counts: (100, 100), times: (11, 11), tail: 4001) == .stays(tailIsKnown: true))
        #expect(try verdict(counts: (110, 100), times: (10, 11), tail: 5000) == .stays(tailIsKnown: true))
        #expect(try verdict(counts: (100, 100), mallocs: 3, times: (10, 10), tail: 5000) == .stays(tailIsKnown: true))
    }

    @Test func itIsDroppedIfFewerLose() throws {
        #expect(try verdict(counts: (110, 109), times: (10, 10.9), tail: 5000) == .dropped("only one workload loses"))
        #expect(try verdict(counts: (109, 90), times: (10.9, 9), tail: 5000) == .dropped("no workload loses"))
    }

    /// The same benchmark on two cores, or in instructions and in time, is one workload.
    @Test func aBenchmarkIsOneWorkload() throws {
        try repository.everyTime("usual", ["a": 10])
        try repository.everyTime("BIAS", ["a": 20])
        #expect(try verdict(counts: (200, 100), tail: 5000) == .dropped("only one workload loses"))
        for (name, instructions) in [("usual", 100.0), ("BIAS", 200)] {
            try repository.write(
                .counts, name,
                rows: AblationRepository.rows(["a", "a", "b"]) { row, index in
                    row["variant"] = index == 0 ? "queue" : "lock"
                    row.set(index == 2 ? 100 : instructions, "counts", "perEvent", "instructions", "value")
                })
        }
        #expect(try verdict() == .dropped("only one workload loses"))
    }

    /// Many threads at one subject are a workload, however many numbers of them are slower.
    @Test func aRowOfMoreAndMoreThreadsIsOneWorkload() throws {
        for round in 1...3 {
            try repository.growth("usual", round: round, [2: 20, 8: 30])
            try repository.growth("BIAS", round: round, [2: 40, 8: 60])
        }
        #expect(try verdict(counts: (100, 100), times: (10, 10), tail: 5000) == .dropped("only one workload loses"))
        #expect(try verdict(counts: (110, 100), times: (10, 10), tail: 5000) == .stays(tailIsKnown: true))
    }

    @Test func aShorterTailOutweighsWhatIsLost() throws {
        #expect(try verdict(counts: (200, 200), times: (20, 20), tail: 4000) == .dropped("a tail is shorter without it"))
        #expect(try verdict(tail: 9000) == .stays(tailIsKnown: true))
    }

    @Test func whatIsNotKnownLeavesItOpen() throws {
        #expect(try verdict(counts: (110, 100)) == .undecided("times not known"))
        #expect(try verdict(counts: (110, 110)) == .stays(tailIsKnown: false))
        #expect(try verdict(counts: (110, 100), times: (10, 10)) == .dropped("only one workload loses"))
        #expect(AblationVerdict(AblationComparison(try repository.folder(), name: "REUSE")) == .undecided("counts and times not known"))
    }

    @Test func eachIsToldInWords() {
        #expect(AblationVerdict.stays(tailIsKnown: true).text == "stays")
        #expect(AblationVerdict.stays(tailIsKnown: false).text == "stays (no tail is known)")
        #expect(AblationVerdict.dropped("why").text == "to be dropped: why")
        #expect(AblationVerdict.undecided("why").text == "undecided: why")
    }
}
