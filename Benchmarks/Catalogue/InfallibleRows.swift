import Rx

/// Infallible sequences: their makers and operators, and to subscribe to them and bind them. They can't fail, so no row is of errors.
/// What makes tuples is the same code as with a function that makes them: to subscribe and to dispose have rows only there. An infallible
/// sequence as an observable is the one that it was made of, and has a row of events alone.
let infallible: [CoveringRows] = [
    traitRows(Create.self), traitRows(SubscribeEvents.self), traitRows(SubscribeWith.self), traitRows(Map.self),
    traitRows(CompactMap.self), traitRows(Filter.self), traitRows(Scan.self), traitRows(ScanInto.self), traitRows(FlatMap.self),
    traitRows(FlatMapLatest.self), traitRows(FlatMapFirst.self), traitRows(ConcatMap.self), traitRows(WithUnretained.self),
    traitRows(WithUnretainedSelector.self), traitRows(Do.self), traitRows(Share.self), traitRows(StartWith.self),
    traitRows(ConcatTwo.self), traitRows(ConcatVariadic.self), traitRows(ConcatCollection.self), traitRows(ConcatSequence.self),
    traitRows(MergeVariadic.self), traitRows(MergeArray.self), traitRows(MergeCollection.self), traitRows(WithLatestFrom.self),
    traitRows(WithLatestFromSelector.self), traitRows(Take.self), traitRows(TakeFor.self), traitRows(TakeUntilInfallible.self),
    traitRows(TakeUntilObservable.self), traitRows(TakeUntilPredicate.self), traitRows(TakeWhile.self), traitRows(SkipUntil.self),
    traitRows(SkipWhile.self), traitRows(Distinct.self), traitRows(DistinctKey.self), traitRows(DistinctComparer.self),
    traitRows(DistinctKeyComparer.self), traitRows(DistinctAt.self), traitRows(Debounce.self), traitRows(Throttle.self),
    traitRows(Just.self), traitRows(JustOn.self), traitRows(Empty.self), traitRows(Silent.self), traitRows(Deferred.self),
    traitRows(Of.self), traitRows(FromArray.self), traitRows(FromSequence.self), traitRows(BindOnNext.self),
    traitRows(BindObserver.self), traitRows(BindOptionalObserver.self), traitRows(BindClosure.self), traitRows(BindCurried.self),
    traitRows(BindPublishRelay.self), traitRows(BindPublishRelayOptional.self), traitRows(BindBehaviorRelay.self),
    traitRows(BindBehaviorRelayOptional.self), traitRows(BindReplayRelay.self), traitRows(BindReplayRelayOptional.self),
    traitRows(CombineLatestCollection.self), traitRows(CombineLatestCollectionSelector.self), traitRows(CombineLatest2.self),
    traitRows(CombineLatestTuple2.self), traitRows(Zip2.self), traitRows(CombineLatest3.self),
    traitRows(CombineLatestTuple3.self), traitRows(Zip3.self), traitRows(CombineLatest4.self),
    traitRows(CombineLatestTuple4.self), traitRows(Zip4.self), traitRows(CombineLatest5.self),
    traitRows(CombineLatestTuple5.self), traitRows(Zip5.self), traitRows(CombineLatest6.self),
    traitRows(CombineLatestTuple6.self), traitRows(Zip6.self), traitRows(CombineLatest7.self),
    traitRows(CombineLatestTuple7.self), traitRows(Zip7.self), traitRows(CombineLatest8.self),
    traitRows(CombineLatestTuple8.self), traitRows(Zip8.self),
    RowSet.all.of(FallbackTo.self), RowSet.all.of(Recover.self), RowSet.all.of(Plain.self),
    relayRow("PublishRelay", "PublishRelay.asInfallible()") { PublishRelay<Int>().asInfallible() },
    relayRow("BehaviorRelay", "BehaviorRelay.asInfallible()", atOnce: 1) { BehaviorRelay(value: 0).asInfallible() },
    relayRow("ReplayRelay", "ReplayRelay.asInfallible()") { ReplayRelay<Int>.create(bufferSize: 1).asInfallible() },
]

enum InfallibleKind: TraitKind {
    typealias Observer = @Sendable (InfallibleEvent<Int>) -> Void

    @inline(__always)
    static func numbers(_ n: Int) -> Infallible<Int> {
        .create { observer in
            for i in 0..<n { observer(.next(i)) }
            observer(.completed)
            return Disposables.create()
        }
    }

    static func plain() -> Infallible<Int> { .create { _ in Disposables.create() } }

    @inline(__always)
    static func source(_ control: TraitSourceControl<InfallibleKind>) -> Infallible<Int> { .create { control.begin($0) } }

    static func of(_ relay: PublishRelay<Int>) -> Infallible<Int> { relay.asInfallible() }
    static func lasting() -> Infallible<Int> {
        .create { observer in
            observer(.next(0))
            return Disposables.create()
        }
    }

    @inline(__always)
    static func send(_ element: Int, to observer: Observer) { observer(.next(element)) }
}

private protocol InfallibleEntry: TraitEntry where Kind == InfallibleKind {}

private typealias InfallibleContext = TraitContext<InfallibleKind>

/// A relay as an infallible sequence.
private func relayRow(_ name: String, _ covers: String, atOnce: Int = 0, make: @escaping @Sendable () -> Infallible<Int>) -> CoveringRows {
    let id = "infallible/\(name)/subscribe", title = "\(name).asInfallible(): to make, subscribe and dispose"
    let made = row(id, title, unit: "subscription", events: 200) { run in
        let tally = Tally(), n = run.n
        run.timed { for _ in 0..<n { make().subscribe(onNext: { tally.add($0) }).dispose() } }
        try run.expect(tally.count, n * atOnce, "elements")
    }
    return CoveringRows(rows: [made], covers: [covers])
}

private enum Create: InfallibleEntry {
    static let name = "infallible/create", title = "Infallible.create { … } and subscribe(onNext:)"
    static let covers = ["Infallible.create(subscribe:)", "InfallibleType.subscribe(onNext:onCompleted:onDisposed:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
}

private enum SubscribeEvents: InfallibleEntry {
    static let name = "infallible/subscribe-events", title = "subscribe { event in … }", covers = ["InfallibleType.subscribe(_:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable {
        output.subscribe { event in
            if case .next(let element) = event { tally.add(element) }
        }
    }
}

private enum SubscribeWith: InfallibleEntry {
    static let name = "infallible/subscribe-with", title = "subscribe(with: object, onNext: …)"
    static let covers = ["InfallibleType.subscribe(with:onNext:onCompleted:onDisposed:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable {
        output.subscribe(with: tally, onNext: { $0.add($1) })
    }
}

private enum Map: InfallibleEntry {
    static let name = "infallible/map", title = "source.map { $0 &+ 1 }", covers = ["InfallibleType.map(_:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.map { $0 &+ 1 } }
}

private enum CompactMap: InfallibleEntry {
    static let name = "infallible/compactMap", title = "source.compactMap { Optional($0 &+ 1) }"
    static let covers = ["InfallibleType.compactMap(_:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.compactMap { Optional($0 &+ 1) } }
}

private enum Filter: InfallibleEntry {
    static let name = "infallible/filter", title = "source.filter { $0 != -1 }", covers = ["InfallibleType.filter(_:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.filter { $0 != -1 } }
}

private enum Scan: InfallibleEntry {
    static let name = "infallible/scan", title = "source.scan(0) { $0 &+ $1 }", covers = ["InfallibleType.scan(_:accumulator:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.scan(0) { $0 &+ $1 } }
}

private enum ScanInto: InfallibleEntry {
    static let name = "infallible/scan/into", title = "source.scan(into: 0) { $0 &+= $1 }"
    static let covers = ["InfallibleType.scan(into:accumulator:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.scan(into: 0) { $0 &+= $1 } }
}

private enum FlatMap: InfallibleEntry {
    static let name = "infallible/flatMap", title = "source.flatMap { Infallible.just($0) }", covers = ["InfallibleType.flatMap(_:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.flatMap { Infallible.just($0) } }
}

private enum FlatMapLatest: InfallibleEntry {
    static let name = "infallible/flatMapLatest", title = "source.flatMapLatest { Infallible.just($0) }"
    static let covers = ["InfallibleType.flatMapLatest(_:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.flatMapLatest { Infallible.just($0) } }
}

private enum FlatMapFirst: InfallibleEntry {
    static let name = "infallible/flatMapFirst", title = "source.flatMapFirst { Infallible.just($0) }"
    static let covers = ["InfallibleType.flatMapFirst(_:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.flatMapFirst { Infallible.just($0) } }
}

private enum ConcatMap: InfallibleEntry {
    static let name = "infallible/concatMap", title = "source.concatMap { Infallible.just($0) }", covers = ["InfallibleType.concatMap(_:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.concatMap { Infallible.just($0) } }
}

private enum WithUnretained: InfallibleEntry {
    static let name = "infallible/withUnretained", title = "source.withUnretained(holder)", covers = ["InfallibleType.withUnretained(_:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<(UnretainedObject, Int)> { source.withUnretained(holder) }
}

private enum WithUnretainedSelector: InfallibleEntry {
    static let name = "infallible/withUnretained/selector", title = "source.withUnretained(holder) { $1 }"
    static let covers = ["InfallibleType.withUnretained(_:resultSelector:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.withUnretained(holder) { $1 } }
}

private enum Do: InfallibleEntry {
    static let name = "infallible/do", title = "source.do(onNext: { _ in })"
    static let covers = ["Infallible.do(onNext:afterNext:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.do(onNext: { _ in }) }
}

private enum Share: InfallibleEntry {
    static let name = "infallible/share", title = "source.share(replay: 1)", covers = ["InfallibleType.share(replay:scope:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.share(replay: 1) }
}

private enum StartWith: InfallibleEntry {
    static let name = "infallible/startWith", title = "source.startWith(0)", covers = ["InfallibleType.startWith(_:)"]
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.startWith(0) }
}

private enum ConcatTwo: InfallibleEntry {
    static let name = "infallible/concat/2", title = "source.concat(Infallible.empty())", covers = ["InfallibleType.concat(_:) [<Source>]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.concat(Infallible.empty()) }
}

private enum ConcatVariadic: InfallibleEntry {
    static let name = "infallible/concat/variadic", title = "Infallible.concat(source, .empty())"
    static let covers = ["InfallibleType.concat(_:) [>...]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { Infallible.concat(source, .empty()) }
}

private enum ConcatCollection: InfallibleEntry {
    static let name = "infallible/concat/collection", title = "Infallible.concat([source, .empty()])"
    static let covers = ["InfallibleType.concat(_:) [<Collection>]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { Infallible.concat([source, .empty()]) }
}

private enum ConcatSequence: InfallibleEntry {
    static let name = "infallible/concat/sequence", title = "Infallible.concat(AnySequence([source, .empty()]))"
    static let covers = ["InfallibleType.concat(_:) [<Sequence>]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> {
        Infallible.concat(AnySequence([source, .empty()]))
    }
}

private enum MergeVariadic: InfallibleEntry {
    static let name = "infallible/merge/variadic", title = "Infallible.merge(source, context.others[0])"
    static let covers = ["InfallibleType.merge(_:) [>...]"]
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { 2 * n }
    static var ofOne: Int { 2 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        Infallible.merge(source, context.others[0])
    }
}

private enum MergeArray: InfallibleEntry {
    static let name = "infallible/merge/array", title = "Infallible.merge([source] + context.others)"
    static let covers = ["InfallibleType.merge(_:) [[Infallible<Self.Element>]]"]
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { 4 * n }
    static var ofOne: Int { 4 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        Infallible.merge([source] + context.others)
    }
}

private enum MergeCollection: InfallibleEntry {
    static let name = "infallible/merge/collection", title = "Infallible.merge(CollectionOfOne(source))"
    static let covers = ["InfallibleType.merge(_:) [<Collection>]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { Infallible.merge(CollectionOfOne(source)) }
}

private enum WithLatestFrom: InfallibleEntry {
    static let name = "infallible/withLatestFrom", title = "source.withLatestFrom(context.others[0])"
    static let covers = ["InfallibleType.withLatestFrom(_:)"]
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        source.withLatestFrom(context.others[0])
    }
}

private enum WithLatestFromSelector: InfallibleEntry {
    static let name = "infallible/withLatestFrom/selector", title = "source.withLatestFrom(context.others[0]) { $0 &+ $1 }"
    static let covers = ["InfallibleType.withLatestFrom(_:resultSelector:)"]
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        source.withLatestFrom(context.others[0]) { $0 &+ $1 }
    }
}

private enum Take: InfallibleEntry {
    static let name = "infallible/take", title = "source.take(.max)", covers = ["InfallibleType.take(_:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.take(.max) }
}

private enum TakeFor: InfallibleEntry {
    static let name = "infallible/take/for", title = "source.take(for: .seconds(3600), scheduler: context.scheduler)"
    static let covers = ["InfallibleType.take(for:scheduler:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        source.take(for: .seconds(3600), scheduler: context.scheduler)
    }
}

private enum TakeUntilInfallible: InfallibleEntry {
    static let name = "infallible/take/until-infallible", title = "source.take(until: Infallible<Int>.never())"
    static let covers = ["InfallibleType.take(until:) [InfallibleType]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.take(until: Infallible<Int>.never()) }
}

private enum TakeUntilObservable: InfallibleEntry {
    static let name = "infallible/take/until-observable", title = "source.take(until: Observable<Int>.never())"
    static let covers = ["InfallibleType.take(until:) [some ObservableType]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.take(until: Observable<Int>.never()) }
}

private enum TakeUntilPredicate: InfallibleEntry {
    static let name = "infallible/take/until-predicate", title = "source.take(until: { $0 == -1 })"
    static let covers = ["InfallibleType.take(until:behavior:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.take(until: { $0 == -1 }) }
}

private enum TakeWhile: InfallibleEntry {
    static let name = "infallible/take/while", title = "source.take(while: { $0 != -1 })"
    static let covers = ["InfallibleType.take(while:behavior:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.take(while: { $0 != -1 }) }
}

private enum SkipUntil: InfallibleEntry {
    static let name = "infallible/skip/until", title = "source.skip(until: context.others[0].asObservable())"
    static let covers = ["InfallibleType.skip(until:)"]
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        source.skip(until: context.others[0].asObservable())
    }
}

private enum SkipWhile: InfallibleEntry {
    static let name = "infallible/skip/while", title = "source.skip(while: { $0 == -1 })", covers = ["InfallibleType.skip(while:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.skip(while: { $0 == -1 }) }
}

private enum Distinct: InfallibleEntry {
    static let name = "infallible/distinctUntilChanged", title = "source.distinctUntilChanged()"
    static let covers = ["InfallibleType.distinctUntilChanged()"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.distinctUntilChanged() }
}

private enum DistinctKey: InfallibleEntry {
    static let name = "infallible/distinctUntilChanged/key", title = "source.distinctUntilChanged { $0 &+ 1 }"
    static let covers = ["InfallibleType.distinctUntilChanged(_:) [keySelector]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.distinctUntilChanged { $0 &+ 1 } }
}

private enum DistinctComparer: InfallibleEntry {
    static let name = "infallible/distinctUntilChanged/comparer", title = "source.distinctUntilChanged { $0 == $1 }"
    static let covers = ["InfallibleType.distinctUntilChanged(_:) [comparer]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.distinctUntilChanged { $0 == $1 } }
}

private enum DistinctKeyComparer: InfallibleEntry {
    static let name = "infallible/distinctUntilChanged/key-and-comparer"
    static let title = "source.distinctUntilChanged({ $0 &+ 1 }, comparer: { $0 == $1 })"
    static let covers = ["InfallibleType.distinctUntilChanged(_:comparer:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> {
        source.distinctUntilChanged({ $0 &+ 1 }, comparer: { $0 == $1 })
    }
}

private enum DistinctAt: InfallibleEntry {
    static let name = "infallible/distinctUntilChanged/keyPath", title = "distinctUntilChanged(at: \\.self)"
    static let covers = ["InfallibleType.distinctUntilChanged(at:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source.distinctUntilChanged(at: \.self) }
}

private enum Debounce: InfallibleEntry {
    static let name = "infallible/debounce", title = "source.debounce(.seconds(1), scheduler: context.scheduler)"
    static let covers = ["InfallibleType.debounce(_:scheduler:)"]
    static func elements(_ n: Int) -> Int { min(n, 1) }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        source.debounce(.seconds(1), scheduler: context.scheduler)
    }
}

private enum Throttle: InfallibleEntry {
    static let name = "infallible/throttle", title = "source.throttle(.seconds(1), scheduler: context.scheduler)"
    static let covers = ["InfallibleType.throttle(_:latest:scheduler:)"]
    static func elements(_ n: Int) -> Int { min(n, 2) }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        source.throttle(.seconds(1), scheduler: context.scheduler)
    }
}

private enum Just: InfallibleEntry {
    static let name = "infallible/just", title = "Infallible.just(1)", covers = ["InfallibleType.just(_:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { .just(1) }
}

private enum JustOn: InfallibleEntry {
    static let name = "infallible/just/current-thread", title = "Infallible.just(1) on the current thread"
    static let covers = ["InfallibleType.just(_:scheduler:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { .just(1, scheduler: CurrentThreadScheduler.instance) }
}

private enum Empty: InfallibleEntry {
    static let name = "infallible/empty", title = "Infallible.empty()", covers = ["InfallibleType.empty()"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { .empty() }
}

private enum Silent: InfallibleEntry {
    static let name = "infallible/never", title = "Infallible.never()", covers = ["InfallibleType.never()"]
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { .never() }
}

private enum Deferred: InfallibleEntry {
    static let name = "infallible/deferred", title = "Infallible.deferred { source }", covers = ["InfallibleType.deferred(_:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { .deferred { source } }
}

private enum Of: InfallibleEntry {
    static let name = "infallible/of", title = "Infallible.of(1, 2)", covers = ["Infallible.of(_:scheduler:)"]
    static var aspects: Aspects { [.subscribe] }
    static var atOnce: Int { 2 }
    @inline(__always)
    static func apply(_: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { .of(1, 2) }
}

private enum FromArray: InfallibleEntry {
    static let name = "infallible/from/array", title = "Infallible.from(array)", covers = ["Infallible.from(_:scheduler:) [_ array]"]
    static var atOnce: Int { 1 }
    static var aspects: Aspects { [.event, .subscribe] }
    @inline(__always)
    static func apply(_: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> { .from(Array(0..<context.n)) }
}

private enum FromSequence: InfallibleEntry {
    static let name = "infallible/from/sequence", title = "Infallible.from(0..<n)", covers = ["Infallible.from(_:scheduler:) [<Sequence>]"]
    static var atOnce: Int { 1 }
    static var aspects: Aspects { [.event, .subscribe] }
    @inline(__always)
    static func apply(_: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> { .from(0..<context.n) }
}

private enum BindOnNext: InfallibleEntry {
    static let name = "infallible/bind-onNext", title = "bind(onNext: …)", covers = ["InfallibleType.bind(onNext:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable { output.bind(onNext: { tally.add($0) }) }
}

private enum BindObserver: InfallibleEntry {
    static let name = "infallible/bind-observer", title = "bind(to: observer)"
    static let covers = ["InfallibleType.bind(to:) [Self.Element == Observer.Element]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable {
        output.bind(to: AnyObserver { if case .next(let element) = $0 { tally.add(element) } })
    }
}

private enum BindOptionalObserver: InfallibleEntry {
    static let name = "infallible/bind-optional-observer", title = "bind(to: observer of optionals)"
    static let covers = ["InfallibleType.bind(to:) [Observer.Element == Self.Element?]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable {
        output.bind(to: AnyObserver<Int?> { if case .next(let element) = $0 { tally.add(element ?? 0) } })
    }
}

private enum BindClosure: InfallibleEntry {
    static let name = "infallible/bind-closure", title = "bind(to: binder)", covers = ["InfallibleType.bind(to:) [binder]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable {
        output.bind(to: { $0.subscribe(onNext: { tally.add($0) }) })
    }
}

private enum BindCurried: InfallibleEntry {
    static let name = "infallible/bind-curried", title = "bind(to: binder, curriedArgument: 0)"
    static let covers = ["InfallibleType.bind(to:curriedArgument:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable {
        output.bind(to: { source in { (_: Int) in source.subscribe(onNext: { tally.add($0) }) } }, curriedArgument: 0)
    }
}

private enum BindPublishRelay: InfallibleEntry {
    static let name = "infallible/bind-PublishRelay", title = "bind(to: a PublishRelay<Int>) with an observer"
    static let covers = ["InfallibleType.bind(to:) [PublishRelay<Self.Element>]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable {
        let relay = PublishRelay<Int>()
        let subscription = relay.subscribe(onNext: { tally.add($0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindPublishRelayOptional: InfallibleEntry {
    static let name = "infallible/bind-PublishRelay-optional", title = "bind(to: a PublishRelay<Int?>) with an observer"
    static let covers = ["InfallibleType.bind(to:) [PublishRelay<Self.Element?>]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable {
        let relay = PublishRelay<Int?>()
        let subscription = relay.subscribe(onNext: { tally.add($0 ?? 0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindBehaviorRelay: InfallibleEntry {
    static let name = "infallible/bind-BehaviorRelay", title = "bind(to: a BehaviorRelay<Int>) with an observer"
    static let covers = ["InfallibleType.bind(to:) [BehaviorRelay<Self.Element>]"]
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Int>(value: 0)
        let subscription = relay.subscribe(onNext: { tally.add($0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindBehaviorRelayOptional: InfallibleEntry {
    static let name = "infallible/bind-BehaviorRelay-optional", title = "bind(to: a BehaviorRelay<Int?>) with an observer"
    static let covers = ["InfallibleType.bind(to:) [BehaviorRelay<Self.Element?>]"]
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable {
        let relay = BehaviorRelay<Int?>(value: 0)
        let subscription = relay.subscribe(onNext: { tally.add($0 ?? 0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindReplayRelay: InfallibleEntry {
    static let name = "infallible/bind-ReplayRelay", title = "bind(to: a ReplayRelay<Int>) with an observer"
    static let covers = ["InfallibleType.bind(to:) [ReplayRelay<Self.Element>]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Int>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum BindReplayRelayOptional: InfallibleEntry {
    static let name = "infallible/bind-ReplayRelay-optional", title = "bind(to: a ReplayRelay<Int?>) with an observer"
    static let covers = ["InfallibleType.bind(to:) [ReplayRelay<Self.Element?>]"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext) -> Infallible<Int> { source }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable {
        let relay = ReplayRelay<Int?>.create(bufferSize: 1)
        let subscription = relay.subscribe(onNext: { tally.add($0 ?? 0) })
        return CompositeDisposable(output.bind(to: relay), subscription)
    }
}

private enum CombineLatestCollection: InfallibleEntry {
    static let name = "infallible/combineLatest/collection", title = "Infallible.combineLatest([source] + context.others)"
    static let covers = ["InfallibleType.combineLatest(_:)"]
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<[Int]> {
        Infallible.combineLatest([source] + context.others)
    }
}

private enum CombineLatestCollectionSelector: InfallibleEntry {
    static let name = "infallible/combineLatest/collection-selector"
    static let title = "Infallible.combineLatest([source] + context.others) { $0[0] &+ $0[1] }"
    static let covers = ["InfallibleType.combineLatest(_:resultSelector:)"]
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        Infallible.combineLatest([source] + context.others) { $0[0] &+ $0[1] }
    }
}

private enum CombineLatest2: InfallibleEntry {
    static let name = "infallible/combineLatest/2", title = "combineLatest with 2"
    static let covers = ["Infallible.combineLatest(_:_:resultSelector:)"]
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 2 * n - 1 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.combineLatest(source, more[0]) { $0 &+ $1 }
    }
}

private enum CombineLatestTuple2: InfallibleEntry {
    static let name = "infallible/combineLatest/2-tuple", title = "combineLatest to a tuple of 2"
    static let covers = ["InfallibleType.combineLatest(_:_:)"]
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 2 * n - 1 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<(Int, Int)> {
        let more = context.others
        return Infallible.combineLatest(source, more[0])
    }
}

private enum Zip2: InfallibleEntry {
    static let name = "infallible/zip/2", title = "zip with 2", covers = ["InfallibleType.zip(_:_:resultSelector:)"]
    static var others: Int { 1 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.zip(source, more[0]) { $0 &+ $1 }
    }
}

private enum CombineLatest3: InfallibleEntry {
    static let name = "infallible/combineLatest/3", title = "combineLatest with 3"
    static let covers = ["Infallible.combineLatest(_:_:_:resultSelector:)"]
    static var others: Int { 2 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 3 * n - 2 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.combineLatest(source, more[0], more[1]) { $0 &+ $1 &+ $2 }
    }
}

private enum CombineLatestTuple3: InfallibleEntry {
    static let name = "infallible/combineLatest/3-tuple", title = "combineLatest to a tuple of 3"
    static let covers = ["InfallibleType.combineLatest(_:_:_:)"]
    static var others: Int { 2 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 3 * n - 2 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<(Int, Int, Int)> {
        let more = context.others
        return Infallible.combineLatest(source, more[0], more[1])
    }
}

private enum Zip3: InfallibleEntry {
    static let name = "infallible/zip/3", title = "zip with 3", covers = ["InfallibleType.zip(_:_:_:resultSelector:)"]
    static var others: Int { 2 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.zip(source, more[0], more[1]) { $0 &+ $1 &+ $2 }
    }
}

private enum CombineLatest4: InfallibleEntry {
    static let name = "infallible/combineLatest/4", title = "combineLatest with 4"
    static let covers = ["Infallible.combineLatest(_:_:_:_:resultSelector:)"]
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.combineLatest(source, more[0], more[1], more[2]) { $0 &+ $1 &+ $2 &+ $3 }
    }
}

private enum CombineLatestTuple4: InfallibleEntry {
    static let name = "infallible/combineLatest/4-tuple", title = "combineLatest to a tuple of 4"
    static let covers = ["InfallibleType.combineLatest(_:_:_:_:)"]
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<(Int, Int, Int, Int)> {
        let more = context.others
        return Infallible.combineLatest(source, more[0], more[1], more[2])
    }
}

private enum Zip4: InfallibleEntry {
    static let name = "infallible/zip/4", title = "zip with 4", covers = ["InfallibleType.zip(_:_:_:_:resultSelector:)"]
    static var others: Int { 3 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.zip(source, more[0], more[1], more[2]) { $0 &+ $1 &+ $2 &+ $3 }
    }
}

private enum CombineLatest5: InfallibleEntry {
    static let name = "infallible/combineLatest/5", title = "combineLatest with 5"
    static let covers = ["Infallible.combineLatest(_:_:_:_:_:resultSelector:)"]
    static var others: Int { 4 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 5 * n - 4 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.combineLatest(source, more[0], more[1], more[2], more[3]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 }
    }
}

private enum CombineLatestTuple5: InfallibleEntry {
    static let name = "infallible/combineLatest/5-tuple", title = "combineLatest to a tuple of 5"
    static let covers = ["InfallibleType.combineLatest(_:_:_:_:_:)"]
    static var others: Int { 4 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 5 * n - 4 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<(Int, Int, Int, Int, Int)> {
        let more = context.others
        return Infallible.combineLatest(source, more[0], more[1], more[2], more[3])
    }
}

private enum Zip5: InfallibleEntry {
    static let name = "infallible/zip/5", title = "zip with 5", covers = ["InfallibleType.zip(_:_:_:_:_:resultSelector:)"]
    static var others: Int { 4 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.zip(source, more[0], more[1], more[2], more[3]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 }
    }
}

private enum CombineLatest6: InfallibleEntry {
    static let name = "infallible/combineLatest/6", title = "combineLatest with 6"
    static let covers = ["Infallible.combineLatest(_:_:_:_:_:_:resultSelector:)"]
    static var others: Int { 5 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 6 * n - 5 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.combineLatest(source, more[0], more[1], more[2], more[3], more[4]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 }
    }
}

private enum CombineLatestTuple6: InfallibleEntry {
    static let name = "infallible/combineLatest/6-tuple", title = "combineLatest to a tuple of 6"
    static let covers = ["InfallibleType.combineLatest(_:_:_:_:_:_:)"]
    static var others: Int { 5 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 6 * n - 5 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<(Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Infallible.combineLatest(source, more[0], more[1], more[2], more[3], more[4])
    }
}

private enum Zip6: InfallibleEntry {
    static let name = "infallible/zip/6", title = "zip with 6", covers = ["InfallibleType.zip(_:_:_:_:_:_:resultSelector:)"]
    static var others: Int { 5 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.zip(source, more[0], more[1], more[2], more[3], more[4]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 }
    }
}

private enum CombineLatest7: InfallibleEntry {
    static let name = "infallible/combineLatest/7", title = "combineLatest with 7"
    static let covers = ["Infallible.combineLatest(_:_:_:_:_:_:_:resultSelector:)"]
    static var others: Int { 6 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 7 * n - 6 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5]) {
            $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 &+ $6
        }
    }
}

private enum CombineLatestTuple7: InfallibleEntry {
    static let name = "infallible/combineLatest/7-tuple", title = "combineLatest to a tuple of 7"
    static let covers = ["InfallibleType.combineLatest(_:_:_:_:_:_:_:)"]
    static var others: Int { 6 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 7 * n - 6 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<(Int, Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Infallible.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5])
    }
}

private enum Zip7: InfallibleEntry {
    static let name = "infallible/zip/7", title = "zip with 7", covers = ["InfallibleType.zip(_:_:_:_:_:_:_:resultSelector:)"]
    static var others: Int { 6 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.zip(source, more[0], more[1], more[2], more[3], more[4], more[5]) { $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 &+ $6 }
    }
}

private enum CombineLatest8: InfallibleEntry {
    static let name = "infallible/combineLatest/8", title = "combineLatest with 8"
    static let covers = ["Infallible.combineLatest(_:_:_:_:_:_:_:_:resultSelector:)"]
    static var others: Int { 7 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 8 * n - 7 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) {
            $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 &+ $6 &+ $7
        }
    }
}

private enum CombineLatestTuple8: InfallibleEntry {
    static let name = "infallible/combineLatest/8-tuple", title = "combineLatest to a tuple of 8"
    static let covers = ["InfallibleType.combineLatest(_:_:_:_:_:_:_:_:)"]
    static var others: Int { 7 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 8 * n - 7 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<(Int, Int, Int, Int, Int, Int, Int, Int)> {
        let more = context.others
        return Infallible.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6])
    }
}

private enum Zip8: InfallibleEntry {
    static let name = "infallible/zip/8", title = "zip with 8", covers = ["InfallibleType.zip(_:_:_:_:_:_:_:_:resultSelector:)"]
    static var others: Int { 7 }
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _ context: InfallibleContext) -> Infallible<Int> {
        let more = context.others
        return Infallible.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) {
            $0 &+ $1 &+ $2 &+ $3 &+ $4 &+ $5 &+ $6 &+ $7
        }
    }
}

// MARK: From observables

private enum FallbackTo: Entry {
    static let name = "asInfallible/onErrorFallbackTo", title = "source.asInfallible(onErrorFallbackTo: .empty())"
    static let covers = ["ObservableConvertibleType.asInfallible(onErrorFallbackTo:)"]
    static var errors: Int { 0 }
    static var aspects: Aspects { [.event, .subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Infallible<Int> { source.asInfallible(onErrorFallbackTo: .empty()) }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable { output.subscribe(onNext: { tally.add($0) }) }
}

private enum Recover: Entry {
    static let name = "asInfallible/onErrorRecover", title = "source.asInfallible(onErrorRecover: { _ in .empty() })"
    static let covers = ["ObservableConvertibleType.asInfallible(onErrorRecover:)"]
    static var errors: Int { 0 }
    static var aspects: Aspects { [.event, .subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Infallible<Int> {
        source.asInfallible(onErrorRecover: { _ in .empty() })
    }
    @inline(__always)
    static func subscribe(_ output: Infallible<Int>, _ tally: Tally) -> any Disposable { output.subscribe(onNext: { tally.add($0) }) }
}

private enum Plain: Entry {
    static let name = "infallible/asObservable", title = "source.asInfallible(onErrorJustReturn: 0).asObservable()"
    static let covers = ["Infallible.asObservable()"]
    static var errors: Int { 0 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Observable<Int>, _: Context<Int>) -> Observable<Int> {
        source.asInfallible(onErrorJustReturn: 0).asObservable()
    }
}
