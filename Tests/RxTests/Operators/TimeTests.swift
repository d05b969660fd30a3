import Foundation
import Rx
import RxTest
import Testing

@Suite struct TimeTests {
    /// A scheduler of a user's that runs its work twice, by mistake.
    private final class StutteringScheduler: SchedulerType, @unchecked Sendable {  // Sendable: used on one thread.
        private var waiting: [() -> Void] = []
        let now = Date(timeIntervalSince1970: 0)

        func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
            waiting.append { _ = action(state) }
            return Disposables.create()
        }

        func scheduleRelative<State>(
            _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
        ) -> any Disposable {
            schedule(state, action: action)
        }

        func runFirst() {
            let work = waiting.removeFirst()
            work()
            work()
        }
    }

    /// A later element isn't early, and none is sent where there is none.
    @Test(arguments: Core.allCases)
    func aTimerThatFiresTwiceSendsOneElement(core: Core) {
        core.run {
            let scheduler = StutteringScheduler(), source = PublishSubject<Int>(), journal = Journal()
            let subscription = source.delay(.seconds(1), scheduler: scheduler).subscribe(journal.event("sent"))
            source.onNext(1)
            source.onNext(2)
            scheduler.runFirst()
            expect(journal.lines, ["sent next(1)"])
            scheduler.runFirst()
            expect(journal.lines, ["sent next(1)", "sent next(2)"])
            source.onNext(3)
            source.onCompleted()
            scheduler.runFirst()
            scheduler.runFirst()
            expect(journal.lines, ["sent next(1)", "sent next(2)", "sent next(3)", "sent completed"])
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func debounceSendsWhatIsFollowedBySilence(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(210, 1), .next(220, 2), .next(250, 3), .next(265, 4), .next(300, 5), .completed(400),
            ])
            expect(
                scheduler.start { source.debounce(.seconds(20), scheduler: scheduler) },
                [.next(240, 2), .next(285, 4), .next(320, 5), .completed(400)])
            expect(source, subscribed: [200...400])
        }
    }

    @Test(arguments: Core.allCases)
    func debounceFlushesAtCompletionAndDropsAtAnError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(225)])
            expect(
                scheduler.start { source.debounce(.seconds(20), scheduler: scheduler) },
                [.next(225, 2), .completed(225)])
            let other = TestScheduler(initialClock: 0)
            let failing = other.createHotObservable([.next(210, 1), .error(225, Failure.first)])
            expect(
                other.start { failing.debounce(.seconds(20), scheduler: other) }, [.error(225, Failure.first)])
            expect(failing, subscribed: [200...225])
        }
    }

    /// Of what is due at the same time, what was set first runs first: each element sets a timer.
    @Test(arguments: Core.allCases)
    func timersOfDebounceAndTimeoutHaveTheirPlaceAmongOthersOfTheSameTime(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(215, 2)])
            let end = scheduler.createHotObservable([.next(217, 0)]).delay(.seconds(8), scheduler: scheduler)
            expect(
                scheduler.start { source.debounce(.seconds(10), scheduler: scheduler).take(until: end) },
                [.next(225, 2), .completed(225)])
            let other = TestScheduler(initialClock: 0)
            let late = other.createHotObservable([.next(205, 1), .next(207, 2)])
                .flatMap { $0 == 2 ? Observable<Int>.timer(.seconds(8), scheduler: other) : .just($0) }
            expect(
                other.start { late.timeout(.seconds(10), scheduler: other) }, [.next(205, 1), .error(215, RxError.timeout)])
        }
    }

    @Test(arguments: Core.allCases)
    func elementThatComesWithTheEndOfSilenceWinsDebounceIfItIsFirst(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(230, 2)])
            expect(scheduler.start { source.debounce(.seconds(20), scheduler: scheduler) }, [.next(250, 2)])
            let other = TestScheduler(initialClock: 0)
            let cut = other.createHotObservable([.next(210, 1)])
            expect(other.start(disposed: 225) { cut.debounce(.seconds(20), scheduler: other) }, [])
            expect(cut, subscribed: [200...225])
        }
    }

    @Test(arguments: Core.allCases)
    func throttleSendsTheFirstAndTheLatestOfEachStretch(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(210, 1), .next(220, 2), .next(230, 3), .next(250, 4), .next(310, 5), .completed(320),
            ])
            expect(
                scheduler.start { source.throttle(.seconds(30), scheduler: scheduler) },
                [.next(210, 1), .next(240, 3), .next(270, 4), .next(310, 5), .completed(320)])
            expect(source, subscribed: [200...320])
        }
    }

    @Test(arguments: Core.allCases)
    func completionOfThrottleWaitsForTheElementThatWaits(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(225)])
            expect(
                scheduler.start { source.throttle(.seconds(30), scheduler: scheduler) },
                [.next(210, 1), .next(240, 2), .completed(240)])
        }
    }

    @Test(arguments: Core.allCases)
    func errorOfThrottleComesAtOnceAndDropsTheElementThatWaits(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .error(225, Failure.first)])
            expect(
                scheduler.start { source.throttle(.seconds(30), scheduler: scheduler) },
                [.next(210, 1), .error(225, Failure.first)])
            let other = TestScheduler(initialClock: 0)
            let cut = other.createHotObservable([.next(210, 1), .next(220, 2)])
            expect(
                other.start(disposed: 230) { cut.throttle(.seconds(30), scheduler: other) }, [.next(210, 1)])
            expect(cut, subscribed: [200...230])
        }
    }

    @Test(arguments: Core.allCases)
    func throttleWithoutLatestDropsWhatComesTooEarly(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(210, 1), .next(220, 2), .next(239, 3), .next(245, 4), .next(250, 5), .completed(260),
            ])
            expect(
                scheduler.start { source.throttle(.seconds(30), latest: false, scheduler: scheduler) },
                [.next(210, 1), .next(245, 4), .completed(260)])
        }
    }

    @Test(arguments: Core.allCases)
    func timeoutRestartsWithEachElement(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(225, 2), .next(260, 3)])
            expect(
                scheduler.start { source.timeout(.seconds(20), scheduler: scheduler) },
                [.next(210, 1), .next(225, 2), .error(245, RxError.timeout)])
            expect(source, subscribed: [200...245])
        }
    }

    @Test(arguments: Core.allCases)
    func timeoutBeginsWithTheSubscription(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start { Observable<Int>.never().timeout(.seconds(20), scheduler: scheduler) },
                [.error(220, RxError.timeout)])
            let other = TestScheduler(initialClock: 0)
            let source = other.createHotObservable([.next(210, 1), .completed(215)])
            expect(
                other.start { source.timeout(.seconds(20), scheduler: other) }, [.next(210, 1), .completed(215)])
            expect(source, subscribed: [200...215])
        }
    }

    @Test(arguments: Core.allCases)
    func timeoutSwitchesOnceToTheOther(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(260, 2)])
            let other = scheduler.createColdObservable([.next(10, 11), .next(100, 12), .completed(110)])
            expect(
                scheduler.start { source.timeout(.seconds(20), other: other, scheduler: scheduler) },
                [.next(210, 1), .next(240, 11), .next(330, 12), .completed(340)])
            expect(source, subscribed: [200...230])
            expect(other, subscribed: [230...340])
            let again = TestScheduler(initialClock: 0)
            let cold = again.createColdObservable([.next(10, 11), .next(50, 12)])
            expect(
                again.start(disposed: 250) {
                    Observable<Int>.never().timeout(.seconds(20), other: cold, scheduler: again)
                },
                [.next(230, 11)])
            expect(cold, subscribed: [220...250])
        }
    }

    @Test(arguments: Core.allCases)
    func delayShiftsElementsAndCompletion(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(225, 2), .completed(230)])
            expect(
                scheduler.start { source.delay(.seconds(50), scheduler: scheduler) },
                [.next(260, 1), .next(275, 2), .completed(280)])
            expect(source, subscribed: [200...230])
        }
    }

    @Test(arguments: Core.allCases)
    func errorOvertakesWhatIsDelayed(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(225, 2), .error(270, Failure.first)])
            expect(
                scheduler.start { source.delay(.seconds(50), scheduler: scheduler) },
                [.next(260, 1), .error(270, Failure.first)])
            expect(source, subscribed: [200...270])
            let other = TestScheduler(initialClock: 0)
            let cut = other.createHotObservable([.next(210, 1), .next(225, 2), .next(280, 3)])
            expect(
                other.start(disposed: 270) { cut.delay(.seconds(50), scheduler: other) }, [.next(260, 1)])
            expect(cut, subscribed: [200...270])
        }
    }

    @Test(arguments: Core.allCases)
    func delaySubscriptionShiftsTheSubscriptionOnly(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(225, 2), .completed(230)])
            expect(
                scheduler.start { source.delaySubscription(.seconds(20), scheduler: scheduler) },
                [.next(225, 2), .completed(230)])
            expect(source, subscribed: [220...230])
            let other = TestScheduler(initialClock: 0)
            let never = other.createHotObservable([.next(210, 1)])
            _ = other.start(disposed: 215) { never.delaySubscription(.seconds(20), scheduler: other) }
            expect(never, subscribed: [])
        }
    }

    @Test(arguments: Core.allCases)
    func observeOnMovesEveryEventInOrder(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(210, 1), .next(220, 2), .next(220, 3), .next(220, 4), .completed(230),
            ])
            expect(
                scheduler.start { source.observe(on: scheduler) },
                [.next(211, 1), .next(221, 2), .next(222, 3), .next(223, 4), .completed(231)])
            expect(source, subscribed: [200...230])
        }
    }

    @Test(arguments: Core.allCases)
    func observeOnMovesErrorsBehindTheElementsAndDeliversNothingAfterDispose(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .error(210, Failure.first)])
            expect(scheduler.start { source.observe(on: scheduler) }, [.next(211, 1), .error(212, Failure.first)])
            expect(source, subscribed: [200...210])
            let other = TestScheduler(initialClock: 0)
            let cut = other.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3)])
            expect(other.start(disposed: 221) { cut.observe(on: other) }, [.next(211, 1)])
            expect(cut, subscribed: [200...221])
        }
    }

    @Test(arguments: Core.allCases)
    func observeOnTheCurrentThreadTakesTurns(core: Core) {
        core.run {
            let journal = Journal()
            _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                let subject = PublishSubject<Int>()
                _ = subject.observe(on: CurrentThreadScheduler.instance).subscribe(journal.event("got"))
                subject.onNext(1)
                journal.add("after 1")
                subject.onCompleted()
                journal.add("after completed")
                return Disposables.create()
            }
            expect(journal.lines, ["after 1", "after completed", "got next(1)", "got completed"])
        }
    }

    @Test(arguments: Core.allCases)
    func subscribeOnSchedulesTheSubscriptionAndItsDisposal(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(200, 0), .next(210, 1), .next(230, 2)])
            expect(scheduler.start(disposed: 220) { source.subscribe(on: scheduler) }, [.next(210, 1)])
            expect(source, subscribed: [201...221])
        }
    }

    @Test(arguments: Core.allCases)
    func subscribeOnDoesNotMoveEvents(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .completed(230)])
            expect(scheduler.start { source.subscribe(on: scheduler) }, [.next(210, 1), .completed(230)])
            expect(source, subscribed: [201...231])
            let other = TestScheduler(initialClock: 0)
            let failing = other.createHotObservable([.error(230, Failure.first)], of: Int.self)
            expect(other.start { failing.subscribe(on: other) }, [.error(230, Failure.first)])
            let cut = TestScheduler(initialClock: 0)
            let never = cut.createHotObservable([.next(210, 1)])
            expect(cut.start(disposed: 200) { never.subscribe(on: cut) }, [])
            expect(never, subscribed: [])
        }
    }
}
