import RxPlatform
import Synchronization

@testable import Rx

extension Core {
    /// All that the laws hold for: the library's own, and one that is as plain as can be, which shows what a core consists of.
    static let underLaw = allCases + [plain]

    static let plain = Core.install(PlainCore())
}

/// A mutex around each of the three, and arrays: no bias, no look without a mutex, no memory order.
struct PlainCore: OtherCore {
    var name: String { "plain" }
    var gateWord: any GateWord.Type { PlainGate.self }
    var workQueue: any WorkQueue.Type { PlainWork.self }
    func makeInbox() -> OtherInbox { PlainInbox() }
}

/// Each step is a critical section of the gate's mutex, but for the last one of all, which is the gate's (`empty`).
enum PlainGate: GateWord {
    static func enter(_ gate: Gate, _ me: UInt) -> Bool { exchange(gate, 0, me) }

    static func leave(_ gate: Gate, _ me: UInt) -> Bool {
        let before = gate.lock.with(gate) {
            let now = gate.word.load()
            if now == me { gate.word.store(0) }
            return now
        }
        if before & Gate.mail != 0 { return false }
        if before & Gate.closed != 0 {
            gate.willEmpty()
            gate.empty()
        }
        return true
    }

    static func announce(_ gate: Gate, _ me: UInt, _ takesOver: Bool) -> Bool {
        gate.lock.with(gate) {
            let now = gate.word.load()
            if now & Gate.closed != 0 { return false }
            let isFree = now & ~Gate.flags == 0
            if isFree, !takesOver, now & Gate.mail != 0 { return false }  // Offered: the thread that offers it sees to the message.
            gate.word.store(isFree ? me : now | Gate.mail)
            return isFree
        }
    }

    static func close(_ gate: Gate, _ me: UInt) -> Gate.Closing {
        gate.lock.with(gate) {
            let now = gate.word.load(), owner = now & ~Gate.flags
            if now & Gate.closed != 0 { return .already }
            gate.word.store(now | Gate.closed | (owner == 0 ? me : 0))
            return owner == 0 ? .claimed : owner == me ? .inside : .busy
        }
    }

    static func exchange(_ gate: Gate, _ old: UInt, _ new: UInt) -> Bool {
        gate.lock.with(gate) {
            guard gate.word.load() == old else { return false }
            gate.word.store(new)
            return true
        }
    }

    static func remind(_ gate: Gate) {}

    static func takeMailFlag(_ gate: Gate) { gate.lock.with(gate) { gate.word.store(gate.word.load() & ~Gate.mail) } }
}

/// Blocks under a mutex.
final class PlainInbox: OtherInbox {
    private let lock = Lock()
    private var waiting = MessageBlocks()

    override func reserve(_ layout: SlotLayout) -> Slot {
        lock.acquire(self)
        if !waiting.hasRoom { waiting.grow(layout) }
        return Slot(waiting.nextSlot(layout))
    }

    override func publish() {
        waiting.publish()
        lock.release(self)
    }

    override func takeAll() -> MessageBlocks {
        lock.with(self) {
            defer { waiting = MessageBlocks() }
            return waiting
        }
    }
}

/// An array under a mutex.
final class PlainWork: WorkQueue {
    private let items = Mutex<[Unmanaged<WorkItem>]>([])

    init() {}

    var isEmpty: Bool { items.withLock { $0.isEmpty } }

    func push(_ item: Unmanaged<WorkItem>) { items.withLock { $0.append(item) } }

    func take(into batch: inout Ring<Unmanaged<WorkItem>>) {
        let taken = items.withLock { items in
            defer { items = [] }
            return items
        }
        for item in taken { batch.append(item) }
    }
}
