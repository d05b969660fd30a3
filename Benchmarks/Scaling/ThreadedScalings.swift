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
]

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
    private let taken = Atomic(0)

    /// What the thread has sent that sent least, when all have ended.
    var least: Int { fewest.load(ordering: .acquiring) }
    private let fewest = Atomic(Int.max)

    init(of count: Int) { self.count = count }

    /// On any thread. 1,000 events, or fewer at the end, or none.
    func next() -> Range<Int>? {
        let start = taken.add(1_000, ordering: .relaxed).oldValue
        return start < count ? start..<min(start + 1_000, count) : nil
    }

    func end(with sent: Int) { fewest.min(sent, ordering: .releasing) }
}
