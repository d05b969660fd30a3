import Foundation
import Rx
import RxPlatform
import Testing

@testable import LawSupport

/// `subscribe(on:)` takes its source down on a scheduler, which may be busy; G2 and what is a user's own hold all the same.
@Suite struct SubscribeOnLaws {
    /// Runs the first piece of work at once and keeps the others until it is told to run them.
    private final class FirstOnlyScheduler: ImmediateSchedulerType, @unchecked Sendable {  // Sendable: guarded by `mutex`.
        private let mutex = NSLock()
        private var hasRun = false
        private var kept: [() -> Void] = []

        func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
            let isFirst = mutex.withLock {
                defer { hasRun = true }
                if hasRun { kept.append { _ = action(state) } }
                return !hasRun
            }
            return isFirst ? action(state) : Disposables.create()
        }

        var pieces: Int { mutex.withLock { kept.count } }

        func runTheRest() {
            while let work = mutex.withLock({ kept.isEmpty ? nil : kept.removeFirst() }) { work() }
        }
    }

    /// But for the observer's own, which are downstream, and where a user's own disposable, which the scheduler has yet to
    /// dispose, holds the subscription.
    private static let sites = ClosureSite.allCases.filter { ![.onNext, .event, .insideCreateInAnotherDisposable].contains($0) }

    @Test(arguments: Core.underLaw, sites)
    func noClosureRunsWhileTheTearDownWaitsForItsScheduler(core: Core, site: ClosureSite) {
        core.run {
            for history in [0, 30] {
                let source = PublishSubject<Int>(), scheduler = FirstOnlyScheduler(), calls = AtomicCount()
                let subscription = site.build(source) { calls.add() }.subscribe(on: scheduler).subscribe()
                for element in 0..<history { source.onNext(element) }
                subscription.dispose()
                let before = calls.value
                for element in 0..<3 { source.onNext(element) }
                #expect(calls.value == before, "after \(history) elements")
                scheduler.runTheRest()
                #expect(!source.hasObservers)
            }
        }
    }

    /// Two threads send, a third one disposes; nothing runs once that has returned.
    @Test(arguments: Core.underLaw, sites)
    func noClosureRunsOrStartsOnceDisposeHasReturned(core: Core, site: ClosureSite) {
        core.run {
            var random = Random.stream(ClosureSite.allCases.firstIndex(of: site)!)
            race(rounds: 40, threads: 3) { _ in
                Round(site, spins: random.below(400))
            } body: { round, index in
                if index == 0 {
                    for _ in 0..<round.spins { _ = round.returned.isSet }
                    round.subscription.dispose()
                    round.returned.set()
                } else {
                    for element in 0..<20 { round.source.onNext(element) }
                }
            } check: { round in
                round.scheduler.runTheRest()
                if round.source.hasObservers { return "the source is still subscribed to, seed \(Random.seed)" }
                return round.faults.entries.first.map { "\($0), seed \(Random.seed)" }
            }
        }
    }

    private final class Round: @unchecked Sendable {  // Sendable: constant after `init`.
        let source = PublishSubject<Int>()
        let scheduler = FirstOnlyScheduler()
        let returned = AtomicFlag()
        let faults = LockedLog<String>()
        let spins: Int
        let subscription: any Disposable

        init(_ site: ClosureSite, spins: Int) {
            self.spins = spins
            let output = site.build(source) { [returned, faults] in
                if returned.isSet { faults.append("a closure started after dispose() had returned") }
                for _ in 0..<20 { _ = returned.isSet }
                if returned.isSet { faults.append("a closure was running when dispose() returned") }
            }
            subscription = output.subscribe(on: scheduler).subscribe()
        }
    }

    /// What a user gave to be disposed of is disposed of on the scheduler, in the order without one; subscriptions in
    /// between end at once.
    @Test(arguments: Core.underLaw)
    func whatIsAUsersWaitsForTheScheduler(core: Core) {
        core.run {
            func log(
                _ subscribed: (Observable<Int>) -> Observable<Int>, _ dispose: (any Disposable) -> Void, afterwards: () -> Void = {}
            ) -> [String] {
                var log: [String] = []
                func disposable(_ name: String) -> any Disposable { Disposables.create { log.append(name) } }
                let subject = PublishSubject<Int>()
                let source = Observable<Int>.create { observer in
                    let inner = subject.do(onNext: { log.append("heard \($0)") }, onDispose: { log.append("inner") }).subscribe(observer)
                    return Disposables.create(disposable("before"), inner, disposable("after"))
                }
                let used = Observable.using({ AnonymousResource { log.append("resource") } }, observableFactory: { _ in source })
                let subscription = subscribed(used.do(onDispose: { log.append("outer") })).subscribe()
                subject.onNext(1)
                dispose(subscription)
                subject.onNext(2)
                log.append("disposed")
                afterwards()
                return log
            }
            let plain = log({ $0 }, { $0.dispose() })
            let scheduler = FirstOnlyScheduler()
            let deferred = log({ $0.subscribe(on: scheduler) }, { $0.dispose() }, afterwards: scheduler.runTheRest)
            #expect(plain.first == "heard 1" && plain.last == "disposed")
            #expect(Set(plain) == ["heard 1", "before", "inner", "after", "resource", "outer", "disposed"])
            #expect(deferred.prefix(2) == ["heard 1", "disposed"] && deferred.count == plain.count)
            #expect(deferred.dropFirst(2) == plain.dropFirst().dropLast())
        }
    }

    private struct AnonymousResource: Disposable, @unchecked Sendable {  // Sendable: constant.
        let action: () -> Void
        func dispose() { action() }
    }

    /// The last one of several to leave a sharing decides where the source is torn down.
    @Test(arguments: Core.underLaw)
    func aSharingThatSomebodyElseUsesGoesOn(core: Core) {
        core.run {
            let source = PublishSubject<Int>(), scheduler = FirstOnlyScheduler(), heard = LockedLog<Int>()
            let shared = source.share(replay: 1)
            let first = shared.subscribe(on: scheduler).subscribe()
            let second = shared.subscribe(onNext: heard.append)
            first.dispose()
            source.onNext(1)
            scheduler.runTheRest()
            source.onNext(2)
            #expect(heard.entries == [1, 2])
            second.dispose()
            #expect(!source.hasObservers)
        }
    }

    /// Runs the first piece of work at once, each other one on a thread of its own, for which it waits.
    private final class ThreadPerItemScheduler: ImmediateSchedulerType, @unchecked Sendable {  // Sendable: used by one thread at a time.
        private var hasRun = false

        func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
            if hasRun {
                onThread { _ = action(state) }
                return Disposables.create()
            }
            hasRun = true
            return action(state)
        }
    }

    @Test(arguments: Core.underLaw)
    func theTearDownWaitsForTheDeliveryThatDisposes(core: Core) {
        core.run {
            let source = PublishSubject<Int>(), subscription = SingleAssignmentDisposable(), log = LockedLog<String>()
            subscription.setDisposable(
                source.do(onDispose: { log.append("disposed") }).subscribe(on: ThreadPerItemScheduler()).subscribe(onNext: { _ in
                    subscription.dispose()
                    log.append("delivered")
                }))
            source.onNext(1)
            #expect(log.entries == ["delivered", "disposed"])
        }
    }

    @Test(arguments: Core.underLaw)
    func theTearDownWaitsForWhatFollowsAStopEvent(core: Core) {
        core.run {
            let source = PublishSubject<Int>(), log = LockedLog<String>(), thread = Thread.current
            _ = source.do(
                afterCompleted: { log.append(Thread.current == thread ? "after" : "after, on another thread") },
                onDispose: { log.append("disposed") }
            ).subscribe(on: ThreadPerItemScheduler()).subscribe(onCompleted: { log.append("completed") })
            source.onCompleted()
            #expect(log.entries == ["completed", "after", "disposed"])
        }
    }

    @Test(arguments: Core.underLaw, [false, true])
    func aNestedOneIsTornDownOnItsOwnScheduler(core: Core, isInner: Bool) {
        core.run {
            let near = FirstOnlyScheduler(), far = FirstOnlyScheduler(), log = LockedLog<String>()
            let source = Observable<Int>.never().do(onDispose: { log.append("disposed") }).subscribe(on: near)
            let output = isInner ? Observable.just(1).flatMap { _ in source } : source
            output.subscribe(on: far).subscribe().dispose()
            far.runTheRest()
            #expect(log.entries == [])
            near.runTheRest()
            #expect(log.entries == ["disposed"])
        }
    }

    /// Whatever is between the source and `subscribe(on:)`.
    private static let shapes: [(name: String, build: @Sendable (Observable<Int>) -> Observable<Int>)] = [
        ("merge", { .merge($0, .never()) }), ("flatMap", { source in Observable.just(1).flatMap { _ in source } }),
        ("flatMapLatest", { source in Observable.just(1).flatMapLatest { _ in source } }),
        ("combineLatest", { .combineLatest($0, Observable<Int>.never()) { a, _ in a } }), ("concat", { .concat([$0, .never()]) }),
        ("retry", { $0.retry() }), ("share", { $0.share() }), ("share(replay: 1)", { $0.share(replay: 1) }),
        ("share, twice", { $0.share().map { $0 }.share() }),
        ("refCount", { ConnectableMadeElsewhere($0.publish()).refCount() }),
        ("multicast", { $0.multicast({ PublishSubject() }, selector: { .merge($0, $0) }) }),
        ("groupBy", { $0.groupBy { $0 }.flatMap { $0 } }), ("create", { source in .create { source.subscribe($0) } }),
        ("create, in a composite", { source in .create { CompositeDisposable(Disposables.create(), source.subscribe($0)) } }),
        (
            "create, connected",
            { source in
                .create { observer in
                    let connectable = source.publish()
                    return Disposables.create(connectable.subscribe(observer), connectable.connect())
                }
            }
        ),
        (
            "using",
            { source in
                .using({ CompositeDisposable(disposables: [source.subscribe()]) }, observableFactory: { _ in .never() })
            }
        ),
    ]

    @Test(arguments: Core.underLaw, SubscribeOnLaws.shapes.indices)
    func allIsTornDownOnTheSchedulerInOnePiece(core: Core, index: Int) {
        let shape = SubscribeOnLaws.shapes[index]
        core.run {
            let scheduler = FirstOnlyScheduler(), log = LockedLog<String>()
            let source = Observable<Int>.never().do(onDispose: { log.append("disposed") })
            shape.build(source).subscribe(on: scheduler).subscribe().dispose()
            #expect(log.entries == [] && scheduler.pieces == 1, "\(shape.name): \(scheduler.pieces) pieces")
            scheduler.runTheRest()
            #expect(log.entries == ["disposed"], "\(shape.name)")
        }
    }

    /// As without the scheduler: what is upstream first.
    @Test(arguments: Core.underLaw)
    func aResourceIsDisposedOfAfterTheSequenceThatUsesIt(core: Core) {
        core.run {
            let scheduler = FirstOnlyScheduler(), log = LockedLog<String>()
            Observable<Int>.using({ AnonymousResource { log.append("resource") } }) { _ in
                .merge(.never().do(onDispose: { log.append("sequence") }), .never())
            }.subscribe(on: scheduler).subscribe().dispose()
            #expect(scheduler.pieces == 1)
            scheduler.runTheRest()
            #expect(log.entries == ["sequence", "resource"])
        }
    }

    /// One thread is in the closure, another one disposes; its wait goes through what the segment owned.
    @Test(arguments: Core.underLaw, sites)
    func disposeWaitsForTheRunningClosure(core: Core, site: ClosureSite) {
        core.run {
            let source = PublishSubject<Int>(), scheduler = FirstOnlyScheduler()
            let holds = AtomicFlag(), isInside = AtomicFlag(), returned = AtomicFlag(), faults = LockedLog<String>()
            let subscription = UncheckedBox(
                site.build(source) {
                    guard holds.isSet else { return }
                    isInside.set()
                    for _ in 0..<300 {
                        giveWay()
                        if returned.isSet { return faults.append("dispose() returned while a closure was running") }
                    }
                }.subscribe(on: scheduler).subscribe())
            source.onNext(0)
            holds.set()
            let ended = together(
                [
                    { source.onNext(1) },
                    {
                        guard eventually({ isInside.isSet }) else { return faults.append("the closure was never called") }
                        subscription.value.dispose()
                        returned.set()
                    },
                ], within: 30)
            #expect(ended)
            #expect(faults.entries == [])
            scheduler.runTheRest()
            #expect(!source.hasObservers)
        }
    }

    /// What waits for its own scheduler, upstream of here, is told at once that it needn't be made any more.
    @Test(arguments: Core.underLaw)
    func whatWaitsForAnotherSchedulerIsNeverMade(core: Core) {
        core.run {
            let source = PublishSubject<Int>(), scheduler = FirstOnlyScheduler(), timers = FirstOnlyScheduler(), isMade = AtomicFlag()
            _ = timers.schedule(()) { _ in Disposables.create() }
            let late = Observable<Int>.create { observer in
                isMade.set()
                return source.subscribe(observer)
            }
            let output = Observable.just(1).flatMap { _ in late.subscribe(on: timers).share() }
            output.subscribe(on: scheduler).subscribe().dispose()
            timers.runTheRest()
            #expect(!isMade.isSet && !source.hasObservers)
            scheduler.runTheRest()
            #expect(!source.hasObservers)
        }
    }

    @Test(arguments: Core.underLaw)
    func whatHasNotBeenSubscribedToNeedsNoTearDown(core: Core) {
        core.run {
            let scheduler = FirstOnlyScheduler(), log = LockedLog<String>()
            _ = scheduler.schedule(()) { _ in Disposables.create() }
            let source = Observable<Int>.create { _ in
                log.append("subscribed")
                return Disposables.create()
            }
            source.subscribe(on: scheduler).subscribe().dispose()
            #expect(scheduler.pieces == 1)
            scheduler.runTheRest()
            #expect(log.entries == [])
        }
    }
}
