@testable import Rx

/// Subjects: sending, subscribing, ending, disposing, each against each other.
enum SubjectScenarios {
    static let all: [Scenario] = [
        Scenario("subject/2-senders", "2 threads send to one observer", queue: .preemptions(3), biases: .all) {
            senders($0)
        },
        Scenario("subject/dispose", "2 events against dispose", queue: .preemptions(4), biases: .all) { dispose($0, observed($0)) },
        Scenario(
            "subject/2-senders-dispose", "2 threads send against dispose", lock: .preemptions(2), queue: .preemptions(2),
            biases: .all
        ) { sendersAndDispose($0, observed($0)) },
        Scenario(
            "subject/serial-dispose", "the same, and the observer's gate is biased to whoever is inside the subject's",
            lock: .preemptions(2), queue: .preemptions(2), biases: [.on]
        ) { sendersAndDispose($0, serial($0)) },
        Scenario(
            "subject/serial-1-dispose", "a thread sends to such an observer against dispose", queue: .preemptions(3), biases: [.on]
        ) { dispose($0, serial($0)) },
        Scenario(
            "subject/serial-inside", "such an observer disposes its subscription while another thread does, and one sends",
            lock: .preemptions(2), queue: .preemptions(2), biases: [.on]
        ) { disposeInside($0, serial($0)) },
        Scenario(
            "subject/serial-terminal", "an event and completion to such an observer, an event, dispose",
            lock: .preemptions(2), queue: .preemptions(2), biases: [.on]
        ) { serialTerminal($0, serial($0)) },
        Scenario(
            "subject/behind-dispose", "2 events against dispose, with a filter in between", queue: .preemptions(3), biases: [.off, .on]
        ) { dispose($0, observed($0, behind)) },
        Scenario(
            "subject/behind-2-senders-dispose", "2 threads send against dispose, with a filter in between", lock: .preemptions(2),
            queue: .preemptions(2), biases: [.off, .on]
        ) { sendersAndDispose($0, observed($0, behind)) },
        Scenario(
            "subject/behind-serial-dispose", "the same, and the observer's gate is biased to whoever is inside the subject's",
            lock: .preemptions(2), queue: .preemptions(2), biases: [.on]
        ) { sendersAndDispose($0, serial($0, behind)) },
        Scenario(
            "subject/behind-terminal", "an event and completion against an event and an error, with a filter in between",
            queue: .preemptions(2), biases: [.off, .on]
        ) { terminal($0, observed($0, behind)) },
        Scenario("subject/subscribe", "2 events against subscribe", biases: [.off, .on]) { subscribe($0) },
        Scenario("subject/subscribe-dispose", "an event; another thread subscribes and disposes", queue: .preemptions(3)) {
            subscribeAndDispose($0)
        },
        Scenario("subject/terminal", "an event and completion against an event and an error", queue: .preemptions(3)) {
            terminal($0, observed($0))
        },
        Scenario("subject/terminal-biased", "the same, and the gates are biased to the first", queue: .preemptions(2), biases: [.on]) {
            terminal($0, observed($0))
        },
        Scenario("subject/terminal-subscribe", "completion against subscribe") { terminalSubscribe($0) },
        Scenario("subject/drop", "an event against disposing the subject", queue: .preemptions(4)) { drop($0, isHeld: true) },
        Scenario("subject/drop-discarded", "the same, and nobody holds the subscription", queue: .preemptions(4)) {
            drop($0, isHeld: false)
        },
        Scenario(
            "subject/drop-dispose", "an event, disposing the subject, disposing the subscription", lock: .preemptions(2),
            queue: .preemptions(2), biases: [.off, .on]
        ) { dropAndDispose($0, observed($0)) },
        Scenario(
            "subject/drop-inside", "an observer disposes the subject while another thread sends to it, or ends the subscription",
            lock: .preemptions(2), queue: .preemptions(2), biases: [.off, .on]
        ) { dropInside($0, observed($0)) },
        Scenario("subject/re-entrant", "an observer sends while another thread does", queue: .preemptions(3), biases: [.off, .on]) {
            reentrant($0)
        },
        Scenario("replay/subscribe", "an event against subscribing: replay, then the event, once", biases: [.off, .on]) {
            replay($0)
        },
        Scenario("replay/2-subscribe", "2 events against 2 subscribers", lock: .preemptions(2), queue: .preemptions(2), quick: false) {
            replayTwo($0)
        },
        Scenario("replay/terminal", "an event and completion against subscribing") { replayTerminal($0) },
        Scenario("behavior/subscribe", "2 events against subscribing", biases: [.off, .on]) { behavior($0) },
        Scenario("behavior/terminal", "completion against an event, then the subject is dropped", queue: .preemptions(3), biases: [.off, .on]) {
            behaviorTerminal($0)
        },
    ]

    private static func send(_ subject: PublishSubject<Int>, _ elements: [Int]) {
        for element in elements { subject.onNext(element) }
    }

    private typealias Observed = (subject: PublishSubject<Int>, witness: Witness<Int>, subscription: any Disposable)

    /// A publish subject with one observer, and both gates biased to the first fiber if gates may be.
    private static func observed(
        _ run: ScenarioRun, _ place: (PublishSubject<Int>) -> Observable<Int> = { $0 }
    ) -> Observed {
        let subject = PublishSubject<Int>(core: run.core)
        let witness = Witness<Int>(run)
        let subscription = place(subject).subscribe(witness, run.core)
        witness.unwatched { run.warm { subject.onNext(0) } }
        return (subject, witness, subscription)
    }

    /// The same; then the second fiber has sent, too.
    private static func serial(
        _ run: ScenarioRun, _ place: (PublishSubject<Int>) -> Observable<Int> = { $0 }
    ) -> Observed {
        let observed = observed(run, place)
        observed.witness.unwatched { run.warm(1) { observed.subject.onNext(0) } }
        let isShared = (observed.subscription as? Segment)?.bias.isShared
        run.require(isShared == Bias.isBuilt, "the observer's gate isn't biased to all")
        return observed
    }

    /// Not on the subject's list itself, as an observer is with nothing in between.
    private static func behind(_ subject: PublishSubject<Int>) -> Observable<Int> { subject.filter { _ in true } }

    /// Nobody tells the observer anything any more.
    private static func requireEnd(_ run: ScenarioRun, _ observed: Observed) {
        run.require(!observed.subject.hasObservers, "the observer is still on the list")
        run.require(!observed.witness.isHeld, "what the observer captures isn't freed")
        withExtendedLifetime(observed) {}
    }

    private static func sendersAndDispose(_ run: ScenarioRun, _ observed: Observed) {
        let (subject, witness, subscription) = observed
        run.fiber("P1") { send(subject, [11, 12]) }
        run.fiber("P2") { send(subject, [21]) }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.atEnd {
            run.requirePrefix(witness.elements.filter { $0 < 20 }, of: [11, 12])
            run.requirePrefix(witness.elements.filter { $0 > 20 }, of: [21])
            requireEnd(run, observed)
        }
    }

    private static func disposeInside(_ run: ScenarioRun, _ observed: Observed) {
        let (subject, witness, subscription) = observed
        witness.onNext = {
            if $0 != 11 { return }
            subscription.dispose()
            run.require(witness.elements == [11] || witness.elements == [21, 11], "got \(witness.elements)")
        }
        run.fiber("P1") { send(subject, [11, 12]) }
        run.fiber("P2") { send(subject, [21]) }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.atEnd {
            run.require(!witness.elements.contains(12), "G2: got 12 after its handler had disposed")
            requireEnd(run, observed)
            witness.onNext = nil
        }
    }

    private static func serialTerminal(_ run: ScenarioRun, _ observed: Observed) {
        let (subject, witness, subscription) = observed
        run.fiber("P1") {
            subject.onNext(11)
            subject.onCompleted()
        }
        run.fiber("P2") { subject.onNext(21) }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.atEnd {
            run.require(witness.stops <= 1, "\(witness.stops) stop events")
            run.require(witness.stops == 0 || witness.elements.contains(11), "a stop event overtook 11")
            requireEnd(run, observed)
        }
    }

    private static func senders(_ run: ScenarioRun) {
        let (subject, witness, subscription) = observed(run)
        run.fiber("P1") { send(subject, [11, 12]) }
        run.fiber("P2") { send(subject, [21]) }
        run.atEnd {
            run.requireAll(witness.elements, from: [[11, 12], [21]])
            subscription.dispose()
        }
    }

    private static func dispose(_ run: ScenarioRun, _ observed: Observed) {
        let (subject, witness, subscription) = observed
        run.fiber("source") { send(subject, [1, 2]) }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [1, 2])
            requireEnd(run, observed)
        }
    }

    private static func subscribe(_ run: ScenarioRun) {
        let subject = PublishSubject<Int>(core: run.core)
        let witness = Witness<Int>(run)
        let bag = Bag()
        run.warm { subject.onNext(0) }
        run.fiber("source") { send(subject, [1, 2]) }
        run.fiber("subscriber") { bag.add(subject.subscribe(witness, run.core)) }
        run.atEnd {
            subject.onNext(3)
            run.requireSuffix(witness.elements, of: [1, 2, 3], atLeast: 1)
            bag.dispose()
        }
    }

    private static func subscribeAndDispose(_ run: ScenarioRun) {
        let (subject, first, subscription) = observed(run)
        let second = Witness<Int>(run, "second")
        run.fiber("source") { send(subject, [1]) }
        run.fiber("subscriber") { second.dispose(subject.subscribe(second, run.core)) }
        run.atEnd {
            subject.onNext(2)
            run.require(first.elements == [1, 2], "the first observer got \(first.elements)")
            run.requirePrefix(second.elements, of: [1])
            subscription.dispose()
        }
    }

    private static func terminal(_ run: ScenarioRun, _ observed: Observed) {
        let (subject, witness, _) = observed
        run.fiber("P1") {
            subject.onNext(11)
            subject.onCompleted()
        }
        run.fiber("P2") {
            subject.onNext(21)
            subject.onError(RxError.unknown)
        }
        run.atEnd {
            run.require(witness.stops == 1, "\(witness.stops) stop events")
            let before = witness.error == nil ? 11 : 21
            run.require(witness.elements.contains(before), "a stop event overtook \(before)")
            run.require(Set(witness.elements).count == witness.elements.count, "repeated: \(witness.elements)")
            requireEnd(run, observed)
        }
    }

    private static func terminalSubscribe(_ run: ScenarioRun) {
        let subject = PublishSubject<Int>(core: run.core)
        let witness = Witness<Int>(run)
        run.fiber("source") { subject.onCompleted() }
        run.fiber("subscriber") { _ = subject.subscribe(witness, run.core) }
        run.atEnd { run.require(witness.stops == 1 && witness.error == nil, "\(witness.stops) stop events") }
    }

    private static func drop(_ run: ScenarioRun, isHeld: Bool) {
        let (subject, witness, subscription) = observed(run)
        let bag = Bag()
        if isHeld { bag.add(subscription) }
        run.fiber("source") { send(subject, [1]) }
        run.fiber("disposer") { subject.dispose() }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [1])
            run.require(!subject.hasObservers, "the observer is still on the list")
            run.require(!witness.isHeld, "what the observer captures isn't freed")
            bag.dispose()
        }
    }

    private static func dropAndDispose(_ run: ScenarioRun, _ observed: Observed) {
        let (subject, witness, subscription) = observed
        run.fiber("source") { send(subject, [1]) }
        run.fiber("dropper") { subject.dispose() }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [1])
            requireEnd(run, observed)
        }
    }

    private static func dropInside(_ run: ScenarioRun, _ observed: Observed) {
        let (subject, witness, subscription) = observed
        witness.onNext = { if $0 == 11 { subject.dispose() } }
        run.fiber("P1") { send(subject, [11]) }
        run.fiber("P2") { send(subject, [21]) }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.atEnd {
            run.require(Set(witness.elements).isSubset(of: [11, 21]), "got \(witness.elements)")
            run.require(witness.stops == 0, "a subject that is disposed of sends no stop event")
            run.require(subject.isDisposed || witness.elements.first != 11, "the subject isn't disposed of")
            witness.onNext = nil
            requireEnd(run, observed)
        }
    }

    private static func reentrant(_ run: ScenarioRun) {
        let (subject, witness, subscription) = observed(run)
        witness.onNext = { if $0 == 11 { subject.onNext(12) } }
        run.fiber("P1") { send(subject, [11]) }
        run.fiber("P2") { send(subject, [21]) }
        run.atEnd {
            run.requireAll(witness.elements, from: [[11, 12], [21]])
            witness.onNext = nil
            subscription.dispose()
        }
    }

    // MARK: With a replay

    private static func replay(_ run: ScenarioRun) {
        let subject = ReplaySubject<Int>.create(bufferSize: 2, core: run.core)
        let witness = Witness<Int>(run)
        let bag = Bag()
        run.warm { subject.onNext(0) }
        subject.onNext(1)
        subject.onNext(2)
        run.fiber("source") { subject.onNext(3) }
        run.fiber("subscriber") { bag.add(subject.subscribe(witness, run.core)) }
        run.atEnd {
            let got = witness.elements
            run.require(got == [1, 2, 3] || got == [2, 3], "lost, repeated or out of order: \(got)")
            bag.dispose()
        }
    }

    private static func replayTwo(_ run: ScenarioRun) {
        let subject = ReplaySubject<Int>.createUnbounded(core: run.core)
        let witnesses = [Witness<Int>(run, "first"), Witness<Int>(run, "second")]
        let bag = Bag()
        subject.onNext(0)
        run.fiber("source") {
            subject.onNext(1)
            subject.onNext(2)
        }
        for (index, witness) in witnesses.enumerated() {
            run.fiber("S\(index + 1)") { bag.add(subject.subscribe(witness, run.core)) }
        }
        run.atEnd {
            for witness in witnesses {
                run.require(witness.elements == [0, 1, 2], "lost, repeated or out of order: \(witness.elements)")
            }
            bag.dispose()
        }
    }

    private static func replayTerminal(_ run: ScenarioRun) {
        let subject = ReplaySubject<Int>.create(bufferSize: 1, core: run.core)
        let witness = Witness<Int>(run)
        subject.onNext(1)
        run.fiber("source") {
            subject.onNext(2)
            subject.onCompleted()
        }
        run.fiber("subscriber") { _ = subject.subscribe(witness, run.core) }
        run.atEnd {
            let got = witness.elements
            run.require(got == [1, 2] || got == [2], "lost, repeated or out of order: \(got)")
            run.require(witness.stops == 1, "\(witness.stops) stop events")
        }
    }

    private static func behavior(_ run: ScenarioRun) {
        let subject = BehaviorSubject<Int>(value: 0, core: run.core)
        let witness = Witness<Int>(run)
        let bag = Bag()
        run.warm { subject.onNext(0) }
        run.fiber("source") {
            subject.onNext(1)
            subject.onNext(2)
        }
        run.fiber("subscriber") { bag.add(subject.subscribe(witness, run.core)) }
        run.atEnd {
            run.requireSuffix(witness.elements, of: [0, 1, 2], atLeast: 1)
            bag.dispose()
        }
    }

    private static func behaviorTerminal(_ run: ScenarioRun) {
        let subject = BehaviorSubject<Int>(value: 0, core: run.core)
        let witness = Witness<Int>(run)
        _ = subject.subscribe(witness, run.core)
        run.warm { subject.onNext(0) }
        run.fiber("P1") { subject.onCompleted() }
        run.fiber("P2") { subject.onNext(1) }
        run.atEnd {
            run.require(witness.stops == 1 && witness.error == nil, "\(witness.stops) stop events")
            run.require(!subject.hasObservers, "the observer is still on the list")
        }
    }
}
