import Rx
import Synchronization

/// One source for several observers.
let sharingArenas: [Arena] =
    sharing("share") { $0.share() }
    + sharing("share(replay: 1)") { $0.share(replay: 1) }
    + sharing("share(replay: 2)") { $0.share(replay: 2) }
    + sharing("share(scope: .forever)") { $0.share(scope: .forever) }
    + sharing("share(replay: 1, scope: .forever)") { $0.share(replay: 1, scope: .forever) }
    + sharing("publish().refCount()") { $0.publish().refCount() }
    + sharing("replay(1).refCount()") { $0.replay(1).refCount() }
    + sharing("refCount of a connectable made elsewhere", seesStops: false) { ForeignConnectable(connectable: $0.publish()).refCount() }
    + [
        connectable("publish") { $0.publish() }, connectable("replay") { $0.replay(1) },
        Arena("multicast(selector:)") {
            OperatorRig(OperatorRig.subjects(1)) { sources, checker in
                sources[0].multicast({ PublishSubject() }) { shared in
                    shared.map {
                        checker.called(); return $0
                    }
                }
            }
        },
        handedOut("a group of groupBy") { source, keep in
            source.groupBy { _ in 0 }.subscribe(onNext: { keep($0.asObservable()) })
        },
        handedOut("a window of window") { source, keep in
            source.window(timeSpan: .seconds(1000), count: 1_000_000, scheduler: StressSchedulers.own)
                .subscribe(onNext: { keep($0) })
        },
    ]

/// With one observer from the beginning, and perhaps others; then without, so that the first ones connect.
///
/// - Parameter seesStops: whether it knows of a stop event before its observers do. If not, who subscribes meanwhile may
///   find itself in a round that nobody has connected.
private func sharing(
    _ name: String, seesStops: Bool = true, _ share: @escaping @Sendable (Observable<SentElement>) -> Observable<SentElement>
) -> [Arena] {
    @Sendable func isStop(_ action: String) -> Bool { action.hasPrefix("a.") && action != "a.next" }
    @Sendable func arrives(_ action: String) -> Bool { action == "subscribe" || action == "visit" }
    @Sendable func arrivesAtAStop(_ one: String, _ other: String) -> Bool {
        isStop(one) && arrives(other) || arrives(one) && isStop(other)
    }
    @Sendable func rig() -> OperatorRig {
        let source = CountedSource(), shared = share(source.observable)
        var rig = OperatorRig([source.inlet]) { $0.attach(shared) }
        rig.check = source.check
        return rig
    }
    var late = OperatorTraits()
    late.stops = nil
    let arriving = seesStops ? [] : [Arena(name + ", arriving at a stop", late, meets: arrivesAtAStop, rig: rig)]
    return arriving + [
        Arena(name, meets: { seesStops || !arrivesAtAStop($0, $1) }, rig: rig),
        Arena(
            name + ", first and last", OperatorTraits(deliveries: [.some], isSubscribed: false),
            meets: { seesStops || !arrivesAtAStop($0, $1) }, rig: rig),
        // The only observer: its dispose waits for what is upstream as well.
        Arena(name + ", upstream", meets: { $1 == "dispose" && !["subscribe", "visit"].contains($0) }) {
            let only = Mutex<CheckingObserver?>(nil), inlets = OperatorRig.subjects(1)
            let shared = share(
                inlets[0].observable.map { item in
                    only.withLock { $0 }?.called()
                    return item
                })
            return OperatorRig(inlets) { checker in
                only.withLock { $0 = checker }
                checker.attach(shared)
            }
        },
    ]
}

/// Connected from the beginning, disconnected and connected again during the race.
private func connectable(
    _ name: String, _ publish: @escaping @Sendable (Observable<SentElement>) -> ConnectableObservable<SentElement>
) -> Arena {
    Arena(name, OperatorTraits(deliveries: [.some], stops: nil), extras: ["connect", "disconnect"]) {
        let source = CountedSource(), output = publish(source.observable)
        func connect() { _ = output.connect() }
        func disconnect() { output.connect().dispose() }
        var rig = OperatorRig([source.inlet]) { $0.attach(output) }
        connect()
        rig.extras = [connect, disconnect]
        rig.end = disconnect
        rig.check = source.check
        return rig
    }
}

/// The observers share a sequence that another one has handed out.
private func handedOut(
    _ name: String,
    _ subscribe: @escaping @Sendable (Observable<SentElement>, @escaping (Observable<SentElement>) -> Void) -> any Disposable
) -> Arena {
    Arena(name, OperatorTraits(deliveries: [.some])) {
        let inlets = OperatorRig.subjects(1)
        nonisolated(unsafe) var handed: Observable<SentElement>?
        let outer = subscribe(inlets[0].observable) { if handed == nil { handed = $0 } }
        inlets[0].next(Inlet.setUp)
        let shared = handed ?? .never()
        var rig = OperatorRig(inlets) { $0.attach(shared) }
        rig.end = outer.dispose
        return rig
    }
}

/// A source that counts how often it is subscribed to and disposed.
private final class CountedSource: Sendable {
    private let begun = Atomic<Int>(0)
    private let ended = Atomic<Int>(0)
    private let subject = PublishSubject<SentElement>()

    var inlet: Inlet { Inlet(0, subject) }

    var observable: Observable<SentElement> {
        Observable.create { [self] observer in
            begun.add(1, ordering: .relaxed)
            let subscription = subject.subscribe(observer)
            return Disposables.create { [self] in
                subscription.disposeWithoutWaiting()
                ended.add(1, ordering: .relaxed)
            }
        }
    }

    /// To be asked when nobody is subscribed any more.
    func check(_ waits: (() -> Bool) -> Bool) -> LawViolation? {
        func count(_ atomic: borrowing Atomic<Int>) -> Int { atomic.load(ordering: .relaxed) }
        if waits({ count(begun) == count(ended) }) { return nil }
        return LawViolation(law: .ending, message: "\(count(begun)) connections began, \(count(ended)) ended")
    }
}

private struct ForeignConnectable: ConnectableObservableType {
    typealias Element = SentElement

    let connectable: ConnectableObservable<SentElement>

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == SentElement {
        connectable.subscribe(observer)
    }

    func connect() -> any Disposable { connectable.connect() }
}
