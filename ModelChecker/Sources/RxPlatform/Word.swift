import Explorer

/// One atomic machine word of the model: each operation is a scheduling point, with the memory order that it has in the product.
public struct Word: ~Copyable, @unchecked Sendable {  // Sendable: the model has one thread.
    private let cell: CellPointer

    public init(_ value: UInt) { cell = Machine.shared.makeCell(.word, value) }

    deinit { Machine.shared.freeCell(cell) }

    public func load() -> UInt { Machine.shared.load(cell, .relaxed) }
    public func loadAcquiring() -> UInt { Machine.shared.load(cell, .acquire) }

    public func store(_ new: UInt) { Machine.shared.store(cell, new, .relaxed) }
    public func storeReleasing(_ new: UInt) { Machine.shared.store(cell, new, .release) }

    /// Returns whether `expected` was there, and what was there.
    public func compareExchange(_ expected: UInt, _ desired: UInt) -> (exchanged: Bool, original: UInt) {
        Machine.shared.compareExchange(cell, expected, desired, .acquireRelease, failing: .acquire)
    }

    public func compareExchangeReleasing(_ expected: UInt, _ desired: UInt) -> Bool {
        Machine.shared.compareExchange(cell, expected, desired, .release, failing: .relaxed).exchanged
    }

    public func exchange(_ new: UInt) -> UInt { Machine.shared.exchange(cell, new, .acquireRelease) }

    /// Sets bits; returns what was there before.
    public func fetchOr(_ bits: UInt) -> UInt { Machine.shared.fetchOr(cell, bits, .acquireRelease) }

    /// Keeps only `bits`; returns what was there before.
    public func fetchAnd(_ bits: UInt) -> UInt { Machine.shared.fetchAnd(cell, bits, .acquireRelease) }

    /// Adds, wrapping; returns the new value.
    @discardableResult
    public func add(_ delta: UInt) -> UInt { Machine.shared.fetchAdd(cell, delta, .acquireRelease) &+ delta }

    /// Subtracts, wrapping; returns the new value.
    @discardableResult
    public func subtract(_ delta: UInt) -> UInt { Machine.shared.fetchSubtract(cell, delta, .acquireRelease) &- delta }
}

/// A word that isn't shared: no step of the model. Under C11 its threads have to come one after the other.
public struct PlainWord: ~Copyable, @unchecked Sendable {  // Sendable: the model has one thread.
    private let value = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
    private let cell = Machine.shared.makePlainCell()

    public init(_ value: UInt) { self.value.initialize(to: value) }

    deinit {
        value.deallocate()
        Machine.shared.freePlainCell(cell)
    }

    public func load() -> UInt {
        Machine.shared.plainRead(cell)
        return value.pointee
    }

    public func store(_ new: UInt) {
        Machine.shared.plainWrite(cell)
        value.pointee = new
    }
}

/// As `PlainWord`, a byte.
public struct PlainByte: ~Copyable, @unchecked Sendable {  // Sendable: the model has one thread.
    private let word: PlainWord

    public init(_ value: UInt8) { word = PlainWord(UInt(value)) }

    public func load() -> UInt8 { UInt8(word.load()) }
    public func store(_ new: UInt8) { word.store(UInt(new)) }
}

/// One atomic byte of the model, which is a word.
public struct Mark: ~Copyable, @unchecked Sendable {  // Sendable: the model has one thread.
    private let cell: CellPointer

    public init(_ value: UInt8) { cell = Machine.shared.makeCell(.word, UInt(value)) }

    deinit { Machine.shared.freeCell(cell) }

    public func loadAcquiring() -> UInt8 { UInt8(Machine.shared.load(cell, .acquire)) }
    public func store(_ new: UInt8) { Machine.shared.store(cell, UInt(new), .relaxed) }

    public func publish(_ new: UInt8) {
        if hasAsymmetricFence {
            Machine.shared.store(cell, UInt(new), .release)
        } else {
            _ = Machine.shared.exchange(cell, UInt(new), .acquireRelease)
        }
    }

    public func lookAgain() -> UInt8 {
        hasAsymmetricFence ? loadAcquiring() : UInt8(Machine.shared.fetchOr(cell, 0, .acquireRelease))
    }

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
