import Explorer
import RxPlatform

/// A small program with a known mistake, for the checker's own test: it has to find the mistake, and to find none in the
/// corrected program.
public struct PlantedBug: Sendable {
    public let name: String
    /// The mistake, in a line.
    public let summary: String
    /// Under which it shows.
    public let memory: MemoryModel
    /// What the violation begins with.
    public let law: String
    /// Executions within which each way of searching has to find it.
    public let limit: Int
    let program: @Sendable (Execution, _ isCorrect: Bool) -> Void

    /// Those under which the corrected program is correct: most of these programs have no more order than total store order needs.
    public var memories: [MemoryModel] { memory == .c11 ? MemoryModel.allCases : [.sequential, .storeBuffers] }

    public func exploration(correct: Bool, _ memory: MemoryModel, _ plan: Exploration.Plan) -> Exploration {
        let program = program
        var exploration = Exploration(memory: memory, plan: plan) { program($0, correct) }
        exploration.stepLimit = 500
        return exploration
    }
}

extension PlantedBug {
    public static let all = ofOtherModels + ofC11

    private static let ofOtherModels: [PlantedBug] = [
        PlantedBug(
            name: "check-then-deliver", summary: "if !disposed { deliver }: dispose returns in between",
            memory: .sequential, law: "G2", limit: 100, program: checkThenDeliver),
        PlantedBug(
            name: "count-before-item", summary: "the counter that wakes the consumer is raised before the item is queued",
            memory: .sequential, law: "lost", limit: 200, program: countBeforeItem),
        PlantedBug(
            name: "lost-wake-up", summary: "the waiter looks, then registers, then parks",
            memory: .sequential, law: "deadlock", limit: 100, program: lostWakeUp),
        PlantedBug(
            name: "stale-termination", summary: "a reference count that resets a connection without asking whether it is its own",
            memory: .sequential, law: "refCount", limit: 500, program: staleTermination),
        PlantedBug(
            name: "dekker-without-fence", summary: "two stores, each followed by a load of the other, no fence",
            memory: .storeBuffers, law: "both", limit: 200, program: dekker),
        PlantedBug(
            name: "asymmetric-without-heavy-fence", summary: "the rare side of an asymmetric fence leaves its half out",
            memory: .storeBuffers, law: "both", limit: 200, program: asymmetric),
        PlantedBug(
            name: "release-taken-for-a-fence", summary: "two locked stores, each followed by a load of the other behind the lock",
            memory: .storeBuffers, law: "both", limit: 200, program: releaseIsNoFence),
        PlantedBug(
            name: "lock-order", summary: "two locks, taken in either order",
            memory: .sequential, law: "deadlock", limit: 200, program: lockOrder),
        PlantedBug(
            name: "drained-too-early", summary: "an owner gives a gate back without looking for mail again",
            memory: .sequential, law: "lost", limit: 500, program: drainedTooEarly),
        PlantedBug(
            name: "waits-for-itself", summary: "two threads, each of which goes on only once the other one has",
            memory: .sequential, law: "livelock", limit: 10, program: waitsForItself),
    ]

    @Sendable private static func checkThenDeliver(_ execution: Execution, _ isCorrect: Bool) {
        let disposed = Word(0), inside = Lock(), running = Word(0)
        let object = Anchor()
        execution.fiber("source") {
            if isCorrect { inside.acquire(object) }
            if disposed.load() == 0 {
                _ = running.exchange(1)
                _ = running.exchange(0)
            }
            if isCorrect { inside.release(object) }
        }
        execution.fiber("disposer") {
            if isCorrect { inside.acquire(object) }
            disposed.storeReleasing(1)
            if isCorrect { inside.release(object) }
            execution.require(running.fetchOr(2) == 0, "G2: dispose returned during a delivery")
        }
        execution.atEnd { execution.require(running.load() & 2 == 2 || running.load() == 0, "G2: a delivery began after dispose") }
    }

    @Sendable private static func countBeforeItem(_ execution: Execution, _ isCorrect: Bool) {
        let pending = Word(0), item = Word(0), taken = Word(0)
        execution.fiber("producer") {
            if isCorrect { item.storeReleasing(1) }
            pending.add(1)
            if !isCorrect { item.storeReleasing(1) }
        }
        execution.fiber("consumer") {
            guard pending.loadAcquiring() == 1 else { return }
            taken.store(1)
            execution.require(item.loadAcquiring() == 1, "lost: the count says that there is an item, and there is none")
        }
        execution.atEnd { _ = taken.load() }
    }

    @Sendable private static func lostWakeUp(_ execution: Execution, _ isCorrect: Bool) {
        let done = Word(0), waiting = Word(0)
        let parker = Parker()
        execution.fiber("waiter") {
            if isCorrect {
                _ = waiting.exchange(1)
                if done.load() == 0 { parker.park() }
            } else {
                if done.load() == 1 { return }
                _ = waiting.exchange(1)
                parker.park()
            }
        }
        execution.fiber("notifier") {
            _ = done.exchange(1)
            if waiting.load() == 1 { parker.unpark() }
        }
    }

    @Sendable private static func lockOrder(_ execution: Execution, _ isCorrect: Bool) {
        let first = Lock(), second = Lock()
        let object = Anchor()
        execution.fiber("one") { first.with(object) { second.with(object) {} } }
        execution.fiber("two") {
            if isCorrect { first.with(object) { second.with(object) {} } } else { second.with(object) { first.with(object) {} } }
        }
    }

    @Sendable private static func drainedTooEarly(_ execution: Execution, _ isCorrect: Bool) {
        let gate = Word(0), mail = Word(0), handled = Word(0)
        func send() {
            mail.add(1)
            while gate.compareExchange(0, 1).exchanged {
                handled.add(mail.exchange(0))
                _ = gate.exchange(0)
                if !isCorrect || mail.load() == 0 { return }
            }
        }
        execution.fiber("one", send)
        execution.fiber("two", send)
        execution.atEnd { execution.require(handled.load() == 2, "lost: \(handled.load()) of 2 messages were handled") }
    }

    @Sendable private static func waitsForItself(_ execution: Execution, _ isCorrect: Bool) {
        let first = Word(0), second = Word(0)
        execution.fiber("one") {
            while second.load() == 0 { if isCorrect { break } }
            first.store(1)
        }
        execution.fiber("two") {
            while first.load() == 0 { if isCorrect { break } }
            second.store(1)
        }
    }

    /// What locks are named after.
    private final class Anchor {}
}
