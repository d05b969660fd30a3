import Foundation

/// Figures of several programs that somebody has written down: a file of lines with tabs between their fields.
///
///     # time of an event, ns
///     # measured 2026-11-26 on two shared processors, medians
///     workload                 ours    theirs
///     publish to 1 observer    6.0     324
///     debounce                 28.4
///
/// Lines that begin with # are the title, and what has to be known of the figures. An empty field is a figure that nobody has; its tab is there all the same.
struct FiguresTable {
    let title: String
    let remarks: [String]
    let programs: [String]
    let rows: [(name: String, figures: [Double?])]

    /// Of so many programs a picture's colours can be told apart.
    static let mostPrograms = 6

    /// - Throws: `FileError` where it is no such file, with the line.
    static func read(_ path: String) throws(FileError) -> FiguresTable {
        guard let data = FileManager.default.contents(atPath: path) else { throw FileError(description: "\(path) can't be read") }
        return try FiguresTable(String(decoding: data, as: UTF8.self), path)
    }

    init(_ text: String, _ path: String) throws(FileError) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let remarks = lines.filter { $0.hasPrefix("#") }.map { $0.dropFirst().trimmingCharacters(in: .whitespaces) }
        var found = lines.enumerated().filter { !$0.element.isEmpty && !$0.element.hasPrefix("#") }
            .map { (line: $0.offset + 1, fields: $0.element.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)) }
        guard let title = remarks.first, let head = found.first, 2...(FiguresTable.mostPrograms + 1) ~= head.fields.count else {
            throw FileError(description: "\(path) has no title after a #, or no line with the names of 1 to \(FiguresTable.mostPrograms) programs")
        }
        found.removeFirst()
        (self.title, self.remarks, programs) = (title, Array(remarks.dropFirst()), Array(head.fields.dropFirst()))
        var rows: [(name: String, figures: [Double?])] = []
        for (line, fields) in found {
            let figures = fields.dropFirst().map { field in field.isEmpty ? nil : Double(field) }
            let isWrong = zip(fields.dropFirst(), figures).contains { !$0.isEmpty && !($1.map { $0 > 0 && $0.isFinite } ?? false) }
            if isWrong || fields.count != head.fields.count {
                throw FileError(description: "\(path), line \(line): a name and \(programs.count) figures above 0, or nothing in a figure's place")
            }
            rows.append((fields[0], figures))
        }
        if rows.isEmpty { throw FileError(description: "\(path) has no figures") }
        self.rows = rows
    }
}
