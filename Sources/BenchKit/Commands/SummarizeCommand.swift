/// `rxbench summarize`: a results file without what is raw, to be committed.
func summarizeCommand(_ suite: Suite) -> Command {
    let options =
        [
            Option("out", value: .text(placeholder: "FILE"), "Write it there. Required."),
            Option("filter", value: .pattern, fallback: "all", "Keep rows that have this in their id or title."),
            .kind("Keep"),
        ] + Option.variants(of: suite, "Keep rows of these, and of what has none.", fallback: "all")
    return Command(
        "summarize", "Keep the medians of a results file, to commit them.", options: options, operands: "RESULTS.json"
    ) { parsed, output in
        guard let out = parsed.value("out") else { throw UsageError.missingOption("--out", placeholder: "FILE") }
        guard parsed.operands.count == 1 else { throw UsageError.impossible("summarize takes one file: RESULTS.json") }
        try ResultsFile.require(out, isNone: parsed.operands)
        let results = try ResultsFile.read(parsed.operands[0])
        let pattern = try parsed.value("filter").map { try Regex($0).ignoresCase() }
        let kinds = parsed.kinds(), variants = parsed.words(suite.variantsTitle)
        let medians = MedianResults(results, filter: parsed.value("filter")) { row in
            if let kinds, !kinds.contains(row.kind) { return false }
            if let variants, row.variant != Suite.onlyVariant, !variants.contains(row.variant) { return false }
            guard let pattern else { return true }
            return row.benchmark.contains(pattern) || row.title.contains(pattern)
        }
        if medians.rows == 0, !results.rows.isEmpty { throw UsageError.impossible("\(parsed.operands[0]) has none of the rows asked for") }
        let file = try ResultsFile(path: out, makingDirectory: false, output: output)
        defer { file.discard() }
        let data = try medians.json()
        try file.finish(data)
        output.line("\(out): medians of \(ReportVerdict.number(medians.rows, "row")), \(Figures.bytes(UInt64(data.count)))")
        return results.exitCode
    }
}
