import Testing

@testable import LawSupport
@testable import Rx

/// An action that turns the run loop of its thread has the scheduler's next work inside of its own.
@Suite struct NestedRunLaws {
    /// Runs what waits when it is told to, also from inside of its work.
    private final class Nesting: SerialExecutorScheduler, @unchecked Sendable {  // Sendable: used on one thread.
        private var waiting: [() -> Void] = []

        func execute(_ work: @escaping () -> Void) { waiting.append(work) }

        func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
            let item = ScheduledItem(state, action)
            execute { item.run() }
            return item
        }

        func runAll() {
            while !waiting.isEmpty { waiting.removeFirst()() }
        }
    }

    @Test func noRunIsLostThatComesInsideOfAnother() {
        for nests in [[0], [1], [0, 1], [0, 1, 2], [2]] {
            let executor = Nesting()
            var ran: [Int] = []
            let runs = executor.scheduleRecursive(0) { number, recurse in
                ran.append(number)
                if number < 3 { recurse(number + 1) }
                if nests.contains(number) { executor.runAll() }
            }
            executor.runAll()
            #expect(ran == [0, 1, 2, 3], "nested in \(nests)")
            runs.dispose()
        }
    }

    @Test func whatAsksForARunAfterANestedOneGetsIt() {
        let executor = Nesting(), count = AtomicCount()
        var ran: [Int] = []
        let runs = executor.scheduleRecursive((0, Captured(count))) { state, recurse in
            ran.append(state.0)
            guard state.0 == 0 else { return }
            recurse((1, state.1))
            executor.runAll()
            recurse((2, state.1))
        }
        executor.runAll()
        #expect(ran == [0, 1, 2])
        #expect(count.value == 0)
        runs.dispose()
    }

    @Test func aNestedRunThatDisposesIsTheLast() {
        let executor = Nesting(), count = AtomicCount()
        var ran: [Int] = [], runs: (any Disposable)?
        runs = executor.scheduleRecursive((0, Captured(count))) { state, recurse in
            ran.append(state.0)
            if ran.count < 9 { recurse((state.0 + 1, state.1)) }  // Or a law that is broken would never end.
            if state.0 == 0 { executor.runAll() } else { runs?.dispose() }
        }
        executor.runAll()
        #expect(ran == [0, 1])
        #expect(count.value == 0)
    }
}
