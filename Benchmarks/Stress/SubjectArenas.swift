import Foundation
import Rx
import Synchronization

/// Subjects, relays, and what users make themselves.
let subjectArenas: [Arena] = [
    subject("PublishSubject") { Inlet(0, PublishSubject()) },
    subject("BehaviorSubject") { Inlet(0, BehaviorSubject(value: SentElement(sender: Inlet.setUp, index: -1))) },
    subject("ReplaySubject") { Inlet(0, ReplaySubject.create(bufferSize: 2)) },
    subject("ReplaySubject, unbounded") { Inlet(0, ReplaySubject.createUnbounded()) },
    subject("AsyncSubject", OperatorTraits(deliveries: [.some])) { Inlet(0, AsyncSubject()) },
    disposable("PublishSubject, disposed") { PublishSubject() },
    disposable("BehaviorSubject, disposed") { BehaviorSubject(value: SentElement(sender: Inlet.setUp, index: -1)) },
    disposable("ReplaySubject, disposed") { ReplaySubject.create(bufferSize: 2) },
    relay("PublishRelay") {
        let relay = PublishRelay<SentElement>()
        return (relay.asObservable(), relay.accept)
    },
    relay("BehaviorRelay") {
        let relay = BehaviorRelay(value: SentElement(sender: Inlet.setUp, index: -1))
        return (relay.asObservable(), relay.accept)
    },
    relay("ReplayRelay") {
        let relay = ReplayRelay<SentElement>.create(bufferSize: 2)
        return (relay.asObservable(), relay.accept)
    },
    Arena("create") {
        let observers = Observers()
        let output = Observable<SentElement>.create { observer in
            observers.append(observer)
            return Disposables.create()
        }
        return OperatorRig([Inlet(0, output, observers.send)]) { sources, _ in sources[0] }
    },
    Arena("create of a subscription") {
        OperatorRig(OperatorRig.subjects(1)) { sources, checker in
            .create { observer in
                sources[0].map {
                    checker.called(); return $0
                }.subscribe(observer)
            }
        }
    },
    Arena("on(core:)") {
        OperatorRig(OperatorRig.subjects(1)) { sources, checker in
            sources[0].map {
                checker.called(); return $0
            }.on(core: Core.current == .lock ? .queue : .lock)
        }
    },
    Arena("using") {
        let made = SharedCounter(), disposed = SharedCounter()
        var rig = OperatorRig(OperatorRig.subjects(1)) { sources, _ in
            .using(
                {
                    made.add()
                    return Resource(disposed)
                }, observableFactory: { _ in sources[0] })
        }
        rig.check = { waits in
            if waits({ made.value == disposed.value }) { return nil }
            return LawViolation(law: .ending, message: "\(made.value) resources were made, \(disposed.value) disposed")
        }
        return rig
    },
]

/// Elements before the first have a negative index, and are nobody's.
private func real(_ observable: Observable<SentElement>) -> Observable<SentElement> { observable.filter { $0.index >= 0 } }

private func subject(
    _ name: String, _ traits: OperatorTraits = OperatorTraits(), _ make: @escaping @Sendable () -> Inlet
) -> Arena {
    Arena(name, traits) { OperatorRig([make()]) { sources, _ in real(sources[0]) } }
}

/// A subject that is itself disposed during the race: who is subscribed then is told nothing more.
private func disposable<Subject: ObservableType & ObserverType & Disposable & SendableMetatype>(
    _ name: String, _ make: @escaping @Sendable () -> Subject
) -> Arena where Subject.Element == SentElement {
    Arena(name, OperatorTraits(deliveries: [.some], stops: nil), extras: ["dispose of the subject"]) {
        let subject = make()
        var rig = OperatorRig([Inlet(0, subject)]) { sources, _ in real(sources[0]) }
        rig.extras = [subject.dispose]
        return rig
    }
}

private func relay(
    _ name: String, _ make: @escaping @Sendable () -> (Observable<SentElement>, (SentElement) -> Void)
) -> Arena {
    Arena(name, OperatorTraits(stops: false, inletsStop: false)) {
        let (observable, accept) = make()
        let inlet = Inlet(0, observable) { event in if let item = event.element { accept(item) } }
        return OperatorRig([inlet]) { sources, _ in real(sources[0]) }
    }
}

/// Those that `create` has handed out: all are sent the same.
private final class Observers: @unchecked Sendable {  // Sendable: `all` is guarded by `lock`.
    private let lock = NSLock()
    private var all: [AnyObserver<SentElement>] = []

    func append(_ observer: AnyObserver<SentElement>) { lock.withLock { all.append(observer) } }

    func send(_ event: Event<SentElement>) {
        for observer in lock.withLock({ all }) { observer.on(event) }
    }
}

private final class Resource: Disposable {
    private let disposed: SharedCounter

    init(_ disposed: SharedCounter) { self.disposed = disposed }
    func dispose() { disposed.add() }
}

/// A number that several threads raise.
final class SharedCounter: Sendable {
    private let word = Atomic<Int>(0)

    var value: Int { word.load(ordering: .acquiring) }
    func add() { word.add(1, ordering: .acquiringAndReleasing) }
}
