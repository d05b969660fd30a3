/// Time passes when the search says so: the clock is a worker whose next job is to go to the earliest deadline that is set.
/// So anything that other fibers do may come before or after it, however short the time.
struct ModelClock {
    /// Nanoseconds; every execution begins at the same moment.
    var now: UInt64 = 1_000_000
    /// Its value: how many alarms are set.
    var cell: CellPointer?
    /// The fiber that makes time pass.
    var worker: ProcessSet = 0
    /// Those that are set.
    var alarms: [ModelAlarm] = []
}

/// Puts its handler on a queue when its time has come; set again and again, one deadline at a time.
public final class ModelAlarm {
    fileprivate let queue: SerialQueue
    /// `nil` once it has been cancelled.
    fileprivate var handler: (() -> Void)?
    fileprivate var deadline: UInt64 = 0
    /// Under C11, what was known to the fiber that set it last.
    fileprivate var view: ViewHandle = ViewArena.nothing

    fileprivate init(_ queue: SerialQueue, _ handler: @escaping () -> Void) {
        self.queue = queue
        self.handler = handler
    }
}

extension Machine {
    /// Adds the clock; once, in the set-up, before anything that sets alarms.
    func startClock() {
        let cell = makeCell(.clock, 0)
        clock.cell = cell
        addWorker("clock", cell, .write) { [unowned self] in { self.ring() } }
        clock.worker = ProcessSet(process: fiberCount - 1)
    }

    /// Nanoseconds since the beginning.
    public var now: UInt64 {
        point(.read, clockCell)
        return clock.now
    }

    private var clockCell: CellPointer {
        guard let cell = clock.cell else { preconditionFailure("the scenario has no clock") }
        return cell
    }

    public func makeAlarm(on queue: SerialQueue, at deadline: UInt64, _ handler: @escaping () -> Void) -> ModelAlarm {
        let alarm = ModelAlarm(queue, handler)
        set(alarm, to: deadline)
        return alarm
    }

    public func set(_ alarm: ModelAlarm, to deadline: UInt64) {
        change("set the alarm") {
            alarm.deadline = deadline
            alarm.view = hasViews ? views.publish(current) : ViewArena.nothing
            if !clock.alarms.contains(where: { $0 === alarm }) { clock.alarms.append(alarm) }
        }
    }

    /// Its handler, which is returned, doesn't start any more.
    public func cancel(_ alarm: ModelAlarm) -> (() -> Void)? {
        var handler: (() -> Void)?
        change("cancel the alarm") {
            clock.alarms.removeAll { $0 === alarm }
            swap(&handler, &alarm.handler)
        }
        return handler
    }

    private func change(_ name: String, _ change: () -> Void) {
        let cell = clockCell
        point(.write, cell)
        let old = cell.pointee.value
        change()
        cell.pointee.value = UInt(clock.alarms.count)
        trace?.step(current, name, cell, old, cell.pointee.value)
    }

    /// The job of the clock; the search has chosen that time passes now.
    private func ring() {
        Machine.enter { _ in
            let index = clock.alarms.indices.min { clock.alarms[$0].deadline < clock.alarms[$1].deadline }!
            let alarm = clock.alarms.remove(at: index)
            clockCell.pointee.value = UInt(clock.alarms.count)
            clock.now = max(clock.now, alarm.deadline)
            enqueue({ self.handle(alarm) }, on: alarm.queue, knowing: alarm.view)
        }
    }

    private func handle(_ alarm: ModelAlarm) {
        Machine.enter { $0.point(.read, clockCell) }
        alarm.handler?()
    }
}
