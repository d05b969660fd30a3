import Rx
import RxTest
import Testing

@Suite struct RelayTests {
    @Test(arguments: Core.allCases)
    func publishRelayTellsWhoIsSubscribedAtTheTime(core: Core) {
        core.run {
            let relay = PublishRelay<Int>()
            let journal = Journal()
            relay.accept(1)
            let subscription = relay.subscribe(journal.event("got"))
            relay.accept(2)
            subscription.dispose()
            relay.accept(3)
            expect(journal.lines, ["got next(2)"])
        }
    }

    @Test(arguments: Core.allCases)
    func relayIgnoresTheCompletionOfWhatIsBoundToIt(core: Core) {
        core.run {
            let publish = PublishRelay<Int>(), behavior = BehaviorRelay(value: 0)
            let replay = ReplayRelay<Int>.create(bufferSize: 2)
            let journal = Journal()
            let subscriptions = CompositeDisposable(
                publish.subscribe(journal.event("publish")), behavior.subscribe(journal.event("behavior")))
            _ = Observable.of(1, 2).bind(to: publish)
            _ = Observable.of(3).bind(to: behavior)
            _ = Observable.of(4, 5, 6).bind(to: replay)
            _ = subscriptions.insert(replay.subscribe(journal.event("replay")))
            publish.accept(7)
            expect(
                journal.lines,
                [
                    "behavior next(0)", "publish next(1)", "publish next(2)", "behavior next(3)", "replay next(5)",
                    "replay next(6)", "publish next(7)",
                ])
            subscriptions.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func bindTellsSeveralRelaysAndOptionalOnes(core: Core) {
        core.run {
            let first = BehaviorRelay(value: 0), second = BehaviorRelay(value: 0)
            let optional = BehaviorRelay<Int?>(value: nil)
            _ = Observable.just(1).bind(to: first, second)
            _ = Observable.just(2).bind(to: optional)
            expect([first.value, second.value, optional.value], [1, 1, 2])
        }
    }

    @Test(arguments: Core.allCases)
    func valueOfBehaviorRelayIsCurrentInsideADelivery(core: Core) {
        core.run {
            let relay = BehaviorRelay(value: 0)
            var seen: [Int] = [], values: [Int] = []
            let subscription = relay.subscribe(onNext: { element in
                seen.append(element)
                if element == 1 {
                    relay.accept(2)
                    values.append(relay.value)
                }
            })
            relay.accept(1)
            expect(seen, [0, 1, 2])
            expect(values, [2])
            #expect(relay.value == 2)
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func replayRelayRepeatsItsBuffer(core: Core) {
        core.run {
            let relay = ReplayRelay<Int>.create(bufferSize: 2), all = ReplayRelay<Int>.createUnbound()
            for number in 1...4 {
                relay.accept(number)
                all.accept(number)
            }
            var seen: [Int] = [], everything: [Int] = []
            relay.subscribe(onNext: { seen.append($0) }).dispose()
            all.asObservable().subscribe(onNext: { everything.append($0) }).dispose()
            expect(seen, [3, 4])
            expect(everything, [1, 2, 3, 4])
        }
    }
}
