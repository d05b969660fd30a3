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

/// A word that isn't shared: its threads come one after the other, each with what the one before has done in sight. Nothing checks that: to the
/// sanitizer it is an atomic like others.
@frozen
public struct PlainWord: ~Copyable, Sendable {
    @usableFromInline let value: Atomic<UInt>

    @inlinable @inline(__always)
    public init(_ value: UInt) { self.value = Atomic(value) }

    @inlinable @inline(__always)
    public func load() -> UInt { value.load(ordering: .relaxed) }

    @inlinable @inline(__always)
    public func store(_ new: UInt) { value.store(new, ordering: .relaxed) }
}

/// As `PlainWord`, a byte.
@frozen
public struct PlainByte: ~Copyable, Sendable {
    @usableFromInline let value: Atomic<UInt8>

    @inlinable @inline(__always)
    public init(_ value: UInt8) { self.value = Atomic(value) }

    @inlinable @inline(__always)
    public func load() -> UInt8 { value.load(ordering: .relaxed) }

    @inlinable @inline(__always)
    public func store(_ new: UInt8) { value.store(new, ordering: .relaxed) }
}

/// A variable that isn't atomic, where several threads touch it one after the other: an atomic, a lock or the end of its owner orders them. It is the
/// value and nothing else, and no thread may touch it while another one changes it; the model checker's watches each access, and reports two that
/// nothing orders.
///
/// Not for closures and values of a type parameter, and for an existential only where it is measured: in generic memory a closure takes a thunk,
/// which is an allocation, and the others are copied and freed by way of their type's metadata.
@frozen
public struct Plain<Value: ~Copyable>: ~Copyable {
    public var value: Value

    @inlinable @inline(__always)
    public init(_ value: consuming Value) { self.value = value }
}

/// Slots for values in memory without a type: what `Plain` is for a variable. A thread that fills a slot comes after the one that emptied it, and the
/// other way round. In the product nothing is done here; any address will do, and any thread may call.
public enum PlainSlots {
    /// By the thread that fills or empties slots, before it does: `count` of them, `stride` bytes from one to the next, from `first` on.
    @inlinable @inline(__always)
    public static func willChange(_ first: UnsafeRawPointer, _ count: Int = 1, stride: Int = 0) {}

    /// By the thread that has just allocated memory, of the slots in it: what was there before is of no account.
    @inlinable @inline(__always)
    public static func areNew(_ first: UnsafeRawPointer, _ count: Int, stride: Int) {}
}

/// One atomic byte, of which many lie in a row: says what has become of what is beside it.
@frozen
public struct Mark: ~Copyable, Sendable {
    @usableFromInline let value: Atomic<UInt8>

    @inlinable @inline(__always)
    public init(_ value: UInt8) { self.value = Atomic(value) }

    @inlinable @inline(__always)
    public func loadAcquiring() -> UInt8 { value.load(ordering: .acquiring) }

    @inlinable @inline(__always)
    public func store(_ new: UInt8) { value.store(new, ordering: .relaxed) }

    /// For who looks afterwards, at another word, whether somebody is still to come here. Of the two sides, this one and `lookAgain`, at least one
    /// sees what the other one did before: a store, where the other side has a heavy fence, else an exchange.
    @inlinable @inline(__always)
    public func publish(_ new: UInt8) {
        if _fastPath(hasAsymmetricFence) {
            value.store(new, ordering: .releasing)
            lightFence()
        } else {
            _ = value.exchange(new, ordering: .acquiringAndReleasing)
        }
    }

    /// The other side of `publish`, behind a heavy fence if there is one.
    @inlinable
    public func lookAgain() -> UInt8 {
        hasAsymmetricFence ? loadAcquiring() : value.bitwiseOr(0, ordering: .acquiringAndReleasing).oldValue
    }

    /// Bytes that a row of `count` takes, whole words; it begins at one.
    @inlinable @inline(__always)
    public static func size(_ count: Int) -> Int { (count + 7) & ~7 }

    /// All 0, where no other thread knows of them.
    @inlinable @inline(__always)
    public static func reset(_ row: UnsafeMutablePointer<Mark>, _ count: Int) {
        for offset in stride(from: 0, to: size(count), by: 8) { (UnsafeMutableRawPointer(row) + offset).storeBytes(of: 0, as: UInt64.self) }
    }

    /// In memory that isn't initialized.
    @inlinable @inline(__always)
    public static func initialize(_ row: UnsafeMutablePointer<Mark>, _ count: Int) { reset(row, count) }

    @inlinable @inline(__always)
    public static func deinitialize(_ row: UnsafeMutablePointer<Mark>, _ count: Int) {}
}
