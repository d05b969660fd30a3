import Rx

let combining = combiningRows(Int.self, .all)
#if ELEMENTS
let combiningOfElements = combiningRows(String.self, .elements) + combiningRows(Wide.self, .elements) + combiningRows(Reference.self, .elements)
#endif

func combiningRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(WithLatestFrom<Input>.self),
        rows.of(WithLatestFromSelector<Input>.self),
        rows.of(MergeTwo<Input>.self),
        rows.of(MergeMany<Input>.self),
        rows.of(Amb<Input>.self),
        rows.of(AmbMany<Input>.self),
        rows.of(Concat<Input>.self),
        rows.of(ConcatMany<Input>.self),
        rows.of(StartWith<Input>.self),
        rows.of(Sample<Input>.self),
    ]
}

private enum WithLatestFrom<Input: RowElement>: Entry {
    static var name: String { "withLatestFrom" }
    static var title: String { "withLatestFrom(other)" }
    static var covers: [String] { ["ObservableType.withLatestFrom(_:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    static var ofCompleted: Int { 1 }  // The other source comes first.
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { source.withLatestFrom(context.others[0]) }
}

private enum WithLatestFromSelector<Input: RowElement>: Entry {
    static var name: String { "withLatestFrom/selector" }
    static var title: String { "withLatestFrom(other) { $0.plus($1) }" }
    static var covers: [String] { ["ObservableType.withLatestFrom(_:resultSelector:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { max(n - 1, 0) }
    static var ofCompleted: Int { 1 }  // The other source comes first.
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        source.withLatestFrom(context.others[0]) { $0.plus($1) }
    }
}

private enum MergeTwo<Input: RowElement>: Entry {
    static var name: String { "merge/2" }
    static var title: String { "Observable.merge(source, other)" }
    static var covers: [String] { ["ObservableType.merge(_:) [>...]"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { 2 * n }
    static var ofOne: Int { 2 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { Observable.merge(source, context.others[0]) }
}

private enum MergeMany<Input: RowElement>: Entry {
    static var name: String { "merge/4" }
    static var title: String { "Observable.merge([source] + others)" }
    static var covers: [String] { ["ObservableType.merge(_:) [[Observable<Self.Element>]]"] }
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { 4 * n }
    static var ofOne: Int { 4 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { Observable.merge([source] + context.others) }
}

private enum Amb<Input: RowElement>: Entry {
    static var name: String { "amb" }
    static var title: String { "amb(other)" }
    static var covers: [String] { ["ObservableType.amb(_:) [func amb<O2>]"] }
    static var others: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { source.amb(context.others[0]) }
}

private enum AmbMany<Input: RowElement>: Entry {
    static var name: String { "amb/collection" }
    static var title: String { "Observable.amb([source] + others)" }
    static var covers: [String] { ["ObservableType.amb(_:) [<Sequence>]"] }
    static var others: Int { 3 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { Observable.amb([source] + context.others) }
}

private enum Concat<Input: RowElement>: Entry {
    static var name: String { "concat/2" }
    static var title: String { "concat(Observable.empty())" }
    static var covers: [String] { ["ObservableType.concat(_:) [<Source>]"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.concat(Observable.empty()) }
}

private enum ConcatMany<Input: RowElement>: Entry {
    static var name: String { "concat/collection" }
    static var title: String { "Observable.concat([source, .empty(), .empty()])" }
    static var covers: [String] { ["ObservableType.concat(_:) [<Collection>]"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { Observable.concat([source, .empty(), .empty()]) }
}

private enum StartWith<Input: RowElement>: Entry {
    static var name: String { "startWith" }
    static var title: String { "startWith(zero)" }
    static var covers: [String] { ["ObservableType.startWith(_:)"] }
    static func elements(_ n: Int) -> Int { n + 1 }
    static var atOnce: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.startWith(Input(number: 0)) }
}

private enum Sample<Input: RowElement>: Entry {
    static var name: String { "sample" }
    static var title: String { "sample(other)" }
    static var covers: [String] { ["ObservableType.sample(_:defaultValue:)"] }
    static var others: Int { 1 }
    static var ofOne: Int { 0 }  // The sampler comes first.
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { source.sample(context.others[0]) }
}
