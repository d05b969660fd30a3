/// Decides who goes on at each step, and which executions there are.
protocol Search: AnyObject {
    /// An execution begins.
    func begin()
    /// One of `enabled`, which is not empty. `machine.current` is the fiber that runs now, or -1.
    func choose(_ enabled: ProcessSet, _ machine: Machine) -> Int
    /// Under C11, for the step that has just been chosen: one of the `count` stores, 2 at least, that it may read or come behind;
    /// 0 is the newest.
    func pick(_ count: Int, _ machine: Machine) -> Int
    /// Whether the running execution has been given up: what it comes to has been explored elsewhere.
    var isOver: Bool { get }
    /// An execution has ended: whether there is another one.
    func advance() -> Bool
}

extension Search {
    var isOver: Bool { false }

    func begin() {}
    func pick(_ count: Int, _ machine: Machine) -> Int { 0 }
    func advance() -> Bool { false }

    /// Goes on with the running fiber; else with the first one that can; stores become visible as late as they can, and fences that
    /// a heavy fence waits for come at once.
    func firstChoice(_ enabled: ProcessSet, _ machine: Machine) -> Int {
        let current = machine.current
        if current >= 0 {
            if enabled.contains(current) { return current }
            if machine.waitsForItsBuffer(current) { return Process.buffer(of: current) }
            if machine.waitsForFences(current) { return Process.buffer(of: machine.fibers[current].awaited.lowest) }
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
    private let planned: [ScheduleStep]

    init(_ schedule: Schedule) { planned = schedule.steps }

    func choose(_ enabled: ProcessSet, _ machine: Machine) -> Int {
        guard machine.steps < planned.count else { return firstChoice(enabled, machine) }
        let process = Int(planned[machine.steps].process)
        guard enabled.contains(process) else {
            machine.fail("the choices don't fit this program: step \(machine.steps + 1) can't be \(Process.letter(process))")
            return firstChoice(enabled, machine)
        }
        return process
    }

    func pick(_ count: Int, _ machine: Machine) -> Int {
        guard machine.steps < planned.count else { return 0 }
        let pick = Int(planned[machine.steps].pick)
        if pick < count { return pick }
        machine.fail("the choices don't fit this program: step \(machine.steps + 1) may choose from \(count) stores only")
        return 0
    }
}
