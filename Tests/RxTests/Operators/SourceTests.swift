import Rx
import RxTest
import Testing

/// Sources of several elements, of others' elements and of ticks.
@Suite struct SourceTests {
    @Test(arguments: Core.allCases)
    func ofSendsOneElementAHop(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start { Observable.of(5, 6, 7, scheduler: scheduler) },
                [.next(201, 5), .next(202, 6), .next(203, 7), .completed(204)])
            let other = TestScheduler(initialClock: 0)
            expect(
                other.start(disposed: 203) { Observable.of(5, 6, 7, scheduler: other) },
                [.next(201, 5), .next(202, 6)])
        }
    }

    @Test(arguments: Core.allCases)
    func ofOnTheCurrentThreadSendsDuringSubscribe(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(scheduler.start { Observable.of(5, 6) }, [.next(200, 5), .next(200, 6), .completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func sourcesOnTheTrampolineTakeTurnsElementByElement(core: Core) {
        core.run {
            let journal = Journal()
            _ = Observable.merge(.of(1, 2, 3), .from([10, 20, 30]), .range(start: 100, count: 2))
                .subscribe(journal.event("got"))
            expect(
                journal.lines,
                [
                    "got next(1)", "got next(10)", "got next(100)", "got next(2)", "got next(20)", "got next(101)",
                    "got next(3)", "got next(30)", "got completed",
                ])
        }
    }

    @Test(arguments: Core.allCases)
    func fromArrayAndSequenceSendTheirElements(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start { Observable.from([1, 2]) }, [.next(200, 1), .next(200, 2), .completed(200)])
            let other = TestScheduler(initialClock: 0)
            expect(
                other.start { Observable.from(stride(from: 0, to: 6, by: 3), scheduler: other) },
                [.next(201, 0), .next(202, 3), .completed(203)])
        }
    }

    @Test(arguments: Core.allCases)
    func fromMakesAnIteratorForEachSubscriptionAndStopsWhenDisposed(core: Core) {
        core.run {
            var iterators = 0, asked = 0
            let numbers = AnySequence<Int> { () -> AnyIterator<Int> in
                iterators += 1
                var next = 0
                return AnyIterator {
                    asked += 1
                    next += 1
                    return next
                }
            }
            for _ in 1...2 {
                var seen: [Int] = []
                _ = Observable.from(numbers).take(3).subscribe(onNext: { seen.append($0) })
                expect(seen, [1, 2, 3])
            }
            #expect(iterators == 2)
            #expect(asked == 6)
        }
    }

    @Test(arguments: Core.allCases)
    func fromOptionalIsOneElementOrNone(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(scheduler.start { Observable.from(optional: Int?.some(1)) }, [.next(200, 1), .completed(200)])
            let second = TestScheduler(initialClock: 0)
            expect(second.start { Observable.from(optional: Int?.none) }, [.completed(200)])
            let third = TestScheduler(initialClock: 0)
            expect(
                third.start { Observable.from(optional: Int?.some(1), scheduler: third) },
                [.next(201, 1), .completed(202)])
        }
    }

    @Test(arguments: Core.allCases)
    func rangeCounts(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start { Observable<Int>.range(start: -1, count: 3, scheduler: scheduler) },
                [.next(201, -1), .next(202, 0), .next(203, 1), .completed(204)])
            let other = TestScheduler(initialClock: 0)
            expect(
                other.start(disposed: 203) { Observable<Int>.range(start: 5, count: 9, scheduler: other) },
                [.next(201, 5), .next(202, 6)])
        }
    }

    @Test(arguments: Core.allCases)
    func rangeOfNothingCompletesAndRangeReachesTheLargestNumber(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(scheduler.start { Observable<Int>.range(start: 5, count: 0) }, [.completed(200)])
            let other = TestScheduler(initialClock: 0)
            expect(
                other.start { Observable<UInt8>.range(start: 254, count: 2) },
                [.next(200, 254), .next(200, 255), .completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func repeatElementGoesOnUntilDisposed(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start(disposed: 204) { Observable.repeatElement(7, scheduler: scheduler) },
                [.next(201, 7), .next(202, 7), .next(203, 7)])
        }
    }

    @Test(arguments: Core.allCases)
    func generateTestsTheInitialStateToo(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start { Observable.generate(initialState: 1, condition: { $0 < 5 }, iterate: { $0 * 2 }) },
                [.next(200, 1), .next(200, 2), .next(200, 4), .completed(200)])
            let second = TestScheduler(initialClock: 0)
            expect(
                second.start { Observable.generate(initialState: 1, condition: { $0 < 1 }, iterate: { $0 }) },
                [.completed(200)])
            let third = TestScheduler(initialClock: 0)
            expect(
                third.start {
                    Observable.generate(
                        initialState: 1, condition: { _ in true }, iterate: { _ in throw Failure.thrown })
                },
                [.next(200, 1), .error(200, Failure.thrown)])
        }
    }

    @Test(arguments: Core.allCases)
    func deferredMakesASourceForEachSubscription(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            var made = 0
            let source = Observable<Int>.deferred {
                made += 1
                return scheduler.createColdObservable([.next(10, made), .completed(20)]).asObservable()
            }
            #expect(made == 0)
            expect(scheduler.start { source.concat(source) }, [.next(210, 1), .next(230, 2), .completed(240)])
        }
    }

    @Test(arguments: Core.allCases)
    func throwingFactoryOfDeferredIsItsError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start { Observable<Int>.deferred { throw Failure.thrown } }, [.error(200, Failure.thrown)])
        }
    }

    @Test(arguments: Core.allCases)
    func usingDisposesTheSourceThenTheResource(core: Core) {
        core.run {
            let journal = Journal()
            let subject = PublishSubject<Int>()
            func using() -> Observable<Int> {
                .using(
                    { Resource(journal) },
                    observableFactory: { _ in
                        Observable.create { observer in
                            Disposables.create(subject.subscribe(observer), Disposables.create { journal.add("source") })
                        }
                    })
            }
            using().subscribe().dispose()
            expect(journal.lines, ["source", "resource"])
            _ = Observable<Int>.using({ Resource(journal) }, observableFactory: { _ in throw Failure.thrown })
                .subscribe(journal.event("result"))
            expect(Set(journal.lines.dropFirst(2)).sorted(), ["resource", "result error(thrown)"])
        }
    }

    @Test(arguments: Core.allCases)
    func intervalTicksFromZeroAfterOnePeriod(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start(disposed: 320) { Observable<Int>.interval(.seconds(30), scheduler: scheduler) },
                [.next(230, 0), .next(260, 1), .next(290, 2)])
        }
    }

    @Test(arguments: Core.allCases)
    func intervalOfNothingTicksAtEachTurn(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start(disposed: 204) { Observable<Int>.interval(.seconds(0), scheduler: scheduler) },
                [.next(201, 0), .next(202, 1), .next(203, 2)])
        }
    }

    @Test(arguments: Core.allCases)
    func eachSubscriptionOfIntervalCountsForItself(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let ticks = Observable<Int>.interval(.seconds(30), scheduler: scheduler)
            expect(
                scheduler.start(disposed: 275) {
                    Observable.merge(ticks, ticks.delaySubscription(.seconds(10), scheduler: scheduler))
                },
                [.next(230, 0), .next(240, 0), .next(260, 1), .next(270, 1)])
        }
    }

    @Test(arguments: Core.allCases)
    func timerSendsOneZeroAndCompletes(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start { Observable<Int>.timer(.seconds(30), scheduler: scheduler) },
                [.next(230, 0), .completed(230)])
            let other = TestScheduler(initialClock: 0)
            expect(other.start(disposed: 229) { Observable<Int>.timer(.seconds(30), scheduler: other) }, [])
        }
    }

    @Test(arguments: Core.allCases)
    func timerWithAPeriodTicksUntilDisposed(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start(disposed: 260) {
                    Observable<Int>.timer(.seconds(30), period: .seconds(10), scheduler: scheduler)
                },
                [.next(230, 0), .next(240, 1), .next(250, 2)])
        }
    }
    @Test(arguments: Core.allCases)
    func numbersOfAnIntervalBeginAnewWhenTheirTypeIsExhausted(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let result = scheduler.start(disposed: 459) { Observable<UInt8>.interval(.seconds(1), scheduler: scheduler) }
            expect(Array(result.events.suffix(4)), [.next(455, 254), .next(456, 255), .next(457, 0), .next(458, 1)])
        }
    }

    @Test(arguments: Core.allCases)
    func throwOfTheConditionOfGenerateIsItsError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let result = scheduler.start {
                Observable.generate(
                    initialState: 1, condition: { if $0 == 2 { throw Failure.thrown } else { true } }, iterate: { $0 + 1 })
            }
            expect(result, [.next(200, 1), .error(200, Failure.thrown)])
        }
    }

    @Test(arguments: Core.allCases)
    func throwOfTheResourceFactoryIsTheErrorOfUsing(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            var made = 0
            let result = scheduler.start {
                Observable<Int>.using(
                    { () -> BooleanDisposable in throw Failure.thrown },
                    observableFactory: { _ in
                        made += 1
                        return .just(1)
                    })
            }
            expect(result, [.error(200, Failure.thrown)])
            #expect(made == 0)
        }
    }
}

private final class Resource: Disposable, @unchecked Sendable {  // Sendable: used on one thread.
    private let journal: Journal
    init(_ journal: Journal) { self.journal = journal }
    func dispose() { journal.add("resource") }
}
