import Testing

@testable import Explorer

/// The reduced search reaches every outcome that the full one reaches.
@Suite(.serialized) struct ReductionTests {
    @Test(arguments: MemoryModel.allCases)
    func reductionLosesNoOutcomeOfRandomPrograms(memory: MemoryModel) { compare(0..<600, memory, atLeast: 400) }

    /// Under C11, where stores may come before earlier ones in modification order.
    @Test func reductionLosesNoOutcomeWhereStoresArePlaced() { compare(600..<800, .c11, placesStores: true, atLeast: 130) }

    private func compare(_ seeds: Range<UInt64>, _ memory: MemoryModel, placesStores: Bool = false, atLeast least: Int) {
        var full = 0, reduced = 0, compared = 0
        for seed in seeds {
            let program = RandomProgram(seed: seed, memory)
            // Some have millions.
            let all = program.outcomes(memory, .bounded(preemptions: .max), limit: 20_000, placesStores: placesStores)
            let some = program.outcomes(memory, .exhaustive, placesStores: placesStores)
            #expect(some.verdict.isExhausted, "seed \(seed): \(program)")
            let missing = all.outcomes.subtracting(some.outcomes)
            #expect(missing == [], "seed \(seed): \(program)")
            if !all.verdict.isExhausted { continue }
            compared += 1
            full += all.verdict.executions
            reduced += some.verdict.executions
        }
        #expect(compared > least)
        print("\(memory.rawValue): \(compared) programs, \(full) executions in full, \(reduced) reduced")
        #expect(reduced < full / 4)
    }
}
