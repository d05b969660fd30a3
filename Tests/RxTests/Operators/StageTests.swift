import Rx
import RxTest
import Testing

/// An operator with one source, as a test of the rules that all of them share sees it.
struct OperatorStage: Sendable, CustomTestStringConvertible {
    let name: String
    let build: @Sendable (Observable<Int>, TestScheduler) -> Observable<Int>
    var testDescription: String { name }

    init(_ name: String, _ build: @escaping @Sendable (Observable<Int>, TestScheduler) -> Observable<Int>) {
        self.name = name
        self.build = build
    }

    /// Operators that pass the stop events of their source on at once.
    static let all: [OperatorStage] = [
        OperatorStage("map") { source, _ in source.map { $0 } },
        OperatorStage("compactMap") { source, _ in source.compactMap { $0 } },
        OperatorStage("flatMap") { source, _ in source.flatMap { Observable.just($0) } },
        OperatorStage("flatMapFirst") { source, _ in source.flatMapFirst { Observable.just($0) } },
        OperatorStage("flatMapLatest") { source, _ in source.flatMapLatest { Observable.just($0) } },
        OperatorStage("concatMap") { source, _ in source.concatMap { Observable.just($0) } },
        OperatorStage("scan") { source, _ in source.scan(0) { $0 + $1 } },
        OperatorStage("scan(into:)") { source, _ in source.scan(into: 0) { $0 += $1 } },
        OperatorStage("reduce") { source, _ in source.reduce(0) { $0 + $1 } },
        OperatorStage("toArray") { source, _ in source.toArray().asObservable().map(\.count) },
        OperatorStage("enumerated") { source, _ in source.enumerated().map { $0.element } },
        OperatorStage("groupBy") { source, _ in source.groupBy { $0 % 2 }.flatMap { $0 } },
        OperatorStage("buffer") { source, scheduler in
            source.buffer(timeSpan: .seconds(500), count: 2, scheduler: scheduler).map(\.count)
        },
        OperatorStage("window") { source, scheduler in
            source.window(timeSpan: .seconds(500), count: 2, scheduler: scheduler).flatMap { $0 }
        },
        OperatorStage("filter") { source, _ in source.filter { _ in true } },
        OperatorStage("distinctUntilChanged") { source, _ in source.distinctUntilChanged() },
        OperatorStage("take") { source, _ in source.take(10) },
        OperatorStage("take(for:)") { source, scheduler in source.take(for: .seconds(500), scheduler: scheduler) },
        OperatorStage("take(until:)") { source, _ in source.take(until: Observable<Int>.never()) },
        OperatorStage("take(while:)") { source, _ in source.take(while: { _ in true }) },
        OperatorStage("takeLast") { source, _ in source.takeLast(1) },
        OperatorStage("skip") { source, _ in source.skip(1) },
        OperatorStage("skip(while:)") { source, _ in source.skip(while: { $0 < 2 }) },
        OperatorStage("skip for a time") { source, scheduler in source.skip(.seconds(5), scheduler: scheduler) },
        OperatorStage("skip(until:)") { source, _ in source.skip(until: Observable.just(0)) },
        OperatorStage("ifEmpty") { source, _ in source.ifEmpty(default: 0) },
        OperatorStage("debounce") { source, scheduler in source.debounce(.seconds(50), scheduler: scheduler) },
        OperatorStage("throttle") { source, scheduler in
            source.throttle(.seconds(50), latest: false, scheduler: scheduler)
        },
        OperatorStage("startWith") { source, _ in source.startWith(0) },
        OperatorStage("concat") { source, _ in source.concat(Observable.empty()) },
        OperatorStage("amb") { source, _ in source.amb(Observable.never()) },
        OperatorStage("withLatestFrom") { source, _ in source.withLatestFrom(Observable.just(0)) { element, _ in element } },
        OperatorStage("combineLatest") { source, _ in Observable.combineLatest(source, Observable.just(0)) { $0 + $1 } },
        OperatorStage("zip") { source, _ in Observable.zip(source, Observable.of(0, 0, 0)) { $0 + $1 } },
        OperatorStage("merge") { source, _ in Observable.merge(source, .empty()) },
        OperatorStage("merge(maxConcurrent:)") { source, _ in Observable.of(source).merge(maxConcurrent: 1) },
        OperatorStage("switchLatest") { source, _ in Observable.just(source).switchLatest() },
        OperatorStage("deferred") { source, _ in Observable.deferred { source } },
        OperatorStage("using") { source, _ in
            Observable.using({ BooleanDisposable() }, observableFactory: { _ in source })
        },
        OperatorStage("timeout") { source, scheduler in source.timeout(.seconds(500), scheduler: scheduler) },
        OperatorStage("do") { source, _ in source.do(onNext: { _ in }, onDispose: {}) },
        OperatorStage("multicast with a selector") { source, _ in
            source.multicast({ PublishSubject<Int>() }, selector: { $0 })
        },
        OperatorStage("publish.refCount") { source, _ in source.publish().refCount() },
        OperatorStage("share(replay: 0)") { source, _ in source.share() },
        OperatorStage("share(replay: 1)") { source, _ in source.share(replay: 1) },
        OperatorStage("share(replay: 2)") { source, _ in source.share(replay: 2) },
        OperatorStage("share(replay: 0, scope: .forever)") { source, _ in source.share(scope: .forever) },
        OperatorStage("share(replay: 1, scope: .forever)") { source, _ in source.share(replay: 1, scope: .forever) },
        OperatorStage("a chain") { source, _ in source.map { $0 + 1 }.filter { $0 > 0 }.take(10).skip(0).startWith(7) },
    ]
}

@Suite struct StageTests {
    @Test(arguments: Core.allCases, OperatorStage.all)
    func errorEndsTheResultAndTheSubscriptionAtOnce(core: Core, stage: OperatorStage) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .error(230, Failure.first)])
            let result = scheduler.start { stage.build(source.asObservable(), scheduler) }
            expect(result.events.filter { $0.value.isStopEvent }, [.error(230, Failure.first)])
            #expect(result.events.last?.value.isStopEvent == true)
            expect(source, subscribed: [200...230])
        }
    }

    @Test(arguments: Core.allCases, OperatorStage.all)
    func completionEndsTheResultAndTheSubscriptionAtOnce(core: Core, stage: OperatorStage) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(230)])
            let result = scheduler.start { stage.build(source.asObservable(), scheduler) }
            expect(result.events.filter { $0.value.isStopEvent }, [.completed(230)])
            #expect(result.events.last?.value.isStopEvent == true)
            #expect(result.events.count > 1)
            expect(source, subscribed: [200...230])
        }
    }

    @Test(arguments: Core.allCases, OperatorStage.all)
    func disposeCutsTheSourceAndNothingComesAfterIt(core: Core, stage: OperatorStage) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), .completed(250),
            ])
            let result = scheduler.start(disposed: 225) { stage.build(source.asObservable(), scheduler) }
            #expect(result.events.allSatisfy { $0.time <= 220 && !$0.value.isStopEvent })
            expect(source, subscribed: [200...225])
        }
    }

    @Test(arguments: Core.allCases, OperatorStage.all)
    func disposeFromInsideADeliveryCutsTheSource(core: Core, stage: OperatorStage) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), .next(250, 5),
            ])
            let subscription = SerialDisposable()
            var times: [Int] = []
            scheduler.scheduleAt(200) {
                subscription.disposable = stage.build(source.asObservable(), scheduler).subscribe { _ in
                    times.append(scheduler.clock)
                    if scheduler.clock > 200 { subscription.dispose() }
                }
            }
            scheduler.scheduleAt(300) { subscription.dispose() }
            scheduler.start()
            let last = times.last { $0 > 200 } ?? 300
            #expect(times.filter { $0 > 200 }.count <= 1)
            expect(source, subscribed: [200...last])
        }
    }
}

/// An operator that calls a closure of the user, which may throw, for each element.
struct ThrowingStage: Sendable, CustomTestStringConvertible {
    let name: String
    let build: @Sendable (Observable<Int>, @escaping () throws -> Void) -> Observable<Int>
    var testDescription: String { name }

    init(
        _ name: String, _ build: @escaping @Sendable (Observable<Int>, @escaping () throws -> Void) -> Observable<Int>
    ) {
        self.name = name
        self.build = build
    }

    static let all: [ThrowingStage] = [
        ThrowingStage("map") { source, call in
            source.map {
                try call(); return $0
            }
        },
        ThrowingStage("map, map") { source, call in
            source.map { $0 + 1 }.map {
                try call(); return $0
            }
        },
        ThrowingStage("compactMap") { source, call in
            source.compactMap {
                try call(); return $0
            }
        },
        ThrowingStage("flatMap") { source, call in
            source.flatMap {
                try call(); return Observable.just($0)
            }
        },
        ThrowingStage("flatMapFirst") { source, call in
            source.flatMapFirst {
                try call(); return Observable.just($0)
            }
        },
        ThrowingStage("flatMapLatest") { source, call in
            source.flatMapLatest {
                try call(); return Observable.just($0)
            }
        },
        ThrowingStage("concatMap") { source, call in
            source.concatMap {
                try call(); return Observable.just($0)
            }
        },
        ThrowingStage("scan") { source, call in
            source.scan(0) {
                try call(); return $0 + $1
            }
        },
        ThrowingStage("scan(into:)") { source, call in
            source.scan(into: 0) {
                try call(); $0 += $1
            }
        },
        ThrowingStage("reduce") { source, call in
            source.reduce(0) {
                try call(); return $0 + $1
            }
        },
        ThrowingStage("groupBy") { source, call in
            source.groupBy {
                try call(); return $0 % 2
            }.flatMap { $0.asObservable() }
        },
        ThrowingStage("filter") { source, call in
            source.filter { _ in
                try call(); return true
            }
        },
        ThrowingStage("filter, filter") { source, call in
            source.filter { _ in true }.filter { _ in
                try call(); return true
            }
        },
        ThrowingStage("distinctUntilChanged(key)") { source, call in
            source.distinctUntilChanged { element -> Int in
                try call(); return element
            }
        },
        ThrowingStage("take(while:)") { source, call in
            source.take(while: { _ in
                try call(); return true
            })
        },
        ThrowingStage("take(until: predicate)") { source, call in
            source.take(until: { _ in
                try call(); return false
            })
        },
        ThrowingStage("skip(while:)") { source, call in
            source.skip(while: { _ in
                try call(); return true
            })
        },
        ThrowingStage("single") { source, call in
            source.single { _ in
                try call(); return false
            }
        },
        ThrowingStage("withLatestFrom") { source, call in
            source.withLatestFrom(Observable.just(0)) { element, _ in
                try call(); return element
            }
        },
        ThrowingStage("combineLatest") { source, call in
            Observable.combineLatest(source, Observable.just(0)) {
                try call(); return $0 + $1
            }
        },
        ThrowingStage("combineLatest(collection)") { source, call in
            Observable.combineLatest([source, Observable.just(0)]) {
                try call(); return $0.count
            }
        },
        ThrowingStage("zip") { source, call in
            Observable.zip(source, Observable.of(0, 0, 0)) {
                try call(); return $0 + $1
            }
        },
        ThrowingStage("zip(collection)") { source, call in
            Observable.zip([source, Observable.of(0, 0, 0)]) {
                try call(); return $0.count
            }
        },
        ThrowingStage("do(onNext:)") { source, call in source.do(onNext: { _ in try call() }) },
        ThrowingStage("do(afterNext:)") { source, call in source.do(afterNext: { _ in try call() }) },
    ]
}

extension StageTests {
    @Test(arguments: Core.allCases, ThrowingStage.all)
    func throwIsTheErrorOfTheResultAndTheLastCall(core: Core, stage: ThrowingStage) {
        core.run {
            let scheduler = TestScheduler(initialClock: 0)
            let source = scheduler.createHotObservable([
                .next(210, 1), .next(220, 2), .next(230, 3), .completed(240),
            ])
            var calls = 0
            let result = scheduler.start {
                stage.build(source.asObservable()) {
                    calls += 1
                    if calls == 2 { throw Failure.thrown }
                }
            }
            expect(result.events.filter { $0.value.isStopEvent }, [.error(220, Failure.thrown)])
            #expect(result.events.last?.value.isStopEvent == true)
            #expect(calls == 2)
            expect(source, subscribed: [200...220])
        }
    }
}
