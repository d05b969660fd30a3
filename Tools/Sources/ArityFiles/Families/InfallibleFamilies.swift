struct InfallibleCombineLatest: ArityFamily {
    let operation = ArityOperation.combineLatest
    let extended = "Infallible"
    let documentation = ArityOperation.combineLatest.selected
    let attributes = "@_alwaysEmitIntoClient @inline(__always)"

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
struct InfallibleTuples: ArityFamily {
    let operation = ArityOperation.combineLatest
    let extended = "InfallibleType where Element == Any"
    let documentation = ArityOperation.combineLatest.tuples
    let attributes = "@_alwaysEmitIntoClient @inline(__always)"

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

struct InfallibleZip: ArityFamily {
    let operation = ArityOperation.zip
    let extended = "InfallibleType"
    let documentation = ArityOperation.zip.selected
    let attributes = "@_alwaysEmitIntoClient @inline(__always)"

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
