import RxPlatform

/// The queue core's inbox: a lock-free queue. A batch is a list of its chunks.
@usableFromInline
struct QueueInbox<Message>: ~Copyable, Inbox {
    @usableFromInline let queue = MessageQueue<Message>()

    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    func put(_ message: consuming Message, _ owner: AnyObject) -> Bool { queue.push(message) }

    @inlinable @inline(__always)
    func take(_ owner: AnyObject) -> UInt { queue.takeAll() }

    @inlinable @inline(__always)
    func hand(_ batch: UInt, atMost limit: Int, _ body: (inout Message) -> Void) -> (count: Int, rest: UInt) {
        queue.hand(batch, atMost: limit, body)
    }

    /// Also where nothing seems to wait: that exchange orders this thread and the one that puts a late slot back (`MessageQueue.discard`).
    @usableFromInline
    func freeWaiting(_ gate: Gate) { free(MessageQueue<Message>.oldestFirst(gate.lock.with(gate) { queue.detach() }), gate) }

    @usableFromInline
    func free(_ batch: UInt, _ gate: Gate) { queue.discard(batch) { gate.lock.with(gate, $0) } }

    @inlinable @inline(__always)
    func freeAll() { queue.removeAll() }
}
