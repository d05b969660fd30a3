import BenchKit
import Rx

/// W8b, W8c: two threads push at full speed into one observer, which checks that it is never called while it runs and that
/// every element of each thread comes, once and in that thread's order.
let concurrentWorkloads = [
    workload(
        "W8b", "merge of 2 subjects, one thread each", isSingleThreaded: false,
        events: Events(quick: 40_000, ci: 100_000, full: 100_000)
    ) { run, _ in
        let even = PublishSubject<Int>(), odd = PublishSubject<Int>()
        try race(run, Observable.merge(even, odd), even, odd)
    },
    workload(
        "W8c", "one subject, two threads", isSingleThreaded: false,
        events: Events(quick: 40_000, ci: 100_000, full: 100_000)
    ) { run, _ in
        let subject = PublishSubject<Int>()
        try race(run, subject, subject, subject)
    },
]

private func race(
    _ run: Run, _ sequence: Observable<Int>, _ first: PublishSubject<Int>, _ second: PublishSubject<Int>
) throws {
    let check = SerialityCheck(), half = run.n / 2
    let subscription = sequence.subscribe(onNext: { check.receive($0) })
    // Whoever is inside delivers what the other one left there: when both are done, everything has arrived.
    Companion.shared.race(run) { thread in
        let subject = thread == 0 ? first : second
        for i in 0..<half { subject.onNext(2 * i + thread) }
    }
    subscription.dispose()
    try run.expect(check.overlaps, 0, "calls while the observer was running")
    try run.expect(check.disorders, 0, "elements out of order")
    try run.expect(check.count, 2 * half, "number of elements")
}
