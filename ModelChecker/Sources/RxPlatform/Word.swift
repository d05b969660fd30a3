import Explorer

/// One atomic machine word of the model: each operation is a scheduling point.
public struct Word: ~Copyable, @unchecked Sendable {  // Sendable: the model has one thread.
    private let cell: CellPointer

    public init(_ value: UInt) { cell = Machine.shared.makeCell(.word, value) }

    deinit { Machine.shared.freeCell(cell) }

    public func load() -> UInt { Machine.shared.load(cell) }
    public func loadAcquiring() -> UInt { Machine.shared.load(cell) }

    public func store(_ new: UInt) { Machine.shared.store(cell, new) }
    public func storeReleasing(_ new: UInt) { Machine.shared.store(cell, new) }

    /// Returns whether `expected` was there, and what was there.
    public func compareExchange(_ expected: UInt, _ desired: UInt) -> (exchanged: Bool, original: UInt) {
        Machine.shared.compareExchange(cell, expected, desired)
    }

    public func compareExchangeReleasing(_ expected: UInt, _ desired: UInt) -> Bool {
        compareExchange(expected, desired).exchanged
    }

    public func exchange(_ new: UInt) -> UInt { Machine.shared.exchange(cell, new) }

    /// Sets bits; returns what was there before.
    public func fetchOr(_ bits: UInt) -> UInt { Machine.shared.fetchOr(cell, bits) }

    /// Keeps only `bits`; returns what was there before.
    public func fetchAnd(_ bits: UInt) -> UInt { Machine.shared.fetchAnd(cell, bits) }

    /// Adds, wrapping; returns the new value.
    @discardableResult
    public func add(_ delta: UInt) -> UInt { Machine.shared.fetchAdd(cell, delta) &+ delta }

    /// Subtracts, wrapping; returns the new value.
    @discardableResult
    public func subtract(_ delta: UInt) -> UInt { Machine.shared.fetchSubtract(cell, delta) &- delta }
}

/// A word that isn't shared: no step of the model.
public struct PlainWord: ~Copyable, @unchecked Sendable {  // Sendable: the model has one thread.
    private let value = UnsafeMutablePointer<UInt>.allocate(capacity: 1)

    public init(_ value: UInt) { self.value.initialize(to: value) }

    deinit { value.deallocate() }

    public func load() -> UInt { value.pointee }
    public func store(_ new: UInt) { value.pointee = new }
}

/// As `PlainWord`, a byte.
public struct PlainByte: ~Copyable, @unchecked Sendable {  // Sendable: the model has one thread.
    private let value = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

    public init(_ value: UInt8) { self.value.initialize(to: value) }

    deinit { value.deallocate() }

    public func load() -> UInt8 { value.pointee }
    public func store(_ new: UInt8) { value.pointee = new }
}

/// One atomic byte of the model, which is a word.
public struct Mark: ~Copyable, @unchecked Sendable {  // Sendable: the model has one thread.
    private let cell: CellPointer

    public init(_ value: UInt8) { cell = Machine.shared.makeCell(.word, UInt(value)) }

    deinit { Machine.shared.freeCell(cell) }

    public func loadAcquiring() -> UInt8 { UInt8(Machine.shared.load(cell)) }
    public func store(_ new: UInt8) { Machine.shared.store(cell, UInt(new)) }

    public func publish(_ new: UInt8) {
        if hasAsymmetricFence { store(new) } else { _ = Machine.shared.exchange(cell, UInt(new)) }
    }

    public func lookAgain() -> UInt8 { hasAsymmetricFence ? loadAcquiring() : UInt8(Machine.shared.fetchOr(cell, 0)) }

    public static func size(_ count: Int) -> Int { count * MemoryLayout<Mark>.stride }

    /// In new cells: no step, as nobody else knows of them, and none of their stores is on its way.
    public static func reset(_ row: UnsafeMutablePointer<Mark>, _ count: Int) {
        deinitialize(row, count)
        initialize(row, count)
    }

    public static func initialize(_ row: UnsafeMutablePointer<Mark>, _ count: Int) {
        for index in 0..<count { (row + index).initialize(to: Mark(0)) }
    }

    public static func deinitialize(_ row: UnsafeMutablePointer<Mark>, _ count: Int) { row.deinitialize(count: count) }
}
