import BenchKit
import Rx

/// Two subjects into one sequence, pushed in turns by one thread. Only the sends are timed.
let combiningWorkloads = [
    workload(
        "combineLatest/2-subjects", "combineLatest of 2 subjects",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        // Once both have sent, b brings i + i and a brings (i + 1) + i.
        let pairs = run.n / 2, rest = max(0, pairs - 1)
        try takeTurns(run, sum: pairs * rest + rest * rest, count: pairs + rest) {
            Observable.combineLatest($0, $1) { $0 &+ $1 }
        }
    },
    workload(
        "zip/2-subjects", "zip of 2 subjects",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        let pairs = run.n / 2
        try takeTurns(run, sum: 2 * sumBelow(pairs), count: pairs) { Observable.zip($0, $1) { $0 &+ $1 } }
    },
    workload(
        "merge/2-subjects", "merge of 2 subjects",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        let pairs = run.n / 2
        try takeTurns(run, sum: 2 * sumBelow(pairs), count: 2 * pairs) { Observable.merge($0, $1) }
    },
]

/// Sends 0, 0, 1, 1, 2, 2, … to two subjects in turns. `run.n` is even.
@inline(__always)
private func takeTurns(
    _ run: Run, sum expectedSum: Int, count expectedCount: Int,
    _ combine: (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>
) throws {
    let a = PublishSubject<Int>(), b = PublishSubject<Int>()
    let sum = Sum(), pairs = run.n / 2
    let subscription = combine(a, b).subscribe(onNext: { sum.add($0) })
    run.timed {
        for i in 0..<pairs {
            a.onNext(i)
            b.onNext(i)
        }
    }
    subscription.dispose()
    try run.expect(sum.value, expectedSum, "sum of all elements")
    try run.expect(sum.count, expectedCount, "number of elements")
}
