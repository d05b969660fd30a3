import Foundation

/// The lines between the marks of the page "What operators cost".
struct CostTables {
    private let counts: CostCounts
    private let times: CostTimes
    /// All that was counted or timed.
    private let rows: [String]

    init(_ counts: CostCounts, _ times: CostTimes) {
        self.counts = counts
        self.times = times
        rows = FigureText.sorted(
            counts.rows.union(times.texts.keys).filter { row in
                let isOther = row.hasSuffix("/composed") || row.hasSuffix("/generic") || row.hasPrefix("floor.") || row.hasPrefix("real.")
                // A single row that begins with a small letter and was only counted may be a workload, which the tables of prices have.
                return !isOther && (CostRow.use(of: row) != nil || CostRow.isOwn(row) || times.texts[row] != nil)
            })
    }

    var lines: [String] {
        var lines = ["\(times.source) Counts: commit \(counts.commit.prefix(7))."]
        for heading in CostRow.families {
            let own = rows.filter { !CostRow.isNeighbour($0) && CostRow.family(of: $0) == heading }
            let single = own.filter { CostRow.use(of: $0) == nil }.map { row in
                FigureText.line(["`\(row)`", times.titles[row] ?? FigureText.absent, times.text(row)] + figures(row))
            }
            let tables = events(own) + subscriptions(own) + CostCells.table(CostCells.rows, single)
            if !tables.isEmpty { lines += ["", "## \(heading)"] + tables }
        }
        let besides = CostCells.table(CostCells.neighbours, beside)
        return besides.isEmpty ? lines : lines + ["", "## The toolchain's own means, beside ours"] + besides
    }

    private func figures(_ row: String) -> [String] { CostCells.counts.map { counts.text(row, $0) } }

    private func uses(_ rows: [String], _ isIt: (String) -> Bool) -> [String] {
        rows.compactMap { CostRow.use(of: $0) }.filter { isIt($0.aspect) }.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private func events(_ rows: [String]) -> [String] {
        let lines = uses(rows) { $0 == "event" }.map { use in
            let event = use + "/event"
            let multiples = ["composed", "generic"].map { counts.multiple(event, $0) }
            return FigureText.line(["`\(use)`", times.uses[use] ?? FigureText.absent, times.text(event)] + multiples + figures(event))
        }
        return CostCells.table(CostCells.events, lines)
    }

    /// Of each aspect the time, the instructions and the mallocs. What no other table says is said beside the name.
    private func subscriptions(_ rows: [String]) -> [String] {
        let all = Set(rows)
        let lines = uses(rows) { $0 != "event" }.map { use in
            let note = all.contains(use + "/event") ? nil : times.uses[use]
            let cells = CostRow.aspects.dropFirst().map { aspect in
                let row = "\(use)/\(aspect)"
                guard all.contains(row) else { return FigureText.absent }
                return [times.text(row), counts.text(row, "instructions"), counts.text(row, "mallocs")].joined(separator: " · ")
            }
            return FigureText.line(["`\(use)`" + (note.map { ", " + $0 } ?? "")] + cells)
        }
        return CostCells.table(CostCells.subscriptions, lines)
    }

    /// Ours first, then what is beside it.
    private var beside: [String] {
        let all = Set(rows), named = Set(CostRow.neighbours.flatMap(\.theirs).map { "neighbour." + $0 })
        let unknown = rows.filter { CostRow.isNeighbour($0) && !named.contains($0) }
        let known = CostRow.neighbours.map { (ours: $0.ours, theirs: $0.theirs.map { "neighbour." + $0 }.filter(all.contains)) }
        return (known + unknown.map { ([], [$0]) }).filter { !$0.theirs.isEmpty }.flatMap { ours, theirs in
            let names = ours.isEmpty ? FigureText.absent : ours.map { "`\($0)`" }.joined(separator: ", ")
            return ours.filter(all.contains).map { ($0, "ours") } + theirs.map { ($0, names) }
        }.map { row, beside in
            FigureText.line(["`\(row)`", beside, times.titles[row] ?? FigureText.absent, times.text(row)] + figures(row))
        }
    }
}
