struct InfallibleCombineLatest: Family {
    let operation = Operation.combineLatest
    let extended = "Infallible"
    let documentation = Operation.combineLatest.selected
    let attributes = "@inlinable @inline(__always)"

    func declaration(of arity: Arity) -> [Piece] {
        [
            "public static func combineLatest<",
            .indented([.list(arity.each { "I\($0): InfallibleType" })]),
            ">(",
            .indented([.list(arity.each { "_ source\($0): I\($0)" } + [arity.selector { "I\($0).Element" }])]),
            ") -> Infallible<Element> {",
            converted(
                to: "Infallible", from: "raw: .combineLatest",
                arity.each { "source\($0).asObservable()" } + ["resultSelector: resultSelector"]),
            "}",
        ]
    }
}

/// Without `resultSelector`.
struct InfallibleTuples: Family {
    let operation = Operation.combineLatest
    let extended = "InfallibleType where Element == Any"
    let documentation = Operation.combineLatest.tuples
    let attributes = "@inlinable @inline(__always)"

    func declaration(of arity: Arity) -> [Piece] {
        let result = "Infallible<(\(arity.list { "I\($0).Element" }))>"
        return [
            "public static func combineLatest<",
            .indented([.list(arity.each { "I\($0): InfallibleType" })]),
            ">(",
            .indented([.list(arity.each { "_ source\($0): I\($0)" })]),
            ") -> \(result) {",
            converted(to: result, from: "raw: Observable.combineLatest", arity.each { "source\($0).asObservable()" }),
            "}",
        ]
    }
}

struct InfallibleZip: Family {
    let operation = Operation.zip
    let extended = "InfallibleType"
    let documentation = Operation.zip.selected
    let attributes = "@inlinable @inline(__always)"

    func declaration(of arity: Arity) -> [Piece] {
        [
            "public static func zip<\(arity.list { "E\($0)" })>(",
            .indented([.list(arity.each { "_ source\($0): Infallible<E\($0)>" } + [arity.selector { "E\($0)" }])]),
            ") -> Infallible<Element> {",
            converted(
                to: "Infallible", from: "raw: .zip",
                arity.each { "source\($0).asObservable()" } + ["resultSelector: resultSelector"]),
            "}",
        ]
    }
}
