import Testing

@testable import Explorer

/// The reduced search reaches every outcome that the full one reaches.
@Suite(.serialized) struct ReductionTests {
    @Test(arguments: MemoryModel.allCases)
    func reductionLosesNoOutcomeOfRandomPrograms(memory: MemoryModel) { compare(0..<600, memory, atLeast: 400) }

    @Test(arguments: MemoryModel.allCases)
    func reductionLosesNoOutcomeOfProgramsWithQueues(memory: MemoryModel) { compare(RandomProgram.queueSeeds, memory, atLeast: 100) }

    @Test(arguments: MemoryModel.allCases)
    func reductionLosesNoOutcomeOfProgramsWithClocks(memory: MemoryModel) { compare(RandomProgram.clockSeeds, memory, atLeast: 25) }

    /// Under C11, where stores may come before earlier ones in modification order.
    @Test func reductionLosesNoOutcomeWhereStoresArePlaced() { compare(600..<800, .c11, placesStores: true, atLeast: 130) }

    /// With the same bounds, the same outcomes: neither fewer nor more.
    @Test(arguments: MemoryModel.allCases)
    func visitedStatesLoseNoOutcomeWithinABound(memory: MemoryModel) {
        var full = 0, reduced = 0, compared = 0
        // Under TSO the last ones lose an outcome if a fiber sleeps while another one waits for a store to become visible.
        for seed in Array(0..<400 as Range<UInt64>) + [461, 1_788, 2_615, 3_923] + RandomProgram.queueSeeds + RandomProgram.clockSeeds.prefix(20) {
            let program = RandomProgram(seed: seed, memory)
            for bound in 0...3 {
                let stale = memory == .c11 ? Int(seed % 4) : 0
                let all = program.outcomes(memory, .unreduced(preemptions: bound), limit: 20_000, staleReads: stale)
                let some = program.outcomes(memory, .bounded(preemptions: bound), staleReads: stale)
                #expect(some.verdict.isExhausted && some.verdict.preemptions == bound, "seed \(seed): \(program)")
                #expect(all.outcomes.subtracting(some.outcomes) == [], "seed \(seed), ≤ \(bound) preemptions: \(program)")
                if !all.verdict.isExhausted { continue }
                #expect(some.outcomes.subtracting(all.outcomes) == [], "seed \(seed), ≤ \(bound) preemptions: \(program)")
                compared += 1
                full += all.verdict.executions
                reduced += some.verdict.executions
            }
        }
        print("\(memory.rawValue): \(compared) bounded searches, \(full) executions in full, \(reduced) reduced")
        #expect(compared > 1_200)
        #expect(reduced * 4 < full * 3)
    }

    /// A search that comes to its end without meeting its bounds has seen all interleavings, and says so.
    @Test(arguments: MemoryModel.allCases)
    func aBoundThatIsNeverMetIsNone(memory: MemoryModel) {
        var complete = 0
        for seed in Array(0..<100 as Range<UInt64>) + RandomProgram.queueSeeds.prefix(25) {
            let program = RandomProgram(seed: seed, memory)
            let all = program.outcomes(memory, .exhaustive)
            let wide = program.outcomes(memory, .bounded(preemptions: 40))
            #expect(wide.verdict.isComplete && wide.outcomes == all.outcomes, "seed \(seed): \(program)")
            let narrow = program.outcomes(memory, .bounded(preemptions: 1), staleReads: 0)
            if narrow.verdict.isComplete {
                complete += 1
                #expect(narrow.outcomes == all.outcomes, "seed \(seed): \(program)")
            }
        }
        #expect(complete < 125)
    }

    /// Its worker is a second user of a queue, though no other thread puts jobs on it: which job a worker takes follows from all that were put there.
    @Test func aQueueIsSharedThoughOnlyOneThreadFillsIt() {
        let small = RandomProgram(
            [[.add(1, .relaxed), .enqueue([.compareExchange(0, 0, 7, .relaxed)]), .store(0, 2, .relaxed), .enqueue([.store(1, 1, .relaxed)])]],
            jobs: 2)
        let all = small.outcomes(.storeBuffers, .unreduced(preemptions: .max)).outcomes
        #expect(all.count > 1 && small.outcomes(.storeBuffers, .exhaustive).outcomes == all)
        let parking = RandomProgram(
            [
                [.store(0, 1, .relaxed), .enqueue([.load(0, .relaxed)]), .park, .enqueue([.load(0, .relaxed)]), .store(0, 3, .relaxed)],
                [.unpark, .add(0, .relaxed)],
            ], jobs: 2)
        let some = parking.outcomes(.sequential, .unreduced(preemptions: 1)).outcomes
        #expect(some.count > 1 && parking.outcomes(.sequential, .bounded(preemptions: 1)).outcomes == some)
    }

    /// What the set-up has put on a queue is no step, and is taken first.
    @Test(arguments: [1, 2]) func jobsOfTheSetUpAreTakenBeforeOthers(jobs: Int) {
        let (all, some) = outcomes(words: 2) { execution, words in
            let machine = Machine.shared
            var queue: SerialQueue?
            func fiber() {
                execution.fiber("F") {
                    for word in words.reversed() { machine.store(word, 3, .relaxed) }
                    for _ in 0..<jobs { machine.enqueue({}, on: queue!) }
                }
            }
            // Either of the two may have the lower number.
            if jobs == 1 { fiber() }
            queue = machine.makeQueue("queue")
            for word in words.prefix(jobs).reversed() { machine.enqueue({ machine.store(word, 1, .relaxed) }, on: queue!) }
            if jobs == 2 { fiber() }
        }
        #expect(all.count > 1 && some == all)
    }

    /// The clock can't go on any more when the last alarm has been cancelled.
    @Test func anAlarmMayRingBeforeItIsCancelled() {
        let (all, some) = outcomes(words: 1) { execution, words in
            let machine = Machine.shared
            execution.startClock()
            let queue = machine.makeQueue("queue")
            execution.fiber("F") {
                let alarm = machine.makeAlarm(on: queue, at: 2_000_000) { machine.store(words[0], 1, .relaxed) }
                _ = machine.cancel(alarm)
            }
        }
        #expect(all == [[0], [1]] && some == all)
    }

    /// What is in the words at the end, of all executions and of those of the search for all interleavings.
    private func outcomes(
        words count: Int, _ program: @escaping (Execution, [CellPointer]) -> Void
    ) -> (all: Set<[UInt]>, some: Set<[UInt]>) {
        func explored(_ plan: Exploration.Plan) -> Set<[UInt]> {
            let seen = SeenOutcomes()
            var exploration = Exploration(memory: .sequential, plan: plan) { execution in
                let machine = Machine.shared, words = (0..<count).map { _ in machine.makeCell(.word, 0) }
                program(execution, words)
                execution.atEnd {
                    seen.insert(words.map { machine.load($0, .relaxed) })
                    words.forEach(machine.freeCell)
                }
            }
            exploration.scouts = 0
            let verdict = exploration.run()
            #expect(verdict.isExhausted && verdict.violation == nil)
            return seen.all
        }
        return (explored(.unreduced(preemptions: .max)), explored(.exhaustive))
    }

    private func compare(_ seeds: Range<UInt64>, _ memory: MemoryModel, placesStores: Bool = false, atLeast least: Int) {
        var full = 0, reduced = 0, compared = 0
        for seed in seeds {
            let program = RandomProgram(seed: seed, memory)
            // Some have millions.
            let all = program.outcomes(memory, .unreduced(preemptions: .max), limit: 20_000, placesStores: placesStores)
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
