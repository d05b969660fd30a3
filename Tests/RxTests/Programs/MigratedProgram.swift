import Foundation
import Rx
import RxBlocking
import RxTest
import Testing

// The idioms of programs for RxSwift 6, as they stand there: that this compiles with nothing but other imports is half of the test.

private final class Field {
    let text = BehaviorRelay<String?>(value: nil)
    let taps = PublishRelay<Void>()
    var isHidden = false
    var title = ""
}

extension Field: ReactiveCompatible {}

extension Reactive where Base: Field {
    fileprivate var text: ControlProperty<String?> {
        ControlProperty(values: base.text, valueSink: Binder(base) { field, text in field.text.accept(text) })
    }
    fileprivate var tap: ControlEvent<Void> { ControlEvent(events: base.taps) }
    fileprivate var isEnabled: Binder<Bool> {
        return Binder(self.base, scheduler: CurrentThreadScheduler.instance) { field, isEnabled in
            field.isHidden = !isEnabled
        }
    }
}

private enum LoadError: Error { case empty, offline }

private struct Repository: Equatable {
    let id: Int
    let name: String
}

private protocol Loading {
    func repositories(matching query: String) -> Single<[Repository]>
    func save(_ repository: Repository) -> Completable
    func cached(_ id: Int) -> Maybe<Repository>
}

private final class Service: Loading {
    private(set) var attempts = 0
    func repositories(matching query: String) -> Single<[Repository]> {
        return Single<[Repository]>.create { [weak self] single in
            guard let self = self else {
                single(.failure(LoadError.offline))
                return Disposables.create()
            }
            self.attempts += 1
            if query.isEmpty {
                single(.failure(LoadError.empty))
            } else if self.attempts % 2 == 1 {
                single(.failure(LoadError.offline))
            } else {
                single(.success([Repository(id: query.count, name: query)]))
            }
            return Disposables.create {}
        }
    }
    func save(_ repository: Repository) -> Completable {
        return Completable.create { completable in
            completable(repository.id > 0 ? .completed : .error(LoadError.empty))
            return Disposables.create()
        }
    }
    func cached(_ id: Int) -> Maybe<Repository> { id == 1 ? .just(Repository(id: 1, name: "one")) : .empty() }
}

private final class ViewModel {
    struct Input {
        let query: Observable<String>
        let reload: Signal<Void>
    }
    struct Output {
        let names: Driver<[String]>
        let isLoading: Driver<Bool>
        let errors: Signal<String>
    }

    private let service: Loading
    private let loading = BehaviorRelay(value: false)
    private let failure = PublishSubject<Error>()
    private let disposeBag = DisposeBag()

    init(service: Loading) { self.service = service }

    func transform(_ input: Input) -> Output {
        let loading = self.loading, failure = self.failure
        let queries = Observable.merge(
            input.query.map { $0.trimmingCharacters(in: .whitespaces) }.distinctUntilChanged(),
            input.reload.asObservable().withLatestFrom(input.query))
        let names =
            queries
            .do(onNext: { _ in loading.accept(true) })
            .flatMapLatest { [weak self] query -> Observable<[Repository]> in
                guard let self = self else { return .empty() }
                return self.service.repositories(matching: query)
                    .asObservable()
                    .retry(when: { errors in
                        errors.enumerated().flatMap { attempt, error -> Observable<Int> in
                            guard attempt < 2, case LoadError.offline = error else { return .error(error) }
                            return .just(attempt)
                        }
                    })
                    .do(onError: { failure.onNext($0) })
                    .catch { _ in .just([]) }
            }
            .do(afterNext: { _ in loading.accept(false) })
            .map { $0.map(\.name) }
            .asDriver(onErrorJustReturn: [])
        return Output(
            names: names, isLoading: loading.asDriver().distinctUntilChanged(),
            errors: failure.map { "\($0)" }.asSignal(onErrorSignalWith: .empty()))
    }
}

@Suite struct MigratedProgram {
    @Test(arguments: Core.allCases)
    func aViewModelOfRxSwiftRunsWithOtherImports(core: Core) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0), disposeBag = DisposeBag()
            SharingScheduler.mock(scheduler: scheduler) {
                let query = scheduler.createHotObservable([.next(210, " a"), .next(220, "a"), .next(230, ""), .next(240, "abc")])
                let reload = scheduler.createHotObservable([.next(260, ())])
                let model = ViewModel(service: Service())
                let output = model.transform(
                    .init(query: query.asObservable(), reload: reload.asSignal(onErrorJustReturn: ())))
                let names = scheduler.createObserver([String].self), isLoading = scheduler.createObserver(Bool.self)
                let errors = scheduler.createObserver(String.self)
                output.names.drive(names).disposed(by: disposeBag)
                output.isLoading.drive(isLoading).disposed(by: disposeBag)
                output.errors.emit(to: errors).disposed(by: disposeBag)
                scheduler.start()
                withExtendedLifetime(model) {}
                expect(
                    names.events.map { "\($0)" },
                    [
                        "next([\"a\"]) @ 211", "next([]) @ 231", "next([\"abc\"]) @ 241", "next([\"abc\"]) @ 262",
                    ])
                expect(errors.events, [.next(231, "empty")])
                #expect(isLoading.events.last?.value == .next(false))
            }
        }
    }

    @Test(arguments: Core.allCases)
    func bindersTraitsAndBagsStandAsTheyStood(core: Core) throws {
        try core.run { () throws in
            let field = Field(), other = Field(), service = Service(), bag = DisposeBag()
            var log: [String] = []
            Observable.combineLatest(field.text, other.text) { ($0 ?? "").count + ($1 ?? "").count }
                .map { $0 > 3 }
                .bind(to: field.rx.isEnabled)
                .disposed(by: bag)
            let title: Binder<String> = Binder(field, scheduler: CurrentThreadScheduler.instance) { $0.title = $1 }
            field.text.asObservable().compactMap { $0 }.map { $0.uppercased() }.bind(to: title).disposed(by: bag)
            bag.insert {
                other.taps.withUnretained(field).subscribe(onNext: { field, _ in log.append("tap \(field.title)") })
                other.taps.subscribe { event in
                    switch event {
                    case .next: log.append("next")
                    case .error(let error): log.append("\(error)")
                    case .completed: log.append("completed")
                    }
                }
            }
            #expect(field.isHidden)
            field.text.accept("abcd")
            other.taps.accept(())
            #expect(!field.isHidden && field.title == "ABCD")
            expect(log, ["tap ABCD", "next"])

            let groups = try Observable.of(1, 2, 3, 4).groupBy { $0 % 2 == 0 ? "even" : "odd" }
                .flatMap { group in group.toArray().map { (group.key, $0) } }
                .toBlocking().toArray().sorted { $0.0 < $1.0 }
            expect(groups.map { "\($0.0) \($0.1)" }, ["even [2, 4]", "odd [1, 3]"])
            let pairs = try Observable.zip(Observable.of(1, 2), Observable.of("a", "b")).map { "\($0)\($1)" }.toBlocking().toArray()
            expect(pairs, ["1a", "2b"])
            let saved: String = try service.cached(1).flatMap { repository in
                service.save(repository).andThen(Maybe.just(repository.name))
            }.ifEmpty(default: "none").toBlocking().single()
            #expect(saved == "one")
            let totals = try Observable.from([1, 2, 3]).scan(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
                .map(\.count).toBlocking(timeout: 20).last()
            #expect(totals == 3)
            let first = try Observable<Int>.interval(.milliseconds(1), scheduler: ConcurrentDispatchQueueScheduler(qos: .utility))
                .take(3).observe(on: SerialDispatchQueueScheduler(qos: .default)).reduce(0, accumulator: +).toBlocking(timeout: 20).first()
            #expect(first == 3)
        }
    }
}
