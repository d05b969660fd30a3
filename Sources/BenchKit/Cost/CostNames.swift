/// What benchmarks are asked for by when it is asked what something costs.
struct CostNames {
    private let benchmarks: [Benchmark]
    private let reasons: [String]
    private var ofBenchmarks = NameIndex(), ofReasons = NameIndex()
    /// Of types all of whose names have one reason: its place.
    private var reasonsOfTypes: [String: Int] = [:]
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
            guard let colons = line.firstRange(of: " :: ") else { continue }
            let written = String(line[..<colons.lowerBound])
            ofReasons.add(declaration: written, at: place)
            if written.hasSuffix(".*") { reasonsOfTypes[written.dropLast(2).lowercased()] = place }
        }
        known = Cause.unique(CostNames.firstWords(benchmarks) + ofBenchmarks.known)
    }

    /// First words of ids, in the suite's order.
    static func firstWords(_ benchmarks: [Benchmark]) -> [String] {
        Cause.unique(benchmarks.map { String($0.id.split(separator: "/").first ?? "") })
    }

    /// What is known of a name.
    enum Answer: Equatable {
        /// Benchmarks of it; or, where nothing is declared so, those of its last part, of every type: what `Observable.map(_:)` does is `ObservableType`'s.
        case benchmarks([String], of: String)
        /// The line that says why nothing runs it.
        case reason(String)
        case unknown
    }

    func answer(_ name: String) -> Answer {
        for name in [name, CostNames.lastPart(name)] {
            let ids = benchmarks(named: name).map(\.id)
            if !ids.isEmpty { return .benchmarks(ids, of: name) }
            if let reason = reason(name) { return .reason(reason) }
        }
        return .unknown
    }

    /// Those of this very name.
    func benchmarks(named name: String) -> [Benchmark] { ofBenchmarks.places(of: name).map { benchmarks[$0] } }

    /// Of several, which are of one name and several types, one.
    private func reason(_ name: String) -> String? {
        let places = ofReasons.places(of: name), ofType = CostNames.type(name).flatMap { reasonsOfTypes[$0.lowercased()] }
        guard let place = places.first ?? ofType else { return nil }
        return reasons[place] + (places.count > 1 ? " (and \(places.count - 1) more of that name)" : "")
    }

    /// Without its type; and that.
    private static func lastPart(_ name: String) -> String { type(name).map { String(name.dropFirst($0.count + 1)) } ?? name }
    private static func type(_ name: String) -> Substring? {
        let base = name.prefix { $0 != "(" }
        return base.lastIndex(of: ".").map { base[..<$0] }
    }

    /// Up to three names that may have been meant: the nearest ones, or else some that begin so.
    func near(_ name: String) -> [String] {
        let name = name.lowercased(), nearest = SpellingSuggestion.nearest(3, to: name, among: known)
        return nearest.isEmpty ? Array(known.filter { !name.isEmpty && $0.lowercased().hasPrefix(name) }.prefix(3)) : nearest
    }
}
