import Foundation

/// How a fact is covered.
enum FactVerdict {
    case same, respelled(String), different([String]), missing
}

/// What there is, by path, and from which types a type inherits.
struct PublicSymbols {
    private(set) var facts: [String: [VocabularyFact]] = [:]
    private var parents: [String: Set<String>] = [:]

    init(_ graphs: [SymbolGraph]) {
        var names: [String: String] = [:]
        for symbol in graphs.flatMap(\.symbols) {
            facts[symbol.fact.path, default: []].append(symbol.fact)
            names[symbol.identifier.precise] = symbol.fact.path
        }
        for relationship in graphs.flatMap(\.relationships) where ["inheritsFrom", "conformsTo"].contains(relationship.kind) {
            guard let source = names[relationship.source], let target = names[relationship.target] else { continue }
            parents[source, default: []].insert(target)
        }
    }

    /// What the declaration of the path's type requires of its generic parameters.
    func requirements(ofTypeOf path: String) -> Set<String> {
        let type = facts[String(path.split(separator: ".").first ?? "")]?.first
        return Set(type.map { FactSpelling.split($0.declaration).1 } ?? [])
    }

    /// The facts of one path, the type's own ones and inherited ones.
    func candidates(_ path: String) -> [VocabularyFact] {
        let components = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard components.count == 2 else { return facts[path] ?? [] }
        var types = [components[0]], seen: Set<String> = [components[0]], result: [VocabularyFact] = []
        while let type = types.popLast() {
            result += facts[type + "." + components[1]] ?? []
            for parent in (parents[type] ?? []).sorted() where seen.insert(parent).inserted { types.append(parent) }
        }
        return result
    }

    /// How they cover a fact.
    func verdict(_ fact: VocabularyFact) -> FactVerdict {
        let candidates = candidates(fact.path).filter { $0.isStatic == fact.isStatic }
        let deprecation = { (candidate: VocabularyFact) in candidate.isDeprecated == fact.isDeprecated }
        if candidates.contains(where: { $0.text == fact.text && deprecation($0) }) { return .same }
        let known = requirements(ofTypeOf: fact.path), shape = fact.shape(known)
        let settable = { (text: String) in text.replacingOccurrences(of: "{ get set }", with: "{ get }") }
        for candidate in candidates {
            let other = candidate.shape(known)
            guard other == shape || settable(other) == shape else { continue }
            let prefix = (deprecation(candidate) ? "" : "deprecation differs: ") + (candidate.path == fact.path ? "" : "inherited: ")
            return .respelled(prefix + candidate.text)
        }
        return candidates.isEmpty ? .missing : .different(candidates.map(\.text))
    }
}
