/// Steps that cost no preemption and needn't come early: a store in a buffer becomes visible, or a fiber has the fence that another one asked it for.
///
/// Such a step commutes with all that uses other cells, and it costs nothing wherever it comes. So it is put off until a step that depends on
/// it may be next.
struct LateSteps {
    let machine: Machine

    /// Those that somebody's next step may depend on.
    ///
    /// - Parameter mayLeave: whether another fiber than the running one may be next.
    /// - Parameter asleep: fibers that needn't go on now.
    func useful(_ mayLeave: Bool, _ asleep: ProcessSet) -> ProcessSet {
        switch machine.memory {
        case .sequential: return 0
        case .c11: return fences(mayLeave)
        case .storeBuffers: break
        }
        var useful: ProcessSet = 0
        for owner in 0..<machine.fiberCount where !machine.fibers[owner].buffer.isEmpty {
            if !asleep.contains(owner) && machine.waitsForItsBuffer(owner) || others(than: owner, use: machine.fibers[owner].buffer) {
                useful |= ProcessSet(process: Process.buffer(of: owner))
            }
        }
        return useful
    }

    /// A fence that has been asked of a fiber conflicts with that fiber's steps and with other fences: those of others may come right before the
    /// one that the running fiber has been asked for. The caller's end of the heavy fence, which needs it, can come next when the running
    /// fiber may be left.
    private func fences(_ mayLeave: Bool) -> ProcessSet {
        if mayLeave { return machine.wantedFences }
        let isFence = machine.fibers[machine.current].pending.cell == machine.fenceCell
        return isFence || machine.wantedFences.contains(Process.buffer(of: machine.current)) ? machine.wantedFences : 0
    }

    private func others(than owner: Int, use buffer: StoreBuffer) -> Bool {
        for other in 0..<machine.fiberCount where other != owner {
            let fiber = machine.fibers + other
            let isWaiting = fiber.pointee.state == .live || fiber.pointee.state == .idle
            if isWaiting {
                let cell = fiber.pointee.pending.cell
                if buffer.contains(cell) || cell == machine.fibers[owner].bufferCell { return true }
            }
            for index in 0..<fiber.pointee.buffer.count where buffer.contains(fiber.pointee.buffer[index].cell) { return true }
        }
        return false
    }

    /// Those of `fibers` whose next step isn't the same without the fence that has just come. Right before one of them is where it is put off to.
    func dependent(_ fibers: ProcessSet, on step: Operation, of process: Int) -> ProcessSet {
        var rest = fibers, result: ProcessSet = 0
        while rest != 0 {
            let fiber = rest.lowest
            rest &= rest - 1
            if step.conflicts(of: process, with: machine.operation(of: fiber), of: fiber) { result |= ProcessSet(process: fiber) }
        }
        return result
    }
}
