/// What a check was asked to look at, besides the filter.
struct CheckScope: Codable, Equatable, Sendable {
    /// Nil for the suite's default ones.
    let variants: [String]?
    let counts: Bool
    let times: Bool
    /// Whether it looked at limits alone, without a baseline; absent where not.
    var limits: Bool?
    /// What it took that had limited time; absent where it looked at all.
    var sample: Sample?

    /// Numbers of rows, a benchmark and a variant each, but for those of orders.
    struct Sample: Codable, Equatable, Sendable {
        /// After which nothing more was begun.
        let seconds: Double
        /// Which `--first` matches.
        let first: Int
        /// Which stand for all.
        let chosen: Int
        /// Of the rest, by the seed.
        let drawn: Int
        let all: Int
        /// Which were judged, and how many there are.
        let orders, allOrders: Int
    }
}

extension CheckScope.Sample {
    /// - Parameters:
    ///   - first: what `--first` matches.
    ///   - results: whose rows tell which of the rest were drawn.
    ///   - orders: how many there are.
    init(_ sample: CheckSample, first: Plan, all: Plan, results: Results, orders: Int, seconds: Double) {
        func count(_ items: [Plan.Item]) -> Int { items.reduce(0) { $0 + $1.variants.count } }
        let rest = Set(sample.rest.map(\.benchmark.id))
        (self.seconds, self.first, chosen) = (seconds, count(first.items), count(sample.chosen))
        drawn = results.rows.count { rest.contains($0.benchmark) }
        self.all = count(all.items)
        (self.orders, allOrders) = (results.fits?.count ?? 0, orders)
    }

    /// - Parameter seed: by which rows were drawn.
    fileprivate func text(seed: UInt64) -> String {
        let parts = [
            first > 0 ? "\(first) that --first matches" : nil, "\(chosen) that stand for all",
            drawn > 0 ? "\(drawn) drawn by seed \(seed)" : nil, allOrders > 0 ? "\(orders) of \(allOrders) orders" : nil,
        ]
        let counted = [chosen, drawn].reduce(first) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 }
        return "\(counted) of \(all) rows within \(Figures.short(seconds)) s (\(parts.compactMap { $0 }.joined(separator: ", "))); "
            + "without --within all are counted"
    }
}

extension Results {
    /// What of the suite was asked for, in words; nil for all of it.
    var partOfSuite: String? {
        var parts: [String] = []
        if let filter { parts.append("what matches \(filter)") }
        if let skip { parts.append("but what matches \(skip)") }
        if let tags { parts.append("what is tagged \(tags.joined(separator: " or "))") }
        for (name, words) in (choices ?? [:]).sorted(by: { $0.key < $1.key }) {
            parts.append("of \(name) \(words.joined(separator: ", "))")
        }
        if let shard { parts.append("part \(shard)") }
        if let variants = scope?.variants { parts.append("on \(variants.joined(separator: ", "))") }
        if scope?.limits == true { parts.append("limits alone") }
        if scope?.times == false { parts.append("without times") }
        if scope?.counts == false { parts.append("without counts") }
        if let sample = scope?.sample { parts.append(sample.text(seed: seed)) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
