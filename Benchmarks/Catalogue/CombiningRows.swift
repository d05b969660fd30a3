import Rx

let combining = combiningRows(Int.self, .all)
#if ELEMENTS
let combiningOfElements = combiningRows(String.self, .events) + combiningRows(Wide.self, .events) + combiningRows(Reference.self, .events)
#endif

func combiningRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(CombineLatest2<Input>.self),
        rows.of(Zip2<Input>.self),
        rows.of(CombineLatest3<Input>.self),
        rows.of(Zip3<Input>.self),
        rows.of(CombineLatest4<Input>.self),
        rows.of(Zip4<Input>.self),
        rows.of(CombineLatest5<Input>.self),
        rows.of(Zip5<Input>.self),
        rows.of(CombineLatest6<Input>.self),
        rows.of(Zip6<Input>.self),
        rows.of(CombineLatest7<Input>.self),
        rows.of(Zip7<Input>.self),
        rows.of(CombineLatest8<Input>.self),
        rows.of(Zip8<Input>.self),
        rows.of(CombineLatestTuple<Input>.self),
        rows.of(ZipTuple<Input>.self),
        rows.of(CombineLatestAll<Input>.self),
        rows.of(CombineLatestAllSelector<Input>.self),
        rows.of(ZipAll<Input>.self),
        rows.of(ZipAllSelector<Input>.self),
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
        rows.of(CombineLatestTuple3<Input>.self),
        rows.of(ZipTuple3<Input>.self),
        rows.of(CombineLatestTuple4<Input>.self),
        rows.of(ZipTuple4<Input>.self),
        rows.of(CombineLatestTuple5<Input>.self),
        rows.of(ZipTuple5<Input>.self),
        rows.of(CombineLatestTuple6<Input>.self),
        rows.of(ZipTuple6<Input>.self),
        rows.of(CombineLatestTuple7<Input>.self),
        rows.of(ZipTuple7<Input>.self),
        rows.of(CombineLatestTuple8<Input>.self),
        rows.of(ZipTuple8<Input>.self),
    ]
}

private enum CombineLatest2<Input: RowElement>: Entry {
    static var name: String { "combineLatest/2" }
    static var title: String { "Observable.combineLatest(source, other) { $0.plus($1) }" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:resultSelector:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 2 * n - 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { Observable.combineLatest(source, context.others[0]) { $0.plus($1) } }
}

private enum Zip2<Input: RowElement>: Entry {
    static var name: String { "zip/2" }
    static var title: String { "Observable.zip(source, other) { $0.plus($1) }" }
    static var covers: [String] { ["ObservableType.zip(_:_:resultSelector:)"] }
    static var others: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { Observable.zip(source, context.others[0]) { $0.plus($1) } }
}

private enum CombineLatest3<Input: RowElement>: Entry {
    static var name: String { "combineLatest/3" }
    static var title: String { "combineLatest with 3" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:resultSelector:)"] }
    static var others: Int { 2 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 3 * n - 2 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { Observable.combineLatest(source, context.others[0], context.others[1]) { $0.plus($1).plus($2) } }
}

private enum Zip3<Input: RowElement>: Entry {
    static var name: String { "zip/3" }
    static var title: String { "Observable.zip(source, other, others[1]) { $0.plus($1).plus($2) }" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:resultSelector:)"] }
    static var others: Int { 2 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { Observable.zip(source, context.others[0], context.others[1]) { $0.plus($1).plus($2) } }
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

private enum Zip4<Input: RowElement>: Entry {
    static var name: String { "zip/4" }
    static var title: String { "zip with 4" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:_:resultSelector:)"] }
    static var others: Int { 3 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        let more = context.others
        return Observable.zip(source, more[0], more[1], more[2]) { $0.plus($1).plus($2).plus($3) }
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

private enum Zip5<Input: RowElement>: Entry {
    static var name: String { "zip/5" }
    static var title: String { "zip with 5" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 4 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        let more = context.others
        return Observable.zip(source, more[0], more[1], more[2], more[3]) { $0.plus($1).plus($2).plus($3).plus($4) }
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

private enum Zip6<Input: RowElement>: Entry {
    static var name: String { "zip/6" }
    static var title: String { "zip with 6" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 5 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        let more = context.others
        return Observable.zip(source, more[0], more[1], more[2], more[3], more[4]) { $0.plus($1).plus($2).plus($3).plus($4).plus($5) }
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
        return Observable.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5]) { $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6) }
    }
}

private enum Zip7<Input: RowElement>: Entry {
    static var name: String { "zip/7" }
    static var title: String { "zip with 7" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 6 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        let more = context.others
        return Observable.zip(source, more[0], more[1], more[2], more[3], more[4], more[5]) { $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6) }
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
        return Observable.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) { $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6).plus($7) }
    }
}

private enum Zip8<Input: RowElement>: Entry {
    static var name: String { "zip/8" }
    static var title: String { "zip with 8" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 7 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        let more = context.others
        return Observable.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) { $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6).plus($7) }
    }
}

private enum CombineLatestTuple<Input: RowElement>: Entry {
    static var name: String { "combineLatest/tuple" }
    static var title: String { "Observable.combineLatest(source, other)" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 2 * n - 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input)> { Observable.combineLatest(source, context.others[0]) }
}

private enum ZipTuple<Input: RowElement>: Entry {
    static var name: String { "zip/tuple" }
    static var title: String { "Observable.zip(source, other)" }
    static var covers: [String] { ["ObservableType.zip(_:_:)"] }
    static var others: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input)> { Observable.zip(source, context.others[0]) }
}

private enum CombineLatestAll<Input: RowElement>: Entry {
    static var name: String { "combineLatest/collection" }
    static var title: String { "Observable.combineLatest([source] + others)" }
    static var covers: [String] { ["ObservableType.combineLatest(_:)"] }
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<[Input]> { Observable.combineLatest([source] + context.others) }
}

private enum CombineLatestAllSelector<Input: RowElement>: Entry {
    static var name: String { "combineLatest/collection-selector" }
    static var title: String { "Observable.combineLatest([source] + others) { $0[0].plus($0[1]) }" }
    static var covers: [String] { ["ObservableType.combineLatest(_:resultSelector:)"] }
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { Observable.combineLatest([source] + context.others) { $0[0].plus($0[1]) } }
}

private enum ZipAll<Input: RowElement>: Entry {
    static var name: String { "zip/collection" }
    static var title: String { "Observable.zip([source] + others)" }
    static var covers: [String] { ["ObservableType.zip(_:)"] }
    static var others: Int { 3 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<[Input]> { Observable.zip([source] + context.others) }
}

private enum ZipAllSelector<Input: RowElement>: Entry {
    static var name: String { "zip/collection-selector" }
    static var title: String { "Observable.zip([source] + others) { $0[0].plus($0[1]) }" }
    static var covers: [String] { ["ObservableType.zip(_:resultSelector:)"] }
    static var others: Int { 3 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { Observable.zip([source] + context.others) { $0[0].plus($0[1]) } }
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
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> { source.withLatestFrom(context.others[0]) { $0.plus($1) } }
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

private enum ZipTuple3<Input: RowElement>: Entry {
    static var name: String { "zip/3-tuple" }
    static var title: String { "zip of 3" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:)"] }
    static var others: Int { 2 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input)> {
        let more = context.others
        return Observable.zip(source, more[0], more[1])
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

private enum ZipTuple4<Input: RowElement>: Entry {
    static var name: String { "zip/4-tuple" }
    static var title: String { "zip of 4" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:_:)"] }
    static var others: Int { 3 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input, Input)> {
        let more = context.others
        return Observable.zip(source, more[0], more[1], more[2])
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

private enum ZipTuple5<Input: RowElement>: Entry {
    static var name: String { "zip/5-tuple" }
    static var title: String { "zip of 5" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:_:_:)"] }
    static var others: Int { 4 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input, Input, Input)> {
        let more = context.others
        return Observable.zip(source, more[0], more[1], more[2], more[3])
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

private enum ZipTuple6<Input: RowElement>: Entry {
    static var name: String { "zip/6-tuple" }
    static var title: String { "zip of 6" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:_:_:_:)"] }
    static var others: Int { 5 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Observable.zip(source, more[0], more[1], more[2], more[3], more[4])
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

private enum ZipTuple7<Input: RowElement>: Entry {
    static var name: String { "zip/7-tuple" }
    static var title: String { "zip of 7" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:_:_:_:_:)"] }
    static var others: Int { 6 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Observable.zip(source, more[0], more[1], more[2], more[3], more[4], more[5])
    }
}

private enum CombineLatestTuple8<Input: RowElement>: Entry {
    static var name: String { "combineLatest/8-tuple" }
    static var title: String { "combineLatest of 8" }
    static var covers: [String] { ["ObservableType.combineLatest(_:_:_:_:_:_:_:_:)"] }
    static var others: Int { 7 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 8 * n - 7 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Observable.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6])
    }
}

private enum ZipTuple8<Input: RowElement>: Entry {
    static var name: String { "zip/8-tuple" }
    static var title: String { "zip of 8" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:_:_:_:_:_:)"] }
    static var others: Int { 7 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Observable.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6])
    }
}
