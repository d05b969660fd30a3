import BenchKit
import CatalogueStorage
import Dispatch
import Foundation
import Rx

/// To have something done at once, later, and step by step: on what needs no other thread alone, since counts of several threads say little. A
/// scheduler is called as one of any type, behind its protocol: so these are composed by themselves.
let schedulers: [CoveringRows] = [
    scheduler("CurrentThreadScheduler", "CurrentThreadScheduler.schedule(_:action:)") { _ in CurrentThreadScheduler.instance },
    scheduler("MainScheduler", "MainScheduler.instance", steps: false) { _ in MainScheduler.instance },
    scheduler("ConcurrentMainScheduler", "ConcurrentMainScheduler.schedule(_:action:)") { _ in ConcurrentMainScheduler.instance },
    timed("HistoricalScheduler"),
    threaded("SerialScheduler", []) { SerialScheduler(core: $0) },
    threaded("SerialDispatchQueueScheduler", ["SerialDispatchQueueScheduler.schedule(_:action:)"]) { _ in
        SerialDispatchQueueScheduler(internalSerialQueueName: "rxbench.catalogue")
    },
    threaded("ConcurrentDispatchQueueScheduler", ["ConcurrentDispatchQueueScheduler.schedule(_:action:)"]) { _ in
        ConcurrentDispatchQueueScheduler(queue: DispatchQueue(label: "rxbench.catalogue", attributes: .concurrent))
    },
    threaded("OperationQueueScheduler", ["OperationQueueScheduler.schedule(_:action:)"]) { _ in
        OperationQueueScheduler(operationQueue: OperationQueue())
    },
]

/// One that does at once what is scheduled from its own thread.
/// - Parameter steps: whether that goes for work that schedules the next, too: the main scheduler leaves that to its queue.
private func scheduler(
    _ name: String, _ covers: String, steps: Bool = true, make: @escaping @Sendable (Core) -> any ImmediateSchedulerType
) -> CoveringRows {
    let scheduling = row("\(name)/schedule", "\(name): schedule, done at once", unit: "piece of work", events: 200) { run in
        let tally = Tally(), n = run.n, scheduler = make(.lock)
        run.timed {
            for i in 0..<n {
                _ = scheduler.schedule(i) { number in
                    tally.add(number)
                    return Disposables.create()
                }
            }
        }
        try run.expect(tally.count, n, "pieces of work")
    }
    let ofAnyType = row("\(name)/schedule/generic", "\(name): schedule, done at once, in a generic function", unit: "piece of work", events: 200) {
        run in
        let tally = Tally(), n = run.n, scheduler = Property(make(.lock)).read(), element = Property<any RowElement.Type>(Int.self).read()
        run.timed { schedule(n, of: element, on: scheduler, tally) }
        try run.expect(tally.count, n, "pieces of work")
    }
    if !steps { return CoveringRows(rows: [scheduling, ofAnyType], covers: [covers]) }
    let stepping = row("\(name)/scheduleRecursive", "\(name): scheduleRecursive, a step", unit: "step", events: 200) { run in
        let tally = Tally(), n = run.n, scheduler = make(.lock)
        run.timed {
            _ = scheduler.scheduleRecursive(0) { number, again in
                if number == n { return }
                tally.add(number)
                again(number + 1)
            }
        }
        try run.expect(tally.count, n, "steps")
    }
    return CoveringRows(rows: [scheduling, ofAnyType, stepping], covers: [covers, "ImmediateSchedulerType.scheduleRecursive(_:action:)"])
}

/// Of types that are known at run time alone.
@inline(never)
private func schedule<State: RowElement, Scheduler: ImmediateSchedulerType>(_ n: Int, of _: State.Type, on scheduler: Scheduler, _ tally: Tally) {
    for i in 0..<n {
        _ = scheduler.schedule(State(number: i)) { state in
            tally.add(state.weight)
            return Disposables.create()
        }
    }
}

private func timed(_ name: String) -> CoveringRows {
    func row(_ what: String, _ title: String, body: @escaping @Sendable (HistoricalScheduler, Int, Tally) -> any Disposable) -> Benchmark {
        Catalogue.row("\(name)/\(what)", "\(name): \(title)", unit: "piece of work", events: 200) { run in
            let tally = Tally(), n = run.n, scheduler = HistoricalScheduler()
            run.timed {
                let work = body(scheduler, n, tally)
                scheduler.advanceTo(Date(timeIntervalSince1970: Double(n)))
                work.dispose()
            }
            try run.expect(tally.count, n, "pieces of work")
        }
    }
    let rows = [
        row("schedule", "schedule, and let time pass") { scheduler, n, tally in
            for i in 0..<n {
                _ = scheduler.schedule(i) { number in
                    tally.add(number)
                    return Disposables.create()
                }
            }
            return Disposables.create()
        },
        row("schedule/generic", "schedule in a generic function, and let time pass") { scheduler, n, tally in
            schedule(n, of: Property<any RowElement.Type>(Int.self).read(), on: Property<any SchedulerType>(scheduler).read(), tally)
            return Disposables.create()
        },
        row("scheduleRelative", "scheduleRelative, and let time pass") { scheduler, n, tally in
            for i in 0..<n {
                _ = scheduler.scheduleRelative(i, dueTime: .milliseconds(i)) { number in
                    tally.add(number)
                    return Disposables.create()
                }
            }
            return Disposables.create()
        },
        row("schedulePeriodic", "schedulePeriodic, a tick") { scheduler, n, tally in
            scheduler.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(1)) { number in
                tally.add(number)
                return number + 1
            }
        },
    ]
    return CoveringRows(
        rows: rows,
        covers: [
            "VirtualTimeScheduler.schedule(_:action:)", "VirtualTimeScheduler.scheduleRelative(_:dueTime:action:)",
            "SchedulerType.schedulePeriodic(_:startAfter:period:action:)",
        ])
}

/// One with threads of its own: from the first call until the last piece of work is done.
private func threaded(_ name: String, _ covers: [String], make: @escaping @Sendable (Core) -> any ImmediateSchedulerType) -> CoveringRows {
    let scheduling = row("\(name)/schedule", "\(name): schedule, until all is done", unit: "piece of work", events: 2_000, isSingleThreaded: false) {
        run in
        let n = run.n, scheduler = make(run.variant == "queue" ? .queue : .lock), done = DispatchSemaphore(value: 0)
        run.timed {
            for i in 0..<n {
                _ = scheduler.schedule(i) { number in
                    done.signal()
                    return Disposables.create()
                }
            }
            for _ in 0..<n { done.wait() }
        }
        try run.expect(done.wait(timeout: .now()) == .timedOut, true, "whether each was done once")
    }
    return CoveringRows(rows: [scheduling], covers: covers)
}
