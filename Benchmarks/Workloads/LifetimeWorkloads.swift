import BenchKit
import Rx

/// Short lives. One event is one whole subscription.
let lifetimeWorkloads = [
    workload(
        "just/map-filter/subscribe-and-dispose", "just, map, filter: subscribe and dispose", unit: "subscription",
        events: Events(quick: 20_000, ci: 50_000, full: 50_000)
    ) { run, _ in
        let sum = Sum(), n = run.n
        run.timed {
            for i in 0..<n {
                Observable.just(i).map { $0 &+ 1 }.filter { $0 >= 0 }.subscribe(onNext: { sum.addValue($0) }).dispose()
            }
        }
        try run.expect(sum.value, sumBelow(n) + n, "sum of all elements")
    },
    workload(
        "publish/subscribe-and-dispose", "publish subject: subscribe and dispose", unit: "subscription",
        events: Events(quick: 20_000, ci: 50_000, full: 50_000)
    ) { run, _ in
        let subject = PublishSubject<Int>(), sum = Sum(), n = run.n
        run.timed {
            for i in 0..<n { subject.subscribe(onNext: { sum.addValue($0 &+ i) }).dispose() }
        }
        subject.onNext(1)
        try run.expect(sum.value, 0, "sum of what came after dispose")
        try run.expect(subject.hasObservers, false, "whether the subject still has an observer")
    },
]
