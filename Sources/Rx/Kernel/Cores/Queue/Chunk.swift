import RxPlatform

/// What a chunk of the queue core's inbox begins with: this head, a mark for each slot, then the slots. A chunk is a word: its address, and in the
/// low bits a count or an index.
@frozen
@usableFromInline
struct Chunk: ~Copyable {
    /// In the stack: the chunk before, as `newest` had it. In a list that was taken, or that is kept: the next one.
    @usableFromInline var link = Plain<UInt>(0)
    /// Slots before this one the consumer is done with, or has in `Batch.late`: its own.
    @usableFromInline var delivered = Plain(0)

    @inlinable
    init() {}

    /// What a slot's mark says: 0, nothing yet; or it holds a message; or, in a chunk that was put back, it has held one.
    @inlinable static var full: UInt8 { 1 }
    @inlinable static var taken: UInt8 { 2 }

    /// The bits below a chunk's address.
    @inlinable static var counts: UInt { 63 }

    @inlinable @inline(__always)
    static func memory(_ chunk: UInt) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(bitPattern: chunk & ~counts).unsafelyUnwrapped
    }

    @inlinable @inline(__always)
    static func head(_ chunk: UInt) -> UnsafeMutablePointer<Chunk> { memory(chunk).assumingMemoryBound(to: Chunk.self) }

    @inlinable static var marksOffset: Int { MemoryLayout<Chunk>.stride }
    /// With the marks.
    @inlinable static var bytesOfHead: Int { marksOffset + Mark.size(Tuning.slotsOfChunk) }

    @inlinable @inline(__always)
    static func marks(_ chunk: UInt) -> UnsafeMutablePointer<Mark> {
        (memory(chunk) + marksOffset).assumingMemoryBound(to: Mark.self)
    }

    @inlinable @inline(__always)
    static func slots(_ chunk: UInt, _ layout: SlotLayout) -> UnsafeMutableRawPointer { memory(chunk) + layout.aligned(bytesOfHead) }

    // MARK: Memory

    @usableFromInline @inline(never)
    static func allocate(_ layout: SlotLayout) -> UInt {
        // Known when this is compiled: slots are counted below the address, and marks are reset by eight.
        precondition(Tuning.slotsOfChunk < Int(counts) && marksOffset & 7 == 0, "Chunk: no room for its counts or marks")
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: layout.aligned(bytesOfHead) + layout.slotsOfChunk * layout.stride, alignment: max(Int(counts) + 1, layout.alignment))
        let chunk = UInt(bitPattern: memory)
        head(chunk).initialize(to: Chunk())
        Mark.initialize(marks(chunk), Tuning.slotsOfChunk)
        PlainSlots.areNew(slots(chunk, layout), layout.slotsOfChunk, stride: layout.stride)
        return chunk
    }

    static func free(_ chunk: UInt) {
        #if MODEL
        head(chunk).deinitialize(count: 1)  // In the product there is nothing to end, and it would be a call.
        #endif
        Mark.deinitialize(marks(chunk), Tuning.slotsOfChunk)
        memory(chunk).deallocate()
    }
}
