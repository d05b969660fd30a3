import BenchKit
import Foundation
import Rx

/// Schedulers and their timers, by themselves. Each round has a scheduler of its own.
let schedulerArenas: [Arena] = [
    scheduler("SerialScheduler") { SerialScheduler() },
    scheduler("SerialDispatchQueueScheduler") { SerialDispatchQueueScheduler(internalSerialQueueName: "rxbench.stress") },
    scheduler("ConcurrentDispatchQueueScheduler", isSerial: false) { ConcurrentDispatchQueueScheduler(qos: .default) },
    Arena("OperationQueueScheduler", actions: untimedActions, rounds: 2000, spread: 13) { monitor, chances, _ in
        SchedulerInstance(OperationQueueScheduler(operationQueue: OperationQueue()), isSerial: false, monitor, chances)
    },
]

private let untimedActions = ["schedule", "cancel", "cancel on the scheduler"]

private func scheduler(
    _ name: String, isSerial: Bool = true, _ make: @escaping @Sendable () -> any SchedulerType
) -> Arena {
    let actions = untimedActions + ["timer", "cancel of a timer", "cancel of a periodic timer"]
    return Arena(name, actions: actions, rounds: 2000, spread: 13) { monitor, chances, _ in
        SchedulerInstance(make(), isSerial: isSerial, monitor, chances)
    }
}

private final class SchedulerInstance: RoundInstance {
    private let scheduler: any ImmediateSchedulerType
    /// Whether it runs one item at a time, those of one thread in their order.
    private let isSerial: Bool
    private let monitor: RoundMonitor
    private let chances: Chances
    /// Every piece of work of a serial scheduler is heard by it: so it finds two that run at the same time.
    private let checker: CheckingObserver
    /// Work that has to run, that may run, and that must not.
    private let due = Tickets()
    private let cancelled = Tickets()
    private let refused = Tickets()
    private let sent = (0..<2).map { _ in SharedCounter() }

    init(_ scheduler: any ImmediateSchedulerType, isSerial: Bool, _ monitor: RoundMonitor, _ chances: Chances) {
        self.scheduler = scheduler
        self.isSerial = isSerial
        self.monitor = monitor
        self.chances = chances
        checker = CheckingObserver(0, monitor, overlap: .scheduling)
    }

    func warmUp() {}

    func act(_ action: Int, thread: Int) {
        switch action {
        case 0: for _ in 0..<chances.bursts[thread] { scheduleNext(thread) }
        case 1: for _ in 0..<chances.bursts[thread] { schedule(cancelled, after: nil).dispose() }
        case 2: cancelOnTheScheduler()
        case 3: for _ in 0..<chances.bursts[thread] { _ = schedule(due, after: 5 * thread) }
        case 4: for _ in 0..<chances.bursts[thread] { schedule(cancelled, after: 5 * thread).dispose() }
        default: tick(thread)
        }
    }

    /// To hear a piece of work, or, where others may run at the same time, this one alone.
    private var listener: CheckingObserver { isSerial ? checker : CheckingObserver(0, monitor, overlap: .scheduling) }

    /// Work in an order that is checked.
    private func scheduleNext(_ thread: Int) {
        let item = SentElement(sender: thread, index: sent[thread].value), ticket = due.draw(), listener = listener
        sent[thread].add()
        _ = scheduler.schedule(item) { item in
            listener.hear(item)
            ticket.use()
            return Disposables.create()
        }
    }

    /// - Parameter microseconds: nil for work without a time.
    private func schedule(_ tickets: Tickets, after microseconds: Int?) -> any Disposable {
        let ticket = tickets.draw(), listener = listener
        func run(_ state: Void) -> any Disposable {
            listener.take(ticket)
            return Disposables.create()
        }
        guard let microseconds, let scheduler = scheduler as? any SchedulerType else {
            return scheduler.schedule((), action: run)
        }
        return scheduler.scheduleRelative((), dueTime: .microseconds(microseconds), action: run)
    }

    /// One item cancels another one that comes after it, or, on a scheduler that isn't serial, runs beside it.
    private func cancelOnTheScheduler() {
        let victim = SingleAssignmentDisposable(), isKnown = Ticket(), ticket = due.draw(), listener = listener
        _ = scheduler.schedule(()) { _ in
            _ = eventually(within: 5) { isKnown.uses > 0 }
            listener.take(ticket)
            victim.dispose()
            return Disposables.create()
        }
        victim.setDisposable(schedule(isSerial ? refused : cancelled, after: nil))
        isKnown.use()
    }

    private func tick(_ thread: Int) {
        guard let scheduler = scheduler as? any SchedulerType else { return }
        let listener = listener, ticket = cancelled.draw()
        let timer = scheduler.schedulePeriodic(
            0, startAfter: .microseconds(5 * thread), period: .microseconds(5)
        ) { count in
            if count == 0 { listener.take(ticket) } else { listener.take(nil) }
            return count + 1
        }
        for turn in 0..<(chances.bursts[thread] * 100) { blackHole(turn) }
        timer.dispose()
    }

    func finish() {
        if !monitor.awaits({ due.all.allSatisfy { $0.uses > 0 } }) { monitor.report(.scheduling, "some work never ran") }
        let last = Ticket()
        func run(_ state: Void) -> any Disposable {
            last.use()
            return Disposables.create()
        }
        if let scheduler = scheduler as? any SchedulerType {
            _ = scheduler.scheduleRelative((), dueTime: .microseconds(10), action: run)
        } else {
            _ = scheduler.schedule((), action: run)
        }
        if !monitor.awaits({ last.uses > 0 }) { return monitor.report(.scheduling, "the last work never ran") }
        if due.all.contains(where: { $0.uses > 1 }) { monitor.report(.scheduling, "some work ran twice") }
        if cancelled.all.contains(where: { $0.uses > 1 }) { monitor.report(.scheduling, "cancelled work ran twice") }
        if refused.all.contains(where: { $0.uses > 0 }) {
            monitor.report(.scheduling, "work ran that had been cancelled on the scheduler before")
        }
        if !isSerial { return }
        for (thread, counter) in sent.enumerated() {
            let heard = checker.heard.filter { $0.sender == thread }.map(\.index)
            if heard != Array(0..<counter.value) { monitor.report(.scheduling, "ran \(heard) of thread \(thread)") }
        }
    }
}
