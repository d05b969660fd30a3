import RxPlatform

/// What an inbox has to know of the type of its messages: nothing else of it is compiled for each type, in a user's program.
@frozen
@usableFromInline
struct SlotLayout {
    /// Bytes from one message to the next one.
    @usableFromInline let stride: Int
    @usableFromInline let alignment: Int
    /// Slots of a chunk, and how many empty chunks are kept. Stored, as the divisions are constants where the type is known, and code that isn't
    /// told the type would divide for each message, which takes longer than the message.
    @usableFromInline let slotsOfChunk: Int
    @usableFromInline let keptChunks: UInt

    @inlinable @inline(__always)
    init<Message>(of _: Message.Type) {
        stride = MemoryLayout<Message>.stride
        alignment = MemoryLayout<Message>.alignment
        let offset = SlotLayout.aligned(Chunk.bytesOfHead, alignment)
        slotsOfChunk = min(Tuning.slotsOfChunk, max(4, (Tuning.bytesOfChunk - offset) / stride))
        // No more than can be counted beside an address.
        keptChunks = min(Chunk.counts / 2, UInt(max(4, Tuning.bytesOfSpares / (offset + slotsOfChunk * stride))))
    }

    @inlinable @inline(__always)
    static func of<Message>(_ type: Message.Type) -> SlotLayout { SlotLayout(of: type) }

    @inlinable @inline(__always)
    static func aligned(_ bytes: Int, _ alignment: Int) -> Int { (bytes + alignment - 1) & ~(alignment - 1) }

    /// So many bytes, and those that messages behind them need to be aligned.
    @inlinable @inline(__always)
    func aligned(_ bytes: Int) -> Int { SlotLayout.aligned(bytes, alignment) }
}

/// Room for a message. Its sender fills it, and then publishes it.
@frozen
@usableFromInline
struct Slot {
    @usableFromInline let address: UnsafeMutableRawPointer
    /// Queue core: its chunk, with its index.
    @usableFromInline let chunk: UInt
    /// Whether its message is one of a flood, so that its sender should let others run.
    @usableFromInline let isFlood: Bool

    @inlinable @inline(__always)
    init(_ address: UnsafeMutableRawPointer, chunk: UInt = 0, isFlood: Bool = false) {
        self.address = address
        self.chunk = chunk
        self.isFlood = isFlood
    }

    @inlinable @inline(__always)
    func fill<Message>(_ message: consuming Message) {
        PlainSlots.willChange(address)
        address.assumingMemoryBound(to: Message.self).initialize(to: message)
    }
}

/// A batch of messages on its way through a consumer, which alone knows of it: while one works on it, the word that `Inbox.take` returns and what
/// belongs to it. Between two consumers a batch is that word, in a field of its owner.
@frozen
@usableFromInline
struct Batch {
    /// What the inbox has handed to the consumer, less what that has taken out of it; 0: nothing is left.
    @usableFromInline var list: UInt
    /// Queue core: the slots of the list's first chunk whose messages haven't come yet, a bit for each.
    @usableFromInline var late: UInt64 = 0
    /// Queue core.
    @usableFromInline var emptied = EmptiedChunks()

    @inlinable @inline(__always)
    init(_ list: UInt) { self.list = list }
}

/// Messages of a batch that lie in a row. The consumer takes all of them out.
@frozen
@usableFromInline
struct MessageRun {
    @usableFromInline let slots: UnsafeMutableRawPointer
    /// 1 or more.
    @usableFromInline let count: Int
    /// Whether nothing is left in their block or chunk. The inbox gets that back by `finish` when the last of these messages has been taken out and
    /// isn't handled yet: a handler that sends itself one message finds this memory, and that loop allocates nothing.
    @usableFromInline let isLast: Bool

    @usableFromInline
    init(_ slots: UnsafeMutableRawPointer, _ count: Int, isLast: Bool) {
        self.slots = slots
        self.count = count
        self.isLast = isLast
    }
}
