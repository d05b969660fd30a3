import RxPlatform

/// Chunks that the consumer has emptied and not given back yet, linked by `link`.
@frozen
@usableFromInline
struct EmptiedChunks {
    @usableFromInline var first: UInt = 0
    @usableFromInline var count = 0

    @inlinable @inline(__always)
    init() {}

    mutating func append(_ chunk: UInt) {
        Chunk.head(chunk).pointee.link.value = first
        first = chunk
        count &+= 1
    }
}

/// Empty chunks are kept, in a list that belongs to the thread that has set the lowest bit of its head, `spare`. No thread waits for that: a
/// producer that finds it set allocates, the consumer tries a few times and then frees. The consumer gives up to eight back at once.
extension QueueInbox {
    static var busy: UInt { 1 }

    /// A kept one, or a new one; and whether that was one of many, so that the owner should get on: it may be waiting for this
    /// processor. Without that, senders that have two processors to themselves fill as much memory as they can write meanwhile.
    func takeEmpty(_ layout: SlotLayout) -> (chunk: UInt, isFlood: Bool) {
        if !Speed.reusesChunks { return (Chunk.allocate(layout), false) }
        let first = spare.load()
        if first & QueueInbox.busy == 0 {
            if QueueInbox.isNone(first) {
                let count = (first + 2) & Chunk.counts  // A try: if another thread is quicker, this one isn't counted.
                return (Chunk.allocate(layout), spare.compareExchange(first, count).exchanged && count & (2 * Tuning.chunksOfFlood - 1) == 0)
            }
            if spare.compareExchange(first, first | QueueInbox.busy).exchanged {
                let next = Chunk.head(first).pointee.link.value
                if Speed.prefetches, next != 0 { prefetchForWriting(next) }
                spare.storeReleasing(next)
                return (first & ~Chunk.counts, false)
            }
        }
        return (Chunk.allocate(layout), false)
    }

    /// One chunk that wasn't needed.
    func keep(_ chunk: UInt, _ layout: SlotLayout) {
        var emptied = EmptiedChunks()
        emptied.append(chunk)
        keep(&emptied, layout)
    }

    /// Keeps chunks, and frees what is too many.
    @inline(__always)
    func keep(_ emptied: inout EmptiedChunks, _ layout: SlotLayout) {
        if emptied.count > 0 { keepAll(&emptied, layout) }
    }

    @inline(never)
    private func keepAll(_ emptied: inout EmptiedChunks, _ layout: SlotLayout) {
        var chunk = emptied.first
        emptied = EmptiedChunks()
        let limit = layout.keptChunks
        for _ in 0..<(Speed.reusesChunks ? Tuning.attemptsAtSpares : 0) {
            let old = spare.load()
            var count = QueueInbox.isNone(old) ? 0 : (old & Chunk.counts) / 2
            if count >= limit { break }
            guard old & QueueInbox.busy == 0, spare.compareExchange(old, old | QueueInbox.busy).exchanged else { continue }
            var first = count == 0 ? 0 : old
            while chunk != 0, count < limit {
                let next = Chunk.head(chunk).pointee.link.value
                Chunk.head(chunk).pointee.link.value = first
                count += 1
                first = chunk | count * 2
                chunk = next
            }
            spare.storeReleasing(first)
            break
        }
        QueueInbox.freeAll(chunk)
    }

    static func freeAll(_ first: UInt) {
        var chunk = first
        while !isNone(chunk) {
            let next = Chunk.head(chunk).pointee.link.value
            Chunk.free(chunk)
            chunk = next
        }
    }

    static func isNone(_ chunk: UInt) -> Bool { chunk & ~Chunk.counts == 0 }
}

extension SlotLayout {
    /// No more than half of what is kept: else senders would find none, and allocate what is freed here.
    var keptAtOnce: Int { min(Tuning.sparesAtOnce, max(1, Int(keptChunks) / 2)) }
}
