@testable import Rx
import Testing

/// Subscriptions that are on a subject's list themselves: which are, and which must not be.
@Suite struct SubscriberTests {
    private static func isSubscriber(_ source: Observable<Int>) -> Bool {
        let subscription = source.subscribe(onNext: { _ in })
        defer { subscription.dispose() }
        return subscription is Subscriber<Int>
    }

    /// With nothing in between.
    @Test(.enabled(if: Speed.listsSegments), arguments: [Core.lock, .queue])
    func aSubscriptionWithNothingInBetweenIsOneObject(core: Core) {
        core.run {
            let subject = PublishSubject<Int>()
            #expect(SubscriberTests.isSubscriber(subject))
            #expect(SubscriberTests.isSubscriber(subject.asObservable()))
            let seen = subject.subscribe(onNext: { _ in })
            #expect(seen is Subscriber<Int>)
            seen.dispose()
            #expect(SubscriberTests.isSubscriber(subject.publish()))
            #expect(SubscriberTests.isSubscriber(subject.multicast(PublishSubject())))
            #expect(SubscriberTests.isSubscriber(subject.publish().refCount()))
            #expect(SubscriberTests.isSubscriber(subject.share()))
            #expect(SubscriberTests.isSubscriber(subject.share(scope: .forever)))
            let relay = PublishRelay<Int>()
            #expect(SubscriberTests.isSubscriber(relay.asObservable()))
            #expect(relay.subscribe(onNext: { _ in }) is Subscriber<Int>)
            var kinds: [Bool] = []
            let groups = subject.groupBy { $0 % 2 }.subscribe(onNext: { kinds.append(SubscriberTests.isSubscriber($0.asObservable())) })
            for element in 1...2 { subject.onNext(element) }
            groups.dispose()
            #expect(kinds == [true, true])
        }
    }

    /// Something in between, a replay, a gate that doesn't know when it has been left.
    @Test(arguments: [Core.lock, .queue])
    func othersHaveASegmentAndARegistration(core: Core) {
        core.run {
            let subject = PublishSubject<Int>()
            #expect(!SubscriberTests.isSubscriber(subject.filter { _ in true }))
            #expect(!SubscriberTests.isSubscriber(subject.map { $0 }))
            #expect(!SubscriberTests.isSubscriber(subject.replay(1).refCount()))
            #expect(!SubscriberTests.isSubscriber(subject.publish().refCount().map { $0 }))
            #expect(!SubscriberTests.isSubscriber(subject.share(replay: 1)))
            #expect(!SubscriberTests.isSubscriber(BehaviorSubject(value: 1)))
            #expect(!SubscriberTests.isSubscriber(ReplaySubject.create(bufferSize: 1)))
        }
        Core.unchecked.run {
            #expect(!SubscriberTests.isSubscriber(PublishSubject()))
        }
    }

    /// Also while the program keeps the subscription.
    @Test func eachOfAnObserversClosuresIsFreed() {
        let alive = AtomicCount()
        func observer() -> Observer<String> {
            let next = Captured(alive), stop = Captured(alive), predicate = Captured(alive)
            return Observer(
                next: { _ in withExtendedLifetime(next) {} }, stop: { _ in withExtendedLifetime(stop) {} },
                where: { _ in withExtendedLifetime(predicate) { true } })
        }
        let segment = Subscriber<String>(core: .lock)
        segment.observer = HeldObserver(observer())
        #expect(alive.value == 3)
        segment.freeObserver()
        #expect(alive.value == 0)
        segment.dispose()
    }
}
