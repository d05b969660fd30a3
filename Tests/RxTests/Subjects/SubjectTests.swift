import Rx
import RxTest
import Testing

@Suite struct SubjectTests {
    // MARK: Publish

    @Test(arguments: Core.allCases)
    func publishSubjectTellsWhoIsSubscribedAtTheTime(core: Core) {
        core.run {
            let subject = PublishSubject<Int>()
            let journal = Journal()
            subject.onNext(1)
            let first = subject.subscribe(journal.event("first"))
            subject.onNext(2)
            let second = subject.subscribe(journal.event("second"))
            subject.onNext(3)
            first.dispose()
            subject.onNext(4)
            #expect(subject.hasObservers)
            second.dispose()
            #expect(!subject.hasObservers)
            subject.onNext(5)
            expect(journal.lines, ["first next(2)", "first next(3)", "second next(3)", "second next(4)"])
        }
    }

    @Test(arguments: Core.allCases)
    func stoppedPublishSubjectTellsTheStopAndNothingElse(core: Core) {
        core.run {
            for stop in [Event<Int>.completed, .error(Failure.first)] {
                let subject = PublishSubject<Int>()
                let journal = Journal()
                _ = subject.subscribe(journal.event("first"))
                subject.on(stop)
                subject.onNext(1)
                subject.onError(Failure.second)
                #expect(!subject.hasObservers)
                _ = subject.subscribe(journal.event("late"))
                expect(journal.lines, ["first \(stop)", "late \(stop)"])
            }
        }
    }

    @Test(arguments: Core.allCases)
    func disposedSubjectForgetsItsObserversAndItsStop(core: Core) {
        core.run {
            let subject = PublishSubject<Int>()
            let journal = Journal()
            _ = subject.subscribe(journal.event("first"))
            #expect(!subject.isDisposed)
            subject.dispose()
            #expect(subject.isDisposed)
            #expect(!subject.hasObservers)
            subject.onNext(1)
            subject.onCompleted()
            expect(journal.lines, [])
            expectDisposed(subject)
            let stopped = PublishSubject<Int>()
            stopped.onCompleted()
            stopped.dispose()
            expectDisposed(stopped)
        }
    }

    private func expectDisposed(_ source: Observable<Int>, sourceLocation: SourceLocation = #_sourceLocation) {
        var isDisposed = false
        _ = source.subscribe(onError: { if case RxError.disposed = $0 { isDisposed = true } })
        #expect(isDisposed, sourceLocation: sourceLocation)
    }

    @Test(arguments: Core.allCases)
    func elementSentInsideADeliveryReachesEveryObserverInOrder(core: Core) {
        core.run {
            let subject = PublishSubject<Int>()
            var first: [Int] = [], second: [Int] = []
            let subscriptions = CompositeDisposable()
            _ = subscriptions.insert(
                subject.subscribe(onNext: { element in
                    first.append(element)
                    if element < 3 { subject.onNext(element + 1) }
                }))
            _ = subscriptions.insert(subject.subscribe(onNext: { second.append($0) }))
            subject.onNext(1)
            expect(first, [1, 2, 3])
            expect(second.sorted(), [1, 2, 3])
            subscriptions.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func observerThatLeavesOrComesDuringADeliveryGetsItsOwnShare(core: Core) {
        core.run {
            let subject = PublishSubject<Int>()
            let journal = Journal()
            let second = SingleAssignmentDisposable()
            let subscriptions = CompositeDisposable()
            _ = subscriptions.insert(
                subject.subscribe(onNext: { element in
                    journal.add("first \(element)")
                    if element == 1 {
                        second.dispose()
                        _ = subscriptions.insert(subject.subscribe(onNext: { journal.add("third \($0)") }))
                    }
                }))
            second.setDisposable(subject.subscribe(onNext: { journal.add("second \($0)") }))
            subject.onNext(1)
            subject.onNext(2)
            expect(journal.lines, ["first 1", "first 2", "third 2"])
            subscriptions.dispose()
        }
    }

    // MARK: Behavior

    @Test(arguments: Core.allCases)
    func behaviorSubjectBeginsWithItsValue(core: Core) {
        core.run {
            let subject = BehaviorSubject(value: 0)
            let journal = Journal()
            let first = subject.subscribe(journal.event("first"))
            subject.onNext(1)
            let second = subject.subscribe(journal.event("second"))
            subject.onNext(2)
            #expect((try? subject.value()) == 2)
            first.dispose()
            second.dispose()
            subject.onNext(3)
            #expect((try? subject.value()) == 3)
            expect(journal.lines, ["first next(0)", "first next(1)", "second next(1)", "first next(2)", "second next(2)"])
        }
    }

    @Test(arguments: Core.allCases)
    func stoppedBehaviorSubjectTellsOnlyTheStop(core: Core) {
        core.run {
            let completed = BehaviorSubject(value: 0)
            completed.onNext(1)
            completed.onCompleted()
            completed.onNext(2)
            let journal = Journal()
            _ = completed.subscribe(journal.event("completed"))
            #expect((try? completed.value()) == 1)
            let failed = BehaviorSubject(value: 0)
            failed.onError(Failure.first)
            _ = failed.subscribe(journal.event("failed"))
            #expect(throws: Failure.first) { _ = try failed.value() }
            expect(journal.lines, ["completed completed", "failed error(first)"])
        }
    }

    @Test(arguments: Core.allCases)
    func disposedBehaviorSubjectThrowsItsValue(core: Core) {
        core.run {
            let subject = BehaviorSubject(value: 0)
            subject.dispose()
            #expect(subject.isDisposed)
            #expect(throws: RxError.self) { _ = try subject.value() }
            expectDisposed(subject)
        }
    }

    @Test(arguments: Core.allCases)
    func valueIsCurrentInsideADelivery(core: Core) {
        core.run {
            let subject = BehaviorSubject(value: 0)
            var seen: [Int] = [], values: [Int?] = []
            let subscription = subject.subscribe(onNext: { element in
                seen.append(element)
                if element == 1 { subject.onNext(2) }
                values.append(try? subject.value())
            })
            subject.onNext(1)
            expect(seen, [0, 1, 2])
            #expect(values[1] == 2)
            subscription.dispose()
        }
    }

    // MARK: Replay

    @Test(arguments: Core.allCases)
    func replaySubjectRepeatsItsBufferAlsoAfterTheStop(core: Core) {
        core.run {
            for (size, expected) in [(0, []), (1, [3]), (2, [2, 3]), (9, [1, 2, 3])] {
                for stop in [Event<Int>.completed, .error(Failure.first)] {
                    let subject = ReplaySubject<Int>.create(bufferSize: size)
                    for number in 1...3 { subject.onNext(number) }
                    let journal = Journal(), elements = expected.map { "got next(\($0))" }
                    _ = subject.subscribe(journal.event("got"))
                    expect(journal.lines, elements)
                    subject.on(stop)
                    subject.onNext(4)
                    let late = Journal()
                    _ = subject.subscribe(late.event("got"))
                    expect(late.lines, elements + ["got \(stop)"])
                }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func unboundedReplaySubjectRepeatsAll(core: Core) {
        core.run {
            let subject = ReplaySubject<Int>.createUnbounded()
            for number in 0..<500 { subject.onNext(number) }
            var seen: [Int] = []
            let subscription = subject.subscribe(onNext: { seen.append($0) })
            expect(seen, Array(0..<500))
            subject.onNext(500)
            #expect(seen.count == 501)
            subscription.dispose()
            #expect(!subject.hasObservers)
        }
    }

    @Test(arguments: Core.allCases)
    func elementSentDuringAReplayComesAfterIt(core: Core) {
        core.run {
            let subject = ReplaySubject<Int>.create(bufferSize: 3)
            for number in 1...3 { subject.onNext(number) }
            var seen: [Int] = []
            let subscription = subject.subscribe(onNext: { element in
                seen.append(element)
                if element == 1 { subject.onNext(4) }
            })
            expect(seen, [1, 2, 3, 4])
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func observerThatLeavesDuringAReplayGetsNoMore(core: Core) {
        core.run {
            let subject = ReplaySubject<Int>.create(bufferSize: 3)
            for number in 1...3 { subject.onNext(number) }
            var seen: [Int] = []
            _ = subject.take(2).subscribe(onNext: { seen.append($0) })
            expect(seen, [1, 2])
            #expect(!subject.hasObservers)
        }
    }

    @Test(arguments: Core.allCases)
    func disposedReplaySubjectForgetsItsBuffer(core: Core) {
        core.run {
            let subject = ReplaySubject<Int>.create(bufferSize: 3)
            subject.onNext(1)
            subject.dispose()
            var seen: [Int] = []
            _ = subject.subscribe(onNext: { seen.append($0) }, onError: { _ in })
            expect(seen, [])
            expectDisposed(subject)
        }
    }

    // MARK: Async

    @Test(arguments: Core.allCases)
    func asyncSubjectTellsItsLastElementAtCompletion(core: Core) {
        core.run {
            let subject = AsyncSubject<Int>()
            let journal = Journal()
            _ = subject.subscribe(journal.event("first"))
            subject.onNext(1)
            subject.onNext(2)
            expect(journal.lines, [])
            subject.onCompleted()
            subject.onNext(3)
            _ = subject.subscribe(journal.event("late"))
            expect(journal.lines, ["first next(2)", "first completed", "late next(2)", "late completed"])
        }
    }

    @Test(arguments: Core.allCases)
    func asyncSubjectTellsAnErrorAloneAndAnEmptyCompletionAlone(core: Core) {
        core.run {
            let journal = Journal()
            let failed = AsyncSubject<Int>()
            _ = failed.subscribe(journal.event("first"))
            failed.onNext(1)
            failed.onError(Failure.first)
            _ = failed.subscribe(journal.event("late"))
            let empty = AsyncSubject<Int>()
            _ = empty.subscribe(journal.event("empty"))
            empty.onCompleted()
            expect(journal.lines, ["first error(first)", "late error(first)", "empty completed"])
            #expect(!failed.hasObservers)
        }
    }

    @Test(arguments: Core.allCases)
    func disposedObserverOfAsyncSubjectGetsNothing(core: Core) {
        core.run {
            let subject = AsyncSubject<Int>()
            let journal = Journal()
            let subscription = subject.subscribe(journal.event("got"))
            subject.onNext(1)
            #expect(subject.hasObservers)
            subscription.dispose()
            #expect(!subject.hasObservers)
            subject.onCompleted()
            expect(journal.lines, [])
        }
    }

    @Test(arguments: Core.allCases)
    func subjectIsTheObserverOfAnotherSequence(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
            let subject = ReplaySubject<Int>.create(bufferSize: 1)
            let result = scheduler.createObserver(Int.self)
            scheduler.scheduleAt(200) { _ = source.subscribe(subject.asObserver()) }
            scheduler.scheduleAt(225) { _ = subject.subscribe(result) }
            scheduler.start()
            expect(result, [.next(225, 2), .completed(230)])
        }
    }
}
