import Rx
import RxTest
import Testing

@Suite struct TakeSkipTests {
    private static let numbers: RecordedEvents<Int> = [
        .next(150, 0), .next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), .completed(250),
    ]

    @Test(arguments: Core.allCases)
    func takeCompletesInsideTheLastDelivery(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            expect(scheduler.start { source.take(2) }, [.next(210, 1), .next(220, 2), .completed(220)])
            expect(source, subscribed: [200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func takeOfNothingDoesNotSubscribe(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            expect(scheduler.start { source.take(0) }, [.completed(200)])
            expect(source, subscribed: [])
        }
    }

    @Test(arguments: Core.allCases)
    func takeSendsCompletedBeforeTheSourceIsDisposed(core: Core) {
        core.run {
            let journal = Journal()
            let subject = PublishSubject<Int>()
            let source = Observable<Int>.create { observer in
                Disposables.create(subject.subscribe(observer), Disposables.create { journal.add("disposed") })
            }
            _ = source.take(1).subscribe(journal.event("got"))
            subject.onNext(1)
            expect(journal.lines, ["got next(1)", "got completed", "disposed"])
        }
    }

    @Test(arguments: Core.allCases)
    func reentrantElementDoesNotGetPastTake(core: Core) {
        core.run {
            let subject = PublishSubject<Int>()
            var seen: [Int] = []
            _ = subject.take(1).subscribe(onNext: { element in
                seen.append(element)
                subject.onNext(element + 1)
            })
            subject.onNext(1)
            expect(seen, [1])
            #expect(!subject.hasObservers)
        }
    }

    @Test(arguments: Core.allCases)
    func takeForATimeCompletesByTheTimer(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            expect(
                scheduler.start { source.take(for: .seconds(25), scheduler: scheduler) },
                [.next(210, 1), .next(220, 2), .completed(225)])
            expect(source, subscribed: [200...225])
        }
    }

    @Test(arguments: Core.allCases)
    func takeUntilEndsWithTheTriggersElement(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            let trigger = scheduler.createHotObservable([.next(225, "x"), .next(260, "y")])
            expect(
                scheduler.start { source.take(until: trigger) }, [.next(210, 1), .next(220, 2), .completed(225)])
            expect(source, subscribed: [200...225])
            expect(trigger, subscribed: [200...225])
        }
    }

    @Test(arguments: Core.allCases)
    func takeUntilPassesTheTriggersErrorAndIgnoresItsCompletion(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            let failing = scheduler.createHotObservable([.error(215, Failure.second)], of: Int.self)
            expect(scheduler.start { source.take(until: failing) }, [.next(210, 1), .error(215, Failure.second)])
            expect(source, subscribed: [200...215])
            let other = TestScheduler(initialClock: 0)
            let whole = other.createHotObservable(Self.numbers)
            let completing = other.createHotObservable([.completed(215)], of: Int.self)
            expect(
                other.start { whole.take(until: completing) },
                [.next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), .completed(250)])
            expect(completing, subscribed: [200...215])
        }
    }

    @Test(arguments: Core.allCases)
    func takeUntilSubscribesToTheTriggerFirst(core: Core) {
        core.run {
            let journal = Journal()
            func noting(_ name: String) -> Observable<Int> {
                .create { _ in
                    journal.add(name)
                    return Disposables.create()
                }
            }
            noting("source").take(until: noting("trigger")).subscribe().dispose()
            noting("source").skip(until: noting("trigger")).subscribe().dispose()
            expect(journal.lines, ["trigger", "source", "source", "trigger"])
        }
    }

    @Test(arguments: Core.allCases)
    func takeUntilAndWhileAPredicateMayIncludeTheLast(core: Core) {
        core.run {
            func times(_ stage: (Observable<Int>) -> Observable<Int>) -> RecordedEvents<Int> {
                let scheduler = TestScheduler(initialClock: 0)
                let source = scheduler.createHotObservable(Self.numbers)
                let built = stage(source.asObservable())
                let result = scheduler.start { built }
                expect(source, subscribed: [200...230])
                return result.events
            }
            let exclusive: RecordedEvents<Int> = [.next(210, 1), .next(220, 2), .completed(230)]
            let inclusive: RecordedEvents<Int> = [.next(210, 1), .next(220, 2), .next(230, 3), .completed(230)]
            expect(times { $0.take(until: { $0 == 3 }) }, exclusive)
            expect(times { $0.take(until: { $0 == 3 }, behavior: .inclusive) }, inclusive)
            expect(times { $0.take(while: { $0 < 3 }) }, exclusive)
            expect(times { $0.take(while: { $0 < 3 }, behavior: .inclusive) }, inclusive)
        }
    }

    @Test(arguments: Core.allCases)
    func takeLastSendsWhatItKeptAtCompletion(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            expect(scheduler.start { source.takeLast(2) }, [.next(250, 3), .next(250, 4), .completed(250)])
            let other = TestScheduler(initialClock: 0)
            let short = other.createHotObservable(Self.numbers)
            expect(
                other.start { short.takeLast(9) },
                [.next(250, 1), .next(250, 2), .next(250, 3), .next(250, 4), .completed(250)])
        }
    }

    @Test(arguments: Core.allCases)
    func takeLastDropsWhatItKeptAtAnError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .error(220, Failure.first)])
            expect(scheduler.start { source.takeLast(2) }, [.error(220, Failure.first)])
            var seen: [Int] = []
            _ = Observable.of(1, 2, 3).takeLast(3).take(1).subscribe(onNext: { seen.append($0) })
            expect(seen, [1])
            let other = TestScheduler(initialClock: 0)
            let none = other.createHotObservable(Self.numbers)
            expect(other.start { none.takeLast(0) }, [.completed(250)])
        }
    }

    @Test(arguments: Core.allCases)
    func skipDropsTheFirstAndNothingIfNotPositive(core: Core) {
        core.run {
            for (count, expected) in [(-1, [1, 2, 3, 4]), (0, [1, 2, 3, 4]), (3, [4]), (9, [])] {
                let scheduler = TestScheduler(initialClock: 0)
                let source = scheduler.createHotObservable(Self.numbers)
                let result = scheduler.start { source.skip(count) }
                expect(result.events, expected.map { .next(200 + 10 * $0, $0) } + [.completed(250)])
            }
        }
    }

    @Test(arguments: Core.allCases)
    func skipForATimeOpensByTheTimer(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            expect(
                scheduler.start { source.skip(.seconds(25), scheduler: scheduler) },
                [.next(230, 3), .next(240, 4), .completed(250)])
        }
    }

    @Test(arguments: Core.allCases)
    func skipWhileAsksUntilTheFirstNoOnly(core: Core) {
        core.run {
            var asked: [Int] = [], seen: [Int] = []
            _ = Observable.of(1, 2, 1, 2)
                .skip(while: {
                    asked.append($0); return $0 < 2
                })
                .subscribe(onNext: { seen.append($0) })
            expect(asked, [1, 2])
            expect(seen, [2, 1, 2])
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            expect(scheduler.start { source.skip(while: { $0 < 3 }) }, [.next(230, 3), .next(240, 4), .completed(250)])
            expect(source, subscribed: [200...250])
        }
    }

    @Test(arguments: Core.allCases)
    func skipUntilOpensWithTheTriggersElement(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            let trigger = scheduler.createHotObservable([.next(225, "x"), .error(235, Failure.second)])
            expect(scheduler.start { source.skip(until: trigger) }, [.next(230, 3), .next(240, 4), .completed(250)])
            expect(trigger, subscribed: [200...225])
            expect(source, subscribed: [200...250])
        }
    }

    @Test(arguments: Core.allCases)
    func skipUntilSwallowsACompletionThatComesBeforeTheTrigger(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            let trigger = scheduler.createHotObservable([.next(260, 0)])
            expect(scheduler.start { source.skip(until: trigger) }, [])
            expect(source, subscribed: [200...250])
            expect(trigger, subscribed: [200...250])
        }
    }

    @Test(arguments: Core.allCases)
    func skipUntilPassesErrorsOfBothSidesBeforeItOpens(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            let trigger = scheduler.createHotObservable([.error(215, Failure.second)], of: Int.self)
            expect(scheduler.start { source.skip(until: trigger) }, [.error(215, Failure.second)])
            expect(source, subscribed: [200...215])
            let other = TestScheduler(initialClock: 0)
            let failing = other.createHotObservable([.next(210, 1), .error(220, Failure.first)])
            expect(other.start { failing.skip(until: Observable<Int>.never()) }, [.error(220, Failure.first)])
        }
    }

    @Test(arguments: Core.allCases)
    func takeForATimeSetsItsTimerBeforeItSubscribes(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            // Due at the same time: the timer that was set first fires first.
            let source = scheduler.createColdObservable([.next(10, 1), .next(25, 2)])
            expect(
                scheduler.start { source.take(for: .seconds(25), scheduler: scheduler) },
                [.next(210, 1), .completed(225)])
            expect(source, subscribed: [200...225])
        }
    }
}
