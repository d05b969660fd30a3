import Testing

@testable import Explorer

/// The reduced search reaches every outcome that the full one reaches.
@Suite(.serialized) struct ReductionTests {
    @Test(arguments: MemoryModel.allCases)
    func reductionLosesNoOutcomeOfRandomPrograms(memory: MemoryModel) {
        var full = 0, reduced = 0
        for seed in 0..<600 as Range<UInt64> {
            let program = RandomProgram(seed: seed)
            let all = program.outcomes(memory, .bounded(preemptions: .max))
            let some = program.outcomes(memory, .exhaustive)
            #expect(all.verdict.isExhausted && some.verdict.isExhausted)
            let missing = all.outcomes.subtracting(some.outcomes)
            #expect(missing == [], "seed \(seed): \(program)")
            full += all.verdict.executions
            reduced += some.verdict.executions
        }
        print("\(memory.rawValue): \(full) executions in full, \(reduced) reduced")
        #expect(reduced < full / 4)
    }
}
