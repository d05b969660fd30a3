import RxPlatform

/// For a consumer that has taken all there was, before it looks again: gives a producer that is at work the time for a batch.
extension Mailbox {
    /// Not where own mail waits, or where nothing is delivered any more.
    @inlinable @inline(__always)
    func gather(_ action: Pacing.Action) {
        if case .pause(let hints) = action, !gate.hasOwnMail.value, !gate.isClosed { Gathering.pause(hints) }
    }
}

@usableFromInline
enum Gathering {
    @inlinable @inline(__always)
    static func pause(after count: Int) {
        if Speed.gathers, Tuning.gatheringSizes.contains(count) { pause(Tuning.hintsOfPause) }
    }

    @usableFromInline
    static func pause(_ hints: Int) { linger(hints) }
}
