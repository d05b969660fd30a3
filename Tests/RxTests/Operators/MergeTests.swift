import Rx
import RxTest
import Testing

@Suite struct MergeTests {
    @Test(arguments: Core.allCases)
    func mergeSendsWhatAllSourcesSendAndCompletesWithTheLast(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createHotObservable([.next(210, 1), .next(240, 2), .completed(250)])
            let second = scheduler.createHotObservable([.next(220, 11), .completed(225)])
            let third = scheduler.createHotObservable([.next(230, 21), .next(260, 22), .completed(270)])
            let sources = [first, second, third].map { $0.asObservable() }
            let result = scheduler.start { Observable.merge(sources) }
            expect(
                result,
                [
                    .next(210, 1), .next(220, 11), .next(230, 21), .next(240, 2), .next(260, 22), .completed(270),
                ])
            expect(first, subscribed: [200...250])
            expect(second, subscribed: [200...225])
            expect(third, subscribed: [200...270])
        }
    }

    @Test(arguments: Core.allCases)
    func firstErrorEndsAllSourcesOfMerge(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createHotObservable([.next(210, 1), .error(230, Failure.first)])
            let second = scheduler.createHotObservable([.next(220, 2), .error(230, Failure.second)])
            let result = scheduler.start { Observable.merge(first.asObservable(), second.asObservable()) }
            expect(result, [.next(210, 1), .next(220, 2), .error(230, Failure.first)])
            expect(second, subscribed: [200...230])
        }
    }

    @Test(arguments: Core.allCases)
    func mergeOfNothingCompletes(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let none: [Observable<Int>] = []
            expect(scheduler.start { Observable.merge(none) }, [.completed(200)])
            let other = TestScheduler(initialClock: 0)
            expect(other.start { Observable.merge(Array(none)[...]) }, [.completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func disposeOfMergeEndsAllSources(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createHotObservable([.next(210, 1), .next(240, 2)])
            let second = scheduler.createHotObservable([.next(220, 11), .next(230, 12)])
            let result = scheduler.start(disposed: 225) {
                Observable.merge([first.asObservable(), second.asObservable()])
            }
            expect(result, [.next(210, 1), .next(220, 11)])
            expect(first, subscribed: [200...225])
            expect(second, subscribed: [200...225])
        }
    }

    /// A hot sequence of three cold ones: at 210, 220 and 230, each sends one element after 15 and completes after 20.
    private func nested(
        _ scheduler: TestScheduler
    ) -> (TestableObservable<Observable<Int>>, [TestableObservable<Int>]) {
        let inners = (1...3).map { scheduler.createColdObservable([.next(15, $0), .completed(20)]) }
        let outer = scheduler.createHotObservable([
            .next(210, inners[0].asObservable()), .next(220, inners[1].asObservable()),
            .next(230, inners[2].asObservable()), .completed(235),
        ])
        return (outer, inners)
    }

    @Test(arguments: Core.allCases)
    func mergeOfASequenceOfSequencesRunsAllAtOnce(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let (outer, inners) = nested(scheduler)
            let result = scheduler.start { outer.merge() }
            expect(result, [.next(225, 1), .next(235, 2), .next(245, 3), .completed(250)])
            expect(outer, subscribed: [200...235])
            expect(inners[2], subscribed: [230...250])
        }
    }

    @Test(arguments: Core.allCases)
    func mergeEndsAllWhenOneInnerFails(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let good = scheduler.createColdObservable([.next(30, 1)])
            let bad = scheduler.createColdObservable([.error(5, Failure.second), .next(6, 9)])
            let outer = scheduler.createHotObservable([
                .next(210, good.asObservable()), .next(220, bad.asObservable()),
            ])
            expect(scheduler.start { outer.merge() }, [.error(225, Failure.second)])
            expect(good, subscribed: [210...225])
            expect(outer, subscribed: [200...225])
        }
    }

    @Test(arguments: Core.allCases)
    func limitedMergeQueuesWhatExceedsTheLimit(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let inners = (1...4).map { scheduler.createColdObservable([.next(15, $0), .completed(50)]) }
            let outer = scheduler.createHotObservable(
                (0..<4).map { Recorded.next(210 + 10 * $0, inners[$0].asObservable()) } + [.completed(245)])
            let result = scheduler.start { outer.merge(maxConcurrent: 2) }
            expect(result, [.next(225, 1), .next(235, 2), .next(275, 3), .next(285, 4), .completed(320)])
            expect(inners[0], subscribed: [210...260])
            expect(inners[1], subscribed: [220...270])
            expect(inners[2], subscribed: [260...310])
            expect(inners[3], subscribed: [270...320])
            expect(outer, subscribed: [200...245])
        }
    }

    @Test(arguments: Core.allCases)
    func limitedMergeDropsItsQueueAtAnErrorAndAtDispose(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let first = scheduler.createColdObservable([.next(5, 1), .error(30, Failure.first)])
            let second = scheduler.createColdObservable([.next(5, 2)])
            let outer = scheduler.createHotObservable([
                .next(210, first.asObservable()), .next(220, second.asObservable()),
            ])
            expect(
                scheduler.start { outer.merge(maxConcurrent: 1) }, [.next(215, 1), .error(240, Failure.first)])
            expect(second, subscribed: [])
            let other = TestScheduler(initialClock: 0)
            let (sources, inners) = nested(other)
            expect(other.start(disposed: 228) { sources.merge(maxConcurrent: 1) }, [.next(225, 1)])
            expect(inners[0], subscribed: [210...228])
            expect(inners[1], subscribed: [])
        }
    }

    @Test(arguments: Core.allCases)
    func concatOfASequenceOfSequencesTakesThemInTurn(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let (outer, inners) = nested(scheduler)
            let result = scheduler.start { outer.concat() }
            expect(result, [.next(225, 1), .next(245, 2), .next(265, 3), .completed(270)])
            expect(inners[1], subscribed: [230...250])
            expect(inners[2], subscribed: [250...270])
        }
    }

    @Test(arguments: Core.allCases)
    func synchronousInnersAreMergedInOrderWhateverTheLimit(core: Core) {
        core.run {
            for limit in 1...3 {
                var seen: [Int] = []
                _ = Observable.from(0..<5).map { Observable.just($0) }.merge(maxConcurrent: limit)
                    .subscribe(onNext: { seen.append($0) }, onCompleted: { seen.append(-1) })
                expect(seen, [0, 1, 2, 3, 4, -1])
            }
        }
    }
}
