/// Time passes when the search says so: the clock is a worker whose next job is to go to the earliest deadline that is set.
/// So anything that other fibers do may come before or after it, however short the time.
struct VirtualClock {
    /// Nanoseconds; every execution begins at the same moment.
    var now: UInt64 = 1_000_000
    /// Its value: how many alarms are set.
    var cell: CellPointer?
    var alarms: [Alarm] = []
}

/// Puts a job on a queue when its time has come; set again and again, one deadline at a time.
public final class Alarm {
    fileprivate let queue: JobQueue
    fileprivate var handler: (() -> Void)?
    fileprivate var deadline: UInt64?

    fileprivate init(_ queue: JobQueue) { self.queue = queue }
}

extension Machine {
    /// Adds the clock; once, in the set-up, before anything that sets alarms.
    public func startClock() {
        let cell = makeCell(.clock, 0)
        clock.cell = cell
        addWorker("clock", cell, .write) { [unowned self] in { self.ring() } }
    }

    /// Nanoseconds since the beginning.
    public var now: UInt64 {
        if let cell = clock.cell { point(.read, cell) }
        return clock.now
    }

    public func makeAlarm(on queue: JobQueue) -> Alarm { Alarm(queue) }

    public func set(_ alarm: Alarm, to deadline: UInt64, _ handler: @escaping () -> Void) {
        change(alarm, "set the alarm") {
            alarm.deadline = deadline
            alarm.handler = handler
        }
    }

    public func cancel(_ alarm: Alarm) {
        change(alarm, "cancel the alarm") {
            alarm.deadline = nil
            alarm.handler = nil
        }
    }

    private func change(_ alarm: Alarm, _ name: StaticString, _ change: () -> Void) {
        guard let cell = clock.cell else { preconditionFailure("the scenario has no clock") }
        point(.write, cell)
        let old = cell.pointee.value
        change()
        clock.alarms.removeAll { $0 === alarm }
        if alarm.deadline != nil { clock.alarms.append(alarm) }
        cell.pointee.value = UInt(clock.alarms.count)
        trace?.step(current, name, cell, old, cell.pointee.value)
    }

    /// The job of the clock.
    private func ring() {
        let next = clock.alarms.enumerated().min { $0.element.deadline! < $1.element.deadline! }!
        let alarm = next.element, handler = alarm.handler!
        clock.alarms.remove(at: next.offset)
        clock.cell!.pointee.value = UInt(clock.alarms.count)
        clock.now = max(clock.now, alarm.deadline!)
        alarm.deadline = nil
        enqueue(handler, on: alarm.queue)
    }
}
