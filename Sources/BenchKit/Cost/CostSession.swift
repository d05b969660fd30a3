import Foundation

/// Measures all rows of one name: times and mallocs in one process, instructions and atomic instructions in another, and both once more with each
/// other setting of the suite.
struct CostSession {
    let suite: Suite
    let name: String
    let variants: [String]?
    let profile: String
    let counts: Bool
    let output: Output
    /// What measures; nil for this program.
    var program: String?

    /// Seconds without a word after which a process is given up.
    private static let patience = 600.0

    /// - Throws: `UsageError` where no row has the name; `FileError` where a process ended without results.
    func run() throws -> ExitCode {
        let benchmarks = try self.benchmarks()
        Interruption.install()
        defer { Interruption.restore() }
        let folder = try TemporaryFolder(), these = CostSession.selection(of: benchmarks, suite)
        let canCount = benchmarks.contains(where: \.isCounted)
        var costs: [Cost] = [], note = counts && !canCount ? CostSession.uncounted : nil
        for (index, setting) in ([Suite.Setting("", environment: [:])] + suite.settings).enumerated() {
            let what = "\(suite.name): \(ReportVerdict.number(benchmarks.count, "benchmark"))" + (setting.name.isEmpty ? "" : ", \(setting.name)")
            output.error("\(what): times")
            let times = try measured(["run", "--profile=\(profile)"] + these, setting, to: "\(folder.path)/\(index).json")
            var counted: Results?
            if counts, note == nil {
                output.error("\(what): counts")
                do {
                    counted = try measured(["counts", "--no-calls", "--processes=1"] + these, setting, to: "\(folder.path)/\(index)-counts.json")
                } catch let error as FileError {
                    // Times are known without valgrind, too.
                    note = error.description
                }
            }
            costs.append(Cost(setting: setting.name, times: times, counts: counted))
        }
        output.lines(CostTable(suite: suite, name: name, benchmarks: benchmarks, costs: costs).text)
        if let note { output.error("no instructions: \(note)") }
        return .worst(of: costs.flatMap { [$0.times, $0.counts] }.compactMap { $0?.exitCode })
    }

    /// Why there are no instructions where nothing is at fault.
    private static let uncounted = "other threads or programs do part of it, and what those execute differs from run to run"

    /// More of them take minutes.
    private static let few = 20

    /// What to say before so many are measured that it takes minutes; nil of a few.
    /// - Parameter name: that means all of them.
    static func advice(_ name: String, _ ids: [String], _ names: CostNames) -> String? {
        if ids.count <= few { return nil }
        let hint = narrower(ids, names).map { ": cost \($0)" } ?? ""
        return "'\(name)' means \(ids.count) benchmarks, which takes minutes; the beginning of an id means fewer\(hint)"
    }

    /// The shortest beginning of an id that means a few of these, and nothing else. Of ids that begin as most do: another one's row isn't what was
    /// asked for, as `Event/map` isn't of `map`.
    private static func narrower(_ ids: [String], _ names: CostNames) -> String? {
        let all = Set(ids), byFirstWord = Dictionary(grouping: ids) { $0.prefix { $0 != "/" } }
        let most = byFirstWord.values.map(\.count).max() ?? 0
        let meant = ids.filter { byFirstWord[$0.prefix { $0 != "/" }]?.count == most }
        let words = meant.map { $0.split(separator: "/").map(String.init) }, longest = words.map(\.count).max() ?? 0
        for count in 0..<longest {
            for beginning in Cause.unique(words.map { $0.prefix(count + 1).joined(separator: "/") }) {
                let found = names.benchmarks(named: beginning).map(\.id)
                if !found.isEmpty, found.count <= few, all.isSuperset(of: found) { return beginning }
            }
        }
        return nil
    }

    /// Those to measure.
    private func benchmarks() throws -> [Benchmark] {
        let names = CostNames(suite.benchmarks, reasons: reasons)
        switch names.answer(name) {
        case .benchmarks(let ids, let meant):
            if meant != name { output.error("nothing declares '\(name)' alone: these are the rows of '\(meant)', of every type") }
            if let advice = CostSession.advice(meant, ids, names) { output.error("\(suite.name): \(advice)") }
            let ids = Set(ids)
            return suite.benchmarks.filter { ids.contains($0.id) }
        case .reason(let line): throw UsageError.impossible("nothing measures '\(name)'; \(suite.reasons ?? ""): \(line)")
        case .unknown:
            let near = names.near(name), hint = near.isEmpty ? "the command list shows them all" : "did you mean \(near.joined(separator: " or "))?"
            throw UsageError.impossible("no benchmark is called '\(name)'; \(hint)")
        }
    }

    /// Lines of the suite's file of reasons, where that is at hand.
    private var reasons: [String] {
        let text = suite.reasons.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// What one process finds out. A row that failed is a row; a process without results is an error.
    private func measured(_ words: [String], _ setting: Suite.Setting, to file: String) throws -> Results {
        var words = words + ["--out=\(file)"]
        if let variants { words.append("--\(suite.variantsTitle)=\(variants.joined(separator: ","))") }
        do {
            _ = try ChildProcess.lines(
                of: try program ?? WorkerProgram.running().path, words, environment: setting.environment, silence: Self.patience)
        } catch let failure as ChildProcess.Failure {
            guard let results = try? ResultsFile.read(file) else { throw FileError(description: "\(words[0]) \(failure)") }
            return results
        }
        return try ResultsFile.read(file)
    }

    /// Options that choose these benchmarks and no others, also such as are measured only where somebody asks for their tags.
    static func selection(of benchmarks: [Benchmark], _ suite: Suite) -> [String] {
        let choices = suite.choices.compactMap { choice -> String? in
            let words = choice.words.filter { word in benchmarks.contains { $0.tags.contains(word) } }
            return words.isEmpty ? nil : "--\(choice.name)=\(words.joined(separator: ","))"
        }
        return ["--filter=\(pattern(of: benchmarks))"] + choices
    }

    /// These ids and no others.
    static func pattern(of benchmarks: [Benchmark]) -> String {
        "^(?:" + benchmarks.map { NSRegularExpression.escapedPattern(for: $0.id) }.joined(separator: "|") + ")$"
    }
}

/// What was found with one setting.
struct Cost {
    /// Empty for the usual one.
    let setting: String
    let times: Results
    let counts: Results?
}
