import BenchKit
import Rx

private let stages = [1, 2, 5, 10, 20, 50, 100]

/// A chain of ever more stages, composed at run time.
let chainScalings = [
    scaling("stages", "map, many times in a row", parameter: "stages", sizes: stages) { run, size, _ in
        let subject = PublishSubject<Int>(), sum = Sum(), n = run.n
        let subscription = chain(subject, size).subscribe(onNext: { sum.addValue($0) })
        run.timed {
            for i in 0..<n { subject.onNext(i) }
        }
        subscription.dispose()
        try run.expect(sum.value, sumBelow(n) + size * n, "sum of all elements")
    },
    scaling(
        "stages.life", "map, many times in a row: compose, subscribe and dispose", parameter: "stages", sizes: stages,
        unit: "subscription"
    ) { run, size, _ in
        let subject = PublishSubject<Int>(), sum = Sum(), n = run.n
        run.timed {
            for _ in 0..<n { chain(subject, size).subscribe(onNext: { sum.addValue($0) }).dispose() }
        }
        subject.onNext(1)
        try run.expect(sum.value, 0, "sum of what came after dispose")
    },
]

@inline(never)
func chain(_ source: Observable<Int>, _ stages: Int) -> Observable<Int> {
    (0..<stages).reduce(source) { sequence, _ in appendStage(to: sequence) }
}

@inline(never)
private func appendStage(to sequence: Observable<Int>) -> Observable<Int> { sequence.map { $0 &+ 1 } }
