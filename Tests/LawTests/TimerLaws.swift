import Dispatch
import RxPlatform
import Testing

@testable import LawSupport
@testable import Rx

/// G4, of timers: they fire in order of time, once, and not once they are cancelled. Of the same suite, since that is serialised.
extension SchedulerLaws {
    /// Deadlines are told to Dispatch, so they have to be of its clock.
    @Test func theClockIsThatOfDispatch() {
        let before = DispatchTime.now().uptimeNanoseconds
        let between = UptimeClock.now
        let after = DispatchTime.now().uptimeNanoseconds
        #expect(before <= between && between <= after)
    }

    @Test(arguments: Core.underLaw, Serial.allCases)
    func timersFireInOrderOfTimeAndNotOnceCancelled(core: Core, kind: Serial) {
        core.run {
            let scheduler = kind.make(), log = LockedLog<Int>()
            func after(_ milliseconds: Int, _ number: Int) -> any Disposable {
                scheduler.scheduleRelative(number, dueTime: .milliseconds(milliseconds)) {
                    log.append($0)
                    return Disposables.create()
                }
            }
            // Scheduled by an item, so that all of them are set before the first is due to run.
            _ = scheduler.schedule(()) { _ in
                _ = after(30, 3)
                _ = after(10, 1)
                after(5, 9).dispose()
                _ = after(20, 2)
                after(15, 9).dispose()
                return Disposables.create()
            }
            #expect(eventually { log.entries.count == 3 })
            #expect(log.entries == [1, 2, 3])
        }
    }

    /// As a Dispatch timer's. By the item itself, so that it is known how late it is.
    @Test(arguments: [0.0, 0.5, 1, 2.5, 7.25])
    func aLateTickIsForAllThatAreDue(periods late: Double) {
        let period: UInt64 = 10_000_000, begin = UptimeClock.now, due = begin - UInt64(late * Double(period))
        var started: [UInt64] = []
        let item = PeriodicItem((), deadline: due, period: period) {
            started.append(UptimeClock.now)
            // What comes due meanwhile is one more tick.
            while UptimeClock.now < begin + 3 * period {}
        }
        for number in 0..<2 {
            let before = UptimeClock.now
            item.run()
            #expect(started.count == number + 1 && (item.deadline.value - due).isMultiple(of: period))
            #expect(item.deadline.value > before, "for none that was due when it began")
            #expect(item.deadline.value <= started[number] + period, "for none that comes due while it runs")
        }
    }

    /// A period that goes beyond the end of the clock has no second tick.
    @Test func aPeriodBeyondTheEndTicksOnce() {
        let item = PeriodicItem((), deadline: UptimeClock.now, period: .max - 1) {}
        item.run()
        #expect(item.deadline.value == .max)
    }

    /// However late the timer is that was set first.
    @Test(arguments: Core.underLaw, Serial.allCases)
    func anEarlierTimerDoesNotWaitForALaterOne(core: Core, kind: Serial) {
        core.run {
            let scheduler = kind.make(), fired = AtomicFlag()
            func after(_ delay: RxTimeInterval, _ body: @escaping () -> Void) -> any Disposable {
                scheduler.scheduleRelative((), dueTime: delay) { _ in
                    body()
                    return Disposables.create()
                }
            }
            let late = after(.seconds(100_000)) {}
            let early = after(.milliseconds(1), fired.set)
            #expect(eventually { fired.isSet })
            late.dispose()
            early.dispose()
        }
    }

    /// By the heap itself, since two calls of the clock never tell the same time.
    @Test func timersThatAreDueAtTheSameTimeFireInTheOrderInWhichTheyWereSet() {
        let log = LockedLog<Int>(), count = 100
        let queue = DispatchQueue(label: "laws")
        let timers = TimerQueue(queue: JobQueue(queue), leeway: .nanoseconds(0))
        queue.sync {
            let due = UptimeClock.now
            for number in 0..<count {
                let item = ScheduledItem(()) { _ in
                    log.append(number)
                    return Disposables.create()
                }
                item.timers.value = timers
                Resources.add(.timers, 1)
                timers.heap.insert(item, at: due)
                if number % 3 == 0 { item.dispose() }
            }
        }
        let expected = (0..<count).filter { $0 % 3 != 0 }
        #expect(eventually { log.entries.count >= expected.count })
        #expect(log.entries == expected)
    }

    @Test(arguments: Core.underLaw, Serial.allCases)
    func aPeriodicItemNeverOverlapsItselfAndEndsWhenItIsCancelled(core: Core, kind: Serial) {
        core.run {
            let scheduler = kind.make(), probe = Probe<Int>(), timer = SingleAssignmentDisposable(), isOver = AtomicFlag()
            timer.setDisposable(
                scheduler.schedulePeriodic(0, startAfter: .milliseconds(1), period: .microseconds(200)) { tick in
                    probe.onNext(tick)
                    if tick == 20 {
                        timer.dispose()
                        _ = scheduler.scheduleRelative((), dueTime: .milliseconds(5)) { _ in
                            isOver.set()
                            return Disposables.create()
                        }
                    }
                    return tick + 1
                })
            #expect(eventually { isOver.isSet })
            #expect(probe.fault == nil)
            #expect(probe.elements == Array(0...20))
        }
    }
}
