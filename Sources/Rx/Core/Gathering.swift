import RxPlatform

/// For a consumer that has taken all there was, before it looks again: gives a producer that is at work the time for a batch.
@usableFromInline
enum Gathering {
    /// By the thread inside a mailbox. Twice as long once there has been a batch: a take costs who sends about as much as posting a hundred
    /// messages does where processors are far from each other.
    @usableFromInline
    static func pause(inLap lap: Int) { linger(lap > 1 ? 2 * Tuning.hintsOfPause : Tuning.hintsOfPause) }

    @inlinable @inline(__always)
    static func pause(after count: Int) {
        if Tuning.gatheringSizes.contains(count) { pause() }
    }

    @usableFromInline
    static func pause() { linger(Tuning.hintsOfPause) }
}
