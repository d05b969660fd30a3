/// Does now and then what takes longer each time, such as writing all that is known so far: no more than a twentieth of the time goes there.
struct CheckpointThrottle {
    /// The share of the time is one in so many.
    private static let share: UInt64 = 20

    private var next: UInt64 = 0

    /// Calls it, unless it is too early for that; the first time is not.
    mutating func perform(at clock: () -> UInt64 = Clock.monotonic, _ body: () throws -> Void) rethrows {
        let start = clock()
        if start < next { return }
        try body()
        let end = clock()
        next = end + (CheckpointThrottle.share - 1) * (end - start)
    }
}
