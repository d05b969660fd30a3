import RxPlatform

/// Something that goes on when its turn comes on a scheduler or a trampoline.
@usableFromInline
class Resumable: @unchecked Sendable {  // Sendable: see the subclasses.
    @usableFromInline
    init() {}

    @usableFromInline
    func resume() { preconditionFailure("Resumable.resume: abstract") }

    /// Its turn won't come: frees what waits for that. Called outside any lock.
    @usableFromInline
    func drop() {}
}

/// Work of a segment that waits where it can't be taken back: an executor or a trampoline holds this, and this holds the work. The end of
/// the segment takes the work out and drops it, so that what it captured, and what it keeps, is freed then and not when the turn comes.
///
///     word = 0: nothing waits | the address of what waits, retained | `ended`, for good
@usableFromInline
class WaitingWork: SegmentItem, @unchecked Sendable {  // Sendable: the thread that changes `word` has what was there.
    private final let word = Word(0)
    private static var ended: UInt { 1 }

    @usableFromInline
    override init() {}

    deinit { take()?.release() }

    /// From now on `work` waits. One thing at a time.
    ///
    /// - Returns: whether it does; not once the segment has ended.
    @usableFromInline
    final func begin(_ work: Resumable) -> Bool {
        let retained = Unmanaged.passRetained(work)
        if word.compareExchange(0, UInt(bitPattern: retained.toOpaque())).exchanged { return true }
        retained.release()
        return false
    }

    /// Its turn has come.
    @usableFromInline
    final func resume() {
        guard let work = take() else { return }
        work._withUnsafeGuaranteedRef { $0.resume() }
        work.release()
    }

    private final func take() -> Unmanaged<Resumable>? {
        let old = word.loadAcquiring()
        guard old & WaitingWork.ended == 0, let address = UnsafeRawPointer(bitPattern: old) else { return nil }
        return word.compareExchange(old, 0).exchanged ? .fromOpaque(address) : nil  // Else the segment has just ended.
    }

    @usableFromInline
    override func segmentEnded() {
        let old = word.exchange(WaitingWork.ended)
        guard old & WaitingWork.ended == 0, let address = UnsafeRawPointer(bitPattern: old) else { return }
        let work = Unmanaged<Resumable>.fromOpaque(address)
        work._withUnsafeGuaranteedRef { $0.drop() }
        work.release()
    }
}

/// A closure that waits for its turn on the trampoline of the calling thread, unless the segment ends before.
final class TrampolinedStart: Resumable, @unchecked Sendable {  // Sendable: constant.
    private let body: () -> Void

    private init(_ body: @escaping () -> Void) { self.body = body }

    override func resume() { body() }

    /// Runs `body` when what waits on the trampoline before it has run; at once, if none is running.
    static func schedule(for segment: Segment, _ body: @escaping () -> Void) {
        guard Trampoline.isRunning else { return Trampoline.schedule(body) }
        let waiting = WaitingWork()
        segment.own(waiting)
        guard waiting.begin(TrampolinedStart(body)) else { return }
        Trampoline.schedule {
            segment.disown(waiting)
            waiting.resume()
        }
    }
}
