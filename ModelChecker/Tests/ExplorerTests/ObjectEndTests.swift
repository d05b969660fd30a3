import Testing

@testable import Explorer

/// Which fiber ends an object, and whether a weak reference finds it, is no step. A search that remembers states tells them apart nevertheless.
@Suite(.serialized) struct ObjectEndTests {
    @Test(arguments: MemoryModel.allCases, 0...3)
    func whoGivesUpTheLastReferenceIsToldApart(memory: MemoryModel, bound: Int) { compare(memory, bound, hasWeakReader: false) }

    @Test(arguments: MemoryModel.allCases, 0...3)
    func whatAWeakReferenceFindsIsToldApart(memory: MemoryModel, bound: Int) { compare(memory, bound, hasWeakReader: true) }

    /// F0 is left between its store and its load, which neither step of F1's matters to. So F1 reads the store, and F0 nevertheless gives up its
    /// reference last. Only the place of a preemption says so, no order of steps.
    @Test(arguments: MemoryModel.allCases, 0...3)
    func whoIsLeftMayGiveUpTheLastReference(memory: MemoryModel, bound: Int) {
        func outcomes(_ plan: Exploration.Plan) -> Set<[UInt]> {
            explore(memory, plan) { execution, object, results in
                let machine = Machine.shared
                let words = [machine.makeCell(.word, 0), machine.makeCell(.word, 0)]
                let holders = [Holder(object, weakly: nil), Holder(object, weakly: nil)]
                execution.fiber("F0") {
                    machine.store(words[0], 1, .relaxed)
                    results.all[0] = machine.load(words[1], .relaxed)
                    holders[0].object = nil
                }
                execution.fiber("F1") {
                    results.all[1] = machine.load(words[0], .relaxed)
                    holders[1].object = nil
                }
                execution.fiber("F2") { machine.store(words[1], 1, .relaxed) }
                return words
            }
        }
        let all = outcomes(.unreduced(preemptions: bound)), some = outcomes(.bounded(preemptions: bound))
        #expect(all == some)
        // F0 ends the object, and F1 has read what F0 stores.
        if bound > 0 { #expect(all.contains([1 << 4, 0, 1, 0])) }
    }

    /// F0 stores, and gives up its reference. If F1 then gives up the last one, it sees that store, also where stores wait in buffers.
    @Test(arguments: MemoryModel.allCases, [Exploration.Plan.exhaustive, .bounded(preemptions: 3), .unreduced(preemptions: 3)])
    func theLastReferenceSeesWhatWasStoredBeforeOthersWereGivenUp(memory: MemoryModel, plan: Exploration.Plan) {
        let outcomes = explore(memory, plan) { execution, object, results in
            let machine = Machine.shared
            let words = [machine.makeCell(.word, 0)]
            let holders = [Holder(object, weakly: nil), Holder(object, weakly: nil)]
            execution.fiber("F0") {
                machine.store(words[0], 1, .relaxed)
                holders[0].object = nil
            }
            execution.fiber("F1") {
                results.all[1] = machine.load(words[0], .relaxed)
                holders[1].object = nil
                results.all[0] = machine.load(words[0], .relaxed)
            }
            return words
        }
        let loadedByTheLast = Set(outcomes.filter { $0[0] == 2 << 4 }.map { $0[1] })
        #expect(loadedByTheLast.isSubset(of: [1]))
        // The search for all interleavings doesn't reverse who ends an object.
        if case .exhaustive = plan { return }
        #expect(Set(outcomes.map { $0[0] }) == [1 << 4, 2 << 4] && loadedByTheLast == [1])
    }

    private func compare(_ memory: MemoryModel, _ bound: Int, hasWeakReader: Bool) {
        let all = outcomes(memory, .unreduced(preemptions: bound), hasWeakReader),
            some = outcomes(memory, .bounded(preemptions: bound), hasWeakReader)
        #expect(all == some)
        #expect(all.count > 1)
    }

    private final class Ended {
        var ender: UInt = 0
    }

    /// Ends with a cell, as objects of the kernel do.
    private final class Watched {
        private let ended: Ended
        private let cell = Machine.shared.makeCell(.word, 0)

        init(_ ended: Ended) { self.ended = ended }

        deinit {
            ended.ender = Machine.shared.threadToken
            Machine.shared.freeCell(cell)
        }
    }

    private final class Holder {
        var object: Watched?
        weak var weakly: Watched?

        init(_ object: Watched?, weakly: Watched?) {
            self.object = object
            self.weakly = weakly
        }
    }

    /// Two fibers, each of which stores to a word of its own, gives up a reference or follows a weak one, and loads the other's word: who ended the
    /// object, what the weak reference found, and what was loaded.
    private func outcomes(_ memory: MemoryModel, _ plan: Exploration.Plan, _ hasWeakReader: Bool) -> Set<[UInt]> {
        explore(memory, plan) { execution, object, results in
            let machine = Machine.shared
            let words = [machine.makeCell(.word, 0), machine.makeCell(.word, 0)]
            let holders = [Holder(object, weakly: nil), Holder(hasWeakReader ? nil : object, weakly: object)]
            for index in 0..<2 {
                execution.fiber("F\(index)") {
                    machine.store(words[index], 1, .relaxed)
                    if index == 1, hasWeakReader { results.all[2] = holders[1].weakly == nil ? 1 : 2 }
                    holders[index].object = nil
                    results.all[index] = machine.load(words[1 - index], .relaxed)
                }
            }
            return words
        }
    }

    private final class Results {
        var all: [UInt] = [0, 0, 0]
    }

    /// Who ended the object that the program's fibers hold, and the results, of all executions.
    ///
    /// - Parameter program: returns the words that it has made.
    private func explore(
        _ memory: MemoryModel, _ plan: Exploration.Plan, _ program: @escaping (Execution, Watched, Results) -> [CellPointer]
    ) -> Set<[UInt]> {
        let seen = SeenOutcomes(), ended = Ended()
        var exploration = Exploration(memory: memory, plan: plan) { execution in
            let results = Results()
            let words = program(execution, Watched(ended), results)
            execution.atEnd {
                seen.insert([ended.ender] + results.all)
                words.forEach(Machine.shared.freeCell)
            }
        }
        exploration.scouts = 0
        let verdict = exploration.run()
        #expect(verdict.isExhausted && verdict.violation == nil)
        return seen.all
    }
}
