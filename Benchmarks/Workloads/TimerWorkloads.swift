import BenchKit
import Dispatch
import Rx

/// Very many timers that wait at the same time, their times spread over a second so that the newest is rarely the
/// last. The subscribing is timed; disposing and the bytes that a live timer holds are figures of its own.
///
/// `timer/live/in-variable` has the observable in a variable whose scope goes on after it was subscribed to: what it captures is allocated.
/// In one expression it isn't.
let timerWorkloads = [
    workload(
        "timer/live/in-variable", "live timers on a serial scheduler: subscribe", unit: "timer", isSingleThreaded: false,
        events: Events(quick: 20_000, ci: 100_000, full: 100_000)
    ) { run, core in
        try measure(run, core) { scheduler, delays, fired, subscriptions in
            for _ in 0..<run.n {
                let timer = Observable<Int>.timer(.milliseconds(delays.next()), scheduler: scheduler)
                subscriptions.append(timer.subscribe(onNext: { _ in fired.open() }))
            }
        }
    },
    workload(
        "timer/live/in-one-expression", "live timers on a serial scheduler: subscribe, in one expression", unit: "timer", isSingleThreaded: false,
        events: Events(quick: 20_000, ci: 100_000, full: 100_000)
    ) { run, core in
        try measure(run, core) { scheduler, delays, fired, subscriptions in
            for _ in 0..<run.n {
                subscriptions.append(
                    Observable<Int>.timer(.milliseconds(delays.next()), scheduler: scheduler).subscribe(onNext: { _ in fired.open() }))
            }
        }
    },
]

private func measure(
    _ run: Run, _ core: Core, subscribe: (SerialScheduler, inout Delays, Latch, inout [any Disposable]) -> Void
) throws {
    let scheduler = SerialScheduler(core: core), n = run.n
    let timersBefore = Resources.count(.timers)
    var delays = Delays(seed: run.seed)
    var subscriptions: [any Disposable] = []
    subscriptions.reserveCapacity(n)
    let heapBefore = liveHeapBytes()
    run.timed { subscribe(scheduler, &delays, Latch(), &subscriptions) }
    let timersAlive = Resources.count(.timers) - timersBefore
    report(run, "live heap", bytesEach(heapBefore, liveHeapBytes(), n), unit: "B/timer", orBecause: "needs jemalloc")
    let start = DispatchTime.now().uptimeNanoseconds
    for subscription in subscriptions { subscription.dispose() }
    let end = DispatchTime.now().uptimeNanoseconds
    report(run, "dispose", n == 0 ? nil : Double(end - start) / Double(n), unit: "ns/timer", orBecause: "no timers")
    try run.expect(timersAlive, n, "timers alive")
    try run.expect(Resources.count(.timers) - timersBefore, 0, "timers alive after dispose")
}

func report(_ run: Run, _ name: String, _ value: Double?, unit: String, orBecause reason: String) {
    if let value { run.metric(name, value, unit: unit) } else { run.missing(name, reason: reason) }
}

func bytesEach(_ before: Int?, _ after: Int?, _ n: Int) -> Double? {
    guard let before, let after, n > 0 else { return nil }
    return Double(after - before) / Double(n)
}

/// An hour and up to a second, in milliseconds: the same sequence in every run.
struct Delays {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407  // Knuth, MMIX.
        return 3_600_000 + Int(state >> 33) % 1000
    }
}
