import Rx
import RxTest
import Testing

/// The names before RxSwift 6 do what their new names do. They are called through a protocol, whose requirements aren't
/// deprecated, so that the compiler doesn't warn.
private protocol OldNames {
    func pairs(_ source: Observable<Int>, _ scheduler: TestScheduler) -> [(old: Observable<Int>, new: Observable<Int>)]
    func pairs(_ source: Single<Int>, _ scheduler: TestScheduler) -> [(old: Single<Int>, new: Single<Int>)]
    func pairs(_ source: Maybe<Int>) -> [(old: Maybe<Int>, new: Maybe<Int>)]
    func subscribe(_ single: Single<Int>, _ journal: Journal) -> any Disposable
}

private struct Names: OldNames {
    @available(*, deprecated)
    func pairs(_ source: Observable<Int>, _ scheduler: TestScheduler) -> [(old: Observable<Int>, new: Observable<Int>)] {
        func trigger() -> Observable<Int> { .timer(.seconds(25), scheduler: scheduler) }
        func wait(_ errors: Observable<any Error>) -> Observable<Int> { errors.flatMap { _ in trigger() } }
        func typed(_ errors: Observable<RxError>) -> Observable<Int> { errors.map { _ in 0 } }
        return [
            (source.catchError { _ in .just(9) }, source.catch { _ in .just(9) }),
            (Observable.catchError([source, .just(9)]), Observable.catch(sequence: [source, .just(9)])),
            (source.catchErrorJustReturn(9), source.catchAndReturn(9)),
            (source.elementAt(1), source.element(at: 1)),
            (source.observeOn(scheduler), source.observe(on: scheduler)),
            (source.subscribeOn(scheduler), source.subscribe(on: scheduler)),
            (source.retryWhen(wait), source.retry(when: wait)),
            (source.retryWhen(typed), source.retry(when: typed)),
            (source.skipUntil(trigger()), source.skip(until: trigger())),
            (source.skipWhile { $0 < 2 }, source.skip(while: { $0 < 2 })),
            (source.take(.seconds(25), scheduler: scheduler), source.take(for: .seconds(25), scheduler: scheduler)),
            (source.takeUntil(trigger()), source.take(until: trigger())),
            (source.takeUntil(.inclusive) { $0 == 2 }, source.take(until: { $0 == 2 }, behavior: .inclusive)),
            (source.takeUntil(.exclusive) { $0 == 2 }, source.take(until: { $0 == 2 })),
            (source.takeWhile { $0 < 2 }, source.take(while: { $0 < 2 })),
        ]
    }

    @available(*, deprecated)
    func pairs(_ source: Single<Int>, _ scheduler: TestScheduler) -> [(old: Single<Int>, new: Single<Int>)] {
        func wait(_ errors: Observable<any Error>) -> Observable<Int> {
            errors.flatMap { _ in Observable<Int>.timer(.seconds(25), scheduler: scheduler) }
        }
        func typed(_ errors: Observable<RxError>) -> Observable<Int> { errors.map { _ in 0 } }
        return [
            (source.catchError { _ in .just(9) }, source.catch { _ in .just(9) }),
            (source.catchErrorJustReturn(9), source.catchAndReturn(9)),
            (source.observeOn(scheduler), source.observe(on: scheduler)),
            (source.subscribeOn(scheduler), source.subscribe(on: scheduler)),
            (source.retryWhen(wait), source.retry(when: wait)),
            (source.retryWhen(typed), source.retry(when: typed)),
        ]
    }

    @available(*, deprecated)
    func pairs(_ source: Maybe<Int>) -> [(old: Maybe<Int>, new: Maybe<Int>)] {
        [(source.catchErrorJustReturn(9), source.catchAndReturn(9))]
    }

    @available(*, deprecated)
    func subscribe(_ single: Single<Int>, _ journal: Journal) -> any Disposable {
        single.subscribe(
            onSuccess: { journal.add("\($0)") }, onError: { journal.add("\($0)") }, onDisposed: { journal.add("disposed") })
    }
}

@Suite struct DeprecatedNameTests {
    private static var names: any OldNames { Names() }

    /// What comes of one of the pair, and who was subscribed when.
    private func outcome(
        _ events: RecordedEvents<Int>, _ pick: (Observable<Int>, TestScheduler) -> Observable<Int>
    ) -> (events: RecordedEvents<Int>, subscriptions: [Subscription]) {
        let scheduler = TestScheduler(initialClock: 0)
        let source = scheduler.createColdObservable(events)
        let picked = pick(source.asObservable(), scheduler)
        return (scheduler.start(disposed: 300) { picked }.events, source.subscriptions)
    }

    private func expectSame(
        count: Int, _ events: RecordedEvents<Int>, old: @escaping (Int, Observable<Int>, TestScheduler) -> Observable<Int>,
        new: @escaping (Int, Observable<Int>, TestScheduler) -> Observable<Int>
    ) {
        for index in 0..<count {
            let (old, new) = (outcome(events) { old(index, $0, $1) }, outcome(events) { new(index, $0, $1) })
            #expect(old.events == new.events, "pair \(index)")
            #expect(old.subscriptions == new.subscriptions, "pair \(index)")
            #expect(!new.subscriptions.isEmpty, "pair \(index)")
        }
    }

    private static let failing: RecordedEvents<Int> = [.next(10, 1), .next(20, 2), .next(30, 3), .error(40, Failure.first)]
    private static let completing: RecordedEvents<Int> = [.next(10, 1), .next(20, 2), .next(30, 3), .completed(40)]

    @Test(arguments: Core.allCases)
    func oldNamesDoWhatTheNewOnesDo(core: Core) {
        core.run {
            for events in [Self.failing, Self.completing] {
                expectSame(
                    count: 15, events, old: { Self.names.pairs($1, $2)[$0].old }, new: { Self.names.pairs($1, $2)[$0].new })
            }
        }
    }

    @Test(arguments: Core.allCases)
    func oldNamesOfTraitsDoWhatTheNewOnesDo(core: Core) {
        core.run {
            for events in [[Recorded.error(40, Failure.first)], [.next(40, 1), .completed(40)]] as [RecordedEvents<Int>] {
                expectSame(
                    count: 6, events, old: { Self.names.pairs($1.asSingle(), $2)[$0].old.asObservable() },
                    new: { Self.names.pairs($1.asSingle(), $2)[$0].new.asObservable() })
                expectSame(
                    count: 1, events, old: { index, source, _ in Self.names.pairs(source.asMaybe())[index].old.asObservable() },
                    new: { index, source, _ in Self.names.pairs(source.asMaybe())[index].new.asObservable() })
            }
        }
    }

    @Test(arguments: Core.allCases)
    func oldLabelOfTheFailureOfASingleIsHeard(core: Core) {
        core.run {
            let journal = Journal()
            _ = Self.names.subscribe(.just(1), journal)
            _ = Self.names.subscribe(.error(Failure.first), journal)
            expect(journal.lines, ["1", "disposed", "first", "disposed"])
        }
    }
}
