import RxPlatform

extension ConnectableObservableType {
    /// Connects when the first observer has subscribed, disconnects when the last one has left. After a stop event the next
    /// observer connects anew.
    ///
    ///     source  --1--2--3--
    ///     first    ^-1-2-----x
    ///     second      ^--3x
    ///
    /// Any number of threads may subscribe at once: it connects exactly once. The connection runs on the core of the
    /// subscription that made it.
    public func refCount() -> Observable<Element> {
        if let connectable = self as? ConnectableObservable<Element> {
            let rounds = connectable.rounds
            return Observable { rounds.attachCounted($0, $1) }
        }
        let counting = Counting(self)
        return Observable { counting.attach($0, $1) }
    }
}

/// `refCount` of a connectable that is made elsewhere. Connecting and disconnecting are messages, so that they happen in the
/// order in which they were decided, one at a time, without a lock.
private final class Counting<Connectable: ConnectableObservableType>: @unchecked Sendable {
    // Sendable: `current` and the counts are guarded by `lock`.
    typealias Element = Connectable.Element

    /// From the first observer to the last one, or to a stop event.
    final class Generation {
        var count = 0
        let connection = SingleAssignmentDisposable()
    }

    private let connectable: Connectable
    private let lock = Lock()
    private var current: Generation?
    private let changes = Mailbox<() -> Void>(Gate(core: .current)) { $0() }

    init(_ connectable: Connectable) { self.connectable = connectable }

    func attach(_ observer: Observer<Element>, _ segment: Segment) {
        let (generation, isFirst) = lock.with(self) {
            let generation = current ?? Generation()
            current = generation
            generation.count += 1
            return (generation, generation.count == 1)
        }
        segment.own { [unowned segment] in self.leave(generation, segment) }
        connectable.source.attach(
            segment, next: observer.send,
            stop: { error in
                self.forget(generation, segment)
                observer.stop(error)
            })
        guard isFirst else { return }
        changes.send { [self] in
            if !generation.connection.isDisposed { generation.connection.setDisposable(connectable.connect()) }
        }
    }

    private func leave(_ generation: Generation, _ segment: Segment) {
        let wasLast = lock.with(self) {
            generation.count -= 1
            return generation.count == 0
        }
        if wasLast { forget(generation, segment) }
    }

    /// Who comes from now on connects anew.
    private func forget(_ generation: Generation, _ segment: Segment) {
        lock.with(self) { if current === generation { current = nil } }
        changes.send { generation.connection.endWithoutWaiting { segment.awaitAlso($0) } }
    }
}
