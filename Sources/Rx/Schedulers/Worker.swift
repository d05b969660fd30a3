import Dispatch
import RxPlatform

/// What a serial scheduler with a queue of its own consists of: the work that waits, which the queue gets in bursts, and the
/// timers. Work and timers in flight keep it alive.
final class Worker<Work: WorkQueue>: TimerQueue, @unchecked Sendable {  // Sendable: see the fields.
    // Items are held by hand, retained, as counting a reference for each name of one would take longer than all else here.
    /// What other threads have brought, and what its own work has while something of theirs was there.
    private let inbox = Work()
    private let waking = Waking()
    /// The thread that drains, while it does; else 0.
    private let drainer = Word(0)

    // Only for the drain, that is on `queue`, which excludes; so no exclusivity checks:
    /// What it has taken, the next one last.
    @exclusivity(unchecked) private var batch: [Unmanaged<WorkItem>] = []
    /// What the work itself has scheduled while the inbox was empty: it comes after the batch and before what comes in later.
    @exclusivity(unchecked) private var own = Ring<Unmanaged<WorkItem>>()
    /// Items that have run and that nobody holds any more, for what the work schedules next. None while there is nothing to do.
    @exclusivity(unchecked) private var spareItem: ScheduledItem?
    @exclusivity(unchecked) private var spareClosure: ClosureItem?

    deinit {
        for item in batch { item.release() }
        batch = []
        if !inbox.isEmpty { inbox.take(into: &batch) }
        for item in batch { item.release() }
        while let item = own.popFirst() { item.release() }
    }

    /// A timer goes to the end of the line when its time has come.
    override func fire(_ item: Unmanaged<WorkItem>) { post(item.retain(), isDraining) }

    override func appendOwn() -> Unmanaged<ScheduledItem>? {
        guard isDraining, inbox.isEmpty else { return nil }
        let item = spareItem.take() ?? ScheduledItem()
        own.append(.passRetained(item))
        return .passRetained(item)
    }

    override func post(_ item: Unmanaged<ScheduledItem>) { putIn(.fromOpaque(item.toOpaque())) }

    override func execute(_ work: @escaping () -> Void) {
        let isDraining = isDraining
        if isDraining, let spare = spareClosure.take() {
            spare.reuse(work)
            post(.passRetained(spare), isDraining)
        } else {
            post(.passRetained(ClosureItem(work)), isDraining)
        }
    }

    /// Whether the calling thread does, further up its stack.
    private var isDraining: Bool { drainer.load() == threadToken() }

    private func post(_ work: Unmanaged<WorkItem>, _ isDraining: Bool) {
        if isDraining, inbox.isEmpty { own.append(work) } else { putIn(work) }
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
        spareItem = nil
        spareClosure = nil
        drainer.store(0)
    }

    /// Runs work and lets go of it, or keeps it for `schedule` and `execute`.
    @inline(__always)
    private func perform(_ retained: Unmanaged<WorkItem>) {
        var held = retained.takeRetainedValue()
        let isUnshared = isKnownUniquelyReferenced(&held)
        let work = consume held  // Of a variable whose address was taken each use would count a reference.
        if isUnshared, work is ScheduledItem {
            // Nobody is left who could end it, and nobody else will be: only its queue and its disposable hand it out.
            work.runUnshared()
            if Speed.reusesWork, spareItem == nil, work.isSpent {
                work.word.store(0)
                spareItem = unsafeDowncast(work, to: ScheduledItem.self)
            }
        } else {
            work.run()
            if Speed.reusesWork, spareClosure == nil, work is ClosureItem { spareClosure = unsafeDowncast(work, to: ClosureItem.self) }
        }
    }

    /// The next work; `nil`: nothing is left, and whoever brings more wakes the queue again.
    private func next() -> Unmanaged<WorkItem>? {
        if let work = batch.popLast() { return work }
        if let work = own.popFirst() { return work }
        if batch.capacity > Tuning.keptWork { batch = [] }
        repeat {
            waking.willLook()
            inbox.take(into: &batch)
            if let work = batch.popLast() { return work }
        } while !waking.rest()
        return nil
    }
}

extension TimerQueue {
    /// One of a core's.
    static func worker(of core: Core, on queue: JobQueue, leeway: DispatchTimeInterval) -> TimerQueue {
        switch core.kind {
        case .lock, .unchecked: Worker<LockWork>(queue: queue, leeway: leeway)
        case .queue: Worker<QueueWork>(queue: queue, leeway: leeway)
        case .other: worker(Core.installed.workQueue, on: queue, leeway: leeway)
        }
    }

    private static func worker<Work: WorkQueue>(_: Work.Type, on queue: JobQueue, leeway: DispatchTimeInterval) -> TimerQueue {
        Worker<Work>(queue: queue, leeway: leeway)
    }
}
