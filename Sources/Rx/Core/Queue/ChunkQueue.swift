import RxPlatform

/// The queue core's queue from one thread to another, lock-free: one producer at a time, one consumer at a time, chunks that
/// grow to a limit and are used again.
///
/// `pending` counts the elements that were pushed and not acknowledged. The producer writes an element, then adds 1
/// (release): whoever reads the count (acquire) may read that many. The consumer acknowledges all that it has taken with one
/// subtraction; 0 afterwards means that the next push, which then reads 0, has to wake it.
@usableFromInline
final class ChunkQueue<Element>: @unchecked Sendable {
    // Sendable: the producer's and the consumer's fields are touched by one thread at a time each; the rest is atomic.
    private static var smallest: Int { 16 }
    private static var largest: Int { 1024 }

    @usableFromInline
    final class Chunk {
        @usableFromInline let slots: UnsafeMutablePointer<Element>
        @usableFromInline let capacity: Int
        /// Written by the producer before it counts an element of the next chunk, read by the consumer after that.
        @exclusivity(unchecked) @usableFromInline var next: Chunk?

        init(capacity: Int) {
            self.capacity = capacity
            slots = .allocate(capacity: capacity)
        }

        deinit { slots.deallocate() }
    }

    @usableFromInline let pending = Word(0)
    /// A chunk that the consumer has emptied, retained, or 0.
    private let spare = Word(0)
    // Unchecked: owned as said.
    // The producer's, beside the count that it raises:
    @exclusivity(unchecked) @usableFromInline var tail: Chunk
    @exclusivity(unchecked) @usableFromInline var tailIndex = 0
    private let padding = Padding()
    // The consumer's:
    @exclusivity(unchecked) @usableFromInline var head: Chunk
    @exclusivity(unchecked) @usableFromInline var headIndex = 0
    @exclusivity(unchecked) @usableFromInline var taken: UInt = 0
    @exclusivity(unchecked) @usableFromInline var available: UInt = 0
    private let rear = Padding()

    @usableFromInline
    init() {
        tail = Chunk(capacity: ChunkQueue.smallest)
        head = tail
    }

    deinit {
        available = pending.loadAcquiring() - taken
        while available > 0 { _ = take() }
        // One by one, so that a long queue isn't freed by recursion.
        var chunk: Chunk? = head
        while let current = chunk {
            chunk = current.next
            current.next = nil
        }
        recycled()
    }

    /// Whether the consumer has to be woken.
    @inlinable @inline(__always)
    func push(_ element: Element) -> Bool {
        if tailIndex == tail.capacity { extend() }
        tail.slots.prefetchAhead(of: tailIndex, in: tail.capacity)
        (tail.slots + tailIndex).initialize(to: element)
        tailIndex &+= 1
        return pending.add(1) == 1
    }

    /// By the consumer. `nil`: there is nothing, and whoever pushes next has to wake it.
    @inlinable @inline(__always)
    func pop() -> Element? {
        if available == 0, !acknowledge() { return nil }
        return take()
    }

    /// As `pop`, without taking it.
    func hasMore() -> Bool { available > 0 || acknowledge() }

    @inlinable @inline(__always)
    func take() -> Element {
        if headIndex == head.capacity { advance() }
        let element = (head.slots + headIndex).moveClaimingLine()
        headIndex &+= 1
        taken &+= 1
        available &-= 1
        return element
    }

    @usableFromInline
    func acknowledge() -> Bool {
        let acknowledged = taken
        Gathering.pause(after: Int(acknowledged))
        taken = 0
        let left = acknowledged == 0 ? pending.loadAcquiring() : pending.subtract(acknowledged)
        if left == 0 { return false }  // From the subtraction on another consumer may be at work.
        available = left
        return true
    }

    @usableFromInline
    func extend() {
        let chunk = recycled() ?? Chunk(capacity: min(tail.capacity * 2, ChunkQueue.largest))
        tail.next = chunk
        tail = chunk
        tailIndex = 0
    }

    @usableFromInline
    func advance() {
        let empty = head
        head = empty.next!
        empty.next = nil
        headIndex = 0
        recycle(empty)
    }

    private func recycle(_ chunk: Chunk) {
        let old = spare.exchange(UInt(bitPattern: Unmanaged.passRetained(chunk).toOpaque()))
        if let pointer = UnsafeRawPointer(bitPattern: old) { Unmanaged<Chunk>.fromOpaque(pointer).release() }
    }

    @discardableResult
    private func recycled() -> Chunk? {
        guard let pointer = UnsafeRawPointer(bitPattern: spare.exchange(0)) else { return nil }
        return Unmanaged<Chunk>.fromOpaque(pointer).takeRetainedValue()
    }
}
