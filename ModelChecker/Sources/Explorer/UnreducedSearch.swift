/// What `BoundedSearch` goes through, without remembering states, and with fences that are asked for wherever they may come: depth first, one by
/// one. Tests compare the two.
///
/// Stateless: an execution is run from the start, along the choices of the one before up to the last that has an
/// alternative.
final class UnreducedSearch: Search {
    private struct Frame {
        var chosen: UInt16
        /// Not tried yet.
        var rest: ProcessSet
        /// Before this choice.
        var preemptions: Int32
        var staleReads: Int32
        var signature: UInt32
        /// Whether it is a choice among stores: `rest` is then the number of those that haven't been tried, the oldest ones.
        var isPick = false
    }

    private let bound: Int
    private let staleBound: Int
    private var frames: [Frame] = []
    private var depth = 0
    private var preemptions = 0
    private var staleReads = 0

    init(bound: Int, staleReads: Int) {
        self.bound = bound
        staleBound = staleReads
    }

    func begin() {
        depth = 0
        preemptions = 0
        staleReads = 0
    }

    func choose(_ enabled: ProcessSet, _ machine: Machine) -> Int {
        var first = firstChoice(enabled, machine)
        let current = machine.current
        let goesOn = current >= 0 && (enabled.contains(current) || machine.goesOnBehindItsBuffer(current))
        var allowed = enabled & (ProcessSet.fibers | usefulFlushes(machine, enabled))
        if goesOn, preemptions >= bound {
            allowed &= ProcessSet(process: current) | ~ProcessSet.fibers
        }
        if allowed == 0 { allowed = ProcessSet(process: first) }
        if !allowed.contains(first) { first = allowed.lowest }
        let process = allowed & (allowed - 1) == 0 ? first : decide(allowed, first, machine)
        if goesOn, process != current, process < Process.fiberLimit { preemptions += 1 }
        return process
    }

    /// The buffers whose stores have to become visible now if they are to be seen in the next steps, or for somebody to go on.
    /// A store commutes with all steps on other cells, so it may be put off until right before a step on its own cell.
    private func usefulFlushes(_ machine: Machine, _ enabled: ProcessSet) -> ProcessSet {
        if machine.memory == .sequential { return 0 }
        if machine.memory == .c11 { return machine.wantedFences }
        var useful: ProcessSet = 0
        for owner in 0..<machine.fiberCount where !machine.fibers[owner].buffer.isEmpty {
            if machine.waitsForItsBuffer(owner) || othersUse(machine.fibers[owner].buffer, of: owner, machine) {
                useful |= ProcessSet(process: Process.buffer(of: owner))
            }
        }
        return useful
    }

    private func othersUse(_ buffer: StoreBuffer, of owner: Int, _ machine: Machine) -> Bool {
        for other in 0..<machine.fiberCount where other != owner {
            let fiber = machine.fibers + other
            if fiber.pointee.state == .live || fiber.pointee.state == .idle {
                let cell = fiber.pointee.pending.cell
                if buffer.contains(cell) || cell == machine.fibers[owner].bufferCell { return true }
            }
            for index in 0..<fiber.pointee.buffer.count where buffer.contains(fiber.pointee.buffer[index].cell) { return true }
        }
        return false
    }

    private func decide(_ allowed: ProcessSet, _ first: Int, _ machine: Machine) -> Int {
        let isSame = meet(
            Frame(
                chosen: UInt16(first), rest: allowed & ~ProcessSet(process: first), preemptions: Int32(preemptions),
                staleReads: Int32(staleReads), signature: allowed))
        guard isSame else {
            machine.failDiverged()
            return first
        }
        return Int(frames[depth - 1].chosen)
    }

    func pick(_ count: Int, _ machine: Machine) -> Int {
        if staleReads >= staleBound { return 0 }
        let isSame = meet(
            Frame(
                chosen: 0, rest: UInt32(count - 1), preemptions: Int32(preemptions), staleReads: Int32(staleReads), signature: UInt32(count),
                isPick: true))
        guard isSame else {
            machine.failDiverged()
            return 0
        }
        let pick = Int(frames[depth - 1].chosen)
        if pick > 0 { staleReads += 1 }
        return pick
    }

    /// A choice: a new one, or the same as in the execution before; `false` if it is neither.
    private func meet(_ frame: Frame) -> Bool {
        defer { depth += 1 }
        if depth == frames.count { frames.append(frame) }
        preemptions = Int(frames[depth].preemptions)
        staleReads = Int(frames[depth].staleReads)
        return frames[depth].signature == frame.signature && frames[depth].isPick == frame.isPick
    }

    func advance() -> Bool {
        while let last = frames.last {
            if last.isPick, last.rest != 0 {
                frames[frames.count - 1].chosen += 1
                frames[frames.count - 1].rest -= 1
                return true
            }
            if last.rest != 0 {
                let next = last.rest.lowest
                frames[frames.count - 1].chosen = UInt16(next)
                frames[frames.count - 1].rest &= ~ProcessSet(process: next)
                return true
            }
            frames.removeLast()
        }
        return false
    }
}
