// Two expressions whose type-checking is timed: each is a function, which the compiler names.
import Rx

func combineLatestOfFive(
    _ name: Observable<String>, _ age: Observable<Int>, _ height: Observable<Double>, _ isMember: Observable<Bool>,
    _ tags: Observable<[String]>
) -> Observable<String> {
    Observable.combineLatest(name, age, height, isMember, tags) { name, age, height, isMember, tags in
        "\(name), \(age + 1), \(height * 2), \(isMember ? "yes" : "no"), \(tags.count)"
    }
}

func chainOfThirty(_ source: Observable<Int>) -> Observable<String> {
    source
        .map { $0 + 1 }.filter { $0 > 2 }.map { $0 * 2 }.compactMap { $0 > 9 ? nil : $0 }.skip(1).take(100).map { $0 - 1 }
        .filter { $0 > 0 }.map { "\($0)" }.filter { $0.count > 0 }.map { $0.count }.startWith(0).map { $0 + 1 }.filter { $0 > 2 }
        .map { $0 * 2 }.takeLast(50).map { $0 - 1 }.filter { $0 > 0 }.map { $0 + 1 }.enumerated().map { $0.element }
        .take(while: { $0 < 1000 }).map { $0 + 1 }.filter { $0 > 2 }.map { $0 * 2 }.skip(while: { $0 < 3 }).catchAndReturn(0)
        .map { $0 + 1 }.filter { $0 > 0 }.map { "\($0)" }
}

_ = combineLatestOfFive(.just("Ada"), .just(36), .just(1.7), .just(true), .just([])).subscribe(onNext: { print($0) })
_ = chainOfThirty(.range(start: 0, count: 10)).subscribe(onNext: { print($0) })
