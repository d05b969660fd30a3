/// A ring that closures share.
@usableFromInline
final class RingBuffer<Element> {
    // Unchecked: the gate of its stage serialises access, and the run-time check would cost more than the access.
    @exclusivity(unchecked) @usableFromInline var ring = Ring<Element>()

    @usableFromInline
    init() {}

    @inlinable @inline(__always)
    var isEmpty: Bool { ring.isEmpty }

    @inlinable @inline(__always)
    var count: Int { ring.count }

    @inlinable @inline(__always)
    var first: Element? { ring.first }

    @inlinable @inline(__always)
    func append(_ element: Element) { ring.append(element) }

    /// There must be one.
    @inlinable @inline(__always)
    func removeFirst() -> Element { ring.removeFirst() }

    @usableFromInline
    func removeAll() {
        while !isEmpty { _ = removeFirst() }
    }
}
