import RxPlatform

/// The lock core's inbox: a buffer under a mutex. A batch is a list of its blocks, by the address of the first one; the last one stays as the room
/// for what waits after the next batch has been taken.
@usableFromInline
struct LockInbox<Message>: ~Copyable, Inbox {
    /// A block of the consumer's, which is empty, or 0.
    @usableFromInline let spare = PlainWord(0)
    /// Guarded by `lock`: the first and the last block of a `MessageBuffer`.
    @usableFromInline let first = PlainWord(0)
    @usableFromInline let last = PlainWord(0)
    /// Not the gate's, which shares a cache line with what the owner reads for each message. The gate names it to the sanitizer: if the mailbox did,
    /// that would escape, and couldn't live on the stack.
    @usableFromInline let lock = Lock()

    @inlinable @inline(__always)
    init() {}

    @inlinable
    var waiting: MessageBuffer<Message> {
        @inline(__always) get { MessageBuffer(first: first.load(), last: last.load()) }
        @inline(__always) nonmutating set {
            first.store(UInt(bitPattern: newValue.first))
            last.store(UInt(bitPattern: newValue.last))
        }
    }

    @inlinable @inline(__always)
    func put(_ message: consuming Message, _ owner: AnyObject) -> Bool {
        lock.acquire(owner, number: 1)
        var messages = waiting
        if !messages.hasRoom {
            messages.grow()
            waiting = messages  // Only then: it is a line that the consumer may read for each message.
        }
        messages.fill(message)
        lock.release(owner, number: 1)
        return false
    }

    @inlinable @inline(__always)
    func take(_ owner: AnyObject) -> UInt {
        let room = spare.load()
        lock.acquire(owner, number: 1)
        let messages = waiting, isEmpty = messages.isEmpty
        if !isEmpty { waiting = MessageBuffer(first: room, last: room) }
        lock.release(owner, number: 1)
        if isEmpty { return 0 }
        spare.store(0)
        return UInt(bitPattern: messages.first)
    }

    @inlinable @inline(__always)
    func hand(_ batch: UInt, atMost limit: Int, _ body: (inout Message) -> Void) -> (count: Int, rest: UInt) {
        if batch == 0 { return (0, 0) }
        var messages = MessageBuffer<Message>(first: batch, last: 0), count = 0
        while count < limit, var message = messages.take() {
            body(&message)
            count &+= 1
        }
        if !messages.isEmpty { return (count, UInt(bitPattern: messages.first)) }
        keep(messages)
        return (count, 0)
    }

    /// The room of a buffer that is empty. Without a gate that guards it, `body` may have come back to here, and kept some.
    @inlinable @inline(__always)
    func keep(_ room: MessageBuffer<Message>) {
        var room = room
        if !Speed.reusesChunks || _slowPath(spare.load() != 0) { return room.free() }
        _ = room.advance()  // As it is to be when it is used again.
        spare.store(UInt(bitPattern: room.first))
    }

    @usableFromInline
    func freeWaiting(_ gate: Gate) {
        var refused = MessageBuffer<Message>()
        lock.with(gate, number: 1) {
            refused = waiting
            waiting = MessageBuffer()
        }
        refused.free()  // Foreign closures may be freed here: outside the lock.
    }

    @usableFromInline
    func free(_ batch: UInt, _ gate: Gate) {
        var messages = MessageBuffer<Message>(first: batch, last: 0)
        messages.free()
    }

    @inlinable @inline(__always)
    func freeAll() {
        var waiting = waiting, room = MessageBuffer<Message>(first: spare.load(), last: 0)
        waiting.free()
        room.free()
    }
}
