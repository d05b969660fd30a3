import Rx

let filtering = filteringRows(Int.self, .all)
#if ELEMENTS
let filteringOfElements = filteringRows(String.self, .elements) + filteringRows(Wide.self, .elements) + filteringRows(Reference.self, .elements)
#endif

func filteringRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(Filter<Input>.self),
        rows.of(FilterOfFilter<Input>.self),
        rows.of(DistinctUntilChanged<Input>.self),
        rows.of(DistinctKey<Input>.self),
        rows.of(DistinctComparer<Input>.self),
        rows.of(DistinctKeyComparer<Input>.self),
        rows.of(DistinctAt<Input>.self),
        rows.of(ElementAt<Input>.self),
        rows.of(First<Input>.self),
        rows.of(SingleElement<Input>.self),
        rows.of(SingleMatching<Input>.self),
        rows.of(IgnoreElements<Input>.self),
        rows.of(IfEmptyDefault<Input>.self),
        rows.of(IfEmptySwitch<Input>.self),
        rows.of(Take<Input>.self),
        rows.of(TakeWhile<Input>.self),
        rows.of(TakeUntilPredicate<Input>.self),
        rows.of(TakeLast<Input>.self),
        rows.of(Skip<Input>.self),
        rows.of(SkipWhile<Input>.self),
        rows.of(TakeUntil<Input>.self),
        rows.of(TakeUntilQuiet<Input>.self),
        rows.of(SkipUntil<Input>.self),
    ]
}

private enum Filter<Input: RowElement>: Entry {
    static var name: String { "filter" }
    static var title: String { "filter { $0.weight != -1 }" }
    static var covers: [String] { ["ObservableType.filter(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.filter { $0.weight != -1 } }
}

private enum DistinctUntilChanged<Input: RowElement>: Entry {
    static var name: String { "distinctUntilChanged" }
    static var title: String { "distinctUntilChanged()" }
    static var covers: [String] { ["ObservableType.distinctUntilChanged()"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.distinctUntilChanged() }
}

private enum DistinctKey<Input: RowElement>: Entry {
    static var name: String { "distinctUntilChanged/key" }
    static var title: String { "distinctUntilChanged { $0.weight }" }
    static var covers: [String] { ["ObservableType.distinctUntilChanged(_:) [keySelector]"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.distinctUntilChanged { $0.weight } }
}

private enum DistinctComparer<Input: RowElement>: Entry {
    static var name: String { "distinctUntilChanged/comparer" }
    static var title: String { "distinctUntilChanged { $0.weight == $1.weight }" }
    static var covers: [String] { ["ObservableType.distinctUntilChanged(_:) [comparer]"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.distinctUntilChanged { $0.weight == $1.weight } }
}

private enum DistinctKeyComparer<Input: RowElement>: Entry {
    static var name: String { "distinctUntilChanged/key-and-comparer" }
    static var title: String { "distinctUntilChanged({ $0.weight }, comparer: { $0 == $1 })" }
    static var covers: [String] { ["ObservableType.distinctUntilChanged(_:comparer:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> {
        source.distinctUntilChanged({ $0.weight }, comparer: { $0 == $1 })
    }
}

private enum DistinctAt<Input: RowElement>: Entry {
    static var name: String { "distinctUntilChanged/keyPath" }
    static var title: String { "distinctUntilChanged(at: \\.weight)" }
    static var covers: [String] { ["ObservableType.distinctUntilChanged(at:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.distinctUntilChanged(at: \.weight) }
}

private enum ElementAt<Input: RowElement>: Entry {
    static var name: String { "element-at" }
    static var title: String { "element(at: 0)" }
    static var covers: [String] { ["ObservableType.element(at:)"] }
    static func elements(_ n: Int) -> Int { 1 }
    static var aspects: Aspects { [.subscribe, .complete, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.element(at: 0) }
}

private enum First<Input: RowElement>: Entry {
    static var name: String { "first" }
    static var title: String { "first()" }
    static var covers: [String] { ["ObservableType.first()"] }
    static func elements(_ n: Int) -> Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Single<Input?> { source.first() }
    @inline(__always)
    static func subscribe(_ output: Single<Input?>, _ tally: Tally) -> any Disposable {
        output.subscribe(onSuccess: { tally.add($0?.weight ?? 0) }, onFailure: { _ in tally.fail() })
    }
}

private enum SingleElement<Input: RowElement>: Entry {
    static var name: String { "single" }
    static var title: String { "take(1).single()" }
    static var covers: [String] { ["ObservableType.single()"] }
    static func elements(_ n: Int) -> Int { 1 }
    static var aspects: Aspects { [.subscribe, .complete, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.take(1).single() }
}

private enum SingleMatching<Input: RowElement>: Entry {
    static var name: String { "single/predicate" }
    static var title: String { "single { $0.weight == -2 }" }
    static var covers: [String] { ["ObservableType.single(_:)"] }
    static var aspects: Aspects { [.subscribe, .error, .dispose] }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.single { $0.weight == -2 } }
}

private enum IgnoreElements<Input: RowElement>: Entry {
    static var name: String { "ignoreElements" }
    static var title: String { "ignoreElements()" }
    static var covers: [String] { ["ObservableType.ignoreElements()"] }
    static func elements(_ n: Int) -> Int { 0 }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Never> { source.ignoreElements() }
}

private enum IfEmptyDefault<Input: RowElement>: Entry {
    static var name: String { "ifEmpty/default" }
    static var title: String { "ifEmpty(default: zero)" }
    static var covers: [String] { ["ObservableType.ifEmpty(default:)"] }
    static func elements(_ n: Int) -> Int { max(n, 1) }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.ifEmpty(default: Input(number: 0)) }
}

private enum IfEmptySwitch<Input: RowElement>: Entry {
    static var name: String { "ifEmpty/switchTo" }
    static var title: String { "ifEmpty(switchTo: .just(zero))" }
    static var covers: [String] { ["ObservableType.ifEmpty(switchTo:)"] }
    static func elements(_ n: Int) -> Int { max(n, 1) }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.ifEmpty(switchTo: .just(Input(number: 0))) }
}

private enum Take<Input: RowElement>: Entry {
    static var name: String { "take/count" }
    static var title: String { "take(.max)" }
    static var covers: [String] { ["ObservableType.take(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.take(.max) }
}

private enum TakeWhile<Input: RowElement>: Entry {
    static var name: String { "take/while" }
    static var title: String { "take(while: { $0.weight != -1 })" }
    static var covers: [String] { ["ObservableType.take(while:behavior:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.take(while: { $0.weight != -1 }) }
}

private enum TakeUntilPredicate<Input: RowElement>: Entry {
    static var name: String { "take/until-predicate" }
    static var title: String { "take(until: { $0.weight == -1 })" }
    static var covers: [String] { ["ObservableType.take(until:behavior:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.take(until: { $0.weight == -1 }) }
}

private enum TakeLast<Input: RowElement>: Entry {
    static var name: String { "takeLast" }
    static var title: String { "takeLast(10)" }
    static var covers: [String] { ["ObservableType.takeLast(_:)"] }
    static func elements(_ n: Int) -> Int { min(n, 10) }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.takeLast(10) }
}

private enum Skip<Input: RowElement>: Entry {
    static var name: String { "skip/count" }
    static var title: String { "skip(1)" }
    static var covers: [String] { ["ObservableType.skip(_:)"] }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.skip(1) }
}

private enum SkipWhile<Input: RowElement>: Entry {
    static var name: String { "skip/while" }
    static var title: String { "skip(while: { $0.weight == -1 })" }
    static var covers: [String] { ["ObservableType.skip(while:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.skip(while: { $0.weight == -1 }) }
}

/// A filter behind a filter has code of its own: both predicates become one.
private enum FilterOfFilter<Input: RowElement>: Entry {
    static var name: String { "filter/of-filter" }
    static var title: String { "filter { $0.weight != -1 }.filter { $0.weight != -2 }" }
    static var covers: [String] { ["ObservableType.filter(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> {
        source.filter { $0.weight != -1 }.filter { $0.weight != -2 }
    }
}

private enum TakeUntil<Input: RowElement>: Entry {
    static var name: String { "take/until" }
    static var title: String { "take(until: other)" }
    static var covers: [String] { ["ObservableType.take(until:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { min(n, 1) }
    static var ofOne: Int { 0 }
    static var ofCompleted: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { source.take(until: context.others[0]) }
}

private enum TakeUntilQuiet<Input: RowElement>: Entry {
    static var name: String { "take/until-quiet" }
    static var title: String { "take(until: Observable<Int>.never())" }
    static var covers: [String] { ["ObservableType.take(until:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.take(until: Observable<Int>.never()) }
}

private enum SkipUntil<Input: RowElement>: Entry {
    static var name: String { "skip/until" }
    static var title: String { "skip(until: other)" }
    static var covers: [String] { ["ObservableType.skip(until:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { source.skip(until: context.others[0]) }
}
