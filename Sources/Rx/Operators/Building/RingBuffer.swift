import RxPlatform

/// A ring that closures share.
@usableFromInline
final class RingBuffer<Element> {
    // Unchecked: the gate of its stage serialises access, and the run-time check would cost more than the access.
    @exclusivity(unchecked) @usableFromInline var ring = Plain(Ring<Element>())

    @usableFromInline
    init() {}

    @inlinable @inline(__always)
    var isEmpty: Bool { ring.value.isEmpty }

    @inlinable @inline(__always)
    var count: Int { ring.value.count }

    @inlinable @inline(__always)
    var first: Element? { ring.value.first }

    @inlinable @inline(__always)
    func append(_ element: Element) { ring.value.append(element) }

    /// There must be one.
    @inlinable @inline(__always)
    func removeFirst() -> Element { ring.value.removeFirst() }

    @usableFromInline
    func removeAll() {
        while !isEmpty { _ = removeFirst() }
    }
}
