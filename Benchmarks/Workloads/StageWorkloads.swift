import BenchKit
import Rx

/// Twelve stateless stages. Written in one expression the compiler may fuse them; composed at run time it cannot.
let stageWorkloads = [
    workload(
        "map-filter/6-in-a-row", "create, (map, filter) × 6, in one expression",
        events: Events(quick: 2_000_000, ci: 4_000_000, full: 4_000_000)
    ) { run, _ in
        let n = run.n
        let sum = run.timed { sumThroughStages(n) }
        try run.expect(sum, sumBelow(n) + 6 * n, "sum of all elements")
    },
    workload(
        "map-filter/6-in-a-row/composed", "create, (map, filter) × 6, composed at run time",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        let sum = Sum(), n = run.n
        var sequence = numbers(n)
        for _ in 0..<6 { sequence = appendStages(to: sequence, adding: 1) }
        let composed = sequence
        run.timed {
            _ = composed.subscribe(onNext: { sum.addValue($0) })
        }
        try run.expect(sum.value, sumBelow(n) + 6 * n, "sum of all elements")
    }.multiple(of: "map-filter/6-in-a-row"),
]

/// A function of its own: around it, closures that capture closures would keep the optimiser from seeing all of it.
@inline(never)
private func sumThroughStages(_ n: Int) -> Int {
    let sum = Sum()
    _ = Observable<Int>.create { observer in
        for i in 0..<n { observer.onNext(i) }
        observer.onCompleted()
        return Disposables.create()
    }
    .map { $0 &+ 1 }.filter { $0 != -1 }
    .map { $0 &+ 1 }.filter { $0 != -1 }
    .map { $0 &+ 1 }.filter { $0 != -1 }
    .map { $0 &+ 1 }.filter { $0 != -1 }
    .map { $0 &+ 1 }.filter { $0 != -1 }
    .map { $0 &+ 1 }.filter { $0 != -1 }
    .subscribe(onNext: { sum.addValue($0) })
    return sum.value
}

@inline(never)
private func appendStages(to sequence: Observable<Int>, adding term: Int) -> Observable<Int> {
    sequence.map { $0 &+ term }.filter { $0 != -term }
}
