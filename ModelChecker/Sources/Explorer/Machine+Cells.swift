/// Making, freeing and naming cells.
extension Machine {
    public func makeCell(_ kind: SharedCell.Kind, _ value: UInt) -> CellPointer {
        let cell = free.popLast() ?? CellPointer.allocate(capacity: 1)
        cell.initialize(to: SharedCell())
        cell.pointee.kind = kind
        cell.pointee.value = value
        cell.pointee.execution = execution
        let number = madeBy[actor]
        madeBy[actor] = number + 1
        let maker = actor == Machine.mainContext ? 0 : UInt8(actor + 1)
        cell.pointee.id = CellID(maker: maker, number: number)
        // The worker of a queue, and time, are second users from the beginning, and touch nothing when they go on.
        cell.pointee.isShared = kind == .jobs || kind == .clock || sharing.contains(cell.pointee.id)
        made.append(cell)
        trace?.name(cell)
        return cell
    }

    /// The object has been freed. Its memory is used again in the next execution at the earliest.
    public func freeCell(_ cell: CellPointer) {
        cell.pointee.isFreed = true
        noteFreed(cell.pointee.id)
        if cell.pointee.id.maker == CellID.survivor, cell.pointee.execution != execution { free.append(cell) }
    }

    /// Which of several fibers gives up the last reference to an object, and so ends it, no step says, nor whether a weak reference is followed
    /// before or after. So a state says who ended it, and how many steps each fiber had taken.
    func noteFreed(_ id: CellID) {
        var end = StateFingerprint(low: UInt64(actor), high: 2)
        end.absorb(UInt64(id.maker) << 16 | UInt64(id.number))
        for fiber in 0..<fiberCount { end.absorb(UInt64(fibers[fiber].stepCount)) }
        freed.add(end)
    }

    /// At the end of an execution: what is still alive belongs to globals that were made on first use, or has leaked.
    func retire() {
        for cell in made {
            if cell.pointee.isFreed {
                free.append(cell)
            } else {
                cell.pointee.id = CellID(maker: CellID.survivor, number: UInt16(survivors.count))
                cell.pointee.isShared = true
                survivors.append(cell)
            }
        }
        made.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    func resetForExecution(_ cell: CellPointer) {
        cell.pointee.execution = execution
        cell.pointee.readers = 0
        cell.pointee.writers = 0
        cell.pointee.lastEvent = -1
        cell.pointee.lastTake = -1
        cell.pointee.newest = -1
        cell.pointee.place = -1
    }

    func touchOutside(_ cell: CellPointer) {
        if cell.pointee.execution != execution { resetForExecution(cell) }
    }

    /// Notes which fibers use a cell, and notices when one turns out to be shared.
    @inline(__always)
    func touch(_ access: Operation.Access, _ cell: CellPointer) {
        if cell.pointee.execution != execution { resetForExecution(cell) }
        checkIsAlive(cell)
        let me = ProcessSet(process: current)
        if access == .read { cell.pointee.readers |= me } else { cell.pointee.writers |= me }
        let users = cell.pointee.readers | cell.pointee.writers
        if users & (users - 1) != 0, cell.pointee.writers != 0 { noticeSharing(cell) }
    }

    @inline(__always)
    func checkIsAlive(_ cell: CellPointer) {
        if cell.pointee.isFreed { fail("use of freed memory: \(describe(cell))") }
    }

    @inline(never)
    private func noticeSharing(_ cell: CellPointer) {
        if sharing.isEverything {
            if cell.pointee.id.maker >= CellID.survivor - 1 || newlyShared.contains(cell.pointee.id) { return }
            newlyShared.append(cell.pointee.id)
        } else if !cell.pointee.isShared {
            share(cell)
        }
    }

    /// From now on a scheduling point. The search starts anew after this execution.
    func share(_ cell: CellPointer) {
        cell.pointee.isShared = true
        newlyShared.append(cell.pointee.id)
    }

    func describe(_ cell: CellPointer) -> String {
        if cell.pointee.kind == .fence { return "the fences" }
        if cell.pointee.kind == .buffer { return "store buffer of \(fibers[Int(cell.pointee.id.number)].name)" }
        return trace?.names[cell.pointee.id] ?? "\(cell.pointee.kind) \(cell.pointee.id.text)"
    }

    func describe(_ operation: Operation) -> String { "\(operation.access) \(describe(operation.cell))" }
}
