import RxPlatform

/// What a chunk of a `MessageQueue` begins with.
@frozen
@usableFromInline
struct ChunkHead {
    /// In the stack: the chunk before, as `newest` had it. In a list that was taken, or that is kept: the next one.
    @usableFromInline var link: UInt = 0
    /// Slots before this one the consumer is done with: its own.
    @usableFromInline var delivered = 0

    @inlinable
    init() {}
}

/// The memory of chunks. Functions beside the queue: they are the same whatever it holds, and in it they would be compiled for each type of messages.
@usableFromInline
enum Chunk {
    private typealias Queue = MessageQueue<Never>

    @usableFromInline @inline(never)
    static func allocate(_ size: Int, _ alignment: Int) -> UInt {
        let chunk = UInt(bitPattern: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment))
        Queue.head(chunk).initialize(to: ChunkHead())
        Mark.initialize(Queue.marks(chunk), Tuning.slotsOfChunk)
        return chunk
    }

    @usableFromInline
    static func free(_ chunk: UInt) {
        Mark.deinitialize(Queue.marks(chunk), Tuning.slotsOfChunk)
        Queue.memory(chunk).deallocate()
    }
}
