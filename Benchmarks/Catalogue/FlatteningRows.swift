import Rx

let flattening = flatteningRows(Int.self, .all)
#if ELEMENTS
let flatteningOfElements = flatteningRows(String.self, .elements) + flatteningRows(Wide.self, .elements) + flatteningRows(Reference.self, .elements)
#endif

func flatteningRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(FlatMapJust<Input>.self),
        rows.of(FlatMapCreate<Input>.self),
        rows.of(FlatMapLatestJust<Input>.self),
        rows.of(FlatMapLatestCreate<Input>.self),
        rows.of(FlatMapFirstJust<Input>.self),
        rows.of(FlatMapFirstCreate<Input>.self),
        rows.of(ConcatMapJust<Input>.self),
        rows.of(ConcatMapCreate<Input>.self),
        rows.of(MergeInner<Input>.self),
        rows.of(MergeConcurrent<Input>.self),
        rows.of(ConcatInner<Input>.self),
        rows.of(SwitchLatest<Input>.self),
    ]
}

private enum FlatMapJust<Input: RowElement>: Entry {
    static var name: String { "flatMap/just" }
    static var title: String { "flatMap { Observable.just($0) }" }
    static var covers: [String] { ["ObservableType.flatMap(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.flatMap { Observable.just($0) } }
}

private enum FlatMapCreate<Input: RowElement>: Entry {
    static var name: String { "flatMap/create" }
    static var title: String { "flatMap { one($0) }" }
    static var covers: [String] { ["ObservableType.flatMap(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.flatMap { one($0) } }
}

private enum FlatMapLatestJust<Input: RowElement>: Entry {
    static var name: String { "flatMapLatest/just" }
    static var title: String { "flatMapLatest { Observable.just($0) }" }
    static var covers: [String] { ["ObservableType.flatMapLatest(_:) [-> Observable]"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.flatMapLatest { Observable.just($0) } }
}

private enum FlatMapLatestCreate<Input: RowElement>: Entry {
    static var name: String { "flatMapLatest/create" }
    static var title: String { "flatMapLatest { one($0) }" }
    static var covers: [String] { ["ObservableType.flatMapLatest(_:) [-> Observable]"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.flatMapLatest { one($0) } }
}

private enum FlatMapFirstJust<Input: RowElement>: Entry {
    static var name: String { "flatMapFirst/just" }
    static var title: String { "flatMapFirst { Observable.just($0) }" }
    static var covers: [String] { ["ObservableType.flatMapFirst(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.flatMapFirst { Observable.just($0) } }
}

private enum FlatMapFirstCreate<Input: RowElement>: Entry {
    static var name: String { "flatMapFirst/create" }
    static var title: String { "flatMapFirst { one($0) }" }
    static var covers: [String] { ["ObservableType.flatMapFirst(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.flatMapFirst { one($0) } }
}

private enum ConcatMapJust<Input: RowElement>: Entry {
    static var name: String { "concatMap/just" }
    static var title: String { "concatMap { Observable.just($0) }" }
    static var covers: [String] { ["ObservableType.concatMap(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.concatMap { Observable.just($0) } }
}

private enum ConcatMapCreate<Input: RowElement>: Entry {
    static var name: String { "concatMap/create" }
    static var title: String { "concatMap { one($0) }" }
    static var covers: [String] { ["ObservableType.concatMap(_:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.concatMap { one($0) } }
}

private enum MergeInner<Input: RowElement>: Entry {
    static var name: String { "merge/inners" }
    static var title: String { "map { Observable.just($0) }.merge()" }
    static var covers: [String] { ["ObservableType.merge()"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.map { Observable.just($0) }.merge() }
}

private enum MergeConcurrent<Input: RowElement>: Entry {
    static var name: String { "merge/maxConcurrent" }
    static var title: String { "map { Observable.just($0) }.merge(maxConcurrent: 4)" }
    static var covers: [String] { ["ObservableType.merge(maxConcurrent:)"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> {
        source.map { Observable.just($0) }.merge(maxConcurrent: 4)
    }
}

private enum ConcatInner<Input: RowElement>: Entry {
    static var name: String { "concat/inners" }
    static var title: String { "map { Observable.just($0) }.concat()" }
    static var covers: [String] { ["ObservableType.concat()"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.map { Observable.just($0) }.concat() }
}

private enum SwitchLatest<Input: RowElement>: Entry {
    static var name: String { "switchLatest" }
    static var title: String { "map { Observable.just($0) }.switchLatest()" }
    static var covers: [String] { ["ObservableType.switchLatest()"] }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _: Context<Input>) -> Observable<Input> { source.map { Observable.just($0) }.switchLatest() }
}
