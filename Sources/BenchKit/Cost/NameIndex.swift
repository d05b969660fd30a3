/// Where declarations and ids stand in a list, by their names. Upper and lower case are alike, and so is what tells words apart: `observe(on:)`,
/// `observe-on` and `ObserveOn` are one name.
struct NameIndex {
    /// By declarations with their labels, of their type or without it.
    private var declared: [String: Set<Int>] = [:]
    /// By the same without labels, and by the beginnings of ids.
    private var called: [String: Set<Int>] = [:]
    /// All names, as they are written.
    private(set) var known: [String] = []

    /// - Parameter written: `Type.name(label:)`; what stands behind a blank and a bracket tells overloads apart, and `.*` stands for all names of a type:
    ///   neither is a part of the name.
    mutating func add(declaration written: String, at place: Int) {
        let name = written.prefix(upTo: written.firstRange(of: " [")?.lowerBound ?? written.endIndex)
        var rest = name.hasSuffix(".*") ? name.dropLast(2) : name
        while true {
            let base = rest.prefix { $0 != "(" }
            declared[rest.lowercased(), default: []].insert(place)
            called[NameIndex.letters(base), default: []].insert(place)
            known += [String(rest), String(base)]
            guard let dot = base.firstIndex(of: ".") else { break }
            rest = rest[rest.index(after: dot)...]
        }
        called[NameIndex.letters(rest), default: []].insert(place)
    }

    mutating func add(id: String, at place: Int) {
        var beginning = ""
        for word in id.split(whereSeparator: { "/.".contains($0) }) {
            beginning += NameIndex.letters(word)
            called[beginning, default: []].insert(place)
        }
    }

    private static func letters(_ text: some StringProtocol) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// Of a declaration that is written so, with its labels or its type. Of another name, those of all declarations of that name, whatever their labels and
    /// their type, and of ids that are that or begin with it.
    func places(of name: String) -> [Int] {
        let isWhole = name.contains { "(.".contains($0) }, letters = NameIndex.letters(name)
        let found = isWhole ? declared[name.lowercased()] : nil
        return (found ?? (letters.isEmpty ? nil : called[letters]) ?? []).sorted()
    }
}
