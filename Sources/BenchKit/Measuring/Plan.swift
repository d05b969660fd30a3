/// What a run will measure, in which order.
struct Plan: Sendable {
    struct Item: Sendable {
        let benchmark: Benchmark
        let variants: [String]
    }

    let items: [Item]

    /// - Parameters:
    ///   - filter: what is chosen; nil for all.
    ///   - variants: the variants asked for, or nil for the suite's default.
    ///   - seed: decides the order. Order is random because what ran before leaves caches, heap and clock rate in some state.
    ///     Nil for the suite's own order.
    ///   - kinds: only these; nil for all.
    ///   - includesReference: whether the reference floor is in it, whatever the filter.
    ///   - shard: the part of what the filter leaves; nil for all.
    /// - Throws: `UsageError` when nothing is left to measure.
    init(
        suite: Suite, filter: Selection?, variants: [String]?, seed: UInt64?, kinds: Set<Benchmark.Kind>? = nil,
        includesReference: Bool = true, shard: Shard? = nil
    ) throws {
        let isChosen = try filter.chooser()
        func matches(_ benchmark: Benchmark) -> Bool {
            if let kinds, !kinds.contains(benchmark.kind) { return false }
            return isChosen(benchmark.id, benchmark.title, benchmark.tags)
        }
        let chosen = suite.benchmarks.filter(matches)
        if chosen.isEmpty {
            let asked = (filter?.words ?? []) + (kinds.map { ["--kind \($0.map(\.rawValue).sorted().joined(separator: ","))"] } ?? [])
            throw UsageError.impossible("no benchmark matches \(asked.joined(separator: " and ")); the command list shows them all")
        }
        // Every part has the floor, so it is in nobody's.
        let own = shard.map { $0.take(chosen.filter { $0.id != suite.reference }) } ?? chosen
        if let shard, own.isEmpty { throw UsageError.impossible("--shard \(shard) is empty: there are \(chosen.count) benchmarks") }
        let ids = Set(own.map(\.id))
        let items = suite.benchmarks
            .filter { ids.contains($0.id) || (includesReference && $0.id == suite.reference) }
            .map { Item(benchmark: $0, variants: suite.variants(of: $0, chosen: variants)) }
            .filter { !$0.variants.isEmpty }
        if !items.contains(where: { matches($0.benchmark) }) {
            throw UsageError.impossible("none of the benchmarks chosen runs on \(variants?.joined(separator: ", ") ?? "")")
        }
        guard let seed else {
            self.items = items
            return
        }
        var generator = SeededGenerator(seed: seed)
        self.items = generator.shuffle(items)
    }

    init(items: [Item]) {
        self.items = items
    }

    /// What is timed against another program: a catalogue only where somebody says what is wanted, since it has thousands of rows.
    func timed(filter: Selection?) -> Plan {
        filter?.isChoice == true ? self : Plan(items: items.filter { $0.benchmark.kind != .catalogue })
    }

    /// What matches a pattern, as `--filter` has it, and the rest; without a pattern all is the rest.
    func parted(by pattern: String?) throws -> (first: Plan, rest: Plan) {
        guard let pattern else { return (Plan(items: []), self) }
        let isFirst = try Selection(filter: pattern).chooser()
        let parts = Dictionary(grouping: items) { isFirst($0.benchmark.id, $0.benchmark.title, $0.benchmark.tags) }
        return (Plan(items: parts[true] ?? []), Plan(items: parts[false] ?? []))
    }
}

extension Plan.Item {
    /// Its rows, without figures.
    func rows(profile: Profile.Name) -> [Row] {
        variants.map { Row(benchmark: benchmark, variant: $0, events: benchmark.events.count(for: profile)) }
    }
}
