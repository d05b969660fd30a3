import Rx
import RxTest
import Testing

@Suite struct FilteringTests {
    private static let numbers: RecordedEvents<Int> = [
        .next(150, 0), .next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), .completed(250),
    ]

    @Test(arguments: Core.allCases)
    func filterPassesWhatMatches(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            expect(scheduler.start { source.filter { $0 % 2 == 0 } }, [.next(220, 2), .next(240, 4), .completed(250)])
            expect(source, subscribed: [200...250])
        }
    }

    @Test(arguments: Core.allCases)
    func laterFilterIsNotAskedAboutWhatAnEarlierOneDropped(core: Core) {
        core.run {
            var asked: [Int] = []
            var seen: [Int] = []
            _ = Observable.of(1, 2, 3, 4)
                .filter { $0 > 1 }
                .filter {
                    asked.append($0); return $0 < 4
                }
                .map { $0 * 10 }
                .filter { $0 != 20 }
                .subscribe(onNext: { seen.append($0) })
            expect(asked, [2, 3, 4])
            expect(seen, [30])
        }
    }

    @Test(arguments: Core.allCases)
    func ignoreElementsPassesTheStopOnly(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            let result = scheduler.start { source.ignoreElements() }
            #expect(result.events.map(\.time) == [250])
            expect(source, subscribed: [200...250])
        }
    }

    @Test(arguments: Core.allCases)
    func distinctUntilChangedDropsRepetitionsOnly(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(210, 1), .next(220, 1), .next(230, 2), .next(240, 1), .completed(250),
            ])
            expect(
                scheduler.start { source.distinctUntilChanged() },
                [.next(210, 1), .next(230, 2), .next(240, 1), .completed(250)])
        }
    }

    @Test(arguments: Core.allCases)
    func comparerGetsTheLastSentElementAndTheNewOne(core: Core) {
        core.run {
            var pairs: [[Int]] = []
            var seen: [Int] = []
            _ = Observable.of(1, 2, 3, 9)
                .distinctUntilChanged { (previous: Int, current: Int) -> Bool in
                    pairs.append([previous, current])
                    return current - previous < 5
                }
                .subscribe(onNext: { seen.append($0) })
            expect(pairs, [[1, 2], [1, 3], [1, 9]])
            expect(seen, [1, 9])
        }
    }

    @Test(arguments: Core.allCases)
    func distinctUntilChangedByKeyKeyPathAndBoth(core: Core) {
        core.run {
            let words = Observable.of("one", "two", "three", "seven", "six")
            let forms: [Observable<String>] = [
                words.distinctUntilChanged { $0.count },
                words.distinctUntilChanged(at: \.count),
                words.distinctUntilChanged({ $0.count }, comparer: { $0 == $1 }),
            ]
            for form in forms {
                var seen: [String] = []
                _ = form.subscribe(onNext: { seen.append($0) })
                expect(seen, ["one", "three", "six"])
            }
            let journal = Journal()
            _ = words.distinctUntilChanged({ $0.count }, comparer: { _, _ in throw Failure.thrown })
                .subscribe(journal.event("got"))
            expect(journal.lines, ["got next(one)", "got error(thrown)"])
        }
    }

    @Test(arguments: Core.allCases)
    func elementAtIsThatElementOrAnError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            expect(scheduler.start { source.element(at: 1) }, [.next(220, 2), .completed(220)])
            expect(source, subscribed: [200...220])
            let other = TestScheduler(initialClock: 0)
            let short = other.createHotObservable(Self.numbers)
            expect(other.start { short.element(at: 4) }, [.error(250, RxError.argumentOutOfRange)])
        }
    }

    @Test(arguments: Core.allCases)
    func singleSendsTheFirstMatchAtOnceAndFailsAtTheSecond(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable(Self.numbers)
            expect(
                scheduler.start { source.single { $0 % 2 == 0 } },
                [.next(220, 2), .error(240, RxError.moreThanOneElement)])
            expect(source, subscribed: [200...240])
            let second = TestScheduler(initialClock: 0)
            let one = second.createHotObservable(Self.numbers)
            expect(second.start { one.single { $0 == 3 } }, [.next(230, 3), .completed(250)])
            let third = TestScheduler(initialClock: 0)
            let none = third.createHotObservable(Self.numbers)
            expect(third.start { none.single { $0 == 9 } }, [.error(250, RxError.noElements)])
        }
    }

    @Test(arguments: Core.allCases)
    func ifEmptySendsTheDefaultOrSwitches(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let empty = scheduler.createHotObservable([.completed(210)], of: Int.self)
            expect(scheduler.start { empty.ifEmpty(default: 9) }, [.next(210, 9), .completed(210)])
            let other = TestScheduler(initialClock: 0)
            let second = other.createHotObservable([.completed(210)], of: Int.self)
            let instead = other.createColdObservable([.next(5, 7), .completed(10)])
            expect(
                other.start { second.ifEmpty(switchTo: instead.asObservable()) }, [.next(215, 7), .completed(220)])
            expect(second, subscribed: [200...210])
            expect(instead, subscribed: [210...220])
        }
    }

    @Test(arguments: Core.allCases)
    func sampleSendsWhatIsNewAndCompletesWithASampleAfterTheSource(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(210, 1), .next(220, 2), .next(260, 3), .completed(270),
            ])
            let sampler = scheduler.createHotObservable([
                .next(205, 0), .next(230, 0), .next(240, 0), .next(265, 0), .next(280, 0), .next(290, 0),
            ])
            expect(scheduler.start { source.sample(sampler) }, [.next(230, 2), .next(265, 3), .completed(280)])
            expect(source, subscribed: [200...270])
            expect(sampler, subscribed: [200...280])
        }
    }

    @Test(arguments: Core.allCases)
    func sampleTakesTheSamplersCompletionForASampleAndNeverCompletesAfterIt(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(250, 2), .completed(270)])
            let sampler = scheduler.createHotObservable([.completed(230)], of: Int.self)
            expect(scheduler.start { source.sample(sampler) }, [.next(230, 1)])
            let other = TestScheduler(initialClock: 0)
            let quiet = other.createHotObservable([.next(250, 2), .completed(300)])
            let failing = other.createHotObservable([.next(230, 0), .error(260, Failure.second)])
            expect(
                other.start { quiet.sample(failing, defaultValue: 7) },
                [.next(230, 7), .error(260, Failure.second)])
            expect(quiet, subscribed: [200...260])
        }
    }

    @Test(arguments: Core.allCases)
    func singleWithoutAPredicateAllowsOneElement(core: Core) {
        core.run {
            let forms: [(RecordedEvents<Int>, RecordedEvents<Int>)] = [
                ([.next(210, 1), .completed(250)], [.next(210, 1), .completed(250)]),
                (Self.numbers, [.next(210, 1), .error(220, RxError.moreThanOneElement)]),
                ([.completed(250)], [.error(250, RxError.noElements)]),
                ([.next(210, 1), .error(250, Failure.first)], [.next(210, 1), .error(250, Failure.first)]),
            ]
            for (events, expected) in forms {
                let scheduler = TestScheduler(initialClock: 0)
                let source = scheduler.createHotObservable(events)
                expect(scheduler.start { source.single() }, expected)
                expect(source, subscribed: [200...expected.last!.time])
            }
        }
    }

    @Test(arguments: Core.allCases)
    func ifEmptyPassesErrorsAndWhatIsNotEmpty(core: Core) {
        core.run {
            for (events, expected) in [
                ([.error(210, Failure.first)], [.error(210, Failure.first)]),
                ([.next(210, 1), .completed(220)], [.next(210, 1), .completed(220)]),
            ] as [(RecordedEvents<Int>, RecordedEvents<Int>)] {
                let scheduler = TestScheduler(initialClock: 0)
                let source = scheduler.createHotObservable(events), other = scheduler.createColdObservable([.next(5, 7)])
                expect(scheduler.start { source.ifEmpty(switchTo: other.asObservable()) }, expected)
                expect(other, subscribed: [])
                let again = TestScheduler(initialClock: 0)
                let second = again.createHotObservable(events)
                expect(again.start { second.ifEmpty(default: 9) }, expected)
            }
        }
    }

    @Test(arguments: Core.allCases)
    func sampleEndsWithAnErrorOfItsSourceAndSendsItsDefaultWhereNothingIsNew(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(230, 1), .error(260, Failure.first)])
            let sampler = scheduler.createHotObservable((1...9).map { Recorded.next(200 + 10 * $0, 0) })
            let result = scheduler.start { source.sample(sampler, defaultValue: 7) }
            expect(
                result,
                [
                    .next(210, 7), .next(220, 7), .next(230, 1), .next(240, 7), .next(250, 7), .error(260, Failure.first),
                ])
            expect(sampler, subscribed: [200...260])
        }
    }
}
