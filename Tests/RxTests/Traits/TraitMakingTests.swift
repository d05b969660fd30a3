import Rx
import RxTest
import Testing

/// How traits are made and subscribed to.
@Suite struct TraitMakingTests {
    private let journal = Journal()

    private func end(_ name: String) -> any Disposable { Disposables.create { [journal] in journal.add(name) } }

    // MARK: Making

    @Test(arguments: Core.allCases)
    func firstEndOfACreatedTraitWins(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let single = Single<Int>.create { [self] observer in
                observer(.success(1))
                observer(.success(2))
                observer(.failure(Failure.first))
                return end("single disposed")
            }
            let maybe = Maybe<Int>.create { [self] observer in
                observer(.completed)
                observer(.success(2))
                observer(.error(Failure.first))
                return end("maybe disposed")
            }
            let completable = Completable.create { [self] observer in
                observer(.error(Failure.first))
                observer(.completed)
                return end("completable disposed")
            }
            expect(scheduler.start { single }, [.next(200, 1), .completed(200)])
            _ = single.subscribe { [journal] in journal.add("single \($0)") }
            _ = maybe.subscribe { [journal] in journal.add("maybe \($0)") }
            _ = completable.subscribe { [journal] in journal.add("completable \($0)") }
            expect(
                journal.lines.filter { !$0.hasSuffix("disposed") },
                [
                    "single success(1)", "maybe completed", "completable error(\(Self.name(.first)))",
                ])
            expect(
                journal.lines.filter { $0.hasSuffix("disposed") },
                [
                    "single disposed", "single disposed", "maybe disposed", "completable disposed",
                ])
        }
    }

    private static func name(_ failure: Failure) -> String { String(reflecting: failure) }

    @Test(arguments: Core.allCases)
    func disposeOfACreatedTraitDisposesWhatItsClosureReturned(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            func single() -> Single<Int> {
                .create { [self] observer in
                    scheduler.scheduleAt(220) { observer(.success(1)) }
                    return end("disposed @ \(scheduler.clock)")
                }
            }
            expect(scheduler.start(disposed: 210) { single() }, [])
            expect(journal.lines, ["disposed @ 200"])
        }
    }

    /// What a trait sends, subscribed to at 200.
    private func events<Trait, Element>(
        _ make: @escaping (TestScheduler) -> PrimitiveSequence<Trait, Element>
    ) -> RecordedEvents<Element> {
        let scheduler = TestScheduler(initialClock: 0)
        return scheduler.start { make(scheduler) }.events
    }

    @Test(arguments: Core.allCases)
    func makersSendWhatTheyAreGiven(core: Core) {
        core.run {
            expect(events { _ in Single.just(1) }, [.next(200, 1), .completed(200)])
            expect(events { Single.just(1, scheduler: $0) }, [.next(201, 1), .completed(202)])
            expect(events { _ in Single<Int>.error(Failure.first) }, [.error(200, Failure.first)])
            expect(events { _ in Single<Int>.never() }, [])
            expect(events { _ in Maybe.just(1) }, [.next(200, 1), .completed(200)])
            expect(events { Maybe.just(1, scheduler: $0) }, [.next(201, 1), .completed(202)])
            expect(events { _ in Maybe<Int>.error(Failure.first) }, [.error(200, Failure.first)])
            expect(events { _ in Maybe<Int>.never() }, [])
            expect(events { _ in Maybe<Int>.empty() }, [.completed(200)])
            expect(events { _ in Completable.error(Failure.first) }, [.error(200, Failure.first)])
            expect(events { _ in Completable.never() }, [])
            expect(events { _ in Completable.empty() }, [.completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func timerIsOneZero(core: Core) {
        core.run {
            expect(events { Single<Int>.timer(.seconds(20), scheduler: $0) }, [.next(220, 0), .completed(220)])
            expect(events { Maybe<UInt8>.timer(.seconds(20), scheduler: $0) }, [.next(220, 0), .completed(220)])
        }
    }

    @Test(arguments: Core.allCases)
    func deferredMakesATraitForEachSubscription(core: Core) {
        core.run {
            var made = 0
            let single = Single<Int>.deferred {
                made += 1
                return .just(made)
            }
            #expect(made == 0)
            expect(events { _ in single }, [.next(200, 1), .completed(200)])
            expect(events { _ in single }, [.next(200, 2), .completed(200)])
            expect(events { _ in Maybe<Int>.deferred { throw Failure.thrown } }, [.error(200, Failure.thrown)])
            expect(events { _ in Completable.deferred { .empty() } }, [.completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func usingDisposesItsResourceWithTheSubscription(core: Core) {
        core.run {
            func use(_ factory: @escaping () throws -> Single<Int>) -> Single<Int> {
                .using({ [journal] in Resource(journal) }, primitiveSequenceFactory: { _ in try factory() })
            }
            let never = Single<Int>.create { [self] _ in end("source") }
            use { never }.subscribe().dispose()
            expect(journal.lines, ["source", "resource"])
            _ = use { throw Failure.thrown }.subscribe(onFailure: { [journal] in journal.add("\($0)") })
            expect(journal.lines.dropFirst(2).sorted(), ["resource", "thrown"])
            expect(events { _ in Completable.using({ BooleanDisposable() }, primitiveSequenceFactory: { _ in .empty() }) }, [.completed(200)])
        }
    }

    private final class Resource: Disposable, @unchecked Sendable {  // Sendable: used on one thread.
        private let journal: Journal
        init(_ journal: Journal) { self.journal = journal }
        func dispose() { journal.add("resource") }
    }

    // MARK: Subscribing

    @Test(arguments: Core.allCases)
    func closuresOfASingleAreCalledForItsEnd(core: Core) {
        core.run {
            func observe(_ single: Single<Int>) {
                _ = single.subscribe(
                    onSuccess: { [journal] in journal.add("\($0)") }, onFailure: { [journal] in journal.add("\($0)") },
                    onDisposed: { [journal] in journal.add("disposed") })
            }
            observe(.just(1))
            observe(.error(Failure.first))
            expect(journal.lines, ["1", "disposed", "first", "disposed"])
        }
    }

    @Test(arguments: Core.allCases)
    func closuresOfAMaybeAreCalledForItsEnd(core: Core) {
        core.run {
            func observe(_ maybe: Maybe<Int>) {
                _ = maybe.subscribe(
                    onSuccess: { [journal] in journal.add("\($0)") }, onError: { [journal] in journal.add("\($0)") },
                    onCompleted: { [journal] in journal.add("completed") },
                    onDisposed: { [journal] in journal.add("disposed") })
            }
            observe(.just(1))
            observe(.empty())
            observe(.error(Failure.first))
            expect(journal.lines, ["1", "disposed", "completed", "disposed", "first", "disposed"])
        }
    }

    @Test(arguments: Core.allCases)
    func closuresOfACompletableAreCalledForItsEnd(core: Core) {
        core.run {
            func observe(_ completable: Completable) {
                _ = completable.subscribe(
                    onCompleted: { [journal] in journal.add("completed") }, onError: { [journal] in journal.add("\($0)") },
                    onDisposed: { [journal] in journal.add("disposed") })
            }
            observe(.empty())
            observe(.error(Failure.first))
            expect(journal.lines, ["completed", "disposed", "first", "disposed"])
        }
    }

    @Test(arguments: Core.allCases)
    func closuresAreSkippedOnceTheirObjectIsGone(core: Core) {
        core.run {
            let subject = PublishSubject<Int>()
            var object: Journal? = Journal()
            weak let alive = object
            func observe(_ object: Journal) -> [any Disposable] {
                [
                    subject.asSingle().subscribe(
                        with: object, onSuccess: { $0.add("single \($1)") }, onFailure: { $0.add("single \($1)") },
                        onDisposed: { $0.add("single disposed") }),
                    subject.asMaybe().subscribe(
                        with: object, onSuccess: { $0.add("maybe \($1)") }, onError: { $0.add("maybe \($1)") },
                        onCompleted: { $0.add("maybe completed") }, onDisposed: { $0.add("maybe disposed") }),
                    subject.ignoreElements().asCompletable().subscribe(
                        with: object, onCompleted: { $0.add("completable completed") },
                        onError: { $0.add("completable \($1)") }, onDisposed: { $0.add("completable disposed") }),
                ]
            }
            let forgotten = observe(object!)
            object = nil
            #expect(alive == nil)
            #expect(subject.hasObservers)
            let subscriptions = observe(journal)
            subject.onNext(1)
            subject.onCompleted()
            expect(
                journal.lines,
                [
                    "single 1", "single disposed", "maybe 1", "maybe disposed", "completable completed", "completable disposed",
                ])
            for subscription in forgotten + subscriptions { subscription.dispose() }
        }
    }

    /// In debug builds; in others nothing is told.
    @Test func singleThatCompletesWithoutAnElementTraps() async {
        #if DEBUG
        await #expect(processExitsWith: .failure) {
            _ = Single<Int>.error(Failure.first).retry(0).subscribe()
        }
        #endif
    }

    // MARK: From an observable

    private func times(_ elements: Int...) -> RecordedEvents<Int> {
        elements.enumerated().map { .next(210 + 10 * $0.offset, $0.element) } + [.completed(250)]
    }

    private func check<Trait, Element: Equatable>(
        _ source: RecordedEvents<Int>, _ expected: RecordedEvents<Element>, until end: Int, sourceLocation: SourceLocation = #_sourceLocation,
        _ convert: (Observable<Int>) -> PrimitiveSequence<Trait, Element>
    ) {
        let scheduler = TestScheduler(initialClock: 0)
        let hot = scheduler.createHotObservable(source)
        let converted = convert(hot.asObservable())
        expect(scheduler.start { converted }, expected, sourceLocation: sourceLocation)
        expect(hot, subscribed: [200...end], sourceLocation: sourceLocation)
    }

    @Test(arguments: Core.allCases)
    func asSingleIsTheOnlyElementAtCompletionOrAnError(core: Core) {
        core.run {
            check(times(1), [.next(250, 1), .completed(250)], until: 250) { $0.asSingle() }
            check(times(), [.error(250, RxError.noElements)], until: 250) { $0.asSingle() }
            check(times(1, 2, 3), [.error(220, RxError.moreThanOneElement)], until: 220) { $0.asSingle() }
            check([.next(210, 1), .error(230, Failure.first)], [.error(230, Failure.first)], until: 230) { $0.asSingle() }
        }
    }

    @Test(arguments: Core.allCases)
    func asMaybeIsTheOnlyElementAtCompletionOrNone(core: Core) {
        core.run {
            check(times(1), [.next(250, 1), .completed(250)], until: 250) { $0.asMaybe() }
            check(times(), [.completed(250)], until: 250) { $0.asMaybe() }
            check(times(1, 2, 3), [.error(220, RxError.moreThanOneElement)], until: 220) { $0.asMaybe() }
            check([.next(210, 1), .error(230, Failure.first)], [.error(230, Failure.first)], until: 230) { $0.asMaybe() }
        }
    }

    @Test(arguments: Core.allCases)
    func firstIsTheFirstElementAtOnceOrNil(core: Core) {
        core.run {
            check(times(1, 2), [.next(210, Int?.some(1)), .completed(210)], until: 210) { $0.first() }
            check(times(), [.next(250, Int?.none), .completed(250)], until: 250) { $0.first() }
            check([.error(230, Failure.first)], [.error(230, Failure.first)], until: 230) { $0.first() }
        }
    }

    @Test(arguments: Core.allCases)
    func asCompletableIsTheEndOfASequenceWithoutElements(core: Core) {
        core.run {
            check(times(1), [.completed(250)], until: 250) { $0.ignoreElements().asCompletable() }
            check([.error(230, Failure.first)], [.error(230, Failure.first)], until: 230) {
                $0.ignoreElements().asCompletable()
            }
        }
    }

    /// Whose completion comes later, as a piece of work of its own.
    @Test(arguments: Core.allCases)
    func onDisposedComesWithTheElement(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0), journal = Journal()
            _ = Single.just(1, scheduler: scheduler).asMaybe().subscribe(
                onSuccess: { _ in journal.add("maybe \(scheduler.clock)") },
                onDisposed: { journal.add("maybe disposed \(scheduler.clock)") })
            _ = Single.just(1, scheduler: scheduler).subscribe(
                onSuccess: { _ in journal.add("just \(scheduler.clock)") },
                onDisposed: { journal.add("just disposed \(scheduler.clock)") })
            scheduler.start()
            expect(journal.lines, ["maybe 1", "maybe disposed 1", "just 1", "just disposed 1"])
        }
    }
}
