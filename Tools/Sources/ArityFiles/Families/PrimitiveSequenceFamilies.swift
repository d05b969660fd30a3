/// For `Single` and `Maybe`.
struct PrimitiveSequenceSelecting: ArityFamily {
    let trait: String
    /// How the result ends.
    let ending: String
    let operation = ArityOperation.zip
    let attributes = "@_alwaysEmitIntoClient"

    var extended: String { "PrimitiveSequenceType where Trait == \(trait)" }
    var documentation: String { "What `resultSelector` makes of the elements of all. \(ending)" }

    func declaration(of arity: Arity) -> [Piece] {
        [
            "public static func zip<\(arity.list { "E\($0)" })>(",
            .indented([.list(arity.each { "_ source\($0): PrimitiveSequence<Trait, E\($0)>" } + [arity.selector { "E\($0)" }])]),
            ") -> PrimitiveSequence<Trait, Element> {",
            converted(
                to: "PrimitiveSequence", from: "raw: Observable.zip",
                arity.each { "source\($0).source" } + ["resultSelector: resultSelector"]),
            "}",
        ]
    }
}

/// Without `resultSelector`.
struct PrimitiveSequenceTuples: ArityFamily {
    let trait: String
    /// How the result ends.
    let ending: String
    let operation = ArityOperation.zip
    let attributes = "@_alwaysEmitIntoClient"

    var extended: String { "PrimitiveSequenceType where Element == Any, Trait == \(trait)" }
    var documentation: String { "The elements of all. \(ending)" }

    func declaration(of arity: Arity) -> [Piece] {
        let elements = arity.list { "E\($0)" }, result = "PrimitiveSequence<Trait, (\(elements))>"
        return [
            "public static func zip<\(elements)>(",
            .indented([.list(arity.each { "_ source\($0): PrimitiveSequence<Trait, E\($0)>" })]),
            ") -> \(result) {",
            converted(to: result, from: "raw: Observable.zip", arity.each { "source\($0).source" }),
            "}",
        ]
    }
}
