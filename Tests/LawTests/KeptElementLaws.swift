import Rx
import Testing

@testable import LawSupport

/// What an operator or a subject keeps of its elements is freed when the sequence has ended, though all that belongs to it lives on: its
/// sources, its disposable, its scheduler, its connectable.
@Suite struct KeptElementLaws {
    /// What a chain is made of.
    struct Sources {
        let first = PublishSubject<Captured>(), second = PublishSubject<Captured>()
        let scheduler: any SchedulerType
    }

    struct Keeper: Sendable {
        let name: String
        let build: @Sendable (Sources) -> Observable<Any>

        init<Element>(_ name: String, _ build: @escaping @Sendable (Sources) -> Observable<Element>) {
            self.name = name
            self.build = { build($0).map { $0 as Any } }
        }
    }

    enum Ending: CaseIterable { case completion, error, errorOfTheOther, disposal, downstream }

    private static let ages = RxTimeInterval.seconds(100_000)

    private static let keepers: [Keeper] = rows + filters + timed + shared + inner + traits

    private static let rows: [Keeper] = [
        Keeper("zip") { Observable.zip($0.first, $0.second) { _, b in b } },
        Keeper("zip of a collection") { Observable.zip([$0.first, $0.second]) },
        Keeper("zip of three") { Observable.zip($0.first, $0.second, Observable<Int>.never()) { a, _, _ in a } },
        Keeper("combineLatest") { Observable.combineLatest($0.first, $0.second) { _, b in b } },
        Keeper("combineLatest of a collection") { Observable.combineLatest([$0.first, $0.second]) },
        Keeper("combineLatest, incomplete") { Observable.combineLatest($0.first, $0.second, Observable<Int>.never()) { a, _, _ in a } },
        Keeper("withLatestFrom") { $0.second.withLatestFrom($0.first) },
        Keeper("sample") { $0.first.sample(Observable<Int>.never()) },
        Keeper("sample, by the other") { $0.first.sample($0.second) },
        Keeper("amb") { $0.first.amb($0.second) },
        Keeper("merge") { Observable.merge($0.first, $0.second) },
        Keeper("take(until:)") { $0.first.take(until: $0.second.filter { _ in false }) },
        Keeper("skip(until:)") { $0.first.skip(until: $0.second) },
    ]

    private static let filters: [Keeper] = [
        Keeper("takeLast") { $0.first.takeLast(2) },
        Keeper("scan") { $0.first.scan([Captured]()) { $0 + [$1] } },
        Keeper("scan(into:)") { $0.first.scan(into: [Captured]()) { $0.append($1) } },
        Keeper("reduce") { $0.first.reduce([Captured]()) { $0 + [$1] } },
        Keeper("toArray") { $0.first.toArray().asObservable() },
        Keeper("distinctUntilChanged") { $0.first.distinctUntilChanged { $0 === $1 } },
        Keeper("distinctUntilChanged of keys") { $0.first.distinctUntilChanged { ObjectIdentifier($0) } },
        Keeper("materialize") { $0.first.materialize() },
        Keeper("single") { $0.first.skip(2).single() },
        Keeper("asSingle") { $0.first.skip(2).asSingle().asObservable() },
        Keeper("asMaybe") { $0.first.skip(2).asMaybe().asObservable() },
        Keeper("ifEmpty(switchTo:)") { $0.first.ifEmpty(switchTo: $0.second.asObservable()) },
        Keeper("enumerated") { $0.first.enumerated() },
        Keeper("do") { $0.first.do(onNext: { _ in }, afterNext: { _ in }) },
        Keeper("retry") { $0.first.retry(1) },
        Keeper("retry(when:)") { $0.first.retry(when: { (errors: Observable<any Error>) in errors.flatMap { Observable<Int>.error($0) } }) },
        Keeper("catch") { $0.first.catch { Observable.error($0) } },
        Keeper("catchAndReturn") { $0.first.map(Optional.some).catchAndReturn(nil) },
    ]

    private static let timed: [Keeper] = [
        Keeper("debounce") { $0.first.debounce(ages, scheduler: $0.scheduler) },
        Keeper("throttle") { $0.first.throttle(ages, scheduler: $0.scheduler) },
        Keeper("delay") { $0.first.delay(ages, scheduler: $0.scheduler) },
        Keeper("buffer") { $0.first.buffer(timeSpan: ages, count: 100, scheduler: $0.scheduler) },
        Keeper("window") { $0.first.window(timeSpan: ages, count: 100, scheduler: $0.scheduler).flatMap { $0.toArray() } },
        Keeper("timeout") { $0.first.timeout(ages, scheduler: $0.scheduler) },
        Keeper("observe(on:)") { $0.first.observe(on: $0.scheduler) },
        Keeper("subscribe(on:)") { $0.first.scan([Captured]()) { $0 + [$1] }.subscribe(on: AtOnceScheduler()) },
    ]

    private static let shared: [Keeper] = [
        Keeper("share") { $0.first.share() },
        Keeper("share(replay: 1)") { $0.first.share(replay: 1) },
        Keeper("share(replay: 2)") { $0.first.share(replay: 2) },
        Keeper("publish") { $0.first.publish().refCount() },
        Keeper("replay") { $0.first.replay(2).refCount() },
        Keeper("replayAll") { $0.first.replayAll().refCount() },
        Keeper("multicast(_:selector:)") { $0.first.multicast({ ReplaySubject<Captured>.createUnbounded() }, selector: { $0 }) },
        Keeper("groupBy") { $0.first.groupBy { ObjectIdentifier($0) }.flatMap { $0.toArray() } },
        Keeper("groupBy of the elements") { $0.first.groupBy { Key(element: $0) }.map { $0.key } },
    ]

    private static let inner: [Keeper] = [
        Keeper("concatMap") { $0.first.concatMap { element in Observable<Captured>.never().startWith(element) } },
        Keeper("merge(maxConcurrent:)") { $0.first.map { Observable<Captured>.never().startWith($0) }.merge(maxConcurrent: 1) },
        Keeper("flatMap") { $0.first.flatMap { Observable<Captured>.never().startWith($0) } },
        Keeper("flatMapLatest") { $0.first.flatMapLatest { Observable<Captured>.never().startWith($0) } },
        Keeper("flatMapFirst") { $0.first.flatMapFirst { Observable<Captured>.never().startWith($0) } },
        Keeper("flatMapLatest of an element") { $0.first.flatMapLatest { Observable.just($0) } },
        Keeper("concat") { $0.first.concat($0.second) },
    ]

    private static let traits: [Keeper] = [
        Keeper("zip of singles") { Single.zip($0.first.skip(2).asSingle(), $0.second.asSingle()) { _, b in b }.asObservable() },
        Keeper("share of an infallible") { sources in
            sources.first.map(Optional.some).asInfallible(onErrorJustReturn: nil).share(replay: 1).asObservable()
        },
    ]

    struct Key: Hashable {
        let element: Captured

        static func == (one: Key, other: Key) -> Bool { one.element === other.element }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(element)) }
    }

    /// Where what waits is never run.
    private static func schedulers() -> [any SchedulerType] {
        let serial = SerialScheduler()
        return [serial, HistoricalScheduler()]
    }

    @Test(arguments: Core.underLaw)
    func whatAnOperatorKeepsIsFreedAtItsEnd(core: Core) {
        core.run {
            for keeper in Self.keepers {
                for scheduler in Self.schedulers() {
                    for ending in Ending.allCases {
                        let alive = AtomicCount(), sources = Sources(scheduler: scheduler), stop = PublishSubject<Void>()
                        let output = keeper.build(sources), ended = AtomicFlag()
                        let subscription = output.take(until: stop).subscribe(onError: { _ in }, onDisposed: { ended.set() })
                        for _ in 0..<3 { sources.first.onNext(Captured(alive)) }
                        sources.second.onNext(Captured(alive))
                        switch ending {
                        case .completion:
                            sources.first.onCompleted()
                            sources.second.onCompleted()
                        case .error: sources.first.onError(TestError())
                        case .errorOfTheOther: sources.second.onError(TestError())
                        case .disposal: break
                        case .downstream: stop.onNext(())
                        }
                        if !ended.isSet { subscription.dispose() }  // Some don't end with their source.
                        let isFreed = eventually(within: 5) { alive.value == 0 }
                        #expect(isFreed, "\(keeper.name), \(type(of: scheduler)), \(ending): \(alive.value) live")
                        withExtendedLifetime((sources, subscription, output, stop)) {}
                    }
                }
            }
        }
    }

    /// A subject after its end, by what a late subscriber may still ask it for.
    @Test(arguments: Core.underLaw)
    func whatASubjectKeepsIsFreedWhenNobodyCanAskForIt(core: Core) {
        core.run {
            func check<Subject: SubjectType & ObserverType>(
                _ name: String, _ subject: Subject, keepsAfterCompletion: Int, keepsAfterError: Int, dispose: (() -> Void)?, _ ending: Ending,
                _ alive: AtomicCount
            ) where Subject.Element == Captured {
                let subscription = subject.subscribe(onError: { _ in })
                for _ in 0..<3 { subject.onNext(Captured(alive)) }
                var expected = 0
                switch ending {
                case .completion:
                    subject.onCompleted()
                    expected = keepsAfterCompletion
                case .error:
                    subject.onError(TestError())
                    expected = keepsAfterError
                case .errorOfTheOther:  // Both.
                    subject.onError(TestError())
                    dispose?()
                    expected = dispose == nil ? keepsAfterError : 0
                case .disposal:
                    guard let dispose else { return }
                    dispose()
                case .downstream:  // Both.
                    subject.onCompleted()
                    dispose?()
                    expected = dispose == nil ? keepsAfterCompletion : 0
                }
                #expect(alive.value == expected, "\(name), \(ending): \(alive.value) live")
                withExtendedLifetime((subject, subscription)) {}
            }
            for ending in Ending.allCases {
                let published = PublishSubject<Captured>(), async = AsyncSubject<Captured>()
                let replayed = ReplaySubject<Captured>.create(bufferSize: 2), all = ReplaySubject<Captured>.createUnbounded()
                check("publish", published, keepsAfterCompletion: 0, keepsAfterError: 0, dispose: published.dispose, ending, AtomicCount())
                check("replay", replayed, keepsAfterCompletion: 2, keepsAfterError: 2, dispose: replayed.dispose, ending, AtomicCount())
                check("unbounded", all, keepsAfterCompletion: 3, keepsAfterError: 3, dispose: all.dispose, ending, AtomicCount())
                check("async", async, keepsAfterCompletion: 1, keepsAfterError: 0, dispose: nil, ending, AtomicCount())
                let alive = AtomicCount(), behavior = BehaviorSubject(value: Captured(alive))
                check("behavior", behavior, keepsAfterCompletion: 1, keepsAfterError: 0, dispose: behavior.dispose, ending, alive)
            }
        }
    }

    /// An error is an element, too, for who keeps it.
    @Test(arguments: Core.underLaw)
    func aDisposedSubjectForgetsItsError(core: Core) {
        struct Heavy: Error, @unchecked Sendable { let load: Captured }  // Sendable: used on one thread.
        core.run {
            let alive = AtomicCount()
            let published = PublishSubject<Int>(), behavior = BehaviorSubject(value: 1), replayed = ReplaySubject<Int>.create(bufferSize: 1)
            published.onError(Heavy(load: Captured(alive)))
            behavior.onError(Heavy(load: Captured(alive)))
            replayed.onError(Heavy(load: Captured(alive)))
            #expect(alive.value == 3)
            published.dispose()
            behavior.dispose()
            replayed.dispose()
            #expect(alive.value == 0)
            for subject in [published, behavior, replayed] as [Observable<Int>] {
                let probe = Probe<Int>()
                _ = subject.subscribe(probe)
                guard case RxError.disposed? = probe.error else {
                    Issue.record("\(type(of: subject)): \(String(describing: probe.error))")
                    continue
                }
            }
        }
    }

    /// The connectable and what `connect` returned live on.
    @Test(arguments: Core.underLaw, [Ending.completion, .error, .disposal])
    func whatAConnectableKeepsIsFreedWithItsConnection(core: Core, ending: Ending) {
        core.run {
            for limit in 0..<3 {
                let alive = AtomicCount(), source = PublishSubject<Captured>()
                let connectable = limit == 0 ? source.replayAll() : source.replay(limit)
                let subscription = connectable.subscribe(onError: { _ in }), connection = connectable.connect()
                for _ in 0..<3 { source.onNext(Captured(alive)) }
                #expect(alive.value == (limit == 0 ? 3 : limit))
                switch ending {
                case .completion: source.onCompleted()
                case .error: source.onError(TestError())
                default:
                    connection.dispose()
                    subscription.dispose()
                }
                #expect(alive.value == 0, "replay of \(limit): \(alive.value) live")
                withExtendedLifetime((connectable, connection, subscription, source)) {}
            }
        }
    }

    /// A read of the value that races with the end gets the value or the error, and no trap.
    @Test(arguments: Core.underLaw)
    func theValueOfASubjectThatEndsMeanwhileIsThereOrIsAnError(core: Core) {
        core.run {
            race(rounds: 300, threads: 2) { round in
                (BehaviorSubject(value: Captured(AtomicCount())), round % 2 == 0)
            } body: { (round: (BehaviorSubject<Captured>, Bool), index: Int) in
                if index == 0 {
                    if round.1 { round.0.dispose() } else { round.0.onError(TestError()) }
                } else {
                    for _ in 0..<20 { _ = try? round.0.value() }
                }
            } check: { round in
                do {
                    _ = try round.0.value()
                    return "the value is still there"
                } catch { return nil }
            }
        }
    }
}
