import Foundation

/// Judges times, from duels with an older program.
struct TimeJudge {
    let limits: Thresholds.Times

    /// How far from 1 a row's ratio may be: what is worth telling, or what it differs from itself by anyway.
    /// - Parameter noise: the row's floor; nil where it was never measured on this machine.
    func limit(noise: Double?) -> Double {
        max(limits.slower, limits.timesNoise * (noise ?? limits.unknownNoise))
    }

    /// Why a row whose limit is that can't pass, whatever was measured; nil where it can. What the limits themselves allow always can.
    private func vagueness(limit: Double) -> String? {
        let widest = max(limits.widest ?? Thresholds.Times.usual.widest ?? limit, limits.slower)
        if limit <= widest { return nil }
        return "it differs from itself by \(Figures.percent(limit / limits.timesNoise)), and beyond a limit of \(Figures.percent(widest)) "
            + "nothing can pass: calibrate on a quieter machine"
    }

    /// Judges all rows of one comparison together, since each is a chance for a false alarm.
    /// - Parameter noise: a row's floor.
    /// - Returns: a finding for each outcome, in their order.
    func judge(_ outcomes: [DuelOutcome], noise: (DuelOutcome) -> Double?) -> [Finding] {
        // The sign test asks whether there is a change at all, Holm whether chance explains one among so many rows; whether it is
        // large enough to matter is for the interval.
        let slower = Significance.holm(outcomes.map { Significance.signTest($0.ratios, above: 1) })
        let faster = Significance.holm(outcomes.map { Significance.signTest($0.ratios.map { 1 / $0 }, above: 1) })
        return outcomes.indices.map { index in
            judge(
                outcomes[index], among: outcomes.count, limit: limit(noise: noise(outcomes[index])), slower: slower[index],
                faster: faster[index])
        }
    }

    private func judge(_ outcome: DuelOutcome, among rows: Int, limit: Double, slower: Double, faster: Double) -> Finding {
        let side = outcome.duel.challenger
        let row = RowName.text(side.benchmark, side.variant)
        func finding(_ verdict: Verdict, _ detail: String) -> Finding {
            Finding(row: row, gate: "time", verdict: verdict, detail: detail)
        }
        if let finding = Finding(failureOf: outcome, row: row, gate: "time") { return finding }
        guard let disturbance = outcome.disturbance(most: limits.discarded) else {
            guard let ratio = outcome.ratio, let interval = ratio.interval, let now = outcome.challengerTime,
                let base = outcome.baseTime
            else { return finding(.inconclusive, "too few forks") }
            // A tail may be of other things than time.
            let unit = outcome.duel.tail == nil ? " ns" : ""
            let text = "\(Figures.fineRatio(ratio)) of \(Figures.short(base))\(unit), limit \(String(format: "%.3f", 1 + limit))"
            if let doubt = limits.doubt(forks: outcome.ratios.count, among: rows), interval.high >= 1 + limit {
                return finding(.inconclusive, "\(text); \(doubt)")
            }
            let matters = abs(now - base) > limits.nanoseconds
            if interval.low > 1 + limit, slower < limits.significance, matters { return finding(.regression, text) }
            if interval.high < 1 - limit, faster < limits.significance, matters { return finding(.improvement, text) }
            if let vagueness = vagueness(limit: limit) { return finding(.inconclusive, "\(text); \(vagueness)") }
            return finding(.pass, text)
        }
        return finding(.inconclusive, disturbance)
    }
}

/// Judges times against bounds: a core's over another core's, a row's over a floor's.
struct BoundJudge {
    let limits: Thresholds.Times

    /// What a bound says of a ratio that was measured.
    struct Case {
        let row: String
        /// What the bound is called.
        let gate: String
        let most: Double
        let outcome: DuelOutcome
    }

    /// Judges all bounds together, since each is a chance for a false alarm: as with times of two programs, the lower end of the
    /// interval has to exceed the bound, and chance has to be ruled out among so many.
    /// - Returns: a finding for each, in their order.
    func judge(_ cases: [Case]) -> [Finding] {
        let chances = Significance.holm(cases.map { Significance.signTest($0.outcome.ratios, above: $0.most) })
        return zip(cases, chances).map { judge($0, among: cases.count, chance: $1) }
    }

    private func judge(_ bound: Case, among rows: Int, chance: Double) -> Finding {
        func finding(_ verdict: Verdict, _ detail: String) -> Finding {
            Finding(row: bound.row, gate: bound.gate, verdict: verdict, detail: detail)
        }
        let outcome = bound.outcome
        if let finding = Finding(failureOf: outcome, row: bound.row, gate: bound.gate) { return finding }
        if let disturbance = outcome.disturbance(most: limits.discarded) { return finding(.inconclusive, disturbance) }
        guard let ratio = outcome.ratio, let interval = ratio.interval else { return finding(.inconclusive, "too few forks") }
        let text = "\(Figures.fineRatio(ratio)), limit \(Figures.short(bound.most))"
        if let doubt = limits.doubt(forks: outcome.ratios.count, among: rows), interval.high > bound.most {
            return finding(.inconclusive, "\(text); \(doubt)")
        }
        return finding(interval.low > bound.most && chance < limits.significance ? .regression : .pass, text)
    }
}

extension Thresholds.Times {
    /// Why so few quiet forks decide nothing among so many rows; nil where they can.
    fileprivate func doubt(forks: Int, among rows: Int) -> String? {
        let needed = Significance.fewestForks(rows: rows, significance: significance)
        return forks < needed ? "\(forks) quiet forks can't rule out chance among \(rows) rows, \(needed) could" : nil
    }
}

extension DuelOutcome {
    /// Whether the ratio may lie beyond `bound`. If it passed although its interval does, the sign test couldn't rule out chance.
    func mayExceed(_ bound: Double) -> Bool {
        guard let interval = ratio?.interval else { return false }
        return bound < interval.high
    }

    /// Why nothing can be said, or nil: too many pairs thrown away, or too few forks left for an interval.
    func disturbance(most: Double) -> String? {
        if disturbedShare > most {
            return "\(Figures.percent(disturbedShare)) of its samples "
                + (duel.usesProcessorTime ? "waited for a processor" : "were disturbed by other programs")
        }
        return ratio?.interval == nil ? "only \(ratios.count) of its forks were quiet enough" : nil
    }
}

extension Finding {
    /// The finding of a duel that a side failed in; nil where none did.
    init?(failureOf outcome: DuelOutcome, row: String, gate: String) {
        guard let failure = outcome.failure else { return nil }
        if outcome.isFaultOfBase {
            self.init(row: row, gate: gate, .new, "the older program failed, not this one: \(failure.message)")
            return
        }
        self.init(row: row, gate: gate, failure)
    }

    init(row: String, gate: String, _ failure: RowFailure) {
        self.init(
            row: row, gate: gate, verdict: failure.kind == .wrongResult ? .wrongResult : .error, detail: failure.message)
    }
}
