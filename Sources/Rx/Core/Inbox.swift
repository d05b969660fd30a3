import RxPlatform

/// The second thing in which cores differ: where messages wait for the thread inside a gate. Each core that
/// serialises has a type for it in its folder.
///
/// Many threads put messages in. One at a time, the one that is inside the gate, takes what waits as a batch, and hands that out, all of it or a part:
/// then whoever is inside next goes on with the rest. A batch is a word, which only its inbox can read; 0 is none.
@usableFromInline
protocol Inbox<Message>: ~Copyable {
    associatedtype Message

    /// On any thread. Returns whether the message is one of a flood, so that its sender should let others run.
    func put(_ message: consuming Message, _ gate: Gate) -> Bool

    /// By the thread inside.
    func take(_ gate: Gate) -> UInt

    /// By the thread inside: hands out messages of a batch, oldest first, until none is left or `limit` are handed out.
    ///
    /// - Returns: how many, and the rest of the batch.
    func hand(_ batch: UInt, atMost limit: Int, _ body: (inout Message) -> Void) -> (count: Int, rest: UInt)

    /// On any thread, of a closed gate: frees what waits. Messages of other threads may come meanwhile.
    func freeWaiting(_ gate: Gate)

    /// On any thread, of a closed gate: frees a batch that the caller alone knows of.
    func free(_ batch: UInt, _ gate: Gate)

    /// By the owner, at its end, when no other thread knows of the inbox.
    func freeAll()
}

/// Where the core of a mailbox becomes a type: it has the room of both, and uses one.
@usableFromInline
struct CoreInbox<Message>: ~Copyable {
    @usableFromInline let locked = LockInbox<Message>()
    /// Behind the other one, as every sender changes it for each message.
    @usableFromInline let queued = QueueInbox<Message>()

    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    func put(_ message: consuming Message, _ gate: Gate) -> Bool {
        switch gate.core {
        case .lock, .unchecked: locked.put(message, gate)
        case .queue: queued.put(message, gate)
        }
    }

    @inlinable @inline(__always)
    func take(_ gate: Gate) -> UInt {
        switch gate.core {
        case .lock, .unchecked: locked.take(gate)
        case .queue: queued.take(gate)
        }
    }

    @inlinable @inline(__always)
    func hand(_ batch: UInt, atMost limit: Int, _ gate: Gate, _ body: (inout Message) -> Void) -> (count: Int, rest: UInt) {
        switch gate.core {
        case .lock, .unchecked: locked.hand(batch, atMost: limit, body)
        case .queue: queued.hand(batch, atMost: limit, body)
        }
    }

    @inlinable
    func freeWaiting(_ gate: Gate) {
        switch gate.core {
        case .lock, .unchecked: locked.freeWaiting(gate)
        case .queue: queued.freeWaiting(gate)
        }
    }

    @inlinable
    func free(_ batch: UInt, _ gate: Gate) {
        switch gate.core {
        case .lock, .unchecked: locked.free(batch, gate)
        case .queue: queued.free(batch, gate)
        }
    }

    @inlinable @inline(__always)
    func freeAll() {
        locked.freeAll()
        queued.freeAll()
    }
}
