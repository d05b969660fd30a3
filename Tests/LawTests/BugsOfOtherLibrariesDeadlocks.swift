import Rx
import Testing

@testable import LawSupport

/// Deadlocks of other Rx libraries, replayed. The name is the law; the comment names the library and the thread that tells of it.
/// Two threads meet where each of them held a lock there and was about to need the other's.
@Suite struct BugsOfOtherLibrariesDeadlocks {
    /// Longer than the threads wait for each other.
    private static let limit = 150.0

    /// RxSwift 2653, 2703: `zip` disposes a source under its lock while that source replays to it under its own.
    @Test(arguments: Core.underLaw)
    func zipLeavesASharedSourceThatReplaysToItOnAnotherThread(core: Core) {
        core.run {
            let source = PublishSubject<Int>(), shared = source.share(replay: 1), rendezvous = Rendezvous(), isWaiting = AtomicFlag()
            let resident = shared.subscribe(), probe = Probe<[Int]>()
            let leaving = Observable<Int>.create { observer in
                let subscription = shared.subscribe(observer)
                return Disposables.create {
                    rendezvous.join()
                    subscription.dispose()
                }
            }
            let helper = Observable<Int>.create { observer in
                isWaiting.set()
                rendezvous.awaitFirst()
                observer.onNext(0)
                observer.onCompleted()
                return Disposables.create()
            }
            let replayed = shared.do(onNext: { _ in rendezvous.join() })
            together(
                [
                    { _ = Observable.zip([leaving.take(1), helper, replayed.take(1)]).subscribe(probe) },
                    {
                        try demand(eventually(within: 60) { isWaiting.isSet }, "nobody has subscribed")
                        source.onNext(1)
                    },
                ], within: Self.limit)
            #expect(rendezvous.tookPlace)
            #expect(probe.fault == nil)
            #expect(probe.elements == [[1, 0, 1]])
            #expect(probe.isCompleted)
            resident.dispose()
            #expect(!source.hasObservers)
        }
    }

    /// RxSwift 1992: two shared sources, each of which replays under its lock to who subscribes to the other one.
    @Test(arguments: Core.underLaw)
    func whoHearsAReplayOfOneSharedSourceMaySubscribeToTheOther(core: Core) {
        core.run {
            let shared = [BehaviorSubject(value: 1), BehaviorSubject(value: 2)].map { $0.share(replay: 1) }
            let residents = shared.map { $0.subscribe() }, rendezvous = Rendezvous(), heard = LockedLog<Int>()
            together(
                [0, 1].map { index in
                    {
                        let guest = shared[index].subscribe(onNext: { _ in
                            rendezvous.join()
                            _ = shared[1 - index].take(1).subscribe(onNext: heard.append)
                        })
                        guest.dispose()
                    }
                }, within: Self.limit)
            #expect(rendezvous.tookPlace)
            #expect(heard.entries.sorted() == [1, 2])
            for resident in residents { resident.dispose() }
        }
    }

    /// RxSwift 2525: `combineLatest` sends a row under its lock to who subscribes to a source that replays to `combineLatest`.
    @Test(arguments: Core.underLaw)
    func aRowMayLeadToASubscriptionToASourceThatReplaysToTheRows(core: Core) {
        core.run {
            let shared = BehaviorSubject(value: 1).share(replay: 1), resident = shared.subscribe()
            let isReplaying = AtomicFlag(), rendezvous = Rendezvous(), trigger = PublishSubject<Int>(), probe = Probe<[Int]>()
            let second = shared.map { number in
                isReplaying.set()
                rendezvous.join()
                return number * 10
            }.share(replay: 1)
            let rows = Observable.combineLatest(trigger, second.startWith(0)).flatMapLatest { row in
                rendezvous.join()
                return shared.map { [row.0, row.1, $0] }
            }
            var subscriptions: [any Disposable] = [resident]
            var other: (any Disposable)?
            together(
                [
                    { other = second.subscribe() },
                    {
                        try demand(eventually(within: 60) { isReplaying.isSet }, "nobody hears a replay")
                        subscriptions.append(rows.subscribe(probe))
                        trigger.onNext(5)
                    },
                ], within: Self.limit)
            #expect(rendezvous.tookPlace)
            #expect(probe.fault == nil)
            #expect(probe.elements.last == [5, 10, 1])
            for subscription in subscriptions + [other!] { subscription.dispose() }
        }
    }

    enum Waiting: String, CaseIterable, CustomTestStringConvertible {
        case flatMapShare, mergeFlatMap, zip, combineLatest, concat, amb, switchLatest, withLatestFrom, replayRefCount

        var testDescription: String { rawValue }

        func build(_ inner: Observable<Int>) -> Observable<Int> {
            let just = Observable.just(1)
            switch self {
            case .flatMapShare: return just.flatMap { _ in inner }.share(replay: 1)
            case .mergeFlatMap: return Observable.merge(just.flatMap { _ in inner }, .empty())
            case .zip: return Observable.zip(inner, just, inner) { $0 * $1 * $2 }
            case .combineLatest: return Observable.combineLatest([inner, just]) { $0[0] * $0[1] }
            case .concat: return Observable.of(.empty(), inner).concat()
            case .amb: return inner.amb(Observable.never())
            case .switchLatest: return Observable.of(.never(), inner).switchLatest()
            case .withLatestFrom: return just.withLatestFrom(inner)
            case .replayRefCount: return inner.replay(1).refCount()
            }
        }
    }

    /// RxSwift 1323, 1344: the closure of `create` waits for a thread that sends what it has made.
    @Test(arguments: Core.underLaw, Waiting.allCases)
    func aSourceMayWaitForAThreadThatSendsBeforeItHasBeenSubscribedTo(core: Core, waiting: Waiting) {
        core.run {
            let probe = Probe<Int>()
            let inner = Observable<Int>.create { observer in
                onThread {
                    observer.onNext(7)
                    observer.onCompleted()
                }
                return Disposables.create()
            }
            let subscription = waiting.build(inner).subscribe(probe)
            #expect(probe.fault == nil)
            #expect(probe.elements == [waiting == .zip ? 49 : 7])
            #expect(probe.isCompleted)
            subscription.dispose()
        }
    }

    /// RxSwift 2711: `merge` ends an inner sequence under its lock, and that waits for a thread that sends the next one.
    /// `flatMapFirst` drops that one, as in RxSwift: the sequence before runs until it is torn down.
    @Test(arguments: Core.underLaw)
    func theEndOfAnInnerSequenceMayWaitForAThreadThatSendsTheNext(core: Core) {
        core.run {
            let flattenings: [(PublishSubject<Int>, @escaping (Int) -> Observable<Int>) -> Observable<Int>] = [
                { $0.flatMap($1) }, { $0.concatMap($1) }, { $0.map($1).merge(maxConcurrent: 2) }, { $0.flatMapLatest($1) },
                { $0.flatMapFirst($1) },
            ]
            for (index, flattening) in flattenings.enumerated() {
                let outer = PublishSubject<Int>(), probe = Probe<Int>()
                var inputs: [AnyObserver<Int>] = []
                let subscription = flattening(outer) { number in
                    Observable.create { observer in
                        inputs.append(observer)
                        return Disposables.create { if number == 0 { onThread { outer.onNext(1) } } }
                    }
                }.subscribe(probe)
                outer.onNext(0)
                inputs[0].onNext(10)
                inputs[0].onCompleted()
                let isDropped = index == flattenings.count - 1
                #expect(inputs.count == (isDropped ? 1 : 2), "flattening \(index)")
                inputs.last?.onNext(11)
                #expect(probe.fault == nil)
                #expect(probe.elements == (isDropped ? [10] : [10, 11]), "flattening \(index)")
                subscription.dispose()
            }
        }
    }

    /// Rx.NET 2080, RxSwift 2713: a replay under the subject's lock waits for a thread that needs that lock.
    @Test(arguments: Core.underLaw)
    func aReplayMayWaitForAThreadThatLeavesSubscribesAndSends(core: Core) {
        core.run {
            let behavior = BehaviorSubject(value: 1), replay = ReplaySubject<Int>.create(bufferSize: 1)
            let source = BehaviorSubject(value: 1)
            replay.onNext(1)
            let subjects: [(Observable<Int>, (Event<Int>) -> Void)] = [
                (behavior, behavior.on), (replay, replay.on), (source.share(replay: 1), source.on),
                (source.replay(2).refCount(), source.on),
            ]
            for (output, send) in subjects {
                if output !== behavior, output !== replay { send(.next(1)) }
                let resident = output.subscribe(), leaving = output.subscribe(), late = Probe<Int>()
                var guests: [any Disposable] = []
                let probe = Probe<Int> { event in
                    guard event.element == 1 else { return }
                    onThread {
                        leaving.dispose()
                        guests.append(output.subscribe(late))
                        send(.next(2))
                    }
                }
                guests.append(output.subscribe(probe))
                #expect(probe.elements == [1, 2])
                #expect(late.elements == [1, 2])
                for guest in guests + [resident] { guest.dispose() }
                probe.forget()
            }
        }
    }

    /// ReactiveKit 279, RxCpp 529: each of two states is set by an observer of the other one, by two threads at once.
    @Test(arguments: Core.underLaw)
    func twoStatesMaySetEachOtherOnTwoThreads(core: Core) {
        core.run {
            let states = [BehaviorRelay(value: 0), BehaviorRelay(value: 0)], rendezvous = Rendezvous(), probe = Probe<[Int]>()
            let loops = [0, 1].map { index in
                Observable.combineLatest(states[index], Observable.just(1)).subscribe(onNext: { row in
                    guard row.0 == 1 else { return }
                    rendezvous.join()
                    states[1 - index].accept(10)
                })
            }
            let both = Observable.combineLatest(states).subscribe(probe)
            together([0, 1].map { index in { states[index].accept(1) } }, within: Self.limit)
            #expect(rendezvous.tookPlace)
            #expect(states.map(\.value) == [10, 10])
            #expect(probe.fault == nil)
            #expect(probe.elements.last == [10, 10])
            for loop in loops + [both] { loop.dispose() }
        }
    }

    /// ReactiveKit 236: two pipelines over the same two sources dispose each other, each on the thread of one of the sources.
    @Test(arguments: Core.underLaw)
    func pipelinesOverTheSameSharedSourcesMayDisposeEachOther(core: Core) {
        core.run {
            let sources = [PublishSubject<Int>(), PublishSubject<Int>()], shared = sources.map { $0.share() }
            let rendezvous = Rendezvous()
            var pipelines: [any Disposable] = []
            for index in [0, 1] {
                let inputs = [shared[index], shared[1 - index].flatMap { Observable.just($0).catch { _ in .empty() } }.retry(2)]
                pipelines.append(
                    Observable.merge(inputs).subscribe(onNext: {
                        guard $0 == index else { return }
                        rendezvous.join()
                        pipelines[1 - index].dispose()
                    }))
            }
            together([0, 1].map { index in { sources[index].onNext(index) } }, within: Self.limit)
            #expect(rendezvous.tookPlace)
            #expect(sources.map(\.hasObservers) == [false, false])
        }
    }

    /// ReactiveSwift 135, 137: the owner of a sequence is freed inside a delivery, and its end ends that sequence.
    @Test(arguments: Core.underLaw)
    func anOwnerThatIsFreedInsideADeliveryMayEndTheSequence(core: Core) {
        core.run {
            let source = PublishSubject<Int>(), gone = PublishSubject<Void>()
            var owner: DeinitAction? = DeinitAction { gone.onNext(()) }
            let probe = Probe<Int> { [weak weakOwner = owner] _ in
                let last = weakOwner
                owner = nil
                withExtendedLifetime(last) {}
            }
            onThread {
                _ = source.take(until: gone).subscribe(probe)
                source.onNext(1)
                source.onNext(2)
            }
            #expect(owner == nil)
            #expect(probe.fault == nil)
            #expect(probe.elements == [1])
            #expect(probe.isCompleted)
            #expect(!source.hasObservers && !gone.hasObservers)
            probe.forget()
        }
    }

    /// OpenCombine 208: what the observer's closure holds is freed under the subscription's lock, and uses the subscription.
    @Test(arguments: Core.underLaw)
    func whatAnObserverHoldsMayUseTheSubscriptionWhenItIsFreed(core: Core) {
        core.run {
            for ending in 0..<3 {
                let source = PublishSubject<Int>(), own = SingleAssignmentDisposable(), freed = AtomicCount()
                onThread {
                    var held: DeinitAction? = DeinitAction {
                        freed.add()
                        source.onNext(2)
                        source.onCompleted()
                        own.dispose()
                    }
                    own.setDisposable(
                        source.share(replay: 1).subscribe(onNext: { [held] _ in withExtendedLifetime(held) {} }, onError: { _ in }))
                    held = nil
                    source.onNext(1)
                    switch ending {
                    case 0: own.dispose()
                    case 1: source.onCompleted()
                    default: source.onError(TestError())
                    }
                }
                #expect(freed.value == 1, "ending \(ending)")
                #expect(!source.hasObservers)
            }
        }
    }
}

/// Runs a closure when it is freed.
private final class DeinitAction {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    deinit { body() }
}
