import Rx

/// `zip` of drivers.
let driverZips = zipRows(Int.self, .all)
#if ELEMENTS
let driverZipsOfElements = zipRows(String.self, .elements) + zipRows(Wide.self, .elements) + zipRows(Reference.self, .elements)
#endif

private func zipRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(Zip2<Input>.self), rows.of(ZipTuple2<Input>.self), rows.of(Zip3<Input>.self), rows.of(ZipTuple3<Input>.self),
        rows.of(Zip4<Input>.self), rows.of(ZipTuple4<Input>.self), rows.of(Zip5<Input>.self), rows.of(ZipTuple5<Input>.self),
        rows.of(Zip6<Input>.self), rows.of(ZipTuple6<Input>.self), rows.of(Zip7<Input>.self), rows.of(ZipTuple7<Input>.self),
        rows.of(Zip8<Input>.self), rows.of(ZipTuple8<Input>.self), rows.of(ZipCollection<Input>.self),
        rows.of(ZipCollectionSelector<Input>.self),
    ]
}

private enum Zip2<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/2" }
    static var title: String { "zip with 2" }
    static var covers: [String] { ["SharedSequence.zip(_:_:resultSelector:)"] }
    static var others: Int { 1 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.zip(source, more[0]) { $0.plus($1) }
    }
}

private enum ZipTuple2<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/2-tuple" }
    static var title: String { "zip to a tuple of 2" }
    static var covers: [String] { ["SharedSequenceConvertibleType.zip(_:_:)"] }
    static var others: Int { 1 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input)> {
        let more = context.others
        return Driver.zip(source, more[0])
    }
}

private enum Zip3<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/3" }
    static var title: String { "zip with 3" }
    static var covers: [String] { ["SharedSequence.zip(_:_:_:resultSelector:)"] }
    static var others: Int { 2 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.zip(source, more[0], more[1]) { $0.plus($1).plus($2) }
    }
}

private enum ZipTuple3<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/3-tuple" }
    static var title: String { "zip to a tuple of 3" }
    static var covers: [String] { ["SharedSequenceConvertibleType.zip(_:_:_:)"] }
    static var others: Int { 2 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input, Input)> {
        let more = context.others
        return Driver.zip(source, more[0], more[1])
    }
}

private enum Zip4<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/4" }
    static var title: String { "zip with 4" }
    static var covers: [String] { ["SharedSequence.zip(_:_:_:_:resultSelector:)"] }
    static var others: Int { 3 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2]) { $0.plus($1).plus($2).plus($3) }
    }
}

private enum ZipTuple4<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/4-tuple" }
    static var title: String { "zip to a tuple of 4" }
    static var covers: [String] { ["SharedSequenceConvertibleType.zip(_:_:_:_:)"] }
    static var others: Int { 3 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input, Input, Input)> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2])
    }
}

private enum Zip5<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/5" }
    static var title: String { "zip with 5" }
    static var covers: [String] { ["SharedSequence.zip(_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 4 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3]) { $0.plus($1).plus($2).plus($3).plus($4) }
    }
}

private enum ZipTuple5<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/5-tuple" }
    static var title: String { "zip to a tuple of 5" }
    static var covers: [String] { ["SharedSequenceConvertibleType.zip(_:_:_:_:_:)"] }
    static var others: Int { 4 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input, Input, Input, Input)> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3])
    }
}

private enum Zip6<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/6" }
    static var title: String { "zip with 6" }
    static var covers: [String] { ["SharedSequence.zip(_:_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 5 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3], more[4]) { $0.plus($1).plus($2).plus($3).plus($4).plus($5) }
    }
}

private enum ZipTuple6<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/6-tuple" }
    static var title: String { "zip to a tuple of 6" }
    static var covers: [String] { ["SharedSequenceConvertibleType.zip(_:_:_:_:_:_:)"] }
    static var others: Int { 5 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3], more[4])
    }
}

private enum Zip7<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/7" }
    static var title: String { "zip with 7" }
    static var covers: [String] { ["SharedSequence.zip(_:_:_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 6 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3], more[4], more[5]) { $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6) }
    }
}

private enum ZipTuple7<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/7-tuple" }
    static var title: String { "zip to a tuple of 7" }
    static var covers: [String] { ["SharedSequenceConvertibleType.zip(_:_:_:_:_:_:_:)"] }
    static var others: Int { 6 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3], more[4], more[5])
    }
}

private enum Zip8<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/8" }
    static var title: String { "zip with 8" }
    static var covers: [String] { ["SharedSequence.zip(_:_:_:_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 7 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) {
            $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6).plus($7)
        }
    }
}

private enum ZipTuple8<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/8-tuple" }
    static var title: String { "zip to a tuple of 8" }
    static var covers: [String] { ["SharedSequenceConvertibleType.zip(_:_:_:_:_:_:_:_:)"] }
    static var others: Int { 7 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input, Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Driver.zip(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6])
    }
}

private enum ZipCollection<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/collection" }
    static var title: String { "Driver.zip([source] + context.others)" }
    static var covers: [String] { ["SharedSequence.zip(_:)"] }
    static var others: Int { 3 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<[Input]> { Driver.zip([source] + context.others) }
}

private enum ZipCollectionSelector<Input: RowElement>: DriverEntry {
    static var name: String { "driver/zip/collection-selector" }
    static var title: String { "Driver.zip([source] + context.others) { $0[0].plus($0[1]) }" }
    static var covers: [String] { ["SharedSequence.zip(_:resultSelector:)"] }
    static var others: Int { 3 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        Driver.zip([source] + context.others) { $0[0].plus($0[1]) }
    }
}
