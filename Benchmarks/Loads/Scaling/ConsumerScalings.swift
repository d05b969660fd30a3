public import BenchKit
import Dispatch
import Foundation
import Rx
import Synchronization

/// How what many threads receive, or work on, grows with them.
public let consumerScalings = [
    consuming("consumers", "one thread sends to all of many, each on a scheduler of its own") { _ in 1 },
    consuming("producers.consumers", "many threads send to all of as many, each on a scheduler of its own") { $0 },
    scaling(
        "schedulers", "work of a microsecond each, dealt out to many schedulers", parameter: "schedulers", sizes: Processors.sizes, unit: "item",
        isSingleThreaded: false, events: 20_000
    ) { run, size, core in
        let schedulers = (0..<size).map { _ in SerialScheduler(core: core) }, done = Countdown(run.n)
        let taken = clocked(run) {
            for item in 0..<run.n {
                _ = schedulers[item % size].schedule(item) { _ in
                    compute(nanoseconds: 1_000)
                    done.step()
                    return Disposables.create()
                }
            }
            if run.n > 0 { done.wait() }
        }
        if run.n > 0 { run.metric("by the clock", taken / .nanoseconds(run.n), unit: "ns an item") }
        try run.expect(done.isOver, true, "whether all was done")
    },
]

private func scaling(
    _ id: String, _ title: String, parameter: String, sizes: [Int], unit: String = "onNext", isSingleThreaded: Bool, events: Int,
    body: @escaping @Sendable (_ run: Run, _ size: Int, _ core: Core) throws -> Void
) -> Scaling {
    Scaling(
        id, title, parameter: parameter, sizes: sizes, unit: unit, variants: ["lock", "queue"], isSingleThreaded: isSingleThreaded, events: events
    ) { run, size in
        let core = try core(of: run.variant)
        try core.run { try body(run, size, core) }
    }
}

/// Every consumer gets every event, on a scheduler of its own, and works on it for a microsecond.
private func consuming(_ id: String, _ title: String, producers: @escaping @Sendable (_ size: Int) -> Int) -> Scaling {
    scaling(id, title, parameter: "consumers", sizes: Processors.sizes, isSingleThreaded: false, events: 4_800) { run, size, core in
        let subject = PublishSubject<Int>(), done = Countdown(run.n * size), threads = producers(size)
        let subscriptions = (0..<size).map { _ in
            subject.observe(on: SerialScheduler(core: core)).subscribe(onNext: { _ in
                compute(nanoseconds: 1_000)
                done.step()
            })
        }
        let start = DispatchSemaphore(value: 0), numbers = Numbers(below: run.n)
        for _ in 0..<threads {
            Thread {
                start.wait()
                while let number = numbers.next() { subject.onNext(number) }
            }.start()
        }
        let taken = clocked(run) {
            for _ in 0..<threads { start.signal() }
            if run.n > 0 { done.wait() }
        }
        // What all consumers together have worked on.
        if run.n > 0 { run.metric("by the clock", taken / .nanoseconds(run.n * size), unit: "ns a delivery") }
        for subscription in subscriptions { subscription.dispose() }
        try run.expect(done.isOver, true, "whether all came")
    }
}

/// Times a body, and returns how long it took by the clock: beside the processor time of all threads.
private func clocked(_ run: Run, _ body: () -> Void) -> Duration {
    run.timed { ContinuousClock().measure(body) }
}

/// Opens when it has been stepped so often, on whatever threads.
private final class Countdown: Sendable {
    private let left: Atomic<Int>
    private let end = DispatchSemaphore(value: 0)

    init(_ count: Int) { left = Atomic(count) }

    var isOver: Bool { left.load(ordering: .acquiring) == 0 }

    func step() {
        if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { end.signal() }
    }

    func wait() { end.wait() }
}

/// Which threads take as they get on.
private final class Numbers: Sendable {
    private let count: Int
    private let taken = Atomic(0)

    init(below count: Int) { self.count = count }

    func next() -> Int? {
        let number = taken.add(1, ordering: .relaxed).oldValue
        return number < count ? number : nil
    }
}
