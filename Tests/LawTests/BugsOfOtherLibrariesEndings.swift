import Foundation
import Rx
import RxPlatform
import Testing

@testable import LawSupport

/// What went wrong in other Rx libraries when subscriptions end, begin again or are awaited by tasks, replayed. The name is the
/// law; the comment names the library and the thread that tells of it.
@Suite struct BugsOfOtherLibrariesEndings {
    /// RxSwift 38, 1192: a source that completes when it is disposed is heard after `dispose`.
    @Test(arguments: Core.underLaw)
    func whatASourceSendsWhenItIsDisposedIsNotHeard(core: Core) {
        core.run {
            let source = Observable<Int>.create { observer in
                Disposables.create {
                    observer.onNext(1)
                    observer.onCompleted()
                }
            }
            let outputs = [
                source, source.map { $0 }, Observable.merge(source, .never()), source.share(replay: 1), source.retry(),
                Observable.just(1).flatMapLatest { _ in source }, source.observe(on: CurrentThreadScheduler.instance),
                source.take(until: Observable<Int>.never()), Observable.zip([source, source]).map { $0[0] },
                source.groupBy { $0 }.flatMap { $0 },
            ]
            for (index, output) in outputs.enumerated() {
                let probe = Probe<Int>(), ends = AtomicCount()
                output.do(onDispose: { ends.add() }).subscribe(probe).dispose()
                #expect(probe.elements == [] && probe.stops == 0, "sequence \(index)")
                #expect(ends.value == 1, "sequence \(index)")
            }
        }
    }

    /// RxSwift 2268, 1778: of a source that is subscribed to and observed on schedulers something is heard after `dispose`.
    @Test(arguments: Core.underLaw)
    func nothingIsHeardOnceDisposeHasReturnedHoweverManySchedulersThereAre(core: Core) {
        core.run {
            let schedulers = [SerialScheduler(core: core), SerialScheduler(core: core)], alive = AtomicCount()
            var random = Random.stream(1)
            for _ in 0..<300 {
                let isOver = AtomicFlag(), late = AtomicCount()
                let object = Captured(alive)
                let heard: (Int) -> Void = { [object] _ in
                    withExtendedLifetime(object) {
                        if isOver.isSet { late.add() }
                        giveWay()
                        if isOver.isSet { late.add() }
                    }
                }
                let subscription = Observable.just(1).observe(on: schedulers[0]).do(onNext: heard).subscribe(on: schedulers[0])
                    .observe(on: schedulers[1]).do(onNext: heard).subscribe(on: schedulers[1]).subscribe(onNext: heard)
                for _ in 0..<random.below(4) { giveWay() }
                subscription.dispose()
                isOver.set()
                #expect(late.value == 0, "seed \(Random.seed)")
            }
            #expect(eventually { alive.value == 0 })
        }
    }

    /// RxJava 1018, RxJS 5620, 5621, 5623: the resources of an attempt that has failed are kept until the last one is over.
    @Test(arguments: Core.underLaw, [false, true])
    func anAttemptIsTakenDownBeforeTheNextOneBegins(core: Core, isAsynchronous: Bool) {
        core.run {
            var log: [String] = [], inputs: [AnyObserver<Int>] = []
            let failing = Observable<Int>.using(
                {
                    log.append("+")
                    return Resource { log.append("-") }
                },
                observableFactory: { _ in
                    .create { observer in
                        if isAsynchronous { inputs.append(observer) } else { observer.onError(TestError()) }
                        return Disposables.create()
                    }
                })
            let attempts = [
                failing.retry(3), Observable.catch(sequence: [failing, failing, failing]),
                failing.retry(when: { (errors: Observable<any Error>) in errors.enumerated().take(while: { $0.index < 2 }) }),
            ]
            for (index, output) in attempts.enumerated() {
                log = []
                inputs = []
                let probe = Probe<Int>(), subscription = output.subscribe(probe)
                while let input = inputs.popLast() { input.onError(TestError()) }
                #expect(log == ["+", "-", "+", "-", "+", "-"], "sequence \(index)")
                #expect(probe.stops == 1 && probe.fault == nil, "sequence \(index)")
                subscription.dispose()
            }
        }
    }

    /// RxJava 4241, 6358: a trigger that asks for another attempt several times gets several at once.
    @Test(arguments: Core.underLaw)
    func aTriggerThatRepeatsItselfBringsOneAttemptAtATime(core: Core) {
        core.run {
            race(rounds: 200, threads: 2) { _ in
                let running = AtomicCount(), overlaps = AtomicCount(), inputs = LockedLog<AnyObserver<Int>>(), trigger = PublishSubject<Void>()
                let source = Observable<Int>.create { observer in
                    if running.add() > 1 { overlaps.add() }
                    inputs.append(observer)
                    return Disposables.create { running.add(-1) }
                }
                let probe = Probe<Int>()
                _ = source.retry(when: { (_: Observable<any Error>) in trigger }).subscribe(probe)
                return (inputs, trigger, probe, overlaps)
            } body: { (round: (LockedLog<AnyObserver<Int>>, PublishSubject<Void>, Probe<Int>, AtomicCount), index: Int) in
                for _ in 0..<5 {
                    if index == 0 { round.0.entries.last!.onError(TestError()) } else { round.1.onNext(()) }
                }
            } check: { inputs, trigger, probe, overlaps in
                defer { inputs.removeAll() }  // The source holds the list, and who retries holds the source.
                trigger.onNext(())
                inputs.entries.last!.onNext(7)
                inputs.entries.last!.onCompleted()
                if let fault = probe.fault { return fault }
                if overlaps.value > 0 { return "\(overlaps.value) attempts at once" }
                if probe.elements != [7] || !probe.isCompleted { return "\(probe.elements), \(probe.stops) stop events" }
                return trigger.hasObservers ? "the trigger is still subscribed to" : nil
            }
        }
    }

    /// RxSwift 1347: what follows a completable is disposed when that has completed.
    @Test(arguments: Core.underLaw)
    func whatFollowsACompletableOutlivesIt(core: Core) {
        core.run {
            for isAsynchronous in [false, true] {
                let first = PublishSubject<Never>(), ends = AtomicCount(), heard = LockedLog<Int>()
                var succeed: Single<Int>.SingleObserver?
                let second = Single<Int>.create { observer in
                    succeed = observer
                    return Disposables.create { ends.add() }
                }
                let completable = isAsynchronous ? first.asCompletable() : Completable.empty()
                let subscription = completable.andThen(second).subscribe(onSuccess: heard.append)
                first.onCompleted()
                #expect(ends.value == 0)
                succeed?(.success(1))
                #expect(heard.entries == [1])
                #expect(ends.value == 1)
                subscription.dispose()
            }
        }
    }

    /// RxSwift 2563: a single whose source succeeds a second time, on another thread or from inside the first, has two elements.
    @Test(arguments: Core.underLaw, [false, true])
    func aSequenceOfOneElementHasOneHoweverOftenItsSourceSucceeds(core: Core, maybe: Bool) {
        core.run {
            for onAnotherThread in [false, true] {
                var succeed: (Int) -> Void = { _ in }
                let output =
                    maybe
                    ? Maybe<Int>.create { observer in
                        succeed = { observer(.success($0)) }
                        return Disposables.create()
                    }.asObservable()
                    : Single<Int>.create { observer in
                        succeed = { observer(.success($0)) }
                        return Disposables.create()
                    }.asObservable()
                let probe = Probe<Int> { event in
                    guard event.element == 1 else { return }
                    if onAnotherThread { onThread { succeed(2) } } else { succeed(2) }
                }
                _ = output.subscribe(probe)
                succeed(1)
                #expect(probe.elements == [1])
                #expect(probe.isCompleted && probe.fault == nil)
                probe.forget()
            }
        }
    }

    /// RxSwift 2426, 2563: success, a second success and cancellation at once resume a task twice, or never.
    @Test(arguments: Core.underLaw)
    func aTaskThatAwaitsASingleIsResumedOnce(core: Core) async {
        for _ in 0..<100 {
            let inputs = LockedLog<UncheckedBox<Single<Int>.SingleObserver>>(), ends = AtomicCount()
            let single = Single<Int>.create { observer in
                inputs.append(UncheckedBox(observer))
                return Disposables.create { ends.add() }
            }
            let onCore = single.asObservable().on(core: core).asSingle()
            let task = Task { try await onCore.value }
            while inputs.entries.isEmpty { await Task.yield() }
            let succeed = inputs.entries[0].value
            together([{ succeed(.success(1)) }, { succeed(.success(2)) }, { task.cancel() }])
            switch await task.result {
            case .success(let element): #expect(element == 1 || element == 2)
            case .failure(let error): #expect(error is CancellationError)
            }
            #expect(eventually { ends.value == 1 })
        }
    }

    /// RxJava 3836, 3812, Rx.NET 701: what has ended keeps its last elements for as long as somebody holds the subscription.
    @Test(arguments: Core.underLaw, [false, true])
    func whatHasEndedKeepsNoElementThoughTheSubscriptionIsHeld(core: Core, fails: Bool) {
        core.run {
            typealias Held = Observable<Captured>
            let operators: [(Held, ForeignScheduler) -> Observable<Any>] = [
                { source, _ in source.distinctUntilChanged { $0 === $1 }.map { $0 } },
                { source, _ in source.scan([]) { $0 + [$1] }.map { $0 } },
                { source, _ in source.reduce([]) { $0 + [$1] }.map { $0 } },
                { source, _ in source.takeLast(2).map { $0 } },
                { source, _ in Observable.combineLatest(source, Held.never()) { $1 } },
                { source, _ in Observable.zip([source, Held.never()]).map { $0 } },
                { source, _ in Held.never().withLatestFrom(source).map { $0 } },
                { source, _ in source.sample(Held.never()).map { $0 } },
                { source, _ in source.flatMapLatest { Held.never().startWith($0) }.map { $0 } },
                { source, _ in source.concatMap { Held.never().startWith($0) }.map { $0 } },
                { source, _ in source.share(replay: 2).map { $0 } },
                { source, _ in source.replayAll().refCount().map { $0 } },
                { source, _ in source.groupBy { ObjectIdentifier($0) }.flatMap { $0 }.map { $0 } },
                { source, _ in source.toArray().asObservable().map { $0 } },
                { source, clock in source.debounce(.seconds(9), scheduler: clock).map { $0 } },
                { source, clock in source.throttle(.seconds(9), scheduler: clock).map { $0 } },
                { source, clock in source.delay(.seconds(9), scheduler: clock).map { $0 } },
                { source, clock in source.buffer(timeSpan: .seconds(9), count: 9, scheduler: clock).map { $0 } },
                { source, clock in source.window(timeSpan: .seconds(9), count: 9, scheduler: clock).flatMap { $0 }.map { $0 } },
                { source, clock in source.take(1).timeout(.seconds(9), other: Held.never(), scheduler: clock).map { $0 } },
            ]
            for (index, build) in operators.enumerated() {
                let alive = AtomicCount(), source = PublishSubject<Captured>(), clock = ForeignScheduler(ForeignLock(patience: 60))
                let subscription = build(source.asObservable(), clock).subscribe(onError: { _ in })
                for _ in 0..<3 { source.onNext(Captured(alive)) }
                if fails { source.onError(TestError()) } else { subscription.dispose() }
                withExtendedLifetime((subscription, clock)) { #expect(alive.value == 0, "operator \(index)") }
                clock.discard()
            }
        }
    }
}

/// A resource that tells when it is disposed.
private final class Resource: Disposable, @unchecked Sendable {  // Sendable: constant.
    private let end: () -> Void

    init(_ end: @escaping () -> Void) { self.end = end }

    func dispose() { end() }
}
