import Rx
import RxTest
import Testing

private func sum(_ numbers: Int...) -> Int { numbers.reduce(0, +) }

/// Sequences of one element each. Number k, from 1, sends 10^(k-1) at 210 + k and completes.
private func sources(_ scheduler: TestScheduler, _ count: Int) -> [TestableObservable<Int>] {
    var unit = 1
    return (1...count).map { number in
        defer { unit *= 10 }
        return scheduler.createHotObservable([.next(210 + number, unit), .completed(210 + number)])
    }
}

@Suite struct TraitZipTests {
    private func checkSingle(
        _ count: Int, sourceLocation: SourceLocation = #_sourceLocation, _ zip: ([Single<Int>]) -> Single<Int>
    ) {
        let scheduler = TestScheduler(initialClock: 0)
        let zipped = zip(sources(scheduler, count).map { $0.asSingle() })
        let result = scheduler.start { zipped }
        let ones = Int(String(repeating: "1", count: count))!
        expect(result, [.next(210 + count, ones), .completed(210 + count)], sourceLocation: sourceLocation)
    }

    @Test(arguments: Core.allCases)
    func zipOfTwoToEightSinglesWithASelector(core: Core) {
        core.run {
            checkSingle(2) { s in Single.zip(s[0], s[1]) { sum($0, $1) } }
            checkSingle(3) { s in Single.zip(s[0], s[1], s[2]) { sum($0, $1, $2) } }
            checkSingle(4) { s in Single.zip(s[0], s[1], s[2], s[3]) { sum($0, $1, $2, $3) } }
            checkSingle(5) { s in Single.zip(s[0], s[1], s[2], s[3], s[4]) { sum($0, $1, $2, $3, $4) } }
            checkSingle(6) { s in Single.zip(s[0], s[1], s[2], s[3], s[4], s[5]) { sum($0, $1, $2, $3, $4, $5) } }
            checkSingle(7) { s in Single.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { sum($0, $1, $2, $3, $4, $5, $6) } }
            checkSingle(8) { s in
                Single.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { sum($0, $1, $2, $3, $4, $5, $6, $7) }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func zipOfTwoToEightSinglesAsATuple(core: Core) {
        core.run {
            checkSingle(2) { s in Single.zip(s[0], s[1]).map { sum($0.0, $0.1) } }
            checkSingle(3) { s in Single.zip(s[0], s[1], s[2]).map { sum($0.0, $0.1, $0.2) } }
            checkSingle(4) { s in Single.zip(s[0], s[1], s[2], s[3]).map { sum($0.0, $0.1, $0.2, $0.3) } }
            checkSingle(5) { s in Single.zip(s[0], s[1], s[2], s[3], s[4]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4) } }
            checkSingle(6) { s in
                Single.zip(s[0], s[1], s[2], s[3], s[4], s[5]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5) }
            }
            checkSingle(7) { s in
                Single.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6) }
            }
            checkSingle(8) { s in
                Single.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7) }
            }
        }
    }

    private func checkMaybe(
        _ count: Int, sourceLocation: SourceLocation = #_sourceLocation, _ zip: ([Maybe<Int>]) -> Maybe<Int>
    ) {
        let scheduler = TestScheduler(initialClock: 0)
        let zipped = zip(sources(scheduler, count).map { $0.asMaybe() })
        let result = scheduler.start { zipped }
        let ones = Int(String(repeating: "1", count: count))!
        expect(result, [.next(210 + count, ones), .completed(210 + count)], sourceLocation: sourceLocation)
    }

    @Test(arguments: Core.allCases)
    func zipOfTwoToEightMaybesWithASelector(core: Core) {
        core.run {
            checkMaybe(2) { s in Maybe.zip(s[0], s[1]) { sum($0, $1) } }
            checkMaybe(3) { s in Maybe.zip(s[0], s[1], s[2]) { sum($0, $1, $2) } }
            checkMaybe(4) { s in Maybe.zip(s[0], s[1], s[2], s[3]) { sum($0, $1, $2, $3) } }
            checkMaybe(5) { s in Maybe.zip(s[0], s[1], s[2], s[3], s[4]) { sum($0, $1, $2, $3, $4) } }
            checkMaybe(6) { s in Maybe.zip(s[0], s[1], s[2], s[3], s[4], s[5]) { sum($0, $1, $2, $3, $4, $5) } }
            checkMaybe(7) { s in Maybe.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { sum($0, $1, $2, $3, $4, $5, $6) } }
            checkMaybe(8) { s in
                Maybe.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { sum($0, $1, $2, $3, $4, $5, $6, $7) }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func zipOfTwoToEightMaybesAsATuple(core: Core) {
        core.run {
            checkMaybe(2) { s in Maybe.zip(s[0], s[1]).map { sum($0.0, $0.1) } }
            checkMaybe(3) { s in Maybe.zip(s[0], s[1], s[2]).map { sum($0.0, $0.1, $0.2) } }
            checkMaybe(4) { s in Maybe.zip(s[0], s[1], s[2], s[3]).map { sum($0.0, $0.1, $0.2, $0.3) } }
            checkMaybe(5) { s in Maybe.zip(s[0], s[1], s[2], s[3], s[4]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4) } }
            checkMaybe(6) { s in
                Maybe.zip(s[0], s[1], s[2], s[3], s[4], s[5]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5) }
            }
            checkMaybe(7) { s in
                Maybe.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6) }
            }
            checkMaybe(8) { s in
                Maybe.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7) }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func zipOfACollectionOfSingles(core: Core) {
        core.run {
            for count in 1...8 {
                checkSingle(count) { Single.zip($0) { $0.reduce(0, +) } }
                checkSingle(count) { Single.zip($0).map { $0.reduce(0, +) } }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func zipOfNoSinglesIsWhatTheSelectorMakesOfNothing(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(scheduler.start { Single<Int>.zip([]) { $0.count } }, [.next(200, 0), .completed(200)])
        }
    }

    @Test(arguments: Core.allCases)
    func firstErrorEndsTheZipAtOnce(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let slow = sources(scheduler, 1)[0]
            let failing = scheduler.createHotObservable([.error(205, Failure.first)], of: Int.self)
            expect(
                scheduler.start { Single.zip(slow.asSingle(), failing.asSingle()) { $0 + $1 } },
                [.error(205, Failure.first)])
            expect(slow, subscribed: [200...205])
        }
    }

    @Test(arguments: Core.allCases)
    func throwOfTheSelectorIsTheError(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let both = sources(scheduler, 2).map { $0.asSingle() }
            expect(
                scheduler.start { Single<Int>.zip(both[0], both[1]) { _, _ in throw Failure.thrown } },
                [.error(212, Failure.thrown)])
        }
    }

    @Test(arguments: Core.allCases)
    func zipWithAnEmptyMaybeCompletesWhenAllHaveEnded(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let empty = scheduler.createHotObservable([.completed(205)], of: Int.self)
            let late = scheduler.createHotObservable([.next(250, 1), .completed(250)])
            expect(scheduler.start { Maybe.zip(empty.asMaybe(), late.asMaybe()) { $0 + $1 } }, [.completed(250)])
            expect(late, subscribed: [200...250])
        }
    }

    @Test(arguments: Core.allCases)
    func zipOfCompletablesCompletesWithTheLast(core: Core) {
        core.run {
            let times = [220, 210, 230]
            let zips: [([Completable]) -> Completable] = [
                { Completable.zip($0) }, { Completable.zip(AnyCollection($0)) }, { Completable.zip($0[0], $0[1], $0[2]) },
            ]
            for zip in zips {
                let scheduler = TestScheduler(initialClock: 0)
                let all = times.map { scheduler.createHotObservable([.completed($0)], of: Never.self).asCompletable() }
                let zipped = zip(all)
                let result = scheduler.start { zipped }
                #expect(result.events.map(\.time) == [230])
                #expect(result.events.last?.value.isCompleted == true)
            }
        }
    }

    @Test(arguments: Core.allCases)
    func firstErrorEndsTheZipOfCompletables(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let slow = scheduler.createHotObservable([.completed(250)], of: Never.self)
            let failing = scheduler.createHotObservable([.error(205, Failure.first)], of: Never.self)
            let result = scheduler.start { Completable.zip(slow.asCompletable(), failing.asCompletable()) }
            #expect(result.events.map { "\($0)" } == ["error(first) @ 205"])
            expect(slow, subscribed: [200...205])
        }
    }

    @Test(arguments: Core.allCases)
    func zipOfNoCompletablesCompletesAtOnce(core: Core) {
        core.run {
            let result = TestScheduler(initialClock: 0).start { Completable.zip([Completable]()) }
            #expect(result.events.map { "\($0)" } == ["completed @ 200"])
        }
    }
}
