import Foundation

/// As much of a symbol graph, which the compiler writes, as the vocabulary needs.
struct SymbolGraph: Decodable {
    struct Module: Decodable { let name: String }
    struct Symbol: Decodable {
        struct Identifier: Decodable { let precise: String }
        struct Fragment: Decodable { let spelling: String }
        struct Availability: Decodable { let isUnconditionallyDeprecated: Bool? }
        struct Constraint: Decodable { let kind, lhs, rhs: String }
        struct Extension: Decodable { let constraints: [Constraint]? }

        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]
        let availability: [Availability]?
        let swiftExtension: Extension?

        var fact: VocabularyFact {
            let constraints = (swiftExtension?.constraints ?? []).map { $0.lhs + ($0.kind == "sameType" ? "==" : ":") + $0.rhs }
            return VocabularyFact(
                path: pathComponents.joined(separator: "."),
                declaration: declarationFragments.map(\.spelling).joined().replacingOccurrences(
                    of: #"\s+"#, with: " ", options: .regularExpression),
                constraints: constraints.joined(separator: " & "),
                isDeprecated: availability?.contains { $0.isUnconditionallyDeprecated == true } ?? false)
        }
    }
    struct Relationship: Decodable { let kind, source, target: String }

    let module: Module
    let symbols: [Symbol]
    let relationships: [Relationship]
}
