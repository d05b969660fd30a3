import CFiber

/// Who goes on.
extension Machine {
    /// The running fiber is about to perform an operation. Returns when it is to do so. Operations of the set-up and on cells
    /// that nobody shares are performed at once.
    ///
    /// - Parameter drains: whether it is a locked instruction, if operations of that kind are.
    @inline(__always)
    func point(
        _ access: Operation.Access, _ cell: CellPointer, _ update: Operation.Update = .any, drains: Bool = true
    ) {
        guard current >= 0 else { return touchOutside(cell) }
        touch(access, cell)
        var operation = Operation(access: access, cell: cell, update: update)
        if !drains { operation.drains = false }
        // Even where nobody else looks, a locked instruction waits until the fiber's own stores are visible.
        let waitsForStores = operation.drains && !fibers[current].buffer.isEmpty
        // A loop that never touches what others do ends at the limit too: `reschedule` reports it.
        if !cell.pointee.isShared, !waitsForStores, !mustWait(access, cell), steps < stepLimit { return countInvisible() }
        fibers[current].pending = operation
        if isStarting { return suspendAtStart() }
        reschedule(from: current)
        checkIsAlive(cell)
    }

    /// Whether the operation on a cell that only this fiber seems to use has to wait for another one: then it is shared.
    @inline(__always)
    private func mustWait(_ access: Operation.Access, _ cell: CellPointer) -> Bool {
        guard access == .park && cell.pointee.value == 0 || access == .acquire && cell.pointee.value != 0 else { return false }
        share(cell)
        return true
    }

    private func suspendAtStart() {
        let index = current
        Machine.switchFiber(fibers[index].saved, mainStack.pointee!)
    }

    private func countInvisible() {
        schedule[steps] = ScheduleStep(process: UInt8(truncatingIfNeeded: current))
        steps += 1
    }

    /// Chooses until it is the turn of the fiber that asks, or for good if that has ended; -1: the set-up asks.
    func reschedule(from fiber: Int) {
        while true {
            let enabled = enabledProcesses()
            if enabled == 0 { return leave(fiber) }
            if steps >= stepLimit {
                fail("livelock: \(stepLimit) steps without an end: \(whereabouts { _ in true })")
                isAbandoned = true
                return leave(fiber)
            }
            let process = search.choose(enabled, self)
            precondition(enabled.contains(process), "the search chose a process that can't go on")
            schedule[steps] = ScheduleStep(process: UInt8(truncatingIfNeeded: process))
            if memory == .c11 { choosePick(process) }
            steps += 1
            visibleSteps += 1
            if process >= Process.fiberLimit {
                if memory == .c11 { performRemoteFence(process - Process.fiberLimit) } else { flush(process - Process.fiberLimit) }
                continue
            }
            fibers[process].stepCount += 1
            if process == fiber, fibers[fiber].state == .live { return }
            return pass(from: fiber, to: process)
        }
    }

    private func choosePick(_ process: Int) {
        let count = choices(of: process)
        pick = count > 1 ? search.pick(count, self) : 0
        precondition(pick < count, "the search chose a store that can't be read")
        schedule[steps].pick = UInt16(pick)
    }

    private func pass(from fiber: Int, to next: Int) {
        if fibers[next].state == .idle { startJob(next) }
        current = next
        if fiber == next {
            // A worker whose job has ended starts the next one, on its own stack anew.
            var nowhere: UnsafeMutableRawPointer?
            Machine.switchFiber(&nowhere, fibers[next].saved.pointee!)
        } else {
            Machine.switchFiber(fiber < 0 ? mainStack : fibers[fiber].saved, fibers[next].saved.pointee!)
        }
    }

    /// To another stack, which has its own answer to whether references are told of.
    static func switchFiber(_ from: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ to: UnsafeMutableRawPointer) {
        enter { _ in fiber_switch(from, to) }
    }

    private func leave(_ fiber: Int) {
        if fiber < 0 { return }
        Machine.switchFiber(fibers[fiber].saved, mainStack.pointee!)
    }

    /// Who could perform its next operation now.
    func enabledProcesses() -> ProcessSet {
        var enabled = wantedFences
        for index in 0..<fiberCount {
            let fiber = fibers + index
            if !fiber.pointee.buffer.isEmpty { enabled |= ProcessSet(process: Process.buffer(of: index)) }
            if canGoOn(fiber) { enabled |= ProcessSet(process: index) }
        }
        return enabled
    }

    @inline(__always)
    private func canGoOn(_ fiber: UnsafeMutablePointer<Fiber>) -> Bool {
        switch fiber.pointee.state {
        case .unused, .finished: return false
        case .idle: return fiber.pointee.jobs!.pointee.value > 0
        case .live: break
        }
        let pending = fiber.pointee.pending
        if pending.drains, !fiber.pointee.buffer.isEmpty { return false }
        return isPossible(pending, fiber)
    }

    /// Whether an operation has nothing to wait for but the fiber's own buffer.
    @inline(__always)
    private func isPossible(_ pending: Operation, _ fiber: UnsafeMutablePointer<Fiber>) -> Bool {
        switch pending.access {
        case .read, .write, .flush, .release, .unpark, .enqueue, .fence, .remoteFence: return true
        case .append: return fiber.pointee.buffer.count < bufferCapacity
        case .acquire: return pending.cell.pointee.value == 0
        case .park, .dequeue: return pending.cell.pointee.value > 0
        case .awaitFences: return fiber.pointee.awaited == 0
        case .awaitDrain: return fibers[Int(pending.cell.pointee.id.number)].buffer.isEmpty
        }
    }

    /// What a process does next, if it can.
    func operation(of process: Int) -> Operation {
        if process < Process.fiberLimit { return fibers[process].pending }
        if memory == .c11 { return Operation(access: .remoteFence, cell: fenceCell) }
        return Operation(access: .flush, cell: fibers[process - Process.fiberLimit].buffer.oldest.cell)
    }

    /// Whether a fiber will go on by itself once its own buffer is empty. To leave it is a preemption, then as now: else it would cost less to
    /// leave it when its stores have become visible early.
    func goesOnBehindItsBuffer(_ fiber: Int) -> Bool {
        guard waitsForItsBuffer(fiber) else { return false }
        let pending = fibers[fiber].pending
        switch pending.access {
        case .append: return true
        // A lock that it has given back is free when its stores are visible.
        case .acquire: return (fibers[fiber].buffer.forwarded(pending.cell) ?? pending.cell.pointee.value) == 0
        default: return isPossible(pending, fibers + fiber)
        }
    }

    /// Whether a fiber waits for its own buffer, to be empty or to have room, and perhaps for something else as well.
    func waitsForItsBuffer(_ fiber: Int) -> Bool {
        guard fibers[fiber].state == .live, !fibers[fiber].buffer.isEmpty else { return false }
        return fibers[fiber].pending.drains || fibers[fiber].pending.access == .append && fibers[fiber].buffer.count >= bufferCapacity
    }
}
