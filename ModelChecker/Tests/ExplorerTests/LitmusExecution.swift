@testable import Explorer

extension LitmusProgram {
    /// Every outcome of every execution under C11, and whether all executions within the plan were explored.
    ///
    /// - Parameter placesStores: whether a store may come in modification order before one that was performed earlier.
    func exploredOutcomes(
        placesStores: Bool, plan: Exploration.Plan = .exhaustive
    ) -> (outcomes: Set<LitmusOutcome>, isExhausted: Bool) {
        let seen = ExploredOutcomes()
        var exploration = Exploration(memory: .c11, plan: plan) { run($0, seen) }
        exploration.placesStores = placesStores
        exploration.staleReads = .max
        exploration.scouts = 0  // Their outcomes would hide what a search misses.
        let verdict = exploration.run()
        precondition(verdict.violation == nil, "\(self): \(verdict.violation!.law)")
        return (seen.outcomes, verdict.isExhausted)
    }

    private final class ExploredOutcomes {
        var outcomes: Set<LitmusOutcome> = []
    }

    private func run(_ execution: Execution, _ seen: ExploredOutcomes) {
        let machine = Machine.shared
        let cells = (0..<words).map { _ in machine.makeCell(.word, 0) }
        var registers = [[UInt]](repeating: [], count: threads.count)
        for (index, steps) in threads.enumerated() {
            execution.fiber("T\(index)") {
                for step in steps {
                    if let result = perform(step, machine, cells) { registers[index].append(result) }
                }
            }
        }
        execution.atEnd {
            seen.outcomes.insert(LitmusOutcome(registers: registers, memory: cells.map { machine.load($0, .relaxed) }))
            for cell in cells { machine.freeCell(cell) }
        }
    }

    /// What the step adds to the registers.
    private func perform(_ step: Step, _ machine: Machine, _ cells: [CellPointer]) -> UInt? {
        switch step {
        case .load(let word, let order): return machine.load(cells[word], order.inMachine)
        case .store(let word, let value, let order): machine.store(cells[word], value, order.inMachine)
        case .exchange(let word, let value, let order): return machine.exchange(cells[word], value, order.inMachine)
        case .add(let word, let value, let order): return machine.fetchAdd(cells[word], value, order.inMachine)
        case .compareExchange(let word, let expected, let desired, let order):
            let failing = order.inMachine.acquires ? MemoryOrder.acquire : .relaxed
            return machine.compareExchange(cells[word], expected, desired, order.inMachine, failing: failing).original
        case .fence(let fence): fence.perform(machine)
        }
        return nil
    }
}

extension LitmusProgram.Order {
    fileprivate var inMachine: MemoryOrder {
        switch self {
        case .relaxed: .relaxed
        case .acquire: .acquire
        case .release: .release
        case .acquireRelease: .acquireRelease
        }
    }
}

extension LitmusProgram.Fence {
    fileprivate func perform(_ machine: Machine) {
        switch self {
        case .acquire: machine.fence(.acquire)
        case .release: machine.fence(.release)
        case .sequentiallyConsistent: machine.fence(.sequentiallyConsistent)
        case .light: break
        case .heavy: machine.heavyFence()
        }
    }
}
