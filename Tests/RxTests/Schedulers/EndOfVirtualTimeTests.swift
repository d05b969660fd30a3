import Foundation
import Rx
import RxTest
import Testing

/// Virtual time has a first and a last moment. Nothing traps there, and from the last one later is never.
@Suite struct EndOfVirtualTimeTests {
    private static let spans: [RxTimeInterval] = [
        .seconds(.min), .seconds(-1), .seconds(0), .seconds(1), .seconds(.max), .milliseconds(.max), .microseconds(.min),
        .nanoseconds(.min), .nanoseconds(1), .nanoseconds(.max), .never,
    ]
    private static let clocks = [Int.min, -1, 0, 1, Int.max - 1, Int.max]

    private static let operators: [@Sendable (Observable<Int>, RxTimeInterval, any SchedulerType) -> Observable<Int>] = [
        { $0.delay($1, scheduler: $2) },
        { $0.delaySubscription($1, scheduler: $2) },
        { $0.throttle($1, scheduler: $2) },
        { $0.throttle($1, latest: false, scheduler: $2) },
        { $0.debounce($1, scheduler: $2) },
        { $0.timeout($1, scheduler: $2) },
        { $0.buffer(timeSpan: $1, count: 2, scheduler: $2).map(\.count) },
        { $0.window(timeSpan: $1, count: 2, scheduler: $2).map { _ in 0 } },
        { $0.take(for: $1, scheduler: $2) },
        { $0.skip($1, scheduler: $2) },
        { $0.sample(Observable<Int>.interval($1, scheduler: $2)) },
        { .merge($0, .interval($1, scheduler: $2)) },
        { .merge($0, .timer($1, period: $1, scheduler: $2)) },
        { .merge($0, .timer($1, scheduler: $2)) },
    ]

    /// A span that is none in the scheduler's units: each array and each window takes some time all the same.
    @Test(arguments: Core.allCases)
    func aTimerThatStartsAnewLetsTimePass(core: Core) {
        let spans: [RxTimeInterval] = [.seconds(0), .nanoseconds(1), .milliseconds(100)]
        core.run {
            for span in spans {
                let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
                var arrays = 0, windows = 0
                let array = Observable<Int>.never().buffer(timeSpan: span, count: 5, scheduler: scheduler).subscribe(onNext: { _ in arrays += 1 })
                let window = Observable<Int>.never().window(timeSpan: span, count: 5, scheduler: scheduler).subscribe(onNext: { _ in windows += 1 })
                scheduler.advanceTo(60)
                #expect((1...61).contains(arrays) && (1...62).contains(windows), "\(span)")
                array.dispose()
                window.dispose()
            }
        }
    }

    @Test(arguments: Core.allCases, clocks)
    func noDueTimeTrapsAndTimeComesToItsEnd(core: Core, clock: Int) {
        core.run {
            for resolution in [1e-9, 0.1, 1, 4e9] {
                for apply in Self.operators {
                    for span in Self.spans {
                        let scheduler = TestScheduler(
                            initialClock: clock, resolution: resolution, simulateProcessingDelay: resolution != 1)
                        let source = scheduler.createColdObservable([.next(1, 1), .next(2, 2), .completed(30)])
                        // An interval goes on: so many are enough. The last time may be all there is.
                        let subscription = apply(source.asObservable(), span, scheduler).take(50).subscribe()
                        scheduler.advanceTo(clock)
                        scheduler.advanceTo(.max)
                        subscription.dispose()
                        scheduler.start()
                        #expect(scheduler.clock == .max)
                    }
                }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func whatIsDueLaterThanTheLastTimeComesThenAndNothingAfterThat(core: Core) {
        core.run {
            for delayed in [false, true] {
                let scheduler = TestScheduler(initialClock: 5, simulateProcessingDelay: delayed)
                var came: [Int] = []
                // Were it not the last, it would be so for ever.
                let subscription = Observable<Int>.interval(.seconds(.max), scheduler: scheduler).take(10)
                    .subscribe(onNext: { _ in came.append(scheduler.clock) })
                scheduler.start()
                expect(came, [.max])
                // Work for now still runs, as often as there is some; work for later doesn't.
                _ = Observable.just(1, scheduler: scheduler).subscribe(onNext: { came.append($0) })
                _ = Observable<Int>.timer(.nanoseconds(600_000_000), scheduler: scheduler).subscribe(onNext: { _ in came.append(2) })
                scheduler.scheduleAt(.min) { came.append(3) }
                _ = scheduler.scheduleRelativeVirtual((), dueTime: 1) { _ in
                    came.append(4)
                    return Disposables.create()
                }
                scheduler.sleep(.max)
                scheduler.start()
                expect(came, [.max, 3, 1])
                subscription.dispose()
            }
        }
    }

    @Test(arguments: Core.allCases)
    func aHotSequenceUnderABufferOfAllTimeIsHeard(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0), observer = scheduler.createObserver([Int].self)
            let source = scheduler.createHotObservable([.next(1, 1), .next(3, 2)])
            _ = source.buffer(timeSpan: .seconds(.max), count: 2, scheduler: scheduler).subscribe(observer)
            scheduler.start()
            expect(observer.events, [.next(3, [1, 2]), .next(.max, [])])
        }
    }

    /// A period that is shorter than half a tick would be none.
    @Test(arguments: Core.allCases)
    func timePassesBetweenTicksHoweverShortThePeriod(core: Core) {
        core.run {
            for period: RxTimeInterval in [.milliseconds(100), .seconds(0), .seconds(-1), .nanoseconds(.min)] {
                for delayed in [false, true] {
                    let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: delayed)
                    var came = 0
                    // Time that never passed would have no end.
                    let subscription = Observable<Int>.interval(period, scheduler: scheduler).take(1000).subscribe(onNext: { _ in came += 1 })
                    scheduler.advanceTo(60)
                    #expect(60...61 ~= came)
                    subscription.dispose()
                }
            }
            // Dates are further apart than this.
            let epoch = Date(timeIntervalSince1970: 1_700_000_000), history = HistoricalScheduler(initialClock: epoch)
            var came = 0
            let subscription = Observable<Int>.interval(.nanoseconds(30), scheduler: history).take(1000).subscribe(onNext: { _ in came += 1 })
            history.advanceTo(epoch.addingTimeInterval(1e-6))
            #expect(30...36 ~= came)
            subscription.dispose()
        }
    }

    @Test(arguments: Core.allCases)
    func nothingTrapsAtTheEndsOfTime(core: Core) {
        core.run {
            let dates: [Date] = [
                .distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: .infinity),
                Date(timeIntervalSinceReferenceDate: -.infinity), Date(timeIntervalSinceReferenceDate: .greatestFiniteMagnitude),
                Date(timeIntervalSinceReferenceDate: -.greatestFiniteMagnitude), Date(timeIntervalSinceReferenceDate: 1e15),
            ]
            for date in dates {
                for span in Self.spans {
                    let scheduler = HistoricalScheduler(initialClock: date), observer = Journal()
                    let subscription = Observable<Int>.timer(span, scheduler: scheduler).subscribe { observer.add("\($0)") }
                    scheduler.start()
                    scheduler.advanceTo(Date(timeIntervalSinceReferenceDate: .infinity))
                    scheduler.sleep(.greatestFiniteMagnitude)
                    subscription.dispose()
                }
            }
        }
    }

    @Test(arguments: Core.allCases)
    func startAndStopMayBeCalledFromInside(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0), journal = Journal()
            for time in 1...5 {
                scheduler.scheduleAt(time) {
                    journal.add("\(scheduler.clock)")
                    if time == 2 {
                        scheduler.start()
                        journal.add("after start")  // What is due later doesn't run inside of this.
                    }
                    if time == 3 { scheduler.stop() }
                    if time == 4 {
                        scheduler.stop()
                        scheduler.start()
                        journal.add("again")
                    }
                }
            }
            scheduler.start()
            expect(journal.lines, ["1", "2", "after start", "3"])
            scheduler.advanceTo(.max)
            expect(journal.lines, ["1", "2", "after start", "3", "4", "5", "again"])
        }
    }
}
