/// `rxbench merge`: one file of what several machines have measured.
func mergeCommand() -> Command {
    let options = [Option("out", value: .text(placeholder: "FILE"), "Write it there. Required.")]
    return Command(
        "merge", "Put results of parts and of machines together.", options: options, operands: "A.json B.json ..."
    ) { parsed, output in
        guard let out = parsed.value("out") else { throw UsageError.missingOption("--out", placeholder: "FILE") }
        guard parsed.operands.count > 1 else { throw UsageError.impossible("merge takes two files or more: A.json B.json ...") }
        try ResultsFile.require(out, isNone: parsed.operands)
        let parts = try parsed.operands.map { ResultsMerge.Part(name: $0, results: try ResultsFile.read($0)) }
        let merged = try ResultsMerge(parts).results
        let file = try ResultsFile(path: out, makingDirectory: false, output: output)
        defer { file.discard() }
        try file.finish(merged)
        if merged.machines != nil { output.lines(MachinesTable(merged).text) }
        let missing = merged.shard.map { "; only the parts \($0) are there" } ?? ""
        output.line(
            "\(ReportVerdict.number(merged.rows.count, "row")) of \(ReportVerdict.number(merged.machines?.count ?? 1, "machine"))"
                + (merged.complete ? "" : ", incomplete") + missing)
        output.line("results: \(out)")
        return merged.exitCode
    }
}
