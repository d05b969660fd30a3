/// Depth first through all interleavings with at most `bound` preemptions: switches away from a fiber that could have gone
/// on. Switches at the end of a fiber, at a wait, and the moments at which stores become visible don't count.
///
/// Stateless: an execution is run from the start, along the choices of the one before up to the last that has an
/// alternative.
final class BoundedSearch: Search {
    private struct Frame {
        var chosen: UInt8
        /// Not tried yet.
        var rest: ProcessSet
        /// Before this choice.
        var preemptions: Int32
        var signature: UInt32
    }

    private let bound: Int
    private var frames: [Frame] = []
    private var depth = 0
    private var preemptions = 0

    init(bound: Int) { self.bound = bound }

    func begin() {
        depth = 0
        preemptions = 0
    }

    func choose(_ enabled: ProcessSet, _ machine: Machine) -> Int {
        let first = firstChoice(enabled, machine)
        let current = machine.current
        let goesOn = current >= 0 && (enabled.contains(current) || machine.waitsForItsBuffer(current))
        var allowed = enabled & (ProcessSet.fibers | usefulFlushes(machine))
        if goesOn, preemptions >= bound {
            allowed &= ProcessSet(process: current) | ~ProcessSet.fibers
        }
        if allowed == 0 { allowed = ProcessSet(process: first) }
        let process = allowed & (allowed - 1) == 0 ? first : decide(allowed, first, machine)
        if goesOn, process != current, process < Process.fiberLimit { preemptions += 1 }
        return process
    }

    /// The buffers whose stores have to become visible now if they are to be seen in the next steps, or for somebody to go on.
    /// A store commutes with all steps on other cells, so it may be put off until right before a step on its own cell.
    private func usefulFlushes(_ machine: Machine) -> ProcessSet {
        if machine.memory == .sequential { return 0 }
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
        defer { depth += 1 }
        if depth == frames.count {
            frames.append(
                Frame(
                    chosen: UInt8(first), rest: allowed & ~ProcessSet(process: first), preemptions: Int32(preemptions),
                    signature: allowed))
        } else if frames[depth].signature != allowed {
            machine.failDiverged()
            return first
        }
        preemptions = Int(frames[depth].preemptions)
        return Int(frames[depth].chosen)
    }

    func advance() -> Bool {
        while let last = frames.last {
            if last.rest != 0 {
                let next = last.rest.lowest
                frames[frames.count - 1].chosen = UInt8(next)
                frames[frames.count - 1].rest &= ~ProcessSet(process: next)
                return true
            }
            frames.removeLast()
        }
        return false
    }
}
