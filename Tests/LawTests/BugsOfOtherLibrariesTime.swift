import Foundation
import Rx
import Testing

@testable import LawSupport

/// What went wrong with time and schedulers in other Rx libraries, replayed. The name is the law; the comment names the library and
/// the thread that tells of it.
@Suite struct BugsOfOtherLibrariesTime {
    /// Longer than a condition is waited for.
    private static let limit = 150.0

    /// Time passes when the test says so, on whatever thread says it.
    private static func clock() -> ForeignScheduler { ForeignScheduler(ForeignLock(patience: 60)) }

    /// One thread does something to the source, another one lets time pass; then time passes twice more.
    private func raceWithTime(
        _ build: @escaping (Observable<Int>, any SchedulerType) -> Observable<Int>, _ act: @escaping (PublishSubject<Int>) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation, check: @escaping (Probe<Int>) -> Bool
    ) {
        race(rounds: 300, threads: 2, sourceLocation: sourceLocation) { _ in
            let clock = Self.clock(), source = PublishSubject<Int>(), probe = Probe<Int>()
            _ = build(source.asObservable(), clock).subscribe(probe)
            source.onNext(1)
            return (clock, source, probe)
        } body: { (round: (ForeignScheduler, PublishSubject<Int>, Probe<Int>), index: Int) in
            if index == 0 { act(round.1) } else { round.0.passTime() }
        } check: { clock, source, probe in
            for _ in 0..<2 { clock.passTime() }
            clock.discard()
            if let fault = probe.fault { return fault }
            if probe.stops != 1 { return "\(probe.elements), and no end" }
            if !check(probe) { return "\(probe.elements), error: \(probe.error.map { "\($0)" } ?? "none")" }
            return source.hasObservers ? "the source is still subscribed to" : nil
        }
    }

    /// Reactor 744, RxJava 5461, 4944: time is up at the moment of an event, and there are two ends, or an element after the end.
    @Test(arguments: Core.underLaw)
    func timeThatIsUpDuringAnEventMakesOneEnd(core: Core) {
        core.run {
            raceWithTime({ $0.timeout(.seconds(1), scheduler: $1) }) { source in
                source.onNext(2)
                source.onCompleted()
            } check: { probe in
                guard probe.isCompleted else { return [[1], [1, 2]].contains(probe.elements) }
                return probe.elements == [1, 2]
            }
            raceWithTime({ $0.timeout(.seconds(1), other: Observable.of(8, 9), scheduler: $1) }) { source in
                source.onNext(2)
                source.onCompleted()
            } check: { probe in
                probe.isCompleted && [[1, 2], [1, 8, 9], [1, 2, 8, 9]].contains(probe.elements)
            }
        }
    }

    /// RxJava 5657: the source that was too slow is still subscribed to, and its elements are heard by closures above.
    @Test(arguments: Core.underLaw)
    func whatWasTooSlowIsNotHeardAnyMore(core: Core) {
        core.run {
            let clock = Self.clock(), source = CountedSource(), shared = source.observable.share(), probe = Probe<String>()
            let calls = AtomicCount()
            let slow = shared.map { number in
                calls.add()
                return "slow \(number)"
            }
            let subscription = slow.timeout(.seconds(1), other: shared.map { "other \($0)" }, scheduler: clock).subscribe(probe)
            source.subject.onNext(1)
            clock.passTime()
            source.subject.onNext(2)
            #expect(calls.value == 1)
            #expect(probe.elements == ["slow 1", "other 2"])
            subscription.dispose()
            #expect(source.ended.value == source.begun.value)
            clock.discard()
        }
    }

    /// RxJava 1075, 3307: completion comes when time is up for the last element, which is lost or sent twice.
    @Test(arguments: Core.underLaw)
    func debounceSendsTheLastElementOnceWhenCompletionMeetsItsTime(core: Core) {
        core.run {
            raceWithTime({ $0.debounce(.seconds(1), scheduler: $1) }) {
                $0.onCompleted()
            } check: {
                $0.isCompleted && $0.elements == [1]
            }
        }
    }

    /// RxJS 2859, 3351: the last element of a stretch is lost at completion, or the only one of a stretch is sent twice.
    @Test(arguments: Core.underLaw)
    func throttleSendsEachElementOnceWhenCompletionMeetsTheEndOfAStretch(core: Core) {
        core.run {
            raceWithTime({ $0.throttle(.seconds(1), scheduler: $1) }) { source in
                source.onNext(2)
                source.onCompleted()
            } check: {
                $0.isCompleted && $0.elements == [1, 2]
            }
            raceWithTime({ $0.throttle(.seconds(1), scheduler: $1) }) {
                $0.onCompleted()
            } check: {
                $0.isCompleted && $0.elements == [1]
            }
        }
    }

    /// Rx.NET 607 (560): an element and the completion are on their way, and one of them is forgotten.
    @Test(arguments: Core.underLaw)
    func delaySendsEverythingThoughTimePassesMeanwhile(core: Core) {
        core.run {
            raceWithTime({ $0.delay(.seconds(1), scheduler: $1) }) { source in
                for number in 2...4 { source.onNext(number) }
                source.onCompleted()
            } check: {
                $0.isCompleted && $0.elements == [1, 2, 3, 4]
            }
        }
    }

    /// Reactor 912: time is up for a window that is just full, and the next one is closed, or announced twice.
    @Test(arguments: Core.underLaw)
    func aWindowThatIsFullWhenItsTimeIsUpIsFollowedByOne(core: Core) {
        core.run {
            race(rounds: 300, threads: 2) { _ in
                let clock = Self.clock(), source = PublishSubject<Int>(), windows = LockedLog<Probe<Int>>(), end = Probe<Int>()
                _ = source.window(timeSpan: .seconds(1), count: 2, scheduler: clock).do(onNext: { window in
                    let probe = Probe<Int>()
                    windows.append(probe)
                    _ = window.subscribe(probe)
                }).map { _ in 0 }.subscribe(end)
                return (clock, source, windows, end)
            } body: { (round: (ForeignScheduler, PublishSubject<Int>, LockedLog<Probe<Int>>, Probe<Int>), index: Int) in
                if index == 0 {
                    for number in 1...6 { round.1.onNext(number) }
                    round.1.onCompleted()
                } else {
                    for _ in 0..<3 { round.0.passTime() }
                }
            } check: { clock, source, windows, end in
                clock.discard()
                let probes = windows.entries
                if let fault = end.fault ?? probes.compactMap(\.fault).first { return fault }
                if !end.isCompleted || !probes.allSatisfy(\.isCompleted) || source.hasObservers { return "no end" }
                if probes.contains(where: { $0.elements.count > 2 }) { return "a window is too long" }
                let all = probes.flatMap(\.elements)
                return all == Array(1...6) ? nil : "\(probes.map(\.elements))"
            }
        }
    }

    /// Reactor 912, RxJava 6758: the time of a window or buffer is up while its last element is being delivered, and ends the next.
    @Test(arguments: Core.underLaw)
    func theTimerOfAWindowOrBufferThatIsFullEndsNothing(core: Core) {
        core.run {
            let source = PublishSubject<Int>(), clocks = [Self.clock(), Self.clock()]
            var windows: [[Int]] = [], buffers: [[Int]] = []
            let subscriptions = [
                source.window(timeSpan: .seconds(1), count: 2, scheduler: clocks[0]).enumerated().flatMap { number, window in
                    windows.append([])
                    return window.do(onNext: { element in
                        windows[number].append(element)
                        if element == 2 { onThread(clocks[0].passTime) }
                    })
                }.subscribe(),
                source.buffer(timeSpan: .seconds(1), count: 2, scheduler: clocks[1]).subscribe(onNext: { buffer in
                    buffers.append(buffer)
                    if buffer == [1, 2] { onThread(clocks[1].passTime) }
                }),
            ]
            for number in 1...4 { source.onNext(number) }
            #expect(windows == [[1, 2], [3, 4], []])
            #expect(buffers == [[1, 2], [3, 4]])
            for subscription in subscriptions { subscription.dispose() }
            for clock in clocks { clock.discard() }
        }
    }

    /// RxJS 5374: what an observer sends while it gets a buffer is in none.
    @Test(arguments: Core.underLaw)
    func whatIsSentWhileABufferIsDeliveredIsInTheNextOne(core: Core) {
        core.run {
            let clock = Self.clock(), source = PublishSubject<Int>()
            var buffers: [[Int]] = []
            let subscription = source.buffer(timeSpan: .seconds(1), count: 2, scheduler: clock).subscribe(onNext: { buffer in
                buffers.append(buffer)
                if buffer == [1, 2] { source.onNext(3) }
                if buffer == [3] { for number in 4...6 { source.onNext(number) } }
            })
            source.onNext(1)
            source.onNext(2)
            clock.passTime()
            source.onCompleted()
            #expect(buffers == [[1, 2], [3], [4, 5], [6]])
            subscription.dispose()
            clock.discard()
        }
    }

    /// RxJava 3542, 2646, 3131: an error overtakes the elements that wait for the scheduler.
    @Test(arguments: Core.underLaw, 0..<4)
    func anErrorWaitsForTheElementsBeforeItOnAScheduler(core: Core, kind: Int) {
        core.run {
            let schedulers: [any ImmediateSchedulerType] = [
                SerialScheduler(core: core), SerialDispatchQueueScheduler(internalSerialQueueName: "laws"),
                Concurrent.scheduler, OperationQueueScheduler(operationQueue: Concurrent.operationQueue),
            ]
            // On a thread of its own: one that spins may not be taken from those that Dispatch has for concurrent queues.
            onThread(within: Self.limit) {
                let mayGoOn = AtomicFlag(), probe = Probe<Int> { event in if event.element == 0 { _ = eventually { mayGoOn.isSet } } }
                _ = Observable.range(start: 0, count: 2000).concat(Observable.error(TestError())).observe(on: schedulers[kind])
                    .subscribe(probe)
                mayGoOn.set()
                try demand(eventually { probe.stops == 1 }, "no end")
                try demand(probe.fault == nil, probe.fault ?? "")
                try demand(probe.elements == Array(0..<2000) && probe.error is TestError, "\(probe.elements.count) elements")
            }
        }
    }

    /// RxJS 4433, Reactor 2060: virtual time that is advanced step by step loses work at the end of a step, or repeats it once only.
    @Test(arguments: Core.underLaw)
    func virtualTimeInStepsLosesNothing(core: Core) {
        core.run {
            let scheduler = HistoricalScheduler(), start = scheduler.now
            var ticks: [Int] = [], nested: [String] = []
            let subscription = Observable<Int>.interval(.seconds(1), scheduler: scheduler).subscribe(onNext: { tick in
                ticks.append(tick)
                _ = scheduler.schedule(()) { _ in
                    nested.append("\(tick) at \(Int(scheduler.now.timeIntervalSince(start)))")
                    return Disposables.create()
                }
            })
            for (seconds, expected) in [(0.5, 0), (1, 1), (1, 1), (2.5, 2), (3, 3), (6, 6)] {
                scheduler.advanceTo(start.addingTimeInterval(seconds))
                #expect(ticks.count == expected && nested.count == expected, "after \(seconds) s")
            }
            #expect(ticks == Array(0..<6))
            #expect(nested == (0..<6).map { "\($0) at \($0 + 1)" })
            subscription.dispose()
        }
    }

    /// ReactiveSwift 582: a periodic timer stops when nobody holds what stands for it.
    @Test(arguments: Core.underLaw, 0..<3)
    func aPeriodicTimerNeedsNobodyToHoldIt(core: Core, kind: Int) {
        core.run {
            let probe = Probe<Int>()
            onThread(within: Self.limit) {
                do {
                    let scheduler: any SchedulerType
                    switch kind {
                    case 0: scheduler = SerialScheduler(core: core)
                    case 1: scheduler = SerialDispatchQueueScheduler(internalSerialQueueName: "laws")
                    default: scheduler = Concurrent.scheduler
                    }
                    _ = Observable<Int>.interval(.milliseconds(1), scheduler: scheduler).take(5).subscribe(probe)
                }
                try demand(eventually { probe.isCompleted }, "no end")
            }
            #expect(probe.elements == [0, 1, 2, 3, 4])
        }
    }

    /// RxJava 3467: somebody sets the clock, and what waits is due at once, or much later.
    @Test(arguments: Core.underLaw, [-3600.0, 0, 3600])
    func whoSetsTheClockMovesNoTimer(core: Core, change: TimeInterval) {
        core.run {
            let clock = Self.clock(), scheduler = SetClock(clock), source = PublishSubject<Int>()
            let debounced = Probe<Int>(), timed = Probe<Int>()
            let subscriptions = [
                source.debounce(.seconds(2), scheduler: scheduler).subscribe(debounced),
                source.timeout(.seconds(2), scheduler: scheduler).subscribe(timed),
            ]
            source.onNext(1)
            clock.passTime()
            source.onNext(2)
            scheduler.change = change
            clock.passTime()  // One second and a half since the last element.
            #expect(debounced.elements == [])
            #expect(timed.stops == 0)
            clock.passTime()
            #expect(debounced.elements == [2])
            #expect(timed.elements == [1, 2] && timed.stops == 1)
            for subscription in subscriptions { subscription.dispose() }
            clock.discard()
        }
    }
}

/// A scheduler whose clock is set while its timers go on.
private final class SetClock: SchedulerType, @unchecked Sendable {  // Sendable: used by one thread.
    private let timers: ForeignScheduler
    var change: TimeInterval = 0

    init(_ timers: ForeignScheduler) { self.timers = timers }

    var now: Date { timers.now + change }

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable {
        timers.schedule(state, action: action)
    }

    func scheduleRelative<State>(
        _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
    ) -> any Disposable {
        timers.scheduleRelative(state, dueTime: dueTime, action: action)
    }
}
