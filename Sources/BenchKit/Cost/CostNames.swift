/// What benchmarks are asked for by when it is asked what something costs.
struct CostNames {
    private let benchmarks: [Benchmark]
    private let reasons: [String]
    private var ofBenchmarks = NameIndex(), ofReasons = NameIndex()
    private let known: [String]

    /// - Parameter reasons: lines `name :: reason` that say why nothing runs a declaration; others are no reasons.
    init(_ benchmarks: [Benchmark], reasons: [String] = []) {
        self.benchmarks = benchmarks
        self.reasons = reasons
        for (place, benchmark) in benchmarks.enumerated() {
            for written in benchmark.covers { ofBenchmarks.add(declaration: written, at: place) }
            ofBenchmarks.add(id: benchmark.id, at: place)
        }
        for (place, line) in reasons.enumerated() {
            if let colons = line.firstRange(of: " :: ") { ofReasons.add(declaration: String(line[..<colons.lowerBound]), at: place) }
        }
        known = Cause.unique(CostNames.firstWords(benchmarks) + ofBenchmarks.known)
    }

    /// First words of ids, in the suite's order.
    static func firstWords(_ benchmarks: [Benchmark]) -> [String] {
        Cause.unique(benchmarks.map { String($0.id.split(separator: "/").first ?? "") })
    }

    /// Those of the name, or else, of a type that nothing is known of, those of its last part: what `Observable.map(_:)` does is `ObservableType`'s.
    func benchmarks(named name: String) -> [Benchmark] {
        var places = ofBenchmarks.places(of: name)
        let base = name.prefix { $0 != "(" }
        if places.isEmpty, reason(name) == nil, let dot = base.lastIndex(of: ".") {
            places = ofBenchmarks.places(of: String(name[name.index(after: dot)...]))
        }
        return places.map { benchmarks[$0] }
    }

    /// Why nothing runs it, where that is written: the line.
    func reason(_ name: String) -> String? { ofReasons.places(of: name).first.map { reasons[$0] } }

    /// Up to three names that may have been meant: the nearest ones, or else some that begin so.
    func near(_ name: String) -> [String] {
        let name = name.lowercased(), nearest = Spelling.nearest(3, to: name, among: known)
        return nearest.isEmpty ? Array(known.filter { !name.isEmpty && $0.lowercased().hasPrefix(name) }.prefix(3)) : nearest
    }
}
