/// `rxbench export`: a results file in another program's form.
func exportCommand() -> Command {
    let options = [
        Option("format", value: .word(of: ExportFormat.allCases.map(\.rawValue)), "Write this form. Required."),
        Option("out", value: .text(placeholder: "FILE"), fallback: "the standard output", "Write it there."),
    ]
    return Command(
        "export", "Write results as another program reads them.", options: options, operands: "RESULTS.json"
    ) { parsed, output in
        guard let format = parsed.value("format").flatMap(ExportFormat.init(rawValue:)) else {
            let words = ExportFormat.allCases.map(\.rawValue).joined(separator: "|")
            throw UsageError.missingValue(option: "--format", placeholder: words)
        }
        guard parsed.operands.count == 1 else { throw UsageError.impossible("export takes one file: RESULTS.json") }
        return try ExportSession(file: parsed.operands[0], format: format, out: parsed.value("out"), output: output).run()
    }
}
