import Explorer
import RxPlatform

extension PlantedBug {
    /// Each says that it wants in and looks whether the other one does; holds under sequential consistency only.
    @Sendable static func dekker(_ execution: Execution, _ isCorrect: Bool) {
        let first = Word(0), second = Word(0), inside = Word(0)
        func contend(_ mine: borrowing Word, _ other: borrowing Word) {
            if isCorrect { _ = mine.exchange(1) } else { mine.store(1) }
            if other.load() == 0 { enter(inside, execution) }
        }
        execution.fiber("one") { contend(first, second) }
        execution.fiber("two") { contend(second, first) }
    }

    /// As the gate's bias: plain stores and loads on the frequent side, a heavy fence on the rare one.
    @Sendable static func asymmetric(_ execution: Execution, _ isCorrect: Bool) {
        let presence = Word(0), revoked = Word(0), inside = Word(0)
        execution.fiber("biased") {
            presence.store(1)
            lightFence()
            if revoked.load() == 0 { enter(inside, execution) }
        }
        execution.fiber("revoker") {
            revoked.store(1)
            if isCorrect { heavyFence() }
            if presence.load() == 0 { enter(inside, execution) }
        }
    }

    /// As `dekker`, each store under a lock of its own: taking a lock makes earlier stores visible, giving it back none.
    @Sendable static func releaseIsNoFence(_ execution: Execution, _ isCorrect: Bool) {
        let one = LockedWord(), two = LockedWord(), inside = Word(0)
        func contend(_ mine: LockedWord, _ other: LockedWord) {
            mine.lock.with(mine) { mine.word.store(1) }
            let isAlone = isCorrect ? other.lock.with(other) { other.word.load() == 0 } : other.word.load() == 0
            if isAlone { enter(inside, execution) }
        }
        execution.fiber("one") { contend(one, two) }
        execution.fiber("two") { contend(two, one) }
    }

    private final class LockedWord {
        let lock = Lock()
        let word = Word(0)
    }

    private static func enter(_ inside: borrowing Word, _ execution: Execution) {
        execution.require(inside.add(1) == 1, "both are inside")
    }

    /// A shared connection: the source's end lets go of it, a subscriber that finds none makes a new one. The end of the
    /// first connection and the end of the second are two things.
    @Sendable static func staleTermination(_ execution: Execution, _ isCorrect: Bool) {
        let state = RefCount(isCorrect)
        let first = state.join()
        execution.fiber("source") { state.stop(first) }
        execution.fiber("member") {
            state.leave(first)
            let again = state.join()
            execution.require(state.isCurrent(again), "refCount: the new connection was reset by the old one's end")
        }
    }

    private final class RefCount {
        private let lock = Lock()
        /// The number of the connection, or 0.
        private let current = Word(0)
        private let last = Word(0)
        private let isCorrect: Bool

        init(_ isCorrect: Bool) { self.isCorrect = isCorrect }

        func join() -> UInt {
            lock.with(self) {
                if current.load() == 0 {
                    let number = last.load() + 1
                    last.store(number)
                    current.store(number)
                }
                return current.load()
            }
        }

        func leave(_ number: UInt) { lock.with(self) { if current.load() == number { current.store(0) } } }
        func stop(_ number: UInt) { lock.with(self) { if !isCorrect || current.load() == number { current.store(0) } } }
        func isCurrent(_ number: UInt) -> Bool { lock.with(self) { current.load() == number } }
    }
}
