import Rx

@testable import LawSupport

extension ForeignCaller {
    private static let stops: Set = ["stop", "onDisposed", "deinit of onNext"]
    private static let elements: Set = ["deinit of an element"]

    static let subjects = [
        subject("PublishSubject", callOuts: stops, make: { _ in PublishSubject<ForeignObject>() }) { subject, lock in
            sending(subject, lock) + [
                ForeignAction("dispose of the subject") { subject.dispose() },
                ForeignAction("hasObservers", .entry) { _ = subject.hasObservers },
            ]
        },
        subject("BehaviorSubject", callOuts: stops.union(elements), make: { BehaviorSubject(value: ForeignObject($0)) }) {
            subject, lock in
            sending(subject, lock) + [
                ForeignAction("dispose of the subject") { subject.dispose() },
                ForeignAction("hasObservers", .entry) { _ = subject.hasObservers },
                ForeignAction("value") { _ = try? subject.value() },
            ]
        },
        subject("ReplaySubject", callOuts: stops.union(elements), make: { _ in ReplaySubject<ForeignObject>.create(bufferSize: 2) }) {
            subject, lock in
            sending(subject, lock) + [
                ForeignAction("dispose of the subject") { subject.dispose() },
                ForeignAction("hasObservers", .entry) { _ = subject.hasObservers },
            ]
        },
        subject("unbounded ReplaySubject", callOuts: stops, make: { _ in ReplaySubject<ForeignObject>.createUnbounded() }) {
            subject, lock in
            sending(subject, lock) + [ForeignAction("dispose of the subject") { subject.dispose() }]
        },
        subject("AsyncSubject", callOuts: stops.union(elements), make: { _ in AsyncSubject<ForeignObject>() }) { subject, lock in
            sending(subject, lock) + [ForeignAction("hasObservers", .entry) { _ = subject.hasObservers }]
        },
        subject("PublishRelay", callOuts: [], make: { _ in PublishRelay<ForeignObject>() }) { relay, lock in
            [ForeignAction("accept") { relay.accept(ForeignObject(lock)) }]
        },
        subject("BehaviorRelay", callOuts: elements, make: { BehaviorRelay(value: ForeignObject($0)) }) { relay, lock in
            [
                ForeignAction("accept") { relay.accept(ForeignObject(lock)) },
                ForeignAction("value") { _ = relay.value },
            ]
        },
        subject("ReplayRelay", callOuts: elements, make: { _ in ReplayRelay<ForeignObject>.create(bufferSize: 1) }) { relay, lock in
            [ForeignAction("accept") { relay.accept(ForeignObject(lock)) }]
        },
    ]

    /// A subject with two observers, which has been told something. The first action sends.
    private static func subject<Subject: ObservableType>(
        _ name: String, callOuts: Set<String>, make: @escaping (ForeignLock) -> Subject,
        actions: @escaping (Subject, ForeignLock) -> [ForeignAction]
    ) -> ForeignCaller where Subject.Element == ForeignObject {
        func scene(_ lock: ForeignLock) -> ForeignScene {
            let stage = ForeignStage(lock, inputs: 0), subject = make(lock), own = actions(subject, lock)
            let subscribing = stage.outputActions(subject.asObservable(), sharing: .subject)
            for _ in 0..<2 { own[0].run() }
            return ForeignScene(actions: own + subscribing, warmUp: own[0].run, end: stage.end)
        }
        return ForeignCaller(name, callOuts: callOuts.union(["onNext"]), scene: { scene($0) })
    }

    private static func sending<Subject: ObserverType>(_ subject: Subject, _ lock: ForeignLock) -> [ForeignAction]
    where Subject.Element == ForeignObject {
        [
            ForeignAction("onNext") { subject.onNext(ForeignObject(lock)) },
            ForeignAction("onError") { subject.onError(TestError()) },
            ForeignAction("onCompleted") { subject.onCompleted() },
        ]
    }
}
