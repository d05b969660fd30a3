import Rx
import Testing

@testable import LawSupport

/// What went wrong in other Rx libraries where one connection serves many observers, replayed. The name is the law; the comment
/// names the library and the thread that tells of it.
@Suite struct BugsOfOtherLibrariesSharing {
    typealias Sharing = SharingLaws.Sharing

    /// Those with a connection that begins anew.
    private static let fresh = Sharing.allCases.filter { $0 != .shareForever }
    private static let replaying: [Sharing] = [.shareReplay1, .shareReplay2, .replayRefCount]

    /// RxSwift 2708, 2718, 2655: the first connects under a lock, or two find themselves first, or each gets a subject of its own.
    @Test(arguments: Core.underLaw, Sharing.allCases)
    func whoSubscribesWhileAnotherThreadConnectsNeitherWaitsNorConnects(core: Core, sharing: Sharing) {
        core.run {
            let begun = AtomicCount(), probes = [Probe<Int>(), Probe<Int>()]
            var shared: Observable<Int>?, subscriptions: [any Disposable] = []
            let source = Observable<Int>.create { observer in
                if begun.add() == 1 { onThread { subscriptions.append(shared!.subscribe(probes[1])) } }
                observer.onNext(1)
                return Disposables.create()
            }
            shared = sharing.apply(source)
            subscriptions.append(shared!.subscribe(probes[0]))
            #expect(begun.value == 1)
            #expect(probes.map(\.elements) == [[1], [1]])
            for subscription in subscriptions { subscription.dispose() }
            shared = nil
        }
    }

    /// RxSwift 1111: who comes after the end has the source subscribed to once more, and disposed at once.
    @Test(arguments: Core.underLaw, [0, 1, 2])
    func whoComesAfterTheEndOfAnEverlastingShareHearsItAndSubscribesToNothing(core: Core, replayed: Int) {
        core.run {
            let source = CountedSource(), shared = source.observable.share(replay: replayed, scope: .forever)
            let early = Probe<Int>(), late = Probe<Int>()
            _ = shared.subscribe(early)
            source.subject.onNext(1)
            source.subject.onCompleted()
            _ = shared.subscribe(late)
            #expect(early.elements == [1] && early.isCompleted)
            #expect(late.elements == (replayed == 0 ? [] : [1]))
            #expect(late.isCompleted)
            #expect(source.begun.value == 1)
            #expect(source.ended.value == 1)
        }
    }

    /// RxSwift 1615: what was shared for ever is forgotten when the last one leaves.
    @Test(arguments: Core.underLaw)
    func anEverlastingShareReplaysWhatItHeardInAnEarlierConnection(core: Core) {
        core.run {
            let source = CountedSource(), shared = source.observable.share(replay: 1, scope: .forever), probe = Probe<Int>()
            let first = shared.subscribe()
            source.subject.onNext(1)
            first.dispose()
            let second = shared.subscribe(probe)
            source.subject.onNext(2)
            #expect(probe.elements == [1, 2])
            #expect(source.begun.value == 2)
            second.dispose()
            #expect(source.ended.value == 2)
        }
    }

    /// RxJava 1688, RxJS 6370: a source that sends while it is connected hears of nobody's leaving, and never ends.
    @Test(arguments: Core.underLaw, Sharing.allCases)
    func anEndlessSourceEndsWhenItsOnlyObserverHasHadEnough(core: Core, sharing: Sharing) {
        core.run {
            let made = AtomicCount()
            let shared = sharing.apply(
                Observable.generate(initialState: 0, condition: { _ in made.add() < 100_000 }, iterate: { $0 + 1 }))
            for round in 0..<2 {
                let probe = Probe<Int>()
                onThread { _ = shared.take(3).subscribe(probe) }
                #expect(probe.elements == (round == 1 && sharing == .shareForever ? [2, 0, 1] : [0, 1, 2]))
                #expect(probe.isCompleted)
            }
            #expect(made.value < 10)
        }
    }

    /// RxJava 6296, RxJS 6760, 7005: who leaves before or while the connection is made spoils it for all who come later.
    @Test(arguments: Core.underLaw, fresh)
    func whoLeavesAtOnceSpoilsNothing(core: Core, sharing: Sharing) {
        core.run {
            let subject = BehaviorSubject(value: 1), shared = sharing.apply(subject)
            _ = shared.take(until: Observable.just(0)).subscribe()
            _ = shared.take(until: shared).subscribe()
            _ = shared.take(1).subscribe(onNext: { _ in _ = shared.take(1).subscribe() })
            subject.onNext(2)
            let probe = Probe<Int>()
            _ = shared.take(1).subscribe(probe)
            #expect(probe.elements == [2])
            #expect(probe.isCompleted)
            #expect(!subject.hasObservers)
        }
    }

    /// Rx.NET 453: an observer that subscribes to what it is hearing blocks for ever.
    @Test(arguments: Core.underLaw, replaying)
    func anObserverMaySubscribeToWhatItIsHearingAndLeave(core: Core, sharing: Sharing) {
        core.run {
            let subject = BehaviorSubject(value: 10), shared = sharing.apply(subject), heard = LockedLog<Int>()
            onThread {
                shared.subscribe().dispose()
                let outer = shared.subscribe(onNext: { _ in shared.subscribe(onNext: heard.append).dispose() })
                subject.onNext(11)
                outer.dispose()
            }
            // The one that keeps two replays both, in order.
            #expect(heard.entries == (sharing == .shareReplay2 ? [10, 10, 11] : [10, 11]))
            #expect(!subject.hasObservers)
        }
    }

    /// RxJava 6185, 6501: of two that come while a connection ends, one hangs. Where the connectable is made elsewhere, that is one
    /// of the limits in `docs/Guarantees.md`.
    @Test(arguments: Core.underLaw, fresh.filter { $0 != .refCountMadeElsewhere })
    func eachOfTwoThreadsThatShareAShortSourceHearsItsEnd(core: Core, sharing: Sharing) {
        core.run {
            race(rounds: 300, threads: 2) { _ in
                (sharing.apply(.just(1)), [Probe<Int>(), Probe<Int>()])
            } body: { (round: (Observable<Int>, [Probe<Int>]), index: Int) in
                _ = round.0.subscribe(round.1[index])
            } check: { round in
                for probe in round.1 {
                    if let fault = probe.fault { return fault }
                    if !probe.isCompleted { return "no end" }
                    let misses = probe.elements.isEmpty && !Self.replaying.contains(sharing)
                    if probe.elements != [1], !misses { return "\(probe.elements)" }
                }
                return nil
            }
        }
    }

    /// Reactor 1260, RxJava 6185: two that take one element each, again and again, and some day nobody gets any.
    @Test(arguments: Core.underLaw, replaying + [.shareForever])
    func whoTakesOneElementOfASharedSourceAlwaysGetsOne(core: Core, sharing: Sharing) {
        core.run {
            race(rounds: 150, threads: 2) { _ in
                let begun = AtomicCount(), ended = AtomicCount()
                let source = Observable<Int>.create { observer in
                    begun.add()
                    observer.onNext(1)
                    return Disposables.create { ended.add() }
                }
                return (sharing.apply(source), (0..<2).map { _ in (0..<5).map { _ in Probe<Int>() } }, begun, ended)
            } body: { (round: (Observable<Int>, [[Probe<Int>]], AtomicCount, AtomicCount), index: Int) in
                for probe in round.1[index] { _ = round.0.take(1).subscribe(probe) }
            } check: { _, probes, begun, ended in
                for probe in probes.joined() where probe.elements != [1] || !probe.isCompleted || probe.fault != nil {
                    return probe.fault ?? "\(probe.elements)"
                }
                return begun.value == ended.value ? nil : "\(begun.value) connections began, \(ended.value) ended"
            }
        }
    }

    /// RxJS 678, RxJava 2564, Reactor 1385: the connection is reset after its error was passed on, so `retry` joins a dead one.
    @Test(arguments: Core.underLaw, fresh)
    func allWhoRetryASharedSourceShareTheNextConnection(core: Core, sharing: Sharing) {
        core.run {
            var inputs: [AnyObserver<Int>] = []
            let source = Observable<Int>.create { observer in
                inputs.append(observer)
                return Disposables.create()
            }
            let shared = sharing.apply(source), probes = [Probe<Int>(), Probe<Int>()]
            for probe in probes { _ = shared.retry(2).subscribe(probe) }
            #expect(inputs.count == 1)
            inputs[0].onNext(0)
            inputs[0].onError(TestError(number: 0))
            #expect(inputs.count == 2)
            inputs.last?.onNext(1)
            inputs.last?.onError(TestError(number: 1))
            for probe in probes {
                #expect(probe.fault == nil)
                #expect(probe.elements == [0, 1])
                #expect(probe.error as? TestError == TestError(number: 1))
            }
            #expect(inputs.count == 2)
            inputs = []  // They hold the source, which holds them.
        }
    }

    /// RxJS 1041, Rx.NET 2216: a shared source that fails while it is connected is retried once or twice, and then no more.
    @Test(arguments: Core.underLaw, fresh)
    func aSharedSourceThatFailsAtOnceIsRetriedAsOftenAsAskedFor(core: Core, sharing: Sharing) {
        core.run {
            let probe = Probe<Int>(), failing = Observable.of(10, 20, 30).concat(Observable.error(TestError()))
            _ = sharing.apply(failing).retry(5).subscribe(probe)
            #expect(probe.fault == nil)
            #expect(probe.elements == Array(repeating: [10, 20, 30], count: 5).flatMap { $0 })
            #expect(probe.error as? TestError == TestError())
        }
    }

    /// Reaktive 774: a connection that begins while the one before is being taken down is taken down with it.
    @Test(arguments: Core.underLaw, Sharing.allCases)
    func whoComesWhileAConnectionIsTakenDownGetsTheNextOne(core: Core, sharing: Sharing) {
        core.run {
            let begun = AtomicCount(), ended = AtomicCount(), probe = Probe<Int>()
            var shared: Observable<Int>?, inputs: [AnyObserver<Int>] = [], second: (any Disposable)?
            let source = Observable<Int>.create { observer in
                let number = begun.add()
                inputs.append(observer)
                observer.onNext(number)
                return Disposables.create {
                    if ended.add() == 1 { onThread { second = shared!.subscribe(probe) } }
                }
            }
            shared = sharing.apply(source)
            shared!.subscribe().dispose()
            #expect(begun.value == 2)
            #expect(ended.value == 1)
            inputs[0].onNext(8)
            inputs.last?.onNext(9)
            #expect(probe.fault == nil)
            #expect(probe.elements == (sharing == .shareForever ? [1, 2, 9] : [2, 9]))
            second?.dispose()
            #expect(ended.value == 2)
            (shared, inputs) = (nil, [])  // They hold the source, which holds them.
        }
    }

    /// RxJava 6921: what was replayed of a connection that was disposed is replayed to those who come before the next one.
    @Test(arguments: Core.underLaw)
    func aConnectionThatWasDisposedTakesItsReplayWithIt(core: Core) {
        core.run {
            let source = PublishSubject<Int>(), shared = source.replay(1), probe = Probe<Int>()
            let first = shared.connect()
            source.onNext(1)
            first.dispose()
            let subscription = shared.subscribe(probe)
            #expect(probe.elements == [])
            let second = shared.connect()
            source.onNext(2)
            #expect(probe.elements == [2])
            second.dispose()
            subscription.dispose()
        }
    }

    /// RxJava 5172, 4228: the latest element, and observers that have left, stay in memory with the shared sequence.
    @Test(arguments: Core.underLaw)
    func whenAllHaveLeftASharedSequenceKeepsNeitherElementsNorObservers(core: Core) {
        core.run {
            let elements = AtomicCount(), observers = AtomicCount()
            let source = Observable<Captured>.create { observer in
                for _ in 0..<3 { observer.onNext(Captured(elements)) }
                return Disposables.create()
            }
            let kept = [
                source.share(), source.share(replay: 1), source.share(replay: 2), source.replay(1).refCount(),
                source.replayAll().refCount(),
            ]
            for shared in kept {
                let subscriptions = (0..<2).map { _ in
                    let object = Captured(observers)
                    return shared.subscribe(onNext: { _ in withExtendedLifetime(object) {} })
                }
                for subscription in subscriptions { subscription.dispose() }
                withExtendedLifetime(subscriptions) {
                    #expect(elements.value == 0)
                    #expect(observers.value == 0)
                }
            }
            withExtendedLifetime(kept) {}
        }
    }

    /// kotlinx.coroutines 2320, RxJava 2654: of two observers one is slow, and some day neither of them hears anything any more.
    @Test(arguments: Core.underLaw)
    func aSlowObserverOfASharedSourceKeepsNobodyWaitingAndMissesNothing(core: Core) {
        core.run {
            let source = CountedSource(), shared = source.observable.share(replay: 1), fast = Probe<Int>(), slow = Probe<Int>()
            let scheduler = SerialScheduler(core: core), mayGoOn = AtomicFlag()
            _ = scheduler.schedule(()) { _ in
                _ = eventually { mayGoOn.isSet }
                return Disposables.create()
            }
            _ = shared.observe(on: scheduler).subscribe(slow)
            _ = shared.subscribe(fast)
            for number in 0..<3000 { source.subject.onNext(number) }
            source.subject.onCompleted()
            #expect(fast.elements == Array(0..<3000) && fast.isCompleted)
            #expect(slow.elements == [])
            mayGoOn.set()
            #expect(eventually { slow.isCompleted })
            #expect(slow.elements == Array(0..<3000))
            #expect(source.begun.value == 1)
        }
    }
}
