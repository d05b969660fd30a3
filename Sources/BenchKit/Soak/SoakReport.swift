/// What is said of a soak.
struct SoakReport {
    private let results: SoakResults

    init(_ results: SoakResults) {
        self.results = results
    }

    var text: String {
        var table = Table(
            header: ["figure", "first", "median", "last", "an hour", "99.9 %", ""], alignedAtEnd: [false, true, true, true, true, true, false])
        for run in results.runs {
            table.add(heading: "\(run.variant): \(Figures.short(run.seconds)) s, \(run.samples) samples")
            for series in run.series { table.add(cells(series)) }
        }
        let failures = results.runs.compactMap { run in run.failure.map { "failed: \(run.variant): \($0.message)" } }
        let gaps = Set(results.runs.flatMap { $0.missing.map { "\($0.key): \($0.value)" } }).sorted()
        let growing = results.growing
        let verdict =
            !growing.isEmpty
            ? "grows: \(growing.joined(separator: ", "))"
            : results.complete
                ? failures.isEmpty && results.exitCode == .success ? "nothing grows" : "not judged" + (failures.isEmpty ? ": too short" : "")
                : "incomplete: nothing is said of growth"
        return ([table.text] + (gaps + failures + [verdict]).map(\.onOneLine)).joined(separator: "\n")
    }

    private func cells(_ series: SoakResults.Series) -> [String] {
        func text(_ value: Double?) -> String { series.unit == "ns" ? Figures.duration(value) : Figures.short(value) }
        let trend = series.trend
        let range = trend.map { "[\(text($0.low * 3600)), \(text($0.high * 3600))]" }
        return [
            series.name + (series.unit == "B" ? ", B" : ""), text(series.values.first), text(trend?.level ?? Statistics.median(series.values)),
            text(series.values.last), text(trend.map { $0.slope * 3600 }), range ?? Figures.absent, series.grows ? "GROWS" : "",
        ]
    }
}
