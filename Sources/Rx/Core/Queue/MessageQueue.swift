import RxPlatform

/// Many producers, one consumer at a time: a linked stack of chunks. A producer reserves a slot of the newest chunk, or puts a new
/// chunk before it, with one compare-exchange; fills the slot, and publishes it by adding its bit. The consumer takes all chunks with one
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
    /// The first of the empty chunks, with the bit `taken` while somebody is at the list, and above that bit how many they are. Each
    /// links to the next one as this word would. Where there is none: how many have been allocated since, of many the low part.
    @usableFromInline let spare = Word(0)
    /// The address of the newest chunk, and in the bits of `counts` how many of its slots are reserved; 0: nothing waits. One of the
    /// last fields of a mailbox, as far as can be from what the thread inside reads for each message.
    @usableFromInline let newest = Word(0)
    @inlinable static var taken: UInt { 1 }
    @inlinable static var attempts: Int { 8 }
    /// 32 KB of them, or four larger ones, and no more than can be counted beside the address: a flooded queue gives its memory back.
    @inlinable static var spareLimit: UInt { min(counts / 2, UInt(max(4, (32 << 10) / chunkSize))) }

    // MARK: Layout of a chunk: a head, then messages

    @usableFromInline
    struct Head: ~Copyable {
        /// In the stack: the chunk before, as `newest` had it. In a list that was taken, or that is kept: the next one.
        @usableFromInline var link: UInt = 0
        /// Slots that the consumer is done with: its own.
        @usableFromInline var delivered = 0
        /// For each slot a bit for full, and `refusal` bits further one for refused: whichever comes first.
        @usableFromInline let states = Word(0)
        /// Refused slots, once the consumer has left the chunk, less those whose producers have left it. 0: the last of them.
        @usableFromInline let late = Word(0)

        @inlinable
        init() {}
    }

    @usableFromInline typealias Messages = UnsafeMutablePointer<Message>

    @inlinable @inline(__always)
    static func full(_ index: Int) -> UInt { 1 &<< UInt(truncatingIfNeeded: index) }
    @inlinable static var refusal: UInt { UInt(UInt.bitWidth / 2) }

    /// Of chunks, so that counts fit into the low bits of their addresses.
    @inlinable static var alignment: Int { max(64, MemoryLayout<Message>.alignment) }
    @inlinable static var counts: UInt { 63 }
    /// Slots of a chunk: three quarters of a KB, if four messages fit; no more than have two bits each in a word.
    @inlinable static var capacity: Int {
        min(slotsOfChunk, Int(refusal), max(4, (768 - messagesOffset) / MemoryLayout<Message>.stride))
    }
    @inlinable static var messagesOffset: Int {
        let mask = MemoryLayout<Message>.alignment - 1
        return (MemoryLayout<Head>.stride + mask) & ~mask
    }
    @inlinable static var chunkSize: Int { messagesOffset + capacity * MemoryLayout<Message>.stride }

    @inlinable @inline(__always)
    static func memory(_ chunk: UInt) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(bitPattern: chunk & ~counts).unsafelyUnwrapped
    }

    @inlinable @inline(__always)
    static func head(_ chunk: UInt) -> UnsafeMutablePointer<Head> { memory(chunk).assumingMemoryBound(to: Head.self) }

    @inlinable @inline(__always)
    static func messages(_ chunk: UInt) -> Messages {
        (memory(chunk) + messagesOffset).assumingMemoryBound(to: Message.self)
    }

    @usableFromInline
    init() {}

    // MARK: Sending

    /// On any thread. Returns whether it is one of a flood: see `takeSpare`.
    @inlinable @inline(__always)
    @discardableResult
    func push(_ message: consuming Message) -> Bool {
        let top = newest.load(), reserved = Int(top & Self.counts)
        if top != 0, reserved < Self.capacity {
            let slot = Self.messages(top) + reserved
            slot.prefetchAhead()
            if newest.compareExchange(top, top + 1).exchanged {
                slot.initialize(to: message)
                return Self.publishes(top, reserved) ? false : pushAgain(top, reserved)
            }
        }
        return pushSlowly(message)
    }

    /// Where the newest chunk was full, or changed meanwhile.
    @inlinable @inline(never)
    func pushSlowly(_ message: consuming Message) -> Bool {
        var top = newest.load()
        var new: UInt = 0, isFlood = false  // A chunk that isn't in the stack yet.
        while true {
            let reserved = Int(top & Self.counts)
            if top != 0, reserved < Self.capacity {
                let (isReserved, original) = newest.compareExchange(top, top + 1)
                guard isReserved else {
                    top = original
                    continue
                }
                (Self.messages(top) + reserved).initialize(to: message)
                if new != 0 { keep(new) }
                return Self.publishes(top, reserved) ? false : pushAgain(top, reserved)
            }
            if new == 0 { (new, isFlood) = takeSpare() }
            let slot = Self.messages(new), head = Self.head(new)
            slot.initialize(to: message)
            head.pointee.states.store(Self.full(0))
            head.pointee.link = top
            let (isPut, original) = newest.compareExchange(top, new | 1)
            if isPut { return isFlood }
            message = slot.move()
            head.pointee.states.store(0)
            top = original
        }
    }

    /// Of a slot that holds a message: whether the consumer will find it. Only this thread sets that bit, so adding it is setting it.
    @inlinable @inline(__always)
    static func publishes(_ chunk: UInt, _ index: Int) -> Bool {
        head(chunk).pointee.states.add(full(index)) & full(index) << refusal == 0
    }

    @inlinable @inline(never)
    func pushAgain(_ chunk: UInt, _ index: Int) -> Bool { pushSlowly(Self.takeBack(chunk, index)) }

    /// The message of a slot that was refused.
    @inlinable @inline(__always)
    static func takeBack(_ chunk: UInt, _ index: Int) -> Message {
        let message = (messages(chunk) + index).move()
        if head(chunk).pointee.late.subtract(1) == 0 { free(chunk) }
        return message
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
    ///
    /// A chunk is given back before its last message runs, which may send the next one: that one takes the chunk.
    @inlinable @inline(__always)
    func hand(_ list: UInt, atMost limit: Int, _ body: (inout Message) -> Void) -> (count: Int, rest: UInt) {
        var list = list, count = 0
        while list != 0 {
            let chunk = list, head = Self.head(chunk), messages = Self.messages(chunk), end = Int(chunk & Self.counts)
            var index = head.pointee.delivered, states = head.pointee.states.loadAcquiring()
            repeat {
                if count >= limit {
                    head.pointee.delivered = index
                    return (count, list)
                }
                let isFull = states & Self.full(index) != 0 || Self.isFull(head, index, &states)
                let slot = messages + index
                index &+= 1
                guard isFull else {
                    if index == end { leave(&list) }
                    continue
                }
                var message = slot.move()
                if index == end { leave(&list) }
                body(&message)
                count &+= 1
            } while index < end
        }
        return (count, 0)
    }

    /// Of a slot that wasn't when `states` was read: whether it is now. If not, it is refused, and the consumer lets it be.
    @inlinable @inline(never)
    static func isFull(_ head: UnsafeMutablePointer<Head>, _ index: Int, _ states: inout UInt) -> Bool {
        var looks = looksAtSlot
        while true {
            states = head.pointee.states.loadAcquiring()
            if states & full(index) != 0 { return true }
            if looks > 0 {
                looks -= 1
                spinHint()
            } else if head.pointee.states.compareExchange(states, states | full(index) << refusal).exchanged {
                return false
            }
        }
    }

    @inlinable @inline(never)
    func leave(_ list: inout UInt) {
        let chunk = list & ~Self.counts, head = Self.head(chunk)
        list = head.pointee.link
        let refused = head.pointee.states.load() >> Self.refusal
        if refused != 0 { return Self.leaveRefused(chunk, refused) }
        head.pointee.delivered = 0
        head.pointee.states.store(0)
        keep(chunk)
    }

    @inlinable @inline(never)
    static func leaveRefused(_ chunk: UInt, _ refused: UInt) {
        if head(chunk).pointee.late.add(UInt(refused.nonzeroBitCount)) == 0 { free(chunk) }
    }

    /// Takes and hands out what is there now.
    @inlinable
    func takeAll(_ body: (inout Message) -> Void) -> Int {
        hand(takeAll(), atMost: .max, body).count
    }

    /// Frees everything.
    @inlinable
    func removeAll() {
        if newest.load() != 0 { _ = takeAll { _ in } }
        Self.freeAll(spare.load())
        spare.store(0)
    }

    // MARK: Empty chunks

    /// A kept one, or a new one; and whether that was one of many, so that the thread inside should get on: it may be waiting for this
    /// processor. Without that, senders that have two processors to themselves fill as much memory as they can write meanwhile.
    @inlinable
    func takeSpare() -> (chunk: UInt, isFlood: Bool) {
        let first = spare.load()
        if first & Self.taken == 0 {
            if Self.isNone(first) {
                let count = (first + 2) & Self.counts  // A try: if somebody else is quicker, this one isn't counted.
                return (Self.allocate(), spare.compareExchange(first, count).exchanged && count & 15 == 0)
            }
            if spare.compareExchange(first, first | Self.taken).exchanged {
                let next = Self.head(first).pointee.link
                if next != 0 { prefetchForWriting(next) }
                spare.storeReleasing(next)
                return (first & ~Self.counts, false)
            }
        }
        return (Self.allocate(), false)
    }

    /// Keeps a chunk, or frees it if that were too many.
    @inlinable @inline(__always)
    func keep(_ chunk: UInt) {
        for _ in 0..<Self.attempts {
            let old = spare.load(), isFirst = Self.isNone(old), count = isFirst ? 1 : (old & Self.counts) / 2 + 1
            if count > Self.spareLimit { break }
            guard old & Self.taken == 0, spare.compareExchange(old, old | Self.taken).exchanged else { continue }
            Self.head(chunk).pointee.link = isFirst ? 0 : old
            return spare.storeReleasing(chunk | count * 2)
        }
        Self.free(chunk)
    }

    @inlinable @inline(__always)
    static func isNone(_ chunk: UInt) -> Bool { chunk & ~counts == 0 }

    @inlinable @inline(never)
    static func freeAll(_ first: UInt) {
        var chunk = first
        while !isNone(chunk) {
            let next = head(chunk).pointee.link
            free(chunk)
            chunk = next
        }
    }

    @inlinable @inline(never)
    static func allocate() -> UInt {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: chunkSize, alignment: alignment)
        let chunk = UInt(bitPattern: memory)
        head(chunk).initialize(to: Head())
        return chunk
    }

    @inlinable @inline(never)
    static func free(_ chunk: UInt) {
        head(chunk).deinitialize(count: 1)
        memory(chunk).deallocate()
    }
}
