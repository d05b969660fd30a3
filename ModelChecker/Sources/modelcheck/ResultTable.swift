import Foundation

/// The results as lines of text.
enum ResultTable {
    private static let columns: [(title: String, width: Int)] = [
        ("scenario", 34), ("core", 6), ("memory", 7), ("bias", 5), ("fibers", 7), ("operations", 11), ("bound", 25),
        ("executions", 11), ("exhausted", 10), ("s", 8), ("verdict", 0),
    ]

    static var header: String { line(columns.map(\.title)) }

    static func row(_ result: CheckResult) -> String {
        line([
            result.check.scenario, result.check.core, result.check.memory.rawValue, result.check.bias.rawValue,
            "\(result.fibers)", "\(result.operations)", result.bound, "\(result.executions)",
            result.exhausted ? "yes" : "no", String(format: "%.2f", result.seconds), verdict(result),
        ])
    }

    private static func verdict(_ result: CheckResult) -> String {
        switch result.outcome {
        case .holds: "holds"
        case .limit: "no violation within the limit"
        case .violated: "VIOLATED: \(result.law ?? "")"
        }
    }

    static func summary(_ results: [CheckResult], seconds: Double) -> String {
        func count(_ outcome: CheckResult.Outcome) -> Int { results.filter { $0.outcome == outcome }.count }
        let executions = results.reduce(0) { $0 + $1.executions }
        return "\(results.count) checks, \(executions) executions in \(String(format: "%.0f", seconds)) s: "
            + "\(count(.holds)) hold, \(count(.limit)) reached a limit, \(count(.violated)) violated"
    }

    private static func line(_ cells: [String]) -> String {
        zip(cells, columns).map { cell, column in
            cell + String(repeating: " ", count: max(column.width == 0 ? 0 : 1, column.width - cell.count))
        }.joined()
    }
}
