import Rx
import RxTest
import Testing

private func sum(_ numbers: Int...) -> Int { numbers.reduce(0, +) }

/// As many hot sequences as the operator has sources. Source number k, from 1, sends 10^(k-1) at 210 + k, twice that at
/// 230 + k, and completes at 250 + k.
private func sources(_ scheduler: TestScheduler, _ count: Int) -> [Observable<Int>] {
    var unit = 1
    return (1...count).map { number in
        defer { unit *= 10 }
        return scheduler.createHotObservable([
            .next(210 + number, unit), .next(230 + number, 2 * unit), .completed(250 + number),
        ]).asObservable()
    }
}

/// 1, 11, 111, …: the sum of the first elements of all sources.
private func ones(_ count: Int) -> Int { (0..<count).reduce(0) { sum, _ in sum * 10 + 1 } }

/// What `combineLatest` sends: one element when the last source has its first, and one for each second element.
private func combined(_ count: Int) -> RecordedEvents<Int> {
    var events: RecordedEvents<Int> = [.next(210 + count, ones(count))]
    var unit = 1, total = ones(count)
    for number in 1...count {
        total += unit
        unit *= 10
        events.append(.next(230 + number, total))
    }
    return events + [.completed(250 + count)]
}

/// What `zip` sends: one row when the last source has its first element, and one when it has its second.
private func zipped(_ count: Int) -> RecordedEvents<Int> {
    [.next(210 + count, ones(count)), .next(230 + count, 2 * ones(count)), .completed(250 + count)]
}

@Suite struct ArityTests {
    private func check(
        _ count: Int, _ events: (Int) -> RecordedEvents<Int>, _ build: ([Observable<Int>]) -> Observable<Int>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let scheduler = TestScheduler(initialClock: 0)
        let built = build(sources(scheduler, count))
        let result = scheduler.start { built }
        expect(result.events, events(count), sourceLocation: sourceLocation)
    }

    @Test(arguments: Core.allCases)
    func combineLatestOfTwoToEightSourcesWithASelector(core: Core) {
        core.run {
            check(2, combined) { s in Observable.combineLatest(s[0], s[1]) { sum($0, $1) } }
            check(3, combined) { s in Observable.combineLatest(s[0], s[1], s[2]) { sum($0, $1, $2) } }
            check(4, combined) { s in Observable.combineLatest(s[0], s[1], s[2], s[3]) { sum($0, $1, $2, $3) } }
            check(5, combined) { s in
                Observable.combineLatest(s[0], s[1], s[2], s[3], s[4]) { sum($0, $1, $2, $3, $4) }
            }
            check(6, combined) { s in
                Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]) { sum($0, $1, $2, $3, $4, $5) }
            }
            check(7, combined) { s in
                Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { sum($0, $1, $2, $3, $4, $5, $6) }
            }
            check(8, combined) { s in
                Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) {
                    sum($0, $1, $2, $3, $4, $5, $6, $7)
                }
            }
            for count in 2...8 {
                check(count, combined) { Observable.combineLatest($0) { $0.reduce(0, +) } }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func combineLatestOfTwoToEightSourcesAsATuple(core: Core) {
        core.run {
            check(2, combined) { s in Observable.combineLatest(s[0], s[1]).map { sum($0.0, $0.1) } }
            check(3, combined) { s in Observable.combineLatest(s[0], s[1], s[2]).map { sum($0.0, $0.1, $0.2) } }
            check(4, combined) { s in
                Observable.combineLatest(s[0], s[1], s[2], s[3])
                    .map { sum($0.0, $0.1, $0.2, $0.3) }
            }
            check(5, combined) { s in
                Observable.combineLatest(s[0], s[1], s[2], s[3], s[4])
                    .map { sum($0.0, $0.1, $0.2, $0.3, $0.4) }
            }
            check(6, combined) { s in
                Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5])
                    .map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5) }
            }
            check(7, combined) { s in
                Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6])
                    .map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6) }
            }
            check(8, combined) { s in
                Observable.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7])
                    .map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7) }
            }
            for count in 2...8 {
                check(count, combined) { Observable.combineLatest($0).map { $0.reduce(0, +) } }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func errorOfAnySourceOfCombineLatestEndsAllOthersAtOnce(core: Core) {
        core.run {
            for failing in 0..<3 {
                let scheduler = TestScheduler(initialClock: 0)
                let all = (0..<3).map { number in
                    scheduler.createHotObservable([
                        .next(210, 1), number == failing ? .error(220, Failure.first) : .next(220, 2), .completed(230),
                    ])
                }
                let s = all.map { $0.asObservable() }
                let result = scheduler.start { Observable.combineLatest(s[0], s[1], s[2]) { sum($0, $1, $2) } }
                expect(result.events.filter { $0.value.isStopEvent }, [.error(220, Failure.first)])
                for source in all { expect(source, subscribed: [200...220]) }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func zipOfTwoToEightSourcesWithASelector(core: Core) {
        core.run {
            check(2, zipped) { s in Observable.zip(s[0], s[1]) { sum($0, $1) } }
            check(3, zipped) { s in Observable.zip(s[0], s[1], s[2]) { sum($0, $1, $2) } }
            check(4, zipped) { s in Observable.zip(s[0], s[1], s[2], s[3]) { sum($0, $1, $2, $3) } }
            check(5, zipped) { s in Observable.zip(s[0], s[1], s[2], s[3], s[4]) { sum($0, $1, $2, $3, $4) } }
            check(6, zipped) { s in Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5]) { sum($0, $1, $2, $3, $4, $5) } }
            check(7, zipped) { s in
                Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { sum($0, $1, $2, $3, $4, $5, $6) }
            }
            check(8, zipped) { s in
                Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { sum($0, $1, $2, $3, $4, $5, $6, $7) }
            }
            for count in 2...8 {
                check(count, zipped) { Observable.zip($0) { $0.reduce(0, +) } }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func zipOfTwoToEightSourcesAsATuple(core: Core) {
        core.run {
            check(2, zipped) { s in Observable.zip(s[0], s[1]).map { sum($0.0, $0.1) } }
            check(3, zipped) { s in Observable.zip(s[0], s[1], s[2]).map { sum($0.0, $0.1, $0.2) } }
            check(4, zipped) { s in Observable.zip(s[0], s[1], s[2], s[3]).map { sum($0.0, $0.1, $0.2, $0.3) } }
            check(5, zipped) { s in
                Observable.zip(s[0], s[1], s[2], s[3], s[4])
                    .map { sum($0.0, $0.1, $0.2, $0.3, $0.4) }
            }
            check(6, zipped) { s in
                Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5])
                    .map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5) }
            }
            check(7, zipped) { s in
                Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6])
                    .map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6) }
            }
            check(8, zipped) { s in
                Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7])
                    .map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7) }
            }
            for count in 2...8 {
                check(count, zipped) { Observable.zip($0).map { $0.reduce(0, +) } }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func errorOfAnySourceOfZipEndsAllOthersAtOnce(core: Core) {
        core.run {
            for failing in 0..<3 {
                let scheduler = TestScheduler(initialClock: 0)
                let all = (0..<3).map { number in
                    scheduler.createHotObservable([
                        .next(210, 1), number == failing ? .error(220, Failure.first) : .next(220, 2), .completed(230),
                    ])
                }
                let s = all.map { $0.asObservable() }
                let result = scheduler.start { Observable.zip(s[0], s[1], s[2]) { sum($0, $1, $2) } }
                expect(result.events.filter { $0.value.isStopEvent }, [.error(220, Failure.first)])
                for source in all { expect(source, subscribed: [200...220]) }
            }
        }
    }
}
