import Rx

/// `combineLatest` of drivers. What makes tuples is the same code as with a function that makes them: to subscribe and to dispose have rows only
/// there. Of collections it is the other way round; and so with `zip`.
let driverCombinations = combinationRows(Int.self, .all)
#if ELEMENTS
let driverCombinationsOfElements =
    combinationRows(String.self, .elements) + combinationRows(Wide.self, .elements) + combinationRows(Reference.self, .elements)
#endif

private func combinationRows<Input: RowElement>(_: Input.Type, _ rows: RowSet) -> [CoveringRows] {
    [
        rows.of(CombineLatest2<Input>.self), rows.of(CombineLatestTuple2<Input>.self), rows.of(CombineLatest3<Input>.self),
        rows.of(CombineLatestTuple3<Input>.self), rows.of(CombineLatest4<Input>.self),
        rows.of(CombineLatestTuple4<Input>.self), rows.of(CombineLatest5<Input>.self),
        rows.of(CombineLatestTuple5<Input>.self), rows.of(CombineLatest6<Input>.self),
        rows.of(CombineLatestTuple6<Input>.self), rows.of(CombineLatest7<Input>.self),
        rows.of(CombineLatestTuple7<Input>.self), rows.of(CombineLatest8<Input>.self),
        rows.of(CombineLatestTuple8<Input>.self), rows.of(CombineLatestCollection<Input>.self),
        rows.of(CombineLatestCollectionSelector<Input>.self),
    ]
}

private enum CombineLatest2<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/2" }
    static var title: String { "combineLatest with 2" }
    static var covers: [String] { ["SharedSequence.combineLatest(_:_:resultSelector:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 2 * n - 1 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.combineLatest(source, more[0]) { $0.plus($1) }
    }
}

private enum CombineLatestTuple2<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/2-tuple" }
    static var title: String { "combineLatest to a tuple of 2" }
    static var covers: [String] { ["SharedSequenceConvertibleType.combineLatest(_:_:)"] }
    static var others: Int { 1 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 2 * n - 1 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input)> {
        let more = context.others
        return Driver.combineLatest(source, more[0])
    }
}

private enum CombineLatest3<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/3" }
    static var title: String { "combineLatest with 3" }
    static var covers: [String] { ["SharedSequence.combineLatest(_:_:_:resultSelector:)"] }
    static var others: Int { 2 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 3 * n - 2 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1]) { $0.plus($1).plus($2) }
    }
}

private enum CombineLatestTuple3<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/3-tuple" }
    static var title: String { "combineLatest to a tuple of 3" }
    static var covers: [String] { ["SharedSequenceConvertibleType.combineLatest(_:_:_:)"] }
    static var others: Int { 2 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 3 * n - 2 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input, Input)> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1])
    }
}

private enum CombineLatest4<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/4" }
    static var title: String { "combineLatest with 4" }
    static var covers: [String] { ["SharedSequence.combineLatest(_:_:_:_:resultSelector:)"] }
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2]) { $0.plus($1).plus($2).plus($3) }
    }
}

private enum CombineLatestTuple4<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/4-tuple" }
    static var title: String { "combineLatest to a tuple of 4" }
    static var covers: [String] { ["SharedSequenceConvertibleType.combineLatest(_:_:_:_:)"] }
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input, Input, Input)> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2])
    }
}

private enum CombineLatest5<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/5" }
    static var title: String { "combineLatest with 5" }
    static var covers: [String] { ["SharedSequence.combineLatest(_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 4 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 5 * n - 4 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3]) { $0.plus($1).plus($2).plus($3).plus($4) }
    }
}

private enum CombineLatestTuple5<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/5-tuple" }
    static var title: String { "combineLatest to a tuple of 5" }
    static var covers: [String] { ["SharedSequenceConvertibleType.combineLatest(_:_:_:_:_:)"] }
    static var others: Int { 4 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 5 * n - 4 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input, Input, Input, Input)> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3])
    }
}

private enum CombineLatest6<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/6" }
    static var title: String { "combineLatest with 6" }
    static var covers: [String] { ["SharedSequence.combineLatest(_:_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 5 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 6 * n - 5 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3], more[4]) { $0.plus($1).plus($2).plus($3).plus($4).plus($5) }
    }
}

private enum CombineLatestTuple6<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/6-tuple" }
    static var title: String { "combineLatest to a tuple of 6" }
    static var covers: [String] { ["SharedSequenceConvertibleType.combineLatest(_:_:_:_:_:_:)"] }
    static var others: Int { 5 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 6 * n - 5 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3], more[4])
    }
}

private enum CombineLatest7<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/7" }
    static var title: String { "combineLatest with 7" }
    static var covers: [String] { ["SharedSequence.combineLatest(_:_:_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 6 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 7 * n - 6 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5]) {
            $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6)
        }
    }
}

private enum CombineLatestTuple7<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/7-tuple" }
    static var title: String { "combineLatest to a tuple of 7" }
    static var covers: [String] { ["SharedSequenceConvertibleType.combineLatest(_:_:_:_:_:_:_:)"] }
    static var others: Int { 6 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 7 * n - 6 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5])
    }
}

private enum CombineLatest8<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/8" }
    static var title: String { "combineLatest with 8" }
    static var covers: [String] { ["SharedSequence.combineLatest(_:_:_:_:_:_:_:_:resultSelector:)"] }
    static var others: Int { 7 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 8 * n - 7 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6]) {
            $0.plus($1).plus($2).plus($3).plus($4).plus($5).plus($6).plus($7)
        }
    }
}

private enum CombineLatestTuple8<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/8-tuple" }
    static var title: String { "combineLatest to a tuple of 8" }
    static var covers: [String] { ["SharedSequenceConvertibleType.combineLatest(_:_:_:_:_:_:_:_:)"] }
    static var others: Int { 7 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 8 * n - 7 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<(Input, Input, Input, Input, Input, Input, Input, Input)> {
        let more = context.others
        return Driver.combineLatest(source, more[0], more[1], more[2], more[3], more[4], more[5], more[6])
    }
}

private enum CombineLatestCollection<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/collection" }
    static var title: String { "Driver.combineLatest([source] + context.others)" }
    static var covers: [String] { ["SharedSequence.combineLatest(_:)"] }
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<[Input]> { Driver.combineLatest([source] + context.others) }
}

private enum CombineLatestCollectionSelector<Input: RowElement>: DriverEntry {
    static var name: String { "driver/combineLatest/collection-selector" }
    static var title: String { "Driver.combineLatest([source] + context.others) { $0[0].plus($0[1]) }" }
    static var covers: [String] { ["SharedSequence.combineLatest(_:resultSelector:)"] }
    static var others: Int { 3 }
    static func elements(_ n: Int) -> Int { n == 0 ? 0 : 4 * n - 3 }
    static var aspects: Aspects { [.event] }
    @inline(__always)
    static func apply(_ source: Driver<Input>, _ context: DriverContext<Input>) -> Driver<Input> {
        Driver.combineLatest([source] + context.others) { $0[0].plus($0[1]) }
    }
}
