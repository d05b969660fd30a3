import Rx
import RxTest
import Testing

@Suite struct TransformingTests {
    @Test(arguments: Core.allCases)
    func mapTransformsEachElementOfItsTime(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(150, 9), .next(210, 1), .next(220, 2), .completed(230), .next(240, 3),
            ])
            expect(scheduler.start { source.map { $0 * 10 } }, [.next(210, 10), .next(220, 20), .completed(230)])
            expect(source, subscribed: [200...230])
        }
    }

    @Test(arguments: Core.allCases)
    func chainsOfMapRunInOrderAndStopAtTheOneThatThrows(core: Core) {
        core.run {
            let journal = Journal()
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3)])
            let result = scheduler.start {
                source
                    .map { element -> Int in
                        journal.add("first \(element)")
                        if element == 2 { throw Failure.thrown }
                        return element
                    }
                    .map { element -> Int in
                        journal.add("second \(element)")
                        return element
                    }
            }
            expect(result, [.next(210, 1), .error(220, Failure.thrown)])
            expect(journal.lines, ["first 1", "second 1", "first 2"])
        }
    }

    @Test(arguments: Core.allCases)
    func compactMapDropsNil(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(210, "1"), .next(220, "x"), .next(230, "3"), .completed(240),
            ])
            expect(scheduler.start { source.compactMap { Int($0) } }, [.next(210, 1), .next(230, 3), .completed(240)])
        }
    }

    @Test(arguments: Core.allCases)
    func compactMapOfNothingButNilOnlyPassesTheStop(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .error(220, Failure.first)])
            expect(scheduler.start { source.compactMap { _ in Int?.none } }, [.error(220, Failure.first)])
            expect(source, subscribed: [200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func scanSendsEachStepButNotTheSeed(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3), .completed(240)])
            expect(
                scheduler.start { source.scan(100) { $0 + $1 } },
                [.next(210, 101), .next(220, 103), .next(230, 106), .completed(240)])
            let other = TestScheduler(initialClock: 0)
            expect(other.start { Observable<Int>.empty().scan(100) { $0 + $1 } }, [.completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func eachSubscriptionOfScanStartsFromTheSeed(core: Core) {
        core.run {
            let sums = Observable.of(1, 2).scan(into: [Int]()) { $0.append($1) }
            for _ in 1...2 {
                var seen: [[Int]] = []
                _ = sums.subscribe(onNext: { seen.append($0) })
                expect(seen, [[1], [1, 2]])
            }
        }
    }

    @Test(arguments: Core.allCases)
    func reduceSendsOneValueAtCompletion(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(240)])
            expect(scheduler.start { source.reduce(10) { $0 + $1 } }, [.next(240, 13), .completed(240)])
            let other = TestScheduler(initialClock: 0)
            expect(
                other.start { Observable<Int>.empty().reduce(10) { $0 + $1 } }, [.next(200, 10), .completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func reduceMapsItsResultAndMayThrowThere(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(240)])
            expect(
                scheduler.start { source.reduce(0, accumulator: { $0 + $1 }, mapResult: { "\($0)" }) },
                [.next(240, "3"), .completed(240)])
            let other = TestScheduler(initialClock: 0)
            expect(
                other.start {
                    Observable.of(1)
                        .reduce(0, accumulator: { $0 + $1 }, mapResult: { _ -> Int in throw Failure.thrown })
                },
                [.error(200, Failure.thrown)])
        }
    }

    @Test(arguments: Core.allCases)
    func reduceDropsItsStateAtAnError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .error(220, Failure.first)])
            expect(scheduler.start { source.reduce(10) { $0 + $1 } }, [.error(220, Failure.first)])
        }
    }

    @Test(arguments: Core.allCases)
    func toArrayIsOneArrayAtCompletion(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(240)])
            expect(scheduler.start { source.toArray() }, [.next(240, [1, 2]), .completed(240)])
            let other = TestScheduler(initialClock: 0)
            expect(other.start { Observable<Int>.empty().toArray() }, [.next(200, []), .completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func toArrayPassesAnErrorAlone(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .error(220, Failure.first)])
            expect(scheduler.start { source.toArray() }, [.error(220, Failure.first)])
            expect(source, subscribed: [200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func enumeratedCountsForEachSubscription(core: Core) {
        core.run {
            let letters = Observable.of("a", "b").enumerated().map { "\($0.index)\($0.element)" }
            for _ in 1...2 {
                var seen: [String] = []
                _ = letters.subscribe(onNext: { seen.append($0) })
                expect(seen, ["0a", "1b"])
            }
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(150, "z"), .next(210, "a"), .next(220, "b"), .error(230, Failure.first)])
            expect(
                scheduler.start { source.enumerated().map { "\($0.index)\($0.element)" } },
                [.next(210, "0a"), .next(220, "1b"), .error(230, Failure.first)])
            expect(source, subscribed: [200...230])
        }
    }

    @Test(arguments: Core.allCases)
    func materializeMakesAnErrorAnElementAndCompletes(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .error(220, Failure.first)])
            let result = scheduler.start { source.materialize().map { "\($0)" } }
            expect(result, [.next(210, "next(1)"), .next(220, "error(first)"), .completed(220)])
            let other = TestScheduler(initialClock: 0)
            let events = other.createHotObservable([
                .next(210, Event.next(1)), .next(220, .completed), .next(230, .next(2)),
            ])
            expect(other.start { events.dematerialize() }, [.next(210, 1), .completed(220)])
            expect(events, subscribed: [200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func materializeMakesACompletionAnElementToo(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .completed(220)])
            let result = scheduler.start { source.materialize().map { "\($0)" } }
            expect(result, [.next(210, "next(1)"), .next(220, "completed"), .completed(220)])
            expect(source, subscribed: [200...220])
        }
    }

    @Test(arguments: Core.allCases)
    func dematerializePassesTheStopOfItsSourceAndOneInsideAnElement(core: Core) {
        core.run {
            let forms: [(Recorded<Event<Event<Int>>>, Event<Int>)] = [
                (.completed(220), .completed), (.error(220, Failure.first), .error(Failure.first)),
                (.next(220, .error(Failure.second)), .error(Failure.second)),
            ]
            for (last, stop) in forms {
                let scheduler = TestScheduler(initialClock: 0)
                let source = scheduler.createHotObservable([.next(210, Event.next(1)), last, .next(230, .next(2))])
                expect(scheduler.start { source.dematerialize() }, [.next(210, 1), Recorded(time: 220, value: stop)])
                expect(source, subscribed: [200...220])
            }
        }
    }

    @Test(arguments: Core.allCases)
    func withUnretainedCompletesWithTheFirstElementAfterTheObjectIsGone(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(240, 3)])
            var object: Journal? = Journal()
            weak let alive = object
            let pairs = source.withUnretained(object!).map { "\($0.lines.count) \($1)" }
            let results = source.withUnretained(object!) { "\($0.lines.count) \($1)" }
            let other = scheduler.createObserver(String.self)
            scheduler.scheduleAt(200) { _ = results.subscribe(other) }
            scheduler.scheduleAt(230) {
                object = nil
                #expect(alive == nil)
            }
            let result = scheduler.start { pairs }
            expect(result, [.next(210, "0 1"), .next(220, "0 2"), .completed(240)])
            expect(other, [.next(210, "0 1"), .next(220, "0 2"), .completed(240)])
            expect(source, subscribed: [200...240, 200...240])
        }
    }

    @Test(arguments: Core.allCases)
    func seedOfScanIntoIsCopiedAndItsThrowKeepsWhatWasSent(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .next(230, 3)])
            let result = scheduler.start {
                source.scan(into: [0]) { list, element in
                    if element == 3 { throw Failure.thrown }
                    list.append(element)
                }
            }
            expect(result, [.next(210, [0, 1]), .next(220, [0, 1, 2]), .error(230, Failure.thrown)])
        }
    }
}
