import Foundation

/// What a results file says of the sources that it was measured with.
struct RecordedState: JSONDocument, Codable, Equatable {
    var commit: String?
    var dirty: Bool?
    var sources: String?

    /// Of the working directory, as it is now.
    init(of suite: Suite) {
        let environment = Environment.current(of: suite)
        (commit, dirty, sources) = (environment.commit, environment.dirty, environment.sources)
    }
}

/// Results that are committed: each has to be of the sources that it is committed with, or somebody says why it holds for them too.
struct RecordedFiles {
    let suite: Suite
    /// Nil for all that are committed.
    let files: [String]?
    let output: Output
    /// Where the package is.
    var folder = FileManager.default.currentDirectoryPath

    /// One line for each file and sources that it is said to hold for: the sources, the file, the reason.
    static let confirmations = "results/still-true.txt"

    /// Of a committed results file.
    private static let mostBytes = 60 * 1024

    /// - Returns: `failure` where a file is refused; each says why in one line.
    func check() throws -> ExitCode {
        let now = try sources(), confirmations = confirmations()
        var refused = 0
        let files = try self.files ?? committed()
        for file in files {
            guard let defect = defect(of: try facts(file), now: now) else { continue }
            if defect.isOfOtherSources, let confirmation = confirmations.first(where: { $0.sources == now && $0.file == file }) {
                output.error("\(file) is of other sources; it is said to hold because: \(confirmation.reason)")
                continue
            }
            output.error("\(file) \(defect.description)")
            refused += 1
        }
        output.line("\(files.count - refused) of \(files.count) results files are of these sources")
        return refused == 0 ? .success : .failure
    }

    /// Keeps the reason why the files hold for the sources as they are now, and no others. Only what is clean and whole can.
    func vouch(_ reason: String) throws -> ExitCode {
        let now = try sources()
        guard let files, !files.isEmpty else { throw UsageError.impossible("--still takes the files that still hold") }
        let reason = reason.split(whereSeparator: \.isNewline).joined(separator: " ")
        for file in files {
            guard let defect = defect(of: try facts(file), now: now) else { throw UsageError.impossible("\(file) is of these sources") }
            if !defect.isOfOtherSources { throw FileError(description: "\(file) \(defect.description)") }
        }
        let others = confirmations().filter { $0.sources == now && !files.contains($0.file) }
        let lines = others + files.map { Confirmation(sources: now, file: $0, reason: reason) }
        let text = lines.sorted { $0.file < $1.file }.map { "\($0.sources) \($0.file) \($0.reason)\n" }.joined()
        try TextFile.write(text, to: "\(folder)/\(Self.confirmations)")
        return .success
    }

    private struct Confirmation {
        let sources: String
        let file: String
        let reason: String
    }

    private func confirmations() -> [Confirmation] {
        let text = (try? String(contentsOfFile: "\(folder)/\(Self.confirmations)", encoding: .utf8)) ?? ""
        return text.split(whereSeparator: \.isNewline).compactMap { line in
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            return words.count == 3 ? Confirmation(sources: words[0], file: words[1], reason: words[2]) : nil
        }
    }

    private func sources() throws -> String {
        guard let digest = MeasuredSources(suite.sources, in: folder).digest else {
            throw FileError(description: "cannot tell what \(suite.name) is built from: \(MeasuredSources.elsewhere)")
        }
        return digest
    }

    /// Files of results that git knows. What sets limits was not measured.
    private func committed() throws -> [String] {
        let words = ["git", "-C", folder, "-c", "core.quotePath=off", "ls-files", "--", "results/*.json", suite.thresholds + "/*.json"]
        guard let names = Shell.lines(words) else { throw FileError(description: "git doesn't tell which results are committed") }
        return try names.filter { try facts($0).schema != Thresholds.schema }
    }

    /// What a file says of how it was made, whatever its schema.
    private struct Facts: Decodable {
        /// Of the file.
        var bytes: Int?

        struct Environment: Decodable {
            let optimisation: String?
            let dirty: Bool?
            let sources: String?
        }

        let schema: String?
        let environment: Environment?
        let dirty: Bool?
        let complete: Bool?
        let passed: Bool?
    }

    private func facts(_ file: String) throws(FileError) -> Facts {
        let path = file.hasPrefix("/") ? file : "\(folder)/\(file)"
        guard let data = FileManager.default.contents(atPath: path) else { throw FileError(description: "cannot read \(file)") }
        do {
            var facts = try JSONDecoder().decode(Facts.self, from: data)
            facts.bytes = data.count
            return facts
        } catch {
            throw FileError(description: "\(file) is no results file: \(error.place)")
        }
    }

    private struct Defect {
        let description: String
        /// It is whole and clean, but of another program.
        var isOfOtherSources = false
    }

    private func defect(of facts: Facts, now: String) -> Defect? {
        let schema = facts.schema ?? "none"
        if ![Results.schema, Baseline.schema, Noise.schema].contains(schema) {
            return Defect(description: "has schema \(schema), which this program doesn't read: record it anew with Scripts/record")
        }
        let dirty = [facts.dirty, facts.environment?.dirty]
        if dirty.contains(true) { return Defect(description: "was recorded from a changed tree: record it anew with Scripts/record") }
        if dirty.allSatisfy({ $0 == nil }) {
            return Defect(description: "doesn't say whether its tree was changed: record it anew with Scripts/record")
        }
        if facts.environment?.optimisation.map({ $0 != "release" }) == true {
            return Defect(description: "is of a debug build, or of one that leaves something out")
        }
        // A baseline has all rows that there are, and numbers alone.
        if facts.schema == Results.schema, let bytes = facts.bytes, bytes > Self.mostBytes {
            return Defect(
                description:
                    "has \(bytes / 1024) KB: medians are committed, at most \(Self.mostBytes / 1024) KB a file, as Scripts/record writes them")
        }
        if facts.complete == false { return Defect(description: "is not complete") }
        if facts.passed == false { return Defect(description: "has a row that failed") }
        guard let sources = facts.environment?.sources else {
            return Defect(description: "doesn't say which sources it measured: record it anew with Scripts/record")
        }
        if sources == now { return nil }
        return Defect(
            description: "is of other sources than these: record it anew with Scripts/record, or say why it still holds: "
                + "Scripts/record --still REASON FILE",
            isOfOtherSources: true)
    }
}
