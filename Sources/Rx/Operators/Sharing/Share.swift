/// How long the subject of a shared sequence lives.
public enum SubjectLifetimeScope: Sendable {
    /// As long as the connection: after a stop event, or when everybody has left, the next observer starts afresh.
    case whileConnected
    /// As long as the sequence: later observers get what was kept, and the stop event.
    case forever
}

extension ObservableType {
    /// The source, subscribed to once for all who observe it at the same time.
    ///
    ///     source      --1--2--3--
    ///     first        ^-1-2--3--
    ///     second           ^--3--      replay: 1 → 2-3--
    ///
    /// Subscribes to the source when the first observer has come, and disposes that when the last one has left. A new
    /// observer gets the last `replay` elements first; a negative number traps. It may come on any thread, also from inside a delivery: it never
    /// waits, misses nothing and gets nothing twice.
    ///
    /// Cost: that of the subject: a gate for the source, and one for each observer; no allocation for an event.
    @inlinable
    public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
        require(replay >= 0, "share(replay:scope:): a replay of \(replay) is not allowed, as it is negative")
        switch scope {
        case .whileConnected:
            let shared = replay == 0 ? publish() : self.replay(replay)
            return replay < 2 ? shared.counted : shared.refCount()
        case .forever:
            return replay == 0
                ? multicast(PublishSubject()).refCount()
                : multicast(ReplaySubject.create(bufferSize: replay)).refCount()
        }
    }
}

extension ConnectableObservable {
    /// As `refCount`, off the trampoline.
    @usableFromInline
    var counted: Observable<Element> {
        let rounds = rounds
        return Observable({ rounds.attachCounted($0, $1) }, isTrampolined: false)
    }
}
