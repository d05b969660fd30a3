import Rx
import RxTest
import Testing

@Suite struct BindTests {
    @Test(arguments: Core.allCases)
    func bindTellsObserversAndClosures(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0), journal = Journal()
            let source = scheduler.createHotObservable([.next(210, 1), .completed(220)])
            let observer = AnyObserver<Int>(eventHandler: journal.event("observer"))
            let optional = AnyObserver<Int?>(eventHandler: journal.event("optional"))
            scheduler.scheduleAt(200) {
                _ = source.bind(to: observer, observer)
                _ = source.bind(to: optional)
                _ = source.bind(onNext: { journal.add("closure \($0) @ \(scheduler.clock)") })
            }
            scheduler.start()
            expect(
                journal.lines,
                [
                    "observer next(1)", "observer next(1)", "optional next(Optional(1))", "closure 1 @ 210",
                    "observer completed", "observer completed", "optional completed",
                ])
            // However many observers there are, the source is subscribed to once for each call.
            expect(source, subscribed: [200...220, 200...220, 200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func bindWithAFunctionIsWhatItReturns(core: Core) {
        core.run {
            let source = Observable.just(1), infallible = Infallible.just(2)
            var given: [Observable<Int>] = []
            let name: String = source.bind(to: {
                given.append($0); return "\(given.count)"
            })
            let sum: Int = source.bind(
                to: {
                    given.append($0); return { number in number + given.count }
                }, curriedArgument: 7)
            #expect(name == "1")  // The function is called once.
            #expect(sum == 9)
            let isSame = given.allSatisfy { $0 === source }
            #expect(isSame)
            let other: String = infallible.bind(to: {
                given.append($0.asObservable()); return "\(given.count)"
            })
            let product: Int = infallible.bind(
                to: {
                    given.append($0.asObservable()); return { number in number * given.count }
                }, curriedArgument: 7)
            #expect(other == "3")
            #expect(product == 28)
            let isOther = given.dropFirst(2).allSatisfy { $0 === infallible.asObservable() }
            #expect(isOther && given.count == 4)
        }
    }

    @Test(arguments: Core.allCases)
    func bindWithAnObjectHoldsItWeakly(core: Core) {
        core.run {
            let relay = PublishRelay<Int>(), journal = Journal()
            var object: Journal? = Journal()
            weak let alive = object
            let subscriptions = [object!, journal].map { target in relay.bind(with: target, onNext: { $0.add("\($1)") }) }
            relay.accept(1)
            expect(object!.lines, ["1"])
            object = nil
            #expect(alive == nil)
            relay.accept(2)
            expect(journal.lines, ["1", "2"])
            for subscription in subscriptions { subscription.dispose() }
        }
    }
}
