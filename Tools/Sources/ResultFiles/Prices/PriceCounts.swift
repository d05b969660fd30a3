/// What an event executes, as `rxbench counts` wrote it.
struct PriceCounts {
    private let file: MeasuredResults
    /// As tables show it.
    let commit: String

    init(_ file: MeasuredResults, commit: String) {
        self.file = file
        self.commit = commit
    }

    var benchmarks: [String] { FigureText.sorted(file.rows.map(\.benchmark)) }

    /// Of an event.
    func figure(_ benchmark: String, _ variant: String, _ kind: String) -> MeasuredResults.Row.Counts.Figure? {
        file.row(benchmark, variant)?.counts?.perEvent[kind]
    }

    /// Whether threads meet differently each time: then instructions are counted as no more than a report, or not at all.
    func isThreaded(_ benchmark: String) -> Bool {
        if let instructions = figure(benchmark, "lock", "instructions") { return instructions.stability == "reportOnly" }
        return figure(benchmark, "lock", "mallocs")?.stability == "banded"
    }

    /// What a table shows of an event: of mallocs of several threads the least, which is what is compared.
    func shown(_ benchmark: String, _ variant: String, _ kind: String) -> Double? {
        figure(benchmark, variant, kind).map { isThreaded(benchmark) && $0.stability == "banded" ? $0.low ?? $0.value : $0.value }
    }
}

/// The counts without bias, of `baseline-unbiased.json`.
struct UnbiasedCounts {
    private let atomics: [String: Double]

    init(_ baseline: CountsBaseline) {
        atomics = Dictionary(
            baseline.rows.compactMap { row in
                guard let text = baseline.text("atomics", of: row), let value = Double(text.prefix { $0 != "~" }) else { return nil }
                return ("\(row.benchmark) \(row.variant)", value)
            }, uniquingKeysWith: { _, last in last })
    }

    /// Atomic instructions of an event; nil where several threads are at work.
    func atomics(_ benchmark: String, _ variant: String) -> Double? { atomics["\(benchmark) \(variant)"] }
}
