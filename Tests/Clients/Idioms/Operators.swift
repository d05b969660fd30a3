// The operators that programs use most, from other threads and inside classes of their own.
import Dispatch
import Foundation
import Rx

/// What a view model looks like.
final class Search: Sendable {
    let query = BehaviorRelay(value: "")
    let results: Observable<[String]>
    private let bag = DisposeBag()

    init(scheduler: SchedulerType, find: @escaping @Sendable (String) -> Observable<[String]>) {
        results = query
            .filter { !$0.isEmpty }
            .distinctUntilChanged()
            .debounce(.milliseconds(300), scheduler: scheduler)
            .flatMapLatest { text in find(text).catch { _ in .just([]) } }
            .observe(on: MainScheduler.instance)
            .share(replay: 1, scope: .whileConnected)
        results.subscribe(with: self, onNext: { search, results in print(search.query.value, results.count) }).disposed(by: bag)
    }

    func type(_ text: String, on queue: DispatchQueue) {
        queue.async { [weak self] in self?.query.accept(text) }
        queue.async { self.query.accept(text) }
    }
}

enum Chains {
    static func all(_ numbers: Observable<Int>, _ words: Observable<String>, on queue: DispatchQueue) {
        let chain = numbers
            .map { $0 * 2 }
            .filter { $0 > 2 }
            .scan(0, accumulator: +)
            .take(10)
            .startWith(0)
            .do(onNext: { print($0) }, onDispose: { print("disposed of") })
            .withLatestFrom(words) { number, word in "\(number) \(word)" }
        let zipped = Observable.zip(numbers, words) { "\($0) \($1)" }
        let merged = Observable.merge(chain, zipped, Observable.combineLatest(numbers, words) { "\($0) \($1)" })
        queue.async {
            let subscription = merged
                .retry(when: { errors in errors.take(3).delay(.seconds(1), scheduler: ConcurrentDispatchQueueScheduler(qos: .utility)) })
                .timeout(.seconds(10), scheduler: MainScheduler.instance)
                .subscribe(on: SerialDispatchQueueScheduler(qos: .default))
                .subscribe(onNext: { print($0) }, onError: { print($0) })
            queue.asyncAfter(deadline: .now() + 1) { subscription.dispose() }
        }
    }

    static func asynchronous(_ numbers: Observable<Int>, _ single: Single<Int>) {
        Task {
            for try await number in numbers.values { print(number) }
            print(try await single.value)
        }
    }
}
