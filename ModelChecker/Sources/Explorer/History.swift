/// For each process: how many of its steps happened before.
typealias VectorClock = SIMD16<UInt16>

extension VectorClock {
    @inline(__always)
    mutating func join(_ other: VectorClock) { self = pointwiseMax(self, other) }
}

/// A step that is being added: its process, and what happened before it so far as is known.
struct RacingStep {
    let process: Int
    let index: Int
    let clock: VectorClock
}

/// The visible steps of one execution and the happens-before order among them.
final class History {
    struct Event {
        var operation: Operation
        /// Of the operation, whose cell is another one in the next execution.
        var signature: UInt32
        var process: UInt8
        /// The how-manieth of its process, from 1.
        var sequence: UInt16
        /// The event before on the same cell, or -1.
        var previous: Int32
        /// What happened before it, itself included.
        var clock: VectorClock
    }

    // Memory without reference counts: it is touched at each step. An execution has at most as many events as steps.
    let events = UnsafeMutablePointer<Event>.allocate(capacity: Machine.stepLimit)
    private let clocks = UnsafeMutablePointer<VectorClock>.allocate(capacity: Process.count)
    /// Under C11: the last event of each process, or -1; and what happened before the fences that have come for a fiber's heavy fence.
    private let latest = UnsafeMutablePointer<Int32>.allocate(capacity: Process.count)
    private let fenced = UnsafeMutablePointer<VectorClock>.allocate(capacity: Process.count)
    private unowned(unsafe) let machine: Machine

    init(_ machine: Machine) { self.machine = machine }

    deinit {
        events.deallocate()
        clocks.deallocate()
        latest.deallocate()
        fenced.deallocate()
    }

    func begin() {
        clocks.initialize(repeating: .zero, count: Process.count)
        if machine.memory != .c11 { return }
        latest.initialize(repeating: -1, count: Process.count)
        fenced.initialize(repeating: .zero, count: Process.count)
    }

    /// A step that the execution before took as well: only links it again.
    func repeatStep(_ process: Int, picking pick: Int, at index: Int) {
        let operation = machine.step(of: process, picking: pick)
        if events[index].signature != operation.signature { machine.failDiverged() }
        events[index].operation = operation
        events[index].previous = operation.cell.pointee.lastEvent
        operation.cell.pointee.lastEvent = Int32(index)
        clocks[process] = events[index].clock
        if machine.memory == .c11 { noteFences(operation, process, index) }
    }

    /// A new step. `race` is called for each earlier step that it races with: conflicts, not ordered, nothing in between.
    func append(_ process: Int, picking pick: Int, at index: Int, race: (Int, RacingStep) -> Void) {
        let operation = machine.step(of: process, picking: pick)
        let cell = operation.cell
        var clock = clocks[process]
        if operation.drains, machine.memory == .storeBuffers { clock.join(clocks[Process.buffer(of: process)]) }
        if operation.access == .flush {
            clock.join(events[Int(machine.fibers[process - Process.fiberLimit].buffer.oldest.event)].clock)
        }
        let isViewedLoad = machine.memory == .c11 && operation.isLoad
        if isViewedLoad { joinStore(machine.views.choice(pick, operation), &clock) }
        if machine.memory == .c11 { meetFences(operation, process, index, &clock, race) }
        if !isViewedLoad { order(operation, process, index, &clock, race) }
        clock[process] = clocks[process][process] + 1
        events[index] = Event(
            operation: operation, signature: operation.signature, process: UInt8(process), sequence: clock[process],
            previous: cell.pointee.lastEvent, clock: clock)
        cell.pointee.lastEvent = Int32(index)
        clocks[process] = clock
        if machine.memory == .c11 { noteFences(operation, process, index) }
    }

    /// Walks back over the earlier events of the cell. Newest first, and what is met is joined at once, so that an event
    /// behind another one that it happened before is no race any more.
    private func order(
        _ operation: Operation, _ process: Int, _ index: Int, _ clock: inout VectorClock,
        _ race: (Int, RacingStep) -> Void
    ) {
        switch operation.access {
        case .acquire, .awaitDrain:
            // Only the opposite order of two acquisitions is possible, not of a release and what it made possible.
            if let earlier = last(operation.cell, where: { $0 == (operation.access == .acquire ? .acquire : .append) }) {
                raceIfUnordered(earlier, process, index, clock, race)
                clock.join(events[earlier].clock)
            }
            joinEnabling(operation, &clock)
        case .park, .dequeue:
            joinEnabling(operation, &clock)
        case .release:
            break
        case .read, .write, .flush, .append, .enqueue, .unpark, .fence, .remoteFence, .awaitFences:
            meetConflicting(operation, process, index, &clock, race)
        }
    }

    /// To the first event, not to the last write: a read that a fiber served from its own buffer isn't ordered with the
    /// write of that buffer, so it may hide behind it.
    private func meetConflicting(
        _ operation: Operation, _ process: Int, _ index: Int, _ clock: inout VectorClock,
        _ race: (Int, RacingStep) -> Void
    ) {
        var earlier = Int(operation.cell.pointee.lastEvent)
        while earlier >= 0 {
            let event = events[earlier]
            if operation.conflicts(of: process, with: event.operation, of: Int(event.process)),
                event.operation.access != .dequeue, event.operation.access != .park
            {
                raceIfUnordered(earlier, process, index, clock, race)
                // See `joinStore`.
                if machine.memory != .c11 || !event.operation.isLoad { clock.join(event.clock) }
            }
            earlier = Int(event.previous)
        }
    }

    @inline(__always)
    private func raceIfUnordered(
        _ earlier: Int, _ process: Int, _ index: Int, _ clock: VectorClock, _ race: (Int, RacingStep) -> Void
    ) {
        let other = Int(events[earlier].process)
        if other == process || events[earlier].sequence <= clock[other] { return }
        race(earlier, RacingStep(process: process, index: index, clock: clock))
    }

    /// What made the operation possible happened before it.
    private func joinEnabling(_ operation: Operation, _ clock: inout VectorClock) {
        if operation.access == .awaitDrain {
            clock.join(clocks[Process.buffer(of: Int(operation.cell.pointee.id.number))])
            return
        }
        if operation.access == .acquire {
            let last = Int(operation.cell.pointee.lastEvent)
            if last >= 0 { clock.join(events[last].clock) }
        } else if let put = matchingPut(operation.cell) {
            clock.join(events[put].clock)
        }
    }

    /// What a take from a queue or of a parker gets: the oldest of those that wait. `nil`: the set-up has put it there, which is no event.
    private func matchingPut(_ cell: CellPointer) -> Int? {
        var waiting = cell.pointee.value, earlier = Int(cell.pointee.lastEvent)
        while earlier >= 0 {
            let access = events[earlier].operation.access
            if access == .enqueue || access == .unpark {
                if waiting == 1 { return earlier }
                waiting -= 1
            }
            earlier = Int(events[earlier].previous)
        }
        return nil
    }

    private func last(_ cell: CellPointer, where matches: (Operation.Access) -> Bool) -> Int? {
        var earlier = Int(cell.pointee.lastEvent)
        while earlier >= 0 {
            if matches(events[earlier].operation.access) { return earlier }
            earlier = Int(events[earlier].previous)
        }
        return nil
    }

    // MARK: C11

    /// A load commutes with all stores but the one that it reads: it reads from the same store before or after another one. So it is ordered
    /// behind that store alone, and races with none before it. No store is ordered behind a load; but a later store races with it, as the
    /// load might have read that store instead.
    private func joinStore(_ record: Int32, _ clock: inout VectorClock) {
        let event = machine.views[record].event
        if event >= 0 { clock.join(events[Int(event)].clock) }
    }

    /// A fence that a heavy fence asks a fiber for conflicts with each step of that fiber; it comes behind the beginning of that heavy fence,
    /// whose end comes behind it.
    private func meetFences(
        _ operation: Operation, _ process: Int, _ index: Int, _ clock: inout VectorClock, _ race: (Int, RacingStep) -> Void
    ) {
        if operation.access == .awaitFences { clock.join(fenced[process]) }
        let isRemote = operation.access == .remoteFence
        if isRemote {
            // The first heavy fence that asks for it makes it possible; it might have come before another one asked.
            var first: Int?
            forEachCaller(process) { caller in first = first.map { latest[$0] < latest[caller] ? $0 : caller } ?? caller }
            if let first { clock.join(clocks[first]) }
        }
        let other = isRemote ? process - Process.fiberLimit : Process.buffer(of: process)
        guard latest[other] >= 0, events[Int(latest[other])].operation.cell != operation.cell else { return }  // Else `order` meets it.
        // What can begin in the place of the earlier step depends on all that this one is ordered behind.
        var full = clock
        if !operation.isLoad { order(operation, process, index, &full) { _, _ in } }
        raceIfUnordered(Int(latest[other]), process, index, full, race)
        clock.join(clocks[other])
    }

    private func noteFences(_ operation: Operation, _ process: Int, _ index: Int) {
        latest[process] = Int32(index)
        if operation.access == .awaitFences { fenced[process] = .zero }
        if operation.access == .remoteFence { forEachCaller(process) { fenced[$0].join(events[index].clock) } }
    }

    private func forEachCaller(_ process: Int, _ body: (Int) -> Void) {
        let callers = machine.fibers[process - Process.fiberLimit].callers
        for caller in 0..<machine.fiberCount where callers.contains(caller) { body(caller) }
    }

    // MARK: Reversing a race

    /// The processes that can begin a sequence which leads to `later` without the step at `earlier`: of the steps in
    /// between that didn't happen after it, and `later` itself, those with nothing before them in that sequence.
    func initials(from earlier: Int, to later: RacingStep) -> ProcessSet {
        let source = events[earlier]
        var seen: ProcessSet = 0, initials: ProcessSet = 0
        var firsts = VectorClock(repeating: .max)
        for index in (earlier + 1)..<later.index {
            let event = events[index]
            if event.clock[Int(source.process)] >= source.sequence { continue }
            let process = Int(event.process)
            if seen.contains(process) { continue }
            if !any(event.clock .>= firsts) { initials |= ProcessSet(process: process) }
            seen |= ProcessSet(process: process)
            firsts[process] = event.sequence
        }
        if !seen.contains(later.process), !any(later.clock .>= firsts) { initials |= ProcessSet(process: later.process) }
        return initials
    }
}
