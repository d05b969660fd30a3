import RxPlatform

/// Who fills slots that somebody else has emptied waits for each of their cache lines, unless it has asked for them early enough: an answer of
/// the other processor takes 40 ns, or 300 where the host puts them far from each other, and a message ten. So lines are asked for by windows,
/// or, of the queue core's chunks, all at once, and those of the next chunk with them (`MessageQueue.prefetchChunks`).
/// A fixed distance of eight messages, without asking for the first ones, took W10 21 ns instead of 7.4 there (queue core; docs/Costs.md).
extension UnsafeMutablePointer {
    /// By who is about to fill slot `index` of so many, one after the other. The first slot is often the only one: nothing is asked for
    /// before the second one.
    @inlinable @inline(__always)
    func prefetchAhead(of index: Int, in capacity: Int) {
        if _slowPath(index & (slotsOfWindow - 1) == 1) { prefetchWindow(at: index, in: capacity) }
    }

    /// Asks for the window after the one that begins here, or for both at the beginning. Nothing behind the last slot, which may be on a line
    /// that somebody else is using: such lines, asked for nevertheless, took W8b from 24 to 31 to 51 ns on the lock core.
    @inlinable @inline(never)
    func prefetchWindow(at index: Int, in capacity: Int) {
        let start = index == 1 ? 1 : Swift.min(index &+ slotsOfWindow &- 1, capacity)
        let end = Swift.min(index &+ 2 &* slotsOfWindow &- 1, capacity)
        prefetchLines(from: self + start, to: self + end)
    }
}

@inlinable
var slotsOfWindow: Int { 32 }

/// Of large messages no more than 32 lines: what is asked for is yet to be used when the next window is asked for.
@usableFromInline @inline(never)
func prefetchLines(from start: UnsafeMutableRawPointer, to end: UnsafeMutableRawPointer) {
    var line = UInt(bitPattern: start) & ~63
    let end = min(UInt(bitPattern: end), line + 32 * 64)
    while line < end {
        prefetchForWriting(line)
        line += 64
    }
}
