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

private func ones(_ count: Int) -> Int { Int(String(repeating: "1", count: count))! }

/// The elements that `combineLatest` sends: one when the last source has its first, and one for each second element.
private func combined(_ count: Int) -> [Int] {
    var unit = 1, total = ones(count)
    return [total]
        + (0..<count).map { _ in
            total += unit
            unit *= 10
            return total
        }
}

/// The elements that `zip` sends.
private func zipped(_ count: Int) -> [Int] { [ones(count), 2 * ones(count)] }

@Suite struct TraitArityTests {
    private func checkInfallible(
        _ count: Int, _ expected: (Int) -> [Int], sourceLocation: SourceLocation = #_sourceLocation,
        _ build: ([Infallible<Int>]) -> Infallible<Int>
    ) {
        let scheduler = TestScheduler(initialClock: 0)
        let built = build(sources(scheduler, count).map { $0.asInfallible(onErrorJustReturn: -1) })
        let result = scheduler.start { built }
        expect(result.events.compactMap(\.value.element), expected(count), sourceLocation: sourceLocation)
        #expect(result.events.last?.value.isCompleted == true, sourceLocation: sourceLocation)
    }

    /// In virtual time a hop is one tick, so times differ from those of plain sequences.
    private func checkDriver(
        _ count: Int, _ expected: (Int) -> [Int], sourceLocation: SourceLocation = #_sourceLocation,
        _ build: ([Driver<Int>]) -> Driver<Int>
    ) {
        let scheduler = TestScheduler(initialClock: 0)
        SharingScheduler.mock(scheduler: scheduler) {
            let built = build(sources(scheduler, count).map { $0.asDriver(onErrorJustReturn: -1) })
            let result = scheduler.start { built }
            expect(result.events.compactMap(\.value.element), expected(count), sourceLocation: sourceLocation)
            #expect(result.events.last?.value.isCompleted == true, sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: Core.allCases)
    func combineLatestOfTwoToEightInfalliblesWithASelector(core: Core) {
        core.run {
            checkInfallible(2, combined) { s in Infallible.combineLatest(s[0], s[1]) { sum($0, $1) } }
            checkInfallible(3, combined) { s in Infallible.combineLatest(s[0], s[1], s[2]) { sum($0, $1, $2) } }
            checkInfallible(4, combined) { s in
                Infallible.combineLatest(s[0], s[1], s[2], s[3]) { sum($0, $1, $2, $3) }
            }
            checkInfallible(5, combined) { s in
                Infallible.combineLatest(s[0], s[1], s[2], s[3], s[4]) { sum($0, $1, $2, $3, $4) }
            }
            checkInfallible(6, combined) { s in
                Infallible.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]) { sum($0, $1, $2, $3, $4, $5) }
            }
            checkInfallible(7, combined) { s in
                Infallible.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { sum($0, $1, $2, $3, $4, $5, $6) }
            }
            checkInfallible(8, combined) { s in
                Infallible.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { sum($0, $1, $2, $3, $4, $5, $6, $7) }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func combineLatestOfTwoToEightInfalliblesAsATuple(core: Core) {
        core.run {
            checkInfallible(2, combined) { s in Infallible.combineLatest(s[0], s[1]).map { sum($0.0, $0.1) } }
            checkInfallible(3, combined) { s in
                Infallible.combineLatest(s[0], s[1], s[2]).map { sum($0.0, $0.1, $0.2) }
            }
            checkInfallible(4, combined) { s in
                Infallible.combineLatest(s[0], s[1], s[2], s[3]).map { sum($0.0, $0.1, $0.2, $0.3) }
            }
            checkInfallible(5, combined) { s in
                Infallible.combineLatest(s[0], s[1], s[2], s[3], s[4]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4) }
            }
            checkInfallible(6, combined) { s in
                Infallible.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5) }
            }
            checkInfallible(7, combined) { s in
                Infallible.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6) }
            }
            checkInfallible(8, combined) { s in
                Infallible.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7) }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func zipOfTwoToEightInfallibles(core: Core) {
        core.run {
            checkInfallible(2, zipped) { s in Infallible.zip(s[0], s[1]) { sum($0, $1) } }
            checkInfallible(3, zipped) { s in Infallible.zip(s[0], s[1], s[2]) { sum($0, $1, $2) } }
            checkInfallible(4, zipped) { s in Infallible.zip(s[0], s[1], s[2], s[3]) { sum($0, $1, $2, $3) } }
            checkInfallible(5, zipped) { s in
                Infallible.zip(s[0], s[1], s[2], s[3], s[4]) { sum($0, $1, $2, $3, $4) }
            }
            checkInfallible(6, zipped) { s in
                Infallible.zip(s[0], s[1], s[2], s[3], s[4], s[5]) { sum($0, $1, $2, $3, $4, $5) }
            }
            checkInfallible(7, zipped) { s in
                Infallible.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { sum($0, $1, $2, $3, $4, $5, $6) }
            }
            checkInfallible(8, zipped) { s in
                Infallible.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { sum($0, $1, $2, $3, $4, $5, $6, $7) }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func combineLatestOfTwoToEightDriversWithASelector(core: Core) {
        core.run {
            checkDriver(2, combined) { s in Driver.combineLatest(s[0], s[1]) { sum($0, $1) } }
            checkDriver(3, combined) { s in Driver.combineLatest(s[0], s[1], s[2]) { sum($0, $1, $2) } }
            checkDriver(4, combined) { s in Driver.combineLatest(s[0], s[1], s[2], s[3]) { sum($0, $1, $2, $3) } }
            checkDriver(5, combined) { s in
                Driver.combineLatest(s[0], s[1], s[2], s[3], s[4]) { sum($0, $1, $2, $3, $4) }
            }
            checkDriver(6, combined) { s in
                Driver.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]) { sum($0, $1, $2, $3, $4, $5) }
            }
            checkDriver(7, combined) { s in
                Driver.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { sum($0, $1, $2, $3, $4, $5, $6) }
            }
            checkDriver(8, combined) { s in
                Driver.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { sum($0, $1, $2, $3, $4, $5, $6, $7) }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func combineLatestOfTwoToEightDriversAsATuple(core: Core) {
        core.run {
            checkDriver(2, combined) { s in Driver.combineLatest(s[0], s[1]).map { sum($0.0, $0.1) } }
            checkDriver(3, combined) { s in Driver.combineLatest(s[0], s[1], s[2]).map { sum($0.0, $0.1, $0.2) } }
            checkDriver(4, combined) { s in
                Driver.combineLatest(s[0], s[1], s[2], s[3]).map { sum($0.0, $0.1, $0.2, $0.3) }
            }
            checkDriver(5, combined) { s in
                Driver.combineLatest(s[0], s[1], s[2], s[3], s[4]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4) }
            }
            checkDriver(6, combined) { s in
                Driver.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5) }
            }
            checkDriver(7, combined) { s in
                Driver.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6) }
            }
            checkDriver(8, combined) { s in
                Driver.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7) }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func zipOfTwoToEightDriversWithASelector(core: Core) {
        core.run {
            checkDriver(2, zipped) { s in Driver.zip(s[0], s[1]) { sum($0, $1) } }
            checkDriver(3, zipped) { s in Driver.zip(s[0], s[1], s[2]) { sum($0, $1, $2) } }
            checkDriver(4, zipped) { s in Driver.zip(s[0], s[1], s[2], s[3]) { sum($0, $1, $2, $3) } }
            checkDriver(5, zipped) { s in Driver.zip(s[0], s[1], s[2], s[3], s[4]) { sum($0, $1, $2, $3, $4) } }
            checkDriver(6, zipped) { s in
                Driver.zip(s[0], s[1], s[2], s[3], s[4], s[5]) { sum($0, $1, $2, $3, $4, $5) }
            }
            checkDriver(7, zipped) { s in
                Driver.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { sum($0, $1, $2, $3, $4, $5, $6) }
            }
            checkDriver(8, zipped) { s in
                Driver.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { sum($0, $1, $2, $3, $4, $5, $6, $7) }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func zipOfTwoToEightDriversAsATuple(core: Core) {
        core.run {
            checkDriver(2, zipped) { s in Driver.zip(s[0], s[1]).map { sum($0.0, $0.1) } }
            checkDriver(3, zipped) { s in Driver.zip(s[0], s[1], s[2]).map { sum($0.0, $0.1, $0.2) } }
            checkDriver(4, zipped) { s in Driver.zip(s[0], s[1], s[2], s[3]).map { sum($0.0, $0.1, $0.2, $0.3) } }
            checkDriver(5, zipped) { s in
                Driver.zip(s[0], s[1], s[2], s[3], s[4]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4) }
            }
            checkDriver(6, zipped) { s in
                Driver.zip(s[0], s[1], s[2], s[3], s[4], s[5]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5) }
            }
            checkDriver(7, zipped) { s in
                Driver.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6) }
            }
            checkDriver(8, zipped) { s in
                Driver.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map { sum($0.0, $0.1, $0.2, $0.3, $0.4, $0.5, $0.6, $0.7) }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func collectionsOfDrivers(core: Core) {
        core.run {
            for count in 1...4 {
                checkDriver(count, combined) { Driver.combineLatest($0) { $0.reduce(0, +) } }
                checkDriver(count, combined) { Driver.combineLatest($0).map { $0.reduce(0, +) } }
                checkDriver(count, zipped) { Driver.zip($0) { $0.reduce(0, +) } }
                checkDriver(count, zipped) { Driver.zip($0).map { $0.reduce(0, +) } }
            }
        }
    }
}
