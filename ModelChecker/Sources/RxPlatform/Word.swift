import Explorer

/// One atomic machine word of the model: each operation is a scheduling point, with the memory order that it has in the product.
public struct Word: ~Copyable, @unchecked Sendable {  // Sendable: the model has one thread.
    private let cell: CellPointer

    public init(_ value: UInt) { cell = Machine.enter { $0.makeCell(.word, value) } }

    deinit { Machine.enter { $0.freeCell(cell) } }

    public func load() -> UInt { Machine.enter { $0.load(cell, .relaxed) } }
    public func store(_ new: UInt) { Machine.enter { $0.store(cell, new, .relaxed) } }

    // The place in the sources says which operation it is: see `OrderSite`.

    public func loadAcquiring(file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line, column: UInt = #column) -> UInt {
        let left = Machine.shared.weakened(file, function, line, column, "load", [.acquire])
        return Machine.enter { $0.load(cell, .acquire.without(left)) }
    }

    public func storeReleasing(
        _ new: UInt, file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line, column: UInt = #column
    ) {
        let left = Machine.shared.weakened(file, function, line, column, "store", [.release])
        Machine.enter { $0.store(cell, new, .release.without(left)) }
    }

    /// Returns whether `expected` was there, and what was there.
    public func compareExchange(
        _ expected: UInt, _ desired: UInt,
        file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line, column: UInt = #column
    ) -> (exchanged: Bool, original: UInt) {
        let left = Machine.shared.weakened(file, function, line, column, "compare-exchange", [.acquire, .release, .failure])
        return Machine.enter {
            $0.compareExchange(cell, expected, desired, .acquireRelease.without(left), failing: left == .failure ? .relaxed : .acquire)
        }
    }

    public func compareExchangeReleasing(
        _ expected: UInt, _ desired: UInt,
        file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line, column: UInt = #column
    ) -> Bool {
        let left = Machine.shared.weakened(file, function, line, column, "compare-exchange", [.release])
        return Machine.enter { $0.compareExchange(cell, expected, desired, .release.without(left), failing: .relaxed) }.exchanged
    }

    public func exchange(
        _ new: UInt, file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line, column: UInt = #column
    ) -> UInt {
        Machine.enter { $0.exchange(cell, new, Word.order(file, function, line, column, "exchange")) }
    }

    /// Sets bits; returns what was there before.
    public func fetchOr(
        _ bits: UInt, file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line, column: UInt = #column
    ) -> UInt {
        Machine.enter { $0.fetchOr(cell, bits, Word.order(file, function, line, column, "or")) }
    }

    /// Keeps only `bits`; returns what was there before.
    public func fetchAnd(
        _ bits: UInt, file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line, column: UInt = #column
    ) -> UInt {
        Machine.enter { $0.fetchAnd(cell, bits, Word.order(file, function, line, column, "and")) }
    }

    /// Adds, wrapping; returns the new value.
    @discardableResult
    public func add(
        _ delta: UInt, file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line, column: UInt = #column
    ) -> UInt {
        Machine.enter { $0.fetchAdd(cell, delta, Word.order(file, function, line, column, "add")) } &+ delta
    }

    /// Subtracts, wrapping; returns the new value.
    @discardableResult
    public func subtract(
        _ delta: UInt, file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line, column: UInt = #column
    ) -> UInt {
        Machine.enter { $0.fetchSubtract(cell, delta, Word.order(file, function, line, column, "subtract")) } &- delta
    }

    /// Of a read-modify-write that isn't weakened: acquire and release.
    fileprivate static func order(
        _ file: StaticString, _ function: StaticString, _ line: UInt, _ column: UInt, _ operation: StaticString
    ) -> MemoryOrder {
        .acquireRelease.without(Machine.shared.weakened(file, function, line, column, operation, [.acquire, .release]))
    }

    // MARK: For scenarios

    /// Sets bits, without any order: what is watched has to be ordered by the kernel.
    public func mark(_ bits: UInt) { _ = Machine.enter { $0.fetchOr(cell, bits, .relaxed) } }

    /// Clears bits, without any order.
    public func unmark(_ bits: UInt) { _ = Machine.enter { $0.fetchAnd(cell, ~bits, .relaxed) } }

    /// Adds 1, without any order.
    public func count() { _ = Machine.enter { $0.fetchAdd(cell, 1, .relaxed) } }
}

/// A word that isn't shared: no step of the model. Under C11 its threads have to come one after the other.
public struct PlainWord: ~Copyable, @unchecked Sendable {  // Sendable: the model has one thread.
    private let value = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
    private let cell = Machine.enter { $0.makePlainCell() }

    public init(_ value: UInt) { self.value.initialize(to: value) }

    deinit {
        value.deallocate()
        Machine.enter { $0.freePlainCell(cell) }
    }

    public func load() -> UInt {
        Machine.enter { $0.plainRead(cell) }
        return value.pointee
    }

    public func store(_ new: UInt) {
        Machine.enter { $0.plainWrite(cell) }
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

/// A variable that isn't shared, or that something else orders: no step of the model. Under C11 two accesses that nothing orders are a data race.
public struct Plain<Value: ~Copyable>: ~Copyable, @unchecked Sendable {  // Sendable: the model has one thread.
    private let memory = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    private let cell = Machine.enter { $0.makePlainCell() }

    public init(_ value: consuming Value) { memory.initialize(to: value) }

    deinit {
        memory.deinitialize(count: 1)
        memory.deallocate()
        Machine.enter { $0.freePlainCell(cell) }
    }

    public var value: Value {
        _read {
            Machine.enter { $0.plainRead(cell) }
            yield memory.pointee
        }
        _modify {
            Machine.enter { $0.plainWrite(cell) }
            yield &memory.pointee
        }
    }
}

/// As `Plain`, by address.
public enum PlainSlots {
    public static func willChange(_ first: UnsafeRawPointer, _ count: Int = 1, stride: Int = 0) {
        Machine.enter { for index in 0..<count { $0.plainWrite(at: UInt(bitPattern: first + index * stride)) } }
    }

    public static func areNew(_ first: UnsafeRawPointer, _ count: Int, stride: Int) {
        Machine.enter { for index in 0..<count { $0.forgetPlain(at: UInt(bitPattern: first + index * stride)) } }
    }
}

/// One atomic byte of the model, which is a word.
public struct Mark: ~Copyable, @unchecked Sendable {  // Sendable: the model has one thread.
    private let cell: CellPointer

    public init(_ value: UInt8) { cell = Machine.enter { $0.makeCell(.word, UInt(value)) } }

    deinit { Machine.enter { $0.freeCell(cell) } }

    public func loadAcquiring(file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line, column: UInt = #column) -> UInt8 {
        let left = Machine.shared.weakened(file, function, line, column, "load of a mark", [.acquire])
        return UInt8(Machine.enter { $0.load(cell, .acquire.without(left)) })
    }
    public func store(_ new: UInt8) { Machine.enter { $0.store(cell, UInt(new), .relaxed) } }

    public func publish(_ new: UInt8, file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line, column: UInt = #column) {
        if hasAsymmetricFence {
            let left = Machine.shared.weakened(file, function, line, column, "publishing a mark", [.release])
            Machine.enter { $0.store(cell, UInt(new), .release.without(left)) }
        } else {
            _ = Machine.enter { $0.exchange(cell, UInt(new), Word.order(file, function, line, column, "publishing a mark")) }
        }
    }

    public func lookAgain(file: StaticString = #fileID, function: StaticString = #function, line: UInt = #line, column: UInt = #column) -> UInt8 {
        if hasAsymmetricFence { return loadAcquiring(file: file, function: function, line: line, column: column) }
        return UInt8(Machine.enter { $0.fetchOr(cell, 0, Word.order(file, function, line, column, "second look at a mark")) })
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
