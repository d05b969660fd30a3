import Rx

/// The sources of one subscription, and what its user's closures do.
struct Ingredients {
    let sources: [Observable<Int>]
    /// What a closure of the user's does: perhaps it ends the whole.
    let closure: () -> Void

    subscript(_ index: Int) -> Observable<Int> { sources[index] }
    var first: Observable<Int> { sources[0] }
    var second: Observable<Int> { sources[1] }
    var singles: [Single<Int>] { sources.map { $0.asSingle() } }
    var maybes: [Maybe<Int>] { sources.map { $0.asMaybe() } }
    var completables: [Completable] { sources.map { $0.ignoreElements().asCompletable() } }
    var infallibles: [Infallible<Int>] { sources.map { $0.asInfallible(onErrorJustReturn: -1) } }
}

/// An operator that has more than one source, or subscribes to its source after something else has happened.
struct Combination: Sendable {
    let name: String
    let count: Int
    /// In which order silent sources are subscribed to, as in RxSwift: those that wait for the end of another one are missing.
    let order: [Int]
    let build: @Sendable (Ingredients) -> Observable<Int>

    /// - Parameter order: all in turn, unless given.
    init(
        _ name: String, _ count: Int = 2, order: [Int]? = nil,
        _ build: @escaping @Sendable (Ingredients) -> Observable<Int>
    ) {
        self.name = name
        self.count = count
        self.order = order ?? Array(0..<count)
        self.build = build
    }

    static let all = rows + choosing + inTurn + later + sharing + traits

    // MARK: All at once

    private static let rows: [Combination] = [
        Combination("zip of 2") { .zip($0[0], $0[1]) { $0 + $1 } },
        Combination("zip of 3", 3) { .zip($0[0], $0[1], $0[2]) { a, _, _ in a } },
        Combination("zip of 4", 4) { .zip($0[0], $0[1], $0[2], $0[3]) { a, _, _, _ in a } },
        Combination("zip of 5", 5) { .zip($0[0], $0[1], $0[2], $0[3], $0[4]) { a, _, _, _, _ in a } },
        Combination("zip of 6", 6) { .zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) { a, _, _, _, _, _ in a } },
        Combination("zip of 7", 7) { .zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) { a, _, _, _, _, _, _ in a } },
        Combination("zip of 8", 8) { .zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) { a, _, _, _, _, _, _, _ in a } },
        Combination("zip of 2 to tuples") { Observable.zip($0[0], $0[1]).map { $0.0 } },
        Combination("zip of 8 to tuples", 8) {
            Observable.zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]).map { $0.0 }
        },
        Combination("zip of a collection", 3) { .zip($0.sources) { $0[0] } },
        Combination("zip to arrays", 3) { Observable.zip($0.sources).map { $0[0] } },
        Combination("combineLatest of 2") { .combineLatest($0[0], $0[1]) { $0 + $1 } },
        Combination("combineLatest of 3", 3) { .combineLatest($0[0], $0[1], $0[2]) { a, _, _ in a } },
        Combination("combineLatest of 4", 4) { .combineLatest($0[0], $0[1], $0[2], $0[3]) { a, _, _, _ in a } },
        Combination("combineLatest of 5", 5) { .combineLatest($0[0], $0[1], $0[2], $0[3], $0[4]) { a, _, _, _, _ in a } },
        Combination("combineLatest of 6", 6) {
            .combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) { a, _, _, _, _, _ in a }
        },
        Combination("combineLatest of 7", 7) {
            .combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) { a, _, _, _, _, _, _ in a }
        },
        Combination("combineLatest of 8", 8) {
            .combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) { a, _, _, _, _, _, _, _ in a }
        },
        Combination("combineLatest of 2 to tuples") { Observable.combineLatest($0[0], $0[1]).map { $0.0 } },
        Combination("combineLatest of 8 to tuples", 8) {
            Observable.combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]).map { $0.0 }
        },
        Combination("combineLatest of a collection", 3) { .combineLatest($0.sources) { $0[0] } },
        Combination("combineLatest to arrays", 3) { Observable.combineLatest($0.sources).map { $0[0] } },
        Combination("merge", 3) { .merge($0.sources) },
        Combination("merge of two") { .merge($0.first, $0.second) },
        Combination("merge of inner ones", 3) { Observable.from($0.sources).merge() },
        Combination("merge(maxConcurrent:)", 3, order: [0, 1]) { Observable.from($0.sources).merge(maxConcurrent: 2) },
        Combination("flatMap", 3) { all in
            Observable.range(start: 0, count: 3).flatMap { index in
                all.closure()
                return all[index]
            }
        },
        Combination("flatMapFirst", 2, order: [0]) { all in
            Observable.range(start: 0, count: 2).flatMapFirst { index in
                all.closure()
                return all[index]
            }
        },
        Combination("flatMapLatest", 2) { all in
            Observable.range(start: 0, count: 2).flatMapLatest { index in
                all.closure()
                return all[index]
            }
        },
        Combination("switchLatest", 2) { Observable.from($0.sources).switchLatest() },
    ]

    private static let choosing: [Combination] = [
        Combination("withLatestFrom", order: [1, 0]) { $0.first.withLatestFrom($0.second) },
        Combination("withLatestFrom with a selector", order: [1, 0]) { $0.first.withLatestFrom($0.second) { $0 + $1 } },
        Combination("amb") { $0.first.amb($0.second) },
        Combination("amb of a collection", 3) { Observable.amb($0.sources) },
        Combination("take(until:)", order: [1, 0]) { $0.first.take(until: $0.second) },
        Combination("skip(until:)") { $0.first.skip(until: $0.second) },
        Combination("sample") { $0.first.sample($0.second) },
        Combination("sample with a default") { $0.first.sample($0.second, defaultValue: 0) },
    ]

    // MARK: One after the other

    private static let inTurn: [Combination] = [
        Combination("concat", order: [0]) { $0.first.concat($0.second) },
        Combination("concat of a collection", 3, order: [0]) { .concat($0.sources) },
        Combination("concat of a sequence", 3, order: [0]) { all in
            .concat(
                all.sources.lazy.map { source in
                    all.closure()
                    return source
                })
        },
        Combination("concat of inner ones", 3, order: [0]) { Observable.from($0.sources).concat() },
        Combination("concatMap", 3, order: [0]) { all in
            Observable.range(start: 0, count: 3).concatMap { index in
                all.closure()
                return all[index]
            }
        },
        Combination("catch", order: [0]) { all in
            all.first.catch { _ in
                all.closure()
                return all.second
            }
        },
        Combination("catch(sequence:)", 3, order: [0]) { .catch(sequence: $0.sources) },
        Combination("retry(_:)", 1) { $0.first.retry(3) },
        Combination("retry(when:)", order: [1, 0]) { all in
            all.first.retry(when: { (errors: Observable<any Error>) in
                all.closure()
                return Observable.merge(errors.take(2).map { _ in 0 }, all.second)
            })
        },
        Combination("ifEmpty(switchTo:)", order: [0]) { $0.first.ifEmpty(switchTo: $0.second) },
        // Its time is up as it begins; that of the second one never is.
        Combination("timeout(other:)", order: [1, 0]) { all in
            .merge(
                all.first.timeout(.seconds(0), other: all.second, scheduler: AtOnceScheduler()),
                all.first.timeout(.never, other: all.second, scheduler: AtOnceScheduler()))
        },
    ]

    // MARK: After something else

    private static let later: [Combination] = [
        Combination("startWith", 1) { $0.first.startWith(1, 2) },
        Combination("deferred", 1) { all in
            .deferred {
                all.closure()
                return all.first
            }
        },
        Combination("using", 1) { all in
            .using(
                { () -> BooleanDisposable in
                    all.closure()
                    return BooleanDisposable()
                }, observableFactory: { _ in all.first })
        },
        Combination("using, in its second closure", 1) { all in
            .using(
                { BooleanDisposable() },
                observableFactory: { _ in
                    all.closure()
                    return all.first
                })
        },
        Combination("do(onSubscribe:)", 1) { $0.first.do(onSubscribe: $0.closure) },
        Combination("delaySubscription", 1) { $0.first.startWith(1).delaySubscription(.seconds(0), scheduler: AtOnceScheduler()) },
        Combination("subscribe(on:)", 1) { all in
            Observable.deferred {
                all.closure()
                return all.first.startWith(1)
            }.subscribe(on: AtOnceScheduler())
        },
        Combination("window", 1) { all in
            all.first.window(timeSpan: .never, count: 10, scheduler: AtOnceScheduler()).flatMap { window -> Observable<Int> in
                all.closure()
                return .merge(.just(0), window)
            }
        },
        Combination("observe(on:)", 1) { $0.first.startWith(1).observe(on: CurrentThreadScheduler.instance) },
    ]

    private static let sharing: [Combination] = [
        Combination("multicast(_:selector:)", order: [1, 0]) { all in
            all.first.multicast(
                { PublishSubject<Int>() },
                selector: { shared in
                    all.closure()
                    return .merge(all.second, shared)
                })
        },
        Combination("multicast(_:selector:), in its first closure", order: [1, 0]) { all in
            all.first.multicast(
                { () -> PublishSubject<Int> in
                    all.closure()
                    return PublishSubject()
                }, selector: { .merge(all.second, $0) })
        },
        Combination("share", 1) { $0.first.startWith(1).share() },
        Combination("share(replay:)", 1) { $0.first.startWith(1).share(replay: 1) },
        Combination("share, of something that begins with an element", 1) { .merge(.just(1), $0.first.share()) },
        Combination("refCount of a connectable made elsewhere", 1) {
            ConnectableMadeElsewhere($0.first.multicast(BehaviorSubject(value: 1))).refCount()
        },
        Combination("refCount", 1) { $0.first.multicast(BehaviorSubject(value: 1)).refCount() },
    ]

    private static let traits: [Combination] = [
        Combination("zip of singles") { Single.zip($0.singles[0], $0.singles[1]) { $0 + $1 }.asObservable() },
        Combination("zip of many singles", 3) { Single.zip($0.singles) { $0[0] }.asObservable() },
        Combination("zip of maybes") { Maybe.zip($0.maybes[0], $0.maybes[1]) { $0 + $1 }.asObservable() },
        Combination("zip of completables", 3) { Completable.zip($0.completables).asObservable().map { (_: Never) -> Int in } },
        Combination("andThen", order: [0]) { $0.completables[0].andThen($0.second) },
        Combination("concat of completables", 3, order: [0]) { Completable.concat($0.completables).asObservable().map { (_: Never) -> Int in } },
        Combination("flatMap of a single", order: [0]) { all in
            all.singles[0].flatMap { _ in
                all.closure()
                return all.singles[1]
            }.asObservable()
        },
        Combination("ifEmpty of a maybe", order: [0]) { $0.maybes[0].ifEmpty(switchTo: $0.singles[1]).asObservable() },
        Combination("catch of a single", order: [0]) { all in all.singles[0].catch { _ in all.singles[1] }.asObservable() },
        Combination("zip of infallibles") { Infallible.zip($0.infallibles[0], $0.infallibles[1]) { $0 + $1 }.asObservable() },
        Combination("combineLatest of infallibles") {
            Infallible.combineLatest($0.infallibles[0], $0.infallibles[1]) { $0 + $1 }.asObservable()
        },
        Combination("merge of infallibles", 3) { Infallible.merge($0.infallibles).asObservable() },
        Combination("concat of infallibles", 3, order: [0]) { Infallible.concat($0.infallibles).asObservable() },
        Combination("withLatestFrom of infallibles", order: [1, 0]) {
            $0.infallibles[0].withLatestFrom($0.infallibles[1]).asObservable()
        },
    ]
}

/// Runs everything at once, on the thread that schedules it.
struct AtOnceScheduler: SchedulerType {
    var now: RxTime { RxTime(timeIntervalSince1970: 0) }

    func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable) -> any Disposable { action(state) }

    func scheduleRelative<State>(
        _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
    ) -> any Disposable {
        if case .never = dueTime { return Disposables.create() }
        return action(state)
    }
}
