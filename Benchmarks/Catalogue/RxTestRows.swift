#if os(Linux)
import BenchKit
import Rx
import RxTest

/// What tests in virtual time are made of. Each makes its scheduler, as a test does: to send is also to list what is sent.
let testing: [CoveringRows] = [
    member(
        "TestableObservable/cold/event", "createColdObservable(events), subscribed to: an element",
        ["TestScheduler.createColdObservable(_:)", "TestableObservable.subscribe(_:)", "Recorded.next(_:_:)", "Recorded.init(time:value:)"],
        unit: "element"
    ) { n, tally in
        let scheduler = TestScheduler(initialClock: 0)
        let subscription = scheduler.createColdObservable((0..<n).map { .next($0, $0) }).subscribe(onNext: { tally.add($0) })
        scheduler.start()
        subscription.dispose()
    },
    // The event stays scheduled where its observer has gone, so it is waited for.
    member(
        "TestableObservable/cold/subscribe", "createColdObservable(one event): to subscribe and dispose",
        [
            "TestScheduler.createColdObservable(_:)", "TestableObservable.subscribe(_:)", "TestableObservable.subscriptions",
            "Subscription.init(_:)", "Subscription.init(_:_:)",
        ],
        unit: "subscription"
    ) { n, tally in
        let scheduler = TestScheduler(initialClock: 0), cold = scheduler.createColdObservable([.next(1, 1)])
        for _ in 0..<n { cold.subscribe(onNext: { _ in tally.add(1) }).dispose() }
        scheduler.start()
        for subscription in cold.subscriptions where subscription == Subscription(0, 0) { tally.add(1) }
    },
    member(
        "TestableObservable/cold/error", "createColdObservable(an error): to subscribe, until it comes",
        ["TestScheduler.createColdObservable(_:)", "TestableObservable.subscribe(_:)", "Recorded.error(_:_:_:)"], unit: "failure"
    ) { n, tally in
        let scheduler = TestScheduler(initialClock: 0), cold = scheduler.createColdObservable([.error(1, plannedFailure, Int.self)])
        for _ in 0..<n {
            let subscription = cold.subscribe(onError: { _ in tally.add(1) })
            scheduler.start()
            subscription.dispose()
        }
    },
    member(
        "TestableObservable/cold/dispose", "createColdObservable(two events): to dispose after an element, before another one",
        ["TestScheduler.createColdObservable(_:)", "TestableObservable.subscribe(_:)"], unit: "subscription"
    ) { n, tally in
        let scheduler = TestScheduler(initialClock: 0), cold = scheduler.createColdObservable([.next(1, 1), .next(3, 1)])
        for _ in 0..<n {
            let subscription = cold.subscribe(onNext: { tally.add($0) })
            scheduler.advanceTo(scheduler.clock + 2)
            subscription.dispose()
            scheduler.advanceTo(scheduler.clock + 2)
        }
    },
    member(
        "TestableObservable/hot/event", "createHotObservable(events), subscribed to: an element",
        ["TestScheduler.createHotObservable(_:)", "TestableObservable.subscribe(_:)"], unit: "element"
    ) { n, tally in
        let scheduler = TestScheduler(initialClock: 0)
        let subscription = scheduler.createHotObservable((0..<n).map { .next($0, $0) }).subscribe(onNext: { tally.add($0) })
        scheduler.start()
        subscription.dispose()
    },
    member(
        "TestableObservable/hot/subscribe", "createHotObservable([]): to subscribe and dispose",
        ["TestScheduler.createHotObservable(_:)", "TestableObservable.subscribe(_:)", "TestableObservable.subscriptions"], unit: "subscription"
    ) { n, tally in
        let scheduler = TestScheduler(initialClock: 0), hot: TestableObservable<Int> = scheduler.createHotObservable([])
        for _ in 0..<n { hot.subscribe(onNext: { _ in }).dispose() }
        for subscription in hot.subscriptions where subscription == Subscription(0, 0) { tally.add(1) }
    },
    member(
        "TestableObserver/event", "createObserver(Int.self): an element",
        ["TestScheduler.createObserver(_:)", "TestableObserver.on(_:)", "TestableObserver.events"], unit: "element"
    ) { n, tally in
        let observer = TestScheduler(initialClock: 3).createObserver(Int.self)
        for i in 0..<n { opaque(observer).onNext(i) }
        for recorded in observer.events where recorded.time == 3 { tally.add(1) }
    },
    member(
        "TestScheduler/schedule", "TestScheduler: schedule, and start()",
        ["TestScheduler.adjustScheduledTime(_:)", "TestSchedulerVirtualTimeConverter.compareVirtualTime(_:_:)"], unit: "piece of work"
    ) { n, tally in
        let scheduler = TestScheduler(initialClock: 0)
        for i in 0..<n { _ = scheduler.schedule(i, action: counting(tally)) }
        scheduler.start()
    },
    member(
        "TestScheduler/scheduleAt", "TestScheduler: scheduleAt(_:), and start()", ["TestScheduler.scheduleAt(_:action:)"], unit: "piece of work"
    ) { n, tally in
        let scheduler = TestScheduler(initialClock: 0)
        for i in 0..<n { scheduler.scheduleAt(i) { tally.add(i) } }
        scheduler.start()
    },
    member(
        "TestScheduler/scheduleRelative/dispose", "TestScheduler: scheduleRelative in an hour, and dispose",
        ["TestScheduler.adjustScheduledTime(_:)"], unit: "piece of work", count: { _ in 0 }
    ) { n, tally in
        let scheduler = TestScheduler(initialClock: 0)
        for i in 0..<n { scheduler.scheduleRelative(i, dueTime: .seconds(3600), action: counting(tally)).dispose() }
        scheduler.start()
    },
    started(
        "start", "start { .just(1) }",
        ["TestScheduler.start(_:)", "TestScheduler.Defaults.created", "TestScheduler.Defaults.subscribed", "TestScheduler.Defaults.disposed"]
    ) { $0.start { Observable.just(1) } },
    started("start-disposed", "start(disposed: 500) { .just(1) }", ["TestScheduler.start(disposed:create:)"]) {
        $0.start(disposed: 500) { Observable.just(1) }
    },
    started(
        "start-created", "start(created: 0, subscribed: 1, disposed: 2) { .just(1) }", ["TestScheduler.start(created:subscribed:disposed:create:)"]
    ) { $0.start(created: 0, subscribed: 1, disposed: 2) { Observable.just(1) } },
    member(
        "TestScheduler/init", "TestScheduler(initialClock: 0): to make one",
        ["TestScheduler.init(initialClock:resolution:simulateProcessingDelay:)"], unit: "scheduler"
    ) { n, tally in
        for _ in 0..<n { withExtendedLifetime(TestScheduler(initialClock: 0)) { tally.add(1) } }
    },
    member(
        "TestScheduler/now", "TestScheduler.now",
        [
            "TestSchedulerVirtualTimeConverter.convertFromVirtualTime(_:)",
            "TestSchedulerVirtualTimeConverter.convertFromVirtualTimeInterval(_:)",
        ]
    ) { n, tally in
        let scheduler = TestScheduler(initialClock: 3)
        for _ in 0..<n { if scheduler.now.timeIntervalSince1970 == 3 { tally.add(1) } }
    },
    member(
        "Recorded/events", "Recorded.events(an element, completed)",
        ["Recorded.events(_:) [recordedEvents: Recorded]", "Recorded.next(_:_:)", "Recorded.completed(_:_:)"]
    ) { n, tally in
        for i in 0..<n { if opaque(Recorded<Event<Int>>.events(.next(i, i), .completed(i))).count == 2 { tally.add(1) } }
    },
    member(
        "Recorded/events-array", "Recorded.events([an element, completed])", ["Recorded.events(_:) [recordedEvents: [Recorded]"]
    ) { n, tally in
        for i in 0..<n { if opaque(Recorded<Event<Int>>.events([.next(i, i), .completed(i)])).count == 2 { tally.add(1) } }
    },
    equal("Recorded/equal", "recorded elements", ["Recorded.==(_:_:)"], Recorded<Event<Int>>.next(1, 1)),
    equal("Event/equal", "errors", ["Event.==(_:_:)"], Event<Int>.error(plannedFailure)),
    equal("MaybeEvent/equal", "elements of a maybe", ["MaybeEvent.==(_:_:)"], MaybeEvent<Int>.success(1)),
    equal("CompletableEvent/equal", "errors of a completable", ["CompletableEvent.==(_:_:)"], CompletableEvent.error(plannedFailure)),
]

private func counting(_ tally: Tally) -> (Int) -> any Disposable {
    {
        tally.add($0)
        return Disposables.create()
    }
}

/// A whole test, but for what it asserts.
private func started(
    _ name: String, _ title: String, _ covers: [String], _ start: @escaping @Sendable (TestScheduler) -> TestableObserver<Int>
) -> CoveringRows {
    member("TestScheduler/\(name)", "TestScheduler: to make one, and \(title)", covers) { n, tally in
        for _ in 0..<n { if start(TestScheduler(initialClock: 0)).events.count == 2 { tally.add(1) } }
    }
}

private func equal<Value: Equatable & Sendable>(_ id: String, _ what: String, _ covers: [String], _ value: Value) -> CoveringRows {
    member(id, "==, of \(what) that are equal", covers) { n, tally in
        for _ in 0..<n { if opaque(value) == opaque(value) { tally.add(1) } }
    }
}
#endif
