import Foundation

/// What may be spelled in more than one way.
enum FactSpelling {
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
