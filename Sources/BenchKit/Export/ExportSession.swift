import Foundation

/// Writes a results file in another program's form.
public struct ExportSession: Sendable {
    let file: String
    let format: ExportFormat
    /// Nil for the standard output.
    let out: String?
    let output: Output

    public init(file: String, format: ExportFormat, out: String?, output: Output = .terminal) {
        self.file = file
        self.format = format
        self.out = out
        self.output = output
    }

    /// Says on the error output which rows the format leaves out.
    /// - Throws: `FileError` where the file cannot be read or has nothing that the format takes; `UsageError` where the output cannot
    ///   be written.
    public func run() throws -> ExitCode {
        try ResultsFile.require(out, isNone: [file])
        let results = try ResultsFile.read(file)
        let takesCounts = format != .jmh && format != .gbench
        let taken = results.rows.filter { takesCounts ? $0.hasFigures : $0.failure == nil && $0.time != nil }
        guard !taken.isEmpty else {
            throw FileError(description: "\(file) has no row that \(format.rawValue) takes" + (takesCounts ? "" : ": it takes times"))
        }
        let text = try format.text(results)
        if let out { try TextFile.write(text, to: out) } else { output.write(text) }
        for row in results.rows where !taken.contains(row) {
            if format == .gbench, row.failure != nil { continue }  // It is there, as an error.
            let name = RowName.text(row.benchmark, row.variant)
            output.error("left out: \(name): \(row.failure.map { "failed: \($0.message)" } ?? "no figures for this format")")
        }
        return .success
    }
}
