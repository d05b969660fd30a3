/// Depth first through all interleavings, up to the order of steps that commute: at least one execution of each class is run
/// to its end.
///
/// Dynamic partial-order reduction with source sets and sleep sets (Abdulla, Aronsson, Jonsson, Sagonas: Optimal dynamic
/// partial order reduction, POPL 2014, algorithm 1), store buffers as shadow threads (Zhang, Kusano, Wang, PLDI 2015).
/// Happens-before is kept in vector clocks; each step is compared with the earlier ones that it conflicts with and that it
/// isn't ordered after; where the two could have come the other way round, the first step of a sequence that leads there is
/// noted for the state before the earlier one.
final class ReducedSearch: Search {
    struct Frame {
        var chosen: UInt8 = 0
        var enabled: ProcessSet = 0
        /// To be explored from this state, or explored.
        var backtrack: ProcessSet = 0
        /// Explored, or explored elsewhere in an order that doesn't matter.
        var sleep: ProcessSet = 0
        /// Under C11: which store the chosen process reads, of how many; all are explored, one after the other.
        var pick: UInt16 = 0
        var picks: UInt16 = 1
    }

    private let frames = UnsafeMutablePointer<Frame>.allocate(capacity: Machine.stepLimit)
    private var frameCount = 0
    private let history: History
    /// Executions that turned out to be one that had been explored, in another order.
    private(set) var redundant = 0
    private var depth = 0
    private(set) var isOver = false
    /// Of the state that comes next.
    private var sleep: ProcessSet = 0
    /// The clock, if there is one.
    private var clock: ProcessSet = 0

    init(_ machine: Machine) { history = History(machine) }

    deinit { frames.deallocate() }

    func begin() {
        depth = 0
        isOver = false
        sleep = 0
        history.begin()
    }

    func choose(_ enabled: ProcessSet, _ machine: Machine) -> Int {
        if isOver { return firstChoice(enabled, machine) }
        clock = machine.clock.worker
        let index = depth
        depth += 1
        if index == frameCount, !push(enabled, machine) { return firstChoice(enabled, machine) }
        let process = Int(frames[index].chosen)
        if machine.memory == .c11, enabled == frames[index].enabled, frames[index].pick == 0 {
            frames[index].picks = UInt16(machine.choices(of: process))
        }
        let pick = Int(frames[index].pick)
        guard enabled == frames[index].enabled else {
            machine.failDiverged()
            isOver = true
            return firstChoice(enabled, machine)
        }
        if index == frameCount - 1 {
            history.append(process, picking: pick, at: index) { race($0, $1) }
            sleep = stillAsleep(frames[index].sleep & ~ProcessSet(process: process), index, machine)
        } else {
            history.repeatStep(process, picking: pick, at: index)
        }
        return process
    }

    /// Of the step that has just been chosen.
    func pick(_ count: Int, _ machine: Machine) -> Int {
        if isOver { return 0 }
        let frame = frames[depth - 1]
        if Int(frame.picks) != count { machine.failDiverged() }
        return min(Int(frame.pick), count - 1)
    }

    /// A state that has not been reached before. `false`: everything from here on has been explored.
    private func push(_ enabled: ProcessSet, _ machine: Machine) -> Bool {
        noteDisabled(behind: enabled)
        let candidates = enabled & ~sleep
        if candidates == 0 {
            isOver = true
            redundant += 1
            return false
        }
        let first = firstChoice(enabled, machine)
        let process = candidates.contains(first) ? first : candidates.lowest
        frames[frameCount] = Frame(
            chosen: UInt8(process), enabled: enabled, backtrack: ProcessSet(process: process), sleep: sleep)
        frameCount += 1
        return true
    }

    /// A step that cancels the last alarm takes the clock's next step away, which then never comes to race with it. No other process's next step is
    /// ever taken away by one that it doesn't meet later.
    private func noteDisabled(behind enabled: ProcessSet) {
        guard frameCount > 0, clock != 0 else { return }
        let last = frames + (frameCount - 1)
        last.pointee.backtrack |= last.pointee.enabled & clock & ~enabled & ~ProcessSet(process: Int(last.pointee.chosen)) & ~last.pointee.sleep
    }

    /// Those of `sleeping` whose next step commutes with the one at `index`.
    private func stillAsleep(_ sleeping: ProcessSet, _ index: Int, _ machine: Machine) -> ProcessSet {
        var rest = sleeping, still: ProcessSet = 0
        while rest != 0 {
            let process = rest.lowest
            rest &= rest - 1
            let step = history.events[index]
            let next = machine.operation(of: process)
            if machine.memory == .c11, step.operation.isLoad, next.access == .write {
                // It was explored before that read, which may have read the same store behind it.
                still |= ProcessSet(process: process)
            } else if !step.operation.conflicts(of: Int(step.process), with: next, of: process) {
                still |= ProcessSet(process: process)
            }
        }
        return still
    }

    /// The steps at `earlier` and `later`, which is being added, could have come the other way round.
    private func race(_ earlier: Int, _ later: RacingStep) {
        let frame = frames[earlier]
        // Not enabled there: the earlier step is what made it possible.
        let initials = history.initials(from: earlier, to: later) & frame.enabled
        if initials == 0 || initials & (frame.backtrack | frame.sleep) != 0 { return }
        let first = initials.contains(later.process) ? later.process : initials.lowest
        frames[earlier].backtrack |= ProcessSet(process: first)
    }

    func advance() -> Bool {
        if !isOver { noteDisabled(behind: 0) }
        while frameCount > 0 {
            let last = frames + (frameCount - 1)
            if last.pointee.pick + 1 < last.pointee.picks {
                last.pointee.pick += 1
                return true
            }
            last.pointee.sleep |= ProcessSet(process: Int(last.pointee.chosen))
            let rest = last.pointee.backtrack & ~last.pointee.sleep
            if rest != 0 {
                last.pointee.chosen = UInt8(rest.lowest)
                last.pointee.pick = 0
                last.pointee.picks = 1
                return true
            }
            frameCount -= 1
        }
        return false
    }
}
