/// What a scenario sees of one execution: it adds fibers, and states what must hold.
public struct Execution {
    let machine: Machine

    /// Adds a thread. All start when the set-up has returned.
    public func fiber(_ name: String, _ body: @escaping () -> Void) { machine.addFiber(name, body) }

    /// During the set-up: runs `body` with the identity of fiber `index`, which need not have been added yet.
    public func acting<Result>(asFiber index: Int, _ body: () throws -> Result) rethrows -> Result {
        precondition(machine.current < 0 && index < Process.fiberLimit)
        machine.context = index
        defer { machine.context = Machine.mainContext }
        return try body()
    }

    /// Adds a clock, which makes virtual time pass; before anything that waits for a time.
    public func startClock() { machine.startClock() }

    /// Runs `check` when all fibers have ended.
    public func atEnd(_ check: @escaping () -> Void) { machine.endChecks.append(check) }

    /// Reports a violation. The execution goes on, so that nothing stays locked.
    public func fail(_ law: @autoclosure () -> String) { if machine.failure == nil { machine.fail(law()) } }

    public func require(_ condition: Bool, _ law: @autoclosure () -> String) { if !condition { fail(law()) } }

    /// A line in the printed interleaving; costs nothing otherwise.
    public func note(_ text: @autoclosure () -> String) {
        if machine.trace != nil { machine.trace!.note(machine.current, text()) }
    }
}
