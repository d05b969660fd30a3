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

    private static func subjects(_ trial: Trial) -> (Subject, Subject) { (Subject(core: trial.core), Subject(core: trial.core)) }

    private static func requireUnobserved(_ trial: Trial, _ subjects: Subject...) {
        for subject in subjects { trial.require(!subject.hasObservers, "G3: a source is still subscribed to") }
    }

    private static func takeUntil(_ trial: Trial) {
        let (source, trigger) = subjects(trial)
        let witness = Witness<Int>(trial)
        let subscription = source.take(until: trigger).subscribe(witness, trial.core)
        witness.unwatched { trial.warm { source.onNext(0) } }
        trial.fiber("source") { for element in [1, 2] { source.onNext(element) } }
        trial.fiber("trigger") { trigger.onNext(0) }
        trial.atEnd {
            trial.requirePrefix(witness.elements, of: [1, 2])
            trial.require(witness.stops == 1, "\(witness.stops) stop events")
            requireUnobserved(trial, source, trigger)
            subscription.dispose()
        }
    }

    private static func takeUntilDispose(_ trial: Trial) {
        let (source, trigger) = subjects(trial)
        let witness = Witness<Int>(trial)
        let subscription = source.take(until: trigger).subscribe(witness, trial.core)
        trial.fiber("source") { source.onNext(1) }
        trial.fiber("trigger") { trigger.onNext(0) }
        trial.fiber("disposer") { witness.dispose(subscription) }
        trial.atEnd {
            trial.requirePrefix(witness.elements, of: [1])
            requireUnobserved(trial, source, trigger)
        }
    }

    private static func mergeCompletion(_ trial: Trial) {
        let (one, two) = subjects(trial)
        let witness = Witness<Int>(trial)
        _ = Observable.merge([one, two]).subscribe(witness, trial.core)
        witness.unwatched { trial.warm { one.onNext(0) } }
        trial.fiber("one") {
            one.onNext(11)
            one.onCompleted()
        }
        trial.fiber("two") {
            two.onNext(21)
            two.onCompleted()
        }
        trial.atEnd {
            trial.requireAll(witness.elements, from: [[11], [21]])
            trial.require(witness.stops == 1, "\(witness.stops) stop events")
            requireUnobserved(trial, one, two)
        }
    }

    private static func mergeError(_ trial: Trial) {
        let (one, two) = subjects(trial)
        let witness = Witness<Int>(trial)
        _ = Observable.merge([one, two]).subscribe(witness, trial.core)
        trial.fiber("one") { one.onNext(1) }
        trial.fiber("two") { two.onError(RxError.unknown) }
        trial.atEnd {
            trial.requirePrefix(witness.elements, of: [1])
            trial.require(witness.stops == 1 && witness.error != nil, "\(witness.stops) stop events")
            requireUnobserved(trial, one, two)
        }
    }

    private static func mergeOuter(_ trial: Trial) {
        let outer = PublishSubject<Observable<Int>>(core: trial.core)
        let (one, two) = subjects(trial)
        let witness = Witness<Int>(trial)
        _ = outer.merge().subscribe(witness, trial.core)
        outer.onNext(one)
        trial.fiber("inner") {
            one.onNext(1)
            one.onCompleted()
        }
        trial.fiber("outer") {
            outer.onNext(two)
            outer.onCompleted()
        }
        trial.atEnd {
            trial.require(witness.stops == 0, "completed before an inner sequence had")
            two.onNext(2)
            two.onCompleted()
            trial.require(witness.elements == [1, 2], "got \(witness.elements)")
            trial.require(witness.stops == 1, "\(witness.stops) stop events")
            requireUnobserved(trial, one, two)
        }
    }

    private static func mergeDispose(_ trial: Trial) {
        let (one, two) = subjects(trial)
        let witness = Witness<Int>(trial)
        let subscription = Observable.merge([one, two]).subscribe(witness, trial.core)
        trial.fiber("one") { one.onNext(1) }
        trial.fiber("two") { two.onNext(2) }
        trial.fiber("disposer") { witness.dispose(subscription) }
        trial.atEnd { requireUnobserved(trial, one, two) }
    }

    // MARK: switchLatest

    private static func switched(_ trial: Trial, _ first: Subject) -> (PublishSubject<Observable<Int>>, Witness<Int>, any Disposable) {
        let outer = PublishSubject<Observable<Int>>(core: trial.core)
        let witness = Witness<Int>(trial)
        let subscription = outer.switchLatest().subscribe(witness, trial.core)
        outer.onNext(first)
        return (outer, witness, subscription)
    }

    private static func switchNext(_ trial: Trial) {
        let (old, new) = subjects(trial)
        let (outer, witness, subscription) = switched(trial, old)
        witness.unwatched { trial.warm { old.onNext(0) } }
        trial.fiber("old") { for element in [11, 12] { old.onNext(element) } }
        trial.fiber("outer") {
            outer.onNext(new)
            new.onNext(21)
        }
        trial.atEnd {
            let got = witness.elements
            trial.require(got.last == 21, "the new sequence's element is not the last: \(got)")
            trial.requirePrefix(Array(got.dropLast()), of: [11, 12])
            requireUnobserved(trial, old)
            subscription.dispose()
            requireUnobserved(trial, new)
        }
    }

    private static func switchCompletion(_ trial: Trial) {
        let (inner, _) = subjects(trial)
        let (outer, witness, _) = switched(trial, inner)
        trial.fiber("inner") {
            inner.onNext(1)
            inner.onCompleted()
        }
        trial.fiber("outer") { outer.onCompleted() }
        trial.atEnd {
            trial.require(witness.elements == [1], "got \(witness.elements)")
            trial.require(witness.stops == 1, "\(witness.stops) stop events")
            requireUnobserved(trial, inner)
        }
    }

    private static func switchDispose(_ trial: Trial) {
        let (old, new) = subjects(trial)
        let (outer, witness, subscription) = switched(trial, old)
        trial.fiber("outer") {
            outer.onNext(new)
            new.onNext(21)
        }
        trial.fiber("disposer") { witness.dispose(subscription) }
        trial.atEnd {
            trial.requirePrefix(witness.elements, of: [21])
            requireUnobserved(trial, old, new)
            trial.require(!outer.hasObservers, "G3: the outer sequence is still subscribed to")
        }
    }

    private static func switchStale(_ trial: Trial) {
        let (old, new) = subjects(trial)
        let (outer, witness, _) = switched(trial, old)
        trial.fiber("old") { old.onCompleted() }
        trial.fiber("outer") {
            outer.onNext(new)
            outer.onCompleted()
        }
        trial.atEnd {
            trial.require(witness.stops == 0, "completed before the latest inner sequence had")
            new.onNext(1)
            new.onCompleted()
            trial.require(witness.elements == [1] && witness.stops == 1, "got \(witness.elements), \(witness.stops) stops")
            requireUnobserved(trial, old, new)
        }
    }
}
