import Rx
import RxTest
import Testing

@Suite struct CreatingTests {
    @Test(arguments: Core.allCases)
    func createSendsUntilTheFirstStopEvent(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let journal = Journal()
            let result = scheduler.start {
                Observable<Int>.create { observer in
                    observer.onNext(1)
                    observer.onNext(2)
                    observer.onCompleted()
                    observer.onNext(3)
                    observer.onError(Failure.first)
                    return Disposables.create { journal.add("disposed") }
                }
            }
            expect(result, [.next(200, 1), .next(200, 2), .completed(200)])
            expect(journal.lines, ["disposed"])
        }
    }

    @Test(arguments: Core.allCases)
    func createRunsItsClosureForEachSubscription(core: Core) {
        core.run {
            var runs = 0
            let source = Observable<Int>.create { observer in
                runs += 1
                observer.onNext(runs)
                return Disposables.create()
            }
            var seen: [Int] = []
            _ = source.subscribe(onNext: { seen.append($0) })
            _ = source.subscribe(onNext: { seen.append($0) })
            expect(seen, [1, 2])
        }
    }

    @Test(arguments: Core.allCases)
    func disposeOfCreateDisposesWhatItsClosureReturnedAndSilencesIt(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            var disposedAt: [Int] = []
            let result = scheduler.start(disposed: 225) {
                Observable<Int>.create { observer in
                    for time in [210, 220, 230] { scheduler.scheduleAt(time) { observer.onNext(time) } }
                    return Disposables.create { disposedAt.append(scheduler.clock) }
                }
            }
            expect(result, [.next(210, 210), .next(220, 220)])
            expect(disposedAt, [225])
        }
    }

    @Test(arguments: Core.allCases)
    func justIsOneElementAndCompletion(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(scheduler.start { Observable.just(42) }, [.next(200, 42), .completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func justOnASchedulerTakesTwoHops(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start { Observable.just(42, scheduler: scheduler) }, [.next(201, 42), .completed(202)])
            let other = TestScheduler(initialClock: 0)
            expect(other.start(disposed: 202) { Observable.just(42, scheduler: other) }, [.next(201, 42)])
        }
    }

    @Test(arguments: Core.allCases)
    func justIsNotTrampolinedAndOfIs(core: Core) {
        core.run {
            let journal = Journal()
            _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                _ = Observable.just(1).subscribe(journal.event("just"))
                journal.add("after just")
                _ = Observable.of(2).subscribe(journal.event("of"))
                journal.add("after of")
                return Disposables.create()
            }
            expect(
                journal.lines, ["just next(1)", "just completed", "after just", "after of", "of next(2)", "of completed"])
        }
    }

    @Test(arguments: Core.allCases)
    func emptyOnlyCompletes(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(scheduler.start { Observable<Int>.empty() }, [.completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func emptyCompletesDuringSubscribeInsideATrampoline(core: Core) {
        core.run {
            let journal = Journal()
            _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                _ = Observable<Int>.empty().subscribe(journal.event("empty"))
                _ = Observable<Int>.error(Failure.first).subscribe(journal.event("error"))
                journal.add("after")
                return Disposables.create()
            }
            expect(journal.lines, ["empty completed", "error error(first)", "after"])
        }
    }

    @Test(arguments: Core.allCases)
    func neverSendsNothing(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(scheduler.start { Observable<Int>.never() }, [])
        }
    }

    @Test(arguments: Core.allCases)
    func neverCallsOnDisposedOnlyWhenDisposed(core: Core) {
        core.run {
            let journal = Journal()
            let subscription = Observable<Int>.never().subscribe(onDisposed: { journal.add("disposed") })
            expect(journal.lines, [])
            subscription.dispose()
            subscription.dispose()
            expect(journal.lines, ["disposed"])
        }
    }

    @Test(arguments: Core.allCases)
    func errorOnlyFails(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(scheduler.start { Observable<Int>.error(Failure.first) }, [.error(200, Failure.first)])
        }
    }

    @Test(arguments: Core.allCases)
    func errorReachesOnErrorThenOnDisposed(core: Core) {
        core.run {
            let journal = Journal()
            _ = Observable<Int>.error(Failure.second).subscribe(
                onError: { journal.add("\($0)") }, onCompleted: { journal.add("completed") },
                onDisposed: { journal.add("disposed") })
            expect(journal.lines, ["second", "disposed"])
        }
    }

    @Test(arguments: Core.allCases)
    func justCompletesThoughItsSubscriberDisposesWhatItWillGetOnlyLater(core: Core) {
        core.run {
            let journal = Journal(), subscription = SingleAssignmentDisposable()
            let event: (Event<Int>) -> Void = journal.event("got")
            subscription.setDisposable(
                Observable.just(1).subscribe {
                    event($0)
                    subscription.dispose()
                })
            expect(journal.lines, ["got next(1)", "got completed"])
        }
    }
}
