import BenchKit
import Rx

/// A flood of events through an operator that lets one in a millisecond through. Only the sends are timed.
let rateWorkloads = [
    workload(
        "throttle/1ms/flood", "throttle 1 ms", isSingleThreaded: false,
        events: Events(quick: 100_000, ci: 500_000, full: 1_000_000)
    ) { run, core in
        let scheduler = SerialScheduler(core: core)
        let passed = try flood(run) { $0.throttle(.milliseconds(1), scheduler: scheduler) }
        try run.expect(passed.first, run.n == 0 ? nil : 0, "the first element")
    },
    workload(
        "throttle/1s/flood/first", "throttle 1 s, the first of each stretch only", isSingleThreaded: false,
        events: Events(quick: 100_000, ci: 500_000, full: 1_000_000)
    ) { run, core in
        let subject = PublishSubject<Int>(), passed = PassedElements(), n = run.n, start = ContinuousClock.now
        let subscription = subject.throttle(.seconds(1), latest: false, scheduler: SerialScheduler(core: core))
            .subscribe(onNext: { passed.elements.append($0) })
        run.timed {
            for i in 0..<n { subject.onNext(i) }
        }
        let seconds = Int((ContinuousClock.now - start) / .seconds(1))
        subscription.dispose()
        try run.expect(passed.elements.first, n == 0 ? nil : 0, "the first element")
        try run.expect(passed.elements.count <= seconds + 1, true, "whether \(passed.elements.count) in \(seconds) s is legal")
    },
    workload(
        "debounce/1ms/flood", "debounce 1 ms", isSingleThreaded: false,
        events: Events(quick: 100_000, ci: 500_000, full: 1_000_000)
    ) { run, core in
        let scheduler = SerialScheduler(core: core)
        _ = try flood(run) { $0.debounce(.milliseconds(1), scheduler: scheduler) }
    },
]

/// Pushes `run.n` numbers and completes. What passes must go up, no faster than one a millisecond, and end with the last.
private func flood(_ run: Run, _ limit: (PublishSubject<Int>) -> Observable<Int>) throws -> [Int] {
    let subject = PublishSubject<Int>(), latch = Latch(), passed = PassedElements(), n = run.n
    let start = ContinuousClock.now
    let subscription = limit(subject).subscribe(onNext: { passed.elements.append($0) }, onCompleted: latch.open)
    run.timed {
        for i in 0..<n { subject.onNext(i) }
    }
    subject.onCompleted()
    try latch.wait(for: "completion")
    let milliseconds = Int((ContinuousClock.now - start) / .milliseconds(1))
    subscription.dispose()
    let elements = passed.elements
    try run.expect(elements.last, n == 0 ? nil : n - 1, "the last element")
    try run.expect(zip(elements, elements.dropFirst()).allSatisfy { $0 < $1 }, true, "whether elements go up")
    try run.expect(elements.count <= milliseconds + 2, true, "whether \(elements.count) in \(milliseconds) ms is legal")
    return elements
}

/// What came through; appended to serially, read after completion.
private final class PassedElements {
    @exclusivity(unchecked) var elements: [Int] = []
}
