/// Atomic words. Each operation is one step; memory orders stronger than relaxed make no difference under total store order.
extension Machine {
    public func load(_ cell: CellPointer) -> UInt {
        point(.read, cell)
        let value = (current >= 0 ? fibers[current].buffer.forwarded(cell) : nil) ?? cell.pointee.value
        trace?.step(current, "load", cell, value, value)
        return value
    }

    public func store(_ cell: CellPointer, _ new: UInt) {
        if isBuffered(cell) { appendToBuffer(cell, new, "store (buffered)") } else { write(cell, "store", drains: false) { _ in new } }
    }

    /// Whether others see a store to this cell later than the running fiber does.
    @inline(__always)
    func isBuffered(_ cell: CellPointer) -> Bool { memory == .storeBuffers && current >= 0 && cell.pointee.isShared }

    func appendToBuffer(_ cell: CellPointer, _ new: UInt, _ name: StaticString) {
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

    public func compareExchange(_ cell: CellPointer, _ expected: UInt, _ desired: UInt) -> (exchanged: Bool, original: UInt) {
        point(.write, cell, .compareExchange(expected, desired))
        let old = cell.pointee.value
        if old == expected { cell.pointee.value = desired }
        trace?.step(
            current, old == expected ? "compare-exchange" : "compare-exchange (failed)", cell, old, cell.pointee.value)
        return (old == expected, old)
    }

    public func exchange(_ cell: CellPointer, _ new: UInt) -> UInt { write(cell, "exchange") { _ in new } }
    public func fetchOr(_ cell: CellPointer, _ bits: UInt) -> UInt { write(cell, "or", .or(bits)) { $0 | bits } }
    public func fetchAnd(_ cell: CellPointer, _ bits: UInt) -> UInt { write(cell, "and", .and(bits)) { $0 & bits } }
    public func fetchAdd(_ cell: CellPointer, _ delta: UInt) -> UInt { write(cell, "add") { $0 &+ delta } }
    public func fetchSubtract(_ cell: CellPointer, _ delta: UInt) -> UInt { write(cell, "subtract") { $0 &- delta } }

    /// Returns what was there before.
    @inline(__always)
    @discardableResult
    private func write(
        _ cell: CellPointer, _ name: StaticString, _ kind: Operation.Update = .any, drains: Bool = true,
        _ update: (UInt) -> UInt
    ) -> UInt {
        point(.write, cell, kind, drains: drains)
        let old = cell.pointee.value
        cell.pointee.value = update(old)
        trace?.step(current, name, cell, old, cell.pointee.value)
        return old
    }
}
