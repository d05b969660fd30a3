import RxPlatform

/// A producer that fills slots which a consumer has emptied waits for each of their cache lines, unless it has asked for them early enough: an answer
/// of the other processor takes 40 ns, or 300 where the host puts them far from each other, and a message ten. So lines are asked for by windows, or,
/// of the queue core's chunks, all at once, and those of the next chunk with them (`QueueInbox.prefetchChunks`). A fixed distance of eight
/// messages, without asking for the first ones, took `observe-on/serial-scheduler` 21 ns instead of 7.4 there (queue core; docs/journal).
///
/// But a thread that only reads a line shares it, and asking for a shared line to write it does nothing, on the processors that this was measured on:
/// it is there. The store then waits until the other processor gives its copy up, at the latest with the next atomic operation. So a consumer that
/// empties a slot of `MessageBlocks` stores to it, too, and has the line until another thread asks (`MessageRun.handOut`): no thread waits. And a
/// producer that puts a chunk of `QueueInbox` behind a full one stores to all of its lines first, and waits once (`claimLines`). Eight threads at
/// one subject take 10.1 to 11.2 ns an event near each other and 13.5 to 14.3 far, where they took 11.3 to 14.5 and 23 to 34 (docs/journal, which
/// says what either core does with the other's way).
@inlinable @inline(__always)
func prefetchAhead(of index: Int, in slots: UnsafeMutableRawPointer, _ capacity: Int, _ stride: Int) {
    // The first slot is often the only one: nothing is asked for before the second one.
    if _slowPath(index & (Tuning.slotsOfWindow - 1) == 1) { prefetchWindow(at: index, in: slots, capacity, stride) }
}

@usableFromInline @inline(never)
func prefetchWindow(at index: Int, in slots: UnsafeMutableRawPointer, _ capacity: Int, _ stride: Int) {
    let window = prefetchedSlots(at: index, in: capacity)
    prefetchLines(from: slots + window.lowerBound * stride, to: slots + window.upperBound * stride)
}

/// The window after the one that begins here, or both at the beginning. Nothing behind the last slot, which may be on a line that another
/// thread is using: such lines, asked for nevertheless, took `merge/2-subjects/2-threads` from 24 to 31 to 51 ns on the lock core.
func prefetchedSlots(at index: Int, in capacity: Int) -> Range<Int> {
    let start = index == 1 ? 1 : min(index &+ Tuning.slotsOfWindow &- 1, capacity)
    return start..<min(index &+ 2 &* Tuning.slotsOfWindow &- 1, capacity)
}

/// Asks for the lines between two addresses, which other threads may be using; no more than 32.
@inline(never)
func prefetchLines(from start: UnsafeMutableRawPointer, to end: UnsafeMutableRawPointer) {
    if !Speed.prefetches { return }
    var line = UInt(bitPattern: start) & ~(Tuning.lineSize - 1)
    let end = min(UInt(bitPattern: end), line + Tuning.linesAtOnce * Tuning.lineSize)
    while line < end {
        prefetchForWriting(line)
        line += Tuning.lineSize
    }
}

/// Takes the lines between two addresses, no more than 32, by storing a byte of each that lies between the two: what was there is lost.
@inline(never)
func claimLines(from start: UnsafeMutableRawPointer, to end: UnsafeMutableRawPointer) {
    if !Speed.prefetches { return }
    var address = UInt(bitPattern: start)
    let end = min(UInt(bitPattern: end), address & ~(Tuning.lineSize - 1) + Tuning.linesAtOnce * Tuning.lineSize)
    while address < end {
        claimForWriting(UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped)
        address = (address | (Tuning.lineSize - 1)) + 1
    }
}

extension QueueInbox {
    /// With a chunk's second message: asks for its slots, and for the next chunk, if one is kept. Its lines take longer to come than a few
    /// messages take where processors are far from each other; so in a flood this chunk's have been asked for with the one before, and taken by
    /// the producer that put it there. What it asks for then is for another thread that sends, or for a chunk that has none before it.
    @inline(never)
    func prefetchChunks(_ chunk: UInt, _ layout: SlotLayout) {
        let bytes = layout.slotsOfChunk * layout.stride, slots = Chunk.slots(chunk, layout)
        prefetchLines(from: slots + layout.stride, to: slots + bytes)
        let next = spare.load()
        if !QueueInbox.isNone(next) { prefetchLines(from: Chunk.memory(next), to: Chunk.slots(next, layout) + bytes) }
    }
}
