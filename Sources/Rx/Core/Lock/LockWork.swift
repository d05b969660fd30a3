import RxPlatform

/// The lock core's work of a serial scheduler: an array under a mutex. The drain takes it and leaves the one that it has
/// emptied.
final class LockWork: WorkQueue, @unchecked Sendable {  // Sendable: see the fields.
    private let lock = Lock()
    // Guarded by `lock`:
    @exclusivity(unchecked) private var array: [Unmanaged<WorkItem>] = []
    @exclusivity(unchecked) private var isAwake = false
    /// 1: something is in `array`. For the drain's own thread, which need not take the lock for that: what came there before something
    /// that this thread knows of is in sight.
    private let isFilled = Word(0)

    var isEmpty: Bool { isFilled.load() == 0 }

    func push(_ item: Unmanaged<WorkItem>) -> Bool {
        lock.with(self) {
            if array.isEmpty { isFilled.store(1) }
            array.append(item)
            defer { isAwake = true }
            return !isAwake
        }
    }

    func refill(_ batch: inout [Unmanaged<WorkItem>]) -> Bool {
        let hasMore = lock.with(self) {
            swap(&array, &batch)
            isFilled.store(0)
            isAwake = !batch.isEmpty
            return isAwake
        }
        batch.reverse()
        return hasMore
    }

    func takeAll(into list: inout [Unmanaged<WorkItem>]) {
        list += array
        array = []
    }
}
