import Synchronization

/// One atomic machine word. Every shared word of the kernel is one of these, so that a model platform can take its place.
@frozen
public struct Word: ~Copyable, Sendable {
    @usableFromInline let value: Atomic<UInt>

    @inlinable @inline(__always)
    public init(_ value: UInt) { self.value = Atomic(value) }

    @inlinable @inline(__always)
    public func load() -> UInt { value.load(ordering: .relaxed) }

    @inlinable @inline(__always)
    public func loadAcquiring() -> UInt { value.load(ordering: .acquiring) }

    @inlinable @inline(__always)
    public func store(_ new: UInt) { value.store(new, ordering: .relaxed) }

    @inlinable @inline(__always)
    public func storeReleasing(_ new: UInt) { value.store(new, ordering: .releasing) }

    /// Returns whether `expected` was there, and what was there.
    @inlinable @inline(__always)
    public func compareExchange(_ expected: UInt, _ desired: UInt) -> (exchanged: Bool, original: UInt) {
        value.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing)
    }

    /// Compare-exchange whose success only releases: for giving ownership back.
    @inlinable @inline(__always)
    public func compareExchangeReleasing(_ expected: UInt, _ desired: UInt) -> Bool {
        value.compareExchange(
            expected: expected, desired: desired, successOrdering: .releasing, failureOrdering: .relaxed
        ).exchanged
    }

    @inlinable @inline(__always)
    public func exchange(_ new: UInt) -> UInt { value.exchange(new, ordering: .acquiringAndReleasing) }

    /// Sets bits; returns what was there before.
    @inlinable @inline(__always)
    public func fetchOr(_ bits: UInt) -> UInt { value.bitwiseOr(bits, ordering: .acquiringAndReleasing).oldValue }

    /// Keeps only `bits`; returns what was there before.
    @inlinable @inline(__always)
    public func fetchAnd(_ bits: UInt) -> UInt { value.bitwiseAnd(bits, ordering: .acquiringAndReleasing).oldValue }

    /// Adds, wrapping; returns the new value.
    @inlinable @inline(__always)
    @discardableResult
    public func add(_ delta: UInt) -> UInt { value.wrappingAdd(delta, ordering: .acquiringAndReleasing).newValue }

    /// Subtracts, wrapping; returns the new value.
    @inlinable @inline(__always)
    @discardableResult
    public func subtract(_ delta: UInt) -> UInt {
        value.wrappingSubtract(delta, ordering: .acquiringAndReleasing).newValue
    }
}
