import Rx

/// `zip` of singles. From three on, only to subscribe has rows: the rest is the same code.
let singleZips = zipRows(Int.self, .all)
#if ELEMENTS
let singleZipsOfElements = zipRows(String.self, .elements) + zipRows(Wide.self, .elements) + zipRows(Reference.self, .elements)
#endif

private func zipRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(ZipCollectionSingle<Input>.self), rows.of(ZipCollectionSelectorSingle<Input>.self),
        rows.of(Zip2Single<Input>.self), rows.of(ZipTuple2Single<Input>.self), rows.of(Zip3Single<Input>.self),
        rows.of(ZipTuple3Single<Input>.self), rows.of(Zip4Single<Input>.self), rows.of(ZipTuple4Single<Input>.self),
        rows.of(Zip5Single<Input>.self), rows.of(ZipTuple5Single<Input>.self), rows.of(Zip6Single<Input>.self),
        rows.of(ZipTuple6Single<Input>.self), rows.of(Zip7Single<Input>.self), rows.of(ZipTuple7Single<Input>.self),
        rows.of(Zip8Single<Input>.self), rows.of(ZipTuple8Single<Input>.self),
    ]
}

private enum ZipCollectionSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/collection" }
    static var title: String { "Single.zip([source] + context.others)" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:) [SingleTrait]"] }
    static var others: Int { 3 }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<[Input]> { Single.zip([source] + context.others) }
}

private enum ZipCollectionSelectorSingle<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/collection-selector" }
    static var title: String { "Single.zip([source] + context.others) { $0[0].plus($0[1]) }" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:resultSelector:)"] }
    static var others: Int { 3 }
    /// Another's error comes the same way as without a function.
    static var aspects: Aspects { [.subscribe, .error, .dispose] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<Input> {
        Single<Input>.zip([source] + context.others) { $0[0].plus($0[1]) }
    }
}

private enum Zip2Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/2" }
    static var title: String { "zip with 2" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:resultSelector:) [SingleTrait]"] }
    static var others: Int { 1 }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<Input> {
        let more = context.others
        return Single.zip(source, more[0]) { $0.plus($1) }
    }
}

private enum ZipTuple2Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/2-tuple" }
    static var title: String { "zip to a tuple of 2" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:) [SingleTrait]"] }
    static var others: Int { 1 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<(Input, Input)> {
        let more = context.others
        return Single.zip(source, more[0])
    }
}

private enum Zip3Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/3" }
    static var title: String { "zip with 3" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:resultSelector:) [SingleTrait]"] }
    static var others: Int { 2 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<Input> {
        let more = context.others
        return Single.zip(source, more[0], more[1]) { $0.plus($1).plus($2) }
    }
}

private enum ZipTuple3Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/3-tuple" }
    static var title: String { "zip to a tuple of 3" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:) [SingleTrait]"] }
    static var others: Int { 2 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<(Input, Input, Input)> {
        let more = context.others
        return Single.zip(source, more[0], more[1])
    }
}

private enum Zip4Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/4" }
    static var title: String { "zip with 4" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:resultSelector:) [SingleTrait]"] }
    static var others: Int { 3 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<Input> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2]) { $0.plus($1).plus($2).plus($3) }
    }
}

private enum ZipTuple4Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/4-tuple" }
    static var title: String { "zip to a tuple of 4" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:) [SingleTrait]"] }
    static var others: Int { 3 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<(Input, Input, Input, Input)> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2])
    }
}

private enum Zip5Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/5" }
    static var title: String { "zip with 5" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:resultSelector:) [SingleTrait]"] }
    static var others: Int { 4 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<Input> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3]) { $0.plus($1).plus($2).plus($3).plus($4) }
    }
}

private enum ZipTuple5Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/5-tuple" }
    static var title: String { "zip to a tuple of 5" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:) [SingleTrait]"] }
    static var others: Int { 4 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<(Input, Input, Input, Input, Input)> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3])
    }
}

private enum Zip6Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/6" }
    static var title: String { "zip with 6" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:_:resultSelector:) [SingleTrait]"] }
    static var others: Int { 5 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<Input> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3], more[4]) { $0.plus($1).plus($2).plus($3).plus($4).plus($5) }
    }
}

private enum ZipTuple6Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/6-tuple" }
    static var title: String { "zip to a tuple of 6" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:_:) [SingleTrait]"] }
    static var others: Int { 5 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<(Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3], more[4])
    }
}

private enum Zip7Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/7" }
    static var title: String { "zip with 7" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:resultSelector:) [SingleTrait]"] }
    static var others: Int { 6 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<Input> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3], more[4], more[5]) { $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6) }
    }
}

private enum ZipTuple7Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/7-tuple" }
    static var title: String { "zip to a tuple of 7" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:) [SingleTrait]"] }
    static var others: Int { 6 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<(Input, Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3], more[4], more[5])
    }
}

private enum Zip8Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/8" }
    static var title: String { "zip with 8" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:_:resultSelector:) [SingleTrait]"] }
    static var others: Int { 7 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<Input> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) {
            $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6).plus($7)
        }
    }
}

private enum ZipTuple8Single<Input: RowElement>: SingleEntry {
    static var name: String { "single/zip/8-tuple" }
    static var title: String { "zip to a tuple of 8" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:_:) [SingleTrait]"] }
    static var others: Int { 7 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Single<Input>, _ context: SingleContext<Input>) -> Single<(Input, Input, Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Single.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6])
    }
}
