import RxPlatform

/// The lock core's queue from one thread to another: producers append to one buffer under a mutex, the consumer empties
/// another; when that is empty they change places. No allocation once both are large enough.
@usableFromInline
final class SwapQueue<Element>: @unchecked Sendable {  // Sendable: see the fields.
    @frozen
    @usableFromInline
    struct Buffer {
        @usableFromInline var slots: UnsafeMutablePointer<Element>
        @usableFromInline var capacity = 0
        /// Slots before `count` are filled.
        @usableFromInline var count = 0

        @usableFromInline
        init() { slots = .allocate(capacity: 0) }

        @usableFromInline @inline(never)
        mutating func grow() {
            let larger = max(16, capacity * 2)
            let new = UnsafeMutablePointer<Element>.allocate(capacity: larger)
            new.moveInitialize(from: slots, count: count)
            slots.deallocate()
            slots = new
            capacity = larger
        }
    }

    // Unchecked: guarded as said.
    // Guarded by `lock`:
    @usableFromInline let lock = Lock()
    @exclusivity(unchecked) @usableFromInline var isAwake = false
    @exclusivity(unchecked) @usableFromInline var inbox = Buffer()
    private let padding = Padding()
    // The consumer's; slots of the outbox before `taken` are empty.
    @exclusivity(unchecked) @usableFromInline var outbox = Buffer()
    @exclusivity(unchecked) @usableFromInline var taken = 0
    private let rear = Padding()

    @usableFromInline
    init() {}

    deinit {
        (outbox.slots + taken).deinitialize(count: outbox.count - taken)
        outbox.slots.deallocate()
        inbox.slots.deinitialize(count: inbox.count)
        inbox.slots.deallocate()
    }

    /// Whether the consumer has to be woken.
    @inlinable @inline(__always)
    func push(_ element: Element) -> Bool {
        lock.acquire(self)
        if inbox.count == inbox.capacity { inbox.grow() }
        (inbox.slots + inbox.count).initialize(to: element)
        inbox.count &+= 1
        let wakes = !isAwake
        isAwake = true
        lock.release(self)
        return wakes
    }

    /// By the consumer. `nil`: there is nothing, and whoever pushes next has to wake it.
    @inlinable @inline(__always)
    func pop() -> Element? {
        if taken == outbox.count, !swapBuffers() { return nil }
        let element = (outbox.slots + taken).move()
        taken &+= 1
        return element
    }

    /// As `pop`, without taking it.
    func hasMore() -> Bool { taken < outbox.count || swapBuffers() }

    @inlinable @inline(never)
    func swapBuffers() -> Bool {
        outbox.count = 0
        taken = 0
        lock.acquire(self)
        swap(&inbox, &outbox)
        let isFilled = outbox.count > 0
        isAwake = isFilled
        lock.release(self)  // From here on, if there was nothing, another consumer may be at work.
        return isFilled
    }
}
