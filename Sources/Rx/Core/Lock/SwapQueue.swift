import RxPlatform

/// The lock core's queue from one thread to another: producers append to one buffer under a mutex, the consumer empties
/// another; when that is empty they change places. No allocation once both are large enough.
@usableFromInline
final class SwapQueue<Element>: @unchecked Sendable {  // Sendable: `inbox` and `isAwake` are guarded by `lock`; `outbox` is the consumer's.
    @usableFromInline let lock = Lock()
    // Unchecked: guarded as said.
    @exclusivity(unchecked) @usableFromInline var inbox = RingBuffer<Element>()
    @exclusivity(unchecked) @usableFromInline var isAwake = false
    @exclusivity(unchecked) @usableFromInline var outbox = RingBuffer<Element>()

    @inlinable
    init() {}

    /// Whether the consumer has to be woken.
    @inlinable @inline(__always)
    func push(_ element: Element) -> Bool {
        lock.acquire(self)
        inbox.append(element)
        let wakes = !isAwake
        isAwake = true
        lock.release(self)
        return wakes
    }

    /// By the consumer. `nil`: there is nothing, and whoever pushes next has to wake it.
    @inlinable @inline(__always)
    func pop() -> Element? {
        if outbox.isEmpty, !swapBuffers() { return nil }
        return outbox.removeFirst()
    }

    /// As `pop`, without taking it.
    func hasMore() -> Bool { !outbox.isEmpty || swapBuffers() }

    @inlinable
    func swapBuffers() -> Bool {
        lock.acquire(self)
        swap(&inbox, &outbox)
        let isFilled = !outbox.isEmpty
        isAwake = isFilled
        lock.release(self)  // From here on, if there was nothing, another consumer may be at work.
        return isFilled
    }
}
