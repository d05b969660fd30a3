import RxPlatform

/// The lock core's inbox: blocks under a mutex. A batch is a list of them, by the address of the first one; the last one stays as the room for what
/// waits after the next batch has been taken.
@usableFromInline
struct LockInbox: ~Copyable, Inbox {
    /// A block of the consumer's, which is empty, or 0.
    @usableFromInline let spare = PlainWord(0)
    /// Guarded by `lock`: the first and the last block of what waits.
    @usableFromInline let first = PlainWord(0)
    @usableFromInline let last = PlainWord(0)
    /// Not the gate's, which shares a cache line with what the owner reads for each message. The gate names it to the sanitizer: if the mailbox did,
    /// that would escape, and couldn't live on the stack.
    @usableFromInline let lock = Lock()

    @inlinable @inline(__always)
    init() {}

    @inlinable
    var waiting: MessageBlocks {
        @inline(__always) get { MessageBlocks(first: first.load(), last: last.load()) }
        @inline(__always) nonmutating set {
            first.store(UInt(bitPattern: newValue.first))
            last.store(UInt(bitPattern: newValue.last))
        }
    }

    /// Takes the lock, which `publish` releases.
    @inlinable @inline(__always)
    func reserve(_ layout: SlotLayout, _ owner: AnyObject) -> Slot {
        lock.acquire(owner, number: 1)
        if !waiting.hasRoom { grow(layout) }
        return Slot(waiting.nextSlot(layout))
    }

    /// `first` and `last` change only here: they are a line that the consumer may read for each message.
    @usableFromInline @inline(never)
    func grow(_ layout: SlotLayout) {
        var messages = waiting
        messages.grow(layout)
        waiting = messages
    }

    @inlinable @inline(__always)
    func publish(_ slot: Slot, _ owner: AnyObject) {
        waiting.publish()
        lock.release(owner, number: 1)
    }

    @inline(__always)
    func take(_ owner: AnyObject) -> UInt {
        let room = spare.load()
        lock.acquire(owner, number: 1)
        let messages = waiting, isEmpty = messages.isEmpty
        if !isEmpty { waiting = MessageBlocks(first: room, last: room) }
        lock.release(owner, number: 1)
        if isEmpty { return 0 }
        spare.store(0)
        return UInt(bitPattern: messages.first)
    }

    @inline(__always)
    func next(_ batch: inout Batch, atMost limit: Int, _ layout: SlotLayout) -> MessageRun? { MessageBlocks.next(batch.list, atMost: limit, layout) }

    @inline(__always)
    func finish(_ batch: inout Batch, _ layout: SlotLayout) {
        var blocks = MessageBlocks(first: batch.list, last: 0)
        blocks.removeEmptyFirst()
        if !blocks.isEmpty {
            batch.list = UInt(bitPattern: blocks.first)
        } else {
            batch.list = 0
            keep(blocks)
        }
    }

    /// Room without messages. Without a gate that guards it, a handler may have come back to here, and kept some.
    private func keep(_ room: MessageBlocks) {
        if Speed.reusesChunks, spare.load() == 0 { spare.store(UInt(bitPattern: room.first)) } else { MessageBlock.free(room.first) }
    }

    @inline(__always)
    func leaveOff(_ batch: inout Batch, _ layout: SlotLayout) -> UInt { batch.list }

    @inlinable
    func freeWaiting<Message>(_: Message.Type, _ gate: Gate, _ owner: AnyObject) {
        // Foreign closures may be freed here: outside the lock.
        free(Message.self, detach(owner), gate)
    }

    @usableFromInline
    func detach(_ owner: AnyObject) -> UInt {
        lock.with(owner, number: 1) {
            defer { waiting = MessageBlocks() }
            return first.load()
        }
    }

    @inlinable
    func free<Message>(_: Message.Type, _ batch: UInt, _ gate: Gate) { if batch != 0 { MessageBlocks.free(Message.self, batch) } }

    /// At its owner's end.
    func freeRoom() { MessageBlock.free(UnsafeMutablePointer(bitPattern: spare.load())) }
}
