import Foundation

/// A table that a mark of a page asks for: of a figure, a line for each row.
struct LatencyFigureTable {
    let figure: String
    let ids: [String]

    func lines(of results: MeasuredResults) -> [String] {
        let shown = LatencyTableCells.shown.joined(separator: " / "), variants = LatencyTableCells.variants
        if figure != "rate", ids.allSatisfy({ results.row($0, "-") != nil }) {  // What knows no cores.
            return ["| \(figure), \(shown) | |", FigureText.rule(2)]
                + ids.map { FigureText.line(["`\($0)`", LatencyTableCells.text(results.row($0, "-"), figure)]) }
        }
        let isOne = figure == "rate" || ids.allSatisfy { results.row($0, "lock")?.latency?.distributions[figure] == nil }
        let header = FigureText.line([isOne ? figure : "\(figure), \(shown)"] + variants + ["by hand"])
        return [header, FigureText.rule(variants.count + 2)]
            + ids.map { id in
                let floor = results.row(id, "lock")?.latency?.floor
                let cells = variants.map { results.row(id, $0) } + [floor.flatMap { results.row($0, "-") }]
                return FigureText.line(["`\(id)`"] + cells.map { LatencyTableCells.text($0, figure) })
            }
    }
}

/// A table of what multiple of its floor each row is, those beyond a goal in bold.
struct LatencyGoals {
    let figure: String
    /// The goal: no multiple is to be greater.
    let most: Double
    let percentiles: [String]
    /// Rows, with other floors than their own behind a `>`, of which the best counts.
    let entries: [String]

    /// All rows that are named, floors too.
    var ids: [String] { entries.flatMap { $0.components(separatedBy: ">").flatMap { $0.components(separatedBy: ",") } } }

    private typealias Value = (value: Double, isHidden: Bool)

    private func value(_ id: String, _ variant: String, _ percentile: String, of results: MeasuredResults) -> Value? {
        guard let row = results.row(id, variant), row.isLoaded else { return nil }
        return row.latency?.distributions[figure]?.percentiles[percentile].map { ($0.value, $0.hidden == true) }
    }

    private func cell(_ found: Value?, _ floor: Value?) -> String {
        guard let floor, let found else { return FigureText.absent }
        // To wait behind no event counts as behind one.
        let own = figure == "delay in events" ? 1.0 : 0
        let multiple = (found.value + own) / max(1, floor.value + own)
        let text = (found.isHidden || floor.isHidden ? "?" : "") + String(format: "%.2f", multiple)
        return multiple > most ? "**\(text)**" : text
    }

    func lines(of results: MeasuredResults) -> [String] {
        let variants = LatencyTableCells.variants
        let header = [FigureText.line([figure, "at most"] + variants), FigureText.rule(variants.count + 2)]
        return header
            + entries.flatMap { entry in
                let parts = entry.components(separatedBy: ">"), id = parts[0]
                let own = results.rows.first { $0.benchmark == id }?.latency?.floor
                let floors = parts.count > 1 ? parts[1].components(separatedBy: ",") : own.map { [$0] } ?? []
                return percentiles.map { percentile in
                    let floor = floors.compactMap { value($0, "-", percentile, of: results) }.min { $0.value < $1.value }
                    let cells = variants.map { cell(value(id, $0, percentile, of: results), floor) }
                    return FigureText.line(["`\(id)`, \(percentile)", "\(most)"] + cells)
                }
            }
    }
}
