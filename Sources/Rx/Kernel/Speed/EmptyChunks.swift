import RxPlatform

/// Chunks that the consumer has emptied and not given back yet, linked by `link`.
@frozen
@usableFromInline
struct EmptiedChunks {
    @usableFromInline var first: UInt = 0
    @usableFromInline var count = 0

    @inlinable @inline(__always)
    init() {}

    @inlinable @inline(__always)
    mutating func append(_ chunk: UInt) {
        MessageQueue<Never>.head(chunk).pointee.link = first
        first = chunk
        count &+= 1
    }
}

/// The empty chunks of a `MessageQueue`, in its `spare`. Functions beside the queue: they are the same whatever it holds, and in it
/// they would be compiled for each type of messages, as only `take` is, for senders.
@usableFromInline
enum EmptyChunks {
    @usableFromInline typealias Queue = MessageQueue<Never>

    /// A kept one, or a new one; and whether that was one of many, so that the thread inside should get on: it may be waiting for this
    /// processor. Without that, senders that have two processors to themselves fill as much memory as they can write meanwhile.
    @inlinable @inline(__always)
    static func take(from spare: borrowing Word, size: Int, alignment: Int) -> (chunk: UInt, isFlood: Bool) {
        if !Speed.reusesChunks { return (Chunk.allocate(size, alignment), false) }
        let first = spare.load()
        if first & Queue.busy == 0 {
            if Queue.isNone(first) {
                let count = (first + 2) & Queue.counts  // A try: if somebody else is quicker, this one isn't counted.
                return (Chunk.allocate(size, alignment), spare.compareExchange(first, count).exchanged && count & (2 * Tuning.chunksOfFlood - 1) == 0)
            }
            if spare.compareExchange(first, first | Queue.busy).exchanged {
                let next = Queue.head(first).pointee.link
                if Speed.prefetches, next != 0 { prefetchForWriting(next) }
                spare.storeReleasing(next)
                return (first & ~Queue.counts, false)
            }
        }
        return (Chunk.allocate(size, alignment), false)
    }

    /// Keeps chunks that are linked to each other, or frees those that were too many.
    @usableFromInline
    static func keep(_ chunks: UInt, in spare: borrowing Word, atMost limit: UInt) {
        if !Speed.reusesChunks { return freeAll(chunks) }
        var chunk = chunks
        for _ in 0..<Tuning.attemptsAtSpares {
            let old = spare.load()
            var count = Queue.isNone(old) ? 0 : (old & Queue.counts) / 2
            if count >= limit { break }
            guard old & Queue.busy == 0, spare.compareExchange(old, old | Queue.busy).exchanged else { continue }
            var first = count == 0 ? 0 : old
            while chunk != 0, count < limit {
                let next = Queue.head(chunk).pointee.link
                Queue.head(chunk).pointee.link = first
                count += 1
                first = chunk | count * 2
                chunk = next
            }
            spare.storeReleasing(first)
            break
        }
        freeAll(chunk)
    }

    @usableFromInline
    static func freeAll(_ first: UInt) {
        var chunk = first
        while !Queue.isNone(chunk) {
            let next = Queue.head(chunk).pointee.link
            Chunk.free(chunk)
            chunk = next
        }
    }
}

/// A mailbox's side of that list.
extension MessageQueue {
    /// No more than can be counted beside the address.
    @inlinable static var spareLimit: UInt { min(counts / 2, UInt(max(4, Tuning.bytesOfSpares / chunkSize))) }

    /// Keeps a chunk, or frees it if that were too many.
    @inlinable @inline(__always)
    func keep(_ chunk: UInt) {
        if !Speed.reusesChunks { return Chunk.free(chunk) }
        for _ in 0..<Tuning.attemptsAtSpares {
            let old = spare.load(), isFirst = Self.isNone(old), count = isFirst ? 1 : (old & Self.counts) / 2 + 1
            if count > Self.spareLimit { break }
            guard old & Self.busy == 0, spare.compareExchange(old, old | Self.busy).exchanged else { continue }
            Self.head(chunk).pointee.link = isFirst ? 0 : old
            return spare.storeReleasing(chunk | count * 2)
        }
        Chunk.free(chunk)
    }

    /// No more than half of what is kept: else senders would find none, and allocate what is freed here.
    @inlinable static var keptAtOnce: Int { min(Tuning.sparesAtOnce, max(1, Int(spareLimit) / 2)) }

    @inlinable @inline(__always)
    func keep(_ emptied: inout EmptiedChunks) {
        if _slowPath(emptied.count > 0) { keepAll(&emptied) }
    }

    /// As `keep`, of several.
    @inlinable @inline(never)
    func keepAll(_ emptied: inout EmptiedChunks) {
        EmptyChunks.keep(emptied.first, in: spare, atMost: Self.spareLimit)
        emptied = EmptiedChunks()
    }

    @inlinable @inline(__always)
    static func isNone(_ chunk: UInt) -> Bool { chunk & ~counts == 0 }
}
