import Rx

let zipping = zippingRows(Int.self, .all)
#if ELEMENTS
let zippingOfElements = zippingRows(String.self, .elements) + zippingRows(Wide.self, .elements) + zippingRows(Reference.self, .elements)
#endif

func zippingRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(Zip2<Input>.self),
        rows.of(Zip3<Input>.self),
        rows.of(Zip4<Input>.self),
        rows.of(Zip5<Input>.self),
        rows.of(Zip6<Input>.self),
        rows.of(Zip7<Input>.self),
        rows.of(Zip8<Input>.self),
        rows.of(ZipTuple<Input>.self),
        rows.of(ZipAll<Input>.self),
        rows.of(ZipAllSelector<Input>.self),
        rows.of(ZipTuple3<Input>.self),
        rows.of(ZipTuple4<Input>.self),
        rows.of(ZipTuple5<Input>.self),
        rows.of(ZipTuple6<Input>.self),
        rows.of(ZipTuple7<Input>.self),
        rows.of(ZipTuple8<Input>.self),
    ]
}

private enum Zip2<Input: RowElement>: Entry {
    static var name: String { "zip/2" }
    static var title: String { "Observable.zip(source, other) { $0.plus($1) }" }
    static var covers: [String] { ["ObservableType.zip(_:_:resultSelector:)"] }
    static var others: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        Observable.zip(source, context.others[0]) { $0.plus($1) }
    }
}

private enum Zip3<Input: RowElement>: Entry {
    static var name: String { "zip/3" }
    static var title: String { "Observable.zip(source, other, others[1]) { $0.plus($1).plus($2) }" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:resultSelector:)"] }
    static var others: Int { 2 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        Observable.zip(source, context.others[0], context.others[1]) { $0.plus($1).plus($2) }
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

private enum Zip7<Input: RowElement>: Entry {
    static var name: String { "zip/7" }
    static var title: String { "zip with 7" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 6 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        let more = context.others
        return Observable.zip(source, more[0], more[1], more[2], more[3], more[4], more[5]) {
            $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6)
        }
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
        return Observable.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) {
            $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6).plus($7)
        }
    }
}

private enum ZipTuple<Input: RowElement>: Entry {
    static var name: String { "zip/tuple" }
    static var title: String { "Observable.zip(source, other)" }
    static var covers: [String] { ["ObservableType.zip(_:_:)"] }
    static var others: Int { 1 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input)> {
        Observable.zip(source, context.others[0])
    }
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
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<Input> {
        Observable.zip([source] + context.others) { $0[0].plus($0[1]) }
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

private enum ZipTuple8<Input: RowElement>: Entry {
    static var name: String { "zip/8-tuple" }
    static var title: String { "zip of 8" }
    static var covers: [String] { ["ObservableType.zip(_:_:_:_:_:_:_:_:)"] }
    static var others: Int { 7 }
    @inline(__always)
    static func apply(_ source: Observable<Input>, _ context: Context<Input>) -> Observable<(Input, Input, Input, Input, Input, Input, Input, Input)>
    {
        let more = context.others
        return Observable.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6])
    }
}
