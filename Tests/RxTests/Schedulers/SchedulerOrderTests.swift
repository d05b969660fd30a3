import Foundation
import Rx
import RxTest
import Testing

@Suite struct SchedulerOrderTests {
    private let journal = Journal()

    private func work(_ name: String, _ body: @escaping () -> Void = {}) -> (()) -> any Disposable {
        { [journal] _ in
            journal.add(name)
            body()
            journal.add("\(name) end")
            return Disposables.create()
        }
    }

    // MARK: Current thread

    @Test(arguments: Core.allCases)
    func currentThreadRunsNestedWorkAfterwardsInOrder(core: Core) {
        core.run {
            let scheduler = CurrentThreadScheduler.instance
            _ = scheduler.schedule(
                (),
                action: work("a") {
                    _ = scheduler.schedule((), action: work("b") { _ = scheduler.schedule((), action: work("d")) })
                    _ = scheduler.schedule((), action: work("c"))
                })
            expect(journal.lines, ["a", "a end", "b", "b end", "c", "c end", "d", "d end"])
        }
    }

    @Test(arguments: Core.allCases)
    func currentThreadSchedulerKnowsWhetherItRuns(core: Core) {
        core.run {
            var inside: [Bool] = []
            #expect(CurrentThreadScheduler.isScheduleRequired)
            _ = CurrentThreadScheduler.instance.schedule(()) { _ in
                inside.append(CurrentThreadScheduler.isScheduleRequired)
                return Disposables.create()
            }
            expect(inside, [false])
            #expect(CurrentThreadScheduler.isScheduleRequired)
        }
    }

    @Test(arguments: Core.allCases)
    func disposedWorkOfTheCurrentThreadDoesNotRun(core: Core) {
        core.run {
            let scheduler = CurrentThreadScheduler.instance
            _ = scheduler.schedule(
                (),
                action: work("a") {
                    let waiting = scheduler.schedule((), action: work("b"))
                    _ = scheduler.schedule((), action: work("c"))
                    waiting.dispose()
                })
            expect(journal.lines, ["a", "a end", "c", "c end"])
        }
    }

    @Test(arguments: Core.allCases)
    func recursiveWorkGivesWayAfterEachRun(core: Core) {
        core.run {
            let scheduler = CurrentThreadScheduler.instance
            _ = scheduler.schedule(()) { [journal] _ in
                for name in ["x", "y"] {
                    _ = scheduler.scheduleRecursive(0) { number, recurse in
                        journal.add("\(name)\(number)")
                        if number < 2 { recurse(number + 1) }
                    }
                }
                return Disposables.create()
            }
            expect(journal.lines, ["x0", "y0", "x1", "y1", "x2", "y2"])
        }
    }

    @Test(arguments: Core.allCases)
    func whatTheActionReturnsIsDisposedWithTheWork(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let scheduled = scheduler.schedule(()) { [journal] _ in Disposables.create { journal.add("disposed") } }
            scheduler.start()
            expect(journal.lines, [])
            scheduled.dispose()
            expect(journal.lines, ["disposed"])
        }
    }

    // MARK: Virtual time

    @Test(arguments: Core.allCases)
    func virtualTimeRunsByTimeThenByInsertion(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            for (time, name) in [(30, "c"), (10, "a"), (30, "d"), (20, "b"), (30, "e")] {
                scheduler.scheduleAt(time) { [journal] in journal.add("\(name)@\(scheduler.clock)") }
            }
            scheduler.start()
            expect(journal.lines, ["a@10", "b@20", "c@30", "d@30", "e@30"])
            #expect(scheduler.clock == 30)
        }
    }

    @Test(arguments: Core.allCases)
    func workForNowRunsATickLaterUnlessNoProcessingIsSimulated(core: Core) {
        core.run {
            for (simulates, expected) in [(true, ["1", "5", "6"]), (false, ["0", "5", "5"])] {
                let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: simulates)
                let journal = Journal()
                func add() { journal.add("\(scheduler.clock)") }
                _ = scheduler.schedule(()) { _ in
                    add()
                    return Disposables.create()
                }
                _ = scheduler.scheduleRelative((), dueTime: .seconds(5)) { _ in
                    add()
                    return scheduler.scheduleRelative((), dueTime: .seconds(-3)) { _ in
                        add()
                        return Disposables.create()
                    }
                }
                scheduler.start()
                expect(journal.lines, expected)
            }
        }
    }

    @Test(arguments: Core.allCases)
    func advanceToRunsUpToItsTimeAndSetsTheClock(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            for time in [10, 20, 30] { scheduler.scheduleAt(time) { [journal] in journal.add("\(time)") } }
            scheduler.advanceTo(20)
            expect(journal.lines, ["10", "20"])
            #expect(scheduler.clock == 20)
            scheduler.advanceTo(25)
            #expect(scheduler.clock == 25)
            scheduler.sleep(10)
            #expect(scheduler.clock == 35)
            expect(journal.lines, ["10", "20"])
            scheduler.start()
            expect(journal.lines, ["10", "20", "30"])
            // The clock never goes back.
            #expect(scheduler.clock == 35)
        }
    }

    @Test(arguments: Core.allCases)
    func stopEndsStartAfterTheRunningWorkAndStartGoesOn(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            scheduler.scheduleAt(10) { [journal] in
                journal.add("10")
                scheduler.stop()
            }
            scheduler.scheduleAt(20) { [journal] in journal.add("20") }
            scheduler.start()
            expect(journal.lines, ["10"])
            scheduler.start()
            expect(journal.lines, ["10", "20"])
        }
    }

    @Test(arguments: Core.allCases)
    func disposedWorkOfVirtualTimeDoesNotRun(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let never = scheduler.scheduleAbsoluteVirtual((), time: 20, action: work("never"))
            scheduler.scheduleAt(10) { never.dispose() }
            scheduler.start()
            expect(journal.lines, [])
        }
    }

    @Test(arguments: Core.allCases)
    func resolutionIsTheLengthOfATick(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0, resolution: 0.5)
            let result = scheduler.start {
                Observable<Int>.timer(.seconds(10), scheduler: scheduler)
            }
            expect(result, [.next(220, 0), .completed(220)])
            #expect(scheduler.now == Date(timeIntervalSince1970: 500))
        }
    }

    @Test(arguments: Core.allCases)
    func periodicWorkKeepsItsDistance(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let periodic = scheduler.schedulePeriodic(0, startAfter: .seconds(5), period: .seconds(10)) {
                [journal] number in
                journal.add("\(number)@\(scheduler.clock)")
                return number + 1
            }
            scheduler.scheduleAt(30) { periodic.dispose() }
            scheduler.start()
            expect(journal.lines, ["0@5", "1@15", "2@25"])
        }
    }

    // MARK: History

    @Test(arguments: Core.allCases)
    func historicalTimeIsADate(core: Core) {
        core.run {
            let epoch = Date(timeIntervalSince1970: 0)
            let scheduler = HistoricalScheduler()
            #expect(scheduler.now == epoch)
            for seconds in [20.0, 10, 20] {
                _ = scheduler.scheduleAbsoluteVirtual((), time: epoch.addingTimeInterval(seconds)) { [journal] _ in
                    journal.add("\(Int(scheduler.now.timeIntervalSince1970))")
                    return Disposables.create()
                }
            }
            scheduler.start()
            expect(journal.lines, ["10", "20", "20"])
            #expect(scheduler.clock == epoch.addingTimeInterval(20))
        }
    }

    @Test(arguments: Core.allCases)
    func historicalSchedulerRunsTimersOfOperators(core: Core) {
        core.run {
            let begin = Date(timeIntervalSince1970: 1_000_000)
            let scheduler = HistoricalScheduler(initialClock: begin)
            var times: [Int] = []
            let subscription = Observable<Int>.interval(.milliseconds(1500), scheduler: scheduler)
                .subscribe(onNext: { _ in times.append(Int(scheduler.now.timeIntervalSince(begin) * 1000)) })
            scheduler.advanceTo(begin.addingTimeInterval(5))
            expect(times, [1500, 3000, 4500])
            subscription.dispose()
            scheduler.advanceTo(begin.addingTimeInterval(9))
            #expect(times.count == 3)
            #expect(scheduler.now == begin.addingTimeInterval(9))
        }
    }
}
