@testable import Rx

/// `refCount`: the first ones in, the last one out, and who comes again meanwhile.
enum SharingScenarios {
    static let all: [Scenario] = [
        Scenario("refcount/first-2", "2 threads subscribe at once: one connection", queue: .preemptions(4)) { first($0, 2) },
        Scenario("refcount/first-3", "3 threads subscribe at once", lock: .preemptions(2), queue: .preemptions(2), quick: false) {
            first($0, 3)
        },
        Scenario("refcount/last-2", "2 threads leave at once: one disconnection", queue: .preemptions(3)) { last($0) },
        Scenario("refcount/again", "the last one leaves while another one comes", queue: .preemptions(3)) { again($0) },
        Scenario("refcount/in-out", "2 threads subscribe and leave", lock: .preemptions(3), queue: .preemptions(2), quick: false) {
            inAndOut($0)
        },
        Scenario("refcount/stopped", "the source completes while another one comes", queue: .preemptions(3)) { stopped($0) },
        Scenario("refcount/event", "the source sends while another one comes", queue: .preemptions(3)) { event($0) },
        Scenario(
            "refcount/elsewhere", "the source of a connectable made elsewhere completes while another one comes",
            lock: .preemptions(2), queue: .preemptions(2)
        ) { stoppedElsewhere($0) },
        Scenario(
            "refcount/dispose", "the last one leaves while the source sends: it waits for closures above the sharing",
            lock: .preemptions(2), queue: .preemptions(2), biases: [.off, .on]
        ) { disposing($0) },
        Scenario(
            "group-by/dispose", "the same with the key selector and what is behind a group",
            lock: .preemptions(2), queue: .preemptions(2)
        ) { disposingGroups($0) },
    ]

    /// A source that counts who subscribes to it, and hands what `subject` sends on.
    private struct Source {
        let connections: EventCounter
        let disconnections: EventCounter
        let subject: PublishSubject<Int>
        let shared: Observable<Int>

        init(_ run: ScenarioRun) {
            let connections = EventCounter(run, "connection"), disconnections = EventCounter(run, "disconnection")
            let subject = PublishSubject<Int>(core: run.core)
            self.connections = connections
            self.disconnections = disconnections
            self.subject = subject
            shared = run.core.run {
                Observable<Int>.create { observer in
                    connections.add()
                    let subscription = subject.subscribe(observer)
                    return Disposables.create {
                        disconnections.add()
                        subscription.disposeWithoutWaiting()
                    }
                }.share()
            }
        }

        var live: Int { connections.value - disconnections.value }
    }

    private static func first(_ run: ScenarioRun, _ count: Int) {
        let source = Source(run)
        let witnesses = (1...count).map { Witness<Int>(run, "observer \($0)") }
        let bag = Bag()
        for (index, witness) in witnesses.enumerated() {
            run.fiber("S\(index + 1)") { bag.add(source.shared.subscribe(witness, run.core)) }
        }
        run.atEnd {
            source.connections.require(1)
            source.subject.onNext(1)
            for witness in witnesses { run.require(witness.elements == [1], "got \(witness.elements)") }
            bag.dispose()
            source.disconnections.require(1)
        }
    }

    private static func last(_ run: ScenarioRun) {
        let source = Source(run)
        let witnesses = (1...2).map { Witness<Int>(run, "observer \($0)") }
        let subscriptions = witnesses.map { source.shared.subscribe($0, run.core) }
        for index in 0..<2 { run.fiber("D\(index + 1)") { witnesses[index].dispose(subscriptions[index]) } }
        run.atEnd {
            source.connections.require(1)
            source.disconnections.require(1)
        }
    }

    private static func again(_ run: ScenarioRun) {
        let source = Source(run)
        let first = Witness<Int>(run, "first"), second = Witness<Int>(run, "second")
        let subscription = source.shared.subscribe(first, run.core)
        let bag = Bag()
        run.fiber("leaves") { first.dispose(subscription) }
        run.fiber("comes") { bag.add(source.shared.subscribe(second, run.core)) }
        run.atEnd {
            run.require(source.live == 1, "\(source.live) connections for one observer")
            source.subject.onNext(1)
            run.require(second.elements == [1], "who came got \(second.elements)")
            bag.dispose()
            run.require(source.live == 0, "\(source.live) connections for nobody")
        }
    }

    private static func inAndOut(_ run: ScenarioRun) {
        let source = Source(run)
        for index in 1...2 {
            let witness = Witness<Int>(run, "observer \(index)")
            run.fiber("T\(index)") { witness.dispose(source.shared.subscribe(witness, run.core)) }
        }
        run.atEnd { run.require(source.live == 0, "\(source.live) connections for nobody") }
    }

    private static func stopped(_ run: ScenarioRun) {
        let subject = PublishSubject<Int>(core: run.core)
        let shared = run.core.run { subject.share() }
        let first = Witness<Int>(run, "first"), second = Witness<Int>(run, "second")
        _ = shared.subscribe(first, run.core)
        run.fiber("source") {
            subject.onNext(1)
            subject.onCompleted()
        }
        run.fiber("comes") { _ = shared.subscribe(second, run.core) }
        run.atEnd {
            run.require(first.elements == [1] && first.stops == 1, "the first got \(first.elements), \(first.stops) stops")
            run.require(second.stops == 1, "who came got \(second.stops) stop events")
            run.requirePrefix(second.elements, of: [1])
        }
    }

    private static func event(_ run: ScenarioRun) {
        let subject = PublishSubject<Int>(core: run.core)
        let shared = run.core.run { subject.share() }
        let first = Witness<Int>(run, "first"), second = Witness<Int>(run, "second")
        let bag = Bag()
        bag.add(shared.subscribe(first, run.core))
        run.fiber("source") { subject.onNext(1) }
        run.fiber("comes") { bag.add(shared.subscribe(second, run.core)) }
        run.atEnd {
            run.require(first.elements == [1], "the first got \(first.elements)")
            run.requirePrefix(second.elements, of: [1])
            bag.dispose()
            run.require(!subject.hasObservers, "G3: the source is still subscribed to")
        }
    }

    /// Who came into the second connection keeps it, though the first observer is only now leaving the first one.
    private static func stoppedElsewhere(_ run: ScenarioRun) {
        let subjects = (1...3).map { _ in PublishSubject<Int>(core: run.core) }
        let connections = EventCounter(run, "connection")
        let shared = run.core.run {
            ForeignConnectable(
                base: Observable<Int>.deferred {
                    connections.add()
                    return subjects[connections.value - 1]
                }.publish()
            ).refCount()
        }
        let first = Witness<Int>(run, "first"), second = Witness<Int>(run, "second")
        _ = shared.subscribe(first, run.core)
        let bag = Bag()
        run.fiber("source") { subjects[0].onCompleted() }
        run.fiber("comes") { bag.add(shared.subscribe(second, run.core)) }
        run.atEnd {
            // If it is 1, the second one may be in a round that nobody has connected.
            if second.stops == 0, connections.value == 2 {
                shared.subscribe(Witness<Int>(run, "guest"), run.core).dispose()
                for subject in subjects { subject.onNext(1) }
                run.require(second.elements == [1], "who stayed got \(second.elements)")
            }
            bag.dispose()
            run.require(subjects.allSatisfy { !$0.hasObservers }, "G3: the source is still subscribed to")
        }
    }

    /// A connectable that isn't this library's.
    private struct ForeignConnectable: ConnectableObservableType {
        typealias Element = Int

        let base: ConnectableObservable<Int>

        func connect() -> any Disposable { base.connect() }

        func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
            base.subscribe(observer)
        }
    }

    private static func disposing(_ run: ScenarioRun) {
        let subject = PublishSubject<Int>(core: run.core), witness = Witness<Int>(run, "selector")
        let subscription = run.core.run {
            subject.map {
                witness.next($0); return $0
            }.share().subscribe(onNext: { _ in })
        }
        witness.unwatched { run.warm { subject.onNext(0) } }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.fiber("source") { subject.onNext(1) }
        run.atEnd { run.require(!subject.hasObservers, "the source is still subscribed to") }
    }

    private static func disposingGroups(_ run: ScenarioRun) {
        let subject = PublishSubject<Int>(core: run.core)
        let keys = Witness<Int>(run, "key selector"), elements = Witness<Int>(run, "behind the group")
        let subscription = run.core.run {
            subject.groupBy {
                keys.next($0); return $0
            }
            .flatMap {
                $0.map {
                    elements.next($0); return $0
                }
            }
            .subscribe(onNext: { _ in })
        }
        run.fiber("source") { [1, 2].forEach(subject.onNext) }
        run.fiber("disposer") {
            subscription.dispose()
            keys.didDispose()
            elements.didDispose()
        }
        run.atEnd { run.require(!subject.hasObservers, "the source is still subscribed to") }
    }
}
