import Testing

@testable import Explorer

/// The reduced search reaches every outcome that the full one reaches.
@Suite(.serialized) struct ReductionTests {
    @Test(arguments: MemoryModel.allCases)
    func reductionLosesNoOutcomeOfRandomPrograms(memory: MemoryModel) {
        var full = 0, reduced = 0, compared = 0
        for seed in 0..<600 as Range<UInt64> {
            let program = RandomProgram(seed: seed)
            let all = program.outcomes(memory, .bounded(preemptions: .max), limit: 20_000)  // Some have millions.
            let some = program.outcomes(memory, .exhaustive)
            #expect(some.verdict.isExhausted, "seed \(seed): \(program)")
            let missing = all.outcomes.subtracting(some.outcomes)
            #expect(missing == [], "seed \(seed): \(program)")
            if !all.verdict.isExhausted { continue }
            compared += 1
            full += all.verdict.executions
            reduced += some.verdict.executions
        }
        #expect(compared > 400)
        print("\(memory.rawValue): \(compared) programs, \(full) executions in full, \(reduced) reduced")
        #expect(reduced < full / 4)
    }
}
