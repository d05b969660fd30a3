// swift .ci/check-vocabulary.swift [--strict] VOCABULARY LEFT-OUT SYMBOL-GRAPH...
//
// Whether the public symbols of the graphs (`swift package dump-symbol-graph`) cover the vocabulary: plain facts, one a line,
// `path :: declaration   [where constraints]`. A fact is covered by a symbol with its path, of the same type or of one that it
// inherits from, whose declaration is the same but for how it is spelled: sendability, isolation, `any`, typed throws, the
// values of default arguments, primary associated types, the names of generic parameters, stored or computed, `final`.
// LEFT-OUT lists, with reasons, what isn't covered on purpose; a line there that is covered is a defect too.
//
// `--strict` prints where the spelling differs as well. Exit status 1: something is neither covered nor left out.
import Foundation

// MARK: Facts

struct Fact: Hashable {
    let path: String
    let declaration: String
    let constraints: String
    let isDeprecated: Bool

    var text: String { "\(path) :: \(declaration)" + (constraints.isEmpty ? "" : "   [where \(constraints)]") }
    var isStatic: Bool { declaration.hasPrefix("static") || declaration.contains(" static ") }

    init(path: String, declaration: String, constraints: String, isDeprecated: Bool) {
        self.path = path
        self.declaration = declaration
        self.constraints = constraints
        self.isDeprecated = isDeprecated
    }

    init?(line: String) {
        guard !line.hasPrefix(" "), let separator = line.range(of: " :: ") else { return nil }
        let (head, tail) = (line[..<separator.lowerBound], line[separator.upperBound...])
        let mark = head.range(of: " [DEPRECATED")
        let bracket = tail.range(of: "   [where ", options: .backwards)
        path = String(head[..<(mark?.lowerBound ?? head.endIndex)])
        isDeprecated = mark != nil
        declaration = String(tail[..<(bracket?.lowerBound ?? tail.endIndex)]).trimmingCharacters(in: .whitespaces)
        constraints = bracket.map { String(tail[$0.upperBound...].dropLast()) } ?? ""
    }

    /// What has to be the same: the declaration without what may be spelled differently.
    ///
    /// - Parameter known: requirements that the type's own declaration has.
    func shape(_ known: Set<String>) -> String {
        let (head, requirements) = Spelling.split(Spelling.loosened(declaration))
        let all = requirements + constraints.components(separatedBy: " & ").map(Spelling.requirement)
        return head + " where " + Set(all).subtracting(known).subtracting([""]).sorted().joined(separator: ", ")
    }
}

enum Spelling {
    private static let dropped = [
        "@discardableResult ", "@escaping ", "@Sendable ", "@MainActor ", "@frozen ", "@autoclosure ", "@preconcurrency ",
        "nonisolated(unsafe) ", "nonisolated ", "sending ", "final ", "override ", "convenience ", "required ", "any ",
        "indirect ", "`",
        "Self.",  // A member found on a supertype speaks of `Self.Element` where the type's own one says `Element`.
    ]
    private static let respelled = [
        (#"throws\([^)]*\)"#, "throws"), (#"\brethrows\b"#, "throws"), (#"\bopen class\b"#, "class"),
        (#"^protocol (\w+)<[^>]*>"#, "protocol $1"), (#"\blet (\w+: .*)$"#, "var $1 { get }"),
        // The standard library's types with and without their module.
        (#"\b(Swift|Foundation|Dispatch|_Concurrency)\."#, ""),
        (#" : (BidirectionalCollection|Sendable)\b"#, ""), (#" & Sendable\b"#, ""), (#"\(some (\w+)<[^>]*>"#, "(some $1"),
        // What a trait's `create` hands out may be called on any thread, which the aliases of these closures don't say.
        (#"\((Single|Maybe)Observer\)"#, "(($1Event<Element>) -> Void)"), (#"\(CompletableObserver\)"#, "((CompletableEvent) -> Void)"),
        (#"\(Infallible<Element>\.InfallibleObserver\)"#, "((InfallibleEvent<Element>) -> Void)"),
        // A protocol that refines another one for the sake of the compiler's errors.
        (#"^protocol PrimitiveSequenceType : ObservableConvertibleType"#, "protocol PrimitiveSequenceType"),
        // Labels without the names of parameters.
        (#"(\(|, )(\w+) \w+: "#, "$1$2: "),
    ]

    static func loosened(_ declaration: String) -> String {
        var text = declaration
        for word in dropped { text = text.replacingOccurrences(of: word, with: "") }
        text = withoutDefaults(text)
        for (pattern, template) in respelled {
            text = text.replacingOccurrences(of: pattern, with: template, options: .regularExpression)
        }
        if text.range(of: #"\bvar \w+: [^{]*$"#, options: .regularExpression) != nil { text += " { get set }" }
        return withNumberedGenerics(text)
    }

    /// ` = expression` becomes ` = _`, so that only the values of defaults may differ.
    private static func withoutDefaults(_ text: String) -> String {
        guard text.contains("func ") || text.contains("init") else { return text }
        var result = "", depth = 0, skipping: Int?
        var rest = Substring(text)
        while let character = rest.first {
            if skipping == nil, rest.hasPrefix(" = "), depth > 0 {
                skipping = depth
                result += " = _"
                rest = rest.dropFirst(3)
                continue
            }
            if "([".contains(character) { depth += 1 }
            if let outer = skipping, depth == outer, ",)".contains(character) { skipping = nil }
            if ")]".contains(character) { depth -= 1 }
            if skipping == nil { result.append(character) }
            rest = rest.dropFirst()
        }
        return result
    }

    /// Generic parameters of a function are named by their number.
    private static func withNumberedGenerics(_ text: String) -> String {
        let pattern = #"(?:func \S*?|init\??|subscript)<([^<>]*)>\("#
        guard let match = text.range(of: pattern, options: .regularExpression),
            let open = text[match].firstIndex(of: "<"), let close = text[match].lastIndex(of: ">")
        else { return text }
        var result = text
        let names = text[text.index(after: open)..<close].components(separatedBy: ",")
        for (index, name) in names.enumerated() {
            let name = name.components(separatedBy: ":")[0].trimmingCharacters(in: .whitespaces)
            result = result.replacingOccurrences(
                of: #"(?<![\w.])"# + name + #"(?![\w:])"#, with: "G\(index)", options: .regularExpression)
        }
        return result
    }

    /// A declaration without its `where` clause, and the requirements of that.
    static func split(_ declaration: String) -> (String, [String]) {
        guard let clause = declaration.range(of: " where ") else { return (declaration, []) }
        var requirements: [String] = [], current = "", depth = 0
        for character in declaration[clause.upperBound...] {
            if "<(".contains(character) { depth += 1 }
            if ">)".contains(character) { depth -= 1 }
            if character == ",", depth == 0 {
                requirements.append(current)
                current = ""
            } else {
                current.append(character)
            }
        }
        return (String(declaration[..<clause.lowerBound]), (requirements + [current]).map(requirement))
    }

    /// One requirement, its sides in one order.
    static func requirement(_ text: String) -> String {
        let text = text.replacingOccurrences(of: " ", with: "")
        let sides = text.components(separatedBy: "==")
        return sides.count == 2 ? sides.sorted().joined(separator: "==") : text
    }
}

// MARK: Symbol graphs

struct Graph: Decodable {
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

        var fact: Fact {
            let constraints = (swiftExtension?.constraints ?? []).map { $0.lhs + ($0.kind == "sameType" ? "==" : ":") + $0.rhs }
            return Fact(
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

/// What there is, by path, and from which types a type inherits.
struct Symbols {
    private(set) var facts: [String: [Fact]] = [:]
    private var parents: [String: Set<String>] = [:]

    init(_ graphs: [Graph]) {
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
        return Set(type.map { Spelling.split($0.declaration).1 } ?? [])
    }

    /// The facts of one path, the type's own ones and inherited ones.
    func candidates(_ path: String) -> [Fact] {
        let components = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard components.count == 2 else { return facts[path] ?? [] }
        var types = [components[0]], seen: Set<String> = [components[0]], result: [Fact] = []
        while let type = types.popLast() {
            result += facts[type + "." + components[1]] ?? []
            for parent in parents[type] ?? [] where seen.insert(parent).inserted { types.append(parent) }
        }
        return result
    }
}

// MARK: Comparing

enum Verdict {
    case same, respelled(String), different([String]), missing
}

func verdict(_ fact: Fact, _ symbols: Symbols) -> Verdict {
    let candidates = symbols.candidates(fact.path).filter { $0.isStatic == fact.isStatic }
    let deprecation = { (candidate: Fact) in candidate.isDeprecated == fact.isDeprecated }
    if candidates.contains(where: { $0.text == fact.text && deprecation($0) }) { return .same }
    let known = symbols.requirements(ofTypeOf: fact.path), shape = fact.shape(known)
    let settable = { (text: String) in text.replacingOccurrences(of: "{ get set }", with: "{ get }") }
    for candidate in candidates {
        let other = candidate.shape(known)
        guard other == shape || settable(other) == shape else { continue }
        let prefix = (deprecation(candidate) ? "" : "deprecation differs: ") + (candidate.path == fact.path ? "" : "inherited: ")
        return .respelled(prefix + candidate.text)
    }
    return candidates.isEmpty ? .missing : .different(candidates.map(\.text))
}

func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isStrict = arguments.first == "--strict"
if isStrict { arguments.removeFirst() }
guard arguments.count >= 3 else {
    print("usage: check-vocabulary.swift [--strict] VOCABULARY LEFT-OUT SYMBOL-GRAPH...")
    exit(64)
}
let vocabulary = try lines(arguments[0]).compactMap(Fact.init(line:))
let leftOut = Set(try lines(arguments[1]).compactMap(Fact.init(line:)))
let symbols = Symbols(try arguments.dropFirst(2).map {
    try JSONDecoder().decode(Graph.self, from: try Data(contentsOf: URL(fileURLWithPath: $0)))
})

var counts = (same: 0, respelled: 0, leftOut: 0, defects: 0)
for fact in vocabulary {
    let verdict = verdict(fact, symbols)
    if leftOut.contains(fact) {
        counts.leftOut += 1
        switch verdict {
        case .same, .respelled:
            counts.defects += 1
            print("left out, but there: \(fact.text)")
        case .different, .missing: break
        }
        continue
    }
    switch verdict {
    case .same: counts.same += 1
    case .respelled(let ours):
        counts.respelled += 1
        if isStrict { print("spelled differently: \(fact.text)\n    ours: \(ours)") }
    case .different(let ours):
        counts.defects += 1
        print("different: \(fact.text)\n    ours: \(ours.joined(separator: "\n          "))")
    case .missing:
        counts.defects += 1
        print("missing: \(fact.text)")
    }
}
for fact in leftOut.subtracting(vocabulary) {
    counts.defects += 1
    print("left out, but not in the vocabulary: \(fact.text)")
}
print(
    "\(vocabulary.count) facts: \(counts.same) the same, \(counts.respelled) spelled differently, "
        + "\(counts.leftOut) left out, \(counts.defects) defects")
exit(counts.defects == 0 && !vocabulary.isEmpty ? 0 : 1)
