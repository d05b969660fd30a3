import Rx

let transforming = transformingRows(Int.self, .all)
#if ELEMENTS
let transformingOfElements =
    transformingRows(String.self, .elements) + transformingRows(Wide.self, .elements) + transformingRows(Reference.self, .elements)
#endif

func transformingRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(Map<Input>.self),
        rows.of(CompactMap<Input>.self),
        rows.of(Scan<Input>.self),
        rows.of(ScanInto<Input>.self),
        rows.of(Enumerated<Input>.self),
        rows.of(Reduce<Input>.self),
        rows.of(ReduceMapped<Input>.self),
        rows.of(Materialize<Input>.self),
        rows.of(Dematerialize<Input>.self),
        rows.of(GroupBy<Input>.self),
        rows.of(Buffer<Input>.self),
        rows.of(Window<Input>.self),
        rows.of(WithUnretained<Input>.self),
        rows.of(WithUnretainedSelector<Input>.self),
    ]
}

private enum Map<Input: RowElement>: Entry {
    static var name: String { "map" }
    static var title: String { "map { $0.next }" }
    static var covers: [String] { ["ObservableType.map(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.map { $0.next } }
}

private enum CompactMap<Input: RowElement>: Entry {
    static var name: String { "compactMap" }
    static var title: String { "compactMap { Optional($0.next) }" }
    static var covers: [String] { ["ObservableType.compactMap(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.compactMap { Optional($0.next) } }
}

private enum Scan<Input: RowElement>: Entry {
    static var name: String { "scan" }
    static var title: String { "scan(zero) { $0.plus($1) }" }
    static var covers: [String] { ["ObservableType.scan(_:accumulator:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.scan(Input(number: 0)) { $0.plus($1) } }
}

private enum ScanInto<Input: RowElement>: Entry {
    static var name: String { "scan/into" }
    static var title: String { "scan(into: zero) { $0 = $0.plus($1) }" }
    static var covers: [String] { ["ObservableType.scan(into:accumulator:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> {
        source.scan(into: Input(number: 0)) { $0 = $0.plus($1) }
    }
}

private enum Enumerated<Input: RowElement>: Entry {
    static var name: String { "enumerated" }
    static var title: String { "enumerated()" }
    static var covers: [String] { ["ObservableType.enumerated()"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<(index: Int, element: Input)> { source.enumerated() }
}

private enum Reduce<Input: RowElement>: Entry {
    static var name: String { "reduce" }
    static var title: String { "reduce(zero) { $0.plus($1) }" }
    static var covers: [String] { ["ObservableType.reduce(_:accumulator:)"] }
    static func elements(_ n: Int) -> Int { 1 }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.reduce(Input(number: 0)) { $0.plus($1) } }
}

private enum ReduceMapped<Input: RowElement>: Entry {
    static var name: String { "reduce/mapResult" }
    static var title: String { "reduce(zero, accumulator: { $0.plus($1) }, mapResult: { $0.weight })" }
    static var covers: [String] { ["ObservableType.reduce(_:accumulator:mapResult:)"] }
    static func elements(_ n: Int) -> Int { 1 }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Int> {
        source.reduce(Input(number: 0), accumulator: { $0.plus($1) }, mapResult: { $0.weight })
    }
}

private enum Materialize<Input: RowElement>: Entry {
    static var name: String { "materialize" }
    static var title: String { "materialize()" }
    static var covers: [String] { ["ObservableType.materialize()"] }
    static func elements(_ n: Int) -> Int { n + 1 }
    static var errors: Int { 0 }
    static var insteadOfError: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Event<Input>> { source.materialize() }
}

private enum Dematerialize<Input: RowElement>: Entry {
    static var name: String { "dematerialize" }
    static var title: String { "map { Event.next($0) }.dematerialize()" }
    static var covers: [String] { ["ObservableType.dematerialize()"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.map { Event.next($0) }.dematerialize() }
}

private enum GroupBy<Input: RowElement>: Entry {
    static var name: String { "groupBy" }
    static var title: String { "groupBy { $0.weight & 7 }" }
    static var covers: [String] { ["ObservableType.groupBy(keySelector:)"] }
    static func elements(_ n: Int) -> Int { min(n, 8) }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<GroupedObservable<Int, Input>> {
        source.groupBy { $0.weight & 7 }
    }
}

private enum Buffer<Input: RowElement>: Entry {
    static var name: String { "buffer/count" }
    static var title: String { "buffer(timeSpan: .seconds(3600), count: 10, scheduler: scheduler)" }
    static var covers: [String] { ["ObservableType.buffer(timeSpan:count:scheduler:)"] }
    static func elements(_ n: Int) -> Int { n / 10 + 1 }
    static var ofOne: Int { 0 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<[Input]> {
        source.buffer(timeSpan: .seconds(3600), count: 10, scheduler: context.scheduler)
    }
}

private enum Window<Input: RowElement>: Entry {
    static var name: String { "window/count" }
    static var title: String { "window(timeSpan: .seconds(3600), count: 10, scheduler: scheduler)" }
    static var covers: [String] { ["ObservableType.window(timeSpan:count:scheduler:)"] }
    static func elements(_ n: Int) -> Int { n / 10 + 1 }
    static var atOnce: Int { 1 }
    static var ofOne: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Observable<Input>> {
        source.window(timeSpan: .seconds(3600), count: 10, scheduler: context.scheduler)
    }
}

private enum WithUnretained<Input: RowElement>: Entry {
    static var name: String { "withUnretained" }
    static var title: String { "withUnretained(holder)" }
    static var covers: [String] { ["ObservableType.withUnretained(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<(UnretainedObject, Input)> { source.withUnretained(holder) }
}

private enum WithUnretainedSelector<Input: RowElement>: Entry {
    static var name: String { "withUnretained/selector" }
    static var title: String { "withUnretained(holder) { $1.next }" }
    static var covers: [String] { ["ObservableType.withUnretained(_:resultSelector:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.withUnretained(holder) { $1.next } }
}
