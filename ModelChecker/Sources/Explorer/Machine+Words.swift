/// Atomic words. Each operation is one step. Memory orders stronger than relaxed make no difference under sequential consistency
/// and total store order.
extension Machine {
    /// Whether views say what the running fiber may read.
    @inline(__always)
    var hasViews: Bool { memory == .c11 && current >= 0 }

    public func load(_ cell: CellPointer, _ order: MemoryOrder) -> UInt {
        point(.read, cell)
        if hasViews { return loadViewed(cell, order) }
        let value = (current >= 0 ? fibers[current].buffer.forwarded(cell) : nil) ?? cell.pointee.value
        trace?.step(current, "load", cell, value, value)
        return value
    }

    public func store(_ cell: CellPointer, _ new: UInt, _ order: MemoryOrder) {
        if isBuffered(cell) {
            appendToBuffer(cell, new, "store (buffered)")
        } else {
            write(cell, order, "store", .store, drains: false) { _ in new }
        }
    }

    /// Whether others see a store to this cell later than the running fiber does.
    @inline(__always)
    func isBuffered(_ cell: CellPointer) -> Bool { memory == .storeBuffers && current >= 0 && cell.pointee.isShared }

    func appendToBuffer(_ cell: CellPointer, _ new: UInt, _ name: String) {
        touch(.write, cell)
        point(.append, fibers[current].bufferCell)
        checkIsAlive(cell)
        trace?.step(current, name, cell, cell.pointee.value, new)
        fibers[current].buffer.append(cell, new, event: Int32(visibleSteps - 1))
    }

    /// Writes the oldest entry of a fiber's buffer to memory.
    func flush(_ fiber: Int) {
        let entry = fibers[fiber].buffer.removeOldest()
        trace?.step(Process.buffer(of: fiber), "becomes visible", entry.cell, entry.cell.pointee.value, entry.value)
        entry.cell.pointee.value = entry.value
    }

    /// - Parameter order: where the exchange fails, it is a load, with what `order` says of loads.
    public func compareExchange(
        _ cell: CellPointer, _ expected: UInt, _ desired: UInt, _ order: MemoryOrder, failing: MemoryOrder
    ) -> (exchanged: Bool, original: UInt) {
        point(.write, cell, .compareExchange(expected, desired))
        if hasViews { return compareExchangeViewed(cell, expected, desired, order, failing) }
        let old = cell.pointee.value
        if old == expected { cell.pointee.value = desired }
        trace?.step(
            current, old == expected ? "compare-exchange" : "compare-exchange (failed)", cell, old, cell.pointee.value)
        return (old == expected, old)
    }

    public func exchange(_ cell: CellPointer, _ new: UInt, _ order: MemoryOrder) -> UInt {
        write(cell, order, "exchange") { _ in new }
    }

    public func fetchOr(_ cell: CellPointer, _ bits: UInt, _ order: MemoryOrder) -> UInt {
        write(cell, order, "or", .or(bits)) { $0 | bits }
    }

    public func fetchAnd(_ cell: CellPointer, _ bits: UInt, _ order: MemoryOrder) -> UInt {
        write(cell, order, "and", .and(bits)) { $0 & bits }
    }

    public func fetchAdd(_ cell: CellPointer, _ delta: UInt, _ order: MemoryOrder) -> UInt {
        write(cell, order, "add") { $0 &+ delta }
    }

    public func fetchSubtract(_ cell: CellPointer, _ delta: UInt, _ order: MemoryOrder) -> UInt {
        write(cell, order, "subtract") { $0 &- delta }
    }

    /// Returns what was there before.
    @inline(__always)
    @discardableResult
    private func write(
        _ cell: CellPointer, _ order: MemoryOrder, _ name: String, _ kind: Operation.Update = .any, drains: Bool = true,
        _ update: (UInt) -> UInt
    ) -> UInt {
        point(.write, cell, kind, drains: drains)
        if hasViews { return writeViewed(cell, order, name, kind, update) }
        let old = cell.pointee.value
        cell.pointee.value = update(old)
        trace?.step(current, name, cell, old, cell.pointee.value)
        return old
    }
}
