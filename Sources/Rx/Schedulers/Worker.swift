import Dispatch
import RxPlatform
import Synchronization

/// What a serial scheduler with a queue of its own consists of: the work that waits, which the queue gets in bursts, and the
/// timers. Work and timers in flight keep it alive.
final class Worker<Work: WorkQueue>: TimerQueue, @unchecked Sendable {  // Sendable: see the fields.
    // Items are held by hand, retained, as counting a reference for each name of one would take longer than all else here.
    /// Work of other threads, and what its own work has scheduled while some of that was there.
    private let inbox = Work()
    private let waking = Waking()
    /// The token of the thread that drains; 0: none does.
    private let drainer = Word(0)

    // Only for the drain, that is on `queue`, which excludes; so no exclusivity checks:
    /// The work that the drain has taken, and after it what that work has scheduled while the inbox was empty.
    @exclusivity(unchecked) private var batch = Plain(Ring<Unmanaged<WorkItem>>())
    /// Items that have run and that are not held any more, for what the work schedules next. None while there is nothing to do.
    @exclusivity(unchecked) private var spareItem = Plain<ScheduledItem?>(nil)
    @exclusivity(unchecked) private var spareClosure = Plain<ClosureItem?>(nil)

    deinit {
        while let item = batch.value.popFirst() { item.release() }
        inbox.take(into: &batch.value)
        while let item = batch.value.popFirst() { item.release() }
    }

    /// A timer goes to the end of the line when its time has come.
    override func fire(_ item: Unmanaged<WorkItem>) { putLast(item.retain()) }

    override func appendOwn() -> Unmanaged<ScheduledItem>? {
        guard isDraining, inbox.isEmpty else { return nil }
        let item = spareItem.value.take() ?? ScheduledItem()
        batch.value.append(.passRetained(item))
        return .passRetained(item)
    }

    override func post(_ item: Unmanaged<ScheduledItem>) { putIn(.fromOpaque(item.toOpaque())) }

    override func execute(_ work: @escaping () -> Void) {
        let item = (isDraining ? spareClosure.value.take() : nil) ?? ClosureItem()
        item.work = work
        putLast(.passRetained(item))
    }

    /// Whether the calling thread drains, further up its stack.
    private var isDraining: Bool { drainer.load() == threadToken() }

    private func putLast(_ work: Unmanaged<WorkItem>) {
        if isDraining, inbox.isEmpty { batch.value.append(work) } else { putIn(work) }
    }

    private func putIn(_ work: Unmanaged<WorkItem>) {
        inbox.push(work)
        if waking.signal() { queue.async { self.drain() } }
    }

    private func drain() {
        drainer.store(threadToken())
        for _ in 0..<Tuning.burst {
            guard let work = next() else { return rest() }
            perform(work)
        }
        drainer.store(0)
        queue.async { self.drain() }
    }

    private func rest() {
        spareItem.value = nil
        spareClosure.value = nil
        drainer.store(0)
    }

    /// Runs work and lets go of it, or keeps it for `schedule` and `execute`.
    @inline(__always)
    private func perform(_ retained: Unmanaged<WorkItem>) {
        retained._withUnsafeGuaranteedRef { $0.run() }
        var held = retained.takeRetainedValue()
        let isUnshared = isKnownUniquelyReferenced(&held)
        let work = consume held  // Of a variable whose address was taken each use would count a reference.
        guard Speed.reusesWork, isUnshared else { return }
        // The last other holder released it after the last thing that it did to it; the fence is the other side of that release.
        atomicMemoryFence(ordering: .acquiring)
        if work is ScheduledItem {
            guard spareItem.value == nil, work.isSpent else { return }
            work.word.store(0)
            spareItem.value = unsafeDowncast(work, to: ScheduledItem.self)
        } else if work is ClosureItem, spareClosure.value == nil {
            spareClosure.value = unsafeDowncast(work, to: ClosureItem.self)
        }
    }

    /// The next work; `nil`: nothing is left, and the thread that brings more wakes the queue again.
    private func next() -> Unmanaged<WorkItem>? {
        if let work = batch.value.popFirst() { return work }
        if batch.value.capacity > Tuning.keptWork { batch.value = Ring() }
        repeat {
            waking.willLook()
            inbox.take(into: &batch.value)
            if let work = batch.value.popFirst() { return work }
        } while !waking.rest()
        return nil
    }
}

extension TimerQueue {
    /// A worker with the work queue of `core`.
    static func worker(of core: Core, on queue: JobQueue, _ leeway: DispatchTimeInterval, queuesDueWork: Bool = false) -> TimerQueue {
        func worker<Work: WorkQueue>(_: Work.Type) -> TimerQueue { Worker<Work>(queue: queue, leeway: leeway, queuesDueWork: queuesDueWork) }
        return switch core.kind {
        case .lock, .unchecked: worker(LockWork.self)
        case .queue: worker(QueueWork.self)
        case .other: worker(Core.installed.workQueue)
        }
    }
}
