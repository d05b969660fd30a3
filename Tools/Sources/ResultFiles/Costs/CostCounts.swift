/// What an event takes on each core, by the row's name.
struct CostCounts {
    private let events: [String: [String: [String: Double]]]
    /// Rows of several threads: the baseline has nothing but the mallocs, from the fewest to the most, of which the fewest are compared.
    private let threaded: Set<String>
    let commit: String

    init(_ baseline: CountsBaseline) {
        var events: [String: [String: [String: Double]]] = [:], threaded: Set<String> = []
        for row in baseline.rows {
            var figures: [String: Double] = [:]
            for (kind, word) in zip(baseline.kinds, row.figures) { figures[kind] = Double(word.prefix { $0 != "~" && $0 != "!" }) }
            if figures["instructions"] == nil, let mallocs = baseline.text("mallocs", of: row), mallocs.contains("~") {
                threaded.insert(row.benchmark)
                let parts = mallocs.split(separator: "~")
                figures["mallocs"] = Double(parts.count == 3 ? parts[1] : parts[0])
            }
            events[row.benchmark, default: [:]][row.variant] = figures
        }
        self.events = events
        self.threaded = threaded
        commit = baseline.commit
    }

    var rows: Set<String> { Set(events.keys) }

    func text(_ row: String, _ kind: String) -> String {
        let variants = events[row] ?? [:], about = threaded.contains(row) ? "~" : ""
        return CostCells.joined(
            (variants["-"] != nil ? ["-"] : CostCells.cores).map { variants[$0]?[kind].map { about + CostCells.number(abs($0)) } })
    }

    /// Instructions of an event in another form, as a multiple of those in one expression: times of so few samples differ by more than that.
    func multiple(_ event: String, _ form: String) -> String {
        let fused = events[event] ?? [:], other = events["\(event)/\(form)"] ?? [:]
        return CostCells.joined(
            CostCells.cores.map { core in
                guard let one = other[core]?["instructions"], let base = fused[core]?["instructions"], base > 0 else { return nil }
                return CostCells.number(one / base)
            })
    }
}
