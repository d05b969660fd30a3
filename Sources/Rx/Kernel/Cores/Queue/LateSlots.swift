import RxPlatform

/// A producer may have reserved a slot and not filled it when the consumer comes there. After some looks the consumer passes it by, and puts the
/// chunk back on the stack when it is done with the others. The producer's call hasn't returned, so no order is broken, and the producer, which looks
/// afterwards whether a consumer is still to take what it left, sees to the rest.
extension QueueInbox {
    /// Of a slot: whether it holds a message, perhaps after some looks. If not, and if its message hasn't been taken, it is one of the `late` ones.
    @inline(__always)
    static func isFull(_ chunk: UInt, _ index: Int, _ late: inout UInt64) -> Bool {
        (Chunk.marks(chunk) + index).pointee.loadAcquiring() == Chunk.full || isFullAtLast(chunk, index, &late)
    }

    @inline(never)
    private static func isFullAtLast(_ chunk: UInt, _ index: Int, _ late: inout UInt64) -> Bool {
        var looks = Tuning.spinsAtSlot
        while true {
            let mark = (Chunk.marks(chunk) + index).pointee.loadAcquiring()
            if mark != 0 { return mark == Chunk.full }
            if looks == 0 { break }
            looks -= 1
            spinHint()
        }
        late |= 1 << UInt64(index)
        return false
    }

    /// Of a batch whose first chunk has late slots: that is gone on with at the first of them, and the others are marked.
    static func markTaken(_ batch: Batch) {
        let head = Chunk.head(batch.list), first = batch.late.trailingZeroBitCount
        for index in first..<head.pointee.delivered.value where batch.late & 1 << UInt64(index) == 0 {
            (Chunk.marks(batch.list) + index).pointee.store(Chunk.taken)
        }
        head.pointee.delivered.value = first
    }

    /// Puts the first chunk of a batch, which is done with but for its late slots, back on the stack, or, where one has been filled meanwhile, leaves
    /// it on the list. While the gate is open, the consumer finds the late message, told by a flag that is set after its look. Once the gate
    /// is closed, the owner or the producer, whichever takes later; of an empty gate the producer, ordered by the gate's lock.
    ///
    /// Such a producer may have stored its mark where none sees it yet, then seen the flag `mail`, and gone: before the consumer cleared that, and
    /// so before it took this list. After the heavy fence its mark is seen. A producer that marks after the fence looks after it, and doesn't find
    /// that flag. (Without that fence both change the mark in one step, and the one that comes second sees what the first one did before.)
    ///
    /// In `observe(on:)` the flag is `Waking.signalled`, which the consumer clears before each take, and also before what waits in a closed segment is
    /// freed (`Waking.giveUp`): there it stands for the flag `closed`, too.
    ///
    /// The consumer of a mailbox is inside, and takes again before it leaves if a sender tells of mail, also if the gate is closed by then: a late
    /// producer may have found that, and nothing that waits, just before the chunk was back. A flag is too late only once the consumer has looked
    /// for it for the last time; then the chunk is back, and such a producer finds it.
    ///
    /// Where messages of a closed gate are freed, on any thread, three may take what is put back: its late producer, another thread that frees, and
    /// the owner. A late producer that looks at `closed` after its mark finds it set, and frees what waits. If it takes that before the chunk is
    /// back, its mark is seen before the chunk is put back, as both happen under a lock.
    ///
    /// If that producer looked before the gate was closed, and saw the flag `mail` as well, and went, then it looked before this thread saw `closed`,
    /// and its mark is seen after the heavy fence. So this puts no chunk back whose producer has gone. The owner, if it is still inside, takes and
    /// puts back without the lock. Each takes all there is, by an exchange, and has it to itself until it puts it back, by another one: a message
    /// belongs to one of them.
    @inline(never)
    func leaveLate(_ batch: inout Batch, freesFor gate: Gate?) {
        let chunk = batch.list, late = batch.late, next = Chunk.head(chunk).pointee.link.value
        QueueInbox.markTaken(batch)
        batch.late = 0
        if hasAsymmetricFence { heavyFence() }
        let isBack = if let gate { gate.lock.with(gate) { putBack(chunk, late) } } else { putBack(chunk, late) }
        if isBack { batch.list = next } else { Chunk.head(chunk).pointee.link.value = next }
    }

    /// Not if one of the late slots has been filled. What a producer sends after its late message comes after that: it is pushed after the mark, so a
    /// thread that reads a `newest` with it sees the mark as well; and if `newest` is as it was before the look, then what is pushed now lies before
    /// it.
    private func putBack(_ chunk: UInt, _ late: UInt64) -> Bool {
        while true {
            let top = newest.loadAcquiring()
            if QueueInbox.isSomeFull(chunk, late) { return false }
            Chunk.head(chunk).pointee.link.value = top
            if newest.compareExchange(top, chunk).exchanged { return true }
        }
    }

    private static func isSomeFull(_ chunk: UInt, _ slots: UInt64) -> Bool {
        var left = slots
        while left != 0 {
            if (Chunk.marks(chunk) + left.trailingZeroBitCount).pointee.lookAgain() == Chunk.full { return true }
            left &= left - 1
        }
        return false
    }
}
