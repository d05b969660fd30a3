import Rx
import RxTest
import Testing

/// Runs an operator over a signal of one hot source. Events come one tick after the source's: the hop.
private func check<Strategy: SharingStrategyProtocol, Element: Equatable>(
    _ core: Core, _ expected: RecordedEvents<Element>, sourceLocation: SourceLocation = #_sourceLocation,
    _ build: (Signal<Int>) -> SharedSequence<Strategy, Element>
) {
    withSharingScheduler(core) { scheduler in
        let source = scheduler.createHotObservable([
            .next(210, 1), .next(220, 2), .next(230, 2), .next(240, 3), .completed(250),
        ])
        let built = build(source.asSignal(onErrorJustReturn: -1))
        expect(scheduler.start { built }, expected, sourceLocation: sourceLocation)
    }
}

@Suite struct SharedSequenceOperatorTests {
    @Test(arguments: Core.allCases)
    func elementsAreTransformedAndFiltered(core: Core) {
        check(core, [.next(211, 10), .next(221, 20), .next(231, 20), .next(241, 30), .completed(251)]) { $0.map { $0 * 10 } }
        check(core, [.next(221, "2"), .next(231, "2"), .completed(251)]) { $0.compactMap { $0 == 2 ? "2" : nil } }
        check(core, [.next(221, 2), .next(231, 2), .completed(251)]) { $0.filter { $0 == 2 } }
        check(core, [.next(211, 1), .next(221, 3), .next(231, 5), .next(241, 8), .completed(251)]) { $0.scan(0) { $0 + $1 } }
        check(core, [.next(231, 2), .next(241, 3), .completed(251)]) { $0.skip(2) }
        check(core, [.next(200, 0), .next(231, 2), .next(241, 3), .completed(251)]) { $0.skip(2).startWith(0) }
        let distinct: RecordedEvents<Int> = [.next(211, 1), .next(221, 2), .next(241, 3), .completed(251)]
        check(core, distinct) { $0.distinctUntilChanged() }
        check(core, distinct) { $0.distinctUntilChanged { $0 * 2 } }
        check(core, distinct) { $0.distinctUntilChanged { $0 == $1 } }
        check(core, distinct) { $0.distinctUntilChanged({ $0 * 2 }, comparer: { $0 == $1 }) }
    }

    @Test(arguments: Core.allCases)
    func timePassesOnTheStrategysScheduler(core: Core) {
        check(core, [.next(251, 3), .completed(251)]) { $0.debounce(.seconds(15)) }
        // The window that ends at 241 has its element before the source's fourth one has hopped.
        check(core, [.next(211, 1), .next(226, 2), .next(241, 2), .next(256, 3), .completed(256)]) {
            $0.throttle(.seconds(15))
        }
        check(core, [.next(211, 1), .next(231, 2), .completed(251)]) { $0.throttle(.seconds(15), latest: false) }
        check(core, [.next(216, 1), .next(226, 2), .next(236, 2), .next(246, 3), .completed(256)]) { $0.delay(.seconds(5)) }
    }

    @Test(arguments: Core.allCases)
    func innerSequencesAreFlattenedToTheirStrategy(core: Core) {
        func later(_ element: Int) -> Driver<Int> { Driver.just(element).delay(.seconds(15)) }
        // A driver's `just` begins on the scheduler, a tick later.
        let all: RecordedEvents<Int> = [.next(227, 1), .next(237, 2), .next(247, 2), .next(257, 3)]
        check(core, all + [.completed(258)]) { $0.flatMap(later) }
        check(core, all + [.completed(258)]) { $0.map(later).merge() }
        check(core, [.next(257, 3), .completed(258)]) { $0.flatMapLatest(later) }
        check(core, [.next(257, 3), .completed(258)]) { $0.map(later).switchLatest() }
        check(core, [.next(227, 1), .next(247, 2), .completed(251)]) { $0.flatMapFirst(later) }
        check(core, [.next(227, 1), .next(244, 2), .next(261, 2), .next(278, 3), .completed(279)]) {
            $0.map(later).merge(maxConcurrent: 1)
        }
    }

    @Test(arguments: Core.allCases)
    func sequencesAreCombined(core: Core) {
        let merged: RecordedEvents<Int> = [.next(201, 7), .next(221, 2), .next(231, 2), .completed(251)]
        check(core, merged) { .merge(.just(7), $0.filter { $0 == 2 }) }
        check(core, merged) { .merge([.just(7), $0.filter { $0 == 2 }]) }
        check(core, merged) { .merge(AnyCollection([.just(7), $0.filter { $0 == 2 }])) }
        let concatenated: RecordedEvents<Int> = [.next(241, 3), .next(252, 7), .completed(252)]
        check(core, concatenated) { .concat([$0.filter { $0 == 3 }, .just(7)]) }
        check(core, concatenated) { .concat(AnySequence([$0.filter { $0 == 3 }, .just(7)])) }
        check(core, [.next(241, 10), .completed(251)]) { $0.filter { $0 == 3 }.withLatestFrom(Signal.just(7)) { $0 + $1 } }
        check(core, [.next(241, 7), .completed(251)]) { $0.filter { $0 == 3 }.withLatestFrom(Driver.just(7)) }
    }

    @Test(arguments: Core.allCases)
    func doCallsItsClosures(core: Core) {
        let journal = Journal()
        check(core, [.next(211, 1), .next(221, 2), .next(231, 2), .next(241, 3), .completed(251)]) {
            $0.do(
                onNext: { journal.add("\($0)") }, afterNext: { journal.add("after \($0)") },
                onCompleted: { journal.add("completed") }, onSubscribe: { journal.add("subscribe") },
                onSubscribed: { journal.add("subscribed") }, onDispose: { journal.add("dispose") })
        }
        expect(
            journal.lines,
            [
                "subscribe", "subscribed", "1", "after 1", "2", "after 2", "2", "after 2", "3", "after 3", "completed", "dispose",
            ])
    }

    @Test(arguments: Core.allCases)
    func withUnretainedOfASignalCompletesOnceTheObjectIsGone(core: Core) {
        withSharingScheduler(core) { scheduler in
            let relay = PublishRelay<Int>(), journal = Journal()
            var object: Journal? = Journal()
            let signal = relay.asSignal()
            let subscriptions = [
                signal.withUnretained(object!).emit(
                    onNext: { journal.add("pair \($1)") }, onCompleted: { journal.add("pairs completed") }),
                signal.withUnretained(object!) { $1 * 10 }.emit(
                    onNext: { journal.add("result \($0)") }, onCompleted: { journal.add("results completed") }),
            ]
            relay.accept(1)
            scheduler.start()
            object = nil
            relay.accept(2)
            scheduler.start()
            expect(journal.lines, ["pair 1", "result 10", "pairs completed", "results completed"])
            for subscription in subscriptions { subscription.dispose() }
        }
    }
}
