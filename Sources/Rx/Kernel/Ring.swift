/// First in, first out, in one block of memory that is used again: no allocation before the first element, none once it is large enough.
/// Not thread-safe: its user serialises.
@frozen
@usableFromInline
struct Ring<Element>: ~Copyable {
    @usableFromInline var slots: UnsafeMutablePointer<Element>
    /// 0 or a power of two.
    @usableFromInline var capacity = 0
    @usableFromInline var head = 0
    @usableFromInline var count = 0

    @usableFromInline
    init() {
        slots = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped  // Aligned, never followed.
    }

    @inlinable
    deinit {
        for index in 0..<count { (slots + ((head &+ index) & (capacity &- 1))).deinitialize(count: 1) }
        if capacity > 0 { slots.deallocate() }
    }

    @inlinable @inline(__always)
    var isEmpty: Bool { count == 0 }

    @inlinable @inline(__always)
    var first: Element? { count == 0 ? nil : slots[head] }

    @inlinable @inline(__always)
    mutating func append(_ element: __owned Element) {
        if count == capacity { grow() }
        (slots + ((head &+ count) & (capacity &- 1))).initialize(to: element)
        count &+= 1
    }

    /// As the first one.
    mutating func prepend(_ element: __owned Element) {
        if count == capacity { grow() }
        head = (head &- 1) & (capacity &- 1)
        (slots + head).initialize(to: element)
        count &+= 1
    }

    /// There must be one.
    @inlinable @inline(__always)
    mutating func removeFirst() -> Element {
        precondition(count > 0, "Ring: empty")
        let element = (slots + head).move()
        head = (head &+ 1) & (capacity &- 1)
        count &-= 1
        return element
    }

    @inlinable @inline(__always)
    mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }

    @usableFromInline @inline(never)
    mutating func grow() {
        let larger = max(4, capacity * 2)
        let new = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        let tail = min(count, capacity - head)
        new.moveInitialize(from: slots + head, count: tail)
        (new + tail).moveInitialize(from: slots, count: count - tail)
        if capacity > 0 { slots.deallocate() }
        slots = new
        capacity = larger
        head = 0
    }
}
