/// What benchmarks are asked for by when it is asked what something costs. Upper and lower case are alike, and so is what tells words apart:
/// `observe(on:)`, `observe-on` and `ObserveOn` are one name.
struct CostNames {
    private let benchmarks: [Benchmark]
    /// By declarations with their labels, of their type or without it: places of the benchmarks that cover them.
    private var declared: [String: Set<Int>] = [:]
    /// By the same without labels, and by the beginnings of ids.
    private var called: [String: Set<Int>] = [:]
    /// As they are written.
    private var known: [String]

    init(_ benchmarks: [Benchmark]) {
        self.benchmarks = benchmarks
        known = CostNames.firstWords(benchmarks)
        for (place, benchmark) in benchmarks.enumerated() {
            for written in benchmark.covers { add(String(written.prefix(upTo: written.firstRange(of: " [")?.lowerBound ?? written.endIndex)), place) }
            var beginning = ""
            for word in benchmark.id.split(whereSeparator: { "/.".contains($0) }) {
                beginning += CostNames.letters(word)
                called[beginning, default: []].insert(place)
            }
        }
        known = Cause.unique(known)
    }

    /// - Parameter name: `Type.name(label:)`.
    private mutating func add(_ name: String, _ place: Int) {
        var rest = name[...]
        while true {
            let base = rest.prefix { $0 != "(" }
            declared[rest.lowercased(), default: []].insert(place)
            called[CostNames.letters(base), default: []].insert(place)
            known += [String(rest), String(base)]
            guard let dot = base.firstIndex(of: ".") else { break }
            rest = rest[rest.index(after: dot)...]
        }
        called[CostNames.letters(rest), default: []].insert(place)
    }

    /// First words of ids, in the suite's order.
    static func firstWords(_ benchmarks: [Benchmark]) -> [String] {
        Cause.unique(benchmarks.map { String($0.id.split(separator: "/").first ?? "") })
    }

    private static func letters(_ text: some StringProtocol) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// Those that cover the declaration that is written so, with its labels or its type. Of another name, those that cover one of that name, whatever
    /// its labels and its type, and those whose id is that or begins with it.
    func benchmarks(named name: String) -> [Benchmark] {
        let isWhole = name.contains { "(.".contains($0) }, letters = CostNames.letters(name)
        let found = isWhole ? declared[name.lowercased()] : nil
        return (found ?? (letters.isEmpty ? nil : called[letters]) ?? []).sorted().map { benchmarks[$0] }
    }

    /// Up to three names that may have been meant: the nearest ones, or else some that begin so.
    func near(_ name: String) -> [String] {
        let name = name.lowercased(), nearest = Spelling.nearest(3, to: name, among: known)
        return nearest.isEmpty ? Array(known.filter { !name.isEmpty && $0.lowercased().hasPrefix(name) }.prefix(3)) : nearest
    }
}
