import BenchKit
import Rx

/// Work goes through a scheduler.
let hopWorkloads = [
    workload(
        "observe-on/serial-scheduler", "create, observe(on: serial scheduler)", unit: "element", isSingleThreaded: false,
        events: Events(quick: 100_000, ci: 300_000, full: 1_000_000)
    ) { run, core in
        let scheduler = SerialScheduler(core: core)
        let check = SerialityCheck(), latch = Latch(), n = run.n
        try run.timed {
            _ = numbers(n).map { 2 * $0 }.observe(on: scheduler)
                .subscribe(onNext: { check.receive($0) }, onCompleted: latch.open)
            try latch.wait(for: "completion")
        }
        try run.expect(check.overlaps + check.disorders, 0, "overlapping or misplaced elements")
        try run.expect(check.count, n, "number of elements")
    },
    workload(
        "serial-scheduler/chain-of-hops", "serial scheduler: work that schedules the next", unit: "hop", isSingleThreaded: false,
        events: Events(quick: 20_000, ci: 50_000, full: 50_000)
    ) { run, core in
        let hops = Hops(on: SerialScheduler(core: core), count: run.n)
        try run.timed { try hops.run() }
        try run.expect(hops.left, 0, "hops left")
    },
    chainWithState("serial-scheduler/chain-of-hops/state", "serial scheduler") { SerialScheduler(core: $0) },
    chainWithState("serial-dispatch-queue/chain-of-hops/state", "SerialDispatchQueueScheduler") { _ in
        SerialDispatchQueueScheduler(internalSerialQueueName: "rxbench.hops")
    },
    workload(
        "current-thread/chain-of-hops", "current thread: a chain of work that schedules the next", unit: "hop",
        events: Events(quick: 20_000, ci: 50_000, full: 100_000)
    ) { run, _ in
        let sum = Sum(), n = run.n
        let subscription = run.timed { n == 0 ? Disposables.create() : chain(n, sum) }
        subscription.dispose()
        try run.expect(sum.count, n, "number of hops")
        try run.expect(sum.value, sumBelow(n) + n, "sum of the states")
    },
    workload(
        "current-thread/chain-of-hops/discarded", "current thread: as that, each piece of work returns nothing to dispose", unit: "hop",
        events: Events(quick: 20_000, ci: 50_000, full: 100_000)
    ) { run, _ in
        let sum = Sum(), n = run.n
        run.timed { if n > 0 { discardingChain(n, sum) } }
        try run.expect(sum.count, n, "number of hops")
        try run.expect(sum.value, sumBelow(n) + n, "sum of the states")
    },
]

/// Work that schedules itself again until it has run `count` times.
private final class Hops: @unchecked Sendable {  // Sendable: touched by the scheduler's work until the latch opens.
    private let scheduler: SerialScheduler
    private let latch = Latch()
    private let ending = Disposables.create()
    @exclusivity(unchecked) private(set) var left: Int

    init(on scheduler: SerialScheduler, count: Int) {
        self.scheduler = scheduler
        left = count
    }

    func run() throws {
        if left == 0 { return }
        schedule()
        try latch.wait(for: "the last hop")
    }

    private func schedule() {
        _ = scheduler.schedule(()) { _ in
            self.left -= 1
            if self.left == 0 { self.latch.open() } else { self.schedule() }
            return self.ending
        }
    }
}

/// Each piece of work returns the disposable of the next one: the whole chain can be cancelled from its head.
private func chain(_ left: Int, _ sum: Sum) -> any Disposable {
    CurrentThreadScheduler.instance.schedule(left) { left in
        sum.add(left)
        return left == 1 ? Disposables.create() : chain(left - 1, sum)
    }
}

/// Nobody keeps the disposable of a piece of work, which returns one of nothing.
private func discardingChain(_ left: Int, _ sum: Sum) {
    _ = CurrentThreadScheduler.instance.schedule(left) { left in
        sum.add(left)
        if left > 1 { discardingChain(left - 1, sum) }
        return Disposables.create()
    }
}

/// Work that schedules the next and hands over to it what is left, as the interface invites to.
private func chainWithState<Scheduler: SchedulerType>(
    _ name: String, _ scheduler: String, _ make: @escaping @Sendable (Core) -> Scheduler
) -> Benchmark {
    workload(
        name, "\(scheduler): work with a state that schedules the next", unit: "hop", isSingleThreaded: false,
        events: Events(quick: 20_000, ci: 50_000, full: 50_000)
    ) { run, core in
        let hops = StatefulHops(on: core.run { make(core) })
        try run.timed { try hops.run(run.n) }
        try run.expect(hops.sum, sumBelow(run.n) + run.n, "sum of the states")
    }
}

private final class StatefulHops<Scheduler: SchedulerType>: @unchecked Sendable {  // Sendable: touched as `Hops`.
    private let scheduler: Scheduler
    private let latch = Latch()
    @exclusivity(unchecked) private(set) var sum = 0

    init(on scheduler: Scheduler) { self.scheduler = scheduler }

    func run(_ count: Int) throws {
        if count == 0 { return }
        schedule(count)
        try latch.wait(for: "the last hop")
    }

    private func schedule(_ left: Int) {
        _ = scheduler.schedule(left) { left in
            self.sum += left
            if left == 1 { self.latch.open() } else { self.schedule(left - 1) }
            return Disposables.create()
        }
    }
}
