import Dispatch
import RxPlatform

/// What a serial scheduler with a queue of its own consists of: the work that waits, which the queue gets in bursts, and the
/// timers. Work and timers in flight keep it alive.
@usableFromInline
final class Worker: TimerQueue, @unchecked Sendable {  // Sendable: see the fields.
    /// Items a wake-up runs before it lets other users of the thread pool have a turn.
    private static let burst = 1024
    /// A larger array isn't kept for the next burst.
    private static let keptCapacity = 4096

    // Items are held by hand, retained, as counting a reference for each name of one would take longer than all else here. No
    // exclusivity checks: the lock, or the serial queue, already excludes.
    private let core: Core
    /// Lock core: guarded by `inbox`.
    private let inbox = Lock()
    @exclusivity(unchecked) private var array: [Unmanaged<WorkItem>] = []
    /// 1: something is in `array`. For the drain's own thread, which need not take the lock for that: what came there before something
    /// that this thread knows of is in sight.
    private let isFilled = Word(0)
    @exclusivity(unchecked) private var isAwake = false
    /// Queue core. 1 in `awake`: a drain is running or on its way.
    private let mail = WorkQueue()
    private let awake = Word(0)
    /// The thread that drains, while it does; else 0.
    private let drainer = Word(0)

    // Only for the drain, that is on `queue`:
    /// What it has taken, the next one last.
    @exclusivity(unchecked) private var batch: [Unmanaged<WorkItem>] = []
    /// What the work itself has scheduled while the inbox was empty: it comes after the batch and before what comes in later.
    @exclusivity(unchecked) private var own = Ring<Unmanaged<WorkItem>>()
    /// Items that have run and that nobody holds any more, for what the work schedules next. None while there is nothing to do.
    @exclusivity(unchecked) private var spareItem: ScheduledItem?
    @exclusivity(unchecked) private var spareClosure: ClosureItem?

    init(core: Core, queue: JobQueue, leeway: DispatchTimeInterval) {
        self.core = core
        super.init(queue: queue, leeway: leeway)
    }

    deinit {
        mail.takeAll(into: &batch)
        for item in batch + array { item.release() }
        while let item = own.popFirst() { item.release() }
    }

    /// A timer goes to the end of the line when its time has come.
    override func fire(_ item: Unmanaged<WorkItem>) { post(item.retain(), isDraining) }

    override func appendOwn() -> Unmanaged<ScheduledItem>? {
        guard isDraining, isInboxEmpty else { return nil }
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

    private var isInboxEmpty: Bool { core == .queue ? mail.isEmpty : isFilled.load() == 0 }

    private func post(_ work: Unmanaged<WorkItem>, _ isDraining: Bool) {
        if isDraining, isInboxEmpty { own.append(work) } else { putIn(work) }
    }

    private func putIn(_ work: Unmanaged<WorkItem>) {
        let wakes: Bool
        if core == .queue {
            mail.push(work)
            // The work first, then the flag: whoever clears the flag looks for work afterwards.
            wakes = awake.exchange(1) == 0
        } else {
            wakes = inbox.with(self) {
                if array.isEmpty { isFilled.store(1) }
                array.append(work)
                defer { isAwake = true }
                return !isAwake
            }
        }
        if wakes { queue.async { self.drain() } }
    }

    private func drain() {
        drainer.store(threadToken())
        for _ in 0..<Worker.burst {
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
            if spareItem == nil, work.isSpent {
                work.word.store(0)
                spareItem = unsafeDowncast(work, to: ScheduledItem.self)
            }
        } else {
            work.run()
            if spareClosure == nil, work is ClosureItem { spareClosure = unsafeDowncast(work, to: ClosureItem.self) }
        }
    }

    /// The next work; `nil`: nothing is left, and whoever brings more wakes the queue again.
    private func next() -> Unmanaged<WorkItem>? {
        if let work = batch.popLast() { return work }
        if let work = own.popFirst() { return work }
        if batch.capacity > Worker.keptCapacity { batch = [] }
        guard core == .queue ? refillFromQueue() : refillFromArray() else { return nil }
        return batch.popLast()
    }

    private func refillFromArray() -> Bool {
        let hasMore = inbox.with(self) {
            swap(&array, &batch)
            isFilled.store(0)
            isAwake = !batch.isEmpty
            return isAwake
        }
        batch.reverse()
        return hasMore
    }

    private func refillFromQueue() -> Bool {
        mail.takeAll(into: &batch)
        if batch.isEmpty {
            _ = awake.exchange(0)
            mail.takeAll(into: &batch)  // Who pushed before the flag fell has not woken anybody.
            if batch.isEmpty { return false }
            // Somebody has pushed since, and another drain is on its way: it finds the batch.
            if awake.exchange(1) == 1 { return false }
        }
        return true
    }
}
