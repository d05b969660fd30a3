import BenchKit
import Rx

/// W1, W2, W15, W15b: a subject tells its observers. Only the sends are timed.
let subjectWorkloads = [
    workload(
        "W1", "publish subject to 1 observer",
        events: Events(quick: 200_000, ci: 400_000, full: 400_000)
    ) { run, _ in
        try tell(run, PublishSubject<Int>(), observers: 1)
    },
    workload(
        "W2", "publish subject to 8 observers",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        try tell(run, PublishSubject<Int>(), observers: 8)
    },
    workload(
        "W15", "behaviour subject to 1 observer",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        let subject = BehaviorSubject(value: 0)
        try tell(run, subject, observers: 1)
        try run.expect(try subject.value(), max(0, run.n - 1), "the value")
    },
    workload(
        "W15b", "replay subject of 16 to 1 observer",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        let subject = ReplaySubject<Int>.create(bufferSize: 16)
        try tell(run, subject, observers: 1)
        let replayed = Sum()
        subject.subscribe(onNext: replayed.add).dispose()
        try run.expect(replayed.value, sumBelow(run.n) - sumBelow(max(0, run.n - 16)), "sum of the replay")
    },
]

/// Specialised for each kind of subject: a program knows what it sends to.
@inline(__always)
private func tell<Subject: ObservableType & ObserverType>(_ run: Run, _ subject: Subject, observers: Int) throws
where Subject.Element == Int {
    let sum = Sum(), n = run.n
    let subscriptions = (0..<observers).map { _ in subject.subscribe(onNext: { sum.addValue($0) }) }
    run.timed {
        for i in 0..<n { subject.onNext(i) }
    }
    for subscription in subscriptions { subscription.dispose() }
    try run.expect(sum.value, observers * sumBelow(n), "sum of all elements")
}
