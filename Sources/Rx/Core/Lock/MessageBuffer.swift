/// Room for messages that are appended one by one and taken out oldest first. An array would do more than that (uniqueness, bounds,
/// metadata for its destruction): some 300 instructions for a message that waits under a mutex. The owner calls `free`.
@frozen
@usableFromInline
struct MessageBuffer<Message> {
    /// `nil` as long as there is no room. Slots up to `count` are filled, but for those that were taken.
    @usableFromInline var slots: UnsafeMutablePointer<Message>?
    /// Half the usual size: every mailbox has two of these.
    @usableFromInline var capacity: UInt32 = 0
    @usableFromInline var end: UInt32 = 0

    @inlinable @inline(__always)
    init() { slots = nil }

    @inlinable @inline(__always)
    var count: Int { Int(end) }

    @inlinable @inline(__always)
    mutating func append(_ message: Message) {
        if end == capacity { grow() }
        (slots.unsafelyUnwrapped + count).initialize(to: message)
        end &+= 1
    }

    /// The slot is empty afterwards.
    @inlinable @inline(__always)
    func take(_ index: Int) -> Message { (slots.unsafelyUnwrapped + index).move() }

    /// When all have been taken. Room for more than `limit` is given back.
    @inlinable @inline(__always)
    mutating func reuse(limit: Int) {
        end = 0
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
        precondition(capacity < .max, "more than \(UInt32.max) messages wait")
        let larger = capacity > .max / 2 ? .max : Swift.max(16, capacity * 2)
        let new = UnsafeMutablePointer<Message>.allocate(capacity: Int(larger))
        if let slots {
            new.moveInitialize(from: slots, count: count)
            slots.deallocate()
        }
        slots = new
        capacity = larger
    }
}
