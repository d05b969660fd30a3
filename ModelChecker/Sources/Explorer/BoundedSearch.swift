/// All interleavings with at most `bound` preemptions: switches away from a fiber that could have gone on. Switches at the end of a fiber, at a
/// wait, and the moments at which stores become visible don't count. Under C11, also with at most so many stale reads: choices of
/// another store than the newest one that may be read.
///
/// First all without a preemption, then all with one, and so on (iterative context bounding: Musuvathi, Qadeer, PLDI 2007). Stateless: each
/// execution is run from the start, by its deviations from what is chosen where there is no reason for anything else. Three things are left out:
///
/// - **What follows a state that has been reached at no greater cost,** see `StepOrder`: the same can follow.
/// - **Stores that become visible, and fences that are asked for, earlier than they are needed,** see `LateSteps`.
/// - **Preemptions of a fiber whose next step depends on none of those that come before it,** see `PreemptedFibers`.
final class BoundedSearch: Search {
    private let machine: Machine
    private let bound: Int
    private let staleBound: Int
    /// So many preemptions, the first of an execution, are tried before each step, also where that makes no difference to the steps.
    private let placedAnywhere: Int
    private let order: StepOrder
    private let late: LateSteps
    private let visited = VisitedStates()
    private var preempted: PreemptedFibers
    private var deviations: Deviations
    /// Whether an interleaving was left out for the sake of a bound.
    private(set) var isCut = false
    /// Executions that were given up, as what follows has been explored elsewhere.
    private(set) var redundant = 0

    // The running execution.
    private var plan: [Deviation] = []
    /// How many of the plan have been taken.
    private var planned = 0
    private var steps = 0
    private var preemptions = 0
    private var staleReads = 0
    private(set) var isOver = false
    /// Under C11, the last step, if it was a fence that had been asked for: what comes next has to depend on it.
    private var lateStep: (operation: Operation, process: Int)?
    /// Whose step `pick` is asked about.
    private var reader = -1

    init(_ machine: Machine, bound: Int, staleReads: Int, placedAnywhere: Int) {
        self.machine = machine
        self.bound = bound
        self.placedAnywhere = placedAnywhere
        staleBound = staleReads
        order = StepOrder(machine)
        late = LateSteps(machine: machine)
        preempted = PreemptedFibers(machine)
        deviations = Deviations(staleLevels: staleReads == .max ? 1 : min(staleReads, VisitedStates.staleLevels - 1) + 1)
    }

    /// All executions with so many preemptions have been gone through; -1: none have, `bound`: all.
    var explored: Int { deviations.preemptions.map { $0 - 1 } ?? bound }

    /// What of `staleReads` counts: without a bound, none.
    private var staleCost: Int { staleBound == .max ? 0 : staleReads }

    /// Whether the last deviation has been taken.
    private var isNew: Bool { planned == plan.count }

    func begin() {
        planned = 0
        steps = 0
        preemptions = 0
        staleReads = 0
        isOver = false
        lateStep = nil
        order.begin()
        preempted.begin()
    }

    func advance() -> Bool {
        guard let next = deviations.next() else { return false }
        plan = next
        return true
    }

    func choose(_ enabled: ProcessSet, _ machine: Machine) -> Int {
        if isOver { return firstChoice(enabled, machine) }
        let current = machine.current
        let isRunning = current >= 0 && enabled.contains(current)
        let goesOn = isRunning || current >= 0 && machine.goesOnBehindItsBuffer(current)
        if current >= 0, !goesOn { preempted.wait(current) }
        let allowed = allowed(enabled, goesOn)
        if allowed == 0 { return giveUp(enabled) }
        var process = first(allowed, current)
        if !isNew {
            guard let planned = follow(process, enabled) else { return giveUp(enabled) }
            process = planned
        } else if !explore(process, allowed, goesOn) {
            return giveUp(enabled)
        }
        if goesOn, process != current, process < Process.fiberLimit {
            if preemptions >= placedAnywhere { preempted.leave(current) }
            preemptions += 1
        }
        steps += 1
        take(process)
        return process
    }

    /// Who may be next. Empty: all that could be has been explored elsewhere.
    private func allowed(_ enabled: ProcessSet, _ goesOn: Bool) -> ProcessSet {
        let mayLeave = !goesOn || preemptions < bound
        var fibers = enabled & .fibers
        if !mayLeave {
            let current = ProcessSet(process: machine.current)
            let behindALeave = late.useful(true, preempted.asleep) & ~late.useful(false, preempted.asleep)
            if (fibers | behindALeave & enabled) & ~current != 0 { isCut = true }
            fibers &= current
        }
        fibers &= ~preempted.asleep
        if let lateStep { fibers = late.dependent(fibers, on: lateStep.operation, of: lateStep.process) }
        let allowed = fibers | late.useful(mayLeave, preempted.asleep) & enabled
        if allowed == 0, enabled & .fibers == 0, preempted.asleep == 0 { return ProcessSet(process: firstChoice(enabled, machine)) }
        return allowed
    }

    /// Where there is no reason for anything else.
    private func first(_ allowed: ProcessSet, _ current: Int) -> Int {
        guard current >= 0 else { return allowed.lowest }
        if allowed.contains(current) { return current }
        if machine.waitsForItsBuffer(current), allowed.contains(Process.buffer(of: current)) { return Process.buffer(of: current) }
        if machine.waitsForFences(current) {
            let fence = Process.buffer(of: machine.fibers[current].awaited.lowest)
            if allowed.contains(fence) { return fence }
        }
        return allowed.lowest
    }

    /// As planned; `nil`: the program did something else than before.
    private func follow(_ first: Int, _ enabled: ProcessSet) -> Int? {
        let deviation = plan[planned]
        if deviation.isPick || deviation.step != steps { return first }
        planned += 1
        let process = Int(deviation.choice)
        if enabled.contains(process), deviation.state == UInt32(truncatingIfNeeded: order.fingerprint.low) { return process }
        machine.failDiverged()
        return nil
    }

    /// Ends the search of this execution, which is brought to its end.
    private func giveUp(_ enabled: ProcessSet) -> Int {
        isOver = true
        redundant += 1
        return firstChoice(enabled, machine)
    }

    /// A state behind the last deviation: notes the alternatives to `first`. `false`: it has been reached before.
    private func explore(_ first: Int, _ allowed: ProcessSet, _ goesOn: Bool) -> Bool {
        var others = allowed & ~ProcessSet(process: first)
        let mayPick = machine.memory == .c11 && staleReads < staleBound
        if others == 0, !mayPick { return true }
        let state = order.fingerprint
        let situation = situation(state, goesOn)
        if isVisited(situation) { return false }
        visited.insert(situation.absorbing(UInt64(preempted.asleep)), preemptions: preemptions, staleReads: staleCost)
        while others != 0 {
            let process = others.lowest
            others &= others - 1
            let isPreemption = goesOn && process != machine.current && process < Process.fiberLimit
            deviations.add(
                deviation(process, state), preemptions: preemptions + (isPreemption ? 1 : 0), staleReads: staleCost)
        }
        return true
    }

    /// With only some of those asleep that are now, more has been explored.
    private func isVisited(_ situation: StateFingerprint) -> Bool {
        var some = preempted.asleep
        while true {
            if visited.contains(situation.absorbing(UInt64(some)), preemptions: preemptions, staleReads: staleCost) { return true }
            if some == 0 { return false }
            some = (some &- 1) & preempted.asleep
        }
    }

    private func deviation(_ choice: Int, _ state: StateFingerprint, isPick: Bool = false) -> Deviation {
        Deviation(
            parent: deviations.last, step: Int32(steps), choice: UInt16(choice), isPick: isPick, state: UInt32(truncatingIfNeeded: state.low))
    }

    /// A state, and what else says who may be next at which cost: who runs, whether it could go on, and the late step that something has to
    /// depend on. A fiber that can't go on now may be able to when a store of its own, or another fiber's, has become visible.
    private func situation(_ state: StateFingerprint, _ goesOn: Bool) -> StateFingerprint {
        let isLive = machine.current >= 0 && machine.fibers[machine.current].state == .live
        let runs = goesOn || isLive && machine.memory != .sequential
        let current = runs ? machine.current + 1 : 0, last = lateStep.map { $0.process + 1 } ?? 0
        return state.absorbing(UInt64(current) << 16 | UInt64(last) << 8 | (goesOn ? 1 : 0))
    }

    /// The process takes its next step.
    private func take(_ process: Int) {
        // Else `pick` is asked, and goes on.
        let isDecided = machine.memory != .c11 || machine.choices(of: process) == 1
        let operation = machine.operation(of: process)
        preempted.step(machine.memory == .c11 ? operation : operation.now, of: process)
        if isDecided { order.append(process, picking: 0) } else { reader = process }
        lateStep = process >= Process.fiberLimit && machine.memory == .c11 ? (operation, process) : nil
    }

    /// Of the step that has just been chosen.
    func pick(_ count: Int, _ machine: Machine) -> Int {
        if isOver { return 0 }
        var pick = 0
        if isNew {
            if staleReads >= staleBound { isCut = true }
            for other in 1..<count where staleReads < staleBound {
                deviations.add(deviation(other, order.fingerprint, isPick: true), preemptions: preemptions, staleReads: staleCost + 1)
            }
        } else if plan[planned].isPick, plan[planned].step == steps {
            pick = Int(plan[planned].choice)
            if pick >= count || plan[planned].state != UInt32(truncatingIfNeeded: order.fingerprint.low) {
                machine.failDiverged()
                pick = 0
            }
            planned += 1
        }
        if pick > 0 { staleReads += 1 }
        order.append(reader, picking: pick)
        return pick
    }
}
