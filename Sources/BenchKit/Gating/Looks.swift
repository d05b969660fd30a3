/// What was found, and whether the user let it come to its end.
struct Judgement {
    var findings: [Finding]
    /// Of the first series.
    let outcomes: [DuelOutcome]
    var isInterrupted = false
}

/// The series of forks that a check plays: one of all rows; a longer one, judged by itself, of those that passed with their limit
/// inside the interval; and another one of what then looks wrong or better, as long as the one that showed it. Only what is wrong
/// again counts.
struct Looks {
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

    struct Look {
        let kind: Kind
        let rows: [Int]

        /// So many times the usual forks.
        var effort: Int { kind == .closer || kind == .closerAgain ? 3 : 1 }
    }

    /// Whether a row that passed may lie beyond its limit all the same.
    let isClose: (DuelOutcome, Int) -> Bool
    /// Plays one: a finding and an outcome for each of its rows.
    let play: (Look) -> Judgement

    /// - Returns: a finding a row. What an interruption leaves undecided is inconclusive.
    func judgement(rows: Int) -> Judgement {
        var all = play(Look(kind: .first, rows: Array(0..<rows)))
        func take(_ kind: Kind, _ rows: [Int], _ merge: (Finding, Finding) -> Finding) {
            if rows.isEmpty || all.isInterrupted { return }
            let found = play(Look(kind: kind, rows: rows))
            for (row, finding) in zip(rows, found.findings) { all.findings[row] = merge(all.findings[row], finding) }
            all.isInterrupted = found.isInterrupted
        }
        func isDoubtful(_ row: Int) -> Bool { [.regression, .improvement].contains(all.findings[row].verdict) }
        let doubtful = (0..<rows).filter(isDoubtful)
        let close = (0..<rows).filter { all.findings[$0].verdict == .pass && isClose(all.outcomes[$0], $0) }
        take(.again, doubtful) { $0.confirmed(by: $1) }
        take(.closer, close) { $1 }
        take(.closerAgain, close.filter(isDoubtful)) { $0.confirmed(by: $1) }
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
