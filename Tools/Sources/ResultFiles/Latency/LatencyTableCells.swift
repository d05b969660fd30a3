import Foundation

/// What a table of latencies shows of a row.
enum LatencyTableCells {
    static let shown = ["p50", "p99", "p99.9"]
    static let variants = ["lock", "queue", "lock.unbiased", "queue.unbiased"]

    private static func short(_ value: Double) -> String {
        String(format: value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : value == 0 ? "0" : "%.2f", value)
    }

    private static func text(_ value: Double, _ unit: String?) -> String {
        if unit != "ns" { return value >= 10_000 ? short(value / 1000) + "k" : String(format: "%.0f", value) }
        let scale = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")].first { value >= $0.0 } ?? (1, "ns")
        return "\(short(value / scale.0)) \(scale.1)"
    }

    static func text(_ row: MeasuredResults.Row?, _ figure: String) -> String {
        guard let row else { return FigureText.absent }
        if figure == "rate", let rate = row.latency?.rate { return String(format: "%.2f M/s", rate / 1e6) }
        guard let found = row.latency?.distributions[figure] else {
            return row.metrics?[figure].map { short($0.value) } ?? FigureText.absent
        }
        return (row.isLoaded ? "" : "! ")
            + shown.map { name in
                found.percentiles[name].map { ($0.hidden == true ? "?" : "") + text($0.value, found.unit) } ?? FigureText.absent
            }.joined(separator: " / ")
    }
}
