import Rx

/// `zip` of maybes. From three on, only to subscribe has rows: the rest is the same code.
let maybeZips = zipRows(Int.self, .all)
#if ELEMENTS
let maybeZipsOfElements = zipRows(String.self, .elements) + zipRows(Wide.self, .elements) + zipRows(Reference.self, .elements)
#endif

private func zipRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(Zip2Maybe<Input>.self), rows.of(ZipTuple2Maybe<Input>.self), rows.of(Zip3Maybe<Input>.self),
        rows.of(ZipTuple3Maybe<Input>.self), rows.of(Zip4Maybe<Input>.self), rows.of(ZipTuple4Maybe<Input>.self),
        rows.of(Zip5Maybe<Input>.self), rows.of(ZipTuple5Maybe<Input>.self), rows.of(Zip6Maybe<Input>.self),
        rows.of(ZipTuple6Maybe<Input>.self), rows.of(Zip7Maybe<Input>.self), rows.of(ZipTuple7Maybe<Input>.self),
        rows.of(Zip8Maybe<Input>.self), rows.of(ZipTuple8Maybe<Input>.self),
    ]
}

private enum Zip2Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/2" }
    static var title: String { "zip with 2" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:resultSelector:) [MaybeTrait]"] }
    static var others: Int { 1 }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<Input> {
        let more = context.others
        return Maybe.zip(source, more[0]) { $0.plus($1) }
    }
}

private enum ZipTuple2Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/2-tuple" }
    static var title: String { "zip to a tuple of 2" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:) [MaybeTrait]"] }
    static var others: Int { 1 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<(Input, Input)> {
        let more = context.others
        return Maybe.zip(source, more[0])
    }
}

private enum Zip3Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/3" }
    static var title: String { "zip with 3" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:resultSelector:) [MaybeTrait]"] }
    static var others: Int { 2 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<Input> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1]) { $0.plus($1).plus($2) }
    }
}

private enum ZipTuple3Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/3-tuple" }
    static var title: String { "zip to a tuple of 3" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:) [MaybeTrait]"] }
    static var others: Int { 2 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<(Input, Input, Input)> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1])
    }
}

private enum Zip4Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/4" }
    static var title: String { "zip with 4" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:resultSelector:) [MaybeTrait]"] }
    static var others: Int { 3 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<Input> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2]) { $0.plus($1).plus($2).plus($3) }
    }
}

private enum ZipTuple4Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/4-tuple" }
    static var title: String { "zip to a tuple of 4" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:) [MaybeTrait]"] }
    static var others: Int { 3 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<(Input, Input, Input, Input)> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2])
    }
}

private enum Zip5Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/5" }
    static var title: String { "zip with 5" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:resultSelector:) [MaybeTrait]"] }
    static var others: Int { 4 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<Input> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3]) { $0.plus($1).plus($2).plus($3).plus($4) }
    }
}

private enum ZipTuple5Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/5-tuple" }
    static var title: String { "zip to a tuple of 5" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:) [MaybeTrait]"] }
    static var others: Int { 4 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<(Input, Input, Input, Input, Input)> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3])
    }
}

private enum Zip6Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/6" }
    static var title: String { "zip with 6" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:_:resultSelector:) [MaybeTrait]"] }
    static var others: Int { 5 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<Input> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3], more[4]) { $0.plus($1).plus($2).plus($3).plus($4).plus($5) }
    }
}

private enum ZipTuple6Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/6-tuple" }
    static var title: String { "zip to a tuple of 6" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:_:) [MaybeTrait]"] }
    static var others: Int { 5 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<(Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3], more[4])
    }
}

private enum Zip7Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/7" }
    static var title: String { "zip with 7" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:resultSelector:) [MaybeTrait]"] }
    static var others: Int { 6 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<Input> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3], more[4], more[5]) { $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6) }
    }
}

private enum ZipTuple7Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/7-tuple" }
    static var title: String { "zip to a tuple of 7" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:) [MaybeTrait]"] }
    static var others: Int { 6 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<(Input, Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3], more[4], more[5])
    }
}

private enum Zip8Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/8" }
    static var title: String { "zip with 8" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:_:resultSelector:) [MaybeTrait]"] }
    static var others: Int { 7 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<Input> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) {
            $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6).plus($7)
        }
    }
}

private enum ZipTuple8Maybe<Input: RowElement>: MaybeEntry {
    static var name: String { "maybe/zip/8-tuple" }
    static var title: String { "zip to a tuple of 8" }
    static var covers: [String] { ["PrimitiveSequenceType.zip(_:_:_:_:_:_:_:_:) [MaybeTrait]"] }
    static var others: Int { 7 }
    static var aspects: Aspects { [.subscribe] }
    @inline(__always)
    static func apply(_ source: Maybe<Input>, _ context: MaybeContext<Input>) -> Maybe<(Input, Input, Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Maybe.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6])
    }
}
