import Foundation
import ToolCommand

/// Tells what is to be checked before a commit; see `summary`.
public struct CheckSteps: Tool {
    public let name = "check-steps", subject = "check steps"
    public let forms = ["BASE"]
    public let summary = """
        What Scripts/check runs for the files that differ between the work tree and where this branch left BASE: a line for each step, with its name,
        how many seconds it takes and its command, a tab between them. The seconds are those of the last run here that it passed, of which
        .build/check/times has a name and a number a line; `-` where there was none. A line on the standard error tells how many files differ.
        Exit code 64: there is no such revision.
        """

    /// Where `Scripts/check` notes how long each step took.
    static let times = ".build/check/times"

    public init() {}

    public func run(_ arguments: [String], in place: ToolPlace) throws -> ToolOutcome {
        guard arguments.count == 1 else { throw wrongArguments }
        guard let base = place.git("merge-base", arguments[0], "HEAD")?.trimmingCharacters(in: .newlines), !base.isEmpty else {
            throw ToolFailure("there is no revision \(arguments[0]) that this one comes from", exitCode: ToolFailure.usage)
        }
        guard let differing = place.git("diff", "--name-only", "--no-renames", base),
            let new = place.git("ls-files", "--others", "--exclude-standard")
        else { throw ToolFailure("git can't tell what differs from \(arguments[0])") }
        let paths = (differing + new).split(separator: "\n").map(String.init), times = past((try? place.text(Self.times)) ?? "")
        let lines = CheckStep.chosen(by: paths).map { step in
            "\(step.rawValue)\t\(times[step.rawValue].map(String.init) ?? "-")\t\(step.command)"
        }
        let files = paths.count == 1 ? "1 file differs" : "\(paths.count) files differ"
        return ToolOutcome(output: lines, errors: ["\(subject): \(files) from \(arguments[0])"])
    }

    /// The last one of a name counts.
    private func past(_ text: String) -> [String: Int] {
        var times: [String: Int] = [:]
        for words in text.split(separator: "\n").map({ $0.split(separator: " ") }) where words.count == 2 {
            if let seconds = Int(words[1]) { times[String(words[0])] = seconds }
        }
        return times
    }
}
