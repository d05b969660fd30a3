import Foundation
import Rx

/// What holds disposables: each one that it was given is disposed exactly once.
let disposableArenas: [Arena] = [
    holder("SerialDisposable", ["set", "dispose"]) { tickets, _ in
        let holder = SerialDisposable()
        return ([{ holder.disposable = tickets.make() }, holder.dispose], holder.dispose)
    },
    holder("CompositeDisposable", ["insert", "insert and remove", "dispose"]) { tickets, _ in
        let holder = CompositeDisposable()
        func insert() { _ = holder.insert(tickets.make()) }
        func remove() { if let key = holder.insert(tickets.make()) { holder.remove(for: key) } }
        return ([insert, remove, holder.dispose], holder.dispose)
    },
    holder("SingleAssignmentDisposable", ["set", "dispose"], pairs: [[0, 1], [1, 1]]) { tickets, _ in
        let holder = SingleAssignmentDisposable()
        return ([{ holder.setDisposable(tickets.make()) }, holder.dispose], holder.dispose)
    },
    holder("RefCountDisposable", ["retain", "dispose"]) { tickets, monitor in
        let holder = RefCountDisposable(disposable: tickets.make())
        func retain() {
            let retained = holder.retain()
            // Not yet: then it stays so until this one is given back.
            if !holder.isDisposed, tickets.all[0].uses > 0 { monitor.report(.ending, "disposed while it was retained") }
            retained.dispose()
        }
        return ([retain, holder.dispose], holder.dispose)
    },
    holder("ScheduledDisposable", ["dispose"]) { tickets, _ in
        let holder = ScheduledDisposable(scheduler: CurrentThreadScheduler.instance, disposable: tickets.make())
        return ([holder.dispose], holder.dispose)
    },
    holder("Disposables.create", ["dispose"]) { tickets, _ in
        let holder = Disposables.create(tickets.make(), tickets.make())
        return ([holder.dispose], holder.dispose)
    },
    holder("DisposeBag", ["insert"]) { tickets, _ in
        let bag = DisposeBag()
        return ([{ bag.insert(tickets.make()) }], {})
    },
]

private func holder(
    _ name: String, _ actions: [String], pairs: [[Int]]? = nil,
    _ make: @escaping @Sendable (Tickets, RoundMonitor) -> (actions: [() -> Void], end: () -> Void)
) -> Arena {
    Arena(name, actions: actions, pairs: pairs, rounds: 10_000) { monitor, _, _ in
        let tickets = Tickets()
        let (actions, end) = make(tickets, monitor)
        return HolderInstance(actions, end, tickets, monitor)
    }
}

private final class HolderInstance: RoundInstance {
    private var actions: [() -> Void]
    private var end: (() -> Void)?
    private let tickets: Tickets
    private let monitor: RoundMonitor

    init(_ actions: [() -> Void], _ end: @escaping () -> Void, _ tickets: Tickets, _ monitor: RoundMonitor) {
        self.actions = actions
        self.end = end
        self.tickets = tickets
        self.monitor = monitor
    }

    func warmUp() {}

    func act(_ action: Int, thread: Int) { actions[action]() }

    func finish() {
        end?()
        // Some act when they are freed.
        end = nil
        actions = []
        for ticket in tickets.all where ticket.uses != 1 {
            monitor.report(.ending, "a disposable was disposed \(ticket.uses) times")
        }
    }
}

/// Something that may happen once.
final class Ticket: Sendable {
    private let counter = SharedCounter()

    var uses: Int { counter.value }
    func use() { counter.add() }
}

/// All those of a round.
final class Tickets: @unchecked Sendable {  // Sendable: `list` is guarded by `lock`.
    private let lock = NSLock()
    private var list: [Ticket] = []

    var all: [Ticket] { lock.withLock { list } }

    func draw() -> Ticket {
        let ticket = Ticket()
        lock.withLock { list.append(ticket) }
        return ticket
    }

    /// A disposable that uses one.
    func make() -> any Disposable {
        let ticket = draw()
        return Disposables.create(with: ticket.use)
    }
}
