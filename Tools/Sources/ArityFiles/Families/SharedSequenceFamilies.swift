struct SharedSequenceSelecting: ArityFamily {
    let operation: ArityOperation
    /// The result's, as RxSwift spells it; all sources have the same.
    let strategy: String
    let extended = "SharedSequence"
    let attributes = "@_alwaysEmitIntoClient"

    var documentation: String { operation.selected + " It must not throw." }

    func declaration(of arity: Arity) -> [Piece] {
        [
            "public static func \(operation.name)<\(arity.list { "O\($0)" })>(",
            .indented([.list(arity.each { "_ source\($0): O\($0)" } + [arity.selector { "O\($0).Element" }])]),
            ") -> SharedSequence<\(strategy), Element>",
            "where",
            .indented([.list(arity.sharedRequirements)]),
            "{",
            converted(
                to: "SharedSequence", from: ".\(operation.name)",
                arity.each { "source\($0).asObservable()" } + ["resultSelector: resultSelector"]),
            "}",
        ]
    }
}

/// Without `resultSelector`.
struct SharedSequenceTuples: ArityFamily {
    let operation: ArityOperation
    /// The result's, as RxSwift spells it; all sources have the same.
    let strategy: String
    let extended = "SharedSequenceConvertibleType where Element == Any"
    let attributes = "@_alwaysEmitIntoClient"

    var documentation: String { operation.tuples }

    func declaration(of arity: Arity) -> [Piece] {
        let tuple = "(\(arity.list { "O\($0).Element" }))"
        return [
            "public static func \(operation.name)<\(arity.list { "O\($0)" })>(",
            .indented([.list(arity.each { "_ source\($0): O\($0)" })]),
            ") -> SharedSequence<\(strategy), \(tuple)>",
            "where",
            .indented([.list(arity.sharedRequirements)]),
            "{",
            converted(
                to: "SharedSequence<SharingStrategy, \(tuple)>", from: "Observable.\(operation.name)",
                arity.each { "source\($0).asObservable()" }),
            "}",
        ]
    }
}

extension Arity {
    fileprivate var sharedRequirements: [String] {
        each { "O\($0): SharedSequenceConvertibleType" } + each { "O\($0).SharingStrategy == SharingStrategy" }
    }
}
