/// Source text without what can't change a program: comments, blank lines and indentation.
enum SourceText {
    /// - Parameter name: the file's; its ending tells the language. What is neither Swift nor C stays as it is.
    static func essence(of text: [UInt8], named name: String) -> [UInt8] {
        if name == "Package.swift" || name.hasSuffix("/Package.swift") { return manifest(text) }
        if name.hasSuffix(".swift") { return Reader(text, isSwift: true).read() }
        if [".c", ".h"].contains(where: name.hasSuffix) { return Reader(text, isSwift: false).read() }
        return text
    }

    /// The first line, a comment, is the version that the manifest is read by; targets of tests are no part of any program.
    private static func manifest(_ text: [UInt8]) -> [UInt8] {
        let body = String(decoding: Reader(text, isSwift: true).read(), as: UTF8.self)
        var kept = "", rest = body[...]
        while let start = rest.range(of: ".testTarget(") {
            kept += rest[..<start.lowerBound]
            var depth = 1, end = start.upperBound
            while depth > 0, end < rest.endIndex {
                if rest[end] == "(" { depth += 1 } else if rest[end] == ")" { depth -= 1 }
                end = rest.index(after: end)
            }
            rest = rest[end...].drop { $0.isWhitespace }
            if rest.first == "," {
                rest = rest.dropFirst().drop { $0.isWhitespace }
            } else {
                // The last one of the list takes the comma before it along.
                while let last = kept.last, last.isWhitespace || last == "," { kept.removeLast() }
            }
        }
        return Array(text.prefix { $0 != UInt8(ascii: "\n") }) + [UInt8(ascii: "\n")] + Array((kept + rest).utf8)
    }
}

/// Goes through a file once, token by token as far as comments and literals need it.
private struct Reader {
    private let text: [UInt8]
    private let isSwift: Bool
    private var place = 0
    private var result: [UInt8] = []
    /// What stands for the white space and comments before the next token.
    private var gap: UInt8?

    init(_ text: [UInt8], isSwift: Bool) {
        self.text = text
        self.isSwift = isSwift
    }

    consuming func read() -> [UInt8] {
        code(inInterpolation: false)
        return result
    }

    /// - Parameter inInterpolation: whether it ends with the parenthesis that closes what was opened before it.
    private mutating func code(inInterpolation: Bool) {
        var depth = 1
        while place < text.count {
            let byte = text[place]
            if begins("//"), place == 0 || text[place - 1] != UInt8(ascii: "\\") {
                while place < text.count, text[place] != UInt8(ascii: "\n") { place += 1 }
            } else if begins("/*") {
                blockComment()
            } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r") {
                gap = gap ?? byte
                place += 1
            } else if byte == UInt8(ascii: "\n") {
                gap = byte
                place += 1
            } else if literal() {
                continue
            } else {
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                copy(1)
                if inInterpolation, depth == 0 { return }
            }
        }
    }

    /// Copies a literal, if one begins here, as it is: white space and what looks like a comment are parts of it.
    private mutating func literal() -> Bool {
        if text[place] == UInt8(ascii: "'"), !isSwift {
            copy(1)
            while place < text.count, text[place] != UInt8(ascii: "'"), text[place] != UInt8(ascii: "\n") {
                copy(text[place] == UInt8(ascii: "\\") ? 2 : 1)
            }
            copy(1)
            return true
        }
        var hashes = 0
        if isSwift { while place + hashes < text.count, text[place + hashes] == UInt8(ascii: "#") { hashes += 1 } }
        if begins("\"", after: hashes) {
            string(hashes)
            return true
        }
        guard hashes > 0, begins("/", after: hashes) else { return false }
        // A regular expression, between its marks.
        let end = "/" + String(repeating: "#", count: hashes)
        copy(hashes + 1)
        while place < text.count, !begins(end) { copy(1) }
        copy(end.utf8.count)
        return true
    }

    private mutating func string(_ hashes: Int) {
        let isLong = isSwift && begins("\"\"\"", after: hashes), mark = String(repeating: "#", count: hashes)
        let end = (isLong ? "\"\"\"" : "\"") + mark, escape = "\\" + mark
        copy(hashes + (isLong ? 3 : 1))
        while place < text.count, !begins(end) {
            if !isLong, text[place] == UInt8(ascii: "\n") { return }
            if isSwift, begins(escape + "(") {
                copy(escape.utf8.count + 1)
                code(inInterpolation: true)
            } else {
                copy(begins(escape) ? escape.utf8.count + 1 : 1)
            }
        }
        copy(end.utf8.count)
    }

    /// In Swift one may be inside of another.
    private mutating func blockComment() {
        var depth = 0
        repeat {
            if begins("/*"), depth == 0 || isSwift {
                depth += 1
                place += 2
            } else if begins("*/") {
                depth -= 1
                place += 2
            } else {
                if text[place] == UInt8(ascii: "\n") { gap = text[place] }
                place += 1
            }
        } while depth > 0 && place < text.count
        gap = gap ?? UInt8(ascii: " ")
    }

    private func begins(_ word: String, after offset: Int = 0) -> Bool {
        text[min(place + offset, text.count)...].starts(with: word.utf8)
    }

    private mutating func copy(_ count: Int) {
        if let gap, !result.isEmpty { result.append(gap == UInt8(ascii: "\n") ? gap : UInt8(ascii: " ")) }
        gap = nil
        let end = min(place + count, text.count)
        result += text[place..<end]
        place = end
    }
}
