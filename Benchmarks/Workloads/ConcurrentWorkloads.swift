import BenchKit
import Foundation
import Rx

/// Two threads push at full speed into one observer, which checks that it is never called while it runs and that
/// every element of each thread comes, once and in that thread's order.
let concurrentWorkloads = [
    workload(
        "merge/2-subjects/2-threads", "merge of 2 subjects, one thread each", isSingleThreaded: false, threads: 2,
        events: Events(quick: 40_000, ci: 100_000, full: 200_000)
    ) { run, _ in
        let even = PublishSubject<Int>(), odd = PublishSubject<Int>()
        try race(run, Observable.merge(even, odd), even, odd)
    },
    workload(
        "publish/2-threads", "one subject, two threads", isSingleThreaded: false, threads: 2,
        events: Events(quick: 40_000, ci: 100_000, full: 200_000)
    ) { run, _ in
        let subject = PublishSubject<Int>()
        try race(run, subject, subject, subject)
    },
]

private func race(
    _ run: Run, _ sequence: Observable<Int>, _ first: PublishSubject<Int>, _ second: PublishSubject<Int>
) throws {
    /// Whoever is inside delivers what the other one left there: when both are done, everything has arrived.
    func push(_ count: Int, during run: Run?) {
        Companion.shared.race(run) { thread in
            let subject = thread == 0 ? first : second
            for i in 0..<count { subject.onNext(2 * i + thread) }
        }
    }
    let check = SerialityCheck()
    let subscription = sequence.subscribe(onNext: { check.receive($0) })
    push(run.n / 2, during: run)
    subscription.dispose()
    try check.expectAll(2 * (run.n / 2), in: run)
    run.metric("changes of thread", Double(check.alternations), unit: "an iteration")
    if run.n == 0 { return }

    // Again, untimed, with an observer that gives up the processor now and then: on a busy machine the threads of a short
    // race may run one after the other and meet nowhere.
    let strictCheck = SerialityCheck()
    let strictSubscription = sequence.subscribe(onNext: {
        strictCheck.receive($0) { if strictCheck.count & 511 == 0 { sched_yield() } }
    })
    push(2048, during: nil)
    strictSubscription.dispose()
    try strictCheck.expectAll(4096, in: run)
}
