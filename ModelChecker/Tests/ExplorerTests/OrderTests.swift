import Testing

@testable import Explorer

private protocol Held {}

/// Reads plain memory when it is freed.
private final class Owner: Held {
    private let cell: PlainCellPointer

    init(_ cell: PlainCellPointer) { self.cell = cell }

    deinit { Machine.shared.plainRead(cell) }
}

/// What scenarios hand over, and orders that are left out.
@Suite(.serialized) struct OrderTests {
    private func exploration(_ program: @escaping (Execution, Machine) -> Void) -> Exploration {
        Exploration(memory: .c11, plan: .exhaustive) { program($0, .shared) }
    }

    /// An element of an array, behind an existential: the run-time library releases that itself.
    @Test func theLastReferenceComesAfterTheOthersWhereTheLibraryGivesThemUp() {
        let verdict = exploration { execution, machine in
            let cell = machine.makePlainCell(), word = machine.makeCell(.word, 0)
            func references() -> [[any Held]?] {
                let owner = Owner(cell)
                return [[owner, owner], [owner]]
            }
            var held = references()
            for (name, index) in [("one", 0), ("other", 1)] {
                execution.fiber(name) {
                    if index == 0 { machine.plainWrite(cell) }
                    _ = machine.load(word, .relaxed)
                    held[index] = nil
                    machine.store(word, 1, .relaxed)
                }
            }
            execution.atEnd {
                machine.freeCell(word)
                machine.freePlainCell(cell)
            }
        }.run()
        #expect(verdict.isExhausted && verdict.violation == nil)
    }

    @Test func whatIsPassedComesWithWhatWasDoneBefore() {
        let verdict = exploration { execution, machine in
            let cell = machine.makePlainCell(), word = machine.makeCell(.word, 0), passed = Passed<Int>()
            execution.fiber("giver") {
                machine.plainWrite(cell)
                machine.store(word, 1, .relaxed)
                passed.value = 1
                machine.store(word, 2, .relaxed)
            }
            execution.fiber("taker") {
                _ = machine.load(word, .relaxed)
                if passed.value != nil { machine.plainRead(cell) }
            }
            execution.atEnd {
                machine.freeCell(word)
                machine.freePlainCell(cell)
            }
        }.run()
        #expect(verdict.isExhausted && verdict.violation == nil)
    }

    @Test(arguments: [MemoryModel.sequential, .storeBuffers, .c11])
    func takersComeBeforeAndAfterTheOneWhoPasses(memory: MemoryModel) {
        var taken: [Int?] = []
        let verdict = Exploration(memory: memory, plan: .exhaustive) { execution in
            let passed = Passed<Int>()
            execution.fiber("giver") { passed.value = 1 }
            execution.fiber("taker") { taken.append(passed.value) }
            execution.atEnd { passed.value = nil }
        }.run()
        #expect(verdict.isExhausted && verdict.violation == nil)
        #expect(Set(taken) == [nil, 1])
    }

    @Test func memoryByAddressIsWatchedUntilItIsAllocatedAnew() {
        func race(isNew: Bool) -> String? {
            exploration { execution, machine in
                let word = machine.makeCell(.word, 0)
                execution.fiber("one") {
                    machine.plainWrite(at: 64)
                    machine.store(word, 1, .relaxed)
                }
                execution.fiber("other") {
                    guard machine.load(word, .relaxed) == 1 else { return }
                    if isNew { machine.forgetPlain(at: 64) }
                    machine.plainWrite(at: 64)
                }
                execution.atEnd { machine.freeCell(word) }
            }.run().violation?.law
        }
        #expect(race(isNew: false)?.hasPrefix("data race") == true)
        #expect(race(isNew: true) == nil)
    }

    @Test func halvesOfOrdersAreTakenAway() {
        #expect(MemoryOrder.acquireRelease.without(.acquire) == .release)
        #expect(MemoryOrder.acquireRelease.without(.release) == .acquire)
        #expect(MemoryOrder.acquire.without(.acquire) == .relaxed)
        #expect(MemoryOrder.release.without(.release) == .relaxed)
        #expect(MemoryOrder.acquire.without(.release) == .acquire)
        #expect(MemoryOrder.acquireRelease.without(nil) == .acquireRelease)
        #expect(OrderWeakening("Gate.swift:12:3:acquire") != nil)
        for text in ["", "Gate.swift:12:3", "Gate.swift:12:3:all", "Gate.swift:x:3:acquire"] { #expect(OrderWeakening(text) == nil) }
    }
}
