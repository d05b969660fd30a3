import RxPlatform

/// Whether the owner of a mailbox lets a batch gather before it takes what waits. It knows nothing of threads: what it is told decides.
///
/// Senders at full speed would pass the cache lines of the gate and the inbox to and fro for each message. So the owner pauses once it has found mail
/// of others twice in a row, for twice as long after that, and only while it pays, and not for long: it has something else to do.
@frozen
@usableFromInline
struct Pacing {
    @frozen
    @usableFromInline
    enum Action: Equatable {
        case take
        /// Of so many hints to the processor.
        case pause(Int)
    }

    @usableFromInline var lap = 0
    @usableFromInline var lastBatch = 0

    @inlinable @inline(__always)
    init() {}

    /// A batch costs the senders about as much as posting a hundred messages where processors are far from each other.
    @inlinable
    var next: Action {
        @inline(__always) get {
            if !Speed.gathers { return .take }
            if lap == 1 { return .pause(Tuning.hintsOfPause) }
            let pays = lap > 1 && lap <= Tuning.gatheringLaps && lastBatch >= Tuning.gatheringSizes.lowerBound
            return pays ? .pause(2 * Tuning.hintsOfPause) : .take
        }
    }

    @inlinable @inline(__always)
    mutating func took(_ count: Int) {
        lastBatch = count
        lap &+= 1
    }
}
