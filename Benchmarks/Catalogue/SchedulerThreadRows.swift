import BenchKit
import Dispatch
import Foundation
import Rx

/// What schedulers do on the thread that does the work: counted there, where one thread does it all.
let schedulerThreads: [CoveringRows] = [
    chain("SerialScheduler", []) { SerialScheduler() },
    chain("SerialDispatchQueueScheduler", ["SerialDispatchQueueScheduler.schedule(_:action:)"]) {
        SerialDispatchQueueScheduler(internalSerialQueueName: "rxbench.catalogue")
    },
    // On a serial queue, so that the next piece is on the same thread: to the scheduler one queue is as another.
    chain("ConcurrentDispatchQueueScheduler", ["ConcurrentDispatchQueueScheduler.schedule(_:action:)"], "on a serial queue, ") {
        ConcurrentDispatchQueueScheduler(queue: DispatchQueue(label: "rxbench.catalogue"))
    },
    operationChain,
    handedOver,
    dueAtOnce,
]

/// Each piece of work schedules the next: so the thread that does them never has to wait. Some go before what is counted: whether a scheduler has
/// come to rest since the run before, and has let go of what it keeps while it works, differs from time to time.
private func chain<Scheduler: ImmediateSchedulerType>(
    _ name: String, _ covers: [String], _ place: String = "", make: @escaping @Sendable () -> Scheduler
) -> CoveringRows {
    let kept = PerCoreValue(make)
    let title = "\(name): \(place)work that schedules the next, on its own thread"
    // Far fewer are counted than a serial scheduler does before it gives its thread away.
    let chaining = row("\(name)/schedule/next", title, unit: "piece of work", events: 2_000, counted: 100, isSingleThreaded: false) { run in
        let n = run.n, tally = Tally(), scheduler = kept.value(for: run), section = run.countedSection
        func work(_ i: Int) -> any Disposable {
            if i == 0 { section.begin() }
            if i == n {
                section.end()
            } else {
                if i >= 0 { tally.add(i) }
                _ = scheduler.schedule(i + 1, action: work)
            }
            return Disposables.create()
        }
        run.timed {
            _ = scheduler.schedule(-4, action: work)
            section.wait()
        }
        try run.expect([tally.count, tally.sum], [n, n * (n - 1) / 2], "pieces of work, and the sum of their numbers")
    }
    return CoveringRows(rows: [chaining.countingSections()], covers: covers)
}

/// On a queue that has its operations done by the caller: in which threads an operation queue does them differs from time to time.
private let operationChain: CoveringRows = {
    let kept = PerCoreValue(keptOperations), title = "OperationQueueScheduler: work that schedules the next, done by the caller"
    let chaining = row("OperationQueueScheduler/schedule/next", title, unit: "piece of work", events: 200) { run in
        let n = run.n, tally = Tally(), (scheduler, _, startAll) = kept.value(for: run)
        func work(_ i: Int) -> any Disposable {
            if i < n {
                tally.add(i)
                _ = scheduler.schedule(i + 1, action: work)
            }
            return Disposables.create()
        }
        run.timed {
            _ = scheduler.schedule(0, action: work)
            startAll()
        }
        try run.expect([tally.count, tally.sum], [n, n * (n - 1) / 2], "pieces of work, and the sum of their numbers")
    }
    return CoveringRows(rows: [chaining], covers: ["OperationQueueScheduler.schedule(_:action:)"])
}()

/// What another thread has brought, from the first of it to the last: it was all there when the first was done.
private let handedOver = held("schedule/done", "to do what another thread has scheduled") { scheduler, number, action in
    _ = scheduler.schedule(number, action: action)
}

/// Timers, whose time had come before the scheduler could look. What the system does until it looks is left out, and what the scheduler does to find
/// them: that comes before the first.
private let dueAtOnce = held("scheduleRelative/done", "to do what was due") { scheduler, number, action in
    _ = scheduler.scheduleRelative(number, dueTime: .nanoseconds(1), action: action)
}

private func held(
    _ what: String, _ title: String, _ put: @escaping @Sendable (SerialScheduler, Int, @escaping (Int) -> any Disposable) -> Void
) -> CoveringRows {
    let kept = PerCoreValue { SerialScheduler() }, id = "SerialScheduler/\(what)"
    let doing = row(id, "SerialScheduler: \(title)", unit: "piece of work", events: 500, counted: 100, isSingleThreaded: false) { run in
        let n = run.n, tally = Tally(), scheduler = kept.value(for: run), section = run.countedSection
        let hasBegun = DispatchSemaphore(value: 0), isReady = DispatchSemaphore(value: 0)
        func work(_ i: Int) -> any Disposable {
            if i == 0 { section.begin() }
            if i == n { section.end() } else if i >= 0 { tally.add(i) }
            return Disposables.create()
        }
        // It waits until all are there.
        _ = scheduler.schedule(()) { _ in
            hasBegun.signal()
            isReady.wait()
            return Disposables.create()
        }
        hasBegun.wait()
        // Some go before what is counted, as in a chain.
        for i in -4...n { put(scheduler, i, work) }
        run.timed {
            isReady.signal()
            section.wait()
        }
        try run.expect([tally.count, tally.sum], [n, n * (n - 1) / 2], "pieces of work, and the sum of their numbers")
    }
    return CoveringRows(rows: [doing.countingSections()], covers: [])
}
