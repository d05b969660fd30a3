import Testing

@testable import Explorer

/// Programs that are small enough to see why an outcome is within a bound, and large enough for a reduction to lose it.
@Suite(.serialized) struct BoundedOutcomeTests {
    /// Process p on a word that m made is another step than process q on one that m ^ p ^ q made.
    @Test func wordsOfDifferentMakersAreToldApart() {
        compare(.sequential, bound: 1, reaches: [1, 1, 0, 1, 1]) { board in
            let d = board.word(), y = board.word()
            var c: CellPointer?
            board.fiber {
                c = board.word()
                board.read(2, c!)
                board.read(3, c!)
                board.read(4, y)
            }
            board.fiber {
                board.read(0, d)
                board.read(1, d)
                board.store(y, 1)
            }
            board.fiber {
                board.store(c!, 1)
                board.store(d, 1)
            }
        }
    }

    /// The release that becomes visible lets the running fiber go on: to leave it costs something from then on.
    @Test func aStoreThatLetsTheRunningFiberGoOnHasItsPrice() {
        compare(.storeBuffers, bound: 0, reaches: [1, 1, 1]) { board in
            let m = board.lock(), q = board.parker(), x = board.word(), y = board.word(), z = board.word()
            board.fiber {
                board.machine.acquire(m)
                board.machine.park(q)
                board.machine.release(m)
                board.store(x, 1)
            }
            board.fiber { board.machine.unpark(q) }
            board.fiber {
                board.exchange(y, 1)
                board.machine.acquire(m)
                board.read(2, z)
                board.machine.release(m)
            }
            board.fiber {
                board.read(0, x)
                board.read(1, y)
                board.exchange(z, 1)
            }
        }
    }

    /// A fiber takes a lock again that it has given back, which others don't see yet.
    @Test func aReleaseInTheOwnBufferIsNoReasonToWait() {
        compare(.storeBuffers, bound: 1, reaches: [1, 1]) { board in
            let m = board.lock(), x = board.word(), y = board.word(), z = board.word()
            board.fiber { board.exchange(y, 1) }
            board.fiber {
                board.machine.acquire(m)
                board.machine.release(m)
                board.store(x, 1)
                board.machine.acquire(m)
                board.read(1, z)
                _ = board.machine.load(y, .relaxed)
                board.machine.release(m)
            }
            board.fiber {
                board.read(0, x)
                board.exchange(z, 1)
                board.machine.acquire(m)
                board.machine.release(m)
            }
        }
    }

    /// The store becomes visible, and the fiber waits nevertheless.
    @Test func aFiberMayWaitForItsBufferAndForAnotherFiber() {
        compare(.storeBuffers, bound: 0, reaches: [0, 1]) { board in
            let p = board.parker(), w = board.word(), y = board.word()
            board.fiber {
                board.store(w, 1)
                board.machine.park(p)
            }
            board.fiber {
                board.exchange(y, 1)
                board.machine.unpark(p)
            }
            board.fiber {
                board.read(0, y)
                board.read(1, w)
            }
        }
    }

    /// A fiber goes on when its oldest store has become visible, though nobody looks at that word.
    @Test func aFullBufferMakesRoom() {
        compare(.storeBuffers, bound: 0, bufferCapacity: 2, reaches: [0, 1]) { board in
            let x = board.word(), y = board.word(), z = board.word()
            board.fiber {
                board.read(0, y)
                for _ in 0..<2 { board.store(z, 1) }
                board.store(x, 1)
            }
            board.fiber {
                board.read(1, x)
                board.exchange(y, 1)
                board.exchange(z, 1)
            }
        }
    }

    /// Two fibers' fences have come when the running one takes a step, the other's first.
    @Test func anotherFibersFenceMayComeBeforeTheRunningFibersOwn() {
        compare(.c11, bound: 0, reaches: [1, 0, 1, 1, 0]) { board in
            let u = board.word(), v = board.word(), w = board.word(), x = board.word(), z = board.word(), q = board.parker()
            board.fiber {
                board.store(z, 1)
                board.store(v, 1)
                board.machine.park(q)
                board.store(x, 1)
                board.store(w, 1)
            }
            board.fiber {
                board.read(0, v)
                board.machine.unpark(q)
                board.machine.heavyFence()
                board.read(1, w)
                board.store(u, 1)
            }
            board.fiber {
                board.read(2, u)
                board.read(3, x, .acquire)
                board.read(4, z)
            }
        }
    }

    /// A fiber that is preempted for nothing, before an append, makes itself the running one by it: so the fiber that its release lets go on is left
    /// for nothing.
    @Test func whoRunsWhenALockBecomesFreeHasItsPrice() {
        compare(.storeBuffers, bound: 1, reaches: [2, 3]) { board in
            let l = board.lock(), y = board.word()
            board.fiber {
                board.machine.acquire(l)
                board.store(y, 2)
                board.machine.release(l)
                board.exchange(y, 3)
            }
            board.fiber {
                board.read(0, y)
                board.machine.acquire(l)
                board.read(1, y)
                board.machine.release(l)
            }
        }
    }

    /// The fiber that waits for another one's buffer is let go on by that one's stores, whoever runs then.
    @Test func whoRunsWhenABufferIsEmptyHasItsPrice() {
        compare(.storeBuffers, bound: 1, reaches: [0, 1, 1, 1, 1, 0]) { board in
            let l = board.lock(), u = board.word(), v = board.word(), x = board.word(), y = board.word(), z = board.word()
            board.fiber { board.store(x, 1) }
            board.fiber {
                board.exchange(u, 1)
                board.read(0, v)
                board.machine.acquire(l)
                board.read(2, z)
                board.machine.release(l)
            }
            board.fiber {
                board.read(1, u)
                board.machine.acquire(l)
                board.exchange(y, 1)
                board.machine.heavyFence()
                board.exchange(z, 1)
                board.machine.release(l)
            }
            board.fiber {
                board.read(3, x)
                board.read(4, y)
                board.read(5, z)
                board.exchange(v, 1)
            }
        }
    }

    /// At each bound the search with states reaches what the one without them does, and at `bound` a certain outcome.
    private func compare(
        _ memory: MemoryModel, bound: Int, bufferCapacity: Int = StoreBuffer.capacity, reaches outcome: [UInt],
        _ program: @escaping (LitmusBoard) -> Void
    ) {
        for preemptions in 0...2 {
            let all = outcomes(memory, .unreduced(preemptions: preemptions), bufferCapacity, outcome.count, program)
            let some = outcomes(memory, .bounded(preemptions: preemptions), bufferCapacity, outcome.count, program)
            if preemptions == bound { #expect(all.contains(outcome)) }
            let lost = all.subtracting(some), more = some.subtracting(all)
            #expect(lost == [] && more == [], "≤ \(preemptions) preemptions")
        }
    }

    private func outcomes(
        _ memory: MemoryModel, _ plan: Exploration.Plan, _ bufferCapacity: Int, _ count: Int, _ program: @escaping (LitmusBoard) -> Void
    ) -> Set<[UInt]> {
        let seen = SeenOutcomes()
        var exploration = Exploration(memory: memory, plan: plan) { execution in
            let board = LitmusBoard(execution, results: count)
            program(board)
            execution.atEnd { board.end(seen) }
        }
        exploration.scouts = 0
        exploration.bufferCapacity = bufferCapacity
        exploration.placedAnywhere = 0  // Nothing here has references.
        exploration.executionLimit = 2_000_000
        let verdict = exploration.run()
        #expect(verdict.isExhausted && verdict.violation == nil, "\(verdict)")
        return seen.all
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

    func end(_ seen: SeenOutcomes) {
        seen.insert(results)
        for cell in cells where !cell.pointee.isFreed { machine.freeCell(cell) }
    }
}
