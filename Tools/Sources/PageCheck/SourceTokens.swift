/// The names in a file of code, and what it declares, as far as names on pages are looked up. What follows `//` on a line is left out, what is in
/// literals isn't: names of environment variables are there.
struct SourceTokens {
    /// Every name in it.
    private(set) var names: Set<String> = []
    /// The types that it declares or extends, each with those that it inherits from or conforms to.
    private(set) var types: [String: Set<String>] = [:]
    /// Those of them that it declares.
    private(set) var declared: Set<String> = []
    /// The labels of the arguments of each function, initialiser and case, as often as it is declared; `_` is none.
    private(set) var labels: [String: [[String]]] = [:]

    private let tokens: [String]
    private static let typeKeywords: Set = ["class", "struct", "enum", "protocol", "actor", "extension"]

    init(_ source: String) {
        tokens = Self.tokens(of: source)
        names = Set(tokens.filter(Self.isName))
        for (index, token) in tokens.enumerated() where index + 1 < tokens.count {
            if Self.typeKeywords.contains(token), Self.isName(tokens[index + 1]) {
                readType(at: index + 1, isDeclared: token != "extension")
            } else if token == "func" || token == "case" {
                readLabels(of: tokens[index + 1], at: index + 2)
            } else if token == "init" || token == "subscript" {
                readLabels(of: token, at: index + 1)
            }
        }
    }

    private static func isName(_ token: String) -> Bool { token.utf8.first.map(isLetter) ?? false }
    private static func isLetter(_ byte: UInt8) -> Bool { byte | 32 >= 97 && byte | 32 <= 122 || byte == 95 || byte >= 128 }

    private static func tokens(of source: String) -> [String] {
        let bytes = Array(source.utf8)
        var tokens: [String] = [], index = 0
        while index < bytes.count {
            let byte = bytes[index], start = index
            index += 1
            if isLetter(byte) {
                while index < bytes.count, isLetter(bytes[index]) || bytes[index] >= 48 && bytes[index] <= 57 { index += 1 }
                tokens.append(String(decoding: bytes[start..<index], as: UTF8.self))
            } else if byte == 47, index < bytes.count, bytes[index] == 47 {
                while index < bytes.count, bytes[index] != 10 { index += 1 }
            } else if byte > 32 {
                tokens.append(String(UnicodeScalar(byte)))
            }
        }
        return tokens
    }

    /// The name at the index, which may be one with dots, and what comes behind a colon.
    private mutating func readType(at start: Int, isDeclared: Bool) {
        var index = start, name = tokens[start]
        while index + 2 < tokens.count, tokens[index + 1] == ".", Self.isName(tokens[index + 2]) {
            index += 2
            name = tokens[index]
        }
        index = afterGenerics(index + 1)
        var above: Set<String> = []
        if index < tokens.count, tokens[index] == ":" {
            for token in tokens[index...].prefix(while: { $0 != "{" && $0 != "where" }) where Self.isName(token) { above.insert(token) }
        }
        types[name, default: []].formUnion(above)
        if isDeclared { declared.insert(name) }
    }

    private func afterGenerics(_ start: Int) -> Int {
        guard start < tokens.count, tokens[start] == "<" else { return start }
        var depth = 0, index = start
        repeat {
            if tokens[index] == "<" { depth += 1 }
            if tokens[index] == ">", tokens[index - 1] != "-" { depth -= 1 }
            index += 1
        } while depth > 0 && index < tokens.count
        return index
    }

    private mutating func readLabels(of name: String, at start: Int) {
        var index = start
        if index < tokens.count, ["?", "!"].contains(tokens[index]) { index += 1 }
        index = afterGenerics(index)
        guard Self.isName(name), index < tokens.count, tokens[index] == "(" else { return }
        var depth = 0, found: [String] = [], isFirst = false
        repeat {
            switch tokens[index] {
            case "(", "[", "{":
                depth += 1
                isFirst = depth == 1
            case ")", "]", "}": depth -= 1
            case ",": isFirst = depth == 1
            case let token where isFirst && Self.isName(token):
                found.append(token)
                isFirst = false
            default: break
            }
            index += 1
        } while depth > 0 && index < tokens.count
        labels[name, default: []].append(found)
    }
}
