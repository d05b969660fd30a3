import CSetClock
import Dispatch
import Foundation
import Rx
import RxBlocking

/// A scheduler of a user's: its `now` is the time of day. It has the periodic work that the protocol has.
private struct WallClockScheduler: SchedulerType {
    let scheduler: any SchedulerType
    var now: RxTime { Date() }

    func schedule<StateType>(_ state: StateType, action: @escaping (StateType) -> any Disposable) -> any Disposable {
        scheduler.schedule(state, action: action)
    }

    func scheduleRelative<StateType>(
        _ state: StateType, dueTime: RxTimeInterval, action: @escaping (StateType) -> any Disposable
    ) -> any Disposable {
        scheduler.scheduleRelative(state, dueTime: dueTime, action: action)
    }
}

extension TimingCheck {
    private static var schedulers: [(String, any SchedulerType)] {
        [
            ("SerialScheduler", SerialScheduler()),
            ("SerialDispatchQueueScheduler", SerialDispatchQueueScheduler(internalSerialQueueName: "trial")),
            ("of a quality of service", SerialDispatchQueueScheduler(qos: .default)),
            ("ConcurrentDispatchQueueScheduler", ConcurrentDispatchQueueScheduler(qos: .default)),
            ("MainScheduler", MainScheduler.instance),
            ("MainScheduler.asyncInstance", MainScheduler.asyncInstance),
            ("ConcurrentMainScheduler", ConcurrentMainScheduler.instance),
            ("a user's", WallClockScheduler(scheduler: SerialScheduler())),
            ("a user's, concurrent", WallClockScheduler(scheduler: ConcurrentDispatchQueueScheduler(qos: .default))),
        ]
    }

    static func all() -> [TimingCheck] {
        schedulers.flatMap { name, scheduler in
            (flooded(scheduler) + timed(scheduler) + traits(scheduler)).map { $0("\(name): ") }
        } + shared().map { $0("") }
    }

    private typealias Named = (String) -> TimingCheck

    /// A source that sends again and again: what comes must be that far apart.
    private static func flood(
        _ name: String, wanted: Int, beginsAtOnce: Bool = false, _ make: @escaping (Observable<Int>) -> Observable<Int>
    ) -> Named {
        { prefix in
            let source = PublishSubject<Int>(), first = FirstCall()
            return TimingCheck(prefix + name, wanted: wanted, send: { source.onNext(0) }) { trial in
                make(source).subscribe(onNext: { _ in if beginsAtOnce, first.isFirst() { trial.passed() } else { trial.arrived() } })
            }
        }
    }

    /// Throttled elements come on the sender's thread, too.
    private static func flooded(_ scheduler: any SchedulerType) -> [Named] {
        [
            flood("throttle", wanted: 3, beginsAtOnce: true) { $0.throttle(interval, scheduler: scheduler) },
            flood("throttle(latest: false)", wanted: 3, beginsAtOnce: true) {
                $0.throttle(interval, latest: false, scheduler: scheduler)
            },
            flood("skip", wanted: 1) { $0.skip(interval, scheduler: scheduler).take(1) },
            flood("delaySubscription", wanted: 1) { $0.delaySubscription(interval, scheduler: scheduler).take(1) },
            flood("buffer", wanted: 3) { $0.buffer(timeSpan: interval, count: .max, scheduler: scheduler).map(\.count) },
            flood("window", wanted: 3) {
                $0.window(timeSpan: interval, count: .max, scheduler: scheduler).skip(1).map { _ in 0 }
            },
            sample(scheduler),
        ]
    }

    private static func sample(_ scheduler: any SchedulerType) -> Named {
        { prefix in
            let source = PublishSubject<Int>()
            return TimingCheck(prefix + "sample", wanted: 3, send: { source.onNext(0) }) { trial in
                let begin = Uptime.now
                return source.sample(Observable<Int>.interval(interval, scheduler: scheduler)).enumerated()
                    .subscribe(onNext: { trial.arrived(sent: begin + Double($0.index) * dueTime) })
            }
        }
    }

    /// One element, or none.
    private static func once(
        _ name: String, _ make: @escaping (Observable<Int>) -> Observable<Event<Int>>
    ) -> Named {
        { prefix in
            let source = PublishSubject<Int>(), first = FirstCall()
            return TimingCheck(prefix + name, wanted: 1, send: { if first.isFirst() { source.onNext(0) } }) { trial in
                make(source).subscribe(onNext: { event in if event.element != -1 { trial.arrived() } })
            }
        }
    }

    private static func timed(_ scheduler: any SchedulerType) -> [Named] {
        [
            once("debounce") { $0.debounce(interval, scheduler: scheduler).materialize() },
            once("delay") { $0.delay(interval, scheduler: scheduler).materialize() },
            once("timeout") { $0.map { _ in -1 }.timeout(interval, scheduler: scheduler).materialize() },
            once("timeout(other:)") {
                $0.map { _ in -1 }.timeout(interval, other: Observable.just(1), scheduler: scheduler).take(2).materialize()
                    .filter { !$0.isCompleted }
            },
            once("take(for:)") { $0.map { _ in -1 }.take(for: interval, scheduler: scheduler).materialize() },
            once("timer") { _ in Observable<Int>.timer(interval, scheduler: scheduler).materialize().filter { !$0.isCompleted } },
            delays(scheduler),
            ticks("interval", Observable<Int>.interval(interval, scheduler: scheduler)),
            ticks("timer(period:)", Observable<Int>.timer(interval, period: interval, scheduler: scheduler)),
            ticks(
                "retry(when:)",
                Observable<Int>.create { observer in
                    observer.onNext(0)
                    observer.onError(RxError.unknown)
                    return Disposables.create()
                }.retry(when: { $0.flatMap { _ in Observable<Int>.timer(interval, scheduler: scheduler) } }).skip(1)),
            work("scheduleRelative") { action in
                scheduler.scheduleRelative((), dueTime: interval) { _ in
                    action()
                    return Disposables.create()
                }
            },
            work("schedulePeriodic") { action in
                scheduler.schedulePeriodic(0, startAfter: interval, period: interval) { count in
                    if count == 0 { action() }
                    return count + 1
                }
            },
        ]
    }

    private static func work(_ name: String, _ schedule: @escaping (@escaping () -> Void) -> any Disposable) -> Named {
        { prefix in TimingCheck(prefix + name, wanted: 1, send: {}) { trial in schedule(trial.arrived) } }
    }

    /// So many elements that they would take minutes if each waited for the one before. Each says itself when it was sent.
    private static func delays(_ scheduler: any SchedulerType) -> Named {
        { prefix in
            let source = PublishSubject<Double>(), count = 3000, first = FirstCall()
            func send() {
                if first.isFirst() { for _ in 0..<count { source.onNext(Uptime.now) } }
            }
            return TimingCheck(prefix + "delay, many", wanted: count, send: send) { trial in
                source.delay(interval, scheduler: scheduler).subscribe(onNext: { trial.arrived(sent: $0) })
            }
        }
    }

    /// Ticks that may come late, and then one after the other: each has its time.
    private static func ticks(_ name: String, _ source: Observable<Int>) -> Named {
        { prefix in
            TimingCheck(prefix + name, wanted: 3, send: {}) { trial in
                let begin = Uptime.now
                return source.enumerated().subscribe(onNext: { tick in trial.arrived(sent: begin + Double(tick.index) * dueTime) })
            }
        }
    }

    private static func traits(_ scheduler: any SchedulerType) -> [Named] {
        [
            once("Single.delay") { _ in Single.just(1).delay(interval, scheduler: scheduler).asObservable().materialize().take(1) },
            once("Single.timeout") { _ in
                Single<Int>.never().timeout(interval, scheduler: scheduler).asObservable().materialize()
            },
            once("Single.delaySubscription") { _ in
                Single.just(1).delaySubscription(interval, scheduler: scheduler).asObservable().materialize().take(1)
            },
            flood("Infallible.throttle", wanted: 2, beginsAtOnce: true) {
                $0.asInfallible(onErrorJustReturn: 0).throttle(interval, scheduler: scheduler).asObservable()
            },
            once("Infallible.debounce") {
                $0.asInfallible(onErrorJustReturn: 0).debounce(interval, scheduler: scheduler).asObservable().materialize()
            },
        ]
    }

    private static func shared() -> [Named] {
        [
            flood("Driver.throttle", wanted: 2, beginsAtOnce: true) {
                $0.asDriver(onErrorJustReturn: 0).throttle(interval).asObservable()
            },
            flood("Driver.throttle(latest: false)", wanted: 2, beginsAtOnce: true) {
                $0.asDriver(onErrorJustReturn: 0).throttle(interval, latest: false).asObservable()
            },
            once("Signal.debounce") { $0.asSignal(onErrorJustReturn: 0).debounce(interval).asObservable().materialize() },
            once("Signal.delay") { $0.asSignal(onErrorJustReturn: 0).delay(interval).asObservable().materialize() },
            ticks("Driver.interval", Driver<Int>.interval(interval).asObservable()),
            ticks("Signal.timer", Signal<Int>.timer(interval, period: interval).asObservable()),
        ]
    }
}

extension TimingCheck {
    /// Something that was sent then.
    func arrived(sent: Double) {
        mark(sent)
        arrived()
    }
}

/// Whether somebody has asked before.
final class FirstCall: @unchecked Sendable {  // Sendable: guarded by `lock`.
    private let lock = NSLock()
    private var asked = false

    func isFirst() -> Bool {
        lock.withLock {
            defer { asked = true }
            return !asked
        }
    }
}

/// Threads that wait, for at most so long.
enum ThreadWaits {
    private final class Times: @unchecked Sendable {  // Sendable: guarded by `lock`.
        private let lock = NSLock()
        private var times: [Double] = []
        func append(_ time: Double) { lock.withLock { times.append(time) } }
        var all: [Double] { lock.withLock { times } }
    }

    static func faults(_ seconds: Int) -> [String] {
        var faults: [String] = []
        let early = Times()
        for offset in [seconds, 0, -seconds] {
            set_clock_by(offset)
            let done = DispatchGroup(),
                thread = Thread {
                    let begin = Uptime.now
                    _ = try? Observable<Int>.never().toBlocking(timeout: TimingCheck.dueTime).first()
                    let passed = Uptime.now - begin
                    if passed < TimingCheck.dueTime { early.append(passed) }
                    done.leave()
                }
            done.enter()
            thread.start()
            if done.wait(timeout: .now() + 60) == .timedOut { faults.append("toBlocking(timeout:): waits for ever") }
        }
        return faults + early.all.map { "toBlocking(timeout:): ended after \($0) s" }
    }
}
