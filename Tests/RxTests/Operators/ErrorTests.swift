import Rx
import RxTest
import Testing

@Suite struct ErrorTests {
    @Test(arguments: Core.allCases)
    func catchGoesOnWithWhatTheHandlerMakesOfTheError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .error(230, Failure.first), .next(240, 2)])
            let other = scheduler.createColdObservable([.next(5, 11), .next(20, 12), .completed(30)])
            var errors: [String] = []
            let result = scheduler.start {
                source.catch { error in
                    errors.append("\(error)")
                    return other.asObservable()
                }
            }
            expect(result, [.next(210, 1), .next(235, 11), .next(250, 12), .completed(260)])
            expect(errors, ["first"])
            expect(source, subscribed: [200...230])
            expect(other, subscribed: [230...260])
        }
    }

    @Test(arguments: Core.allCases)
    func throwOfTheHandlerReplacesTheError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .error(230, Failure.first)])
            expect(
                scheduler.start { source.catch { _ in throw Failure.thrown } },
                [.next(210, 1), .error(230, Failure.thrown)])
            expect(source, subscribed: [200...230])
        }
    }

    @Test(arguments: Core.allCases)
    func catchSubscribesToTheReplacementBeforeTheFailedSourceIsDisposed(core: Core) {
        core.run {
            let journal = Journal()
            let subject = PublishSubject<Int>()
            let source = Observable<Int>.create { observer in
                Disposables.create(subject.subscribe(observer), Disposables.create { journal.add("source disposed") })
            }
            let replacement = Observable<Int>.create { _ in
                journal.add("replacement subscribed")
                return Disposables.create()
            }
            let subscription = source.catch { _ in replacement }.subscribe()
            subject.onError(Failure.first)
            expect(journal.lines, ["replacement subscribed", "source disposed"])
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func catchPassesCompletionWithoutCallingTheHandlerAndTheSecondErrorAsItIs(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .completed(230)])
            var calls = 0
            expect(
                scheduler.start {
                    source.catch { _ in
                        calls += 1; return .just(9)
                    }
                },
                [.next(210, 1), .completed(230)])
            #expect(calls == 0)
            let other = TestScheduler(initialClock: 0)
            let failing = other.createHotObservable([.error(210, Failure.first)], of: Int.self)
            expect(
                other.start {
                    failing.catch { _ in
                        calls += 1; return .error(Failure.second)
                    }
                },
                [.error(210, Failure.second)])
            #expect(calls == 1)
        }
    }

    @Test(arguments: Core.allCases)
    func disposeEndsTheReplacement(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.error(210, Failure.first)], of: Int.self)
            let other = scheduler.createColdObservable([.next(5, 11), .next(20, 12)])
            expect(
                scheduler.start(disposed: 220) { source.catch { _ in other.asObservable() } }, [.next(215, 11)])
            expect(other, subscribed: [210...220])
        }
    }

    @Test(arguments: Core.allCases)
    func catchAndReturnIsOneElementAndCompletion(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .error(230, Failure.first)])
            expect(
                scheduler.start { source.catchAndReturn(9) }, [.next(210, 1), .next(230, 9), .completed(230)])
            expect(source, subscribed: [200...230])
        }
    }

    @Test(arguments: Core.allCases)
    func catchAndReturnPassesACompletionAndEndsWithItsElementIfCut(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .completed(230)])
            expect(scheduler.start { source.catchAndReturn(9) }, [.next(210, 1), .completed(230)])
            let journal = Journal()
            _ = Observable<Int>.error(Failure.first).catchAndReturn(9).take(1).subscribe(journal.event("got"))
            expect(journal.lines, ["got next(9)", "got completed"])
        }
    }

    @Test(arguments: Core.allCases)
    func catchOfASequenceGoesOnToTheNextSourceAndPassesTheLastError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createColdObservable([.next(5, 1), .error(10, Failure.first)])
            let second = scheduler.createColdObservable([.next(5, 2), .completed(10)])
            let third = scheduler.createColdObservable([.next(5, 3)])
            let sources = [first, second, third].map { $0.asObservable() }
            expect(
                scheduler.start { Observable.catch(sequence: sources) },
                [.next(205, 1), .next(215, 2), .completed(220)])
            expect(first, subscribed: [200...210])
            expect(second, subscribed: [210...220])
            expect(third, subscribed: [])
            let other = TestScheduler(initialClock: 0)
            let failing: [Observable<Int>] = [.error(Failure.first), .error(Failure.second)]
            expect(other.start { Observable.catch(sequence: failing) }, [.error(200, Failure.second)])
        }
    }

    @Test(arguments: Core.allCases)
    func retrySubscribesAgainUntilDisposed(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createColdObservable([.next(10, 1), .error(20, Failure.first)])
            expect(
                scheduler.start(disposed: 255) { source.retry() }, [.next(210, 1), .next(230, 1), .next(250, 1)])
            expect(source, subscribed: [200...220, 220...240, 240...255])
        }
    }

    @Test(arguments: Core.allCases)
    func retryCompletesWithItsSource(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            var attempts = 0
            let source = Observable<Int>.deferred {
                attempts += 1
                return attempts < 1000 ? .error(Failure.first) : .just(attempts)
            }
            expect(scheduler.start { source.retry() }, [.next(200, 1000), .completed(200)])
            attempts = 0
            let other = TestScheduler(initialClock: 0)
            expect(other.start { source.retry(1000) }, [.next(200, 1000), .completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func retryCountsAllAttemptsAndPassesTheLastError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createColdObservable([.next(10, 1), .error(20, Failure.first)])
            expect(
                scheduler.start { source.retry(3) },
                [.next(210, 1), .next(230, 1), .next(250, 1), .error(260, Failure.first)])
            expect(source, subscribed: [200...220, 220...240, 240...260])
        }
    }

    @Test(arguments: Core.allCases)
    func retryOnceIsNoRetryAndRetryZeroIsEmpty(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let once = scheduler.createColdObservable([.next(10, 1), .error(20, Failure.first)])
            expect(scheduler.start { once.retry(1) }, [.next(210, 1), .error(220, Failure.first)])
            expect(once, subscribed: [200...220])
            let other = TestScheduler(initialClock: 0)
            let never = other.createColdObservable([.next(10, 1), .error(20, Failure.first)])
            expect(other.start { never.retry(0) }, [.completed(200)])
            expect(never, subscribed: [])
        }
    }

    @Test(arguments: Core.allCases)
    func retryWhenWaitsForItsTrigger(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createColdObservable([.next(10, 1), .error(20, Failure.first)])
            let result = scheduler.start(disposed: 275) {
                source.retry(when: { (errors: Observable<any Error>) in
                    errors.flatMap { _ in Observable<Int>.timer(.seconds(10), scheduler: scheduler) }
                })
            }
            expect(result, [.next(210, 1), .next(240, 1), .next(270, 1)])
            expect(source, subscribed: [200...220, 230...250, 260...275])
        }
    }

    @Test(arguments: Core.allCases)
    func stopOfTheTriggerStopsRetryWhen(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createColdObservable([.next(10, 1), .error(20, Failure.first)])
            let completed = scheduler.start {
                source.retry(when: { (errors: Observable<any Error>) in errors.take(while: { _ in false }) })
            }
            expect(completed, [.next(210, 1), .completed(220)])
            expect(source, subscribed: [200...220])
        }
    }

    /// An attempt that was asked for while the failed one is still being subscribed to hasn't begun when the trigger ends.
    @Test(arguments: Core.allCases)
    func aTriggerThatEndsBeforeTheNextAttemptHasBegunEndsTheSequence(core: Core) {
        core.run {
            var attempts = 0
            let source = Observable<Int>.create { observer in
                attempts += 1
                observer.onNext(attempts)
                observer.onError(Failure.first)
                return Disposables.create()
            }
            let journal = Journal()
            _ = source.retry(when: { (errors: Observable<any Error>) in errors.take(2) }).subscribe { journal.add("\($0)") }
            _ = source.retry(when: { (errors: Observable<any Error>) in
                errors.flatMap { _ in Observable.just(0).concat(Observable.error(Failure.second)) }
            }).subscribe { journal.add("\($0)") }
            #expect(journal.lines == ["next(1)", "next(2)", "completed", "next(3)", "error(second)"])
            #expect(attempts == 3)
        }
    }

    /// One that has begun goes on; the end of the trigger counts when it fails.
    @Test(arguments: Core.allCases)
    func aTriggerThatEndsWhileAnAttemptRunsEndsTheSequenceWhenThatFails(core: Core) {
        core.run {
            var subjects: [PublishSubject<Int>] = []
            let source = Observable<Int>.deferred {
                subjects.append(PublishSubject<Int>())
                return subjects.last!.asObservable()
            }
            let journal = Journal()
            _ = source.retry(when: { (errors: Observable<any Error>) in errors.take(2) }).subscribe { journal.add("\($0)") }
            for attempt in 0..<3 {
                subjects[attempt].onNext(attempt)
                subjects[attempt].onError(Failure.first)
            }
            #expect(subjects.count == 3)
            #expect(journal.lines == ["next(0)", "next(1)", "next(2)", "completed"])
        }
    }

    @Test(arguments: Core.allCases)
    func errorOfTheTriggerReplacesTheSourcesError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createColdObservable([.next(10, 1), .error(20, Failure.first)])
            let result = scheduler.start {
                source.retry(when: { (errors: Observable<any Error>) in
                    errors.flatMap { _ in Observable<Int>.error(Failure.second) }
                })
            }
            expect(result, [.next(210, 1), .error(220, Failure.second)])
            expect(source, subscribed: [200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func retryWhenOfATypedErrorPassesOtherErrors(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createColdObservable([.next(10, 1), .error(20, Failure.first)])
            let result = scheduler.start {
                source.retry(when: { (errors: Observable<RxError>) in errors.map { _ in 0 } })
            }
            expect(result, [.next(210, 1), .error(220, Failure.first)])
        }
    }

    @Test(arguments: Core.allCases)
    func handlerOfRetryWhenIsCalledOnceAndItsSequenceSubscribedToFirst(core: Core) {
        core.run {
            let journal = Journal(), trigger = PublishSubject<Void>()
            var attempts = 0
            let source = Observable<Int>.create { observer in
                attempts += 1
                journal.add("source \(attempts)")
                if attempts < 3 { observer.onError(Failure.first) }
                return Disposables.create { journal.add("source disposed") }
            }
            let subscription = source.retry(when: { (errors: Observable<any Error>) -> Observable<Void> in
                journal.add("handler")
                return Observable.create { observer in
                    journal.add("trigger")
                    return Disposables.create(
                        errors.subscribe(onNext: { journal.add("\($0)") }), trigger.subscribe(observer))
                }
            }).subscribe(journal.event("got"))
            trigger.onNext(())
            trigger.onNext(())
            expect(
                journal.lines.filter { $0 != "source disposed" },
                [
                    "handler", "trigger", "source 1", "first", "source 2", "first", "source 3",
                ])
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func retryWhenDisposesTheFailedSubscriptionBeforeItPublishesTheError(core: Core) {
        core.run {
            let journal = Journal(), subject = PublishSubject<Int>()
            let source = Observable<Int>.create { observer in
                Disposables.create(subject.subscribe(observer), Disposables.create { journal.add("disposed") })
            }
            let subscription = source.retry(when: { (errors: Observable<any Error>) in
                errors.do(onNext: { journal.add("\($0)") }).flatMap { _ in Observable<Int>.never() }
            }).subscribe()
            subject.onError(Failure.first)
            expect(Array(journal.lines.prefix(2)), ["disposed", "first"])
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func catchOfASequenceAsksForTheNextSourceOnlyWhenItIsDue(core: Core) {
        core.run {
            let journal = Journal()
            let sources = (1...3).lazy.map { number -> Observable<Int> in
                journal.add("made \(number)")
                return number == 2 ? .just(number) : .error(Failure.first)
            }
            _ = Observable.catch(sequence: AnySequence(sources)).subscribe(journal.event("got"))
            expect(journal.lines, ["made 1", "made 2", "got next(2)", "got completed"])
        }
    }
}
