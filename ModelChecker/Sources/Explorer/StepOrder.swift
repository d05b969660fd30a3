/// The visible steps of a running execution up to the order of those that commute, as a fingerprint.
///
/// A step is named after its process and its place among that process's steps. Each step adds to the fingerprint of its process which step it follows
/// on its cell: a read the store that it reads, a store the store before it. From these two, and from the order within each process, follows
/// for each pair of steps that conflict which came first: a read precedes the stores behind the one that it reads. So two prefixes of
/// executions with equal fingerprints differ in the order of commuting steps alone, and lead to the same state.
final class StepOrder {
    private let machine: Machine
    /// Of each process: what its steps were.
    private let processes = UnsafeMutablePointer<StateFingerprint>.allocate(capacity: Process.count)
    /// Of each visible step: its name.
    private let names = UnsafeMutablePointer<Int32>.allocate(capacity: Machine.stepLimit)
    /// Of each process: how many steps it has taken.
    private(set) var counts = SIMD16<UInt16>(repeating: 0)
    private var sum = StateFingerprint()

    init(_ machine: Machine) {
        self.machine = machine
        processes.initialize(repeating: StateFingerprint(), count: Process.count)
    }

    deinit {
        processes.deallocate()
        names.deallocate()
    }

    func begin() {
        counts = SIMD16(repeating: 0)
        sum = StateFingerprint()
        // Each begins with another value: one's steps never stand for another one's.
        for process in 0..<Process.count {
            processes[process] = StateFingerprint(low: UInt64(process), high: 4)
            sum.add(processes[process])
        }
    }

    /// Of the state that has been reached: besides the steps, who freed what, as two threads that each give up a reference take no step that says
    /// which of them was the last, and what comes next.
    var fingerprint: StateFingerprint {
        var result = sum
        result.add(machine.freed)
        for fiber in 0..<machine.fiberCount where machine.fibers[fiber].state == .live {
            let next = StateFingerprint(low: UInt64(fiber), high: 1)
            result.add(next.absorbing(UInt64(machine.fibers[fiber].pending.signature)))
        }
        return result
    }

    /// The process is about to take its next step.
    func append(_ process: Int, picking pick: Int) {
        let operation = machine.step(of: process, picking: pick)
        counts[process] &+= 1
        let name = Int32(process) << 16 | Int32(counts[process])
        names[machine.visibleSteps] = name
        let followed = follow(operation, process, pick, name)
        sum.subtract(processes[process])
        processes[process].absorb(UInt64(operation.signature) << 32 | UInt64(UInt32(bitPattern: followed)))
        if operation.access == .remoteFence { processes[process].absorb(UInt64(counts[process - Process.fiberLimit])) }
        sum.add(processes[process])
    }

    /// The name of the step on the cell that this one follows, or −1; the next ones follow this one if it changes something.
    @inline(__always)
    private func follow(_ operation: Operation, _ process: Int, _ pick: Int, _ name: Int32) -> Int32 {
        let cell = operation.cell
        switch operation.access {
        case .read, .write:
            if machine.memory == .c11, cell.pointee.kind == .word { return store(operation, pick) }
            if operation.access == .read { return forwarded(operation, process) ?? cell.pointee.lastEvent }
        case .awaitDrain:
            return cell.pointee.lastEvent
        case .park, .dequeue:
            // The n-th take gets what was put n-th, whenever that is.
            defer { cell.pointee.lastTake = name }
            return cell.pointee.lastTake
        case .append, .flush, .acquire, .release, .unpark, .enqueue, .fence, .remoteFence, .awaitFences:
            break
        }
        defer { cell.pointee.lastEvent = name }
        return cell.pointee.lastEvent
    }

    /// Under C11: the store that the step reads, or comes behind.
    private func store(_ operation: Operation, _ pick: Int) -> Int32 {
        let event = machine.views[machine.views.choice(pick, operation)].event
        return event < 0 ? -1 : names[Int(event)]
    }

    /// A store that waits in the fiber's own buffer: the step by which it will become visible.
    private func forwarded(_ operation: Operation, _ fiber: Int) -> Int32? {
        guard fiber < Process.fiberLimit, let index = machine.fibers[fiber].buffer.newestIndex(of: operation.cell) else { return nil }
        let buffer = Process.buffer(of: fiber)
        return Int32(buffer) << 16 | (Int32(counts[buffer]) + Int32(index) + 1)
    }
}
