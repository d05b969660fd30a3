@testable import Rx

/// Operators with several upstreams: what comes from one of them against what comes from another, and against dispose.
enum OperatorScenarios {
    static let all: [Scenario] = [
        Scenario("take-until/trigger", "2 elements against the trigger", queue: .preemptions(3), biases: [.off, .on]) {
            takeUntil($0)
        },
        Scenario("take-until/dispose", "an element against the trigger and dispose", lock: .preemptions(2), queue: .preemptions(2)) {
            takeUntilDispose($0)
        },
        Scenario("merge/completion", "2 inner sequences send and complete", queue: .preemptions(2), biases: [.off, .on]) {
            mergeCompletion($0)
        },
        Scenario("merge/error", "an element against an error", queue: .preemptions(3)) { mergeError($0) },
        Scenario("merge/outer", "an inner sequence completes while the outer one brings another", queue: .preemptions(3)) {
            mergeOuter($0)
        },
        Scenario("merge/dispose", "2 inner sequences send against dispose", lock: .preemptions(2), queue: .preemptions(2)) {
            mergeDispose($0)
        },
        Scenario("switch-latest/next", "a new inner sequence while the old one sends", queue: .preemptions(3), biases: [.off, .on]) {
            switchNext($0)
        },
        Scenario("switch-latest/completion", "the inner sequence completes while the outer one does", queue: .preemptions(3)) {
            switchCompletion($0)
        },
        Scenario("switch-latest/dispose", "a new inner sequence against dispose", queue: .preemptions(3)) { switchDispose($0) },
        Scenario("switch-latest/stale", "a new inner sequence while the old one completes, then the outer", queue: .preemptions(3)) {
            switchStale($0)
        },
    ]

    private typealias Subject = PublishSubject<Int>

    private static func subjects(_ run: ScenarioRun) -> (Subject, Subject) { (Subject(core: run.core), Subject(core: run.core)) }

    private static func requireUnobserved(_ run: ScenarioRun, _ subjects: Subject...) {
        for subject in subjects { run.require(!subject.hasObservers, "G3: a source is still subscribed to") }
    }

    private static func takeUntil(_ run: ScenarioRun) {
        let (source, trigger) = subjects(run)
        let witness = Witness<Int>(run)
        let subscription = source.take(until: trigger).subscribe(witness, run.core)
        witness.unwatched { run.warm { source.onNext(0) } }
        run.fiber("source") { for element in [1, 2] { source.onNext(element) } }
        run.fiber("trigger") { trigger.onNext(0) }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [1, 2])
            run.require(witness.stops == 1, "\(witness.stops) stop events")
            requireUnobserved(run, source, trigger)
            subscription.dispose()
        }
    }

    private static func takeUntilDispose(_ run: ScenarioRun) {
        let (source, trigger) = subjects(run)
        let witness = Witness<Int>(run)
        let subscription = source.take(until: trigger).subscribe(witness, run.core)
        run.fiber("source") { source.onNext(1) }
        run.fiber("trigger") { trigger.onNext(0) }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [1])
            requireUnobserved(run, source, trigger)
        }
    }

    private static func mergeCompletion(_ run: ScenarioRun) {
        let (one, two) = subjects(run)
        let witness = Witness<Int>(run)
        _ = Observable.merge([one, two]).subscribe(witness, run.core)
        witness.unwatched { run.warm { one.onNext(0) } }
        run.fiber("one") {
            one.onNext(11)
            one.onCompleted()
        }
        run.fiber("two") {
            two.onNext(21)
            two.onCompleted()
        }
        run.atEnd {
            run.requireAll(witness.elements, from: [[11], [21]])
            run.require(witness.stops == 1, "\(witness.stops) stop events")
            requireUnobserved(run, one, two)
        }
    }

    private static func mergeError(_ run: ScenarioRun) {
        let (one, two) = subjects(run)
        let witness = Witness<Int>(run)
        _ = Observable.merge([one, two]).subscribe(witness, run.core)
        run.fiber("one") { one.onNext(1) }
        run.fiber("two") { two.onError(RxError.unknown) }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [1])
            run.require(witness.stops == 1 && witness.error != nil, "\(witness.stops) stop events")
            requireUnobserved(run, one, two)
        }
    }

    private static func mergeOuter(_ run: ScenarioRun) {
        let outer = PublishSubject<Observable<Int>>(core: run.core)
        let (one, two) = subjects(run)
        let witness = Witness<Int>(run)
        _ = outer.merge().subscribe(witness, run.core)
        outer.onNext(one)
        run.fiber("inner") {
            one.onNext(1)
            one.onCompleted()
        }
        run.fiber("outer") {
            outer.onNext(two)
            outer.onCompleted()
        }
        run.atEnd {
            run.require(witness.stops == 0, "completed before an inner sequence had")
            two.onNext(2)
            two.onCompleted()
            run.require(witness.elements == [1, 2], "got \(witness.elements)")
            run.require(witness.stops == 1, "\(witness.stops) stop events")
            requireUnobserved(run, one, two)
        }
    }

    private static func mergeDispose(_ run: ScenarioRun) {
        let (one, two) = subjects(run)
        let witness = Witness<Int>(run)
        let subscription = Observable.merge([one, two]).subscribe(witness, run.core)
        run.fiber("one") { one.onNext(1) }
        run.fiber("two") { two.onNext(2) }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.atEnd { requireUnobserved(run, one, two) }
    }

    // MARK: switchLatest

    private static func switched(_ run: ScenarioRun, _ first: Subject) -> (PublishSubject<Observable<Int>>, Witness<Int>, any Disposable) {
        let outer = PublishSubject<Observable<Int>>(core: run.core)
        let witness = Witness<Int>(run)
        let subscription = outer.switchLatest().subscribe(witness, run.core)
        outer.onNext(first)
        return (outer, witness, subscription)
    }

    private static func switchNext(_ run: ScenarioRun) {
        let (old, new) = subjects(run)
        let (outer, witness, subscription) = switched(run, old)
        witness.unwatched { run.warm { old.onNext(0) } }
        run.fiber("old") { for element in [11, 12] { old.onNext(element) } }
        run.fiber("outer") {
            outer.onNext(new)
            new.onNext(21)
        }
        run.atEnd {
            let got = witness.elements
            run.require(got.last == 21, "the new sequence's element is not the last: \(got)")
            run.requirePrefix(Array(got.dropLast()), of: [11, 12])
            requireUnobserved(run, old)
            subscription.dispose()
            requireUnobserved(run, new)
        }
    }

    private static func switchCompletion(_ run: ScenarioRun) {
        let (inner, _) = subjects(run)
        let (outer, witness, _) = switched(run, inner)
        run.fiber("inner") {
            inner.onNext(1)
            inner.onCompleted()
        }
        run.fiber("outer") { outer.onCompleted() }
        run.atEnd {
            run.require(witness.elements == [1], "got \(witness.elements)")
            run.require(witness.stops == 1, "\(witness.stops) stop events")
            requireUnobserved(run, inner)
        }
    }

    private static func switchDispose(_ run: ScenarioRun) {
        let (old, new) = subjects(run)
        let (outer, witness, subscription) = switched(run, old)
        run.fiber("outer") {
            outer.onNext(new)
            new.onNext(21)
        }
        run.fiber("disposer") { witness.dispose(subscription) }
        run.atEnd {
            run.requirePrefix(witness.elements, of: [21])
            requireUnobserved(run, old, new)
            run.require(!outer.hasObservers, "G3: the outer sequence is still subscribed to")
        }
    }

    private static func switchStale(_ run: ScenarioRun) {
        let (old, new) = subjects(run)
        let (outer, witness, _) = switched(run, old)
        run.fiber("old") { old.onCompleted() }
        run.fiber("outer") {
            outer.onNext(new)
            outer.onCompleted()
        }
        run.atEnd {
            run.require(witness.stops == 0, "completed before the latest inner sequence had")
            new.onNext(1)
            new.onCompleted()
            run.require(witness.elements == [1] && witness.stops == 1, "got \(witness.elements), \(witness.stops) stops")
            requireUnobserved(run, old, new)
        }
    }
}
