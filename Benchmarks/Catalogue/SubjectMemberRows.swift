import BenchKit
import Rx

/// What subjects and relays have beside what flows through them.
let subjectMembers: [CoveringRows] = [
    member("PublishSubject/init", "PublishSubject(): to make one", ["PublishSubject.init()"]) { n, tally in
        for _ in 0..<n { if !PublishSubject<Int>().isDisposed { tally.add(1) } }
    },
    member("BehaviorSubject/init", "BehaviorSubject(value: 0): to make one", ["BehaviorSubject.init(value:)"]) { n, tally in
        for _ in 0..<n { if !BehaviorSubject(value: 0).isDisposed { tally.add(1) } }
    },
    member("ReplaySubject/create", "ReplaySubject.create(bufferSize: 1): to make one", ["ReplaySubject.create(bufferSize:)"]) { n, tally in
        for _ in 0..<n { if !ReplaySubject<Int>.create(bufferSize: 1).hasObservers { tally.add(1) } }
    },
    member("AsyncSubject/init", "AsyncSubject(): to make one", ["AsyncSubject.init()"]) { n, tally in
        for _ in 0..<n { if !AsyncSubject<Int>().hasObservers { tally.add(1) } }
    },
    member("PublishSubject/hasObservers", "PublishSubject.hasObservers", ["PublishSubject.hasObservers"]) { n, tally in
        let subject = PublishSubject<Int>(), subscription = subject.subscribe()
        for _ in 0..<n { if subject.hasObservers { tally.add(1) } }
        subscription.dispose()
    },
    member("BehaviorSubject/hasObservers", "BehaviorSubject.hasObservers", ["BehaviorSubject.hasObservers"]) { n, tally in
        let subject = BehaviorSubject(value: 0), subscription = subject.subscribe()
        for _ in 0..<n { if subject.hasObservers { tally.add(1) } }
        subscription.dispose()
    },
    member("ReplaySubject/hasObservers", "ReplaySubject.hasObservers", ["ReplaySubject.hasObservers"]) { n, tally in
        let subject = ReplaySubject<Int>.create(bufferSize: 1), subscription = subject.subscribe()
        for _ in 0..<n { if subject.hasObservers { tally.add(1) } }
        subscription.dispose()
    },
    member("AsyncSubject/hasObservers", "AsyncSubject.hasObservers", ["AsyncSubject.hasObservers"]) { n, tally in
        let subject = AsyncSubject<Int>(), subscription = subject.subscribe()
        for _ in 0..<n { if subject.hasObservers { tally.add(1) } }
        subscription.dispose()
    },
    member("BehaviorSubject/value", "BehaviorSubject.value()", ["BehaviorSubject.value()"]) { n, tally in
        let subject = BehaviorSubject(value: 1)
        for _ in 0..<n { if let value = try? subject.value() { tally.add(value) } }
    },
    member("BehaviorRelay/value", "BehaviorRelay.value", ["BehaviorRelay.value"]) { n, tally in
        let relay = BehaviorRelay(value: 1)
        for _ in 0..<n { tally.add(relay.value) }
    },
    member(
        "PublishSubject/dispose-all", "PublishSubject: to make one, dispose of it, and look",
        ["PublishSubject.dispose()", "PublishSubject.isDisposed"]
    ) { n, tally in
        for _ in 0..<n {
            let subject = PublishSubject<Int>()
            subject.dispose()
            if subject.isDisposed { tally.add(1) }
        }
    },
    member(
        "BehaviorSubject/dispose-all", "BehaviorSubject: to make one, dispose of it, and look",
        ["BehaviorSubject.dispose()", "BehaviorSubject.isDisposed"]
    ) { n, tally in
        for _ in 0..<n {
            let subject = BehaviorSubject(value: 0)
            subject.dispose()
            if subject.isDisposed { tally.add(1) }
        }
    },
    member("ReplaySubject/dispose-all", "ReplaySubject: to make one and dispose of it", ["ReplaySubject.dispose()"]) { n, tally in
        for _ in 0..<n {
            let subject = ReplaySubject<Int>.create(bufferSize: 1)
            subject.dispose()
            if !subject.hasObservers { tally.add(1) }
        }
    },
    member(
        "AsyncSubject/complete", "AsyncSubject: to make one, and have its element when it completes", ["AsyncSubject.on(_:)"]
    ) { n, tally in
        for i in 0..<n {
            let subject = AsyncSubject<Int>(), subscription = subject.subscribe(onNext: { tally.add($0) })
            subject.onNext(i)
            subject.onCompleted()
            subscription.dispose()
        }
    },
    member(
        "AsyncSubject/replay/subscribe", "AsyncSubject: to subscribe to one that has completed, and have its element",
        ["AsyncSubject.subscribe(_:)"], unit: "subscription"
    ) { n, tally in
        let subject = AsyncSubject<Int>()
        subject.onNext(1)
        subject.onCompleted()
        for _ in 0..<n { subject.subscribe(onNext: { tally.add($0) }).dispose() }
    },
    ended("PublishSubject") { PublishSubject<Int>() },
    ended("BehaviorSubject", atOnce: 1) { BehaviorSubject(value: 0) },
    ended("ReplaySubject") { ReplaySubject<Int>.create(bufferSize: 1) },
    relayAsObservable("PublishRelay", "PublishRelay.asObservable()", count: { _ in 0 }) { PublishRelay<Int>().asObservable() },
    relayAsObservable("BehaviorRelay", "BehaviorRelay.asObservable()") { BehaviorRelay(value: 1).asObservable() },
    relayAsObservable(
        "ReplayRelay", "ReplayRelay.asObservable()", count: { _ in 0 }
    ) { ReplayRelay<Int>.create(bufferSize: 1).asObservable() },
    member(
        "ReplayRelay/unbounded/event", "ReplayRelay.createUnbound(): an element", ["ReplayRelay.createUnbound()"], unit: "element"
    ) { n, tally in
        let relay = ReplayRelay<Int>.createUnbound(), subscription = relay.subscribe(onNext: { tally.add($0) })
        for i in 0..<n { relay.accept(i) }
        subscription.dispose()
    },
]

/// A subject that completes while it has an observer.
private func ended<Subject: SubjectType & ObserverType & SendableMetatype>(
    _ name: String, atOnce: Int = 0, make: @escaping @Sendable () -> Subject
) -> CoveringRows where Subject.Element == Int {
    member(
        "\(name)/complete", "\(name): to make one that completes while it has an observer", [], count: { $0 * (atOnce + 1) }
    ) { n, tally in
        for _ in 0..<n {
            let subject = make(), subscription = subject.subscribe(onNext: { tally.add($0) }, onCompleted: { tally.add(1) })
            subject.onCompleted()
            subscription.dispose()
        }
    }
}

/// A relay whose source is asked for with each subscription.
private func relayAsObservable(
    _ name: String, _ covers: String, count: @escaping @Sendable (Int) -> Int = { $0 }, make: @escaping @Sendable () -> Observable<Int>
) -> CoveringRows {
    member(
        "\(name)/asObservable", "\(name).asObservable(): to make, subscribe and dispose", [covers], unit: "subscription", count: count
    ) { n, tally in
        for _ in 0..<n { make().subscribe(onNext: { tally.add($0) }).dispose() }
    }
}
