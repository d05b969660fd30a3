import RxPlatform

/// For a consumer that has taken all there was, before it looks again: gives a producer that is at work the time for a batch.
@usableFromInline
enum Gathering {
    /// After a batch of fewer no flood is on, and a pause would only keep a sparse event's thread; after one of more, threads meet
    /// so rarely that it gains nothing. In between each look takes cache lines from the producer: without the pause
    /// `observe-on/serial-scheduler` (100,000 elements) took 22 to 31 ns on the lock core and 9 to 22 on the queue core; with it, 12.6 to
    /// 14.3 and 7.3 to 9.9.
    @inlinable static var sizes: Range<Int> { 4..<1024 }

    /// By the thread inside a mailbox. Twice as long once there has been a batch: a take costs who sends about as much as posting a hundred
    /// messages does where processors are far from each other.
    @usableFromInline
    static func pause(inLap lap: Int) {
        linger()
        if lap > 1 { linger() }
    }

    @inlinable @inline(__always)
    static func pause(after count: Int) {
        if sizes.contains(count) { linger() }
    }
}
