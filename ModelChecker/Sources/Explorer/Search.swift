/// Decides who goes on at each step, and which executions there are.
protocol Search: AnyObject {
    /// An execution begins.
    func begin()
    /// One of `enabled`, which is not empty. `machine.current` is the fiber that runs now, or -1.
    func choose(_ enabled: ProcessSet, _ machine: Machine) -> Int
    /// An execution has ended: whether there is another one.
    func advance() -> Bool
}

extension Search {
    func begin() {}
    func advance() -> Bool { false }

    /// Goes on with the running fiber; else with the first one that can; stores become visible as late as they can.
    func firstChoice(_ enabled: ProcessSet, _ machine: Machine) -> Int {
        let current = machine.current
        if current >= 0 {
            if enabled.contains(current) { return current }
            if machine.waitsForItsBuffer(current) { return Process.buffer(of: current) }
        }
        return enabled.lowest
    }
}

/// One execution, without any preemption.
final class FirstChoice: Search {
    func choose(_ enabled: ProcessSet, _ machine: Machine) -> Int { firstChoice(enabled, machine) }
}

/// One execution, as written down.
final class Replay: Search {
    private let planned: [UInt8]

    init(_ schedule: Schedule) { planned = schedule.processes }

    func choose(_ enabled: ProcessSet, _ machine: Machine) -> Int {
        guard machine.steps < planned.count else { return firstChoice(enabled, machine) }
        let process = Int(planned[machine.steps])
        guard enabled.contains(process) else {
            machine.fail("the choices don't fit this program: step \(machine.steps + 1) can't be \(Process.letter(process))")
            return firstChoice(enabled, machine)
        }
        return process
    }
}
