import RxPlatform

/// A sequence whose source is subscribed to by `connect`, not by its observers.
public protocol ConnectableObservableType<Element>: ObservableType {
    /// Subscribes to the source, unless that has been done.
    ///
    /// - Returns: ends the connection.
    func connect() -> any Disposable
}

/// Passes the events of one subscription to its source on to any number of observers, through a subject.
///
///     source     --1--2--3--|
///     connect      ^
///     observers  ----2---3--|
///
/// May be used on any thread. Of several threads that connect at once, one does.
public class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType, @unchecked Sendable {
    // Sendable: constant.
    let rounds: Rounds<Element>

    /// - Parameter makeEndpoint: makes that of a round; runs outside any lock.
    @usableFromInline
    init(_ makeEndpoint: @escaping () -> Endpoint<Element>) {
        let rounds = Rounds(makeEndpoint)
        self.rounds = rounds
        super.init({ rounds.join($1.core).endpoint.attach($0, $1) }, isTrampolined: false)
    }

    /// Subscribes to the source. While there is a connection, returns that one; when it was disposed or the source has
    /// stopped, connects anew.
    public func connect() -> any Disposable { connection(core: .current) }

    func connection(core: Core) -> Connection<Element> {
        while true {
            if let connection = rounds.connect(rounds.join(core), core) { return connection }
        }
    }
}

/// A subject, seen from both sides.
@frozen
@usableFromInline
struct Endpoint<Element> {
    /// For the observers.
    @usableFromInline let observable: Observable<Element>
    /// Subscribes it to the source within a segment; the second argument runs before a stop event is passed on.
    @usableFromInline let connect: (Segment, @escaping () -> Void) -> Void

    @inlinable
    init(_ observable: Observable<Element>, connect: @escaping (Segment, @escaping () -> Void) -> Void) {
        self.observable = observable
        self.connect = connect
    }

    func attach(_ observer: Observer<Element>, _ segment: Segment) {
        let source = observable.source
        if source.predicate == nil {
            source.run(observer, segment)
        } else {
            source.attach(segment, next: observer.send, stop: observer.stop)
        }
    }
}

/// One life of a connectable: a subject and at most one connection to the source. It is over once the source has stopped,
/// the connection is disposed or the last counted observer has left. Who comes then starts the next one, so nothing that
/// comes late from an old round can touch a new one.
final class Round<Element>: @unchecked Sendable {  // Sendable: the variables are guarded by the lock of `Rounds`.
    let endpoint: Endpoint<Element>
    fileprivate var connection: Connection<Element>?
    /// Where the source runs, also after it has stopped; `nil` before it is connected.
    fileprivate var source: Segment?
    /// Observers that `refCount` counts.
    fileprivate var members = 0

    fileprivate init(_ endpoint: Endpoint<Element>) { self.endpoint = endpoint }
}

/// The current round. Decisions are made under the lock; subjects are made, subscribed to and connected outside it.
final class Rounds<Element>: @unchecked Sendable {  // Sendable: `current` is guarded by `lock`.
    private let makeEndpoint: () -> Endpoint<Element>
    private let lock = Lock()
    private var current: Round<Element>?

    init(_ makeEndpoint: @escaping () -> Endpoint<Element>) { self.makeEndpoint = makeEndpoint }

    /// The current round, or a new one.
    func join(_ core: Core) -> Round<Element> { join(core) { $0 } }

    private func join<Result>(_ core: Core, _ enter: (Round<Element>) -> Result) -> Result {
        var made: Round<Element>?
        while true {
            let entered: Result? = lock.with(self) {
                if current == nil { current = made }
                return current.map(enter)
            }
            if let entered { return entered }
            made = Round(core.run(makeEndpoint))
        }
    }

    /// Connects, unless that has been done; `nil` if the round is over.
    func connect(_ round: Round<Element>, _ core: Core) -> Connection<Element>? {
        let new = Connection(self, round, Segment(core: core))
        let connection: Connection<Element>? = lock.with(self) {
            guard current === round else { return nil }
            if let connection = round.connection { return connection }
            round.connection = new
            round.source = new.segment
            return new
        }
        if connection === new { round.endpoint.connect(new.segment) { self.end(round) } }
        return connection
    }

    /// The round is over: who comes from now on starts another one.
    func end(_ round: Round<Element>) {
        _ = lock.with(self) { close(round) }
    }

    fileprivate func endRound(of connection: Connection<Element>) {
        if let round = lock.with(self, { connection.round }) { end(round) }
    }

    /// Returns the connection. It and the round let go of each other: the program may hold the connection for long, and the round's subject
    /// has elements. It is released outside the lock.
    private func close(_ round: Round<Element>) -> Connection<Element>? {
        if current === round { current = nil }
        defer { round.connection = nil }
        round.connection?.round = nil
        return round.connection
    }

    // MARK: Counting

    /// Subscribes an observer that counts: the first one of a round connects, the last one that leaves disconnects.
    func attachCounted(_ observer: Observer<Element>, _ segment: Segment) {
        let (round, isFirst) = join(segment.core) { round in
            round.members += 1
            return (round, round.members == 1)
        }
        segment.ownPlace { [unowned segment] in self.leave(round, segment, tearDownBy: $0) }
        round.endpoint.attach(observer, segment)
        if isFirst { _ = connect(round, segment.core) }
    }

    private func leave(_ round: Round<Element>, _ segment: Segment, tearDownBy run: Segment.Deferral?) {
        let (source, connection): (Segment?, Connection<Element>?) = lock.with(self) {
            round.members -= 1
            return round.members == 0 ? (round.source, close(round)) : (nil, nil)
        }
        guard let source else { return }
        withExtendedLifetime(connection) { source.cancel(tearDownBy: run) }
        segment.awaitAlso(source)
    }
}

/// What `connect` returns.
final class Connection<Element>: Disposable, @unchecked Sendable {  // Sendable: `round` is guarded by the lock of `Rounds`.
    private let rounds: Rounds<Element>
    /// `nil` once that is over.
    @exclusivity(unchecked) fileprivate var round: Round<Element>?
    let segment: Segment

    fileprivate init(_ rounds: Rounds<Element>, _ round: Round<Element>, _ segment: Segment) {
        self.rounds = rounds
        self.round = round
        self.segment = segment
    }

    func dispose() {
        rounds.endRound(of: self)
        segment.dispose()
    }
}

extension Connection: OwnDisposable, DeferrableSubscription {
    func end(tellingOf ended: (Segment) -> Void) { ended(cancelled(tearDownBy: nil)) }

    func cancelled(tearDownBy run: Segment.Deferral?) -> Segment {
        rounds.endRound(of: self)
        segment.cancel(tearDownBy: run)
        return segment
    }
}
