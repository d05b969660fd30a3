import RxPlatform
import Synchronization

/// A core that the library hasn't got, to try an idea on all laws before it becomes a case of `Core.Kind`: `PlainCore` in the tests is one. It
/// brings the three types in which cores differ. The library reaches them through these tables, and its own types by a `switch`: only the
/// other core pays for the tables.
protocol OtherCore: Sendable {
    /// The name that people see.
    var name: String { get }
    var gateWord: any GateWord.Type { get }
    var workQueue: any WorkQueue.Type { get }
    func makeInbox() -> OtherInbox
}

/// Where messages of such a core wait: an `Inbox` of which only putting and taking are its own. Its batches are those of the lock core, so that what
/// takes messages out of them isn't compiled once more for it.
class OtherInbox {
    init() {}

    /// On any thread: the address of a slot for the next message. Until that is published no other thread gets one.
    func reserve(_ layout: SlotLayout) -> Slot { preconditionFailure("OtherInbox.reserve: abstract") }

    /// By that thread: the slot is filled.
    func publish() { preconditionFailure("OtherInbox.publish: abstract") }

    /// By the consumer, or, of a closed gate, by any thread: all mail, which is the caller's then.
    func takeAll() -> MessageBlocks { preconditionFailure("OtherInbox.takeAll: abstract") }
}

/// The inboxes of such a core by the objects to which they belong, so that those of the library's own cores need no room for them.
@usableFromInline
enum OtherInboxes {
    private static let table = Table()

    private final class Table: @unchecked Sendable {  // Sendable: `inboxes` is guarded by `lock`.
        let lock = Lock()
        var inboxes: [ObjectIdentifier: OtherInbox] = [:]
    }

    private static func inbox(of owner: AnyObject) -> OtherInbox {
        table.lock.with(table) {
            if let known = table.inboxes[ObjectIdentifier(owner)] { return known }
            let new = Core.installed.makeInbox()
            table.inboxes[ObjectIdentifier(owner)] = new
            return new
        }
    }

    @usableFromInline
    static func reserve(_ layout: SlotLayout, _ owner: AnyObject) -> Slot { inbox(of: owner).reserve(layout) }

    @usableFromInline
    static func publish(_ owner: AnyObject) { inbox(of: owner).publish() }

    @usableFromInline
    static func take(_ owner: AnyObject) -> UInt { UInt(bitPattern: inbox(of: owner).takeAll().first) }

    /// At the owner's end. Returns what still waits, as a batch.
    @usableFromInline
    static func remove(_ owner: AnyObject) -> UInt {
        let inbox = table.lock.with(table) { table.inboxes.removeValue(forKey: ObjectIdentifier(owner)) }
        return UInt(bitPattern: inbox?.takeAll().first)
    }
}

extension Core {
    private static let others = Mutex<(any OtherCore)?>(nil)

    /// Makes a core of it. Once in a process, before anything uses that core.
    static func install(_ core: any OtherCore) -> Core {
        others.withLock {
            precondition($0 == nil, "Core.install: there is another core already")
            $0 = core
        }
        return Core(.other)
    }

    static var installed: any OtherCore { others.withLock { $0! } }
}
