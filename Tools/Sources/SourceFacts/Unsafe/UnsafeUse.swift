import Foundation

/// A use of an unsafe or underscored construct.
struct UnsafeUse {
    /// The kind of what no kind knows.
    static let unknown = "of no kind"

    /// In this order: what one kind has counted is no longer there for the next one.
    static let kinds: [(name: String, pattern: String)] = [
        ("unchecked-sendable", #"@unchecked\s+Sendable\b"#), ("unchecked-exclusivity", #"@exclusivity\(unchecked\)"#),
        ("nonisolated-unsafe", #"\bnonisolated\(unsafe\)"#), ("unowned-unsafe", #"\bunowned\(unsafe\)"#),
        ("unmanaged", #"\bUnmanaged\b|\b_withUnsafeGuaranteedRef\b"#), ("unchecked-cast", #"\bunsafeDowncast\b|\bunsafeBitCast\b"#),
        ("unchecked-optional", #"\bunsafelyUnwrapped\b"#), ("hint", #"\b_fastPath\b|\b_slowPath\b"#), ("silgen", #"@_silgen_name\b"#),
        ("underscored-attribute", #"@_\w+"#),
        ("raw-memory", #"\b(_?with\w*)?Unsafe\w*Pointer\w*\b|\b_?with(Unprotected)?Unsafe\w+"#),
        ("underscored-library", #"(?<![\w@])_+[A-Za-z]\w*"#), (unknown, #"\w*[uU]nsafe\w*|@unchecked\b|@exclusivity\b"#),
    ]

    let path: String, kind: String, text: String, line: Int

    var place: UnsafePlace { UnsafePlace(kind: kind, path: path) }

    /// - Parameter names: what is no use, whatever it looks like.
    static func all(in source: String, path: String, ignoring names: Set<String>) throws -> [UnsafeUse] {
        var code = CodeAlone.text(of: source), uses: [UnsafeUse] = []
        for (kind, pattern) in kinds {
            let found = try NSRegularExpression(pattern: pattern).matches(in: code, range: NSRange(code.startIndex..., in: code))
            for range in found.reversed().compactMap({ Range($0.range, in: code) }) {
                let text = String(code[range])
                let line = code[..<range.lowerBound].utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
                code.replaceSubrange(range, with: String(repeating: " ", count: text.count))
                if !names.contains(text) { uses.append(UnsafeUse(path: path, kind: kind, text: text, line: line)) }
            }
        }
        return uses.sorted { ($0.line, $0.kind) < ($1.line, $1.kind) }
    }
}

/// What the table has a line for.
struct UnsafePlace: Hashable {
    let kind: String, path: String
}
