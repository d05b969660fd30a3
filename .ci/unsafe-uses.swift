// swift .ci/unsafe-uses.swift [--list]
//
// Whether docs/unsafe.txt lists every use of an unsafe or underscored construct in the library's sources, with its invariant: by kind and file, how
// many there are. Comments and string literals don't count; what a literal interpolates does. Also what is of no kind is an error: an attribute or a
// name with a leading underscore that the file's invariant doesn't name, any other name with `unsafe` in it. So is an invariant that is missing,
// shorter than 20 characters or longer than 160, or that more than three files share.
//
// `--list` prints every use: `path:line: kind: invariant`. Run it in the package's folder. Exit status 1: something differs.
import Foundation

let table = "docs/unsafe.txt"
let folders = ["Rx", "RxPlatform", "RxTest", "RxBlocking", "RxInspector", "RxMarbles"].map { "Sources/" + $0 }

// MARK: Code

/// The code of a source: comments and the text of string literals are blanks, so that all else stays in its line. ASCII.
struct Code {
    private enum State {
        case code(parentheses: Int)
        case comment(depth: Int)
        case lineComment
        case string(quote: String, hashes: String)
    }

    private static let special = Set(Array("/*\"#()\\\n".utf8))
    private let bytes: [UInt8]
    private var index = 0, code: [UInt8] = [], states = [State.code(parentheses: 0)]

    static func text(of source: String) -> String {
        var reader = Code(bytes: Array(source.utf8))
        while reader.index < reader.bytes.count { reader.step() }
        return String(decoding: reader.code, as: UTF8.self)
    }

    private func sees(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private mutating func pass(_ count: Int, isCode: Bool = false) {
        for byte in bytes[index...].prefix(count) {
            let isKept = byte == UInt8(ascii: "\n") || isCode && byte < 128
            code.append(isKept ? byte : UInt8(ascii: " "))
        }
        index += count
    }

    private mutating func enter(_ state: State, after count: Int) {
        states.append(state)
        pass(count)
    }

    private mutating func leave(after count: Int) {
        states.removeLast()
        pass(count)
    }

    private mutating func step() {
        let plain = bytes[index...].prefix { !Code.special.contains($0) }.count
        switch states.last ?? .code(parentheses: 0) {
        case .code(let parentheses): if plain > 0 { pass(plain, isCode: true) } else { stepInCode(parentheses) }
        case _ where plain > 0: pass(plain)
        case .lineComment: if sees("\n") { leave(after: 1) } else { pass(1) }
        case .comment(let depth):
            if sees("*/"), depth == 1 { return leave(after: 2) }
            let deeper = sees("/*") ? 1 : sees("*/") ? -1 : 0
            states[states.count - 1] = .comment(depth: depth + deeper)
            pass(deeper == 0 ? 1 : 2)
        case .string(let quote, let hashes):
            let escape = "\\" + hashes
            if sees(escape + "(") { return enter(.code(parentheses: 1), after: escape.count + 1) }
            if sees(quote + hashes) { leave(after: quote.count + hashes.count) } else { pass(sees(escape) ? escape.count + 1 : 1) }
        }
    }

    private mutating func stepInCode(_ parentheses: Int) {
        if sees("//") { return enter(.lineComment, after: 2) }
        if sees("/*") { return enter(.comment(depth: 1), after: 2) }
        let hashes = String(decoding: bytes[index...].prefix { $0 == UInt8(ascii: "#") }, as: UTF8.self)
        for quote in ["\"\"\"", "\""] where sees(hashes + quote) {
            return enter(.string(quote: quote, hashes: hashes), after: hashes.count + quote.count)
        }
        let deeper = sees("(") ? 1 : sees(")") ? -1 : 0
        if parentheses > 0, parentheses + deeper == 0 { return leave(after: 1) }  // The end of an interpolation.
        if parentheses > 0 { states[states.count - 1] = .code(parentheses: parentheses + deeper) }
        pass(1, isCode: true)
    }
}

// MARK: Uses

let unknown = "of no kind"

/// In this order: what one kind has counted is no longer there for the next one.
let kinds: [(name: String, pattern: String)] = [
    ("unchecked-sendable", #"@unchecked\s+Sendable\b"#), ("unchecked-exclusivity", #"@exclusivity\(unchecked\)"#),
    ("nonisolated-unsafe", #"\bnonisolated\(unsafe\)"#), ("unowned-unsafe", #"\bunowned\(unsafe\)"#),
    ("unmanaged", #"\bUnmanaged\b|\b_withUnsafeGuaranteedRef\b"#), ("unchecked-cast", #"\bunsafeDowncast\b|\bunsafeBitCast\b"#),
    ("unchecked-optional", #"\bunsafelyUnwrapped\b"#), ("hint", #"\b_fastPath\b|\b_slowPath\b"#), ("silgen", #"@_silgen_name\b"#),
    ("underscored-attribute", #"@_\w+"#),
    ("raw-memory", #"\b(_?with\w*)?Unsafe\w*Pointer\w*\b|\b_?with(Unprotected)?Unsafe\w+"#),
    ("underscored-library", #"(?<![\w@])_+[A-Za-z]\w*"#), (unknown, #"\w*[uU]nsafe\w*|@unchecked\b|@exclusivity\b"#),
]

struct Use { let path: String, kind: String, text: String, line: Int }

func uses(in path: String, ignoring names: Set<String>) throws -> [Use] {
    var code = Code.text(of: try String(contentsOfFile: path, encoding: .utf8)), uses: [Use] = []
    for (kind, pattern) in kinds {
        let found = try NSRegularExpression(pattern: pattern).matches(in: code, range: NSRange(code.startIndex..., in: code))
        for range in found.reversed().compactMap({ Range($0.range, in: code) }) {
            let text = String(code[range])
            let line = code[..<range.lowerBound].utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
            code.replaceSubrange(range, with: String(repeating: " ", count: text.count))
            if !names.contains(text) { uses.append(Use(path: path, kind: kind, text: text, line: line)) }
        }
    }
    return uses.sorted { ($0.line, $0.kind) < ($1.line, $1.kind) }
}

let sources = folders.flatMap { folder in (FileManager.default.subpaths(atPath: folder) ?? []).map { folder + "/" + $0 } }
    .filter { $0.hasSuffix(".swift") }.sorted()

// MARK: The table

struct Place: Hashable { let kind: String, path: String }

struct Table {
    private(set) var entries: [Place: (count: Int, invariant: String)] = [:]
    /// Names with a leading underscore that are the project's own, or words of the language.
    private(set) var names: Set<String> = []
    private(set) var defects: [String] = []

    init(_ text: String) {
        var kind = "", missing = Set(kinds.map(\.name)).subtracting([unknown])
        for line in text.components(separatedBy: "\n") where !line.isEmpty && !line.hasPrefix("# ") && line != "#" {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            if words.first == "##" {
                kind = words.count < 2 ? "" : words[1].replacingOccurrences(of: ":", with: "")
                if missing.remove(kind) == nil { defects.append("no kind, or one that has a section: \(line)") }
            } else if ["own-names:", "keywords:"].contains(words.first) {
                names.formUnion(line.components(separatedBy: " ").dropFirst())
            } else if words.count >= 2, let count = Int(words[1]) {
                let place = Place(kind: kind, path: words[0])
                if kind == "silgen" { defects.append("\(place.path): silgen: nothing may use it, listed or not") }
                if entries[place] != nil { defects.append("\(place.path): \(kind): listed twice") }
                entries[place] = (count, words.count == 3 ? words[2] : "")
            } else {
                defects.append("no line of a path, a count and an invariant: \(line)")
            }
        }
        defects += missing.map { "no section: \($0)" }
        checkInvariants()
    }

    private mutating func checkInvariants() {
        for (place, entry) in entries where !(20...160).contains(entry.invariant.count) {
            defects.append("\(place.path): \(place.kind): an invariant of \(entry.invariant.count) characters; from 20 to 160 are allowed")
        }
        for (invariant, same) in Dictionary(grouping: entries, by: \.value.invariant) where Set(same.map(\.key.path)).count > 3 {
            defects.append("the same invariant for \(Set(same.map(\.key.path)).count) files: \(invariant)")
        }
    }

    /// What the uses and the entries don't have in common.
    func differences(from uses: [Use]) -> [String] {
        let found = Dictionary(grouping: uses.filter { $0.kind != unknown }) { Place(kind: $0.kind, path: $0.path) }
        var differences = uses.filter { $0.kind == unknown }.map { "\($0.path):\($0.line): of no kind: \($0.text)" }
        for (place, uses) in found {
            guard let entry = entries[place] else {
                let names = uses.map { "\($0.text) in line \($0.line)" }.joined(separator: ", ")
                differences.append("\(place.path): \(place.kind): not listed: \(names)")
                continue
            }
            if entry.count != uses.count { differences.append("\(place.path): \(place.kind): \(uses.count), listed as \(entry.count)") }
            for use in uses where place.kind.hasPrefix("underscored") && !entry.invariant.contains(use.text) {
                differences.append("\(use.path):\(use.line): \(use.kind): the invariant doesn't name \(use.text)")
            }
        }
        return differences + entries.keys.filter { found[$0] == nil }.map { "\($0.path): \($0.kind): listed, but there is none" }
    }
}

// MARK: What is asked

let arguments = CommandLine.arguments.dropFirst()
guard arguments.isEmpty || Array(arguments) == ["--list"] else {
    print("usage: unsafe-uses.swift [--list]")
    exit(64)
}
guard let text = try? String(contentsOfFile: table, encoding: .utf8), !sources.isEmpty else {
    print("unsafe uses: no \(table), or no sources, here; run it in the package's folder")
    exit(1)
}
let listed = Table(text), all = try sources.flatMap { try uses(in: $0, ignoring: listed.names) }
for use in all where !arguments.isEmpty {
    print("\(use.path):\(use.line): \(use.kind): \(listed.entries[Place(kind: use.kind, path: use.path)]?.invariant ?? "not listed")")
}
let defects = (listed.defects + listed.differences(from: all)).sorted()
for defect in defects { print("unsafe uses: \(defect)") }
if defects.isEmpty { print("\(all.count) uses in \(Set(all.map(\.path)).count) files, each with its invariant") }
exit(defects.isEmpty ? 0 : 1)
