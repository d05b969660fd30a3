import Foundation

/// What isn't counted: times as a cell has them, of the rows that have any, and titles. From a results file, or what the page has.
struct CostTimes {
    private(set) var texts: [String: String] = [:]
    /// Of rows that stand for themselves.
    private(set) var titles: [String: String] = [:]
    /// Of uses.
    private(set) var uses: [String: String] = [:]
    private(set) var source = ""

    init(_ results: MeasuredResults) {
        source = "Times: \(results.environment.origin)."
        var medians: [String: [String: Double]] = [:]
        for row in results.rows where row.kind == "catalogue" || CostRow.isNeighbour(row.benchmark) {
            medians[row.benchmark, default: [:]][row.variant] = row.median
            let title = (row.title ?? "").replacingOccurrences(of: "|", with: "\\|")
            titles[row.benchmark] = title
            // What is written, without what of it is measured; an object's own row says it all.
            if let use = CostRow.use(of: row.benchmark), uses[use.name] == nil || use.aspect == "event" {
                let isWhole = use.aspect == "dispose" && row.benchmark.first?.isUppercase == true
                uses[use.name] = isWhole ? title : CostRow.written(title)
            }
        }
        for (row, variants) in medians where !variants.isEmpty {
            texts[row] = CostCells.joined((variants["-"] != nil ? ["-"] : CostCells.cores).map { variants[$0].map(CostCells.number) })
        }
    }

    init(page: String) {
        var head: [String] = []
        for line in page.components(separatedBy: "\n") {
            if line.hasPrefix("Times: ") { source = line.components(separatedBy: " Counts: ")[0] }
            guard line.hasPrefix("| "), line.hasSuffix(" |") else { continue }
            let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            if cells[0] == "name" { head = cells }
            let parts = cells[0].components(separatedBy: "`")
            if parts.count > 2 { read(parts[1], parts[2...].joined(separator: "`"), Dictionary(zip(head, cells)) { one, _ in one }) }
        }
    }

    /// A line of whichever table.
    private mutating func read(_ name: String, _ note: String, _ cells: [String: String]) {
        func set(_ row: String, _ text: String?) { if let text, text != FigureText.absent { texts[row] = text } }
        if let title = cells["use"] {
            set(name + "/event", cells["ns"])
            if title != FigureText.absent { uses[name] = title }
        } else if let title = cells["what"] {
            set(name, cells["ns"])
            if title != FigureText.absent { titles[name] = title }
        } else {
            for aspect in CostRow.aspects { set("\(name)/\(aspect)", cells[aspect]?.components(separatedBy: " · ")[0]) }
            if note.hasPrefix(", ") { uses[name] = String(note.dropFirst(2)) }
        }
    }

    func text(_ row: String) -> String { texts[row] ?? FigureText.absent }
}
