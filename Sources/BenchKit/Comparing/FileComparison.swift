import Foundation

/// Two results files row by row: every figure of a row, and in fewer words whatever else they record.
public struct FileComparison {
    /// One figure of one row in both files.
    struct Line: Equatable {
        let row: String
        let figure: String
        let old: Double
        let new: Double
        /// The interval of new over old, where there is one.
        let interval: Interval?
        /// The share by which they may differ without being told: none where both are exact.
        let tolerance: Double
        /// Whether one of the two files says of it that it decides nothing.
        var isInconclusive = false

        /// Nil where nothing can be divided.
        var ratio: Double? { old > 0 ? new / old : nil }
        var differs: Bool { Figures.differing(old, new) > tolerance }
    }

    /// The share by which figures that aren't exact may differ.
    static let tolerance = 0.01

    let lines: [Line]
    /// How many of these are of latencies.
    private let latencies: Int
    /// Whatever else the files record.
    let rest: RecordedDifferences
    /// Rows that only one of the files has.
    let unpaired: [String]
    /// What else keeps the files, or rows of them, from being compared.
    let notes: [String]

    /// - Throws: `Incomparable` where the files come from different environments, unless `anyway`.
    init(old: Results, new: Results, anyway: Bool) throws {
        let differences = new.environment.differences(from: old.environment)
        if !differences.isEmpty, !anyway {
            throw Incomparable("the files cannot be compared: \(differences.joined(separator: "; ")) (--anyway does; \(Environment.advice))")
        }
        let olds = Dictionary(old.rows.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let news = Set(new.rows.map(\.key))
        var notes: [String] = [], apart: Set<String> = []
        if old.suite != new.suite { notes.append("the files are of two suites: \(old.suite) and \(new.suite)") }
        for (which, results) in [("old", old), ("new", new)] {
            if !results.complete { notes.append("the \(which) file is incomplete") }
            notes += results.failures.map { "failed in the \(which) file: \($0.row): \($0.failure.message)" }
        }
        var found = FigurePairs()
        for row in new.rows {
            guard let before = olds[row.key] else {
                apart.insert(row.key.text)
                continue
            }
            if before.events == row.events || anyway {
                found.add(before, row)
            } else {
                notes.append("not compared: \(row.key.text): \(before.events) events became \(row.events) (--anyway does; \(Environment.advice))")
                apart.insert(row.key.text)
            }
        }
        found.add(old.comparisons, new.comparisons)
        found.add(old.against?.rows ?? [], new.against?.rows ?? [])
        found.add(old.fits ?? [], new.fits ?? [])
        lines = found.lines
        latencies = found.latencies
        unpaired = new.rows.filter { olds[$0.key] == nil }.map(\.key.text) + old.rows.filter { !news.contains($0.key) }.map(\.key.text)
        apart.formUnion(unpaired)
        self.notes = notes
        rest = try RecordedDifferences(old: JSONValue(of: old), new: JSONValue(of: new)) { kind, item, element in
            (kind.hasPrefix("rows") && apart.contains(item)) || found.contains(kind, item, element)
        }
    }

    /// Reads both files.
    public init(old: String, new: String, anyway: Bool) throws {
        try self.init(
            old: try ResultsFile.read(old), new: try ResultsFile.read(new), anyway: anyway)
    }

    /// Whether there was nothing to compare.
    public var isEmpty: Bool { lines.isEmpty }

    /// A table of what differs: exact figures that changed at all, instructions by over 0.2 %, others by over 1 %. Below it a line for each
    /// other thing that the files record and differ in.
    public var text: String { text(tellsAll: true) }

    /// - Parameter tellsAll: also of what isn't compared as a figure, such as the heap that is left; else one line says how much differs.
    func text(tellsAll: Bool) -> String {
        let shown = lines.filter(\.differs)
        var table = Table(
            header: ["row", "figure", "old", "new", "new:old"], alignedAtEnd: [false, false, true, true, true])
        for line in shown {
            let (old, new) = Figures.precise(line.old, line.new)
            table.add([
                line.row, line.figure, old, new,
                (line.isInconclusive ? "?" : "") + Figures.fineRatio(line.ratio.map { Estimate(median: $0, interval: line.interval) }),
            ])
        }
        var text = ["\(shown.count) of \(lines.count) figures differ."]
        let within = lines.count { !$0.differs && $0.old != $0.new }
        if within > 0 {
            text.append("\(within) more do by less than is told of: instructions by up to 0.2 %, others that aren't exact by up to 1 %.")
        }
        if lines.contains(where: { $0.figure == FigurePairs.time }) {
            text.append("times come from two runs: a machine has its moods. compare --against takes turns.")
        } else if latencies > 0 {
            text.append("latencies come from two runs: a machine has its moods, and its jitter is among the figures.")
        }
        if shown.contains(where: \.isInconclusive) {
            let hides = "in one of the files the machine's own jitter hides that figure"
            let times = "one of the files calls that time inconclusive"
            text.append("?: " + (latencies == 0 ? times : latencies == lines.count ? hides : "\(times), or \(hides)") + ".")
        }
        text += notes + unpaired.map { "only in one file: \($0)" }
        if !rest.differences.isEmpty {
            let differing = rest.differences.count { $0.old != nil && $0.new != nil }, one = rest.differences.count - differing
            text.append(
                "of \(rest.compared) other things that both files record, \(differing) differ, too"
                    + (tellsAll ? ":" : (one > 0 ? ", and \(one == 1 ? "1 is" : "\(one) are") in one file only" : "") + "; --all tells which"))
            if tellsAll { text += rest.lines.map { "  " + $0 } }
        }
        return ((shown.isEmpty ? [] : [table.text, ""]) + text.map(\.onOneLine)).joined(separator: "\n")
    }
}

extension Interval {
    /// An interval of the quotient of two figures that were estimated apart. Nil where one is absent or holds 0.
    init?(of numerator: Interval?, over denominator: Interval?) {
        guard let numerator, let denominator, denominator.low > 0 else { return nil }
        // It fails when either does: the chances of failing add up.
        let confidence = max(0, numerator.confidence + denominator.confidence - 1)
        self.init(
            low: numerator.low / denominator.high, high: numerator.high / denominator.low, confidence: confidence)
    }
}
