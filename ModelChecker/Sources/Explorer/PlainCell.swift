/// What is known of a piece of memory that isn't atomic: who accessed it last. An access is no step of the model; it is a data race if
/// it isn't ordered by happens-before with an access of another fiber, and one of the two is a write. So it need not happen at the same
/// moment to be noticed: each interleaving of the steps notices it.
///
/// Epochs and vector clocks as in FastTrack (Flanagan, Freund, PLDI 2009); they are a part of the views.
public struct PlainCell {
    fileprivate let id: CellID
    /// The execution that accessed it last: what follows is stale in another one.
    fileprivate var execution = 0
    /// The fiber that wrote it last, or -1 for the set-up, and in which epoch of that fiber.
    fileprivate var writer = -1
    fileprivate var written: UInt32 = 0
    /// For each fiber: the epoch in which it has read it since then, or 0.
    fileprivate var read = SIMD8<UInt32>(repeating: 0)

    fileprivate init(id: CellID) { self.id = id }
}

public typealias PlainCellPointer = UnsafeMutablePointer<PlainCell>

extension Machine {
    /// In the place of a maker's number in the names of plain cells, with that number.
    private static let plainMaker: UInt8 = 0x40

    /// Its maker has written it.
    public func makePlainCell() -> PlainCellPointer {
        let cell = PlainCellPointer.allocate(capacity: 1)
        let number = plainMadeBy[actor]
        plainMadeBy[actor] = number &+ 1
        let maker = actor == Machine.mainContext ? 0 : UInt8(actor + 1)
        cell.initialize(to: PlainCell(id: CellID(maker: Machine.plainMaker + maker, number: number)))
        trace?.name(cell.pointee.id)
        plainWrite(cell)
        return cell
    }

    public func freePlainCell(_ cell: PlainCellPointer) {
        noteFreed(cell.pointee.id)
        cell.deallocate()
    }

    public func plainRead(_ cell: PlainCellPointer) {
        guard hasViews else { return }
        meetWrite(cell, "read")
        cell.pointee.read[current] = views.epoch(current)
    }

    public func plainWrite(_ cell: PlainCellPointer) {
        guard hasViews else { return }
        meetWrite(cell, "written")
        for fiber in 0..<fiberCount where fiber != current {
            let read = cell.pointee.read[fiber]
            if read > 0, !views.knows(current, of: fiber, at: read) { failRace(cell, "read by \(fibers[fiber].name)", "written") }
        }
        cell.pointee.writer = current
        cell.pointee.written = views.epoch(current)
        cell.pointee.read = SIMD8(repeating: 0)
    }

    // MARK: By address

    /// In the place of a maker's number in the names of plain memory without a variable.
    private static let slotMaker: UInt8 = 0x60

    /// The thread that changes it has it to itself.
    public func plainWrite(at address: UInt) {
        guard hasViews else { return }
        if let known = plainSlots[address] { return plainWrite(known) }
        let cell = PlainCellPointer.allocate(capacity: 1)
        cell.initialize(to: PlainCell(id: CellID(maker: Machine.slotMaker, number: UInt16(truncatingIfNeeded: plainSlots.count))))
        trace?.name(cell.pointee.id)
        plainSlots[address] = cell
        plainWrite(cell)
    }

    /// Memory that was allocated anew: its allocator orders the accesses before.
    public func forgetPlain(at address: UInt) { if memory == .c11 { plainSlots.removeValue(forKey: address)?.deallocate() } }

    /// An execution begins.
    func forgetPlainSlots() {
        for cell in plainSlots.values { cell.deallocate() }
        plainSlots.removeAll(keepingCapacity: true)
    }

    private func meetWrite(_ cell: PlainCellPointer, _ access: String) {
        if cell.pointee.execution != execution {
            let id = cell.pointee.id
            cell.pointee = PlainCell(id: id)
            cell.pointee.execution = execution
        }
        let writer = cell.pointee.writer
        if writer < 0 || writer == current || views.knows(current, of: writer, at: cell.pointee.written) { return }
        failRace(cell, "written by \(fibers[writer].name)", access)
    }

    private func failRace(_ cell: PlainCellPointer, _ earlier: String, _ access: String) {
        let name = trace?.names[cell.pointee.id] ?? "plain memory \(cell.pointee.id.text)"
        fail("data race: \(name) was \(earlier) and is \(access) by \(fibers[current].name), neither of which happens before the other")
    }
}
