import Foundation

/// The tables' heads, whose second cell tells which table it is, and how their figures are written.
enum CostCells {
    static let counts = ["instructions", "mallocs", "retains", "atomics"]
    static let events = ["name", "use", "ns", "composed:fused", "generic:fused"] + counts
    static let subscriptions = ["name"] + CostRow.aspects.dropFirst()
    static let rows = ["name", "what", "ns"] + counts
    static let neighbours = ["name", "beside", "what", "ns"] + counts
    static let cores = ["lock", "queue"]

    /// One figure where both cores have the same.
    static func joined(_ figures: [String?]) -> String {
        let known = figures.compactMap { $0 }
        return known.isEmpty ? FigureText.absent : Set(known).count == 1 ? known[0] : known.joined(separator: " / ")
    }

    static func number(_ value: Double) -> String {
        guard value >= 0.0005 else { return "0" }
        let text = String(format: value < 0.095 ? "%.3f" : value < 9.95 ? "%.1f" : "%.0f", value)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func table(_ head: [String], _ lines: [String]) -> [String] {
        lines.isEmpty ? [] : ["", FigureText.line(head), FigureText.rule(head.count)] + lines
    }
}
