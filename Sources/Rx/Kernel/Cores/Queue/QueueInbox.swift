import RxPlatform

/// The queue core's inbox. Many producers, one consumer at a time: a linked stack of chunks. A producer reserves a slot of the newest chunk, or puts
/// a new chunk before it, with one compare-exchange; fills the slot, and marks it full with a store. The consumer takes all chunks with one exchange
/// and reverses their order; a batch is such a list. No message is lost, each producer's come first in first out, and there is no lock, but for
/// what is freed undelivered.
///
/// `newest` holds the address of a chunk and how many of its slots are reserved, in one word: a producer touches the chunk whose slot it reserves
/// only after that, so it doesn't matter what it was used for before (no ABA). No producer reserves a slot of a chunk that
/// was taken until it is put back (`LateSlots.swift`): then senders go on behind the slots that were reserved.
///
/// No thread waits. A producer may have reserved a slot and not filled it when the consumer comes there: see `LateSlots.swift`.
///
/// Chunks, not a node for each message: a flood needs a sixtieth of the mallocs, and of the accesses to the list of empty ones
/// (`EmptyChunks.swift`; docs/journal).
@usableFromInline
struct QueueInbox: ~Copyable, Inbox {
    /// The list of empty chunks, each of which links to the next one as this word would:
    ///
    ///     address of the first one | 2 × how many they are: so many are kept
    ///     that | `busy`: a thread is at the list
    ///     0 | 2 × how many have been allocated since, the low part of that: none is kept
    @usableFromInline let spare = Word(0)
    /// The address of the newest chunk, and in the bits of `counts` how many of its slots are reserved; 0: nothing waits. One of the
    /// last fields of a mailbox, as far as can be from what the owner reads for each message.
    @usableFromInline let newest = Word(0)

    @usableFromInline
    init() {}

    // MARK: Sending

    @inlinable @inline(__always)
    func reserve(_ layout: SlotLayout, _ owner: AnyObject) -> Slot {
        let top = newest.load(), reserved = Int(top & Chunk.counts)
        // What is done once in a chunk is done out of line.
        if reserved > (Speed.prefetches ? 1 : 0), reserved < layout.slotsOfChunk, newest.compareExchange(top, top + 1).exchanged {
            return QueueInbox.slot(top, layout)
        }
        return reserveSlowly(layout)
    }

    @inlinable @inline(__always)
    static func slot(_ chunk: UInt, _ layout: SlotLayout, isFlood: Bool = false) -> Slot {
        Slot(Chunk.slots(chunk, layout) + Int(chunk & Chunk.counts) &* layout.stride, chunk: chunk, isFlood: isFlood)
    }

    /// What the caller then loads to know whether a consumer is still to take the mail, it loads after the message has been marked.
    @inlinable @inline(__always)
    func publish(_ slot: Slot, _ owner: AnyObject) {
        (Chunk.marks(slot.chunk) + Int(slot.chunk & Chunk.counts)).pointee.publish(Chunk.full)
    }

    /// Where the newest chunk is full or nearly empty, or changed meanwhile.
    @usableFromInline @inline(never)
    func reserveSlowly(_ layout: SlotLayout) -> Slot {
        var top = newest.load()
        var new: UInt = 0, isFlood = false  // A chunk that isn't in the stack yet.
        while true {
            let reserved = Int(top & Chunk.counts)
            if top != 0, reserved < layout.slotsOfChunk {
                let (isReserved, original) = newest.compareExchange(top, top + 1)
                guard isReserved else {
                    top = original
                    continue
                }
                if Speed.prefetches, reserved == 1 { prefetchChunks(top, layout) }
                if new != 0 { keep(new, layout) }
                return QueueInbox.slot(top, layout)
            }
            if new == 0 {
                (new, isFlood) = takeEmpty(layout)
                // Behind a full chunk this one is likely to be filled, too. No other thread has it yet, and its first slot is filled soon.
                let slots = Chunk.slots(new, layout)
                if top != 0 { claimLines(from: slots + layout.stride, to: slots + layout.slotsOfChunk * layout.stride) }
            }
            Chunk.head(new).pointee.link.value = top
            let (isPut, original) = newest.compareExchange(top, new | 1)
            if isPut { return QueueInbox.slot(new, layout, isFlood: isFlood) }
            top = original
        }
    }

    // MARK: Taking

    @inline(__always)
    func take(_ owner: AnyObject) -> UInt { QueueInbox.oldestFirst(detach()) }

    /// Takes what is there now, newest first, in one step.
    func detach() -> UInt { newest.exchange(0) }

    static func oldestFirst(_ stack: UInt) -> UInt {
        var chunk = stack, oldest: UInt = 0
        while chunk != 0 {
            let before = Chunk.head(chunk).pointee.link.value
            Chunk.head(chunk).pointee.link.value = oldest
            oldest = chunk
            chunk = before
        }
        return oldest
    }

    @inline(__always)
    func next(_ batch: inout Batch, atMost limit: Int, _ layout: SlotLayout) -> MessageRun? { next(&batch, atMost: limit, layout, freesFor: nil) }

    /// - Parameter gate: where messages of a closed gate are freed, and not delivered: see `leaveLate`.
    @inline(__always)
    func next(_ batch: inout Batch, atMost limit: Int, _ layout: SlotLayout, freesFor gate: Gate?) -> MessageRun? {
        while batch.list != 0 {
            let chunk = batch.list, end = Int(chunk & Chunk.counts)
            var index = Chunk.head(chunk).pointee.delivered.value
            while index < end, !QueueInbox.isFull(chunk, index, &batch.late) { index &+= 1 }
            let start = index
            while index < end, index &- start < limit, (Chunk.marks(chunk) + index).pointee.loadAcquiring() == Chunk.full { index &+= 1 }
            Chunk.head(chunk).pointee.delivered.value = index
            if index > start { return MessageRun(Chunk.slots(chunk, layout) + start &* layout.stride, index &- start, isLast: index == end) }
            finish(&batch, layout, freesFor: gate)
        }
        return nil
    }

    @inline(__always)
    func finish(_ batch: inout Batch, _ layout: SlotLayout) { finish(&batch, layout, freesFor: nil) }

    /// Done with the first chunk. The last one is given back before its last message is handled, which may send the next one: that one finds a chunk.
    /// Those before it are given back with it, or several at a time, since each look at the list of empty ones takes its cache line from senders;
    /// and where the consumer leaves off, or a chunk has late slots.
    @inline(__always)
    func finish(_ batch: inout Batch, _ layout: SlotLayout, freesFor gate: Gate?) {
        if batch.late != 0 {
            leaveLate(&batch, freesFor: gate)
            return keep(&batch.emptied, layout)
        }
        let chunk = batch.list & ~Chunk.counts, head = Chunk.head(chunk)
        batch.list = head.pointee.link.value
        head.pointee.delivered.value = 0
        Mark.reset(Chunk.marks(chunk), Tuning.slotsOfChunk)  // As it is to be when it is used again.
        batch.emptied.append(chunk)
        if batch.list == 0 || batch.emptied.count == layout.keptAtOnce { keep(&batch.emptied, layout) }
    }

    @inline(__always)
    func leaveOff(_ batch: inout Batch, _ layout: SlotLayout) -> UInt {
        if batch.late != 0 { QueueInbox.markTaken(batch) }
        keep(&batch.emptied, layout)
        return batch.list
    }

    // MARK: Freeing

    /// Also where nothing seems to wait: that exchange orders this thread and the one that puts a late slot back.
    @inlinable
    func freeWaiting<Message>(_: Message.Type, _ gate: Gate, _ owner: AnyObject) { free(Message.self, detachOfClosed(gate), gate) }

    @usableFromInline
    func detachOfClosed(_ gate: Gate) -> UInt { QueueInbox.oldestFirst(gate.lock.with(gate) { detach() }) }

    @inlinable
    func free<Message>(_: Message.Type, _ list: UInt, _ gate: Gate) {
        var batch = Batch(list)
        while let run = nextOfClosed(&batch, .of(Message.self), gate) {
            PlainSlots.willChange(run.slots, run.count, stride: MemoryLayout<Message>.stride)
            run.slots.assumingMemoryBound(to: Message.self).deinitialize(count: run.count)
            if run.isLast { finishOfClosed(&batch, .of(Message.self), gate) }
        }
    }

    @usableFromInline
    func nextOfClosed(_ batch: inout Batch, _ layout: SlotLayout, _ gate: Gate) -> MessageRun? { next(&batch, atMost: .max, layout, freesFor: gate) }

    @usableFromInline
    func finishOfClosed(_ batch: inout Batch, _ layout: SlotLayout, _ gate: Gate) { finish(&batch, layout, freesFor: gate) }

    /// At its owner's end.
    func freeRoom() { QueueInbox.freeAll(spare.load()) }
}
