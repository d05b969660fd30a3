import Rx
import RxTest
import Testing

/// What is particular to one trait: operators that change the trait, and what follows an end.
@Suite struct TraitOperatorTests {
    /// What `make` sends, subscribed to at 200.
    private func events<Trait, Element>(
        _ make: @escaping (TestScheduler) -> PrimitiveSequence<Trait, Element>
    ) -> RecordedEvents<Element> {
        let scheduler = TestScheduler(initialClock: 0)
        return scheduler.start { make(scheduler) }.events
    }

    /// A completable that ends after some ticks.
    private func completing(_ scheduler: TestScheduler, after ticks: Int) -> TestableObservable<Never> {
        scheduler.createColdObservable([.completed(ticks)], of: Never.self)
    }

    @Test(arguments: Core.allCases)
    func elementIsTransformedAndFiltered(core: Core) {
        core.run {
            expect(events { _ in Single.just(2).map { $0 * 10 } }, [.next(200, 20), .completed(200)])
            expect(events { _ in Single.just("2").compactMap { Int($0) } }, [.next(200, 2), .completed(200)])
            expect(events { _ in Single.just("x").compactMap { Int($0) } }, [.completed(200)])
            expect(events { _ in Single.just(2).filter { $0 > 1 } }, [.next(200, 2), .completed(200)])
            expect(events { _ in Single.just(1).filter { $0 > 1 } }, [.completed(200)])
            expect(events { _ in Maybe.just(2).map { $0 * 10 } }, [.next(200, 20), .completed(200)])
            expect(events { _ in Maybe<Int>.empty().map { $0 * 10 } }, [.completed(200)])
            expect(events { _ in Maybe.just("x").compactMap { Int($0) } }, [.completed(200)])
            expect(events { _ in Maybe.just(1).filter { $0 > 1 } }, [.completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func throwOfAClosureIsTheError(core: Core) {
        core.run {
            let thrown: RecordedEvents<Int> = [.error(200, Failure.thrown)]
            expect(events { _ in Single.just(1).map { _ -> Int in throw Failure.thrown } }, thrown)
            expect(events { _ in Single.just(1).compactMap { _ -> Int? in throw Failure.thrown } }, thrown)
            expect(events { _ in Single.just(1).filter { _ in throw Failure.thrown } }, thrown)
            expect(events { _ in Single.just(1).flatMap { _ -> Single<Int> in throw Failure.thrown } }, thrown)
            expect(events { _ in Single.just(1).flatMapMaybe { _ -> Maybe<Int> in throw Failure.thrown } }, thrown)
            expect(events { _ in Single.just(1).flatMapCompletable { _ in throw Failure.thrown } }, [.error(200, Failure.thrown)])
            expect(events { _ in Maybe.just(1).map { _ -> Int in throw Failure.thrown } }, thrown)
            expect(events { _ in Maybe.just(1).flatMap { _ -> Maybe<Int> in throw Failure.thrown } }, thrown)
        }
    }

    @Test(arguments: Core.allCases)
    func flatMapGoesOnWithWhatTheSelectorMakes(core: Core) {
        core.run {
            let later: RecordedEvents<Int> = [.next(215, 0), .completed(215)]
            expect(events { s in Single.just(1).flatMap { _ in Single<Int>.timer(.seconds(15), scheduler: s) } }, later)
            expect(events { s in Single.just(1).flatMapMaybe { _ in Maybe<Int>.timer(.seconds(15), scheduler: s) } }, later)
            expect(events { _ in Single.just(1).flatMapMaybe { _ in Maybe<Int>.empty() } }, [.completed(200)])
            expect(
                events { s in Single.just(1).flatMapCompletable { [self] _ in completing(s, after: 15).asCompletable() } },
                [.completed(215)])
            expect(events { s in Maybe.just(1).flatMap { _ in Maybe<Int>.timer(.seconds(15), scheduler: s) } }, later)
            expect(events { _ in Maybe<Int>.empty().flatMap { _ in Maybe.just(1) } }, [.completed(200)])
            expect(events { _ in Single<Int>.error(Failure.first).flatMap { _ in Single.just(1) } }, [.error(200, Failure.first)])
        }
    }

    @Test(arguments: Core.allCases)
    func singleWithAWeakerPromiseSendsTheSame(core: Core) {
        core.run {
            expect(events { _ in Single.just(1).asMaybe() }, [.next(200, 1), .completed(200)])
            expect(events { _ in Single.just(1).asCompletable() }, [.completed(200)])
            expect(events { _ in Single<Int>.error(Failure.first).asCompletable() }, [.error(200, Failure.first)])
            expect(events { _ in Single.just(1).primitiveSequence }, [.next(200, 1), .completed(200)])
            expect(events { _ in Maybe.just(1).asObservable().asSingle() }, [.next(200, 1), .completed(200)])
            expect(events { _ in Maybe<Int>.empty().asObservable().asSingle() }, [.error(200, RxError.noElements)])
        }
    }

    @Test(arguments: Core.allCases)
    func ifEmptyIsTheDefaultOrTheOther(core: Core) {
        core.run {
            let later: RecordedEvents<Int> = [.next(215, 0), .completed(215)]
            let none = Maybe<Int>.empty(), one = Maybe.just(1)
            expect(events { _ in none.ifEmpty(default: 9) }, [.next(200, 9), .completed(200)])
            expect(events { _ in one.ifEmpty(default: 9) }, [.next(200, 1), .completed(200)])
            expect(events { s in none.ifEmpty(switchTo: Maybe<Int>.timer(.seconds(15), scheduler: s)) }, later)
            expect(events { s in none.ifEmpty(switchTo: Single<Int>.timer(.seconds(15), scheduler: s)) }, later)
            expect(events { _ in one.ifEmpty(switchTo: Single.just(9)) }, [.next(200, 1), .completed(200)])
            expect(events { _ in none.ifEmpty(switchTo: Maybe.empty()) }, [.completed(200)])
            expect(events { _ in Maybe.error(Failure.first).ifEmpty(default: 9) }, [.error(200, Failure.first)])
        }
    }

    @Test(arguments: Core.allCases)
    func andThenSubscribesToTheSecondOnceTheFirstHasCompleted(core: Core) {
        core.run {
            let expected: RecordedEvents<Int> = [.next(225, 0), .completed(225)]
            expect(
                events { s in completing(s, after: 10).asCompletable().andThen(Single<Int>.timer(.seconds(15), scheduler: s)) },
                expected)
            expect(
                events { s in completing(s, after: 10).asCompletable().andThen(Maybe<Int>.timer(.seconds(15), scheduler: s)) },
                expected)
            let scheduler = TestScheduler(initialClock: 0)
            let first = completing(scheduler, after: 10)
            let second = scheduler.createColdObservable([.next(5, 1), .completed(15)])
            expect(
                scheduler.start { first.asCompletable().andThen(second.asObservable()) }, [.next(215, 1), .completed(225)])
            expect(first, subscribed: [200...210])
            expect(second, subscribed: [210...225])
            expect(
                events { [self] s in completing(s, after: 10).asCompletable().andThen(completing(s, after: 5).asCompletable()) },
                [.completed(215)])
        }
    }

    @Test(arguments: Core.allCases)
    func errorSkipsWhatWasToFollow(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createColdObservable([.error(10, Failure.first)], of: Never.self)
            let second = completing(scheduler, after: 5), third = completing(scheduler, after: 5)
            expect(
                scheduler.start { Completable.concat(first.asCompletable(), second.asCompletable()).concat(third.asCompletable()) },
                [.error(210, Failure.first)])
            expect(second, subscribed: [])
            expect(third, subscribed: [])
            expect(events { _ in Completable.error(Failure.first).andThen(Single.just(1)) }, [.error(200, Failure.first)])
        }
    }

    @Test(arguments: Core.allCases)
    func concatOfCompletablesTakesThemInTurn(core: Core) {
        core.run {
            let forms: [([Completable]) -> Completable] = [
                { $0[0].concat($0[1]).concat($0[2]) }, { .concat($0[0], $0[1], $0[2]) }, { .concat($0) },
                { .concat(AnySequence($0)) },
            ]
            for form in forms {
                let scheduler = TestScheduler(initialClock: 0)
                let sources = [5, 10, 15].map { completing(scheduler, after: $0) }
                let all = form(sources.map { $0.asCompletable() })
                expect(scheduler.start { all }, [.completed(230)])
                expect(sources[0], subscribed: [200...205])
                expect(sources[1], subscribed: [205...215])
                expect(sources[2], subscribed: [215...230])
            }
        }
    }

    @Test(arguments: Core.allCases)
    func errorsOfACompletableAreHandledAsThoseOfOthers(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createColdObservable([.error(10, Failure.first)], of: Never.self)
            expect(
                scheduler.start { source.asCompletable().catch { _ in .empty() } }, [.completed(210)])
            let again = TestScheduler(initialClock: 0)
            let failing = again.createColdObservable([.error(10, Failure.first)], of: Never.self)
            expect(again.start { failing.asCompletable().retry(2) }, [.error(220, Failure.first)])
            expect(failing, subscribed: [200...210, 210...220])
            expect(
                events { s in Completable.never().timeout(.seconds(20), other: .empty(), scheduler: s) }, [.completed(220)])
            expect(events { s in Completable.empty().delay(.seconds(20), scheduler: s) }, [.completed(220)])
            expect(events { s in Completable.empty().delaySubscription(.seconds(20), scheduler: s) }, [.completed(220)])
            expect(events { s in Completable.empty().observe(on: s) }, [.completed(201)])
            expect(events { s in Completable.empty().subscribe(on: s) }, [.completed(201)])
        }
    }
}
