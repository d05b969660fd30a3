import Foundation
import Rx
import Synchronization

/// Subjects, relays, and what users make themselves.
let subjectArenas: [Arena] = [
    subject("PublishSubject") { Inlet(0, PublishSubject()) },
    subject("BehaviorSubject") { Inlet(0, BehaviorSubject(value: Item(sender: Inlet.setUp, index: -1))) },
    subject("ReplaySubject") { Inlet(0, ReplaySubject.create(bufferSize: 2)) },
    subject("ReplaySubject, unbounded") { Inlet(0, ReplaySubject.createUnbounded()) },
    subject("AsyncSubject", OperatorTraits(deliveries: [.some])) { Inlet(0, AsyncSubject()) },
    disposable("PublishSubject, disposed") { PublishSubject() },
    disposable("BehaviorSubject, disposed") { BehaviorSubject(value: Item(sender: Inlet.setUp, index: -1)) },
    disposable("ReplaySubject, disposed") { ReplaySubject.create(bufferSize: 2) },
    relay("PublishRelay") {
        let relay = PublishRelay<Item>()
        return (relay.asObservable(), relay.accept)
    },
    relay("BehaviorRelay") {
        let relay = BehaviorRelay(value: Item(sender: Inlet.setUp, index: -1))
        return (relay.asObservable(), relay.accept)
    },
    relay("ReplayRelay") {
        let relay = ReplayRelay<Item>.create(bufferSize: 2)
        return (relay.asObservable(), relay.accept)
    },
    Arena("create") {
        let observers = Observers()
        let output = Observable<Item>.create { observer in
            observers.append(observer)
            return Disposables.create()
        }
        return Rig([Inlet(0, output, observers.send)]) { sources, _ in sources[0] }
    },
    Arena("create of a subscription") {
        Rig(Rig.subjects(1)) { sources, ear in
            .create { observer in sources[0].map { ear.called(); return $0 }.subscribe(observer) }
        }
    },
    Arena("on(core:)") {
        Rig(Rig.subjects(1)) { sources, ear in
            sources[0].map { ear.called(); return $0 }.on(core: Core.current == .lock ? .queue : .lock)
        }
    },
    Arena("using") {
        let made = Counter(), disposed = Counter()
        var rig = Rig(Rig.subjects(1)) { sources, _ in
            .using(
                {
                    made.add()
                    return Resource(disposed)
                }, observableFactory: { _ in sources[0] })
        }
        rig.check = { waits in
            if waits({ made.value == disposed.value }) { return nil }
            return Fault(law: .ending, message: "\(made.value) resources were made, \(disposed.value) disposed")
        }
        return rig
    },
]

/// Elements before the first have a negative index, and are nobody's.
private func real(_ observable: Observable<Item>) -> Observable<Item> { observable.filter { $0.index >= 0 } }

private func subject(
    _ name: String, _ traits: OperatorTraits = OperatorTraits(), _ make: @escaping @Sendable () -> Inlet
) -> Arena {
    Arena(name, traits) { Rig([make()]) { sources, _ in real(sources[0]) } }
}

/// A subject that is itself disposed during the race: who is subscribed then is told nothing more.
private func disposable<Subject: ObservableType & ObserverType & Disposable & SendableMetatype>(
    _ name: String, _ make: @escaping @Sendable () -> Subject
) -> Arena where Subject.Element == Item {
    Arena(name, OperatorTraits(deliveries: [.some], stops: nil), extras: ["dispose of the subject"]) {
        let subject = make()
        var rig = Rig([Inlet(0, subject)]) { sources, _ in real(sources[0]) }
        rig.extras = [subject.dispose]
        return rig
    }
}

private func relay(
    _ name: String, _ make: @escaping @Sendable () -> (Observable<Item>, (Item) -> Void)
) -> Arena {
    Arena(name, OperatorTraits(stops: false, inletsStop: false)) {
        let (observable, accept) = make()
        let inlet = Inlet(0, observable) { event in if let item = event.element { accept(item) } }
        return Rig([inlet]) { sources, _ in real(sources[0]) }
    }
}

/// Those that `create` has handed out: all are sent the same.
private final class Observers: @unchecked Sendable {  // Sendable: `all` is guarded by `lock`.
    private let lock = NSLock()
    private var all: [AnyObserver<Item>] = []

    func append(_ observer: AnyObserver<Item>) { lock.withLock { all.append(observer) } }

    func send(_ event: Event<Item>) {
        for observer in lock.withLock({ all }) { observer.on(event) }
    }
}

private final class Resource: Disposable {
    private let disposed: Counter

    init(_ disposed: Counter) { self.disposed = disposed }
    func dispose() { disposed.add() }
}

/// A number that several threads raise.
final class Counter: Sendable {
    private let word = Atomic<Int>(0)

    var value: Int { word.load(ordering: .acquiring) }
    func add() { word.add(1, ordering: .acquiringAndReleasing) }
}
