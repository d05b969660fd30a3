/// What a check counts that has limited time: rows that stand for all, whatever the time, and others as long as it lasts.
struct CheckSample {
    /// In the order of the suite: what is in no catalogue, but for floors; and of the catalogue rows of each name, by what the suite says is telling.
    let chosen: [Plan.Item]
    /// In rounds, each of which has another row of each name that has one; in an order that depends on the seed. Floors, of which no code is the
    /// program's, come last. Of several threads there are none.
    let rest: [Plan.Item]

    /// - Parameter telling: as of a suite.
    init(_ items: [Plan.Item], telling: [[String]], seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let drawn = generator.shuffle(items), listed = items.filter { $0.benchmark.kind == .catalogue }
        var chosen = Set(items.filter { $0.benchmark.kind != .catalogue && $0.benchmark.kind != .floor }.map(\.benchmark.id))
        var rows: [String: [Benchmark]] = [:]
        for item in drawn where item.benchmark.kind == .catalogue {
            for name in item.benchmark.names { rows[name, default: []].append(item.benchmark) }
        }
        // A row may be of several names: who has but one row comes first, and others may need none then.
        let names = Set(listed.flatMap(\.benchmark.names)).sorted { (rows[$0]!.count, $0) < (rows[$1]!.count, $1) }
        for name in names {
            let own = rows[name]!, groups = telling.map { words in CheckSample.rows(own, telling: words) }.filter { !$0.isEmpty }
            for group in groups.isEmpty ? [own] : groups where !group.contains(where: { chosen.contains($0.id) }) { chosen.insert(group[0].id) }
        }
        self.chosen = items.filter { chosen.contains($0.benchmark.id) }
        var taken: [String: Int] = [:]
        let rounds = drawn.filter { !chosen.contains($0.benchmark.id) && $0.benchmark.isCounted }.map { item -> (round: Int, item: Plan.Item) in
            let names = item.benchmark.names, round = names.map { taken[$0, default: 0] }.min() ?? 0
            for name in names { taken[name, default: 0] += 1 }
            return (item.benchmark.kind == .floor ? .max : round, item)
        }
        // Those of a round stay in the order in which they were drawn.
        rest = rounds.enumerated().sorted { ($0.element.round, $0.offset) < ($1.element.round, $1.offset) }.map(\.element.item)
    }

    /// Those of the first word that is a part of an id at all.
    private static func rows(_ rows: [Benchmark], telling words: [String]) -> [Benchmark] {
        for word in words {
            let telling = rows.filter { $0.id.split(separator: "/").contains { $0 == word } }
            if !telling.isEmpty { return telling }
        }
        return []
    }
}

extension Benchmark {
    /// Whose code it runs; of what tells nothing, the first part of its id.
    fileprivate var names: [String] { covers.isEmpty ? [String(id.prefix { $0 != "/" })] : covers }
}
