import BenchKit
import CatalogueStorage
import Rx

/// Closures that throw: to subscribe, and have what they throw. Those of `map`, `filter`, `scan` and `flatMap` are with how operators end. What has
/// no row runs the code of one that has: `take(while:)` is made of `take(until:)` a predicate, a key and a comparer are asked in one place, rows of
/// any number of sources are made in one, and `decode` is a `map`.
let closuresThatThrow: [CoveringRows] = [
    throwing("compactMap", "compactMap", "compactMap(_:)") { $0.compactMap { _ -> Int? in try thrown() } },
    throwing("scan/into", "scan(into:)", "scan(into:accumulator:)") { $0.scan(into: 0) { (_: inout Int, _: Int) in try thrown() } },
    throwing("reduce", "reduce", "reduce(_:accumulator:)") { $0.reduce(0) { _, _ -> Int in try thrown() } },
    throwing("reduce/mapResult", "reduce, whose mapResult throws", "reduce(_:accumulator:mapResult:)", of: { one(1) }) {
        $0.reduce(0, accumulator: { $0 &+ $1 }, mapResult: { _ -> Int in try thrown() })
    },
    throwing("groupBy", "groupBy", "groupBy(keySelector:)") { $0.groupBy { _ -> Int in try thrown() } },

    throwing("flatMapFirst", "flatMapFirst", "flatMapFirst(_:)") { $0.flatMapFirst { _ -> Observable<Int> in try thrown() } },
    throwing("flatMapLatest", "flatMapLatest", "flatMapLatest(_:) [-> Observable]") {
        $0.flatMapLatest { _ -> Observable<Int> in try thrown() }
    },
    throwing("concatMap", "concatMap", "concatMap(_:)") { $0.concatMap { _ -> Observable<Int> in try thrown() } },

    throwing("take/while", "take(while:)", "take(while:behavior:)") { $0.take(while: { _ in try thrown() }) },
    throwing("skip/while", "skip(while:)", "skip(while:)") { $0.skip(while: { _ in try thrown() }) },
    throwing("single/predicate", "single with a predicate", "single(_:)") { $0.single { _ in try thrown() } },
    throwing("distinctUntilChanged/key", "distinctUntilChanged by a key", "distinctUntilChanged(_:) [keySelector]") {
        $0.distinctUntilChanged { _ -> Int in try thrown() }
    },
    // The first element is compared with nothing.
    throwing(
        "distinctUntilChanged/comparer", "distinctUntilChanged with a comparer, at the second element",
        "distinctUntilChanged(_:) [comparer]", sends: 1, of: { lasting(1).startWith(0) }
    ) { $0.distinctUntilChanged { _, _ -> Bool in try thrown() } },

    throwing("combineLatest/2", "combineLatest with 2", "combineLatest(_:_:resultSelector:)") {
        Observable<Int>.combineLatest($0, lasting(2)) { _, _ -> Int in try thrown() }
    },
    throwing("combineLatest/collection-selector", "combineLatest with a collection", "combineLatest(_:resultSelector:)") {
        Observable<Int>.combineLatest([$0, lasting(2)]) { _ -> Int in try thrown() }
    },
    throwing("zip/2", "zip with 2", "zip(_:_:resultSelector:)") {
        Observable<Int>.zip($0, lasting(2)) { _, _ -> Int in try thrown() }
    },
    throwing("zip/collection-selector", "zip with a collection", "zip(_:resultSelector:)") {
        Observable<Int>.zip([$0, lasting(2)]) { _ -> Int in try thrown() }
    },
    throwing("withLatestFrom/selector", "withLatestFrom with a selector", "withLatestFrom(_:resultSelector:)") {
        $0.withLatestFrom(lasting(2)) { _, _ -> Int in try thrown() }
    },

    throwing("do", "do(onNext:)", doing) { $0.do(onNext: { _ in try thrown() }) },
    throwing("do/after-next", "do(afterNext:)", doing, sends: 1) { $0.do(afterNext: { _ in try thrown() }) },
    throwing("do/on-completed", "do(onCompleted:)", doing, sends: 1, of: { one(1) }) { $0.do(onCompleted: { try thrown() }) },

    throwing("catch", "catch", "catch(_:)", of: { failing() }) { $0.catch { _ -> Observable<Int> in try thrown() } },
    throwing("deferred", "deferred", "deferred(_:)") { _ in Observable<Int>.deferred { try thrown() } },
    throwing("using/resource", "using, which gets no resource", "using(_:observableFactory:)") { source in
        Observable<Int>.using({ () -> BooleanDisposable in try thrown() }, observableFactory: { _ in source })
    },
    throwing("using", "using, which has a resource and gets no sequence", "using(_:observableFactory:)") { _ in
        Observable<Int>.using({ BooleanDisposable() }, observableFactory: { _ in try thrown() })
    },
    throwing("multicast/selector", "multicast, whose selector throws", "multicast(_:selector:)") {
        $0.multicast({ PublishSubject<Int>() }, selector: { _ -> Observable<Int> in try thrown() })
    },

    member(
        "ObserverType/mapObserver/throwing/error", "mapObserver with a function that throws: an element, which becomes an error",
        ["ObserverType.mapObserver(_:)"], unit: "failure"
    ) { n, tally in
        let failed = AnyObserver<Int> { if case .error = $0 { tally.add(1) } }
        let observer: AnyObserver<Int> = opaque(opaque(failed).mapObserver { _ in try thrown() })
        for i in 0..<n { observer.onNext(i) }
    },
    member(
        "Event/map/throwing/error", "Event.map with a function that throws", ["Event.map(_:)"], unit: "failure"
    ) { n, tally in
        for i in 0..<n { if opaque(opaque(Event.next(i)).map { _ -> Int in try thrown() }).error != nil { tally.add(1) } }
    },
]

private let doing = "do(onNext:afterNext:onError:afterError:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)"

/// Not inlined: that no closure ever returns anything is not for the compiler to see.
@inline(never)
private func thrown<Result>() throws -> Result { throw plannedFailure }

/// A row in one form, the composed one, as those of completion are: what is done at an end is the same code in both.
/// - Parameters:
///   - declaration: which of `ObservableType`'s it is.
///   - elements: how many come before the error.
private func throwing<Element>(
    _ name: String, _ use: String, _ declaration: String, sends elements: Int = 0,
    of source: @escaping @Sendable () -> Observable<Int> = { lasting(1) },
    _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Element>
) -> CoveringRows {
    let failing = row(
        "\(name)/throwing/error", "\(use): to subscribe, and have the error that a closure throws", unit: "failure", events: 200
    ) { run in
        let n = run.n, tally = Tally()
        let sequence = run.timed {
            let sequence = Property(apply(Property(source()).read()))
            for _ in 0..<n { sequence.read().subscribe(onNext: { _ in tally.add(1) }, onError: { _ in tally.fail() }).dispose() }
            return sequence
        }
        try run.expect(tally.count, n * elements, "elements")
        try run.expect(tally.errors, n, "errors")
        var isPlanned = false
        sequence.read().subscribe(onError: { isPlanned = $0 is PlannedFailure }).dispose()
        try run.expect(isPlanned, true, "whether it is the error that was thrown")
    }
    return CoveringRows(rows: [failing], covers: ["ObservableType.\(declaration)"])
}
