import Foundation

/// Writes a results file in another program's form.
public struct ExportSession: Sendable {
    let file: String
    let format: ExportFormat
    /// Which row, and what of it, where the form takes one; else nil.
    let row: String?
    let figure: String?
    /// Nil for the standard output.
    let out: String?
    let output: Output

    public init(
        file: String, format: ExportFormat, row: String? = nil, figure: String? = nil, out: String?, output: Output = .terminal
    ) {
        self.file = file
        self.format = format
        self.row = row
        self.figure = figure
        self.out = out
        self.output = output
    }

    /// Says on the error output which rows the format leaves out.
    /// - Throws: `FileError` where the file cannot be read or has nothing that the format takes; `UsageError` where the output cannot
    ///   be written, and of a form that takes one row where none is named or there is none of that name.
    public func run() throws -> ExitCode {
        try ResultsFile.require(out, isNone: [file])
        let results = try ResultsFile.read(file)
        if format != .hgrm, row != nil || figure != nil {
            throw UsageError.impossible("--row and --figure have no meaning here: they belong to --format hgrm")
        }
        let taken = results.rows.filter { $0.failure == nil && format.takes($0) }
        guard !taken.isEmpty else {
            throw FileError(description: "\(file) has no row that \(format.rawValue) takes" + (format.taken.map { ": it takes \($0)" } ?? ""))
        }
        let text = try format.text(results, row: row, figure: figure)
        if let out { try TextFile.write(text, to: out) } else { output.write(text) }
        if format == .hgrm { return .success }
        for row in results.rows where row.failure != nil || !format.takes(row) {
            if format == .gbench, row.failure != nil { continue }  // It is there, as an error.
            let name = RowName.text(row.benchmark, row.variant)
            output.error("left out: \(name): \(row.failure.map { "failed: \($0.message)" } ?? "no figures for this format")")
        }
        return .success
    }
}
