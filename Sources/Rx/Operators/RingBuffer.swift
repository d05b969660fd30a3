/// First in, first out, in one block of memory that is used again: no allocation once it is large enough.
/// Not thread-safe: its user serialises.
@usableFromInline
final class RingBuffer<Element> {
    // Unchecked: the gate of its stage serialises access, and the run-time check would cost more than the access.
    @exclusivity(unchecked) @usableFromInline var slots: UnsafeMutablePointer<Element>
    /// 0 or a power of two.
    @exclusivity(unchecked) @usableFromInline var capacity = 0
    @exclusivity(unchecked) @usableFromInline var head = 0
    @exclusivity(unchecked) @usableFromInline var count = 0

    @usableFromInline
    init() { slots = UnsafeMutablePointer.allocate(capacity: 0) }

    deinit {
        removeAll()
        slots.deallocate()
    }

    @inlinable @inline(__always)
    var isEmpty: Bool { count == 0 }

    @inlinable @inline(__always)
    var first: Element? { count == 0 ? nil : slots[head] }

    @inlinable @inline(__always)
    func append(_ element: Element) {
        if count == capacity { grow() }
        (slots + ((head &+ count) & (capacity &- 1))).initialize(to: element)
        count &+= 1
    }

    /// There must be one.
    @inlinable @inline(__always)
    func removeFirst() -> Element {
        precondition(count > 0, "RingBuffer: empty")
        let element = (slots + head).move()
        head = (head &+ 1) & (capacity &- 1)
        count &-= 1
        return element
    }

    @usableFromInline
    func removeAll() {
        while count > 0 { _ = removeFirst() }
    }

    @usableFromInline @inline(never)
    func grow() {
        let larger = max(4, capacity * 2)
        let new = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        let tail = min(count, capacity - head)
        new.moveInitialize(from: slots + head, count: tail)
        (new + tail).moveInitialize(from: slots, count: count - tail)
        slots.deallocate()
        slots = new
        capacity = larger
        head = 0
    }
}
