import Rx
import RxTest
import Testing

/// The order in which a shared source is connected and its stop passed on.
@Suite struct ConnectingTests {
    @Test(arguments: Core.allCases)
    func refCountConnectsAfterItsFirstObserverHasSubscribed(core: Core) {
        core.run {
            let journal = Journal()
            let source = Observable<Int>.create { observer in
                journal.add("connected")
                for number in 1...2 { observer.onNext(number) }
                return Disposables.create { journal.add("disconnected") }
            }
            let shared = source.publish().refCount()
            let first = shared.subscribe(journal.event("first")), second = shared.subscribe(journal.event("second"))
            expect(journal.lines, ["connected", "first next(1)", "first next(2)"])
            first.dispose()
            #expect(journal.lines.last == "first next(2)")
            second.dispose()
            #expect(journal.lines.last == "disconnected")
        }
    }

    @Test(arguments: Core.allCases)
    func connectionIsOverBeforeItsStopIsPassedOn(core: Core) {
        core.run {
            let subject = PublishSubject<Int>()
            var subscriptions = 0
            let published = Observable<Int>.deferred {
                subscriptions += 1
                return subscriptions == 1 ? subject : .never()
            }.publish()
            var second: (any Disposable)?
            let observer = published.subscribe(onCompleted: { second = published.connect() })
            let first = published.connect()
            subject.onCompleted()
            #expect(subscriptions == 2)
            let isAnother = first as AnyObject !== second as AnyObject
            #expect(isAnother)
            observer.dispose()
            second?.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func observerOfShareThatComesInsideItsStopStartsAfresh(core: Core) {
        core.run {
            for replay in 0...2 {
                let scheduler = TestScheduler(initialClock: 0)
                let source = scheduler.createColdObservable([.next(10, 1), .completed(20)])
                let shared = source.share(replay: replay)
                let late = scheduler.createObserver(Int.self)
                var isFirst = true
                scheduler.scheduleAt(200) {
                    _ = shared.subscribe(onCompleted: {
                        guard isFirst else { return }
                        isFirst = false
                        _ = shared.subscribe(late)
                    })
                }
                scheduler.start()
                expect(late, [.next(230, 1), .completed(240)])
                expect(source, subscribed: [200...220, 220...240])
            }
        }
    }

    @Test(arguments: Core.allCases)
    func replayedElementsComeBeforeTheConnection(core: Core) {
        core.run {
            let journal = Journal()
            var connections = 0
            let source = Observable<Int>.create { observer in
                connections += 1
                journal.add("connected")
                observer.onNext(connections)
                return Disposables.create()
            }
            let shared = source.share(replay: 1, scope: .forever)
            shared.subscribe(journal.event("first")).dispose()
            shared.subscribe(journal.event("second")).dispose()
            expect(
                journal.lines,
                [
                    "connected", "first next(1)", "second next(1)", "connected", "second next(2)",
                ])
        }
    }
}
