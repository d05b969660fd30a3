import BenchKit
import Dispatch
import Foundation
import Rx

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
    scaling(
        "producers", "many threads, one subject", parameter: "producers", sizes: [1, 2, 3, 4, 6, 8],
        isSingleThreaded: false, events: 2_400_000
    ) { run, size, _ in
        let subject = PublishSubject<Int>(), sum = Sum(), each = run.n / size
        let subscription = subject.subscribe(onNext: { sum.add($0) })
        let start = DispatchSemaphore(value: 0), end = DispatchSemaphore(value: 0)
        for _ in 0..<size {
            Thread {
                start.wait()
                for i in 0..<each { subject.onNext(i) }
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
        if run.n > 0 { run.metric("by the clock", taken / .nanoseconds(run.n), unit: "ns an event") }
        subscription.dispose()
        try run.expect(sum.count, size * each, "number of elements")
        try run.expect(sum.value, size * sumBelow(each), "sum of all elements")
    },
]
