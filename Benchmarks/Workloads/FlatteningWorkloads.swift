import BenchKit
import Rx

/// An inner sequence for each element, `just`, which is where the cost of flattening shows by itself.
let flatteningWorkloads = [
    workload(
        "flatMap/just/once", "flatMap { just }",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        let n = run.n
        let sum = run.timed { sumThroughFlatMap(n) }
        try run.expect(sum, sumBelow(n) + n, "sum of all elements")
    },
    workload(
        "flatMap/just/5-in-a-row", "five flatMap { just } in a row",
        events: Events(quick: 20_000, ci: 50_000, full: 50_000)
    ) { run, _ in
        let n = run.n
        let sum = run.timed { sumThroughFiveFlatMaps(n) }
        try run.expect(sum, sumBelow(n) + 5 * n, "sum of all elements")
    },
    workload(
        "flatMapLatest/just/5-in-a-row", "five flatMapLatest { just } in a row",
        events: Events(quick: 20_000, ci: 50_000, full: 50_000)
    ) { run, _ in
        let n = run.n
        let sum = run.timed { sumThroughFiveFlatMapLatests(n) }
        try run.expect(sum, sumBelow(n) + 5 * n, "sum of all elements")
    },
]

@inline(never)
private func sumThroughFlatMap(_ n: Int) -> Int {
    let sum = Sum()
    _ = numbers(n).flatMap { Observable<Int>.just($0 &+ 1) }.subscribe(onNext: { sum.addValue($0) })
    return sum.value
}

@inline(never)
private func sumThroughFiveFlatMaps(_ n: Int) -> Int {
    let sum = Sum()
    _ = numbers(n)
        .flatMap { Observable<Int>.just($0 &+ 1) }.flatMap { Observable<Int>.just($0 &+ 1) }
        .flatMap { Observable<Int>.just($0 &+ 1) }.flatMap { Observable<Int>.just($0 &+ 1) }
        .flatMap { Observable<Int>.just($0 &+ 1) }
        .subscribe(onNext: { sum.addValue($0) })
    return sum.value
}

@inline(never)
private func sumThroughFiveFlatMapLatests(_ n: Int) -> Int {
    let sum = Sum()
    _ = numbers(n)
        .flatMapLatest { Observable<Int>.just($0 &+ 1) }.flatMapLatest { Observable<Int>.just($0 &+ 1) }
        .flatMapLatest { Observable<Int>.just($0 &+ 1) }.flatMapLatest { Observable<Int>.just($0 &+ 1) }
        .flatMapLatest { Observable<Int>.just($0 &+ 1) }
        .subscribe(onNext: { sum.addValue($0) })
    return sum.value
}
