/// Those that everything else is made of: each source has a slot, and a row takes an element of every slot.
struct ObservableSelecting: ArityFamily {
    let operation: ArityOperation
    /// The type that keeps what a source has sent.
    let slot: String
    let documentation: String
    let extended = "ObservableType"
    let attributes = "@_alwaysEmitIntoClient @inline(__always)"

    func documentation(of arity: Arity) -> String { "As `\(operation.name)` of two sequences." }

    func declaration(of arity: Arity) -> [Piece] {
        [
            .list(before: "public static func \(operation.name)<", arity.each { "O\($0): ObservableType" }, after: ">("),
            .indented([
                .list(arity.each { "_ source\($0): O\($0)" }, after: ","),
                .list(before: "resultSelector: @escaping (", arity.each { "O\($0).Element" }, after: ") throws -> Element"),
            ]),
            ") -> Observable<Element> {",
            .indented([
                .list(before: "let ", arity.each { "source\($0) = source\($0).source" }),
                "return Rows.observable(\(arity.count)) { rows in",
                .indented([
                    .list(before: "let ", arity.each { "slot\($0) = \(slot)(rows, source\($0))" }),
                    "@inline(__always) func row() throws -> Element {",
                    .indented([.list(before: "try resultSelector(", arity.each { "slot\($0).take()" }, after: ")")]),
                    "}",
                    .statements(arity.each { "slot\($0).attach(row)" }),
                ]),
                "}",
            ]),
            "}",
        ]
    }
}

/// Without `resultSelector`.
struct ObservableTuples: ArityFamily {
    let operation: ArityOperation
    let documentation: String
    let extended = "ObservableType where Element == Any"
    let attributes = "@_alwaysEmitIntoClient @inline(__always)"

    func documentation(of arity: Arity) -> String { "The tuples that `\(operation.name)` of \(arity.word) sequences makes." }

    func declaration(of arity: Arity) -> [Piece] {
        let sources = arity.list { "source\($0)" }, elements = arity.list { "$\($0 - 1)" }
        return [
            .list(before: "public static func \(operation.name)<", arity.each { "O\($0): ObservableType" }, after: ">("),
            .indented([.list(arity.each { "_ source\($0): O\($0)" })]),
            ") -> Observable<(\(arity.list { "O\($0).Element" }))> {",
            .indented(["Observable.\(operation.name)(\(sources)) { (\(elements)) }"]),
            "}",
        ]
    }
}
