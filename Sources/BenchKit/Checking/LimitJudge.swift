/// Judges counts by the limits that stand beside a benchmark.
struct LimitJudge {
    /// - Returns: a finding for each limit on a count. One that was not counted is unknown, not within its limit.
    func judge(_ row: String, now: RowCounts, limits: [Limit]) -> [Finding] {
        limits.compactMap { limit in
            switch limit.figure {
            case .perEvent(let kind): judge(row, "\(kind.rawValue) per event", now.perEvent[kind], limit.most)
            case .perSubscription(let kind): judge(row, "\(kind.rawValue) per subscription", now.perSubscription[kind], limit.most)
            case .multiple: nil
            }
        }
    }

    private func judge(_ row: String, _ figure: String, _ count: Count?, _ most: Double) -> Finding {
        let gate = "\(figure), limit", text = "limit \(Figures.short(most))"
        guard let count else { return Finding(row: row, gate: gate, verdict: .unknown, detail: "it could not be counted, \(text)") }
        // Where repetitions differ, all of them have to exceed it.
        let least = count.low ?? count.value
        return Finding(row: row, gate: gate, verdict: least > most ? .regression : .pass, detail: "\(Figures.short(count.value)), \(text)")
    }
}

extension Thresholds {
    /// With the limits on times that stand beside benchmarks.
    func adding(limitsOf suite: Suite) -> Thresholds {
        let multiples = suite.benchmarks.flatMap { benchmark in
            benchmark.limits.flatMap { limit -> [Multiple] in
                guard case .multiple(let floor) = limit.figure else { return [] }
                return suite.variants(of: benchmark).map { Multiple(benchmark: benchmark.id, variant: $0, floor: floor, most: limit.most) }
            }
        }
        return Thresholds(counts: counts, times: times, ratios: ratios, multiples: self.multiples + multiples, orders: orders, tails: tails)
    }

    /// What of a plan has a limit that needs no baseline to judge.
    func limited(_ plan: Plan) -> Plan {
        let bounded = Set(ratios.map(\.benchmark) + multiples.map(\.benchmark))
        return Plan(items: plan.items.filter { !$0.benchmark.limits.isEmpty || bounded.contains($0.benchmark.id) })
    }
}
