import RxPlatform

/// Many producers, one consumer at a time: a linked stack of chunks. A producer reserves a slot of the newest chunk, or puts a new
/// chunk before it, with one compare-exchange; fills the slot, and marks it full with a store. The consumer takes all chunks with one
/// exchange and turns their order round. No lost message, first in first out for each producer, and no lock, but for what is freed undelivered
/// (`discard`).
///
/// `newest` holds the address of a chunk and how many of its slots are reserved, in one word: a producer touches the chunk whose slot it reserves
/// only after that, so it doesn't matter what it was used for before (no ABA). Nobody reserves a slot of a chunk that was taken.
///
/// Nobody waits. A producer may have reserved a slot and not filled it when the consumer comes there: after some looks that one passes it by, and
/// puts the chunk back on the stack when it is done with the others. The producer's call hasn't returned, so no order is broken, and the
/// producer, which looks afterwards whether somebody is still to take what it left, sees to the rest (`leaveLate`).
///
/// Chunks, not a node for each message: a flood needs a sixtieth of the mallocs, and what both threads do to the list of empty
/// ones (docs/Costs.md). Empty chunks are kept, in a list that belongs to the thread that has set the lowest bit of its head. Nobody
/// waits for that either: a producer that finds it set allocates, the consumer tries a few times and then frees. It
/// gives up to eight back at once (`EmptiedChunks`).
@usableFromInline
struct MessageQueue<Message>: ~Copyable {
    /// The first of the empty chunks, with the bit `busy` while somebody is at the list, and above that bit how many they are. Each
    /// links to the next one as this word would. Where there is none: how many have been allocated since, of many the low part.
    @usableFromInline let spare = Word(0)
    /// The address of the newest chunk, and in the bits of `counts` how many of its slots are reserved; 0: nothing waits. One of the
    /// last fields of a mailbox, as far as can be from what the thread inside reads for each message.
    @usableFromInline let newest = Word(0)
    @inlinable static var busy: UInt { 1 }

    // MARK: Layout of a chunk: a head, a mark for each slot, then the slots

    @usableFromInline typealias Head = ChunkHead
    @usableFromInline typealias Messages = UnsafeMutablePointer<Message>

    /// What a slot's mark says: nothing yet, or it holds a message, or, in a chunk that was put back, it has held one.
    @inlinable static var full: UInt8 { 1 }
    @inlinable static var taken: UInt8 { 2 }

    /// Of chunks, so that counts fit into the low bits of their addresses.
    @inlinable static var alignment: Int { max(64, MemoryLayout<Message>.alignment) }
    @inlinable static var counts: UInt { 63 }
    /// Slots of a chunk.
    @inlinable static var capacity: Int { min(Tuning.slotsOfChunk, max(4, (Tuning.bytesOfChunk - messagesOffset) / MemoryLayout<Message>.stride)) }
    @inlinable static var marksOffset: Int { MemoryLayout<Head>.stride }
    @inlinable static var messagesOffset: Int {
        let mask = MemoryLayout<Message>.alignment - 1
        return (marksOffset + Mark.size(Tuning.slotsOfChunk) + mask) & ~mask
    }
    @inlinable static var chunkSize: Int { messagesOffset + capacity * MemoryLayout<Message>.stride }

    @inlinable @inline(__always)
    static func memory(_ chunk: UInt) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(bitPattern: chunk & ~counts).unsafelyUnwrapped
    }

    @inlinable @inline(__always)
    static func head(_ chunk: UInt) -> UnsafeMutablePointer<Head> { memory(chunk).assumingMemoryBound(to: Head.self) }

    @inlinable @inline(__always)
    static func marks(_ chunk: UInt) -> UnsafeMutablePointer<Mark> {
        (memory(chunk) + marksOffset).assumingMemoryBound(to: Mark.self)
    }

    @inlinable @inline(__always)
    static func messages(_ chunk: UInt) -> Messages {
        (memory(chunk) + messagesOffset).assumingMemoryBound(to: Message.self)
    }

    @usableFromInline
    init() {}

    // MARK: Sending

    /// On any thread. Returns whether it is one of a flood: see `EmptyChunks.take`. What the caller then loads to know whether somebody is still to
    /// take what waits, it loads after the message has been marked.
    @inlinable @inline(__always)
    @discardableResult
    func push(_ message: consuming Message) -> Bool {
        let top = newest.load(), reserved = Int(top & Self.counts)
        if top != 0, reserved < Self.capacity {
            let slot = Self.messages(top) + reserved
            if Speed.prefetches, _slowPath(reserved == 1) { prefetchChunks(top) }
            if newest.compareExchange(top, top + 1).exchanged {
                slot.initialize(to: message)
                (Self.marks(top) + reserved).pointee.publish(Self.full)
                return false
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
                if Speed.prefetches, reserved == 1 { prefetchChunks(top) }
                (Self.messages(top) + reserved).initialize(to: message)
                (Self.marks(top) + reserved).pointee.publish(Self.full)
                if new != 0 { keep(new) }
                return false
            }
            if new == 0 {
                (new, isFlood) = EmptyChunks.take(from: spare, size: Self.chunkSize, alignment: Self.alignment)
                // Behind a full chunk this one is likely to be filled, too. Nobody else has it yet, and its first slot is filled now.
                if top != 0 { claimLines(from: Self.messages(new) + 1, to: Self.messages(new) + Self.capacity) }
            }
            let slot = Self.messages(new)
            slot.initialize(to: message)
            Self.marks(new).pointee.store(Self.full)
            Self.head(new).pointee.link = top
            let (isPut, original) = newest.compareExchange(top, new | 1)
            if isPut { return isFlood }
            message = slot.move()
            Self.marks(new).pointee.store(0)
            top = original
        }
    }

    // MARK: Taking

    /// Takes what is there now, oldest first, as a list of chunks that belongs to the caller; 0: nothing.
    @inlinable
    func takeAll() -> UInt { Self.oldestFirst(detach()) }

    /// Takes what is there now, newest first, in one step.
    @inlinable @inline(__always)
    func detach() -> UInt { newest.exchange(0) }

    @inlinable @inline(__always)
    static func oldestFirst(_ stack: UInt) -> UInt {
        var chunk = stack, oldest: UInt = 0
        while chunk != 0 {
            let before = head(chunk).pointee.link
            head(chunk).pointee.link = oldest
            oldest = chunk
            chunk = before
        }
        return oldest
    }

    /// Hands out messages of such a list until none is left, or `limit` are handed out: by the thread that owns the mailbox, so that
    /// they keep their order. Returns how many, and the rest of the list.
    ///
    /// The last chunk is given back before its last message runs, which may send the next one: that one finds a chunk. Those before it are
    /// given back with it, or several at a time, since each look at the list of empty ones takes its cache line from senders; and where the
    /// caller leaves off, or a chunk has late slots.
    @inlinable @inline(__always)
    func hand(_ list: UInt, atMost limit: Int, _ body: (inout Message) -> Void) -> (count: Int, rest: UInt) {
        var list = list, count = 0, emptied = EmptiedChunks()
        while list != 0 {
            let chunk = list, head = Self.head(chunk), end = Int(chunk & Self.counts)
            var index = head.pointee.delivered, late: UInt64 = 0
            repeat {
                if count >= limit {
                    Self.leaveOff(chunk, index, late)
                    keep(&emptied)
                    return (count, list)
                }
                let isFull = (Self.marks(chunk) + index).pointee.loadAcquiring() == Self.full || Self.isFull(chunk, index, &late)
                let slot = Self.messages(chunk) + index
                index &+= 1
                guard isFull else {
                    if index == end { leaveSlowly(&list, late, &emptied) }
                    continue
                }
                var message = slot.move()
                if index == end { leave(&list, late, &emptied) }
                body(&message)
                count &+= 1
            } while index < end
        }
        return (count, 0)
    }

    /// Of a slot that wasn't: whether it is after some looks. If not, and if nobody has taken its message, it is one of the `late` ones, a bit
    /// for each.
    @inlinable @inline(never)
    static func isFull(_ chunk: UInt, _ index: Int, _ late: inout UInt64) -> Bool {
        var looks = Tuning.spinsAtSlot
        while true {
            let mark = (marks(chunk) + index).pointee.loadAcquiring()
            if mark != 0 { return mark == full }
            if looks == 0 { break }
            looks -= 1
            spinHint()
        }
        late |= 1 << UInt64(index)
        return false
    }

    /// Between two slots of a chunk, to go on later: after the late ones.
    @inlinable @inline(__always)
    static func leaveOff(_ chunk: UInt, _ index: Int, _ late: UInt64) {
        if _slowPath(late != 0) { markTaken(chunk, index, late) } else { head(chunk).pointee.delivered = index }
    }

    @inlinable @inline(never)
    static func markTaken(_ chunk: UInt, _ end: Int, _ late: UInt64) {
        let head = head(chunk)
        for index in head.pointee.delivered..<end where late & 1 << UInt64(index) == 0 { (marks(chunk) + index).pointee.store(taken) }
        head.pointee.delivered = late.trailingZeroBitCount
    }

    /// Done with the first chunk of a list. What most batches have, a single chunk whose slots were all full, is compiled into the loop.
    @inlinable @inline(__always)
    func leave(_ list: inout UInt, _ late: UInt64, _ emptied: inout EmptiedChunks) {
        if _slowPath(late != 0 || emptied.count > 0 || Self.head(list).pointee.link != 0) { return leaveSlowly(&list, late, &emptied) }
        keep(Self.takeOff(&list))
    }

    @inlinable @inline(never)
    func leaveSlowly(_ list: inout UInt, _ late: UInt64, _ emptied: inout EmptiedChunks) {
        if late != 0 {
            leaveLate(&list, late)
            return keep(&emptied)
        }
        emptied.append(Self.takeOff(&list))
        if list == 0 || emptied.count == Self.keptAtOnce { keepAll(&emptied) }
    }

    /// The first chunk of a list, as it is to be when it is used again.
    @inlinable @inline(__always)
    static func takeOff(_ list: inout UInt) -> UInt {
        let chunk = list & ~counts, head = head(chunk)
        list = head.pointee.link
        head.pointee.delivered = 0
        Mark.reset(marks(chunk), Tuning.slotsOfChunk)
        return chunk
    }

    /// Puts a chunk back on the stack whose `late` slots have been reserved and not filled, or, where one has been filled meanwhile, on the list.
    ///
    /// Such a producer may have stored its mark where nobody sees it yet, then seen the flag `mail`, and gone: before the consumer cleared that, and
    /// so before it took this list. After the heavy fence its mark is seen. A producer that marks after the fence looks after it, and doesn't find
    /// that flag. (Without that fence both change the mark in one step, and the one that comes second sees what the first one did before.)
    ///
    /// In `observe(on:)` the flag is `Waking.signalled`, which the consumer clears before each take, and closing concerns nobody: what waits is freed
    /// with its owner, when no producer is at work.
    ///
    /// The consumer of a mailbox is inside, and takes again before it leaves if somebody tells of mail, also if the gate is closed by then: a late
    /// producer may have found that, and nothing that waits, just before the chunk was back. A flag is too late only once the consumer has looked
    /// for it for the last time; then the chunk is back, and such a producer finds it. Where nobody is inside, see `discard`.
    ///
    /// What a producer sends after its late message comes after that: it is pushed after the mark, so a thread that reads a `newest` with it sees the
    /// mark as well; and if `newest` is as it was before the look, then what is pushed now lies before it.
    @inlinable @inline(never)
    func leaveLate(_ list: inout UInt, _ late: UInt64) {
        let chunk = list, head = Self.head(chunk), next = head.pointee.link
        Self.markTaken(chunk, Int(chunk & Self.counts), late)
        if hasAsymmetricFence { heavyFence() }
        while true {
            let top = newest.loadAcquiring()
            if Self.isSomeFull(chunk, late) {
                head.pointee.link = next
                return
            }
            head.pointee.link = top
            if newest.compareExchange(top, chunk).exchanged { break }
        }
        list = next
    }

    /// Frees the messages of a list of a closed mailbox, on any thread; messages of other threads may come meanwhile.
    ///
    /// Three threads may take what this one puts back: its late producer, another thread that frees, and the owner. A late producer that looks at
    /// `closed` after its mark finds it set, and frees what waits. If it takes that before the chunk is back, its mark is seen before the chunk is
    /// put back, as both happen under a lock. If it looked before the gate was closed, and saw the flag `mail` as well, and went, then it looked
    /// before this thread saw `closed`, and its mark is seen after the heavy fence, as in `leaveLate`. So this puts no chunk back whose producer has
    /// gone.
    ///
    /// The owner, if it is still inside, takes without the lock and puts back by `leaveLate`.
    /// Each takes all there is, by an exchange, and has it to itself until it puts it back, by another one: a message belongs to one of them.
    ///
    /// - Parameter locked: runs its argument under that lock.
    func discard(_ list: UInt, locked: (() -> Void) -> Void) {
        var list = list
        while list != 0 {
            let chunk = list, head = Self.head(chunk), end = Int(chunk & Self.counts)
            var late: UInt64 = 0
            for index in head.pointee.delivered..<end {
                if (Self.marks(chunk) + index).pointee.loadAcquiring() == Self.full || Self.isFull(chunk, index, &late) {
                    (Self.messages(chunk) + index).deinitialize(count: 1)
                }
            }
            if late == 0 {
                keep(Self.takeOff(&list))
                continue
            }
            Self.markTaken(chunk, end, late)
            list = head.pointee.link
            if hasAsymmetricFence { heavyFence() }
            var isBack = false
            locked { isBack = !Self.isSomeFull(chunk, late) && putBack(chunk) }
            if isBack { continue }
            head.pointee.link = list
            list = chunk
        }
    }

    private func putBack(_ chunk: UInt) -> Bool {
        var top = newest.load()
        while true {
            Self.head(chunk).pointee.link = top
            let (isPut, original) = newest.compareExchange(top, chunk)
            if isPut { return true }
            top = original
        }
    }

    @inlinable
    static func isSomeFull(_ chunk: UInt, _ slots: UInt64) -> Bool {
        var left = slots
        while left != 0 {
            if (marks(chunk) + left.trailingZeroBitCount).pointee.lookAgain() == full { return true }
            left &= left - 1
        }
        return false
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
        EmptyChunks.freeAll(spare.load())
        spare.store(0)
    }
}
