/// `rxbench export`: a results file in another program's form.
func exportCommand() -> Command {
    let options = [
        Option("format", value: .word(of: ExportFormat.allCases.map(\.rawValue)), "Write this form. Required."),
        Option("row", value: .text(placeholder: "NAME"), "Of hgrm, required: this row, as tables call it: 'BENCHMARK (VARIANT)'."),
        Option("figure", value: .text(placeholder: "NAME"), fallback: "delay, or else the row's first", "Of hgrm: this figure of the row."),
        Option("out", value: .text(placeholder: "FILE"), fallback: "the standard output", "Write it there."),
    ]
    return Command(
        "export", "Write results as another program reads them.", options: options, operands: "RESULTS.json"
    ) { parsed, output in
        guard let format = parsed.value("format").flatMap(ExportFormat.init(rawValue:)) else {
            let words = ExportFormat.allCases.map(\.rawValue).joined(separator: "|")
            throw UsageError.missingOption("--format", placeholder: words)
        }
        guard parsed.operands.count == 1 else { throw UsageError.impossible("export takes one file: RESULTS.json") }
        return try ExportSession(
            file: parsed.operands[0], format: format, row: parsed.value("row"), figure: parsed.value("figure"), out: parsed.value("out"),
            output: output
        ).run()
    }
}
