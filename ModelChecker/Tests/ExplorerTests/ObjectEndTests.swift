import Testing

@testable import Explorer

/// Which fiber ends an object, and whether a weak reference finds it, is no step. A search that remembers states tells them apart nevertheless.
@Suite(.serialized) struct ObjectEndTests {
    @Test(arguments: MemoryModel.allCases, 0...3)
    func whoGivesUpTheLastReferenceIsToldApart(memory: MemoryModel, bound: Int) { compare(memory, bound, hasWeakReader: false) }

    @Test(arguments: MemoryModel.allCases, 0...3)
    func whatAWeakReferenceFindsIsToldApart(memory: MemoryModel, bound: Int) { compare(memory, bound, hasWeakReader: true) }

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
        let seen = SeenOutcomes(), ended = Ended()
        var exploration = Exploration(memory: memory, plan: plan) { execution in
            let machine = Machine.shared
            let words = [machine.makeCell(.word, 0), machine.makeCell(.word, 0)]
            let object = Watched(ended)
            let holders = [Holder(object, weakly: nil), Holder(hasWeakReader ? nil : object, weakly: object)]
            var results: [UInt] = [0, 0, 0]
            for index in 0..<2 {
                execution.fiber("F\(index)") {
                    machine.store(words[index], 1, .relaxed)
                    if index == 1, hasWeakReader { results[2] = holders[1].weakly == nil ? 1 : 2 }
                    holders[index].object = nil
                    results[index] = machine.load(words[1 - index], .relaxed)
                }
            }
            execution.atEnd {
                seen.insert([ended.ender] + results)
                words.forEach(machine.freeCell)
            }
        }
        exploration.scouts = 0
        let verdict = exploration.run()
        #expect(verdict.isExhausted && verdict.violation == nil)
        return seen.all
    }
}
