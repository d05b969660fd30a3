/// The percentiles of one row's distribution as HdrHistogram's plotter reads them.
struct HistogramExport {
    let results: Results
    /// As tables call it.
    let row: String?
    /// Nil for the first: the delay, where there is one.
    let figure: String?

    /// - Throws: `UsageError` that says which rows, or figures of the row, there are; `FileError` where there are none.
    func text() throws -> String {
        let rows = results.rows.filter { $0.latency?.primary() != nil }
        guard !rows.isEmpty else { throw FileError(description: "no row has a latency") }
        let names = rows.map(\.key.text)
        guard let row else { throw UsageError.impossible("the form hgrm takes one row, --row NAME: \(names.joined(separator: ", "))") }
        guard let latency = rows.first(where: { $0.key.text == row })?.latency else {
            throw UsageError.invalidValue(option: "--row", value: row, complaint: "it is one of \(names.joined(separator: ", "))")
        }
        let chosen = figure ?? latency.primary()?.name ?? ""
        guard let distribution = latency.distributions[chosen], distribution.histogram.count > 0 else {
            let known = latency.figures.filter { latency.distributions[$0]?.histogram.count ?? 0 > 0 }
            throw UsageError.invalidValue(option: "--figure", value: chosen, complaint: "it is one of \(known.joined(separator: ", "))")
        }
        if distribution.histogram.isSummary { throw FileError(description: "\(row) has medians alone: its histogram was left out by summarize") }
        return distribution.histogram.percentileText()
    }
}
