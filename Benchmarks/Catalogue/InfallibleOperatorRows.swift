import Rx

/// Operators of infallible sequences.
let infallibleOperators = infallibleOperatorRows(Int.self, .all) + [traitRows(DistinctAt.self)]
#if ELEMENTS
let infallibleOperatorsOfElements =
    infallibleOperatorRows(String.self, .elements) + infallibleOperatorRows(Wide.self, .elements) + infallibleOperatorRows(Reference.self, .elements)
#endif

func infallibleOperatorRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(Map<Input>.self), rows.of(CompactMap<Input>.self), rows.of(Filter<Input>.self), rows.of(Scan<Input>.self),
        rows.of(ScanInto<Input>.self), rows.of(FlatMap<Input>.self), rows.of(FlatMapLatest<Input>.self),
        rows.of(FlatMapFirst<Input>.self), rows.of(ConcatMap<Input>.self), rows.of(WithUnretained<Input>.self),
        rows.of(WithUnretainedSelector<Input>.self), rows.of(Do<Input>.self), rows.of(Share<Input>.self),
        rows.of(StartWith<Input>.self), rows.of(ConcatTwo<Input>.self), rows.of(ConcatVariadic<Input>.self),
        rows.of(ConcatCollection<Input>.self), rows.of(ConcatSequence<Input>.self), rows.of(MergeVariadic<Input>.self),
        rows.of(MergeArray<Input>.self), rows.of(MergeCollection<Input>.self), rows.of(WithLatestFrom<Input>.self),
        rows.of(WithLatestFromSelector<Input>.self), rows.of(Take<Input>.self), rows.of(TakeFor<Input>.self),
        rows.of(TakeUntilInfallible<Input>.self), rows.of(TakeUntilObservable<Input>.self),
        rows.of(TakeUntilPredicate<Input>.self), rows.of(TakeWhile<Input>.self), rows.of(SkipUntil<Input>.self),
        rows.of(SkipWhile<Input>.self), rows.of(Distinct<Input>.self), rows.of(DistinctKey<Input>.self),
        rows.of(DistinctComparer<Input>.self), rows.of(DistinctKeyComparer<Input>.self),
        rows.of(Debounce<Input>.self), rows.of(Throttle<Input>.self),
    ]
}

private enum Map<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/map" }
    static var title: String { "source.map { $0.next }" }
    static var covers: [String] { ["InfallibleType.map(_:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.map { $0.next } }
}

private enum CompactMap<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/compactMap" }
    static var title: String { "source.compactMap { Optional($0.next) }" }
    static var covers: [String] { ["InfallibleType.compactMap(_:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.compactMap { Optional($0.next) } }
}

private enum Filter<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/filter" }
    static var title: String { "source.filter { $0.weight != -1 }" }
    static var covers: [String] { ["InfallibleType.filter(_:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.filter { $0.weight != -1 } }
}

private enum Scan<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/scan" }
    static var title: String { "source.scan(zero) { $0.plus($1) }" }
    static var covers: [String] { ["InfallibleType.scan(_:accumulator:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.scan(Input(number: 0)) { $0.plus($1) } }
}

private enum ScanInto<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/scan/into" }
    static var title: String { "source.scan(into: zero) { $0 = $0.plus($1) }" }
    static var covers: [String] { ["InfallibleType.scan(into:accumulator:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> {
        source.scan(into: Input(number: 0)) { $0 = $0.plus($1) }
    }
}

private enum FlatMap<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/flatMap" }
    static var title: String { "source.flatMap { Infallible.just($0) }" }
    static var covers: [String] { ["InfallibleType.flatMap(_:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.flatMap { Infallible.just($0) } }
}

private enum FlatMapLatest<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/flatMapLatest" }
    static var title: String { "source.flatMapLatest { Infallible.just($0) }" }
    static var covers: [String] { ["InfallibleType.flatMapLatest(_:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.flatMapLatest { Infallible.just($0) } }
}

private enum FlatMapFirst<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/flatMapFirst" }
    static var title: String { "source.flatMapFirst { Infallible.just($0) }" }
    static var covers: [String] { ["InfallibleType.flatMapFirst(_:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.flatMapFirst { Infallible.just($0) } }
}

private enum ConcatMap<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/concatMap" }
    static var title: String { "source.concatMap { Infallible.just($0) }" }
    static var covers: [String] { ["InfallibleType.concatMap(_:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.concatMap { Infallible.just($0) } }
}

private enum WithUnretained<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/withUnretained" }
    static var title: String { "source.withUnretained(holder)" }
    static var covers: [String] { ["InfallibleType.withUnretained(_:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<(UnretainedObject, Input)> {
        source.withUnretained(holder)
    }
}

private enum WithUnretainedSelector<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/withUnretained/selector" }
    static var title: String { "source.withUnretained(holder) { $1 }" }
    static var covers: [String] { ["InfallibleType.withUnretained(_:resultSelector:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.withUnretained(holder) { $1 } }
}

private enum Do<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/do" }
    static var title: String { "source.do(onNext: { _ in })" }
    static var covers: [String] { ["Infallible.do(onNext:afterNext:onCompleted:afterCompleted:onSubscribe:onSubscribed:onDispose:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.do(onNext: { _ in }) }
}

private enum Share<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/share" }
    static var title: String { "source.share(replay: 1)" }
    static var covers: [String] { ["InfallibleType.share(replay:scope:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.share(replay: 1) }
}

private enum StartWith<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/startWith" }
    static var title: String { "source.startWith(zero)" }
    static var covers: [String] { ["InfallibleType.startWith(_:)"] }
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.startWith(Input(number: 0)) }
}

private enum ConcatTwo<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/concat/2" }
    static var title: String { "source.concat(Infallible.empty())" }
    static var covers: [String] { ["InfallibleType.concat(_:) [<Source>]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.concat(Infallible.empty()) }
}

private enum ConcatVariadic<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/concat/variadic" }
    static var title: String { "Infallible.concat(source, .empty())" }
    static var covers: [String] { ["InfallibleType.concat(_:) [>...]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { Infallible.concat(source, .empty()) }
}

private enum ConcatCollection<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/concat/collection" }
    static var title: String { "Infallible.concat([source, .empty()])" }
    static var covers: [String] { ["InfallibleType.concat(_:) [<Collection>]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { Infallible.concat([source, .empty()]) }
}

private enum ConcatSequence<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/concat/sequence" }
    static var title: String { "Infallible.concat(AnySequence([source, .empty()]))" }
    static var covers: [String] { ["InfallibleType.concat(_:) [<Sequence>]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> {
        Infallible.concat(AnySequence([source, .empty()]))
    }
}

private enum MergeVariadic<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/merge/variadic" }
    static var title: String { "Infallible.merge(source, context.others[0])" }
    static var covers: [String] { ["InfallibleType.merge(_:) [>...]"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { 2 * n }
    static var ofOne: Int { 2 }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _ context: InfallibleContext<Input>) -> Infallible<Input> {
        Infallible.merge(source, context.others[0])
    }
}

private enum MergeArray<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/merge/array" }
    static var title: String { "Infallible.merge([source] + context.others)" }
    static var covers: [String] { ["InfallibleType.merge(_:) [[Infallible<Self.Element>]]"] }
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { 4 * n }
    static var ofOne: Int { 4 }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _ context: InfallibleContext<Input>) -> Infallible<Input> {
        Infallible.merge([source] + context.others)
    }
}

private enum MergeCollection<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/merge/collection" }
    static var title: String { "Infallible.merge(CollectionOfOne(source))" }
    static var covers: [String] { ["InfallibleType.merge(_:) [<Collection>]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { Infallible.merge(CollectionOfOne(source)) }
}

private enum WithLatestFrom<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/withLatestFrom" }
    static var title: String { "source.withLatestFrom(context.others[0])" }
    static var covers: [String] { ["InfallibleType.withLatestFrom(_:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _ context: InfallibleContext<Input>) -> Infallible<Input> {
        source.withLatestFrom(context.others[0])
    }
}

private enum WithLatestFromSelector<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/withLatestFrom/selector" }
    static var title: String { "source.withLatestFrom(context.others[0]) { $0.plus($1) }" }
    static var covers: [String] { ["InfallibleType.withLatestFrom(_:resultSelector:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _ context: InfallibleContext<Input>) -> Infallible<Input> {
        source.withLatestFrom(context.others[0]) { $0.plus($1) }
    }
}

private enum Take<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/take" }
    static var title: String { "source.take(.max)" }
    static var covers: [String] { ["InfallibleType.take(_:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.take(.max) }
}

private enum TakeFor<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/take/for" }
    static var title: String { "source.take(for: .seconds(3600), scheduler: context.scheduler)" }
    static var covers: [String] { ["InfallibleType.take(for:scheduler:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _ context: InfallibleContext<Input>) -> Infallible<Input> {
        source.take(for: .seconds(3600), scheduler: context.scheduler)
    }
}

private enum TakeUntilInfallible<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/take/until-infallible" }
    static var title: String { "source.take(until: Infallible<Int>.never())" }
    static var covers: [String] { ["InfallibleType.take(until:) [InfallibleType]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.take(until: Infallible<Int>.never()) }
}

private enum TakeUntilObservable<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/take/until-observable" }
    static var title: String { "source.take(until: Observable<Int>.never())" }
    static var covers: [String] { ["InfallibleType.take(until:) [some ObservableType]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.take(until: Observable<Int>.never()) }
}

private enum TakeUntilPredicate<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/take/until-predicate" }
    static var title: String { "source.take(until: { $0.weight == -1 })" }
    static var covers: [String] { ["InfallibleType.take(until:behavior:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.take(until: { $0.weight == -1 }) }
}

private enum TakeWhile<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/take/while" }
    static var title: String { "source.take(while: { $0.weight != -1 })" }
    static var covers: [String] { ["InfallibleType.take(while:behavior:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.take(while: { $0.weight != -1 }) }
}

private enum SkipUntil<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/skip/until" }
    static var title: String { "source.skip(until: context.others[0].asObservable())" }
    static var covers: [String] { ["InfallibleType.skip(until:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _ context: InfallibleContext<Input>) -> Infallible<Input> {
        source.skip(until: context.others[0].asObservable())
    }
}

private enum SkipWhile<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/skip/while" }
    static var title: String { "source.skip(while: { $0.weight == -1 })" }
    static var covers: [String] { ["InfallibleType.skip(while:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.skip(while: { $0.weight == -1 }) }
}

private enum Distinct<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/distinctUntilChanged" }
    static var title: String { "source.distinctUntilChanged()" }
    static var covers: [String] { ["InfallibleType.distinctUntilChanged()"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.distinctUntilChanged() }
}

private enum DistinctKey<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/distinctUntilChanged/key" }
    static var title: String { "source.distinctUntilChanged { $0.next }" }
    static var covers: [String] { ["InfallibleType.distinctUntilChanged(_:) [keySelector]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.distinctUntilChanged { $0.next } }
}

private enum DistinctComparer<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/distinctUntilChanged/comparer" }
    static var title: String { "source.distinctUntilChanged { $0 == $1 }" }
    static var covers: [String] { ["InfallibleType.distinctUntilChanged(_:) [comparer]"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> { source.distinctUntilChanged { $0 == $1 } }
}

private enum DistinctKeyComparer<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/distinctUntilChanged/key-and-comparer" }
    static var title: String { "source.distinctUntilChanged({ $0.next }, comparer: { $0 == $1 })" }
    static var covers: [String] { ["InfallibleType.distinctUntilChanged(_:comparer:)"] }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _: InfallibleContext<Input>) -> Infallible<Input> {
        source.distinctUntilChanged({ $0.next }, comparer: { $0 == $1 })
    }
}

/// Of whole numbers alone: the compiler doesn't see through a key path of a type that an entry is generic over, and the row would be of that.
private enum DistinctAt: InfallibleEntry {
    static let name = "infallible/distinctUntilChanged/keyPath", title = "distinctUntilChanged(at: \\.self)"
    static let covers = ["InfallibleType.distinctUntilChanged(at:)"]
    @inline(__always)
    static func apply(_ source: Infallible<Int>, _: InfallibleContext<Int>) -> Infallible<Int> { source.distinctUntilChanged(at: \.self) }
}

private enum Debounce<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/debounce" }
    static var title: String { "source.debounce(.seconds(1), scheduler: context.scheduler)" }
    static var covers: [String] { ["InfallibleType.debounce(_:scheduler:)"] }
    static func elements(_ n: Int) -> Int { min(n, 1) }
    static var usesTime: Bool { true }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _ context: InfallibleContext<Input>) -> Infallible<Input> {
        source.debounce(.seconds(1), scheduler: context.scheduler)
    }
}

private enum Throttle<Input: RowElement>: InfallibleEntry {
    static var name: String { "infallible/throttle" }
    static var title: String { "source.throttle(.seconds(1), scheduler: context.scheduler)" }
    static var covers: [String] { ["InfallibleType.throttle(_:latest:scheduler:)"] }
    static func elements(_ n: Int) -> Int { min(n, 2) }
    @inline(__always)
    static func apply(_ source: Infallible<Input>, _ context: InfallibleContext<Input>) -> Infallible<Input> {
        source.throttle(.seconds(1), scheduler: context.scheduler)
    }
}
