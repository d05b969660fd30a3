/// Room for messages that are appended one by one and taken out oldest first. What an array does beyond that (uniqueness, bounds,
/// metadata for its destruction) is a third of what a message costs that waits under a mutex. The owner calls `free`.
@frozen
@usableFromInline
struct MessageBuffer<Message> {
    /// `nil` as long as there is no room. Slots from `taken` of whoever takes them out to `count` are filled.
    @usableFromInline var slots: UnsafeMutablePointer<Message>?
    @usableFromInline var capacity = 0
    @usableFromInline var count = 0

    @inlinable @inline(__always)
    init() { slots = nil }

    @inlinable @inline(__always)
    mutating func append(_ message: Message) {
        if count == capacity { grow() }
        (slots.unsafelyUnwrapped + count).initialize(to: message)
        count &+= 1
    }

    /// The slot is empty afterwards.
    @inlinable @inline(__always)
    func take(_ index: Int) -> Message { (slots.unsafelyUnwrapped + index).move() }

    /// When all have been taken. Room for more than `limit` is given back.
    @inlinable @inline(__always)
    mutating func reuse(limit: Int) {
        count = 0
        if capacity > limit { free(from: 0) }
    }

    /// Destroys the messages from `first` on, and the room.
    @inlinable @inline(__always)
    mutating func free(from first: Int) {
        guard let slots else { return }
        MessageBuffer.free(slots, first..<count)
        self = MessageBuffer()
    }

    @inlinable @inline(never)
    static func free(_ slots: UnsafeMutablePointer<Message>, _ filled: Range<Int>) {
        (slots + filled.lowerBound).deinitialize(count: filled.count)
        slots.deallocate()
    }

    @inlinable @inline(never)
    mutating func grow() {
        let larger = Swift.max(16, capacity * 2)
        let new = UnsafeMutablePointer<Message>.allocate(capacity: larger)
        if let slots {
            new.moveInitialize(from: slots, count: count)
            slots.deallocate()
        }
        slots = new
        capacity = larger
    }
}
