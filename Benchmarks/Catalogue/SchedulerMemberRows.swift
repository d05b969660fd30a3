import BenchKit
import Dispatch
import Foundation
import Rx
import Synchronization

/// What schedulers do beside `schedule`: later and periodic work, virtual time, and to make one.
let schedulerMembers: [CoveringRows] = [
    later("SerialDispatchQueueScheduler", "SerialDispatchQueueScheduler.scheduleRelative(_:dueTime:action:)") { serialQueueScheduler() },
    later("ConcurrentDispatchQueueScheduler", "ConcurrentDispatchQueueScheduler.scheduleRelative(_:dueTime:action:)") {
        concurrentQueueScheduler()
    },
    later("SerialScheduler", nil) { SerialScheduler() },
    revoked("SerialDispatchQueueScheduler", ["SerialDispatchQueueScheduler.scheduleRelative(_:dueTime:action:)"]) {
        serialQueueScheduler()
    },
    revoked("ConcurrentDispatchQueueScheduler", ["ConcurrentDispatchQueueScheduler.scheduleRelative(_:dueTime:action:)"]) {
        concurrentQueueScheduler()
    },
    revoked("SerialScheduler", []) { SerialScheduler() },
    revoked("ConcurrentMainScheduler", ["ConcurrentMainScheduler.scheduleRelative(_:dueTime:action:)"]) {
        ConcurrentMainScheduler.instance
    },
    revoked("MainScheduler/async", ["MainScheduler.asyncInstance"]) { MainScheduler.asyncInstance },
    periodic("SerialDispatchQueueScheduler", ["SerialDispatchQueueScheduler.schedulePeriodic(_:startAfter:period:action:)"]) {
        serialQueueScheduler()
    },
    periodic("ConcurrentDispatchQueueScheduler", ["ConcurrentDispatchQueueScheduler.schedulePeriodic(_:startAfter:period:action:)"]) {
        concurrentQueueScheduler()
    },
    periodic("SerialScheduler", []) { SerialScheduler() },
    revokedPeriodic("ConcurrentMainScheduler", "ConcurrentMainScheduler.schedulePeriodic(_:startAfter:period:action:)") {
        ConcurrentMainScheduler.instance
    },
    now("SerialDispatchQueueScheduler") { serialQueueScheduler() },
    now("ConcurrentDispatchQueueScheduler") { concurrentQueueScheduler() },
    now("ConcurrentMainScheduler") { ConcurrentMainScheduler.instance },
    now("VirtualTimeScheduler", ["HistoricalSchedulerTimeConverter.convertFromVirtualTime(_:)"]) { HistoricalScheduler() },
    member(
        "SerialDispatchQueueScheduler/init", "SerialDispatchQueueScheduler(internalSerialQueueName:): to make one",
        ["SerialDispatchQueueScheduler.init(internalSerialQueueName:serialQueueConfiguration:leeway:)"], unit: "scheduler"
    ) { n, tally in
        for _ in 0..<n { withExtendedLifetime(serialQueueScheduler()) { tally.add(1) } }
    },
    member(
        "SerialDispatchQueueScheduler/init-queue", "SerialDispatchQueueScheduler(queue:internalSerialQueueName:): to make one",
        ["SerialDispatchQueueScheduler.init(queue:internalSerialQueueName:leeway:)"], unit: "scheduler"
    ) { n, tally in
        let queue = DispatchQueue(label: "rxbench.catalogue")
        for _ in 0..<n {
            let scheduler = SerialDispatchQueueScheduler(queue: queue, internalSerialQueueName: "rxbench.catalogue.own")
            withExtendedLifetime(scheduler) { tally.add(1) }
        }
    },
    member(
        "SerialDispatchQueueScheduler/init-qos", "SerialDispatchQueueScheduler(qos:): to make one",
        ["SerialDispatchQueueScheduler.init(qos:internalSerialQueueName:leeway:)"], unit: "scheduler"
    ) { n, tally in
        for _ in 0..<n { withExtendedLifetime(SerialDispatchQueueScheduler(qos: .default)) { tally.add(1) } }
    },
    member(
        "ConcurrentDispatchQueueScheduler/init", "ConcurrentDispatchQueueScheduler(queue:): to make one",
        ["ConcurrentDispatchQueueScheduler.init(queue:leeway:)"], unit: "scheduler"
    ) { n, tally in
        let queue = DispatchQueue(label: "rxbench.catalogue", attributes: .concurrent)
        for _ in 0..<n { withExtendedLifetime(ConcurrentDispatchQueueScheduler(queue: queue)) { tally.add(1) } }
    },
    member(
        "ConcurrentDispatchQueueScheduler/init-qos", "ConcurrentDispatchQueueScheduler(qos:): to make one",
        ["ConcurrentDispatchQueueScheduler.init(qos:leeway:)"], unit: "scheduler"
    ) { n, tally in
        for _ in 0..<n { withExtendedLifetime(ConcurrentDispatchQueueScheduler(qos: .default)) { tally.add(1) } }
    },
    member(
        "OperationQueueScheduler/init", "OperationQueueScheduler(operationQueue:): to make one",
        ["OperationQueueScheduler.init(operationQueue:queuePriority:)"], unit: "scheduler"
    ) { n, tally in
        let queue = OperationQueue()
        for _ in 0..<n { withExtendedLifetime(OperationQueueScheduler(operationQueue: queue)) { tally.add(1) } }
    },
    enqueued("ConcurrentDispatchQueueScheduler", "on a suspended queue", isReleasedByOthers: true) {
        suspended(.concurrent) { ConcurrentDispatchQueueScheduler(queue: $0) }
    },
    enqueued("SerialDispatchQueueScheduler", "on a suspended queue", isReleasedByOthers: true) {
        suspended([]) { SerialDispatchQueueScheduler(queue: $0, internalSerialQueueName: "rxbench.catalogue") }
    },
    enqueued("OperationQueueScheduler", "on a queue that keeps operations") { keptOperations() },
    enqueued("MainScheduler/async", "while the main thread is busy") { (MainScheduler.asyncInstance, {}, runMainQueue) },
    enqueued("SerialScheduler", "while it is at work", isReleasedByOthers: true) { busySerialScheduler() },
    member("MainScheduler/init", "MainScheduler(): to make one", ["MainScheduler.init()"], unit: "scheduler") { n, tally in
        for _ in 0..<n { withExtendedLifetime(MainScheduler()) { tally.add(1) } }
    },
    member(
        "MainScheduler/ensure", "MainScheduler.ensureExecutingOnScheduler() and ensureRunningOnMainThread()",
        ["MainScheduler.ensureExecutingOnScheduler(errorMessage:)", "MainScheduler.ensureRunningOnMainThread(errorMessage:)"]
    ) { n, tally in
        for _ in 0..<(Thread.isMainThread ? n : 0) {
            MainScheduler.ensureExecutingOnScheduler()
            MainScheduler.ensureRunningOnMainThread()
            tally.add(1)
        }
    },
    member(
        "CurrentThreadScheduler/isScheduleRequired", "CurrentThreadScheduler.isScheduleRequired",
        ["CurrentThreadScheduler.isScheduleRequired"]
    ) { n, tally in
        for _ in 0..<n { if CurrentThreadScheduler.isScheduleRequired { tally.add(1) } }
    },
    member(
        "CurrentThreadScheduler/schedule/nested", "CurrentThreadScheduler: work that schedules work, which waits for its end", [],
        unit: "piece of work"
    ) { n, tally in
        let scheduler = CurrentThreadScheduler.instance
        for i in 0..<n {
            _ = scheduler.schedule(i) { number in
                _ = scheduler.schedule(number, action: counting(tally))
                return Disposables.create()
            }
        }
    },
    member(
        "CurrentThreadScheduler/schedule/dispose", "CurrentThreadScheduler: work that schedules work, and disposes of it",
        ["CurrentThreadScheduler.schedule(_:action:)"], unit: "piece of work", count: { _ in 0 }
    ) { n, tally in
        let scheduler = CurrentThreadScheduler.instance
        _ = scheduler.schedule(n) { n in
            for i in 0..<n { scheduler.schedule(i, action: counting(tally)).dispose() }
            return Disposables.create()
        }
    },
    member(
        "HistoricalScheduler/schedule/dispose", "HistoricalScheduler: schedule, and dispose", ["VirtualTimeScheduler.schedule(_:action:)"],
        unit: "piece of work", count: { _ in 0 }
    ) { n, tally in
        let scheduler = HistoricalScheduler()
        for i in 0..<n { scheduler.schedule(i, action: counting(tally)).dispose() }
        scheduler.start()
    },
    member(
        "HistoricalScheduler/schedulePeriodic/dispose", "HistoricalScheduler: schedulePeriodic, and dispose after a tick",
        ["SchedulerType.schedulePeriodic(_:startAfter:period:action:)"], unit: "periodic work"
    ) { n, tally in
        let scheduler = HistoricalScheduler()
        for i in 0..<n {
            let work = scheduler.schedulePeriodic(i, startAfter: .seconds(1), period: .seconds(1)) { number in
                tally.add(number)
                return number
            }
            scheduler.passSecond()
            work.dispose()
        }
        scheduler.passSecond()
    },
    member(
        "HistoricalScheduler/scheduleRelative/dispose", "HistoricalScheduler: scheduleRelative in an hour, and dispose",
        ["VirtualTimeScheduler.scheduleRelative(_:dueTime:action:)"], unit: "piece of work", count: { _ in 0 }
    ) { n, tally in
        let scheduler = HistoricalScheduler()
        for i in 0..<n { scheduler.scheduleRelative(i, dueTime: .seconds(3600), action: counting(tally)).dispose() }
        scheduler.start()
    },
    member(
        "HistoricalScheduler/init", "HistoricalScheduler(): to make one",
        ["HistoricalScheduler.init(initialClock:)", "VirtualTimeScheduler.init(initialClock:converter:)"], unit: "scheduler"
    ) { n, tally in
        for _ in 0..<n { withExtendedLifetime(HistoricalScheduler()) { tally.add(1) } }
    },
    member(
        "HistoricalScheduler/scheduleAbsoluteVirtual", "scheduleAbsoluteVirtual, and start()",
        [
            "VirtualTimeScheduler.scheduleAbsoluteVirtual(_:time:action:)", "VirtualTimeScheduler.start()",
            "HistoricalSchedulerTimeConverter.compareVirtualTime(_:_:)",
        ],
        unit: "piece of work"
    ) { n, tally in
        let scheduler = HistoricalScheduler()
        for i in 0..<n { _ = scheduler.scheduleAbsoluteVirtual(i, time: Date(timeIntervalSince1970: Double(i)), action: counting(tally)) }
        scheduler.start()
    },
    member(
        "HistoricalScheduler/scheduleRelativeVirtual", "scheduleRelativeVirtual, and start()",
        ["VirtualTimeScheduler.scheduleRelativeVirtual(_:dueTime:action:)", "VirtualTimeScheduler.start()"], unit: "piece of work"
    ) { n, tally in
        let scheduler = HistoricalScheduler()
        for i in 0..<n { _ = scheduler.scheduleRelativeVirtual(i, dueTime: Double(i), action: counting(tally)) }
        scheduler.start()
    },
    member(
        "HistoricalScheduler/advanceTo", "advanceTo(_:), with one piece of work on the way", ["VirtualTimeScheduler.advanceTo(_:)"]
    ) { n, tally in
        let scheduler = HistoricalScheduler()
        for i in 0..<n {
            _ = scheduler.schedule(i, action: counting(tally))
            scheduler.advanceTo(Date(timeIntervalSince1970: Double(i + 1)))
        }
    },
    member(
        "HistoricalScheduler/sleep", "sleep(_:), and to look at the clock", ["VirtualTimeScheduler.sleep(_:)", "VirtualTimeScheduler.clock"]
    ) { n, tally in
        let scheduler = HistoricalScheduler()
        for i in 0..<n {
            scheduler.sleep(1)
            if scheduler.clock.timeIntervalSince1970 == Double(i + 1) { tally.add(1) }
        }
    },
    member(
        "HistoricalScheduler/stop", "start() with work that calls stop()", ["VirtualTimeScheduler.start()", "VirtualTimeScheduler.stop()"]
    ) { n, tally in
        let scheduler = HistoricalScheduler()
        for i in 0..<n {
            _ = scheduler.schedule(i) { number in
                tally.add(number)
                scheduler.stop()
                return Disposables.create()
            }
        }
        for _ in 0..<n { scheduler.start() }
    },
]

private func serialQueueScheduler() -> SerialDispatchQueueScheduler {
    SerialDispatchQueueScheduler(internalSerialQueueName: "rxbench.catalogue")
}

private func concurrentQueueScheduler() -> ConcurrentDispatchQueueScheduler {
    ConcurrentDispatchQueueScheduler(queue: DispatchQueue(label: "rxbench.catalogue", attributes: .concurrent))
}

private func counting(_ tally: Tally) -> (Int) -> any Disposable {
    {
        tally.add($0)
        return Disposables.create()
    }
}

/// Work that is due at once, from the first call until the last piece is done.
private func later(_ name: String, _ covers: String?, make: @escaping @Sendable () -> any SchedulerType) -> CoveringRows {
    let id = "\(name)/scheduleRelative", title = "\(name): scheduleRelative with no time to wait, until all is done"
    let scheduling = row(id, title, unit: "piece of work", events: 1_000, isSingleThreaded: false) { run in
        let n = run.n, scheduler = make(), done = DispatchSemaphore(value: 0)
        run.timed {
            for i in 0..<n {
                _ = scheduler.scheduleRelative(i, dueTime: .nanoseconds(0)) { _ in
                    done.signal()
                    return Disposables.create()
                }
            }
            for _ in 0..<n { done.wait() }
        }
        try run.expect(done.wait(timeout: .now()) == .timedOut, true, "whether each was done once")
    }
    return CoveringRows(rows: [scheduling], covers: (covers.map { [$0] } ?? []) + ["SchedulerType.scheduleRelative(_:dueTime:action:)"])
}

/// Work that is due in an hour, and is disposed of: as a timeout that isn't needed. The system's timer stays set for work that was due before,
/// and was disposed of: setting it would wake a thread of the system's.
private func revoked(_ name: String, _ covers: [String], make: @escaping @Sendable () -> any SchedulerType) -> CoveringRows {
    let id = "\(name)/scheduleRelative/dispose", title = "\(name): scheduleRelative in an hour, and dispose"
    let kept = PerCoreValue {
        let scheduler = make()
        scheduler.scheduleRelative(0, dueTime: .seconds(1800)) { _ in Disposables.create() }.dispose()
        return scheduler
    }
    let revoking = row(id, title, unit: "piece of work", events: 1_000) { run in
        let n = run.n, tally = Tally(), scheduler = kept.value(for: run)
        run.timed { for i in 0..<n { scheduler.scheduleRelative(i, dueTime: .seconds(3600), action: counting(tally)).dispose() } }
        try run.expect(tally.count, 0, "pieces of work")
    }
    return CoveringRows(rows: [revoking], covers: covers + ["SchedulerType.scheduleRelative(_:dueTime:action:)"])
}

/// Until the first tick, which is due at once and ends the work. From outside, that would now and then come before the work is set for its next
/// tick, and now and then after: a malloc more.
private func periodic(_ name: String, _ covers: [String], make: @escaping @Sendable () -> any SchedulerType) -> CoveringRows {
    let id = "\(name)/schedulePeriodic", title = "\(name): schedulePeriodic, have the first tick, which disposes"
    let ticking = row(id, title, unit: "periodic work", events: 1_000, isSingleThreaded: false) { run in
        let n = run.n, scheduler = make(), made = DispatchSemaphore(value: 0), done = DispatchSemaphore(value: 0), work = PeriodicWork()
        run.timed {
            for _ in 0..<n {
                work.disposable = scheduler.schedulePeriodic(0, startAfter: .nanoseconds(0), period: .seconds(3600)) { ticks in
                    made.wait()
                    work.disposable?.dispose()
                    done.signal()
                    return ticks + 1
                }
                made.signal()
                done.wait()
            }
        }
        work.disposable = nil
        try run.expect(done.wait(timeout: .now()) == .timedOut, true, "whether each ticked once")
    }
    return CoveringRows(rows: [ticking], covers: covers)
}

private final class PeriodicWork: @unchecked Sendable {  // Sendable: two semaphores hand it to and fro.
    @exclusivity(unchecked) var disposable: (any Disposable)?
}

/// On the thread that would have to be left alone for a tick to come.
private func revokedPeriodic(_ name: String, _ covers: String, make: @escaping @Sendable () -> any SchedulerType) -> CoveringRows {
    let id = "\(name)/schedulePeriodic/dispose", title = "\(name): schedulePeriodic, and dispose"
    let revoking = row(id, title, unit: "periodic work", events: 1_000) { run in
        let n = run.n, tally = Tally(), scheduler = make()
        run.timed {
            for i in 0..<n {
                scheduler.schedulePeriodic(i, startAfter: .seconds(3600), period: .seconds(3600)) { ticks in
                    tally.add(1)
                    return ticks
                }.dispose()
            }
        }
        try run.expect(tally.count, 0, "ticks")
    }
    return CoveringRows(rows: [revoking], covers: [covers])
}

private func now(_ name: String, _ covers: [String] = [], make: @escaping @Sendable () -> any SchedulerType) -> CoveringRows {
    member("\(name)/now", "\(name).now", ["\(name).now", "SchedulerType.now"] + covers) { n, tally in
        let scheduler = make()
        for _ in 0..<n { if scheduler.now.timeIntervalSince1970 >= 0 { tally.add(1) } }
    }
}

/// What the caller does, while what it schedules waits, for which nothing has to be waited for.
/// - Parameters:
///   - isReleasedByOthers: whether a thread of the system's takes part when it is released: what that takes differs from time to time, so only what
///     comes before is counted.
///   - make: makes a scheduler, what keeps it from doing anything, and what releases it and returns when it has done all.
private func enqueued<Scheduler: ImmediateSchedulerType>(
    _ name: String, _ place: String, isReleasedByOthers: Bool = false, _ make: @escaping @Sendable () -> HeldScheduler<Scheduler>
) -> CoveringRows {
    let title = "\(name): to schedule \(place), and dispose", kept = PerCoreValue(make)
    // So many that the way to the caller's thread and back is next to nothing.
    let events = isReleasedByOthers ? 2_000 : 200
    let calls = row("\(name)/enqueue", title, unit: "piece of work", events: events, isSingleThreaded: !isReleasedByOthers) { run in
        let n = run.n, tally = Tally(), (scheduler, hold, release) = kept.value(for: run)
        // The closure isn't Sendable, but only one thread at a time uses it: this one waits while the other one calls.
        nonisolated(unsafe) let calls = { for i in 0..<n { scheduler.schedule(i, action: counting(tally)).dispose() } }
        hold()
        run.timed {
            guard isReleasedByOthers else { return calls() }
            let section = run.countedSection
            caller.perform {
                section.begin()
                calls()
                section.end()
            }
            section.wait()
        }
        release()
        try run.expect(tally.count, 0, "pieces of work that were disposed of")
    }
    return CoveringRows(rows: [isReleasedByOthers ? calls.countingSections() : calls], covers: [])
}

/// One thread for good: what a thread does the first time isn't counted.
private let caller = Caller()

private final class Caller: Sendable {
    private let work = Mutex<(@Sendable () -> Void)?>(nil), isAsked = DispatchSemaphore(value: 0)

    init() {
        Thread.detachNewThread { [self] in
            while true {
                isAsked.wait()
                work.withLock { $0.take() }?()
            }
        }
    }

    /// Doesn't wait for it. The one before must have begun.
    func perform(_ body: @escaping @Sendable () -> Void) {
        work.withLock { $0 = body }
        isAsked.signal()
    }
}
