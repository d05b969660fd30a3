/// Locks, parkers and fences: what a fiber waits for is not enabled until it can be had.
extension Machine {
    public func acquire(_ lock: CellPointer) {
        point(.acquire, lock)
        precondition(lock.pointee.value == 0, "the set-up waits for a lock that is held")
        lock.pointee.value = UInt(actor + 1)
        if hasViews { views.acquire(lock, by: current) }
        trace?.step(current, "acquire", lock, 0, lock.pointee.value)
    }

    /// A store, not a locked instruction: what this fiber loads afterwards it may load before others see that the lock is free.
    public func release(_ lock: CellPointer) {
        if holder(of: lock) != UInt(actor + 1) { fail("a lock is released by who doesn't hold it: \(describe(lock))") }
        if isBuffered(lock) { return appendToBuffer(lock, 0, "release (buffered)") }
        point(.release, lock)
        lock.pointee.value = 0
        if hasViews { views.put(lock, views.publish(current)) }
        trace?.step(current, "release", lock, UInt(actor + 1), 0)
    }

    /// As the running fiber sees it.
    private func holder(of lock: CellPointer) -> UInt {
        (current >= 0 ? fibers[current].buffer.forwarded(lock) : nil) ?? lock.pointee.value
    }

    /// Waits for one `unpark`, which may have come before: a semaphore, as the production platform's parker is.
    public func park(_ parker: CellPointer) {
        point(.park, parker)
        precondition(parker.pointee.value > 0, "the set-up parks and nobody can wake it")
        if hasViews { views.take(parker, waiting: parker.pointee.value, by: current) }
        parker.pointee.value -= 1
        trace?.step(current, "park: goes on", parker, parker.pointee.value + 1, parker.pointee.value)
    }

    public func unpark(_ parker: CellPointer) {
        point(.unpark, parker)
        parker.pointee.value += 1
        if hasViews { views.put(parker, views.publish(current)) }
        trace?.step(current, "unpark", parker, parker.pointee.value - 1, parker.pointee.value)
    }

    /// Under C11, only a fence that is sequentially consistent is a step: the others change nothing but the fiber's own views.
    public func fence(_ order: MemoryOrder) {
        guard current >= 0, memory != .sequential else { return }
        if order == .sequentiallyConsistent { point(.fence, fenceCell) }
        if hasViews { views.fence(current, order) }
        trace?.step(current, "fence, \(order)", fenceCell, 0, 0)
    }

    /// A full barrier on every processor, as `membarrier`: one after the other, not at one moment, each processor's buffer
    /// is empty between the call and its return.
    public func heavyFence() {
        if hasViews { return heavyFenceViewed() }
        guard memory == .storeBuffers, current >= 0 else { return }
        for index in 0..<fiberCount where index != current {
            let buffer = fibers[index].bufferCell
            point(.awaitDrain, buffer)
            trace?.step(current, "heavy fence", buffer, 0, 0)
        }
    }
}
