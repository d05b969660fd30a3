/// The code of a source: comments and the text of string literals are blanks, so that all else stays in its line. ASCII.
package struct CodeAlone {
    private enum State {
        case code(parentheses: Int)
        case comment(depth: Int)
        case lineComment
        case string(quote: String, hashes: String)
    }

    private static let special = Set(Array("/*\"#()\\\n".utf8))
    private let bytes: [UInt8]
    private var index = 0, code: [UInt8] = [], states = [State.code(parentheses: 0)]

    package static func text(of source: String) -> String {
        var reader = CodeAlone(bytes: Array(source.utf8))
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
        let plain = bytes[index...].prefix { !CodeAlone.special.contains($0) }.count
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
