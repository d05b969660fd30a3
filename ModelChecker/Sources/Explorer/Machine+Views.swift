/// Operations under C11. Which store each of them reads, or comes behind, is `pick`: a choice of the search.
extension Machine {
    /// Of the step that is being performed; operations that are no steps of their own have no choice.
    private func takePick() -> Int {
        defer { pick = 0 }
        return pick
    }

    /// From how many stores a process may choose in its next step.
    func choices(of process: Int) -> Int {
        if process >= Process.fiberLimit || fibers[process].state != .live { return 1 }
        return views.choices(fibers[process].pending, of: process)
    }

    /// What a process does if it is its turn, as far as it matters for others.
    func step(of process: Int, picking pick: Int) -> Operation {
        let operation = operation(of: process)
        guard memory == .c11 else { return operation.now }
        guard case .compareExchange = operation.update else { return operation }
        return operation.choosing(views[views.choice(pick, operation)].value)
    }

    @inline(never)
    func loadViewed(_ cell: CellPointer, _ order: MemoryOrder) -> UInt {
        let count = trace == nil ? 0 : countStores(Operation(access: .read, cell: cell))
        let pick = takePick()
        let record = views.choice(pick, Operation(access: .read, cell: cell))
        let value = views.read(record, cell, by: current, order)
        trace?.step(current, "load" + Machine.staleness(pick, count), cell, value, value)
        return value
    }

    @inline(never)
    func writeViewed(
        _ cell: CellPointer, _ order: MemoryOrder, _ name: String, _ kind: Operation.Update, _ update: (UInt) -> UInt
    ) -> UInt {
        let operation = Operation(access: .write, cell: cell, update: kind)
        let count = trace == nil ? 0 : countStores(operation)
        let pick = takePick()
        let record = views.choice(pick, operation)
        var isUpdate = true
        if case .store = kind { isUpdate = false }
        let old = isUpdate ? views.read(record, cell, by: current, order) : views[record].value
        let new = update(old)
        views.write(new, cell, by: current, order, behind: record, isUpdate: isUpdate, event: Int32(visibleSteps - 1))
        trace?.step(current, name + Machine.placement(pick, count), cell, old, new)
        return old
    }

    @inline(never)
    func compareExchangeViewed(
        _ cell: CellPointer, _ expected: UInt, _ desired: UInt, _ order: MemoryOrder, _ failing: MemoryOrder
    ) -> (exchanged: Bool, original: UInt) {
        let operation = Operation(access: .write, cell: cell, update: .compareExchange(expected, desired))
        let count = trace == nil ? 0 : countStores(operation)
        let pick = takePick()
        let record = views.choice(pick, operation)
        let isEqual = views[record].value == expected
        let old = views.read(record, cell, by: current, isEqual ? order : failing)
        if isEqual {
            views.write(desired, cell, by: current, order, behind: record, isUpdate: true, event: Int32(visibleSteps - 1))
            trace?.step(current, "compare-exchange" + Machine.placement(pick, count), cell, old, desired)
        } else {
            trace?.step(current, "compare-exchange (failed)" + Machine.staleness(pick, count), cell, old, old)
        }
        return (isEqual, old)
    }

    // MARK: Fences

    /// The two sides of a heavy fence, and between them a fence of each other fiber, at a moment that is a choice of the search.
    /// Of a fiber that has ended, too: its stores have to be seen.
    func heavyFenceViewed() {
        point(.fence, fenceCell)
        views.fence(current, .sequentiallyConsistent)
        trace?.step(current, "heavy fence begins", fenceCell, 0, 0)
        for index in 0..<fiberCount where index != current {
            fibers[index].callers |= ProcessSet(process: current)
            fibers[current].awaited |= ProcessSet(process: index)
            wantedFences |= ProcessSet(process: Process.buffer(of: index))
        }
        point(.awaitFences, fenceCell)
        views.fence(current, .sequentiallyConsistent)
        trace?.step(current, "heavy fence ends", fenceCell, 0, 0)
    }

    /// One fence does for all heavy fences that wait for it.
    func performRemoteFence(_ fiber: Int) {
        views.fence(fiber, .sequentiallyConsistent)
        trace?.step(Process.buffer(of: fiber), "fence", fenceCell, 0, 0)
        for caller in 0..<fiberCount where fibers[fiber].callers.contains(caller) {
            fibers[caller].awaited &= ~ProcessSet(process: fiber)
        }
        fibers[fiber].callers = 0
        wantedFences &= ~ProcessSet(process: Process.buffer(of: fiber))
    }

    /// Whether a fiber is at the end of a heavy fence that other fibers haven't heard of yet.
    func waitsForFences(_ fiber: Int) -> Bool { fibers[fiber].state == .live && fibers[fiber].awaited != 0 }

    // MARK: Shown in a trace

    private func countStores(_ operation: Operation) -> Int { views.choices(operation, of: current) }

    private static func staleness(_ pick: Int, _ count: Int) -> String { pick == 0 ? "" : " (stale: \(pick + 1) of \(count))" }

    private static func placement(_ pick: Int, _ count: Int) -> String {
        pick == 0 ? "" : " (not the last in modification order: \(pick + 1) of \(count))"
    }
}
