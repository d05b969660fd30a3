/// Functions of one name, one for each number of sources, in an extension of their own.
protocol ArityFamily: Sendable {
    var operation: ArityOperation { get }
    /// The type that is extended, with its constraints.
    var extended: String { get }
    /// The documentation comment of the function of two sources.
    var documentation: String { get }
    /// The attributes of each function, or nothing.
    var attributes: String { get }

    /// The documentation comment of a function of more sources. By itself it refers to that of two.
    func documentation(of arity: Arity) -> String
    /// The function without its comment and attributes.
    func declaration(of arity: Arity) -> [Piece]
}

extension ArityFamily {
    func documentation(of arity: Arity) -> String { "As `\(operation.name)` of two." }

    var pieces: [Piece] {
        let functions = Arity.all.map { arity in
            let comment = arity.count == 2 ? documentation : documentation(of: arity)
            let lines = comment.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.map { Piece.line($0.isEmpty ? "///" : "/// \($0)") }
                + (attributes.isEmpty ? [] : [.line(attributes)]) + declaration(of: arity)
        }
        return ["extension \(extended) {", .indented(Array(functions.joined(separator: [""]))), "}"]
    }

    /// A body that hands the arguments to an operator of `Observable` and makes another type of what that returns.
    func converted(to type: String, from call: String, _ arguments: [String]) -> Piece {
        .indented(["\(type)(", .indented(["\(call)(", .indented([.list(arguments, after: "))")])])])
    }
}
