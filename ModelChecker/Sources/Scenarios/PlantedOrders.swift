import Explorer
import RxPlatform

/// Mistakes that neither sequential consistency nor total store order shows.
extension PlantedBug {
    static let ofC11: [PlantedBug] = [
        PlantedBug(
            name: "published-without-release", summary: "what was stored before a flag is read behind it, and the flag is stored relaxed",
            memory: .c11, law: "stale", limit: 200, program: publishedWithoutRelease),
        PlantedBug(
            name: "looked-at-without-acquire", summary: "the same, and the flag is loaded relaxed",
            memory: .c11, law: "stale", limit: 200, program: lookedAtWithoutAcquire),
        PlantedBug(
            name: "exchange-taken-for-a-fence", summary: "two exchanges, each followed by a load of the other word",
            memory: .c11, law: "both", limit: 200, program: exchangeIsNoFence),
        PlantedBug(
            name: "plain-payload", summary: "a message that isn't atomic, handed over by a flag that orders nothing",
            memory: .c11, law: "data race", limit: 200, program: plainPayload),
        PlantedBug(
            name: "counter-behind-two-locks", summary: "a counter that each of two threads raises behind another lock",
            memory: .c11, law: "data race", limit: 200, program: counterBehindTwoLocks),
    ]

    @Sendable private static func publishedWithoutRelease(_ execution: Execution, _ isCorrect: Bool) {
        let data = Word(0), flag = Word(0)
        execution.fiber("writer") {
            data.store(1)
            if isCorrect { flag.storeReleasing(1) } else { flag.store(1) }
        }
        execution.fiber("reader") {
            if flag.loadAcquiring() == 1 { execution.require(data.load() == 1, "stale: the flag is there and the data isn't") }
        }
    }

    @Sendable private static func lookedAtWithoutAcquire(_ execution: Execution, _ isCorrect: Bool) {
        let data = Word(0), flag = Word(0)
        execution.fiber("writer") {
            data.store(1)
            flag.storeReleasing(1)
        }
        execution.fiber("reader") {
            let isThere = isCorrect ? flag.loadAcquiring() : flag.load()
            if isThere == 1 { execution.require(data.load() == 1, "stale: the flag is there and the data isn't") }
        }
    }

    /// Correct is a heavy fence, whichever the other side has.
    @Sendable private static func exchangeIsNoFence(_ execution: Execution, _ isCorrect: Bool) {
        let first = Word(0), second = Word(0), inside = Word(0)
        func contend(_ mine: borrowing Word, _ other: borrowing Word) {
            _ = mine.exchange(1)
            if isCorrect { heavyFence() }
            if other.load() == 0 { execution.require(inside.add(1) == 1, "both are inside") }
        }
        execution.fiber("one") { contend(first, second) }
        execution.fiber("two") { contend(second, first) }
    }

    @Sendable private static func plainPayload(_ execution: Execution, _ isCorrect: Bool) {
        let payload = PlainWord(0), flag = Word(0)
        execution.fiber("sender") {
            payload.store(7)
            if isCorrect { flag.storeReleasing(1) } else { flag.store(1) }
        }
        execution.fiber("receiver") { if flag.loadAcquiring() == 1 { execution.require(payload.load() == 7, "lost: \(payload.load())") } }
    }

    @Sendable private static func counterBehindTwoLocks(_ execution: Execution, _ isCorrect: Bool) {
        let counter = LockedCounter()
        execution.fiber("one") { counter.first.with(counter) { counter.count.store(counter.count.load() + 1) } }
        execution.fiber("two") {
            if isCorrect {
                counter.first.with(counter) { counter.count.store(counter.count.load() + 1) }
            } else {
                counter.second.with(counter) { counter.count.store(counter.count.load() + 1) }
            }
        }
    }

    private final class LockedCounter {
        let first = Lock(), second = Lock()
        let count = PlainWord(0)
    }
}
