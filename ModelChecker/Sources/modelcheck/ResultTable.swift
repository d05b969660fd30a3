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
        case .limit: "no violation within the limit" + explored(result)
        case .violated: "VIOLATED: \(result.law ?? "")"
        }
    }

    /// Of a search that reached a limit: the smaller bound that it has gone through.
    private static func explored(_ result: CheckResult) -> String {
        guard let preemptions = result.preemptions, preemptions >= 0 else { return "" }
        return ", none in all with ≤ \(preemptions) preemptions"
    }

    /// - Parameter isSample: whether executions were random ones, of which there is no end.
    static func summary(_ results: [CheckResult], seconds: Double, isSample: Bool) -> String {
        func count(_ outcome: CheckResult.Outcome) -> Int { results.filter { $0.outcome == outcome }.count }
        let executions = results.reduce(0) { $0 + $1.executions }
        let what = "\(results.count) checks, \(executions) \(isSample ? "random " : "")executions in \(String(format: "%.0f", seconds)) s: "
        if isSample { return what + (count(.violated) == 0 ? "none violated" : "\(count(.violated)) violated") }
        return what
            + "\(count(.holds)) hold, \(count(.limit)) reached a limit, \(count(.violated)) violated\n" + exhausted(results)
    }

    /// How many of the checks went through all within their bounds.
    private static func exhausted(_ results: [CheckResult]) -> String {
        func share(_ name: String, _ isMeant: (CheckResult) -> Bool) -> String? {
            let meant = results.filter(isMeant), done = meant.filter(\.exhausted).count
            return meant.isEmpty ? nil : "\(done) of \(meant.count) \(name) (\(done * 100 / meant.count) %)"
        }
        return "exhausted within their bounds: "
            + [
                share("checks") { _ in true },
                share("with two threads under SC and TSO") { $0.fibers == 2 && $0.check.memory != .c11 },
                share("with two threads under C11") { $0.fibers == 2 && $0.check.memory == .c11 },
            ].compactMap { $0 }.joined(separator: ", ")
    }

    private static func line(_ cells: [String]) -> String {
        zip(cells, columns).map { cell, column in
            cell + String(repeating: " ", count: max(column.width == 0 ? 0 : 1, column.width - cell.count))
        }.joined()
    }
}
