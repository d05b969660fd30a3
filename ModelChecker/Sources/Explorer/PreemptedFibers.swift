/// Fibers that were preempted before a step, and so far for nothing: no step has come since that theirs depends on. Until one does, such a fiber
/// sleeps: had it taken its step before it was preempted, the same would have come of it, at no greater cost.
///
/// These are sleep sets (Godefroid 1996) of a restricted kind. Within a bound of preemptions, others would lose executions (Coons, Musuvathi,
/// McKinley: Bounded partial-order reduction, OOPSLA 2013): a fiber that couldn't go on when another one came, or hasn't begun, never sleeps.
struct PreemptedFibers {
    let machine: Machine
    private(set) var asleep: ProcessSet = 0

    init(_ machine: Machine) { self.machine = machine }

    mutating func begin() { asleep = 0 }

    /// The running fiber could have gone on, and another one takes the next step.
    mutating func leave(_ fiber: Int) { asleep |= ProcessSet(process: fiber) }

    /// The running fiber can't go on, so to leave it costs nothing. If a sleeper's step is what it waits for, then with that step taken earlier,
    /// leaving it would have cost a preemption.
    ///
    /// A step without cost, a store that becomes visible or a fence that was asked for, can let it go on, too. From then on it costs something to
    /// leave it, but only if it still is the running one. Any step of a sleeper would have changed that, so all wake.
    mutating func wait(_ fiber: Int) {
        if asleep == 0 || machine.fibers[fiber].state == .finished { return }
        let pending = machine.fibers[fiber].pending
        if waitsForLateStep(pending.access) { asleep = 0 } else { wake(pending, fiber) }
    }

    private func waitsForLateStep(_ access: Operation.Access) -> Bool {
        switch machine.memory {
        case .sequential: false
        case .storeBuffers: access == .acquire || access == .awaitDrain
        case .c11: access == .awaitFences
        }
    }

    /// The process takes this step.
    mutating func step(_ operation: Operation, of process: Int) {
        if asleep == 0 { return }
        asleep &= ~ProcessSet(process: process)
        wake(operation, process)
    }

    private mutating func wake(_ operation: Operation, _ process: Int) {
        var rest = asleep
        while rest != 0 {
            let fiber = rest.lowest
            rest &= rest - 1
            if matters(operation, process, to: fiber) { asleep &= ~ProcessSet(process: fiber) }
        }
    }

    /// To the step that the fiber is about to take, or to its stores, if they have to become visible before that.
    private func matters(_ operation: Operation, _ process: Int, to fiber: Int) -> Bool {
        let pending = machine.memory == .c11 ? machine.fibers[fiber].pending : machine.fibers[fiber].pending.now
        if operation.conflicts(of: process, with: pending, of: fiber) { return true }
        return machine.waitsForItsBuffer(fiber) && machine.fibers[fiber].buffer.contains(operation.cell)
    }
}
