import Foundation

/// What a file that people write has, and nobody would look at: a misspelt limit must not be the usual one instead.
enum UnknownFields {
    /// Says of the first field that isn't in `pattern`, or that an object has twice, what is wrong with it; nil where all is well.
    /// - Parameters:
    ///   - json: well-formed.
    ///   - pattern: a document with every field there is; of a list, its first element says what all may have.
    static func complaint(about json: Data, pattern: JSONValue) throws -> String? {
        if let twice = JSONFields(json).firstTwice { return "\(twice) is there twice" }
        return complaint(about: try JSONValue(json: json), pattern: pattern, path: "")
    }

    private static func complaint(about value: JSONValue, pattern: JSONValue, path: String) -> String? {
        switch (value, pattern) {
        case (.fields(let fields), .fields(let known)):
            for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
                let place = path.isEmpty ? name : "\(path).\(name)"
                guard let next = known[name] else {
                    return "\(place) is no field" + UsageError.hint(SpellingSuggestion.nearest(to: name, among: known.keys.sorted()))
                }
                if let found = complaint(about: field, pattern: next, path: place) { return found }
            }
            return nil
        case (.list(let list), .list(let known)):
            guard let next = known.first else { return nil }
            return list.enumerated().lazy.compactMap { complaint(about: $1, pattern: next, path: "\(path).[\($0)]") }.first
        default: return nil
        }
    }
}

/// The names of fields in a JSON text, which a decoder that takes the last of two doesn't tell.
private struct JSONFields {
    private let scalars: [UInt8]

    init(_ json: Data) {
        scalars = Array(json)
    }

    /// The first name that an object has a second time.
    var firstTwice: String? {
        // Of each object that is open: its names so far; of a list, nil.
        var open: [Set<String>?] = [], index = 0, text: Range<Int>?
        while index < scalars.count {
            switch scalars[index] {
            case UInt8(ascii: "{"): open.append([])
            case UInt8(ascii: "["): open.append(nil)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            case UInt8(ascii: "\""):
                let end = endOfText(from: index)
                text = index..<end
                index = end - 1
            case UInt8(ascii: ":"):
                // A text before a colon is a name.
                guard let range = text, let last = open.indices.last else { break }
                let name = (try? JSONDecoder().decode(String.self, from: Data(scalars[range]))) ?? ""
                if open[last]?.insert(name).inserted == false { return name }
            default: break
            }
            index += 1
        }
        return nil
    }

    /// - Returns: the place behind the closing quote of the text that begins there.
    private func endOfText(from start: Int) -> Int {
        var index = start + 1
        while index < scalars.count, scalars[index] != UInt8(ascii: "\"") { index += scalars[index] == UInt8(ascii: "\\") ? 2 : 1 }
        return min(index + 1, scalars.count)
    }
}
