import Rx

let combineLatest = combineLatestRows(Int.self, .all)
#if ELEMENTS
let combineLatestOfElements =
    combineLatestRows(String.self, .elements) + combineLatestRows(Wide.self, .elements) + combineLatestRows(Reference.self, .elements)
#endif

func combineLatestRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(CombineLatest2<Input>.self),
        rows.of(CombineLatest3<Input>.self),
        rows.of(CombineLatest4<Input>.self),
        rows.of(CombineLatest5<Input>.self),
        rows.of(CombineLatest6<Input>.self),
        rows.of(CombineLatest7<Input>.self),
        rows.of(CombineLatest8<Input>.self),
        rows.of(CombineLatestTuple<Input>.self),
        rows.of(CombineLatestAll<Input>.self),
        rows.of(CombineLatestAllSelector<Input>.self),
        rows.of(CombineLatestTuple3<Input>.self),
        rows.of(CombineLatestTuple4<Input>.self),
        rows.of(CombineLatestTuple5<Input>.self),
        rows.of(CombineLatestTuple6<Input>.self),
        rows.of(CombineLatestTuple7<Input>.self),
        rows.of(CombineLatestTuple8<Input>.self),
    ]
}

private enum CombineLatest2<Input: RowElement>: Entry {
    static var name: String { "combineLatest/2" }
    static var title: String { "Observable.combineLatest(source, other) { $0.plus($1) }" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:resultSelector:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 2 * n - 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        Observable.combineLatest(source, context.others[0]) { $0.plus($1) }
    }
}

private enum CombineLatest3<Input: RowElement>: Entry {
    static var name: String { "combineLatest/3" }
    static var title: String { "combineLatest with 3" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:resultSelector:)"] }
    static var others: Int { 2 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 3 * n - 2 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        Observable.combineLatest(source, context.others[0], context.others[1]) { $0.plus($1).plus($2) }
    }
}

private enum CombineLatest4<Input: RowElement>: Entry {
    static var name: String { "combineLatest/4" }
    static var title: String { "combineLatest with 4" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:_:resultSelector:)"] }
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        let more = context.others
        return Observable.combineLatest(source, more[0], more[1], more[2]) { $0.plus($1).plus($2).plus($3) }
    }
}

private enum CombineLatest5<Input: RowElement>: Entry {
    static var name: String { "combineLatest/5" }
    static var title: String { "combineLatest with 5" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 4 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 5 * n - 4 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        let more = context.others
        return Observable.combineLatest(source, more[0], more[1], more[2], more[3]) { $0.plus($1).plus($2).plus($3).plus($4) }
    }
}

private enum CombineLatest6<Input: RowElement>: Entry {
    static var name: String { "combineLatest/6" }
    static var title: String { "combineLatest with 6" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 5 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 6 * n - 5 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        let more = context.others
        return Observable.combineLatest(source, more[0], more[1], more[2], more[3], more[4]) { $0.plus($1).plus($2).plus($3).plus($4).plus($5) }
    }
}

private enum CombineLatest7<Input: RowElement>: Entry {
    static var name: String { "combineLatest/7" }
    static var title: String { "combineLatest with 7" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 6 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 7 * n - 6 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        let more = context.others
        return Observable.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5]) {
            $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6)
        }
    }
}

private enum CombineLatest8<Input: RowElement>: Entry {
    static var name: String { "combineLatest/8" }
    static var title: String { "combineLatest with 8" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 7 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 8 * n - 7 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        let more = context.others
        return Observable.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) {
            $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6).plus($7)
        }
    }
}

private enum CombineLatestTuple<Input: RowElement>: Entry {
    static var name: String { "combineLatest/tuple" }
    static var title: String { "Observable.combineLatest(source, other)" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 2 * n - 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input)> {
        Observable.combineLatest(source, context.others[0])
    }
}

private enum CombineLatestAll<Input: RowElement>: Entry {
    static var name: String { "combineLatest/collection" }
    static var title: String { "Observable.combineLatest([source] + others)" }
    static var covers: [String] { ["ObservableType.combineLatest(_:)"] }
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<[Input]> {
        Observable.combineLatest([source] + context.others)
    }
}

private enum CombineLatestAllSelector<Input: RowElement>: Entry {
    static var name: String { "combineLatest/collection-selector" }
    static var title: String { "Observable.combineLatest([source] + others) { $0[0].plus($0[1]) }" }
    static var covers: [String] { ["ObservableType.combineLatest(_:resultSelector:)"] }
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        Observable.combineLatest([source] + context.others) { $0[0].plus($0[1]) }
    }
}

private enum CombineLatestTuple3<Input: RowElement>: Entry {
    static var name: String { "combineLatest/3-tuple" }
    static var title: String { "combineLatest of 3" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:)"] }
    static var others: Int { 2 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 3 * n - 2 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input)> {
        let more = context.others
        return Observable.combineLatest(source, more[0], more[1])
    }
}

private enum CombineLatestTuple4<Input: RowElement>: Entry {
    static var name: String { "combineLatest/4-tuple" }
    static var title: String { "combineLatest of 4" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:_:)"] }
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input, Input)> {
        let more = context.others
        return Observable.combineLatest(source, more[0], more[1], more[2])
    }
}

private enum CombineLatestTuple5<Input: RowElement>: Entry {
    static var name: String { "combineLatest/5-tuple" }
    static var title: String { "combineLatest of 5" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:_:_:)"] }
    static var others: Int { 4 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 5 * n - 4 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input, Input, Input)> {
        let more = context.others
        return Observable.combineLatest(source, more[0], more[1], more[2], more[3])
    }
}

private enum CombineLatestTuple6<Input: RowElement>: Entry {
    static var name: String { "combineLatest/6-tuple" }
    static var title: String { "combineLatest of 6" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:_:_:_:)"] }
    static var others: Int { 5 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 6 * n - 5 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Observable.combineLatest(source, more[0], more[1], more[2], more[3], more[4])
    }
}

private enum CombineLatestTuple7<Input: RowElement>: Entry {
    static var name: String { "combineLatest/7-tuple" }
    static var title: String { "combineLatest of 7" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:_:_:_:_:)"] }
    static var others: Int { 6 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 7 * n - 6 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Observable.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5])
    }
}

private enum CombineLatestTuple8<Input: RowElement>: Entry {
    static var name: String { "combineLatest/8-tuple" }
    static var title: String { "combineLatest of 8" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:_:_:_:_:_:)"] }
    static var others: Int { 7 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 8 * n - 7 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input, Input, Input, Input, Input, Input)>
    {
        let more = context.others
        return Observable.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6])
    }
}
