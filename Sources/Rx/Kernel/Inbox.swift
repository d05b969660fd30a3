import RxPlatform

/// The second thing in which cores differ: where messages wait for their consumer. Each core that serialises has a
/// type for it in its folder.
///
/// Many threads put messages in. One at a time, the consumer takes what waits as a batch, and hands that out, all of it or a part: then the next
/// consumer goes on with the rest. A mailbox's consumer is the thread inside its gate, that of `observe(on:)` the scheduler's work. A batch is a
/// word, which only its inbox can read; 0 is none.
///
/// What tells the consumer of a message is not the inbox's: a flag that the sender looks at when the message is put, and that the consumer has
/// taken back before it takes the messages. Then one of the two sees the other's.
@usableFromInline
protocol Inbox<Message>: ~Copyable {
    associatedtype Message

    /// On any thread. Returns whether the message is one of a flood, so that its sender should let others run.
    ///
    /// - Parameter owner: the object to which the inbox belongs, always the same one; it names a lock to the sanitizer.
    func put(_ message: consuming Message, _ owner: AnyObject) -> Bool

    /// By the consumer.
    func take(_ owner: AnyObject) -> UInt

    /// By the consumer: hands out messages of a batch, oldest first, until none is left or `limit` are handed out. A message whose sender is still
    /// at it may be passed by: it waits again, and its sender looks at the flag afterwards.
    ///
    /// - Returns: how many, and the rest of the batch.
    func hand(_ batch: UInt, atMost limit: Int, _ body: (inout Message) -> Void) -> (count: Int, rest: UInt)

    /// On any thread, of a closed gate: frees what waits. Messages of other threads may come meanwhile.
    func freeWaiting(_ gate: Gate)

    /// On any thread: frees a batch that the caller alone knows of.
    func free(_ batch: UInt, _ gate: Gate)

    /// At its owner's end, when no other thread knows of the inbox.
    func freeAll()
}

/// Where the core of an inbox's owner becomes a type: there is room for both, of which one is used.
@usableFromInline
struct CoreInbox<Message>: ~Copyable {
    @usableFromInline let locked = LockInbox<Message>()
    /// Behind the other one, as every sender changes it for each message.
    @usableFromInline let queued = QueueInbox<Message>()

    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    func put(_ message: consuming Message, _ owner: AnyObject, _ core: Core) -> Bool {
        switch core.kind {
        case .lock, .unchecked: locked.put(message, owner)
        case .queue: queued.put(message, owner)
        case .other: OtherInboxes.put(message, owner)
        }
    }

    @inlinable @inline(__always)
    func take(_ owner: AnyObject, _ core: Core) -> UInt {
        switch core.kind {
        case .lock, .unchecked: locked.take(owner)
        case .queue: queued.take(owner)
        case .other: OtherInboxes.take(Message.self, owner)
        }
    }

    @inlinable @inline(__always)
    func hand(_ batch: UInt, atMost limit: Int, _ core: Core, _ body: (inout Message) -> Void) -> (count: Int, rest: UInt) {
        switch core.kind {
        case .lock, .unchecked, .other: locked.hand(batch, atMost: limit, body)
        case .queue: queued.hand(batch, atMost: limit, body)
        }
    }

    @inlinable
    func freeWaiting(_ gate: Gate) {
        switch gate.core.kind {
        case .lock, .unchecked: locked.freeWaiting(gate)
        case .queue: queued.freeWaiting(gate)
        case .other: locked.free(OtherInboxes.take(Message.self, gate), gate)
        }
    }

    @inlinable
    func free(_ batch: UInt, _ gate: Gate) {
        switch gate.core.kind {
        case .lock, .unchecked, .other: locked.free(batch, gate)
        case .queue: queued.free(batch, gate)
        }
    }

    @inlinable @inline(__always)
    func freeAll() {
        locked.freeAll()
        queued.freeAll()
    }
}
