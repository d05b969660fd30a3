import RxPlatform

/// Messages that are appended one by one and taken oldest first, in blocks that are linked to each other: a flood is never moved, and
/// gives each block back when that is empty. An array would do more than that (uniqueness, bounds, metadata for its destruction): some
/// 300 instructions for a message that waits under a mutex. The owner calls `free`.
@frozen
@usableFromInline
struct MessageBuffer<Message> {
    /// Where the oldest message is, and where the next one goes; `nil` as long as there is no room. The last block stays when it is empty.
    @usableFromInline var first: UnsafeMutablePointer<MessageBlock>?
    @usableFromInline var last: UnsafeMutablePointer<MessageBlock>?

    @inlinable @inline(__always)
    init() {}

    /// One whose blocks are at these addresses. Without the last one, which may be 0, messages can only be taken.
    @inlinable @inline(__always)
    init(first: UInt, last: UInt) {
        self.first = UnsafeMutablePointer(bitPattern: first)
        self.last = UnsafeMutablePointer(bitPattern: last)
    }

    @inlinable
    var isEmpty: Bool {
        @inline(__always) get {
            guard let first else { return true }
            return first.pointee.taken == first.pointee.filled && first.pointee.next == nil
        }
    }

    // MARK: Messages

    @inlinable @inline(__always)
    mutating func append(_ message: consuming Message) {
        if !hasRoom { grow() }
        fill(message)
    }

    /// Whether the last block has a slot that was never filled. Without one `grow` makes room.
    @inlinable
    var hasRoom: Bool {
        @inline(__always) get {
            guard let last else { return false }
            return last.pointee.filled != last.pointee.capacity
        }
    }

    /// As `append`, where there is room: it changes the last block alone.
    @inlinable @inline(__always)
    func fill(_ message: consuming Message) {
        let block = last.unsafelyUnwrapped, slots = Self.slots(block)
        slots.prefetchAhead(of: block.pointee.filled, in: block.pointee.capacity)
        (slots + block.pointee.filled).initialize(to: message)
        block.pointee.filled &+= 1
    }

    /// The oldest message.
    @inlinable @inline(__always)
    mutating func take() -> Message? {
        guard let oldest = first, oldest.pointee.taken < oldest.pointee.filled || advance() else { return nil }
        let block = first.unsafelyUnwrapped, slot = Self.slots(block) + block.pointee.taken
        block.pointee.taken &+= 1
        return slot.moveClaimingLine()
    }

    /// Destroys all messages, and the room.
    @inlinable @inline(__always)
    mutating func free() { if first != nil { freeAll() } }

    // MARK: Blocks

    /// Slots of the largest block.
    @inlinable static var largest: Int { max(16, (Tuning.bytesOfBlock - offset) / MemoryLayout<Message>.stride) }
    @inlinable static var offset: Int {
        let mask = MemoryLayout<Message>.alignment - 1
        return (MemoryLayout<MessageBlock>.stride + mask) & ~mask
    }

    @inlinable @inline(__always)
    static func slots(_ block: UnsafeMutablePointer<MessageBlock>) -> UnsafeMutablePointer<Message> {
        (UnsafeMutableRawPointer(block) + offset).assumingMemoryBound(to: Message.self)
    }

    /// Where the first block is empty: on to the next one, if there is one. Else it may be filled anew.
    @inlinable @inline(never)
    mutating func advance() -> Bool {
        let block = first.unsafelyUnwrapped
        guard let next = block.pointee.next else {
            block.pointee.taken = 0
            block.pointee.filled = 0
            return false
        }
        first = next
        block.deallocate()
        return true
    }

    @inlinable @inline(never)
    mutating func grow() {
        let capacity = last.map { min(Self.largest, $0.pointee.capacity * 2) } ?? Tuning.slotsOfFirstBlock
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: Self.offset + capacity * MemoryLayout<Message>.stride, alignment: max(16, MemoryLayout<Message>.alignment))
        let block = memory.initializeMemory(as: MessageBlock.self, to: MessageBlock(capacity: capacity))
        if let last { last.pointee.next = block } else { first = block }
        last = block
    }

    @inlinable @inline(never)
    mutating func freeAll() {
        var next = first
        self = MessageBuffer()
        while let block = next {
            next = block.pointee.next
            (Self.slots(block) + block.pointee.taken).deinitialize(count: block.pointee.filled - block.pointee.taken)
            block.deallocate()
        }
    }
}

/// What a block of a `MessageBuffer` begins with; its messages come after it. Not part of that type: its metadata would be made anew for
/// each kind of message.
@frozen
@usableFromInline
struct MessageBlock {
    @usableFromInline var next: UnsafeMutablePointer<MessageBlock>?
    /// Slots before this one are empty again.
    @usableFromInline var taken = 0
    /// Slots before this one have been filled.
    @usableFromInline var filled = 0
    @usableFromInline let capacity: Int

    @inlinable @inline(__always)
    init(capacity: Int) { self.capacity = capacity }
}
