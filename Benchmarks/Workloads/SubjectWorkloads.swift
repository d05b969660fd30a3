import BenchKit
import Rx

/// A subject tells its observers. Only the sends are timed. Each is written out for its kind of subject:
/// a generic helper would hand every element through a thunk, which costs as much again as what is measured.
let subjectWorkloads = [
    workload(
        "publish/1-observer", "publish subject to 1 observer",
        events: Events(quick: 200_000, ci: 400_000, full: 400_000)
    ) { run, _ in
        let subject = PublishSubject<Int>(), sum = Sum(), n = run.n
        let subscription = subject.subscribe(onNext: { sum.addValue($0) })
        run.timed {
            for i in 0..<n { subject.onNext(i) }
        }
        subscription.dispose()
        subject.onNext(1)
        try run.expect(sum.value, sumBelow(n), "sum of all elements")
    },
    workload(
        "publish/re-entrant", "publish subject whose observer sends the next 15 of 16 elements",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        let subject = PublishSubject<Int>(), sum = Sum(), n = run.n
        let subscription = subject.subscribe(onNext: { element in
            sum.addValue(element)
            let next = element + 1
            if next < n, next & 15 != 0 { subject.onNext(next) }
        })
        run.timed {
            for first in stride(from: 0, to: n, by: 16) { subject.onNext(first) }
        }
        subscription.dispose()
        try run.expect(sum.value, sumBelow(n), "sum of all elements")
    },
    workload(
        "publish/8-observers", "publish subject to 8 observers",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        let subject = PublishSubject<Int>(), sum = Sum(), n = run.n
        let subscriptions = (0..<8).map { _ in subject.subscribe(onNext: { sum.addValue($0) }) }
        run.timed {
            for i in 0..<n { subject.onNext(i) }
        }
        for subscription in subscriptions { subscription.dispose() }
        subject.onNext(1)
        try run.expect(sum.value, 8 * sumBelow(n), "sum of all elements")
    },
    workload(
        "behavior/1-observer", "behaviour subject to 1 observer",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        let subject = BehaviorSubject(value: 0), sum = Sum(), n = run.n
        let subscription = subject.subscribe(onNext: { sum.addValue($0) })
        run.timed {
            for i in 0..<n { subject.onNext(i) }
        }
        subscription.dispose()
        try run.expect(sum.value, sumBelow(n), "sum of all elements")
        try run.expect(try subject.value(), max(0, n - 1), "the value")
    },
    workload(
        "replay/last-16/1-observer", "replay subject of 16 to 1 observer",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        let subject = ReplaySubject<Int>.create(bufferSize: 16), sum = Sum(), n = run.n
        let subscription = subject.subscribe(onNext: { sum.addValue($0) })
        run.timed {
            for i in 0..<n { subject.onNext(i) }
        }
        subscription.dispose()
        let replayed = Sum()
        subject.subscribe(onNext: { replayed.addValue($0) }).dispose()
        try run.expect(sum.value, sumBelow(n), "sum of all elements")
        try run.expect(replayed.value, sumBelow(n) - sumBelow(max(0, n - 16)), "sum of the replay")
    },
]
