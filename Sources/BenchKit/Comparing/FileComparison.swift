import Foundation

/// Two results files row by row.
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
    }

    let lines: [Line]
    /// Rows that only one of the files has.
    let unpaired: [String]
    /// What else keeps the files, or rows of them, from being compared.
    let notes: [String]

    /// - Throws: `Incomparable` where the files come from different environments, unless `anyway`.
    init(old: Results, new: Results, anyway: Bool) throws(Incomparable) {
        let differences = new.environment.differences(from: old.environment)
        if !differences.isEmpty, !anyway {
            throw Incomparable("the files cannot be compared: \(differences.joined(separator: "; ")) (--anyway does)")
        }
        func key(_ row: Row) -> String { RowName.text(row.benchmark, row.variant) }
        let olds = Dictionary(old.rows.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
        let news = Set(new.rows.map(key))
        var lines: [Line] = [], notes: [String] = []
        if old.suite != new.suite { notes.append("the files are of two suites: \(old.suite) and \(new.suite)") }
        for (which, results) in [("old", old), ("new", new)] {
            if !results.complete { notes.append("the \(which) file is incomplete") }
            notes += results.failures.map { "failed in the \(which) file: \($0.row): \($0.failure.message)" }
        }
        for row in new.rows {
            guard let before = olds[key(row)] else { continue }
            if before.events == row.events || anyway {
                lines += FileComparison.lines(key(row), before, row)
            } else {
                notes.append("not compared: \(key(row)): \(before.events) events became \(row.events) (--anyway does)")
            }
        }
        self.lines = lines
        self.notes = notes
        unpaired = new.rows.map(key).filter { olds[$0] == nil } + old.rows.map(key).filter { !news.contains($0) }
    }

    /// Reads both files.
    public init(old: String, new: String, anyway: Bool) throws {
        try self.init(
            old: try ResultsFile.read(old), new: try ResultsFile.read(new), anyway: anyway)
    }

    private static func lines(_ name: String, _ old: Row, _ new: Row) -> [Line] {
        var lines: [Line] = []
        func add(_ figure: String, _ old: Double?, _ new: Double?, _ interval: Interval? = nil, within tolerance: Double = 0.01) {
            guard let old, let new else { return }
            lines.append(Line(row: name, figure: figure, old: old, new: new, interval: interval, tolerance: tolerance))
        }
        let before = old.time?.nanosecondsPerEvent, after = new.time?.nanosecondsPerEvent
        add("ns/event", before?.median, after?.median, Interval(of: after?.interval, over: before?.interval))
        if !lines.isEmpty { lines[0].isInconclusive = old.inconclusive != nil || new.inconclusive != nil }
        for (title, figures) in [("event", \RowCounts.perEvent), ("subscription", \RowCounts.perSubscription)] {
            for kind in CountedKind.allCases {
                let before = old.counts?[keyPath: figures][kind], after = new.counts?[keyPath: figures][kind]
                let isExact = before?.stability == .exact && after?.stability == .exact
                add("\(kind.rawValue)/\(title)", before?.value, after?.value, within: kind.band > 0 ? kind.band : isExact ? 0 : 0.01)
            }
        }
        if old.counts == nil || new.counts == nil {
            for (title, figures) in [
                ("event", \Row.Allocations.perEvent), ("subscription", \Row.Allocations.perSubscription),
            ] {
                let before = old.allocations?[keyPath: figures], after = new.allocations?[keyPath: figures]
                let isExact = before?.exact == true && after?.exact == true
                add("mallocs/\(title)", before?.mallocs, after?.mallocs, within: isExact ? 0 : 0.01)
            }
        }
        return lines
    }

    /// Whether there was nothing to compare.
    public var isEmpty: Bool { lines.isEmpty }

    /// A table of what differs: exact figures that changed at all, instructions by over 0.2 %, others by over 1 %.
    public var text: String {
        let shown = lines.filter { line in
            line.tolerance == 0 ? line.old != line.new : abs((line.ratio ?? (line.new == 0 ? 1 : 2)) - 1) > line.tolerance
        }
        var table = Table(
            header: ["row", "figure", "old", "new", "new:old"], alignedAtEnd: [false, false, true, true, true])
        for line in shown {
            table.add([
                line.row, line.figure, Figures.short(line.old), Figures.short(line.new),
                (line.isInconclusive ? "?" : "") + Figures.fineRatio(line.ratio.map { Estimate(median: $0, interval: line.interval) }),
            ])
        }
        var text = ["\(shown.count) of \(lines.count) figures differ."]
        if !shown.isEmpty { text = [table.text, ""] + text }
        if lines.contains(where: { $0.figure == "ns/event" }) {
            text.append("times come from two runs: a machine has its moods. compare --against takes turns.")
            if shown.contains(where: \.isInconclusive) { text.append("?: one of the files calls that time inconclusive.") }
        }
        text += notes + unpaired.map { "only in one file: \($0)" }
        return text.joined(separator: "\n")
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
