import BenchKit
import Rx

/// Ever more live inner sequences. Events go through one of them: its gate is given to its thread after eight entries, and were they
/// spread over all, there would be fewer entries for each with every size.
let innerScalings = [
    scaling("inners", "merge of many live inner sequences", parameter: "inners", sizes: fewerSizes) { run, size, _ in
        let outer = PublishSubject<Observable<Int>>(), sum = Sum(), n = run.n
        let inners = (0..<size).map { _ in PublishSubject<Int>() }
        let subscription = outer.merge().subscribe(onNext: { sum.addValue($0) })
        for inner in inners { outer.onNext(inner) }
        run.timed {
            for i in 0..<n { inners[size / 2].onNext(i) }
        }
        subscription.dispose()
        try run.expect(sum.value, sumBelow(n), "sum of all elements")
    },
    scaling(
        "inners.life", "flatMap: an inner sequence begins and ends among many live ones", parameter: "inners",
        sizes: fewerSizes, unit: "inner sequence"
    ) { run, size, _ in
        let outer = PublishSubject<Observable<Int>>(), sum = Sum(), n = run.n
        let others = (0..<size).map { _ in PublishSubject<Int>() }
        let brief = (0..<n).map { _ in PublishSubject<Int>() }
        let subscription = outer.flatMap { $0 }.subscribe(onNext: { sum.addValue($0) })
        for other in others { outer.onNext(other) }
        run.timed {
            for inner in brief {
                outer.onNext(inner)
                inner.onNext(1)
                inner.onCompleted()
            }
        }
        subscription.dispose()
        try run.expect(sum.value, n, "sum of all elements")
    },
    scaling("groups", "groupBy into many groups", parameter: "groups", sizes: fewerSizes) { run, size, _ in
        let subject = PublishSubject<Int>(), bag = DisposeBag(), sum = Sum(), n = run.n
        subject.groupBy { $0 % size }
            .subscribe(onNext: { group in group.subscribe(onNext: { sum.addValue($0) }).disposed(by: bag) })
            .disposed(by: bag)
        for key in 0..<size { subject.onNext(key) }
        run.timed {
            for i in 0..<n { subject.onNext(i &* size) }
        }
        subject.onCompleted()
        try run.expect(sum.value, sumBelow(size) + size * sumBelow(n), "sum of all elements")
    },
]
