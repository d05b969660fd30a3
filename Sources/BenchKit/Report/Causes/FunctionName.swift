import Foundation

/// What people call a function: of a linker's name, only what tells where it is.
struct FunctionName: Hashable {
    /// Of Swift's; nil of others.
    let module: String?
    /// Such as `Observable.map`: of closures in it and of specialised copies too.
    let text: String

    /// Whether a function is one to tell of: no address without a name, and none of what counts allocations.
    static func isTold(_ symbol: String) -> Bool {
        !symbol.hasPrefix("0x") && !symbol.hasPrefix("rxac_") && !symbol.hasPrefix("???") && !symbol.isEmpty
    }

    private static let system: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "Glibc", "Darwin", "_Concurrency",
        "_StringProcessing",
    ]

    /// Whether it is neither the system's nor C's.
    var isOfProgram: Bool { module.map { !FunctionName.system.contains($0) } ?? false }

    /// - Parameter symbol: as the linker knows it.
    init(_ symbol: String) {
        let demangled = Demangler.name(symbol)
        guard demangled != symbol else {
            (module, text) = (nil, symbol)
            return
        }
        let (outermost, owner) = FunctionName.outermost(demangled)
        let parts = FunctionName.parts(of: outermost)
        guard let first = parts.first, parts.count > 1 else {
            (module, text) = (nil, demangled)
            return
        }
        (module, text) = (owner ?? first, parts.dropFirst().joined(separator: "."))
    }

    /// Without what the compiler says of copies, thunks and closures: what stands behind the last `of`, `for` and `in` outside of brackets.
    /// - Returns: also the module that extends another one's type there.
    private static func outermost(_ text: String) -> (text: Substring, owner: String?) {
        var rest = text[...]
        if rest.hasPrefix("protocol witness for "), let end = rest.range(of: " in conformance ") { rest = rest[..<end.lowerBound] }
        var depth = 0, start = rest.startIndex, index = rest.startIndex
        while index < rest.endIndex {
            let tail = rest[index...]
            if tail.hasPrefix("->") {
                index = rest.index(index, offsetBy: 2)
                continue
            }
            if "(<[".contains(rest[index]) { depth += 1 }
            if ")>]".contains(rest[index]) { depth -= 1 }
            if depth == 0, let word = [" of ", " for ", " in "].first(where: { tail.hasPrefix($0) }) {
                start = rest.index(
                    index,
                    offsetBy: word.count)
            }
            index = rest.index(after: index)
        }
        rest = rest[start...]
        for word in ["merged ", "static "] where rest.hasPrefix(word) { rest = rest.dropFirst(word.count) }
        var owner: String?
        if rest.hasPrefix("(extension in "), let end = rest.range(of: "):") {
            owner = String(rest[..<end.lowerBound].dropFirst("(extension in ".count))
            rest = rest[end.upperBound...]
        }
        // An initializer that is private has no name before its file's.
        return (rest.replacing(#/\.\(in _\w+\)\./#, with: "."), owner)
    }

    /// The names between the points, without types and arguments.
    private static func parts(of text: Substring) -> [String] {
        var parts: [String] = [], part = "", depth = 0
        for character in text {
            // What is private is written as `(name in _hash)`.
            if character == "(", depth == 0, part.isEmpty { continue }
            if "(<[".contains(character) { depth += 1 }
            if depth == 0, character == "." {
                parts.append(part)
                part = ""
            } else if depth == 0 {
                if character == ")" || character == ":" { break }
                part.append(character)
            } else if character == "(" {
                break
            }
            if depth > 0, ")>]".contains(character) { depth -= 1 }
        }
        return (parts + [part]).map { $0.split(separator: " ").first.map(String.init) ?? "" }.filter { !$0.isEmpty }
    }
}
