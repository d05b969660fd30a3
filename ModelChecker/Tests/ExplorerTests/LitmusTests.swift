import Testing

/// The weak memory model: what the explorer executes is what the axioms allow, no less and no more, and both agree with the table.
@Suite(.serialized) struct LitmusTests {
    @Test(arguments: LitmusLaw.all)
    func axiomsAgreeWithTheTable(law: LitmusLaw) {
        for placesStores in [false, true] {
            for ordersFencesBySteps in [false, true] {
                let allowed = law.program.allowedOutcomes(placesStores: placesStores, ordersFencesBySteps: ordersFencesBySteps)
                let isAllowed = allowed.contains(where: law.weak)
                #expect(isAllowed == law.isPossible(placesStores: placesStores), "placesStores \(placesStores): \(law.program)")
            }
        }
    }

    @Test(arguments: LitmusLaw.all)
    func explorerFindsWhatIsPossibleAndExhaustsTheRest(law: LitmusLaw) {
        for placesStores in [false, true] {
            let explored = law.program.exploredOutcomes(placesStores: placesStores)
            #expect(explored.isExhausted)
            let isFound = explored.outcomes.contains(where: law.weak)
            #expect(isFound == law.isPossible(placesStores: placesStores), "placesStores \(placesStores): \(law.program)")
            expectEqual(explored.outcomes, law.program.allowedOutcomes(placesStores: placesStores), "\(law.program)")
        }
    }

    @Test(arguments: [false, true])
    func randomProgramsComeOutAsTheAxiomsAllow(placesStores: Bool) {
        let seeds = 0..<600 as Range<UInt64>
        var outcomes = 0
        for seed in seeds {
            let program = LitmusProgram(seed: seed)
            let explored = program.exploredOutcomes(placesStores: placesStores)
            #expect(explored.isExhausted, "seed \(seed): \(program)")
            expectEqual(explored.outcomes, program.allowedOutcomes(placesStores: placesStores), "seed \(seed): \(program)")
            outcomes += explored.outcomes.count
        }
        print("placesStores \(placesStores): \(outcomes) outcomes of \(seeds.count) programs, the same by execution and by the axioms")
    }

    /// The programs would prove little if interleavings alone gave their outcomes. With fences everywhere they have no others, and stores that
    /// may be placed add some.
    @Test func randomProgramsAreWeak() {
        var weak = 0, placed = 0
        for seed in 0..<200 as Range<UInt64> {
            let program = LitmusProgram(seed: seed)
            let fenced = LitmusProgram(
                words: program.words, threads: program.threads.map { $0.flatMap { [$0, .fence(.sequentiallyConsistent)] } })
            let interleaved = fenced.allowedOutcomes(placesStores: true)
            let appended = program.allowedOutcomes(placesStores: false), all = program.allowedOutcomes(placesStores: true)
            #expect(interleaved.isSubset(of: appended) && appended.isSubset(of: all), "seed \(seed): \(program)")
            weak += interleaved == all ? 0 : 1
            placed += appended == all ? 0 : 1
        }
        #expect(weak > 30)
        #expect(placed > 5)
    }

    /// RC11 has the second fence before the first although two relaxed reads lead from the first to the second; Arm as well, by letting the middle
    /// thread's store overtake its load. Where fences are ordered as steps are, it is as impossible as LB.
    @Test func fencesAreOrderedAsTheirSteps() {
        let program = LitmusProgram(
            words: 3,
            threads: [
                [.store(word: 0, 1, .relaxed), .fence(.sequentiallyConsistent), .store(word: 1, 1, .relaxed)],
                [.load(word: 1, .relaxed), .store(word: 2, 1, .relaxed)],
                [.load(word: 2, .relaxed), .fence(.sequentiallyConsistent), .load(word: 0, .relaxed)],
            ])
        let weak: (LitmusOutcome) -> Bool = { $0.registers == [[], [1], [1, 0]] }
        #expect(program.allowedOutcomes(placesStores: true, ordersFencesBySteps: false).contains(where: weak))
        #expect(!program.allowedOutcomes(placesStores: true).contains(where: weak))
        #expect(!program.exploredOutcomes(placesStores: true).outcomes.contains(where: weak))
    }

    private func expectEqual(_ explored: Set<LitmusOutcome>, _ allowed: Set<LitmusOutcome>, _ program: String) {
        let missing = allowed.subtracting(explored), invented = explored.subtracting(allowed)
        #expect(missing.isEmpty && invented.isEmpty, "\(program)\nmissing \(missing)\ninvented \(invented)")
    }
}
