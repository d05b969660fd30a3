import BenchKit
import Rx

/// Serial schedulers and their timers, by themselves. Each round has a scheduler of its own.
let schedulerArenas: [Arena] = [
    scheduler("SerialScheduler") { SerialScheduler() },
    scheduler("SerialDispatchQueueScheduler") { SerialDispatchQueueScheduler(internalSerialQueueName: "rxbench.stress") },
]

private func scheduler(_ name: String, _ make: @escaping @Sendable () -> any SchedulerType) -> Arena {
    Arena(
        name,
        actions: ["schedule", "cancel", "cancel on the scheduler", "timer", "cancel of a timer", "cancel of a periodic timer"],
        rounds: 2000, spread: 13
    ) { referee, chances, _ in SchedulerBout(make(), referee, chances) }
}

private final class SchedulerBout: Bout {
    private let scheduler: any SchedulerType
    private let referee: Referee
    private let chances: Chances
    /// Every piece of work is heard by it: so it finds two that run at the same time.
    private let ear: Ear
    /// Work that has to run, that may run, and that must not.
    private let due = Tickets()
    private let cancelled = Tickets()
    private let refused = Tickets()
    private let sent = (0..<2).map { _ in Counter() }

    init(_ scheduler: any SchedulerType, _ referee: Referee, _ chances: Chances) {
        self.scheduler = scheduler
        self.referee = referee
        self.chances = chances
        ear = Ear(0, referee, overlap: .scheduling)
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

    /// Work in an order that is checked.
    private func scheduleNext(_ thread: Int) {
        let item = Item(sender: thread, index: sent[thread].value), ticket = due.draw(), ear = ear
        sent[thread].add()
        _ = scheduler.schedule(item) { item in
            ear.hear(item)
            ticket.use()
            return Disposables.create()
        }
    }

    /// - Parameter microseconds: nil for work without a time.
    private func schedule(_ tickets: Tickets, after microseconds: Int?) -> any Disposable {
        let ticket = tickets.draw(), ear = ear
        func run(_ state: Void) -> any Disposable {
            ear.take(ticket)
            return Disposables.create()
        }
        guard let microseconds else { return scheduler.schedule((), action: run) }
        return scheduler.scheduleRelative((), dueTime: .microseconds(microseconds), action: run)
    }

    /// One item cancels another one that comes after it.
    private func cancelOnTheScheduler() {
        let victim = SingleAssignmentDisposable(), isKnown = Ticket(), ticket = due.draw(), ear = ear
        _ = scheduler.schedule(()) { _ in
            _ = eventually(within: 5) { isKnown.uses > 0 }
            ear.take(ticket)
            victim.dispose()
            return Disposables.create()
        }
        victim.setDisposable(schedule(refused, after: nil))
        isKnown.use()
    }

    private func tick(_ thread: Int) {
        let ear = ear, ticket = cancelled.draw()
        let timer = scheduler.schedulePeriodic(
            0, startAfter: .microseconds(5 * thread), period: .microseconds(5)
        ) { count in
            if count == 0 { ear.take(ticket) } else { ear.take(nil) }
            return count + 1
        }
        for turn in 0..<(chances.bursts[thread] * 100) { blackHole(turn) }
        timer.dispose()
    }

    func finish() {
        if !referee.awaits({ due.all.allSatisfy { $0.uses > 0 } }) { referee.report(.scheduling, "some work never ran") }
        let last = Ticket()
        _ = scheduler.scheduleRelative((), dueTime: .microseconds(10)) { _ in
            last.use()
            return Disposables.create()
        }
        if !referee.awaits({ last.uses > 0 }) { return referee.report(.scheduling, "the last work never ran") }
        if due.all.contains(where: { $0.uses > 1 }) { referee.report(.scheduling, "some work ran twice") }
        if cancelled.all.contains(where: { $0.uses > 1 }) { referee.report(.scheduling, "cancelled work ran twice") }
        if refused.all.contains(where: { $0.uses > 0 }) {
            referee.report(.scheduling, "work ran that had been cancelled on the scheduler before")
        }
        for (thread, counter) in sent.enumerated() {
            let heard = ear.heard.filter { $0.sender == thread }.map(\.index)
            if heard != Array(0..<counter.value) { referee.report(.scheduling, "ran \(heard) of thread \(thread)") }
        }
    }
}
