import Foundation
import Rx
import RxTest
import Testing

/// A converter that checks nothing.
private struct Careless: VirtualTimeConverterType {
    /// In seconds.
    let tick: Double

    func convertFromVirtualTime(_ virtualTime: Int) -> RxTime {
        Date(timeIntervalSince1970: convertFromVirtualTimeInterval(virtualTime))
    }
    func convertToVirtualTime(_ time: RxTime) -> Int { convertToVirtualTimeInterval(time.timeIntervalSince1970) }
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: Int) -> TimeInterval { Double(virtualTimeInterval) * tick }
    func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> Int { Int((timeInterval / tick).rounded()) }
    func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }
    func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }
}

/// What a scheduler of virtual time looks like from here, in ticks from its beginning.
private struct Ticking {
    let scheduler: any SchedulerType
    let at: (Int, @escaping () -> Void) -> Void
    let clock: () -> Int
    let advance: (Int) -> Void
    let start: () -> Void

    static func of<Converter>(
        _ scheduler: VirtualTimeScheduler<Converter>, time: @escaping (Int) -> Converter.VirtualTimeUnit,
        ticks: @escaping (Converter.VirtualTimeUnit) -> Int
    ) -> Ticking {
        Ticking(
            scheduler: scheduler,
            at: { tick, action in
                _ = scheduler.scheduleAbsoluteVirtual((), time: time(tick)) { _ in
                    action()
                    return Disposables.create()
                }
            },
            clock: { ticks(scheduler.clock) }, advance: { scheduler.advanceTo(time($0)) }, start: scheduler.start)
    }

    /// With ticks of so many nanoseconds.
    static func all(_ tick: Int) -> [(String, Ticking)] {
        let seconds = Double(tick) / 1e9, epoch = Date(timeIntervalSince1970: 1_700_000_000)
        func test(_ delayed: Bool) -> Ticking {
            of(
                TestScheduler(initialClock: 0, resolution: seconds, simulateProcessingDelay: delayed), time: { $0 },
                ticks: { $0 })
        }
        let users = VirtualTimeScheduler(initialClock: 0, converter: Careless(tick: seconds))
        let history = HistoricalScheduler(initialClock: epoch)
        return [
            ("TestScheduler", test(true)), ("without delay", test(false)), ("a user's", of(users, time: { $0 }, ticks: { $0 })),
            (
                "HistoricalScheduler",
                of(
                    history, time: { epoch.addingTimeInterval(Double($0) * seconds) },
                    ticks: { Int(($0.timeIntervalSince(epoch) / seconds).rounded()) })
            ),
        ]
    }
}

/// Virtual time is reckoned in whole numbers.
@Suite struct VirtualTimeArithmeticTests {
    /// Nanoseconds in a tick. A date of today tells 119 apart.
    static let ticks = [1, 7, 30, 200, 1000, 12_345, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 100_000_000_000]

    @Test(arguments: Core.allCases, ticks)
    func whatIsDueSoManyTicksLaterComesThen(core: Core, tick: Int) {
        core.run {
            for (name, time) in Ticking.all(tick) {
                // Backwards, so that its order says nothing.
                var came: [Int] = [], order: [Int] = []
                for number in (1...300).reversed() {
                    _ = Observable<Int>.timer(.nanoseconds(tick * number), scheduler: time.scheduler)
                        .subscribe(onNext: { _ in
                            came.append(time.clock())
                            order.append(number)
                        })
                }
                time.start()
                #expect(order == Array(1...300), "\(name)")
                // Its clock is a date: the nearest.
                if name != "HistoricalScheduler" || tick >= 1000 { #expect(came == Array(1...300), "\(name)") }
            }
        }
    }

    @Test(arguments: Core.allCases, ticks)
    func aPeriodIsKeptForAsLongAsItRuns(core: Core, tick: Int) {
        core.run {
            for (name, time) in Ticking.all(tick) {
                var came = 0
                let subscription = Observable<Int>.interval(.nanoseconds(3 * tick), scheduler: time.scheduler)
                    .take(20_000)  // Should time not pass.
                    .subscribe(onNext: { _ in came += 1 })
                // A date may lie a little before that time, or behind.
                time.advance(30_001)
                #expect(abs(came - 10_000) <= (name == "HistoricalScheduler" ? 1 + 180 / (3 * tick) : 0), "\(name): \(came)")
                subscription.dispose()
                time.start()
            }
        }
    }

    /// As in ticks of a second, where doubles are exact, too.
    @Test(arguments: Core.allCases, ticks)
    func operatorsThatReckonWithTimeAreExact(core: Core, tick: Int) {
        typealias Operator = (Observable<Int>, RxTimeInterval, any SchedulerType) -> Observable<Int>
        let operators: [Operator] = [
            { $0.delay($1, scheduler: $2) },
            { $0.throttle($1, scheduler: $2) },
            { $0.throttle($1, latest: false, scheduler: $2) },
            { $0.debounce($1, scheduler: $2) },
            { $0.timeout($1, other: Observable.just(-1), scheduler: $2) },
            { $0.buffer(timeSpan: $1, count: 4, scheduler: $2).map(\.count) },
            { $0.window(timeSpan: $1, count: 4, scheduler: $2).map { _ in 0 } },
            { $0.sample(Observable<Int>.interval($1, scheduler: $2)) },
            { $0.delaySubscription($1, scheduler: $2) },
            { $0.take(for: $1, scheduler: $2) },
            { $0.skip($1, scheduler: $2) },
        ]
        func lines(_ number: Int, _ tick: Int, _ index: Int) -> [String] {
            let (name, time) = Ticking.all(tick)[index]
            let source = PublishSubject<Int>(), journal = Journal()
            for tick in [1, 2, 3, 5, 8, 9, 10, 11, 17, 21, 22, 30] { time.at(tick) { source.onNext(tick) } }
            time.at(40) { source.onCompleted() }
            let subscription = operators[number](source, .nanoseconds(3 * tick), time.scheduler)
                .subscribe { journal.add("\($0) @ \(time.clock())") }
            time.at(60) { subscription.dispose() }
            time.start()
            return journal.lines + [name]
        }
        core.run {
            for number in operators.indices {
                for index in 0..<(tick % 1000 == 0 ? 4 : 3) {  // A date stands for a round time.
                    expect(lines(number, tick, index), lines(number, 1_000_000_000, index))
                }
            }
        }
    }

    @Test func aSumOfLiteralsIsAResolution() {
        for resolution in [0.1 + 0.2, 3 * 0.1, 1e-9 * 7, 0.001 * 1.1] {
            let scheduler = TestScheduler(initialClock: 0, resolution: resolution)
            var came: [Int] = []
            for tick in 1...300 {
                let nanoseconds = Int((resolution * 1e9).rounded()) * tick
                _ = Observable<Int>.timer(.nanoseconds(nanoseconds), scheduler: scheduler)
                    .subscribe(onNext: { _ in came.append(scheduler.clock) })
            }
            scheduler.start()
            expect(came, Array(1...300))
        }
    }
}
