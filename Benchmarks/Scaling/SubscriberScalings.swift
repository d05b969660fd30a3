import BenchKit
import Rx

/// A subject with ever more observers.
let subscriberScalings = [
    scaling("subscribers", "publish subject to many observers", parameter: "observers", sizes: manySizes, events: 8) { run, size, _ in
        let subject = PublishSubject<Int>(), sum = Sum(), n = run.n
        let subscriptions = (0..<size).map { _ in subject.subscribe(onNext: { sum.addValue($0) }) }
        run.timed {
            for i in 0..<n { subject.onNext(i) }
        }
        for subscription in subscriptions { subscription.dispose() }
        try run.expect(sum.value, size * sumBelow(n), "sum of all elements")
    },
    scaling(
        "subscribers.join", "publish subject: subscribe and dispose among many observers", parameter: "observers",
        sizes: fewerSizes, unit: "subscription"
    ) { run, size, _ in
        let subject = PublishSubject<Int>(), sum = Sum(), n = run.n
        let subscriptions = (0..<size).map { _ in subject.subscribe(onNext: { sum.addValue($0) }) }
        run.timed {
            for i in 0..<n { subject.subscribe(onNext: { sum.addValue($0 &+ i) }).dispose() }
        }
        subject.onNext(1)
        for subscription in subscriptions { subscription.dispose() }
        try run.expect(sum.value, size, "sum of what came after dispose")
    },
    scaling(
        "replay", "replay subject with a large buffer to 1 observer", parameter: "elements kept", sizes: fewerSizes
    ) { run, size, _ in
        let subject = ReplaySubject<Int>.create(bufferSize: size), sum = Sum(), n = run.n
        // From here on each element pushes out another.
        for _ in 0..<size { subject.onNext(1) }
        let subscription = subject.subscribe(onNext: { sum.addValue($0) })
        run.timed {
            for i in 0..<n { subject.onNext(i) }
        }
        subscription.dispose()
        try run.expect(sum.value, size + sumBelow(n), "sum of all elements")
    },
]
