import Testing

@testable import Explorer

/// At each bound the search with states reaches what the one without them does, and at `bound` a certain outcome.
func compareWithinBounds(
    _ memory: MemoryModel, bound: Int, bufferCapacity: Int = StoreBuffer.capacity, staleReads: Int = 2, placesStores: Bool = false,
    reaches outcome: [UInt], _ program: @escaping (LitmusBoard) -> Void
) {
    func outcomes(_ plan: Exploration.Plan) -> Set<[UInt]> {
        let seen = SeenOutcomes()
        var exploration = Exploration(memory: memory, plan: plan) { execution in
            let board = LitmusBoard(execution, results: outcome.count)
            program(board)
            execution.atEnd { board.end(seen) }
        }
        exploration.scouts = 0
        exploration.bufferCapacity = bufferCapacity
        exploration.staleReads = staleReads
        exploration.placedAnywhere = 0  // Nothing here has references.
        exploration.placesStores = placesStores
        exploration.executionLimit = 2_000_000
        let verdict = exploration.run()
        #expect(verdict.isExhausted && verdict.violation == nil, "\(verdict)")
        return seen.all
    }
    for preemptions in 0...2 {
        let all = outcomes(.unreduced(preemptions: preemptions))
        let some = outcomes(.bounded(preemptions: preemptions))
        if preemptions == bound { #expect(all.contains(outcome)) }
        let lost = all.subtracting(some), more = some.subtracting(all)
        #expect(lost == [] && more == [], "≤ \(preemptions) preemptions")
    }
}

/// What the executions of a search have come to. Those that it has given up don't count, nor those of a search that has started anew: they would
/// hide what it loses.
final class SeenOutcomes {
    private(set) var all: Set<[UInt]> = []
    private var search: (any Search)?

    /// At the end of an execution.
    func insert(_ outcome: [UInt]) {
        let machine = Machine.shared
        if search !== machine.search {
            search = machine.search
            all = []
        }
        if !machine.search.isOver { all.insert(outcome) }
    }
}

/// The words and fibers of one execution of a program, and what its reads have returned.
final class LitmusBoard {
    let machine = Machine.shared
    private let execution: Execution
    private var cells: [CellPointer] = []
    private var fibers = 0
    var results: [UInt]

    init(_ execution: Execution, results count: Int) {
        self.execution = execution
        results = Array(repeating: 0, count: count)
    }

    func word() -> CellPointer { make(.word) }
    func lock() -> CellPointer { make(.lock) }
    func parker() -> CellPointer { make(.parker) }

    private func make(_ kind: SharedCell.Kind) -> CellPointer {
        cells.append(machine.makeCell(kind, 0))
        return cells.last!
    }

    func fiber(_ body: @escaping () -> Void) {
        execution.fiber("F\(fibers)", body)
        fibers += 1
    }

    func read(_ result: Int, _ word: CellPointer, _ order: MemoryOrder = .relaxed) { results[result] = machine.load(word, order) }
    func store(_ word: CellPointer, _ value: UInt) { machine.store(word, value, .relaxed) }
    func exchange(_ word: CellPointer, _ value: UInt) { _ = machine.exchange(word, value, .relaxed) }
    func compareExchange(_ result: Int, _ word: CellPointer, _ old: UInt, _ new: UInt) {
        results[result] = machine.compareExchange(word, old, new, .relaxed, failing: .relaxed).original
    }

    func end(_ seen: SeenOutcomes) {
        seen.insert(results)
        for cell in cells where !cell.pointee.isFreed { machine.freeCell(cell) }
    }
}
