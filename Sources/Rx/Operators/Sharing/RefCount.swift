import RxPlatform

extension ConnectableObservableType {
    /// Connects when the first observer has subscribed, disconnects when the last one has left. After a stop event the next
    /// observer connects anew. An observer that has ended by then, by what is replayed to it, connects nothing.
    ///
    ///     source  --1--2--3--
    ///     first    ^-1-2-----x
    ///     second      ^--3x
    ///
    /// Any number of threads may subscribe at once: it connects exactly once. The connection runs on the core of the
    /// subscription that made it.
    ///
    /// Cost: none for an event. Coming and going of an observer is counted under a short lock.
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
/// order in which they were decided, one at a time, without a lock. The first observer of a generation comes with such a
/// message too: after the end of the connection before, which it must not find itself part of.
private final class Counting<Connectable: ConnectableObservableType>: @unchecked Sendable {
    // Sendable: `current` and what is in a generation are guarded by `lock`.
    typealias Element = Connectable.Element

    /// From the first observer to the last one, or to a stop event.
    final class Generation {
        var count = 0
        /// Observers whose turn has yet to come.
        var waiting = 0
        /// Its turn has come: what was before it has been disconnected.
        var isOpen = false
        var isConnected = false
        let connection = SingleAssignmentDisposable()
    }

    /// An observer's place. Where its generation ends by a stop event before its turn has come, it goes on to the next one.
    final class Place {
        var generation: Generation
        var isLeft = false

        init(in generation: Generation) { self.generation = generation }
    }

    private let connectable: Connectable
    private let lock = Lock()
    private var current: Generation?
    private let changes = Mailbox<() -> Void>(Gate(core: .current)) { $0() }

    init(_ connectable: Connectable) { self.connectable = connectable }

    func attach(_ observer: Observer<Element>, _ segment: Segment) {
        let (place, isOpen) = lock.with(self) {
            let generation = enter()
            return (Place(in: generation), generation.isOpen)
        }
        segment.ownPlace { [unowned segment] in self.leave(place, segment, tearDownBy: $0) }
        if isOpen { subscribe(observer, place.generation, segment) } else { wait(observer, place, segment) }
    }

    /// Under the lock.
    private func enter() -> Generation {
        let generation = current ?? Generation()
        current = generation
        generation.count += 1
        if !generation.isOpen { generation.waiting += 1 }
        return generation
    }

    private func wait(_ observer: Observer<Element>, _ place: Place, _ segment: Segment) {
        changes.send { [self] in
            guard let generation = open(place) else { return wait(observer, place, segment) }
            subscribe(observer, generation, segment)
            if connects(generation, hasSubscribed: !segment.isClosed) { generation.connection.setDisposable(connectable.connect()) }
        }
    }

    /// Its turn has come. `nil`: too late, as a stop event has ended the generation; it has to wait once more, in the next one.
    private func open(_ place: Place) -> Generation? {
        lock.with(self) {
            let generation = place.generation
            generation.isOpen = true
            if place.isLeft || current === generation { return generation }
            generation.count -= 1
            generation.waiting -= 1
            place.generation = enter()
            return nil
        }
    }

    /// Whether the observer whose turn it was connects: the first one that is still there once it has subscribed, or else the last one, for
    /// those that didn't have to wait. By then the generation may be over: by a replay it may end, with its only observer or for all. What
    /// ends it from here on is a message that comes after this one, and ends the connection.
    private func connects(_ generation: Generation, hasSubscribed: Bool) -> Bool {
        lock.with(self) {
            generation.waiting -= 1
            guard current === generation, !generation.isConnected, hasSubscribed || generation.waiting == 0 else { return false }
            generation.isConnected = true
            return true
        }
    }

    private func subscribe(_ observer: Observer<Element>, _ generation: Generation, _ segment: Segment) {
        if segment.isClosed { return }  // Its turn came late.
        connectable.source.attach(
            segment, next: observer.send,
            stop: { error in
                self.forget(segment, tearDownBy: nil) { generation }
                observer.stop(error)
            })
    }

    private func leave(_ place: Place, _ segment: Segment, tearDownBy run: Segment.Deferral?) {
        forget(segment, tearDownBy: run) {
            place.isLeft = true
            place.generation.count -= 1
            return place.generation.count == 0 ? place.generation : nil
        }
    }

    /// Who comes from now on connects anew, after this connection has ended.
    private func forget(_ segment: Segment, tearDownBy run: Segment.Deferral?, over: () -> Generation?) {
        let claimed = lock.with(self) {
            guard let generation = over() else { return false }
            if current === generation { current = nil }
            // Decided and queued as one: the message of the next generation comes later.
            return changes.enqueue { segment.end(generation.connection, tearDownBy: run) } == .claimed
        }
        if claimed { changes.drain() }
    }
}
