import RxPlatform

/// Many producers, one consumer at a time: a linked stack of chunks. A producer reserves a slot of the newest chunk, or puts a new
/// chunk before it, with one compare-exchange; fills the slot, and publishes it with another. The consumer takes all chunks with one
/// exchange and turns their order round. No lock, no lost message, first in first out for each producer.
///
/// `newest` holds the address of a chunk and how many of its slots are reserved, in one word: who reserves a slot touches the chunk
/// only after that, so it doesn't matter what it was used for before (no ABA). Nobody reserves a slot of a chunk that was taken.
///
/// Nobody waits. A producer may have reserved a slot and not published it when the consumer comes there: after some looks that one refuses
/// the slot, and the producer, which finds it refused, sends its message anew. Its call has not returned, so no order is broken. A chunk with
/// refused slots is freed by who leaves it last, the consumer or one of these producers.
///
/// Chunks, not a node for each message: a flood needs a thirtieth of the mallocs, and what both threads do to the list of empty
/// ones (docs/Costs.md). Empty chunks are kept, in a list that belongs to who has set the lowest bit of its head. Nobody
/// waits for that either: a producer that finds it set allocates, the consumer tries a few times and then frees.
@usableFromInline
struct MessageQueue<Message>: ~Copyable {
    /// The first of the empty chunks, or 0; with the bit `taken` while somebody is at the list.
    @usableFromInline let spare = Word(0)
    /// How many those are; for who has set the bit.
    @usableFromInline let spareCount = Word(0)
    /// The address of the newest chunk, and in the bits of `counts` how many of its slots are reserved; 0: nothing waits. The last field of
    /// a mailbox, as far as can be from what the thread inside reads for each message.
    @usableFromInline let newest = Word(0)
    @usableFromInline static var taken: UInt { 1 }
    @usableFromInline static var attempts: Int { 8 }
    /// 32 KB of them at most: a flooded queue gives its memory back.
    @usableFromInline static var spareLimit: UInt { UInt(max(4, (32 << 10) / chunkSize)) }

    // MARK: Layout of a chunk: a head, the states of its slots, their messages

    @usableFromInline
    struct Head: ~Copyable {
        /// In the stack: the chunk before, as `newest` had it. In a list that was taken, or that is kept: the next one.
        @usableFromInline var link: UInt = 0
        // The consumer's:
        @usableFromInline var delivered = 0
        @usableFromInline var refused: UInt = 0
        /// Refused slots, once the consumer has left the chunk, less those whose producers have left it. 0: the last of them.
        @usableFromInline let late = Word(0)

        @inlinable
        init() {}
    }

    @usableFromInline typealias Messages = UnsafeMutablePointer<Message>
    @usableFromInline typealias States = UnsafeMutablePointer<Word>

    // Of a slot:
    @usableFromInline static var empty: UInt { 0 }
    @usableFromInline static var full: UInt { 1 }
    @usableFromInline static var refused: UInt { 2 }

    /// Of chunks, so that counts fit into the low bits of their addresses.
    @usableFromInline static var alignment: Int { max(64, MemoryLayout<Message>.alignment) }
    @usableFromInline static var counts: UInt { 63 }
    /// Slots of a chunk: half a KB, if four messages fit.
    @usableFromInline static var capacity: Int {
        min(slotsOfChunk, max(4, (512 - MemoryLayout<Head>.stride) / (MemoryLayout<Word>.stride + MemoryLayout<Message>.stride)))
    }
    @usableFromInline static var messagesOffset: Int {
        let end = MemoryLayout<Head>.stride + capacity * MemoryLayout<Word>.stride, mask = MemoryLayout<Message>.alignment - 1
        return (end + mask) & ~mask
    }
    @usableFromInline static var chunkSize: Int { messagesOffset + capacity * MemoryLayout<Message>.stride }

    @inlinable @inline(__always)
    static func memory(_ chunk: UInt) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(bitPattern: chunk & ~counts).unsafelyUnwrapped
    }

    @inlinable @inline(__always)
    static func head(_ chunk: UInt) -> UnsafeMutablePointer<Head> { memory(chunk).assumingMemoryBound(to: Head.self) }

    @inlinable @inline(__always)
    static func states(_ chunk: UInt) -> States {
        (memory(chunk) + MemoryLayout<Head>.stride).assumingMemoryBound(to: Word.self)
    }

    @inlinable @inline(__always)
    static func messages(_ chunk: UInt) -> Messages {
        (memory(chunk) + messagesOffset).assumingMemoryBound(to: Message.self)
    }

    @usableFromInline
    init() {}

    // MARK: Sending

    /// On any thread.
    @inlinable
    func push(_ message: Message) {
        var top = newest.load()
        var new: UInt = 0  // A chunk that isn't in the stack yet.
        while true {
            let reserved = Int(top & Self.counts)
            if top != 0, reserved < Self.capacity {
                let (isReserved, original) = newest.compareExchange(top, top + 1)
                guard isReserved else {
                    top = original
                    continue
                }
                if fill(top, reserved, message) { break }
                top = newest.load()
            } else {
                if new == 0 { new = takeSpare() }
                Self.messages(new).initialize(to: message)
                Self.states(new).pointee.store(Self.full)
                Self.head(new).pointee.link = top
                let (isPut, original) = newest.compareExchange(top, new | 1)
                if isPut { return }
                top = original
                Self.messages(new).deinitialize(count: 1)
                Self.states(new).pointee.store(Self.empty)
            }
        }
        if new != 0 { keep(new) }
    }

    /// Returns whether the consumer will find it.
    @inlinable @inline(__always)
    func fill(_ chunk: UInt, _ index: Int, _ message: Message) -> Bool {
        let slot = Self.messages(chunk) + index
        slot.initialize(to: message)
        if Self.states(chunk)[index].compareExchange(Self.empty, Self.full).exchanged { return true }
        slot.deinitialize(count: 1)
        if Self.head(chunk).pointee.late.subtract(1) == 0 { Self.free(chunk) }
        return false
    }

    // MARK: Taking

    /// Takes what is there now, oldest first, as a list of chunks that belongs to the caller; 0: nothing.
    @inlinable
    func takeAll() -> UInt {
        var chunk = newest.exchange(0)
        var oldest: UInt = 0
        while chunk != 0 {
            let before = Self.head(chunk).pointee.link
            Self.head(chunk).pointee.link = oldest
            oldest = chunk
            chunk = before
        }
        return oldest
    }

    /// Hands out messages of such a list until none is left, or `limit` are handed out: by the thread that owns the mailbox, so that
    /// they keep their order; by any thread if they are only freed. Returns how many, and the rest of the list.
    @inlinable @inline(__always)
    func hand(_ list: UInt, atMost limit: Int, _ body: (Message) -> Void) -> (count: Int, rest: UInt) {
        var list = list, count = 0
        while count < limit, let message = next(&list) {
            body(message)
            count &+= 1
        }
        return (count, list)
    }

    /// The oldest message of such a list. A chunk is given back before its last message runs, which may send the next one: that
    /// one takes the chunk.
    @inlinable @inline(__always)
    func next(_ list: inout UInt) -> Message? {
        while list != 0 {
            let chunk = list, head = Self.head(chunk), index = head.pointee.delivered
            let isLast = index &+ 1 == Int(chunk & Self.counts)
            let state = Self.states(chunk) + index
            guard state.pointee.loadAcquiring() == Self.full || !refuses(state) else {
                head.pointee.refused += 1
                if isLast { leave(&list) } else { head.pointee.delivered = index &+ 1 }
                continue
            }
            let message = (Self.messages(chunk) + index).move()
            state.pointee.store(Self.empty)
            if isLast { leave(&list) } else { head.pointee.delivered = index &+ 1 }
            return message
        }
        return nil
    }

    /// Lets a slot that isn't full be; `false`: it is full after all.
    @inlinable @inline(never)
    func refuses(_ state: States) -> Bool {
        for _ in 0..<looksAtSlot {
            if state.pointee.loadAcquiring() == Self.full { return false }
            spinHint()
        }
        return state.pointee.compareExchange(Self.empty, Self.refused).exchanged
    }

    @inlinable @inline(__always)
    func leave(_ list: inout UInt) {
        let chunk = list, head = Self.head(chunk)
        list = head.pointee.link
        if head.pointee.refused != 0 { return Self.leaveRefused(chunk) }
        head.pointee.delivered = 0
        keep(chunk)
    }

    @inlinable @inline(never)
    static func leaveRefused(_ chunk: UInt) {
        if head(chunk).pointee.late.add(head(chunk).pointee.refused) == 0 { free(chunk) }
    }

    /// Takes and hands out what is there now.
    @inlinable
    func takeAll(_ body: (Message) -> Void) -> Int {
        hand(takeAll(), atMost: .max, body).count
    }

    /// Frees everything.
    @inlinable
    func removeAll() {
        if newest.load() != 0 { _ = takeAll { _ in } }
        var chunk = spare.load()
        spare.store(0)
        spareCount.store(0)
        while chunk != 0 {
            let next = Self.head(chunk).pointee.link
            Self.free(chunk)
            chunk = next
        }
    }

    // MARK: Empty chunks

    /// A kept one, or a new one.
    @inlinable
    func takeSpare() -> UInt {
        let first = spare.load()
        guard first != 0, first & Self.taken == 0, spare.compareExchange(first, first | Self.taken).exchanged
        else { return Self.allocate() }
        spareCount.store(spareCount.load() - 1)
        spare.storeReleasing(Self.head(first).pointee.link)
        return first
    }

    /// Keeps a chunk, or frees it if that were too many.
    @inlinable
    func keep(_ chunk: UInt) {
        let chunk = chunk & ~Self.counts
        for _ in 0..<Self.attempts {
            let old = spare.load()
            guard old & Self.taken == 0, spare.compareExchange(old, old | Self.taken).exchanged else { continue }
            let total = spareCount.load() + 1
            guard total <= Self.spareLimit else {
                spare.storeReleasing(old)
                break
            }
            spareCount.store(total)
            Self.head(chunk).pointee.link = old
            return spare.storeReleasing(chunk)
        }
        Self.free(chunk)
    }

    @inlinable @inline(never)
    static func allocate() -> UInt {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: chunkSize, alignment: alignment)
        let chunk = UInt(bitPattern: memory)
        head(chunk).initialize(to: Head())
        for index in 0..<capacity { (states(chunk) + index).initialize(to: Word(empty)) }
        return chunk
    }

    @inlinable @inline(never)
    static func free(_ chunk: UInt) {
        head(chunk).deinitialize(count: 1)
        states(chunk).deinitialize(count: capacity)
        memory(chunk).deallocate()
    }
}
