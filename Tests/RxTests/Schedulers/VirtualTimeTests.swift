import Foundation
import Rx
import RxTest
import Testing

/// Virtual time in steps of a minute, counted from 1.
private struct Minutes: VirtualTimeConverterType {
    typealias VirtualTimeUnit = Int
    typealias VirtualTimeIntervalUnit = Int

    func convertFromVirtualTime(_ virtualTime: Int) -> RxTime {
        Date(timeIntervalSince1970: convertFromVirtualTimeInterval(virtualTime - 1))
    }
    func convertToVirtualTime(_ time: RxTime) -> Int { convertToVirtualTimeInterval(time.timeIntervalSince1970) + 1 }
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: Int) -> TimeInterval { Double(virtualTimeInterval) * 60 }
    func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> Int { Int(timeInterval / 60) }
    func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }
    func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
        lhs < rhs ? .lessThan : lhs > rhs ? .greaterThan : .equal
    }
}

/// Puts everything on the next even minute.
private final class EvenMinutes: VirtualTimeScheduler<Minutes>, @unchecked Sendable {  // Sendable: as its superclass.
    init() { super.init(initialClock: 1, converter: Minutes()) }
    override func adjustScheduledTime(_ time: VirtualTime) -> VirtualTime { time + time % 2 }
}

/// A scheduler of somebody else's: it knows the time and how to wait, no more.
private struct Plain: SchedulerType {
    let scheduler: TestScheduler
    var now: RxTime { scheduler.now }

    func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> any Disposable) -> any Disposable {
        scheduler.schedule(state, action: action)
    }

    func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        scheduler.scheduleRelative(state, dueTime: dueTime, action: action)
    }
}

@Suite struct VirtualTimeTests {
    @Test(arguments: Core.allCases)
    func converterSaysWhatVirtualTimeIs(core: Core) {
        core.run {
            let scheduler = VirtualTimeScheduler(initialClock: 1, converter: Minutes())
            var times: [Int] = []
            let subscription = Observable<Int>.interval(.seconds(180), scheduler: scheduler)
                .subscribe(onNext: { _ in times.append(scheduler.clock) })
            scheduler.advanceTo(11)
            expect(times, [4, 7, 10])
            #expect(scheduler.now == Date(timeIntervalSince1970: 600))
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func subclassMayAdjustTheTimeOfWork(core: Core) {
        core.run {
            let scheduler = EvenMinutes(), journal = Journal()
            for minutes in [4, 1, 2] {
                _ = scheduler.scheduleRelative((), dueTime: .seconds(60 * minutes)) { _ in
                    journal.add("\(minutes) @ \(scheduler.clock)")
                    return Disposables.create()
                }
            }
            _ = scheduler.scheduleRelativeVirtual((), dueTime: 2) { _ in
                journal.add("exactly @ \(scheduler.clock)")
                return Disposables.create()
            }
            #expect(scheduler.debugDescription == "VirtualTimeScheduler(clock: 1, scheduled: [2, 3, 4, 6])")
            scheduler.start()
            expect(journal.lines, ["1 @ 2", "exactly @ 3", "2 @ 4", "4 @ 6"])
        }
    }

    @Test func otherThreadsAndThePastAreTraps() async {
        await #expect(processExitsWith: .failure) {
            let scheduler = TestScheduler(initialClock: 0)
            let done = DispatchSemaphore(value: 0)
            Thread {
                scheduler.start()
                done.signal()
            }.start()
            done.wait()
        }
        await #expect(processExitsWith: .failure) { TestScheduler(initialClock: 0).sleep(-1) }
        await #expect(processExitsWith: .failure) {
            let scheduler = TestScheduler(initialClock: 0)
            scheduler.scheduleAt(10) { scheduler.advanceTo(20) }
            scheduler.start()
        }
    }

    @Test(arguments: Core.allCases)
    func periodicWorkOfASchedulerThatOnlyWaitsKeepsItsDistanceAndNeverOverlaps(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0), journal = Journal()
            let periodic = Plain(scheduler: scheduler).schedulePeriodic(1, startAfter: .seconds(5), period: .seconds(10)) {
                number in
                journal.add("\(number) @ \(scheduler.clock)")
                // Takes two and a half periods, in which ticks come.
                if number == 2 { scheduler.sleep(25) }
                return number + 1
            }
            scheduler.scheduleAt(60) { periodic.dispose() }
            scheduler.start()
            expect(Array(journal.lines.prefix(2)), ["1 @ 5", "2 @ 15"])
            // The state is passed on from tick to tick.
            expect(journal.lines.map { $0.prefix(1) }, (1...journal.lines.count).map { "\($0)".prefix(1) })
            #expect(!journal.lines.contains { $0.hasSuffix("@ 60") })
        }
    }

    @Test(arguments: Core.allCases)
    func intervalRunsOnASchedulerThatOnlyWaits(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            expect(
                scheduler.start(disposed: 240) {
                    Observable<Int>.interval(.seconds(15), scheduler: Plain(scheduler: scheduler))
                },
                [.next(215, 0), .next(230, 1)])
        }
    }

    @Test(arguments: Core.allCases)
    func recursiveWorkIsCancelledWithItsDisposable(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0), journal = Journal()
            let recursive = scheduler.scheduleRecursive(1) { number, recurse in
                journal.add("\(number) @ \(scheduler.clock)")
                recurse(number + 1)
            }
            scheduler.advanceTo(3)
            recursive.dispose()
            scheduler.advanceTo(10)
            expect(journal.lines, ["1 @ 1", "2 @ 2", "3 @ 3"])
        }
    }

    // MARK: RxTest

    @Test(arguments: Core.allCases)
    func startMakesSubscribesAndDisposesAtItsTimes(core: Core) {
        core.run {
            for times in [(100, 200, 1000), (100, 200, 300), (50, 60, 70)] {
                let scheduler = TestScheduler(initialClock: 0)
                var made = 0
                let source = scheduler.createHotObservable([.next(65, 0), .next(210, 1), .next(900, 2)])
                func make() -> Observable<Int> {
                    made = scheduler.clock
                    return source.asObservable()
                }
                switch times {
                case (100, 200, 1000): expect(scheduler.start(make), [.next(210, 1), .next(900, 2)])
                case (100, 200, 300): expect(scheduler.start(disposed: 300, create: make), [.next(210, 1)])
                default: expect(scheduler.start(created: 50, subscribed: 60, disposed: 70, create: make), [.next(65, 0)])
                }
                #expect(made == times.0)
                expect(source, subscribed: [times.1...times.2])
            }
            expect(
                [TestScheduler.Defaults.created, TestScheduler.Defaults.subscribed, TestScheduler.Defaults.disposed],
                [100, 200, 1000])
        }
    }

    @Test(arguments: Core.allCases)
    func hotSequenceSendsAtItsTimesAndAColdOneAfterEachSubscription(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let hot = scheduler.createHotObservable([.next(10, 1), .next(20, 2)])
            let cold = scheduler.createColdObservable([.next(10, 1), .next(20, 2)])
            let recorders = (0..<4).map { _ in scheduler.createObserver(Int.self) }
            for (index, time) in [0, 15].enumerated() {
                scheduler.scheduleAt(time) {
                    _ = hot.subscribe(recorders[index])
                    _ = cold.subscribe(recorders[2 + index])
                }
            }
            scheduler.start()
            expect(recorders[0], [.next(10, 1), .next(20, 2)])
            expect(recorders[1], [.next(20, 2)])
            expect(recorders[2], [.next(10, 1), .next(20, 2)])
            expect(recorders[3], [.next(25, 1), .next(35, 2)])
            expect(hot.recordedEvents, cold.recordedEvents)
            // Nobody has left.
            expect(hot.subscriptions, [Subscription(0), Subscription(15)])
            expect(hot.subscriptions.map(\.unsubscribe), [Int.max, Int.max])
            #expect(Set(hot.subscriptions + [Subscription(0, Int.max)]).count == 2)
        }
    }

    @Test(arguments: Core.allCases)
    func recordsAreEqualIfTimeAndValueAre(core: Core) {
        core.run {
            let events: RecordedEvents<Int> = Recorded.events(.next(1, 1), .error(2, Failure.first), .completed(3))
            expect(events, Recorded.events([.next(1, 1), .error(2, Failure.first), .completed(3)]))
            for other: Recorded<Event<Int>> in [.next(2, 1), .next(1, 2), .completed(1), .error(1, Failure.first)] {
                #expect(events[0] != other)
            }
            #expect(events[1] != .error(2, Failure.second))
            #expect(events[0].debugDescription == "next(1) @ 1")
        }
    }

    @Test(arguments: Core.allCases)
    func timeIsRoundedToTheNearestTick(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0, resolution: 10)
            var times: [TestTime] = []
            for seconds in [14, 15, 24, 25] {
                _ = scheduler.scheduleRelative((), dueTime: .seconds(seconds)) { _ in
                    times.append(scheduler.clock)
                    return Disposables.create()
                }
            }
            scheduler.start()
            expect(times, [1, 2, 2, 3])
        }
    }

    @Test(arguments: Core.allCases)
    func whatAColdSequenceHasLeftWhenItIsDisposedStaysScheduled(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0), observer = scheduler.createObserver(Int.self)
            let source = scheduler.createColdObservable([.next(10, 1), .next(500, 2)])
            let subscription = source.subscribe(observer)
            scheduler.scheduleAt(20) { subscription.dispose() }
            scheduler.start()
            expect(observer.events, [.next(10, 1)])
            #expect(scheduler.clock == 500)
            expect(source.subscriptions, [Subscription(0, 20)])
        }
    }
}
