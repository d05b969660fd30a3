extension Benchmark.Kind {
    /// The order in which people are shown the kinds.
    static let shown: [Benchmark.Kind] = [.workload, .scenario, .floor, .catalogue]

    var plural: String { self == .catalogue ? rawValue : rawValue + "s" }
}

extension String {
    /// Filled with spaces at its end, or at its start, up to `width` characters.
    func padded(to width: Int, atStart: Bool = false) -> String {
        let spaces = String(repeating: " ", count: max(0, width - count))
        return atStart ? spaces + self : self + spaces
    }

    /// Cut to `width` characters.
    func shortened(to width: Int) -> String {
        count <= width ? self : String(prefix(max(0, width - 1))) + "…"
    }
}

/// Names and messages come from benchmarks and from files: whatever is in them, they stay text on one line. All of this looks at
/// scalars, as readers of files do: to Swift a comma with an accent on it is a character of its own, and no comma.
extension Unicode.Scalar {
    /// Whether a terminal obeys it, a reader of lines ends a line at it, or people can't see it. Joiners are none: emoji and Persian are
    /// written with them.
    var isUnseen: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        case .format: return (properties.isDefaultIgnorableCodePoint && ![0x200C, 0x200D].contains(value)) || (0xFFF9...0xFFFB).contains(value)
        case .unassigned: return properties.isNoncharacterCodePoint
        default: return false
        }
    }

    /// Whether it belongs to the character before it, such as an accent.
    fileprivate var isAttached: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: properties.isGraphemeExtend || properties.isEmojiModifier || [0x200C, 0x200D].contains(value)
        }
    }

    /// As Swift writes it: `\u{1B}`.
    fileprivate var spelled: String { "\\u{" + String(value, radix: 16, uppercase: true) + "}" }
}

extension String {
    /// With what is unseen spelled: an escape character is `\u{1B}`; and so is an accent at the start, which would go to what stands before the
    /// text, a comma or a bar. A backslash before `u{` is spelled too, so no two texts become one; so it
    /// must not be applied twice, and is applied where a text is put into a line, a cell or an attribute.
    var onOneLine: String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\\") }) { return self }
        var result = String.UnicodeScalarView()
        let scalars = Array(unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let looksSpelled = scalar == "\\" && scalars[(index + 1)...].prefix(2).elementsEqual(["u", "{"])
            if looksSpelled || scalar.isUnseen || (index == 0 && scalar.isAttached) {
                result.append(contentsOf: scalar.spelled.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// On one line, with its blanks where they can't be mistaken for a column's: at its ends, and beside others, they are spelled.
    var inCell: String {
        let scalars = Array(onOneLine.unicodeScalars)
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            let isPlain = scalar != " " || (index > 0 && index < scalars.count - 1 && scalars[index - 1] != " ")
            if isPlain { result.append(scalar) } else { result.append(contentsOf: scalar.spelled.unicodeScalars) }
        }
        return String(result)
    }

    /// Of several lines, of which each was made by `onOneLine`, as far as it came from elsewhere: what is unseen all the same is spelled.
    var onItsLines: String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A }) { return self }
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.isUnseen, scalar != "\n" { result.append(contentsOf: scalar.spelled.unicodeScalars) } else { result.append(scalar) }
        }
        return String(result)
    }
}
