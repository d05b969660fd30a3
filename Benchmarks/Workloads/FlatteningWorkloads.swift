import BenchKit
import Rx

/// W4, W4b, W5: an inner sequence for each element, `just`, which is where the cost of flattening shows by itself.
let flatteningWorkloads = [
    workload(
        "W4", "flatMap { just }",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        let sum = Sum(), n = run.n
        run.timed {
            _ = numbers(n).flatMap { Observable.just($0 &+ 1) }.subscribe(onNext: { sum.addValue($0) })
        }
        try run.expect(sum.value, sumBelow(n) + n, "sum of all elements")
    },
    workload(
        "W4b", "five flatMap { just } in a row",
        events: Events(quick: 20_000, ci: 50_000, full: 50_000)
    ) { run, _ in
        let sum = Sum(), n = run.n
        run.timed {
            _ = numbers(n)
                .flatMap { Observable.just($0 &+ 1) }.flatMap { Observable.just($0 &+ 1) }
                .flatMap { Observable.just($0 &+ 1) }.flatMap { Observable.just($0 &+ 1) }
                .flatMap { Observable.just($0 &+ 1) }
                .subscribe(onNext: { sum.addValue($0) })
        }
        try run.expect(sum.value, sumBelow(n) + 5 * n, "sum of all elements")
    },
    workload(
        "W5", "five flatMapLatest { just } in a row",
        events: Events(quick: 20_000, ci: 50_000, full: 50_000)
    ) { run, _ in
        let sum = Sum(), n = run.n
        run.timed {
            _ = numbers(n)
                .flatMapLatest { Observable.just($0 &+ 1) }.flatMapLatest { Observable.just($0 &+ 1) }
                .flatMapLatest { Observable.just($0 &+ 1) }.flatMapLatest { Observable.just($0 &+ 1) }
                .flatMapLatest { Observable.just($0 &+ 1) }
                .subscribe(onNext: { sum.addValue($0) })
        }
        try run.expect(sum.value, sumBelow(n) + 5 * n, "sum of all elements")
    },
]
