import RxPlatform

/// The lock core's work of a serial scheduler: a ring under a mutex. The consumer takes it and leaves the one that it has
/// emptied.
final class LockWork: WorkQueue, @unchecked Sendable {  // Sendable: `ring` is guarded by `lock`.
    private let lock = Lock()
    @exclusivity(unchecked) private var ring = Plain(Ring<Unmanaged<WorkItem>>())
    /// 1: something is in `ring`. For the consumer's own thread, which need not take the lock for that: what came there before something
    /// that this thread knows of is in sight.
    private let isFilled = Word(0)

    var isEmpty: Bool { isFilled.load() == 0 }

    func push(_ item: Unmanaged<WorkItem>) {
        lock.with(self) {
            if ring.value.isEmpty { isFilled.store(1) }
            ring.value.append(item)
        }
    }

    func take(into batch: inout Ring<Unmanaged<WorkItem>>) {
        lock.with(self) {
            swap(&ring.value, &batch)
            isFilled.store(0)
        }
    }
}
