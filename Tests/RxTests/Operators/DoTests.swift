import Foundation
import Rx
import RxTest
import Testing

@Suite struct DoTests {
    @Test(arguments: Core.allCases)
    func closuresRunAroundTheDeliveryInOrder(core: Core) {
        core.run {
            let journal = Journal()
            let source = Observable<Int>.create { observer in
                journal.add("source subscribed")
                observer.onNext(1)
                observer.onCompleted()
                return Disposables.create { journal.add("source disposed") }
            }
            _ =
                source
                .do(
                    onNext: { journal.add("onNext \($0)") }, afterNext: { journal.add("afterNext \($0)") },
                    onError: { journal.add("onError \($0)") }, afterError: { journal.add("afterError \($0)") },
                    onCompleted: { journal.add("onCompleted") }, afterCompleted: { journal.add("afterCompleted") },
                    onSubscribe: { journal.add("onSubscribe") }, onSubscribed: { journal.add("onSubscribed") },
                    onDispose: { journal.add("onDispose") }
                )
                .subscribe(journal.event("got"))
            expect(
                journal.lines,
                [
                    "onSubscribe", "source subscribed", "onNext 1", "got next(1)", "afterNext 1", "onCompleted",
                    "got completed", "afterCompleted", "source disposed", "onSubscribed", "onDispose",
                ])
        }
    }

    /// What shows that something loads, from `onSubscribed` to `onDispose`, is off in the end.
    @Test(arguments: Core.allCases)
    func onDisposeComesAfterOnSubscribedHoweverSoonTheEnd(core: Core) {
        core.run {
            let sources: [Observable<Int>] = [
                .just(1), .of(1, 2), .empty(), .error(Failure.first), BehaviorSubject(value: 1).take(1),
                Observable.just(1).first().map { $0 ?? 0 }.asObservable(),
                .create { observer in
                    observer.onCompleted(); return Disposables.create()
                },
            ]
            for source in sources {
                let journal = Journal()
                _ = source.do(onSubscribed: { journal.add("subscribed") }, onDispose: { journal.add("disposed") })
                    .subscribe(onError: { _ in })
                expect(journal.lines, ["subscribed", "disposed"])
            }
        }
    }

    /// That thread may be in a `dispose()`, which waits for it.
    @Test(arguments: Core.allCases)
    func onDisposeRunsAtOnceIfAnotherThreadEndsWhatIsBeingSubscribedTo(core: Core) {
        core.run {
            nonisolated(unsafe) let journal = Journal()  // One thread at a time.
            let trigger = PublishSubject<Void>()
            let source = Observable<Int>.create { _ in
                let isOver = DispatchSemaphore(value: 0)
                Thread {
                    trigger.onNext(())
                    journal.add("told")
                    isOver.signal()
                }.start()
                isOver.wait()
                return Disposables.create()
            }
            _ = source.do(onSubscribed: { journal.add("subscribed") }, onDispose: { journal.add("disposed") })
                .take(until: trigger).subscribe()
            expect(journal.lines, ["disposed", "told", "subscribed"])
        }
    }

    @Test(arguments: Core.allCases)
    func workThatWaitsComesBeforeTheSecondElementOfALoop(core: Core) {
        core.run {
            let journal = Journal()
            _ = Observable.range(start: 1, count: 3).startWith(0).subscribe(onNext: { element in
                journal.add("\(element)")
                guard element == 0 else { return }
                _ = Observable.range(start: 100, count: 3).subscribe(onNext: { journal.add("\($0)") })
            })
            expect(journal.lines, ["0", "100", "1", "101", "2", "102", "3"])
            let work = Journal()
            _ = Observable<Int>.deferred {
                _ = CurrentThreadScheduler.instance.schedule(()) {
                    work.add("work"); return Disposables.create()
                }
                return .range(start: 1, count: 2)
            }.subscribe(onNext: { work.add("\($0)") })
            expect(work.lines, ["work", "1", "2"])
        }
    }

    /// Also where the source would run while it is attached.
    @Test(arguments: Core.allCases)
    func onSubscribedRunsBeforeTheFirstElementOfALoop(core: Core) {
        core.run {
            let journal = Journal()
            _ = Observable.range(start: 1, count: 2)
                .do(onSubscribed: { journal.add("onSubscribed") })
                .subscribe(onNext: { journal.add("\($0)") })
            expect(journal.lines, ["onSubscribed", "1", "2"])
        }
    }

    @Test(arguments: Core.allCases)
    func onSubscribedRunsAfterTheSubscriptionAndOnDisposeAfterTheSourcesDisposal(core: Core) {
        core.run {
            let journal = Journal()
            let source = Observable<Int>.create { _ in
                journal.add("source subscribed")
                return Disposables.create { journal.add("source disposed") }
            }
            let subscription =
                source
                .do(
                    onSubscribe: { journal.add("onSubscribe") }, onSubscribed: { journal.add("onSubscribed") },
                    onDispose: { journal.add("onDispose") }
                )
                .subscribe()
            subscription.dispose()
            subscription.dispose()
            expect(journal.lines, ["onSubscribe", "source subscribed", "onSubscribed", "source disposed", "onDispose"])
        }
    }

    @Test(arguments: Core.allCases)
    func errorRunsItsClosuresAndNotThoseOfCompletion(core: Core) {
        core.run {
            let journal = Journal()
            _ = Observable<Int>.error(Failure.first)
                .do(
                    onError: { journal.add("onError \($0)") }, afterError: { journal.add("afterError \($0)") },
                    onCompleted: { journal.add("onCompleted") }, afterCompleted: { journal.add("afterCompleted") }
                )
                .subscribe(journal.event("got"))
            expect(journal.lines, ["onError first", "got error(first)", "afterError first"])
        }
    }

    @Test(arguments: Core.allCases)
    func throwOfOnNextComesInPlaceOfTheElement(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3)])
            let result = scheduler.start { source.do(onNext: { if $0 == 2 { throw Failure.thrown } }) }
            expect(result, [.next(210, 1), .error(220, Failure.thrown)])
            expect(source, subscribed: [200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func throwOfAfterNextComesAfterTheElement(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3)])
            let result = scheduler.start { source.do(afterNext: { if $0 == 2 { throw Failure.thrown } }) }
            expect(result, [.next(210, 1), .next(220, 2), .error(220, Failure.thrown)])
            expect(source, subscribed: [200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func throwOfOnErrorOrOnCompletedReplacesTheStop(core: Core) {
        core.run {
            let journal = Journal()
            _ = Observable<Int>.error(Failure.first).do(onError: { _ in throw Failure.thrown })
                .subscribe(journal.event("failed"))
            _ = Observable<Int>.empty().do(onCompleted: { throw Failure.thrown }).subscribe(journal.event("completed"))
            expect(journal.lines, ["failed error(thrown)", "completed error(thrown)"])
        }
    }

    @Test(arguments: Core.allCases)
    func throwAfterTheStopIsNotASecondStop(core: Core) {
        core.run {
            let journal = Journal()
            _ = Observable<Int>.just(1).do(afterCompleted: { throw Failure.thrown }).subscribe(journal.event("got"))
            expect(journal.lines, ["got next(1)", "got completed"])
        }
    }

    @Test(arguments: Core.allCases)
    func onDisposeRunsOnceAlsoAfterAStop(core: Core) {
        core.run {
            var disposals = 0
            let subject = PublishSubject<Int>()
            let subscription = subject.do(onDispose: { disposals += 1 }).subscribe()
            subject.onCompleted()
            #expect(disposals == 1)
            subscription.dispose()
            #expect(disposals == 1)
        }
    }
}
