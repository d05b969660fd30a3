/// A variable of one subscription, shared by the closures of a stage. No lock: a stage runs inside the gate of its segment.
@usableFromInline
final class Cell<Value> {
    /// Unchecked: the gate serialises access, and the run-time check would cost more than the stage itself.
    @exclusivity(unchecked)
    @usableFromInline var value: Value

    @inlinable @inline(__always)
    init(_ value: Value) { self.value = value }
}
