import BenchKit
import Dispatch
import Foundation
import Rx
import Synchronization

/// What needs threads: live timers, and producers at the same subject.
let threadedScalings = [
    scaling(
        "timers", "a timer begins and is disposed of among many live ones", parameter: "live timers",
        sizes: manySizes, unit: "timer", isSingleThreaded: false, events: 500
    ) { run, size, core in
        let scheduler = SerialScheduler(core: core), n = run.n
        var delays = Delays(seed: run.seed)
        func timer() -> any Disposable {
            Observable<Int>.timer(.milliseconds(delays.next()), scheduler: scheduler).subscribe(onNext: { _ in })
        }
        let timersBefore = Resources.count(.timers)
        let others = (0..<size).map { _ in timer() }
        run.timed {
            for _ in 0..<n { timer().dispose() }
        }
        let timersAlive = Resources.count(.timers) - timersBefore
        for other in others { other.dispose() }
        try run.expect(timersAlive, size, "timers alive")
    },
    producing("producers", "many threads, one subject") { threads in
        let subject = PublishSubject<Int>()
        return (subject, Array(repeating: subject, count: threads))
    },
    producing("producers.merged", "many threads, each with a subject, merged") { threads in
        let subjects = (0..<threads).map { _ in PublishSubject<Int>() }
        return (.merge(subjects), subjects)
    },
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
        let start = DispatchSemaphore(value: 0), portions = Portions(of: run.n, size: 100)
        for _ in 0..<threads {
            Thread {
                start.wait()
                while let portion = portions.next() { for number in portion { subject.onNext(number) } }
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

/// - Parameter make: returns the sequence that is subscribed to, and a subject for each of so many threads.
private func producing(
    _ id: String, _ title: String, _ make: @escaping @Sendable (_ threads: Int) -> (Observable<Int>, [PublishSubject<Int>])
) -> Scaling {
    scaling(
        id, title, parameter: "producers", sizes: Processors.sizes, isSingleThreaded: false, events: 2_400_000
    ) { run, size, _ in
        let (sequence, subjects) = make(size), sum = Sum(), portions = Portions(of: run.n)
        let subscription = sequence.subscribe(onNext: { sum.add($0) })
        let start = DispatchSemaphore(value: 0), end = DispatchSemaphore(value: 0)
        for subject in subjects {
            Thread {
                start.wait()
                var sent = 0
                while let portion = portions.next() {
                    for number in portion { subject.onNext(number) }
                    sent += portion.count
                }
                portions.end(with: sent)
                end.signal()
            }.start()
        }
        let clock = ContinuousClock()
        var taken = Duration.zero
        run.timed {
            taken = clock.measure {
                for _ in 0..<size { start.signal() }
                for _ in 0..<size { end.wait() }
            }
        }
        // Beside the processor time of all: how long a producer's event takes who looks at the clock.
        if run.n > 0 {
            run.metric("by the clock", taken / .nanoseconds(run.n), unit: "ns an event")
            run.metric("least share", 100 * Double(portions.least * size) / Double(run.n), unit: "% of a fair one")
        }
        subscription.dispose()
        try run.expect(sum.count, run.n, "number of elements")
        try run.expect(sum.value, sumBelow(run.n), "sum of all elements")
    }
}

/// Of so many events, which threads take as they get on: none is left to work alone at the end, as where each has the same share.
private final class Portions: Sendable {
    private let count: Int
    private let size: Int
    private let taken = Atomic(0)

    /// What the thread has sent that sent least, when all have ended.
    var least: Int { fewest.load(ordering: .acquiring) }
    private let fewest = Atomic(Int.max)

    init(of count: Int, size: Int = 1_000) {
        self.count = count
        self.size = size
    }

    /// On any thread. As many events as the size says, or fewer at the end, or none.
    func next() -> Range<Int>? {
        let start = taken.add(size, ordering: .relaxed).oldValue
        return start < count ? start..<min(start + size, count) : nil
    }

    func end(with sent: Int) { fewest.min(sent, ordering: .releasing) }
}
