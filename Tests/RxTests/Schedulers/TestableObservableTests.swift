import Rx
import RxTest
import Testing

/// Sequences of a test scheduler tell their observers what those of the library do: G1 and G2 hold for them.
@Suite struct TestableObservableTests {
    private enum Kind: String, CaseIterable, Sendable {
        case hot, cold

        func make(_ scheduler: TestScheduler, _ events: RecordedEvents<Int>) -> TestableObservable<Int> {
            self == .hot ? scheduler.createHotObservable(events) : scheduler.createColdObservable(events)
        }
    }

    /// Runs `body` for both kinds, on both cores.
    private func forEach(_ body: (Kind, TestScheduler) throws -> Void) rethrows {
        for core in Core.allCases {
            for kind in Kind.allCases { try core.run { try body(kind, TestScheduler(initialClock: 0)) } }
        }
    }

    @Test func nothingFollowsAStopEvent() {
        forEach { kind, scheduler in
            for stop in [.completed(2), .error(2, Failure.first)] as RecordedEvents<Int> {
                let scheduler = TestScheduler(initialClock: 0)
                let source = kind.make(scheduler, [.next(1, 1), stop, .next(3, 3), .completed(4), .next(5, 5)])
                let direct = scheduler.createObserver(Int.self), mapped = scheduler.createObserver(Int.self)
                _ = source.subscribe(direct)
                _ = source.map { $0 }.subscribe(mapped)
                scheduler.start()
                expect(direct, [.next(1, 1), stop])
                expect(mapped, [.next(1, 1), stop])
            }
        }
    }

    /// A hot one goes on for who comes later, as in RxSwift.
    @Test func whoComesAfterTheStopOfAHotSequenceHearsWhatFollows() {
        for core in Core.allCases {
            core.run {
                let scheduler = TestScheduler(initialClock: 0)
                let source = scheduler.createHotObservable([.next(1, 1), .completed(2), .next(3, 3), .completed(4)])
                let repeated = scheduler.createObserver(Int.self)
                _ = Observable.concat(source.asObservable(), source.asObservable()).subscribe(repeated)
                scheduler.start()
                expect(repeated, [.next(1, 1), .next(3, 3), .completed(4)])
                expect(source, subscribed: [0...2, 2...4])
            }
        }
    }

    /// By one of the observers, while the event is told to all of them.
    @Test func whoIsDisposedOfWithinADeliveryHearsNothingMore() {
        for core in Core.allCases {
            core.run {
                for event in [.next(1, 1), .completed(1), .error(1, Failure.first)] as RecordedEvents<Int> {
                    let scheduler = TestScheduler(initialClock: 0), source = scheduler.createHotObservable([event, .next(2, 2)])
                    let before = scheduler.createObserver(Int.self), after = scheduler.createObserver(Int.self)
                    var subscriptions: [any Disposable] = []
                    subscriptions.append(source.subscribe(before))
                    _ = source.subscribe { _ in for subscription in subscriptions { subscription.dispose() } }
                    subscriptions.append(source.subscribe(after))
                    scheduler.start()
                    expect(before, [event])
                    expect(after, [])
                    #expect(source.subscriptions.first == Subscription(0, 1))
                    #expect(source.subscriptions.last == Subscription(0, 1))
                }
            }
        }
    }

    @Test func whoSubscribesWithinADeliveryHearsTheNextEvent() {
        for core in Core.allCases {
            core.run {
                let scheduler = TestScheduler(initialClock: 0)
                let source = scheduler.createHotObservable([.next(1, 1), .next(2, 2)]), late = scheduler.createObserver(Int.self)
                _ = source.take(1).subscribe(onNext: { _ in _ = source.subscribe(late) })
                scheduler.start()
                expect(late, [.next(2, 2)])
            }
        }
    }

    @Test func anObserverThatDisposesOfItselfHearsNothingMore() {
        forEach { kind, scheduler in
            let source = kind.make(scheduler, [.next(1, 1), .next(1, 2), .next(2, 3), .completed(3)]), journal = Journal()
            var own: (any Disposable)?
            own = source.subscribe(
                AnyObserver<Int> { event in
                    journal.add("\(event)")
                    own?.dispose()
                })
            scheduler.start()
            expect(journal.lines, ["next(1)"])
            expect(source, subscribed: [0...1])
        }
    }

    /// Of one that stops the scheduler and starts it again, within a delivery.
    @Test func anEventThatComesWithinADeliveryFollowsIt() {
        forEach { kind, scheduler in
            let source = kind.make(scheduler, [.next(1, 1), .next(2, 2), .completed(3), .next(4, 4)]), journal = Journal()
            _ = source.subscribe(
                AnyObserver<Int> { event in
                    journal.add("(\(event)")
                    if event.element == 1 {
                        scheduler.stop()
                        scheduler.start()
                    }
                    journal.add(")")
                })
            scheduler.start()
            expect(journal.lines, ["(next(1)", ")", "(next(2)", ")", "(completed", ")"])
        }
    }

    /// What is recorded ends when the subscription is disposed of: by whoever has subscribed, or an operator that is told of the end.
    @Test func whatIsRecordedOfASubscriptionEndsWithItsDisposal() {
        forEach { kind, scheduler in
            let source = kind.make(scheduler, [.next(10, 1), .completed(20)])
            let direct = source.subscribe(scheduler.createObserver(Int.self))
            _ = source.map { $0 }.subscribe(scheduler.createObserver(Int.self))
            scheduler.scheduleAt(30) { direct.dispose() }
            scheduler.start()
            expect(source, subscribed: [0...30, 0...20])
        }
    }

    @Test func observersAreFreedWhenTheyHaveHeardTheEnd() {
        final class Thing {}
        forEach { kind, scheduler in
            let source = kind.make(scheduler, [.completed(1), .next(2, 2)])
            var thing: Thing? = Thing()
            weak let alive = thing
            let subscription = source.subscribe(AnyObserver<Int> { [thing] _ in withExtendedLifetime(thing) {} })
            thing = nil
            #expect(alive != nil)
            scheduler.start()
            #expect(alive == nil)
            withExtendedLifetime((source, subscription)) {}
        }
    }

    @Test func subscriptionsAreDescribedAsInRxSwift() {
        #expect(Subscription(200, 300).debugDescription == "(200: 300)")
        #expect(Subscription(200, 200).debugDescription == "(200: 200)")
        #expect(Subscription(200).debugDescription == "(200: Infinity)")
    }
}
