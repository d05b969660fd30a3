@testable import Explorer

/// A small random program over two words, a lock and a parker, and what its executions can come out as.
struct RandomProgram {
    enum Step {
        case load(Int), store(Int, UInt), add(Int), compareExchange(Int, UInt, UInt), fence
        case locked([Step])
        /// Fiber 0 waits for the last fiber.
        case park, unpark
    }

    let fibers: [[Step]]

    init(seed: UInt64) {
        var random = SplitMix(seed)
        let count = 2 + random.below(2)
        var fibers = (0..<count).map { _ in
            (0..<(count == 2 ? 2 + random.below(3) : 2)).map { _ in Self.step(&random, mayLock: true) }
        }
        if random.below(4) == 0 {
            fibers[0].insert(.park, at: random.below(fibers[0].count + 1))
            fibers[count - 1].insert(.unpark, at: random.below(fibers[count - 1].count + 1))
        }
        self.fibers = fibers
    }

    private static func step(_ random: inout SplitMix, mayLock: Bool) -> Step {
        let cell = random.below(2)
        switch random.below(mayLock ? 11 : 8) {
        case 0, 1, 2: return .load(cell)
        case 3, 4, 5: return .store(cell, UInt(1 + random.below(3)))
        case 6: return .add(cell)
        case 7: return .compareExchange(cell, UInt(random.below(2)), 7)
        case 8: return .fence
        default: return .locked((0...random.below(2)).map { _ in step(&random, mayLock: false) })
        }
    }

    /// Every outcome of every execution: what was read, and what is in the words at the end.
    func outcomes(
        _ memory: MemoryModel, _ plan: Exploration.Plan, limit: Int = .max
    ) -> (outcomes: Set<[UInt]>, verdict: ExplorationResult) {
        let seen = Outcomes()
        var exploration = Exploration(memory: memory, plan: plan) { run($0, seen) }
        exploration.executionLimit = limit
        let verdict = exploration.run()
        return (seen.all, verdict)
    }

    private final class Outcomes {
        var all: Set<[UInt]> = []
    }

    private func run(_ execution: Execution, _ seen: Outcomes) {
        let machine = Machine.shared
        let words = [machine.makeCell(.word, 0), machine.makeCell(.word, 0)]
        let lock = machine.makeCell(.lock, 0), parker = machine.makeCell(.parker, 0)
        var reads = [[UInt]](repeating: [], count: fibers.count)
        for (index, steps) in fibers.enumerated() {
            execution.fiber("F\(index)") {
                func perform(_ step: Step) {
                    switch step {
                    case .load(let cell): reads[index].append(machine.load(words[cell]))
                    case .store(let cell, let value): machine.store(words[cell], value)
                    case .add(let cell): reads[index].append(machine.fetchAdd(words[cell], 10))
                    case .compareExchange(let cell, let old, let new):
                        reads[index].append(machine.compareExchange(words[cell], old, new).original)
                    case .fence: machine.heavyFence()
                    case .locked(let inner):
                        machine.acquire(lock)
                        inner.forEach(perform)
                        machine.release(lock)
                    case .park: machine.park(parker)
                    case .unpark: machine.unpark(parker)
                    }
                }
                steps.forEach(perform)
            }
        }
        execution.atEnd {
            seen.all.insert(reads.flatMap { $0 + [999] } + words.map { machine.load($0) })
            for cell in words + [lock, parker] { machine.freeCell(cell) }
        }
    }
}
