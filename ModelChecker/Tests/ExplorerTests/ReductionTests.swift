import Testing

@testable import Explorer

/// The reduced search reaches every outcome that the full one reaches.
@Suite(.serialized) struct ReductionTests {
    @Test(arguments: MemoryModel.allCases)
    func reductionLosesNoOutcomeOfRandomPrograms(memory: MemoryModel) {
        var full = 0, reduced = 0, compared = 0
        for seed in 0..<600 as Range<UInt64> {
            let program = RandomProgram(seed: seed)
            let all = program.outcomes(memory, .bounded(preemptions: .max), limit: 20_000)
            if !all.verdict.isExhausted { continue }  // Some have millions.
            compared += 1
            let some = program.outcomes(memory, .exhaustive)
            #expect(some.verdict.isExhausted)
            let missing = all.outcomes.subtracting(some.outcomes)
            #expect(missing == [], "seed \(seed): \(program)")
            full += all.verdict.executions
            reduced += some.verdict.executions
        }
        #expect(compared > 400)
        print("\(memory.rawValue): \(compared) programs, \(full) executions in full, \(reduced) reduced")
        #expect(reduced < full / 4)
    }
}
