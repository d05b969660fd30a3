/// What was found, and whether the user let it come to its end.
struct Judgement {
    var findings: [Finding]
    /// Of the first series.
    let outcomes: [DuelOutcome]
    var isInterrupted = false
}

/// The series of forks that a check plays: one of all rows; another one, as long, of what looks wrong or better there; a longer one,
/// judged by itself, of what passed in either with its limit inside the interval; and another one as long as that of what looks wrong or
/// better there. Only what is wrong again counts.
struct CheckRounds {
    /// Their values tell their seeds apart.
    enum Kind: Int {
        case first, closer, again, closerAgain

        /// What progress adds to the title.
        var title: String {
            switch self {
            case .first: ""
            case .closer: ", closer"
            case .again, .closerAgain: ", confirming"
            }
        }
    }

    struct Round {
        let kind: Kind
        let rows: [Int]

        /// So many times the usual forks.
        var effort: Int { kind == .closer || kind == .closerAgain ? 3 : 1 }
    }

    /// Whether a row that passed may lie beyond its limit all the same.
    let isClose: (DuelOutcome, Int) -> Bool
    /// Plays one: a finding and an outcome for each of its rows.
    let play: (Round) -> Judgement

    /// - Returns: a finding a row. What an interruption leaves undecided is inconclusive.
    func judgement(rows: Int) -> Judgement {
        var all = play(Round(kind: .first, rows: Array(0..<rows)))
        /// - Returns: the rows that pass there, but may lie beyond their limit all the same.
        func take(_ kind: Kind, _ rows: [Int], _ merge: (Finding, Finding) -> Finding) -> [Int] {
            if rows.isEmpty || all.isInterrupted { return [] }
            let found = play(Round(kind: kind, rows: rows))
            for (row, finding) in zip(rows, found.findings) { all.findings[row] = merge(all.findings[row], finding) }
            all.isInterrupted = found.isInterrupted
            return close(rows, found)
        }
        func close(_ rows: [Int], _ found: Judgement) -> [Int] {
            rows.indices.filter { found.findings[$0].verdict == .pass && isClose(found.outcomes[$0], rows[$0]) }.map { rows[$0] }
        }
        func isDoubtful(_ row: Int) -> Bool { [.regression, .improvement].contains(all.findings[row].verdict) }
        var closer = close(Array(0..<rows), all)
        // What one series calls wrong and the next one neither confirms nor rules out is for the longer ones, too.
        closer += take(.again, (0..<rows).filter(isDoubtful)) { $0.confirmed(by: $1) }
        closer.sort()
        _ = take(.closer, closer) { $1 }
        _ = take(.closerAgain, closer.filter(isDoubtful)) { $0.confirmed(by: $1) }
        return all
    }
}

extension Finding {
    /// What is left of a first finding after a second look in other processes: what both agree on; a pass where the second saw
    /// nothing; what the second says where it could not tell or went wrong.
    func confirmed(by second: Finding) -> Finding {
        let agrees = second.verdict == verdict
        let isUnsure = [.inconclusive, .error, .wrongResult].contains(second.verdict)
        let text = agrees ? "\(detail); again \(second.detail)" : "\(detail), but not again: \(second.detail)"
        return Finding(
            row: row, gate: gate, verdict: agrees ? verdict : isUnsure ? second.verdict : .pass, detail: text)
    }

    /// What is left of a finding when the user stops before it is sure: that a side failed.
    func interrupted(_ detail: String) -> Finding {
        if verdict == .error || verdict == .wrongResult { return self }
        return Finding(row: row, gate: gate, verdict: .inconclusive, detail: detail)
    }
}
