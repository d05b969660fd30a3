import Foundation
import ToolCommand

/// Tells which rows a change affects; see `summary`.
public struct AffectedRows: Tool {
    public let name = "affected", subject = "affected rows"
    public let forms = ["REVISION LIST"]
    public let summary = """
        Which rows a change affects: of what `rxbench list --json` printed into LIST those whose declarations are in files that differ between the
        revision and the work tree. Prints a regular expression that chooses them, for `--filter` and `--first`. A line on the standard error says how
        many they are. Where a file affects all rows, it says so and names the file, and what is printed are the rows of the other files: nothing if
        there are none. It is about what is worth counting first: code may run in other rows, too. Exit code 64: there is no such revision, or the
        list can't be read.
        """

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        guard arguments.count == 2 else { throw wrongArguments }
        let (revision, list) = (arguments[0], arguments[1])
        guard let commit = place.git("rev-parse", "--verify", "--quiet", revision + "^{commit}")?.trimmingCharacters(in: .newlines) else {
            throw refused("there is no revision \(revision)")
        }
        guard let data = try? place.data(list), let listed = try? JSONDecoder().decode([CountedRow].self, from: data) else {
            throw refused("\(list) is no list of rows, as rxbench list --json prints it")
        }
        guard let differing = place.git("diff", "--name-only", "--no-renames", commit),
            let new = place.git("ls-files", "--others", "--exclude-standard")
        else { throw refused("git can't tell what differs from \(revision)") }
        let rows = listed.filter { $0.latency == nil }
        var chosen: Set<String> = [], ofAll: String?
        for path in (differing + new).split(separator: "\n").map(String.init) where ChangedSource.isMeasured(path) {
            let text = ((try? place.text(path)) ?? "") + "\n" + (place.git("show", "\(commit):\(path)") ?? "")
            if let affected = ChangedSource(path: path, text: text).affected(rows) {
                chosen.formUnion(affected.map(\.id))
            } else {
                ofAll = ofAll ?? path
            }
        }
        if chosen.isEmpty { return said(ofAll.map { "all, by \($0)" } ?? "none") }
        let number = "\(chosen.count) of \(rows.count)"
        // An operator's own rows still tell most of a change of it, whatever else has changed.
        var outcome = said(ofAll.map { "all, by \($0); first \(number), by other files" } ?? number)
        outcome.output = [RowPattern(chosen, of: rows.map(\.id)).text]
        return outcome
    }

    private func said(_ text: String) -> ToolOutcome { ToolOutcome(errors: ["\(subject): \(text)"]) }

    private func refused(_ text: String) -> ToolFailure { ToolFailure(text, exitCode: ToolFailure.usage) }
}
