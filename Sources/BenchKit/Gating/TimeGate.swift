import Foundation

/// Judges times, from duels with an older program.
struct TimeGate {
    let limits: Gates.Times

    /// How far from 1 a row's ratio may be: what is worth telling, or what it differs from itself by anyway.
    /// - Parameter noise: the row's floor; nil where it was never measured on this machine.
    func limit(noise: Double?) -> Double {
        max(limits.slower, limits.timesNoise * (noise ?? limits.unknownNoise))
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
            let text = "\(Figures.fineRatio(ratio)) of \(Figures.short(base)) ns, limit \(String(format: "%.3f", 1 + limit))"
            let needed = Significance.fewestForks(rows: rows, significance: limits.significance)
            if outcome.ratios.count < needed, interval.high >= 1 + limit {
                let why = "\(outcome.ratios.count) quiet forks can't rule out chance among \(rows) rows, \(needed) could"
                return finding(.inconclusive, "\(text); \(why)")
            }
            let matters = abs(now - base) > limits.nanoseconds
            if interval.low > 1 + limit, slower < limits.significance, matters { return finding(.regression, text) }
            if interval.high < 1 - limit, faster < limits.significance, matters { return finding(.improvement, text) }
            return finding(.pass, text)
        }
        return finding(.inconclusive, disturbance)
    }
}

/// Judges times against a bound: a core's over another core's, a row's over a floor's.
struct BoundGate {
    let limits: Gates.Times

    /// - Parameters:
    ///   - gate: what the bound is called.
    ///   - most: the bound.
    func judge(_ outcome: DuelOutcome, row: String, gate: String, most: Double) -> Finding {
        if let finding = Finding(failureOf: outcome, row: row, gate: gate) { return finding }
        if let disturbance = outcome.disturbance(most: limits.discarded) {
            return Finding(row: row, gate: gate, verdict: .inconclusive, detail: disturbance)
        }
        guard let ratio = outcome.ratio, let interval = ratio.interval else {
            return Finding(row: row, gate: gate, verdict: .inconclusive, detail: "too few forks")
        }
        return Finding(
            row: row, gate: gate, verdict: interval.low > most ? .regression : .pass,
            detail: "\(Figures.fineRatio(ratio)), limit \(Figures.short(most))")
    }
}

extension DuelOutcome {
    /// Why nothing can be said, or nil: too many pairs thrown away, or too few forks left for an interval.
    func disturbance(most: Double) -> String? {
        if disturbedShare > most {
            return "\(Figures.percent(disturbedShare)) of its samples waited for a processor"
        }
        return ratio?.interval == nil ? "only \(ratios.count) of its forks were quiet enough" : nil
    }
}

extension Finding {
    /// The finding of a duel that a side failed in; nil where none did.
    init?(failureOf outcome: DuelOutcome, row: String, gate: String) {
        guard let failure = outcome.failure else { return nil }
        self.init(row: row, gate: gate, failure)
    }

    init(row: String, gate: String, _ failure: Failure) {
        self.init(
            row: row, gate: gate, verdict: failure.kind == .wrongResult ? .wrongResult : .error, detail: failure.message)
    }
}
