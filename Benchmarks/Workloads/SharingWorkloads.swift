import BenchKit
import Rx

/// One upstream for several observers. Only the sends are timed.
let sharingWorkloads = [
    workload(
        "share/replay-1/4-observers", "share(replay: 1) to 4 observers",
        events: Events(quick: 50_000, ci: 100_000, full: 100_000)
    ) { run, _ in
        let subject = PublishSubject<Int>(), sum = Sum(), n = run.n
        let shared = subject.share(replay: 1)
        let subscriptions = (0..<4).map { _ in shared.subscribe(onNext: { sum.addValue($0) }) }
        run.timed {
            for i in 0..<n { subject.onNext(i) }
        }
        let late = Sum()
        shared.subscribe(onNext: { late.add($0) }).dispose()
        for subscription in subscriptions { subscription.dispose() }
        try run.expect(sum.value, 4 * sumBelow(n), "sum of all elements")
        try run.expect(late.value, max(0, n - 1), "the element that is replayed")
        try run.expect(subject.hasObservers, false, "whether the source still has an observer")
    }
]
