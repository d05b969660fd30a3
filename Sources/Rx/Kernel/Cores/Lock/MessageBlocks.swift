import RxPlatform

/// Room for messages that are appended one by one and taken oldest first, in blocks that are linked to each other: a flood is never moved, and gives
/// each block back when that is empty. An array would do more than that (uniqueness, bounds, metadata for its destruction): some 300 instructions for
/// a message that waits under a mutex. Its messages are those of one type; its user frees them.
@frozen
@usableFromInline
struct MessageBlocks {
    /// Where the oldest message is, and where the next one goes; `nil` as long as there is no room.
    @usableFromInline var first: UnsafeMutablePointer<MessageBlock>?
    @usableFromInline var last: UnsafeMutablePointer<MessageBlock>?

    @inlinable @inline(__always)
    init() {}

    /// One whose blocks are at these addresses, which may be 0.
    @inlinable @inline(__always)
    init(first: UInt, last: UInt) {
        self.first = UnsafeMutablePointer(bitPattern: first)
        self.last = UnsafeMutablePointer(bitPattern: last)
    }

    @inlinable
    var isEmpty: Bool {
        @inline(__always) get {
            guard let first else { return true }
            return first.pointee.taken.value == first.pointee.filled.value && first.pointee.next.value == nil
        }
    }

    // MARK: Appending

    /// Whether the last block has a slot that was never filled.
    @inlinable
    var hasRoom: Bool {
        @inline(__always) get {
            guard let last else { return false }
            return last.pointee.filled.value != last.pointee.capacity
        }
    }

    /// The address of the next slot, where there is room.
    @inlinable @inline(__always)
    func nextSlot(_ layout: SlotLayout) -> UnsafeMutableRawPointer {
        let block = last.unsafelyUnwrapped, slots = MessageBlock.slots(block, layout), index = block.pointee.filled.value
        if Speed.prefetches { prefetchAhead(of: index, in: slots, block.pointee.capacity, layout.stride) }
        return slots + index &* layout.stride
    }

    /// The next slot is filled. Changes the last block alone.
    @inlinable @inline(__always)
    func publish() { last.unsafelyUnwrapped.pointee.filled.value &+= 1 }

    mutating func grow(_ layout: SlotLayout) {
        let block = MessageBlock.allocate(after: last, layout)
        if let last { last.pointee.next.value = block } else { first = block }
        last = block
    }

    // MARK: Taking

    /// The oldest messages of a list of blocks, by the address of its first one: at most so many; `nil`: there are none.
    @inline(__always)
    static func next(_ list: UInt, atMost limit: Int, _ layout: SlotLayout) -> MessageRun? {
        guard let block = UnsafeMutablePointer<MessageBlock>(bitPattern: list) else { return nil }
        let start = block.pointee.taken.value, end = min(block.pointee.filled.value, start &+ min(limit, block.pointee.capacity))
        if start == end { return nil }
        block.pointee.taken.value = end
        return MessageRun(MessageBlock.slots(block, layout) + start &* layout.stride, end &- start, isLast: end == block.pointee.filled.value)
    }

    /// Frees the first block if it is empty, unless it is the last one: then it may be filled anew.
    @inline(__always)
    mutating func removeEmptyFirst() {
        guard let block = first, block.pointee.taken.value == block.pointee.filled.value else { return }
        if let next = block.pointee.next.value {
            first = next
            MessageBlock.free(block)
        } else {
            block.pointee.taken.value = 0
            block.pointee.filled.value = 0
        }
    }

    /// Frees the messages of a list, and the blocks.
    @inlinable @inline(never)
    static func free<Message>(_: Message.Type, _ list: UInt) {
        var next = UnsafeMutablePointer<MessageBlock>(bitPattern: list)
        while let block = next {
            let slots = MessageBlock.slots(block, .of(Message.self)).assumingMemoryBound(to: Message.self)
            let first = slots + block.pointee.taken.value, count = block.pointee.filled.value &- block.pointee.taken.value
            PlainSlots.willChange(first, count, stride: MemoryLayout<Message>.stride)
            first.deinitialize(count: count)
            next = block.pointee.next.value
            MessageBlock.free(block)
        }
    }
}

/// What a block begins with; its messages come after it.
@frozen
@usableFromInline
struct MessageBlock: ~Copyable {
    @usableFromInline var next = Plain<UnsafeMutablePointer<MessageBlock>?>(nil)
    /// Slots before this one are empty again.
    @usableFromInline var taken = Plain(0)
    /// Slots before this one have been filled.
    @usableFromInline var filled = Plain(0)
    @usableFromInline let capacity: Int

    init(capacity: Int) { self.capacity = capacity }

    @inlinable @inline(__always)
    static func slots(_ block: UnsafeMutablePointer<MessageBlock>, _ layout: SlotLayout) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(block) + layout.aligned(MemoryLayout<MessageBlock>.stride)
    }

    /// With twice the slots of the one before, as far as they fit in the largest.
    static func allocate(after last: UnsafeMutablePointer<MessageBlock>?, _ layout: SlotLayout) -> UnsafeMutablePointer<MessageBlock> {
        let capacity = last.map { min(largest(layout), $0.pointee.capacity * 2) } ?? min(Tuning.slotsOfFirstBlock, largest(layout))
        let offset = layout.aligned(MemoryLayout<MessageBlock>.stride)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: offset + capacity * layout.stride, alignment: max(16, layout.alignment))
        PlainSlots.areNew(memory + offset, capacity, stride: layout.stride)
        return memory.initializeMemory(as: MessageBlock.self, to: MessageBlock(capacity: capacity))
    }

    /// Its slots are empty.
    @inlinable @inline(__always)
    static func free(_ block: UnsafeMutablePointer<MessageBlock>?) {
        #if MODEL
        block?.deinitialize(count: 1)  // In the product there is nothing to end, and it would be a call.
        #endif
        block?.deallocate()
    }

    /// Slots of the largest block.
    static func largest(_ layout: SlotLayout) -> Int {
        max(4, (Tuning.bytesOfBlock - layout.aligned(MemoryLayout<MessageBlock>.stride)) / layout.stride)
    }
}
