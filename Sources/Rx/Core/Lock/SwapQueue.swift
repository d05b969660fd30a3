import RxPlatform

/// The lock core's queue from one thread to another: producers append to one buffer under a mutex, the consumer empties
/// another; when that is empty they change places. No allocation once both are large enough.
@usableFromInline
final class SwapQueue<Element>: @unchecked Sendable {  // Sendable: see the fields.
    // Unchecked: guarded as said.
    // Guarded by `lock`:
    @usableFromInline let lock = Lock()
    @exclusivity(unchecked) @usableFromInline var isAwake = false
    @exclusivity(unchecked) @usableFromInline var inbox = MessageBuffer<Element>()
    private let padding = Padding()
    // The consumer's; `taken` of this outbox.
    @exclusivity(unchecked) @usableFromInline var outbox = MessageBuffer<Element>()
    @exclusivity(unchecked) @usableFromInline var taken = 0
    private let rear = Padding()

    @usableFromInline
    init() {}

    deinit {
        outbox.free()
        inbox.free()
    }

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
        if let element = outbox.take() {
            taken &+= 1
            return element
        }
        return swapBuffers() ? popFirst() : nil
    }

    @inlinable @inline(never)
    func popFirst() -> Element? {
        taken = 1
        return outbox.take()
    }

    /// As `pop`, without taking it.
    func hasMore() -> Bool { !outbox.isEmpty || swapBuffers() }

    /// Where the outbox is empty.
    @inlinable @inline(never)
    func swapBuffers() -> Bool {
        Gathering.pause(after: taken)
        taken = 0
        lock.acquire(self)
        swap(&inbox, &outbox)
        let isFilled = !outbox.isEmpty
        isAwake = isFilled
        lock.release(self)  // From here on, if there was nothing, another consumer may be at work.
        return isFilled
    }
}
