/// Serial queues of jobs and the clock. Each is a worker: a fiber that is started anew for each job and has no stack in
/// between, so that an idle one holds nothing and need not be ended.
extension Machine {
    /// A new serial queue; in the set-up only.
    public func makeQueue(_ name: String) -> SerialQueue {
        let queue = SerialQueue(makeCell(.jobs, 0))
        addWorker(name, queue.cell, .dequeue) { queue.waiting.removeFirst() }
        return queue
    }

    /// Puts a job at the end of a queue.
    public func enqueue(_ job: @escaping () -> Void, on queue: SerialQueue) { enqueue(job, on: queue, knowing: nil) }

    /// - Parameter view: under C11, what the job knows; `nil`: what the running fiber knows.
    func enqueue(_ job: @escaping () -> Void, on queue: SerialQueue, knowing view: ViewHandle?) {
        point(.enqueue, queue.cell)
        if hasViews { views.put(queue.cell, view ?? views.publish(current)) }
        queue.waiting.append(job)
        queue.cell.pointee.value += 1
        trace?.step(current, "enqueue a job", queue.cell, queue.cell.pointee.value - 1, queue.cell.pointee.value)
    }

    func addWorker(
        _ name: String, _ cell: CellPointer, _ access: Operation.Access, next: @escaping () -> () -> Void
    ) {
        precondition(current < 0, "queues and clocks are made during the set-up")
        let index = takeFiber(name)
        fibers[index].state = .idle
        fibers[index].isWorker = true
        fibers[index].jobs = cell
        fibers[index].nextJob = next
        fibers[index].pending = Operation(access: access, cell: cell)
    }

    /// The search chose an idle worker.
    func startJob(_ index: Int) {
        let cell = fibers[index].jobs!
        if memory == .c11, cell.pointee.kind == .jobs { views.take(cell, waiting: cell.pointee.value, by: index) }
        if cell.pointee.kind == .jobs { cell.pointee.value -= 1 }
        trace?.step(index, "take a job", cell, cell.pointee.value + 1, cell.pointee.value)
        fibers[index].state = .live
        prepareStack(index)
    }

    /// On the worker's stack.
    func runJob(_ index: Int) {
        let cell = fibers[index].jobs!
        runWatched {
            let job = Machine.enter { _ in fibers[index].nextJob!() }
            job()
        }
        fibers[index].pending = Operation(access: cell.pointee.kind == .jobs ? .dequeue : .write, cell: cell)
        fibers[index].state = .idle
    }
}

/// Runs its jobs one at a time, first in first out, on a fiber of its own.
public final class SerialQueue {
    let cell: CellPointer
    var waiting: [() -> Void] = []

    init(_ cell: CellPointer) { self.cell = cell }

    deinit { Machine.shared.freeCell(cell) }
}
