import Rx
import RxTest
import Testing

/// Runs an operator of `Infallible` over a source of 1, 2, 2 and 3, ten ticks apart from 210 on, in virtual time.
private func check<Element: Equatable>(
    _ expected: RecordedEvents<Element>, sourceLocation: SourceLocation = #_sourceLocation,
    _ build: (Infallible<Int>, TestScheduler) -> Infallible<Element>
) {
    check(
        [.next(210, 1), .next(220, 2), .next(230, 2), .next(240, 3), .completed(250)], expected,
        sourceLocation: sourceLocation, build)
}

/// Runs an operator of `Infallible` over a source of `events`.
private func check<Element: Equatable>(
    _ events: RecordedEvents<Int>, _ expected: RecordedEvents<Element>, sourceLocation: SourceLocation = #_sourceLocation,
    _ build: (Infallible<Int>, TestScheduler) -> Infallible<Element>
) {
    let scheduler = TestScheduler(initialClock: 0)
    let built = build(scheduler.createHotObservable(events).asInfallible(onErrorJustReturn: -1), scheduler)
    expect(scheduler.start { built }, expected, sourceLocation: sourceLocation)
}

@Suite struct InfallibleTests {
    // MARK: Making and subscribing

    @Test(arguments: Core.allCases)
    func makersSendWhatTheyAreGiven(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            func events(_ source: Infallible<Int>) -> [String] {
                let journal = Journal()
                source.subscribe { (event: InfallibleEvent<Int>) in journal.add("\(event.event)") }.dispose()
                return journal.lines
            }
            expect(events(.just(1)), ["next(1)", "completed"])
            expect(events(.empty()), ["completed"])
            expect(events(.never()), [])
            expect(events(.of(1, 2)), ["next(1)", "next(2)", "completed"])
            expect(events(.from([1, 2])), ["next(1)", "next(2)", "completed"])
            expect(events(.from(AnySequence([1, 2]))), ["next(1)", "next(2)", "completed"])
            expect(events(.deferred { .just(3) }), ["next(3)", "completed"])
            let created = Infallible<Int>.create { observer in
                observer(.next(1))
                observer(.completed)
                observer(.next(2))
                return Disposables.create()
            }
            expect(events(created), ["next(1)", "completed"])
            expect(scheduler.start { Infallible.just(1, scheduler: scheduler) }, [.next(201, 1), .completed(202)])
        }
    }

    @Test(arguments: Core.allCases)
    func subscribeTellsTheEndOnceAndThatItIsDisposed(core: Core) {
        core.run {
            let journal = Journal()
            _ = Infallible.just(1).subscribe(
                onNext: { journal.add("\($0)") }, onCompleted: { journal.add("completed") },
                onDisposed: { journal.add("disposed") })
            expect(journal.lines, ["1", "completed", "disposed"])
            let relay = PublishRelay<Int>()
            var object: Journal? = Journal()
            weak let alive = object
            let subscription = relay.asInfallible().subscribe(with: object!, onNext: { $0.add("\($1)") })
            relay.accept(1)
            expect(object!.lines, ["1"])
            object = nil
            #expect(alive == nil)
            relay.accept(2)
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func errorBecomesWhatTheConversionSays(core: Core) {
        core.run {
            let failing = Observable.of(1).concat(Observable<Int>.error(Failure.first))
            func elements(_ source: Infallible<Int>) -> [Int] {
                var elements: [Int] = []
                source.subscribe(onNext: { elements.append($0) }).dispose()
                return elements
            }
            expect(elements(failing.asInfallible(onErrorJustReturn: 9)), [1, 9])
            expect(elements(failing.asInfallible(onErrorFallbackTo: .of(8, 9))), [1, 8, 9])
            expect(elements(failing.asInfallible(onErrorRecover: { $0 is Failure ? .just(7) : .empty() })), [1, 7])
            let behavior = BehaviorRelay(value: 3), replay = ReplayRelay<Int>.create(bufferSize: 1)
            replay.accept(4)
            expect(elements(behavior.asInfallible()), [3])
            expect(elements(replay.asInfallible()), [4])
        }
    }

    @Test(arguments: Core.allCases)
    func whatReplacesAnErrorComesInItsPlace(core: Core) {
        core.run {
            func check(_ expected: RecordedEvents<Int>, _ build: (Observable<Int>, Observable<Int>) -> Infallible<Int>) {
                let scheduler = TestScheduler(initialClock: 0)
                let failing = scheduler.createHotObservable([.next(210, 1), .error(220, Failure.first)])
                let spare = scheduler.createColdObservable([.next(10, 7), .completed(20)])
                let built = build(failing.asObservable(), spare.asObservable())
                expect(scheduler.start { built }, expected)
                expect(failing, subscribed: [200...220])
            }
            check([.next(210, 1), .next(220, -1), .completed(220)]) { source, _ in source.asInfallible(onErrorJustReturn: -1) }
            let continued: RecordedEvents<Int> = [.next(210, 1), .next(230, 7), .completed(240)]
            check(continued) { $0.asInfallible(onErrorFallbackTo: $1.asInfallible(onErrorJustReturn: -1)) }
            check(continued) { source, spare in source.asInfallible(onErrorRecover: { _ in spare.asInfallible(onErrorJustReturn: -1) }) }
        }
    }

    @Test func errorOfAnInfallibleTraps() async {
        await #expect(processExitsWith: .failure) { _ = Infallible.just(1).do(onNext: { _ in throw Failure.thrown }).subscribe() }
        await #expect(processExitsWith: .failure) {
            _ = Infallible<Int>.deferred { throw Failure.thrown }.subscribe { (_: InfallibleEvent<Int>) in }
        }
    }

    // MARK: Operators

    @Test(arguments: Core.allCases)
    func transformingOperators(core: Core) {
        core.run {
            check([.next(210, 10), .next(220, 20), .next(230, 20), .next(240, 30), .completed(250)]) { source, _ in
                source.map { $0 * 10 }
            }
            check([.next(220, "2"), .next(230, "2"), .completed(250)]) { source, _ in
                source.compactMap { $0 == 2 ? "2" : nil }
            }
            check([.next(210, 1), .next(220, 3), .next(230, 5), .next(240, 8), .completed(250)]) { source, _ in
                source.scan(0) { $0 + $1 }
            }
            check([.next(210, 1), .next(220, 3), .next(230, 5), .next(240, 8), .completed(250)]) { source, _ in
                source.scan(into: 0) { $0 += $1 }
            }
            check([.next(225, 1), .next(235, 2), .next(245, 2), .next(255, 3), .completed(255)]) { source, scheduler in
                source.flatMap { element in Single<Int>.timer(.seconds(15), scheduler: scheduler).map { _ in element } }
            }
            check([.next(255, 3), .completed(255)]) { source, scheduler in
                source.flatMapLatest { element in
                    Single<Int>.timer(.seconds(15), scheduler: scheduler).map { _ in element }
                }
            }
            check([.next(225, 1), .next(245, 2), .completed(250)]) { source, scheduler in
                source.flatMapFirst { element in
                    Single<Int>.timer(.seconds(15), scheduler: scheduler).map { _ in element }
                }
            }
            check([.next(225, 1), .next(240, 2), .next(255, 2), .next(270, 3), .completed(270)]) { source, scheduler in
                source.concatMap { element in
                    Single<Int>.timer(.seconds(15), scheduler: scheduler).map { _ in element }
                }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func filteringOperators(core: Core) {
        core.run {
            check([.next(220, 2), .next(230, 2), .completed(250)]) { source, _ in source.filter { $0 == 2 } }
            check([.next(210, 1), .next(220, 2), .completed(220)]) { source, _ in source.take(2) }
            check([.next(210, 1), .completed(215)]) { source, scheduler in
                source.take(for: .seconds(15), scheduler: scheduler)
            }
            check([.next(210, 1), .completed(220)]) { source, _ in source.take(until: { $0 == 2 }) }
            check([.next(210, 1), .next(220, 2), .completed(220)]) { source, _ in
                source.take(until: { $0 == 2 }, behavior: .inclusive)
            }
            check([.next(210, 1), .completed(220)]) { source, _ in source.take(while: { $0 < 2 }) }
            check([.next(210, 1), .next(220, 2), .completed(225)]) { source, scheduler in
                source.take(until: Observable<Int>.timer(.seconds(25), scheduler: scheduler))
            }
            check([.next(210, 1), .next(220, 2), .completed(225)]) { source, scheduler in
                source.take(
                    until: Observable<Int>.timer(.seconds(25), scheduler: scheduler).asInfallible(onErrorJustReturn: 0))
            }
            check([.next(230, 2), .next(240, 3), .completed(250)]) { source, scheduler in
                source.skip(until: Observable<Int>.timer(.seconds(25), scheduler: scheduler))
            }
            check([.next(220, 2), .next(230, 2), .next(240, 3), .completed(250)]) { source, _ in
                source.skip(while: { $0 < 2 })
            }
            let distinct: RecordedEvents<Int> = [.next(210, 1), .next(220, 2), .next(240, 3), .completed(250)]
            check(distinct) { source, _ in source.distinctUntilChanged() }
            check(distinct) { source, _ in source.distinctUntilChanged { $0 * 2 } }
            check(distinct) { source, _ in source.distinctUntilChanged { $0 == $1 } }
            check(distinct) { source, _ in source.distinctUntilChanged({ $0 * 2 }, comparer: { $0 == $1 }) }
            check(distinct) { source, _ in source.distinctUntilChanged(at: \.magnitude) }
        }
    }

    @Test(arguments: Core.allCases)
    func operatorsOfTime(core: Core) {
        core.run {
            check([.next(250, 3), .completed(250)]) { source, scheduler in
                source.debounce(.seconds(15), scheduler: scheduler)
            }
            check([.next(210, 1), .next(225, 2), .next(240, 3), .completed(250)]) { source, scheduler in
                source.throttle(.seconds(15), scheduler: scheduler)
            }
            check([.next(210, 1), .next(230, 2), .completed(250)]) { source, scheduler in
                source.throttle(.seconds(15), latest: false, scheduler: scheduler)
            }
        }
    }

    @Test(arguments: Core.allCases)
    func combiningOperators(core: Core) {
        core.run {
            let two: RecordedEvents<Int> = [.next(210, 1), .completed(220)]
            check(two, [.next(200, 0), .next(210, 1), .completed(220)]) { source, _ in source.startWith(0) }
            check(two, [.next(210, 1), .next(220, 7), .completed(220)]) { source, _ in source.concat(Single.just(7)) }
            check(two, [.next(210, 1), .next(220, 7), .completed(220)]) { source, _ in .concat(source, .just(7)) }
            check(two, [.next(210, 1), .next(220, 7), .completed(220)]) { source, _ in .concat([source, .just(7)]) }
            check(two, [.next(210, 1), .next(220, 7), .completed(220)]) { source, _ in
                .concat(AnySequence([source, .just(7)]))
            }
            let merged: RecordedEvents<Int> = [.next(200, 7), .next(210, 1), .completed(220)]
            check(two, merged) { source, _ in .merge(.just(7), source) }
            check(two, merged) { source, _ in .merge([.just(7), source]) }
            check(two, merged) { source, _ in .merge(AnyCollection([.just(7), source])) }
            check(two, [.next(210, 8), .completed(220)]) { source, _ in
                source.withLatestFrom(Infallible.just(7)) { $0 + $1 }
            }
            check(two, [.next(210, 7), .completed(220)]) { source, _ in source.withLatestFrom(Infallible.just(7)) }
            check(two, [.next(210, 8), .completed(220)]) { source, _ in
                .combineLatest([Infallible.just(7), source]) { $0.reduce(0, +) }
            }
            check(two, [.next(210, [7, 1]), .completed(220)]) { source, _ in
                Infallible.combineLatest([Infallible.just(7), source])
            }
        }
    }

    @Test(arguments: Core.allCases)
    func doCallsItsClosuresAndShareSubscribesOnce(core: Core) {
        core.run {
            let journal = Journal()
            let relay = PublishRelay<Int>()
            let shared = relay.asInfallible().do(
                onNext: { journal.add("onNext \($0)") }, afterNext: { journal.add("afterNext \($0)") },
                onSubscribe: { journal.add("onSubscribe") }, onDispose: { journal.add("onDispose") }
            ).share(replay: 1)
            let first = shared.subscribe(onNext: { journal.add("first \($0)") })
            relay.accept(1)
            let second = shared.subscribe(onNext: { journal.add("second \($0)") })
            first.dispose()
            second.dispose()
            expect(journal.lines, ["onSubscribe", "onNext 1", "first 1", "afterNext 1", "second 1", "onDispose"])
        }
    }

    @Test(arguments: Core.allCases)
    func withUnretainedCompletesOnceTheObjectIsGone(core: Core) {
        core.run {
            let relay = PublishRelay<Int>(), journal = Journal()
            var object: Journal? = Journal()
            let source = relay.asInfallible()
            let pairs = source.withUnretained(object!).subscribe(
                onNext: { _, element in journal.add("pair \(element)") }, onCompleted: { journal.add("pairs completed") })
            let results = source.withUnretained(object!) { _, element in element * 10 }.subscribe(
                onNext: { journal.add("result \($0)") }, onCompleted: { journal.add("results completed") })
            relay.accept(1)
            object = nil
            relay.accept(2)
            expect(journal.lines, ["pair 1", "result 10", "pairs completed", "results completed"])
            pairs.dispose()
            results.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func flatMapLatestOfAnObservableToInfalliblesIsInfallible(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
            let latest: Infallible<Int> = source.flatMapLatest { Infallible.of($0, $0 * 10) }
            expect(
                scheduler.start { latest },
                [.next(210, 1), .next(210, 10), .next(220, 2), .next(220, 20), .completed(230)])
        }
    }
}
