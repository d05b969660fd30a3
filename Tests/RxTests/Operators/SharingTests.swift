import Rx
import RxTest
import Testing

@Suite struct SharingTests {
    private static let numbers: RecordedEvents<Int> = (1...9).map { .next(200 + 10 * $0, $0) }

    @Test(arguments: Core.allCases)
    func publishSendsOnlyWhileConnected(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            let published = source.publish()
            let result = scheduler.createObserver(Int.self)
            var connection: (any Disposable)?
            scheduler.scheduleAt(200) { _ = published.subscribe(result) }
            scheduler.scheduleAt(215) { connection = published.connect() }
            scheduler.scheduleAt(235) { connection?.dispose() }
            scheduler.start()
            expect(result, [.next(220, 2), .next(230, 3)])
            expect(source, subscribed: [215...235])
        }
    }

    @Test(arguments: Core.allCases)
    func connectWhileConnectedReturnsTheSameConnection(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            let published = source.publish()
            scheduler.scheduleAt(205) {
                let first = published.connect(), second = published.connect()
                #expect(ObjectIdentifier(first as AnyObject) == ObjectIdentifier(second as AnyObject))
            }
            scheduler.scheduleAt(225) { published.connect().dispose() }
            scheduler.scheduleAt(245) { _ = published.connect() }
            scheduler.scheduleAt(265) { published.connect().dispose() }
            scheduler.start()
            expect(source, subscribed: [205...225, 245...265])
        }
    }

    @Test(arguments: Core.allCases)
    func fixedSubjectStaysStoppedAndAMadeOneIsReplaced(core: Core) {
        core.run {
            var attempts = 0
            let source = Observable<Int>.deferred {
                attempts += 1
                return .just(attempts)
            }
            let journal = Journal()
            let fixed = source.multicast(PublishSubject<Int>())
            _ = fixed.subscribe(journal.event("first"))
            _ = fixed.connect()
            _ = fixed.subscribe(journal.event("second"))
            expect(journal.lines, ["first next(1)", "first completed", "second completed"])
            let made = source.multicast(makeSubject: { PublishSubject<Int>() })
            let other = Journal()
            _ = made.subscribe(other.event("first"))
            _ = made.connect()
            _ = made.subscribe(other.event("second"))
            _ = made.connect()
            expect(other.lines, ["first next(2)", "first completed", "second next(3)", "second completed"])
        }
    }

    @Test(arguments: Core.allCases)
    func makeSubjectRunsWhenItIsNeededAndOnceAConnection(core: Core) {
        core.run {
            var made = 0
            let source = PublishSubject<Int>()
            let shared = source.multicast(makeSubject: { () -> PublishSubject<Int> in
                made += 1
                return PublishSubject()
            })
            #expect(made == 0)
            _ = shared.subscribe()
            _ = shared.subscribe()
            let connection = shared.connect()
            #expect(made == 1)
            connection.dispose()
            let second = shared.connect()
            #expect(made == 2)
            second.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func multicastWithASelectorSubscribesOnceAndConnectsLast(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
            let result = scheduler.start {
                source.multicast(
                    { PublishSubject<Int>() },
                    selector: { shared in
                        Observable.zip(shared, shared.skip(1)) { $0 * 10 + $1 }
                    })
            }
            expect(result, [.next(220, 12), .next(230, 23), .completed(240)])
            expect(source, subscribed: [200...240])
            var seen: [Int] = []
            _ = Observable.just(7).multicast({ PublishSubject<Int>() }, selector: { $0 })
                .subscribe(onNext: { seen.append($0) })
            expect(seen, [7])
        }
    }

    @Test(arguments: Core.allCases)
    func throwOfEitherClosureIsTheErrorOfMulticast(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            expect(
                scheduler.start {
                    source.multicast({ () -> PublishSubject<Int> in throw Failure.thrown }, selector: { $0 })
                },
                [.error(200, Failure.thrown)])
            let other = TestScheduler(initialClock: 0)
            let second = other.createHotObservable(Self.numbers)
            expect(
                other.start {
                    second.multicast(
                        { PublishSubject<Int>() }, selector: { _ -> Observable<Int> in throw Failure.second })
                },
                [.error(200, Failure.second)])
            expect(second, subscribed: [])
        }
    }

    @Test(arguments: Core.allCases)
    func replayRepeatsTheLastElementsToNewObservers(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            let two = source.replay(2), all = source.replayAll()
            let late = scheduler.createObserver(Int.self), full = scheduler.createObserver(Int.self)
            var connections: [any Disposable] = []
            scheduler.scheduleAt(205) { connections = [two.connect(), all.connect()] }
            scheduler.scheduleAt(235) {
                _ = two.subscribe(late)
                _ = all.subscribe(full)
            }
            scheduler.scheduleAt(245) { for connection in connections { connection.dispose() } }
            scheduler.start()
            expect(late, [.next(235, 2), .next(235, 3), .next(240, 4)])
            expect(full, [.next(235, 1), .next(235, 2), .next(235, 3), .next(240, 4)])
            expect(source, subscribed: [205...245, 205...245])
        }
    }

    @Test(arguments: Core.allCases)
    func replayRepeatsTheStopUntilItIsConnectedAnew(core: Core) {
        core.run {
            let source = PublishSubject<Int>()
            let replayed = source.replay(1)
            let journal = Journal()
            _ = replayed.subscribe(journal.event("first"))
            let connection = replayed.connect()
            source.onNext(1)
            source.onNext(2)
            _ = replayed.subscribe(journal.event("second"))
            source.onError(Failure.first)
            expect(
                journal.lines,
                [
                    "first next(1)", "first next(2)", "second next(2)", "first error(first)", "second error(first)",
                ])
            connection.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func refCountConnectsWithTheFirstAndDisconnectsWithTheLastObserver(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            let shared = source.publish().refCount()
            let observers = (0..<3).map { _ in scheduler.createObserver(Int.self) }
            let spans = [(205, 235), (225, 245), (265, 275)]
            for (observer, span) in zip(observers, spans) {
                let subscription = SingleAssignmentDisposable()
                scheduler.scheduleAt(span.0) { subscription.setDisposable(shared.subscribe(observer)) }
                scheduler.scheduleAt(span.1) { subscription.dispose() }
            }
            scheduler.start()
            expect(observers[0], [.next(210, 1), .next(220, 2), .next(230, 3)])
            expect(observers[1], [.next(230, 3), .next(240, 4)])
            expect(observers[2], [.next(270, 7)])
            expect(source, subscribed: [205...245, 265...275])
        }
    }

    @Test(arguments: Core.allCases)
    func observerAfterAStopConnectsRefCountAnew(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createColdObservable([.next(10, 1), .error(20, Failure.first)])
            let shared = source.publish().refCount()
            expect(
                scheduler.start { shared.retry(2) },
                [.next(210, 1), .next(230, 1), .error(240, Failure.first)])
            expect(source, subscribed: [200...220, 220...240])
        }
    }

    private static var forms: [(replay: Int, scope: SubjectLifetimeScope)] {
        [0, 1, 2].flatMap { replay in [SubjectLifetimeScope.whileConnected, .forever].map { (replay, $0) } }
    }

    @Test(arguments: Core.allCases)
    func shareSubscribesOnceAndReplaysToWhoComesLater(core: Core) {
        core.run {
            for form in Self.forms {
                let scheduler = TestScheduler(initialClock: 0)
                let source = scheduler.createHotObservable(Self.numbers)
                let shared = source.share(replay: form.replay, scope: form.scope)
                let observers = (0..<3).map { _ in scheduler.createObserver(Int.self) }
                let spans = [(205, 235), (225, 235), (245, 255)]
                for (observer, span) in zip(observers, spans) {
                    let subscription = SingleAssignmentDisposable()
                    scheduler.scheduleAt(span.0) { subscription.setDisposable(shared.subscribe(observer)) }
                    scheduler.scheduleAt(span.1) { subscription.dispose() }
                }
                scheduler.start()
                expect(observers[0], [.next(210, 1), .next(220, 2), .next(230, 3)])
                expect(
                    observers[1].events,
                    [1, 2].suffix(form.replay).map { .next(225, $0) } + [.next(230, 3)])
                // Everybody left at 235: only a subject that lives forever remembers. Nobody was there at 240.
                let remembered = form.scope == .forever ? [2, 3].suffix(form.replay) : []
                expect(observers[2].events, remembered.map { .next(245, $0) } + [.next(250, 5)])
                expect(source, subscribed: [205...235, 245...255])
            }
        }
    }

    @Test(arguments: Core.allCases)
    func shareAfterAStopStartsAfreshOrRepeatsIt(core: Core) {
        core.run {
            for form in Self.forms {
                for fails in [false, true] {
                    let scheduler = TestScheduler(initialClock: 0)
                    let stop: Event<Int> = fails ? .error(Failure.first) : .completed
                    let source = scheduler.createColdObservable([
                        .next(10, 1), .next(20, 2), .next(30, 3), Recorded(time: 40, value: stop),
                    ])
                    let shared = source.share(replay: form.replay, scope: form.scope)
                    let early = scheduler.createObserver(Int.self), late = scheduler.createObserver(Int.self)
                    scheduler.scheduleAt(200) { _ = shared.subscribe(early) }
                    scheduler.scheduleAt(300) { _ = shared.subscribe(late) }
                    scheduler.start()
                    expect(
                        early,
                        [
                            .next(210, 1), .next(220, 2), .next(230, 3), Recorded(time: 240, value: stop),
                        ])
                    switch form.scope {
                    case .whileConnected:
                        expect(
                            late,
                            [
                                .next(310, 1), .next(320, 2), .next(330, 3), Recorded(time: 340, value: stop),
                            ])
                        expect(source, subscribed: [200...240, 300...340])
                    case .forever:
                        let replayed = [2, 3].suffix(form.replay).map { Recorded.next(300, $0) }
                        expect(late.events, replayed + [Recorded(time: 300, value: stop)])
                        expect(source, subscribed: [200...240])
                    }
                }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func shareOfASynchronousSourceGivesAllToTheFirstObserver(core: Core) {
        core.run {
            for form in Self.forms {
                var subscriptions = 0
                let source = Observable<Int>.create { observer in
                    subscriptions += 1
                    for number in 1...3 { observer.onNext(number) }
                    return Disposables.create()
                }
                let shared = source.share(replay: form.replay, scope: form.scope)
                var first: [Int] = [], second: [Int] = []
                let subscription = shared.subscribe(onNext: { first.append($0) })
                let other = shared.subscribe(onNext: { second.append($0) })
                expect(first, [1, 2, 3])
                expect(second, Array([1, 2, 3].suffix(form.replay)))
                #expect(subscriptions == 1)
                subscription.dispose()
                other.dispose()
            }
        }
    }

    @Test(arguments: Core.allCases)
    func observerThatSubscribesInsideADeliveryOfShareMissesNothingAndGetsNothingTwice(core: Core) {
        core.run {
            for form in Self.forms {
                let source = PublishSubject<Int>()
                let shared = source.share(replay: form.replay, scope: form.scope)
                var inner: [Int] = []
                let subscriptions = CompositeDisposable()
                _ = subscriptions.insert(
                    shared.subscribe(onNext: { number in
                        if number == 2 {
                            _ = subscriptions.insert(shared.subscribe(onNext: { inner.append($0) }))
                        }
                    }))
                for number in 1...4 { source.onNext(number) }
                expect(inner, Array([1, 2].suffix(form.replay)) + [3, 4])
                subscriptions.dispose()
                #expect(!source.hasObservers)
            }
        }
    }

    @Test(arguments: Core.allCases)
    func observerOfShareThatLeavesInsideADeliveryDisconnects(core: Core) {
        core.run {
            for form in Self.forms {
                let source = PublishSubject<Int>()
                let shared = source.share(replay: form.replay, scope: form.scope)
                var seen: [Int] = []
                _ = shared.take(2).subscribe(onNext: { seen.append($0) })
                for number in 1...4 { source.onNext(number) }
                expect(seen, [1, 2])
                #expect(!source.hasObservers)
            }
        }
    }
}
