import Foundation

/// An array of figures for github-action-benchmark, tool `customSmallerIsBetter`.
struct ActionExport {
    private let results: Results

    init(_ results: Results) {
        self.results = results
    }

    private struct Entry: Encodable {
        let name: String
        let unit: String
        let value: Double
        /// How far the interval reaches; absent without one.
        let range: String?
        let extra: String
    }

    func text() throws -> String {
        var names = ExportedNames(.gha)
        let entries = try results.rows.filter(\.hasFigures).flatMap { row in
            let name = RowName.text(row.benchmark, row.variant)
            return try ([row.exportedTime].compactMap { $0 } + row.figuresOfLess).map { figure in
                let reach = figure.low.flatMap { low in figure.high.map { max($0 - figure.value, figure.value - low) } }
                let title = figure.name == "time" ? name : "\(name): \(figure.name)"
                try names.add(title, of: "\(figure.name) of \(name)")
                return Entry(
                    name: title, unit: figure.unit(event: row.unit), value: figure.value,
                    range: reach.flatMap { $0.isFinite ? $0 : nil }.map { "± " + String(format: "%.6g", $0) }, extra: row.title)
            }
        }
        return try ExportJSON.text(entries)
    }
}

/// Bencher Metric Format: by benchmark and measure.
struct BencherExport {
    private let results: Results

    init(_ results: Results) {
        self.results = results
    }

    private struct Metric: Encodable {
        let value: Double
        let lower_value: Double?
        let upper_value: Double?
    }

    func text() throws -> String {
        var benchmarks: [String: [String: Metric]] = [:], names = ExportedNames(.bmf)
        for row in results.rows where row.hasFigures {
            var measures: [String: Metric] = [:]
            for figure in [row.exportedTime].compactMap({ $0 }) + row.exportedFigures {
                // Bencher's own name of a time in nanoseconds.
                let name = figure.name == "time" ? "latency" : figure.name
                measures[name] = Metric(value: figure.value, lower_value: figure.low, upper_value: figure.high)
            }
            let name = RowName.text(row.benchmark, row.variant)
            try names.add(name, of: name)
            benchmarks[name] = measures
        }
        return try ExportJSON.text(benchmarks)
    }
}

/// One figure a line, for spreadsheets and data frames.
struct CSVExport {
    private let results: Results

    init(_ results: Results) {
        self.results = results
    }

    func text() throws(FileError) -> String {
        var names = ExportedNames(.csv)
        for row in results.rows where row.hasFigures {
            let name = RowName.text(row.benchmark, row.variant)
            try names.add(name, of: name)
        }
        let header = ["suite", "date", "commit", "benchmark", "variant", "kind", "events", "figure", "unit", "value", "low", "high"]
        let start = [results.suite, results.environment.date, results.environment.commit ?? ""]
        let lines = results.rows.filter(\.hasFigures).flatMap { row -> [[String]] in
            let figures = [row.exportedTime].compactMap { $0 } + row.exportedFigures
            return figures.map { figure -> [String] in
                let (low, high) = (figure.low.map(ExportedNumber.text), figure.high.map(ExportedNumber.text))
                let names = [row.benchmark, row.variant, row.kind.rawValue, "\(row.events)", figure.name]
                return start + names + [figure.unit(event: row.unit), ExportedNumber.text(figure.value), low ?? "", high ?? ""]
            }
        }
        return ([header] + lines).map { $0.map(CSVExport.field).joined(separator: ",") + "\r\n" }.joined()
    }

    /// On one line, so that a record is a line, and quoted where it has to be.
    static func field(_ text: String) -> String {
        let scalars = text.onOneLine.unicodeScalars
        guard scalars.contains(where: { $0 == "," || $0 == "\"" }) else { return String(scalars) }
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in scalars { quoted.append(contentsOf: scalar == "\"" ? ["\"", "\""] : [scalar]) }
        return String(quoted) + "\""
    }
}
