import Rx
import RxPlatform
import Testing

@testable import LawSupport

/// G2: when `dispose()` has returned, on any thread, no closure of the subscription is running or will start.
@Suite struct DisposeLaws {
    /// How often a closure that is being disposed gives way, so that a `dispose` that doesn't wait returns meanwhile.
    private static let patience = 300

    /// One thread is in the closure, two others dispose.
    @Test(arguments: Core.underLaw, ClosureSite.allCases)
    func disposeFromAnotherThreadWaitsForTheRunningClosure(core: Core, site: ClosureSite) {
        core.run {
            for history in [0, 0, 0, 30, 30, 30] {
                let source = PublishSubject<Int>()
                let holds = AtomicFlag(), isInside = AtomicFlag(), returned = AtomicCount(), faults = LockedLog<String>()
                let subscription = UncheckedBox(
                    site.subscribe(source) {
                        if returned.value > 0 { faults.append("a closure started after dispose() had returned") }
                        guard holds.isSet else { return }
                        isInside.set()
                        for _ in 0..<Self.patience {
                            giveWay()
                            if returned.value > 0 { return faults.append("dispose() returned while a closure was running") }
                        }
                    })
                func dispose() {
                    guard eventually({ isInside.isSet }) else { return faults.append("the closure was never called") }
                    subscription.value.dispose()
                    returned.add()
                }
                let ended = together(
                    [
                        {
                            for element in 0..<history { source.onNext(element) }
                            holds.set()
                            source.onNext(history)
                            for element in 1...3 where eventually({ returned.value > 0 }) { source.onNext(element) }
                        },
                        dispose, dispose,
                    ], within: 30)
                #expect(ended)
                #expect(Set(faults.entries) == [], "after \(history) elements")
                if !faults.entries.isEmpty { return }
            }
        }
    }

    private final class Round: @unchecked Sendable {  // Sendable: constant after the first meeting.
        let source = PublishSubject<Int>()
        let returned = AtomicFlag()
        let faults = LockedLog<String>()
        let spins: Int
        var subscription: (any Disposable)!

        init(_ site: ClosureSite, spins: Int, history: Int) {
            self.spins = spins
            subscription = site.subscribe(source) { [returned, faults] in
                if returned.isSet { faults.append("a closure started after dispose() had returned") }
                for _ in 0..<20 { _ = returned.isSet }
                if returned.isSet { faults.append("a closure was running when dispose() returned") }
            }
            for element in 0..<history { source.onNext(element) }
        }
    }

    /// Two threads send for all they are worth, a third one disposes somewhere in between.
    @Test(arguments: Core.underLaw, ClosureSite.allCases)
    func noClosureRunsOrStartsOnceDisposeHasReturned(core: Core, site: ClosureSite) {
        core.run {
            var random = Random.stream(ClosureSite.allCases.firstIndex(of: site)!)
            race(rounds: 120, threads: 3) { number in
                Round(site, spins: random.below(400), history: number % 3 == 0 ? 20 : 0)
            } body: { round, index in
                if index == 0 {
                    for _ in 0..<round.spins { _ = round.returned.isSet }
                    round.subscription.dispose()
                    round.returned.set()
                } else {
                    for element in 0..<20 { round.source.onNext(element) }
                }
            } check: { round in
                round.faults.entries.first.map { "\($0), seed \(Random.seed)" }
            }
        }
    }

    @Test(arguments: Core.underLaw, ClosureSite.allCases)
    func disposeFromInsideItsOwnDeliveryReturnsAtOnceAndNothingFollows(core: Core, site: ClosureSite) {
        core.run {
            for history in [0, 30] {
                let source = PublishSubject<Int>(), subscription = SingleAssignmentDisposable()
                let holds = AtomicFlag(), isDisposed = AtomicFlag(), calls = AtomicCount()
                subscription.setDisposable(
                    site.subscribe(source) {
                        if isDisposed.isSet { calls.add() }
                        guard holds.isSet, !isDisposed.isSet else { return }
                        source.onNext(-1)
                        subscription.dispose()
                        isDisposed.set()
                    })
                onThread(within: 20) {
                    for element in 0..<history { source.onNext(element) }
                    holds.set()
                    for element in 0..<5 { source.onNext(element) }
                    source.onCompleted()
                }
                #expect(eventually { isDisposed.isSet })
                #expect(calls.value == 0, "after \(history) elements")
            }
        }
    }

    /// The same while another thread sends as well.
    @Test(arguments: Core.underLaw)
    func disposeFromInsideADeliveryStopsOtherSendersToo(core: Core) {
        core.run {
            race(rounds: 1000, threads: 2) { _ in
                let a = PublishSubject<Int>(), b = PublishSubject<Int>()
                let subscription = SingleAssignmentDisposable(), isDisposed = AtomicFlag(), late = AtomicCount()
                subscription.setDisposable(
                    Observable.merge(a, b).subscribe(onNext: { number in
                        if isDisposed.isSet { late.add() }
                        if number == 3 {
                            subscription.dispose()
                            isDisposed.set()
                        }
                    }))
                return (a, b, late)
            } body: { round, index in
                for number in 0..<6 { (index == 0 ? round.0 : round.1).onNext(number) }
            } check: { round in
                round.2.value == 0 ? nil : "\(round.2.value) deliveries after dispose() from inside"
            }
        }
    }

    /// What `create` returned leads back to the subscription that it is part of.
    @Test(arguments: Core.underLaw)
    func aSubscriptionThatOwnsItselfEndsOnce(core: Core) {
        core.run {
            let source = PublishSubject<Int>(), link = SingleAssignmentDisposable(), ends = AtomicCount()
            let looping = Observable<Int>.create { observer in
                CompositeDisposable(source.subscribe(observer), link, Disposables.create { ends.add() })
            }
            let subscription = Observable.merge(looping, .never()).subscribe(onNext: { _ in })
            link.setDisposable(subscription)
            onThread(within: 20) {
                source.onNext(1)
                subscription.dispose()
                subscription.dispose()
            }
            #expect(ends.value == 1)
            #expect(!source.hasObservers)
        }
    }

    /// Two subscriptions, each owned by a closure of the other, disposed by two threads at once.
    @Test(arguments: Core.underLaw)
    func subscriptionsThatOwnEachOtherEndOnceAndAreFreed(core: Core) {
        core.run {
            let alive = AtomicCount()
            race(rounds: 300, threads: 2) { _ in
                let links = [SingleAssignmentDisposable(), SingleAssignmentDisposable()]
                let source = PublishSubject<Int>(), ends = AtomicCount(), captured = Captured(alive)
                let subscriptions = (0..<2).map { index in
                    Observable<Int>.merge(
                        Observable.create { observer in
                            CompositeDisposable(
                                source.subscribe(observer), links[1 - index],
                                Disposables.create { withExtendedLifetime(captured) { _ = ends.add() } })
                        }, .never()
                    ).subscribe(onNext: { _ in })
                }
                for index in 0..<2 { links[index].setDisposable(subscriptions[index]) }
                return (source, subscriptions, ends)
            } body: { (round: (PublishSubject<Int>, [any Disposable], AtomicCount), index: Int) in
                if index == 0 { round.0.onNext(1) }
                round.1[index].dispose()
            } check: { round in
                if round.2.value != 2 { return "\(round.2.value) ends" }
                return round.0.hasObservers ? "an observer is left" : nil
            }
            #expect(eventually { alive.value == 0 }, "\(alive.value) pairs are left")
        }
    }
}
