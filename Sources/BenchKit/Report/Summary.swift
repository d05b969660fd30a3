/// What is said below the table: how to read it, where the file is, what failed and what is missing.
struct Summary {
    private let results: Results
    private let path: String?

    init(_ results: Results, path: String?) {
        self.results = results
        self.path = path
    }

    var text: String {
        ([""] + legend.map(\.onOneLine) + Summary.ends(of: results, path: path)).joined(separator: "\n")
    }

    /// What is said at the end of every report: what failed, what is missing, where the file is.
    static func ends(of results: Results, path: String?) -> [String] {
        let summary = Summary(results, path: path)
        return (summary.failures + summary.missing + [summary.destination]).map(\.onOneLine)
    }

    private var legend: [String] {
        var lines = [
            "ns: median wall-clock time an event. ×: as a multiple of \(results.reference). "
                + "m/event: mallocs an event. m/subscr.: mallocs of a life cycle without events."
        ]
        if results.rows.contains(where: { $0.allocations?.perEvent.exact == false }) {
            lines.append("~: repetitions disagreed, the least is shown.")
        }
        let shares = results.rows.compactMap(\.contaminated)
        if let most = shares.max(), most > 0 {
            let mean = Statistics.mean(shares.map { (value: $0, weight: 1) })
            lines.append("discarded: \(Figures.percent(mean)) of the samples waited for a processor, up to \(Figures.percent(most)) of a row's.")
        }
        let doubtful = results.rows.count { $0.inconclusive != nil }
        if doubtful > 0 {
            lines.append(
                "?: inconclusive: of \(doubtful) of \(results.rows.count) rows fewer than \(Interval.fewestSamples) samples did not "
                    + "wait for a processor, so all of them count; such times are worth little.")
        }
        return lines
    }

    private var failures: [String] {
        results.rows.compactMap { row in
            row.failure.map { "failed: \(row.benchmark) (\(row.variant)): \($0.message)" }
        }
    }

    private var missing: [String] {
        results.missingFigures.map { gap in "missing: " + Summary.gap(gap.figure, gap.reason, rows: gap.rows, of: results.rows) }
    }

    /// A figure that could not be had, why, and of which rows: as many names as make no long line.
    static func gap(_ figure: String, _ reason: String, rows count: Int, of rows: [Row]) -> String {
        let names = Cause.unique(rows.filter { $0.missing[figure] == reason }.map(\.key.text)), most = 3
        let named = names.isEmpty ? "" : " \(names.count > most ? "Such as" : "Of") \(names.prefix(most).joined(separator: ", "))."
        return figure + (count > 1 ? " (\(count) rows)" : "") + ": \(reason)." + named
    }

    private var destination: String {
        guard let path else { return "no results file was written" }
        return results.complete ? "results: \(path)" : "results so far, incomplete: \(path)"
    }
}
