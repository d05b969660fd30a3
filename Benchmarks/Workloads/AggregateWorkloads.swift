import BenchKit
import Rx

/// What gathers elements.
let aggregateWorkloads = [
    workload(
        "range/reduce", "range, reduce", unit: "element",
        events: Events(quick: 200_000, ci: 1_000_000, full: 1_000_000)
    ) { run, _ in
        let sum = Sum(), n = run.n
        run.timed {
            _ = Observable.range(start: 0, count: n).reduce(0) { $0 &+ $1 }.subscribe(onNext: { sum.add($0) })
        }
        try run.expect(sum.value, sumBelow(n), "the sum")
        try run.expect(sum.count, 1, "number of results")
    },
    workload(
        "range/scan-takeLast", "range, scan, takeLast(1)", unit: "element",
        events: Events(quick: 200_000, ci: 1_000_000, full: 1_000_000)
    ) { run, _ in
        let sum = Sum(), n = run.n
        run.timed {
            _ = Observable.range(start: 0, count: n).scan(0) { $0 &+ $1 }.takeLast(1)
                .subscribe(onNext: { sum.add($0) })
        }
        try run.expect(sum.value, sumBelow(n), "the sum")
        try run.expect(sum.count, min(n, 1), "number of results")
    },
    workload(
        "groupBy/16-groups", "groupBy into 16 groups",
        events: Events(quick: 100_000, ci: 200_000, full: 200_000)
    ) { run, _ in
        let subject = PublishSubject<Int>(), bag = DisposeBag(), n = run.n
        let sums = (0..<16).map { _ in Sum() }
        subject.groupBy { $0 & 15 }
            .subscribe(onNext: { group in
                let sum = sums[group.key]
                group.subscribe(onNext: { sum.add($0) }).disposed(by: bag)
            })
            .disposed(by: bag)
        run.timed {
            for i in 0..<n { subject.onNext(i) }
        }
        subject.onCompleted()
        for (key, sum) in sums.enumerated() {
            let count = (n + 15 - key) / 16
            try run.expect(sum.count, count, "number of elements in group \(key)")
            try run.expect(sum.value, 16 * sumBelow(count) + key * count, "sum of group \(key)")
        }
    },
]
