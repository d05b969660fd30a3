import BenchKit
import Dispatch
import Foundation
import Rx
import Synchronization

/// How late timers are, alone and with threads that compute, and among many others.
let timerLatencies: [Benchmark] =
    circumstances.flatMap { circumstance in
        schedulers.map { interval(on: $0, circumstance) } + [dispatchFloor(circumstance)]
            + (circumstance.others == 1 ? [sleepFloor(circumstance)] : [])
    } + loadsOfOperators.flatMap { crowd in schedulers.map { once(on: $0, crowd) } + [onceFloor(crowd)] + debounce(crowd) + throttle(crowd) }

private struct Circumstance: Sendable {
    let period: Int
    /// Threads that compute.
    let busy: NamedThreadCount
    /// Of other timers, which don't come due.
    let others: Int

    var name: String { "\(period)ms/busy=\(busy.name)/others=\(others)" }
    /// Where threads sleep for themselves, others don't matter.
    var alone: String { "\(period)ms/busy=\(busy.name)/others=1" }
    var title: String { "every \(period) ms, \(busy.computing), \(others) other timers" }
    /// What p99.9 takes where it says most: of 16 timers, three trials of 0.2 s have 9,600 ticks at 1 ms.
    var length: Double {
        if period == 1 { return 1.3 }
        return period == 5 && others == 1 && busy.name != "P" ? 6 : 1
    }
}

private let busy: [NamedThreadCount] = [.none, .processors(1), .processors(4)]
private let loadsOfOperators: [NamedThreadCount] = [.none, .processors(4)]

private let circumstances =
    [1, 5, 100].flatMap { period in busy.map { Circumstance(period: period, busy: $0, others: 1) } }
    + loadsOfOperators.map { Circumstance(period: 5, busy: $0, others: 10_000) }

private let schedulers: [(name: String, title: String, make: @Sendable (Core) -> any SchedulerType)] = [
    ("serial", "SerialScheduler", { SerialScheduler(core: $0) }),
    ("serial-queue", "SerialDispatchQueueScheduler", { _ in SerialDispatchQueueScheduler(internalSerialQueueName: "rxbench.timers") }),
]

/// Timers of a period that begin one after the other, so that there is something to look at in a short time.
private let alongside = 16

private func interval(
    on scheduler: (name: String, title: String, make: @Sendable (Core) -> any SchedulerType), _ circumstance: Circumstance
) -> Benchmark {
    latency(
        "timer/\(scheduler.name)/\(circumstance.name)", "interval on a \(scheduler.title), \(circumstance.title)", unit: "tick",
        Latency(floor: "floor.timer/sleep/\(circumstance.alone)", length: circumstance.length)
    ) { trial, core in
        let target = scheduler.make(core)
        let others = (0..<circumstance.others).map { _ in
            Observable<Int>.timer(.seconds(3600), scheduler: target).subscribe(onNext: { _ in })
        }
        let threads = BusyThreads(circumstance.busy.count)
        let lateness = trial.recorder("lateness"), period = UInt64(circumstance.period) * 1_000_000
        var running: [any Disposable] = [], grids: [Ticks] = []
        for _ in 0..<alongside {
            let ticks = Ticks(from: Clock.monotonic(), period: period)
            grids.append(ticks)
            // On one serial scheduler they tick one at a time, and share the recorder.
            running.append(
                Observable<Int>.interval(.milliseconds(circumstance.period), scheduler: target).subscribe(onNext: { _ in
                    ticks.tick(lateness)
                }))
            usleep(UInt32(period / 1000 / UInt64(alongside)))
        }
        usleep(UInt32(trial.seconds * 1e6))
        let end = Clock.monotonic()
        for each in running + others { each.dispose() }
        threads.stop()
        // Of a rehearsal, which is shorter than a period, nothing is expected.
        if trial.seconds > 0.01 { try report(grids, until: end, to: trial) }
    }
}

private func sleepFloor(_ circumstance: Circumstance) -> Benchmark {
    floor(
        "timer/sleep/\(circumstance.name)", "a thread each that sleeps until its time, \(circumstance.title)", unit: "tick",
        Latency(length: circumstance.length)
    ) {
        trial in
        let threads = BusyThreads(circumstance.busy.count), period = UInt64(circumstance.period) * 1_000_000
        let end = Clock.monotonic() + UInt64(trial.seconds * 1e9) + period, done = DispatchSemaphore(value: 0)
        for _ in 0..<alongside {
            let lateness = trial.recorder("lateness")
            Thread {
                var due = Clock.monotonic() + period
                while due < end {
                    Clock.sleep(until: due)
                    lateness.record(Int(Clock.monotonic() - due))
                    due += period
                }
                done.signal()
            }.start()
            usleep(UInt32(period / 1000 / UInt64(alongside)))
        }
        for _ in 0..<alongside { done.wait() }
        threads.stop()
    }
}

private func dispatchFloor(_ circumstance: Circumstance) -> Benchmark {
    floor(
        "timer/dispatch/\(circumstance.name)", "Dispatch timers on a serial queue, \(circumstance.title)", unit: "tick",
        Latency(length: circumstance.length)
    ) {
        trial in
        let queue = DispatchQueue(label: "rxbench.floor"), lateness = trial.recorder("lateness")
        let threads = BusyThreads(circumstance.busy.count), period = UInt64(circumstance.period) * 1_000_000
        var timers: [any DispatchSourceTimer] = [], grids: [Ticks] = []
        for _ in 0..<circumstance.others {
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.schedule(deadline: .now() + .seconds(3600))
            timer.setEventHandler {}
            timer.activate()
            timers.append(timer)
        }
        for _ in 0..<alongside {
            let timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
            let ticks = Ticks(from: Clock.monotonic(), period: period)
            grids.append(ticks)
            timer.schedule(
                deadline: .now() + .milliseconds(circumstance.period), repeating: .milliseconds(circumstance.period), leeway: .nanoseconds(0))
            timer.setEventHandler { ticks.tick(lateness) }
            timer.activate()
            timers.append(timer)
            usleep(UInt32(period / 1000 / UInt64(alongside)))
        }
        usleep(UInt32(trial.seconds * 1e6))
        let end = Clock.monotonic()
        for timer in timers { timer.cancel() }
        queue.sync {}
        threads.stop()
        if trial.seconds > 0.01 { try report(grids, until: end, to: trial) }
    }
}

/// The times at which a timer is to tick. One that is late by more than a period may leave out ticks: then the tick that comes is for all that were
/// due, each as late as it is, and how many there were less is counted.
private final class Ticks: @unchecked Sendable {  // Sendable: what ticks uses it, one at a time, and others afterwards.
    private let begin: UInt64
    private let period: UInt64
    /// The last time that a tick has come for, or that was left out.
    @exclusivity(unchecked) private var last: UInt64 = 0
    @exclusivity(unchecked) private(set) var came = 0

    init(from begin: UInt64, period: UInt64) {
        self.begin = begin
        self.period = period
    }

    /// A tick has come.
    func tick(_ lateness: Trial.Recorder) {
        let now = Clock.monotonic() - begin, latest = now / period
        came += 1
        while last < latest {
            last += 1
            lateness.record(Int(now - last * period))
        }
    }

    func due(until end: UInt64) -> Int { Int((end - begin) / period) }
}

private func report(_ grids: [Ticks], until end: UInt64, to trial: Trial) throws {
    let due = grids.reduce(0) { $0 + $1.due(until: end) }, came = grids.reduce(0) { $0 + $1.came }
    try trial.expect(came > 0, true, "whether any tick came")
    if due > 0 { trial.metric("ticks left out", 100 * Double(max(0, due - came)) / Double(due), unit: "%") }
}

/// Nanoseconds of a timer that comes once, of a debounce and of a throttle.
private let span: UInt64 = 5_000_000

/// Timers that come once, one after the other, each at the next time of a grid: where one is late the next one is due the sooner.
private func once(
    on scheduler: (name: String, title: String, make: @Sendable (Core) -> any SchedulerType), _ busy: NamedThreadCount
) -> Benchmark {
    let name = "5ms/busy=\(busy.name)"
    return latency(
        "timer.once/\(scheduler.name)/\(name)", "timer on a \(scheduler.title), 5 ms, \(busy.computing)", unit: "timer",
        Latency(floor: "floor.timer.once/\(name)", length: 6)
    ) { trial, core in
        let target = scheduler.make(core), threads = BusyThreads(busy.count), lateness = trial.recorder("lateness")
        let running = (0..<alongside).map { _ in SerialDisposable() }
        /// On the scheduler: it is serial, so what a timer starts is kept before it can come.
        @Sendable func start(_ chain: SerialDisposable, due: UInt64) {
            let now = Clock.monotonic()
            // Weak: what a timer starts is not to keep its own subscription. The scheduler's thread has no core of its own.
            chain.disposable = core.run {
                Observable<Int>.timer(.nanoseconds(Int(max(due, now) - now)), scheduler: target).subscribe(onNext: { [weak chain] _ in
                    lateness.record(Int(max(due, Clock.monotonic()) - due))
                    if let chain { start(chain, due: due + span) }
                })
            }
        }
        for chain in running {
            let due = Clock.monotonic() + span
            _ = target.schedule(()) { _ in
                start(chain, due: due)
                return Disposables.create()
            }
            usleep(UInt32(span / 1000 / UInt64(alongside)))
        }
        usleep(UInt32(trial.seconds * 1e6))
        for chain in running { chain.dispose() }
        threads.stop()
    }
}

private func onceFloor(_ busy: NamedThreadCount) -> Benchmark {
    floor("timer.once/5ms/busy=\(busy.name)", "asyncAfter on a serial queue, 5 ms, \(busy.computing)", unit: "timer", Latency(length: 6)) { trial in
        let queue = DispatchQueue(label: "rxbench.floor"), threads = BusyThreads(busy.count)
        let lateness = trial.recorder("lateness"), isOver = StopFlag()
        let running = DispatchGroup()
        @Sendable func start(due: UInt64) {
            let now = Clock.monotonic()
            queue.asyncAfter(deadline: .now() + .nanoseconds(Int(max(due, now) - now))) {
                lateness.record(Int(max(due, Clock.monotonic()) - due))
                if isOver.isSet { running.leave() } else { start(due: due + span) }
            }
        }
        for _ in 0..<alongside {
            running.enter()
            start(due: Clock.monotonic() + span)
            usleep(UInt32(span / 1000 / UInt64(alongside)))
        }
        usleep(UInt32(trial.seconds * 1e6))
        isOver.set()
        running.wait()
        threads.stop()
    }
}

private func debounce(_ busy: NamedThreadCount) -> [Benchmark] {
    operatorLatency("debounce", "5 ms after the last of three elements", busy, isRearmed: true) { $0.debounce(.milliseconds(5), scheduler: $1) }
}

private func throttle(_ busy: NamedThreadCount) -> [Benchmark] {
    operatorLatency("throttle", "the last of three elements 5 ms after the first", busy, isRearmed: false) {
        $0.throttle(.milliseconds(5), latest: true, scheduler: $1)
    }
}

/// Sends three elements at once, far enough apart from the next three, and looks at when what is let through 5 ms later comes.
///
/// - Parameter isRearmed: whether each element starts the 5 ms anew, or only one that finds none running.
private func operatorLatency(
    _ id: String, _ title: String, _ busy: NamedThreadCount, isRearmed: Bool,
    _ transform: @escaping @Sendable (Observable<UInt64>, SerialScheduler) -> Observable<UInt64>
) -> [Benchmark] {
    let name = "\(id)/5ms/busy=\(busy.name)", title = "\(id): \(title), \(busy.computing)"
    return [
        latency(name, title, unit: "element", Latency(floor: "floor." + name)) { trial, core in
            let threads = BusyThreads(busy.count), scheduler = SerialScheduler(core: core)
            let subjects = (0..<alongside).map { _ in PublishSubject<UInt64>() }
            let subscriptions = subjects.map { subject in
                // One each: a sender that is inside delivers what its timer brings.
                let lateness = trial.recorder("lateness")
                return transform(subject, scheduler).subscribe(onNext: { sent in record(sent, in: lateness) })
            }
            sendInThrees(for: trial.seconds) { subjects[$0].onNext($1) }
            for subscription in subscriptions { subscription.dispose() }
            threads.stop()
        },
        floor(name, "\(title): a Dispatch timer by hand", unit: "element", Latency()) { trial in
            let threads = BusyThreads(busy.count), queue = DispatchQueue(label: "rxbench.floor")
            let timers = (0..<alongside).map { _ in
                let lateness = trial.recorder("lateness")
                return HandTimer(queue, isRearmed: isRearmed) { sent in record(sent, in: lateness) }
            }
            sendInThrees(for: trial.seconds) { timers[$0].send($1) }
            for timer in timers { timer.cancel() }
            withExtendedLifetime(timers) { queue.sync {} }
            threads.stop()
        },
    ]
}

/// How late an element is that was sent then. What comes sooner isn't what was waited for: throttle's first of three, or the last of three that a late timer
/// of those before has taken.
private func record(_ sent: UInt64, in lateness: Trial.Recorder) {
    let waited = Clock.monotonic() - sent
    if waited >= span { lateness.record(Int(waited - span)) }
}

/// Of each of the ones alongside each other, three elements at once every three spans: the time at which they are sent.
private func sendInThrees(for seconds: Double, _ send: (_ index: Int, _ now: UInt64) -> Void) {
    let begin = Clock.monotonic(), end = begin + UInt64(seconds * 1e9), gap = 3 * span / UInt64(alongside)
    for number in 0... {
        let due = begin + UInt64(number) * gap
        if due >= end { break }
        Clock.sleep(until: due)
        let now = Clock.monotonic()
        for _ in 0..<3 { send(number % alongside, now) }
    }
    Clock.sleep(until: end + 2 * span)
}

/// What lets the latest element through a span after the last one, or after the first.
private final class HandTimer: @unchecked Sendable {  // Sendable: `mutex` guards the fields.
    private let mutex = NSLock()
    private let timer: any DispatchSourceTimer
    private let isRearmed: Bool
    private var latest: UInt64?

    init(_ queue: DispatchQueue, isRearmed: Bool, _ body: @escaping @Sendable (UInt64) -> Void) {
        self.isRearmed = isRearmed
        timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        timer.setEventHandler { [unowned self] in
            if let element = mutex.withLock({ latest.take() }) { body(element) }
        }
        timer.activate()
    }

    func send(_ element: UInt64) {
        let starts = mutex.withLock {
            defer { latest = element }
            return isRearmed || latest == nil
        }
        if starts { timer.schedule(deadline: .now() + .nanoseconds(Int(span)), leeway: .nanoseconds(0)) }
    }

    func cancel() {
        timer.setEventHandler {}
        timer.cancel()
    }
}
