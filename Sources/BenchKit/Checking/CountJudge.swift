import Foundation

/// Judges counts: calls and mallocs have to be equal, instructions nearly, and so mallocs of several threads.
struct CountJudge {
    /// The mallocs an event that several threads may make more or fewer, or the share of them where that is more: half of the one that a change of
    /// each event makes. How threads meet adds a part of one; where an event makes 23, that differs by 0.8, and one in 28 is still seen.
    static let threaded = (mallocs: 0.5, share: 0.035)

    let limits: Thresholds.Counts
    /// What the baseline has counts of; others aren't compared.
    var kinds = CountedKind.allCases

    /// - Parameter base: the accepted counts; nil where the baseline doesn't know the row.
    /// - Returns: one finding for each count that either has, or the one that none can be compared.
    func judge(_ row: String, now: RowCounts, base: RowCounts?) -> [Finding] {
        guard let base else { return [Finding(row: row, gate: "counts", .new, "the baseline doesn't have it")] }
        if base.events != now.events || base.isOfSeveralThreads != now.isOfSeveralThreads {
            let what = base.events != now.events ? "another number of events" : "several threads where one is at work, or one where several are"
            return [Finding(row: row, gate: "counts", .changed, "the baseline counted \(what)")]
        }
        if base.isOfSeveralThreads { return CountJudge.judgeThreads(row, now: now.perEvent[.mallocs], base: base.perEvent[.mallocs]) }
        let parts = [
            ("event", \RowCounts.perEvent, \FunctionCalls.perEvent),
            ("subscription", \RowCounts.perSubscription, \FunctionCalls.perSubscription),
        ]
        return parts.flatMap { unit, figures, calls in
            let changes = CountJudge.changes(from: base.calls?[keyPath: calls], to: now.calls?[keyPath: calls])
            return kinds.compactMap { kind -> Finding? in
                // Of a life cycle they hang on what other threads of the process do: the pool's, the queues'.
                if kind == .systemCalls, unit != "event" { return nil }
                let gate = "\(kind.rawValue) per \(unit)"
                guard let before = base[keyPath: figures][kind] else {
                    guard let after = now[keyPath: figures][kind], after.stability != .reportOnly else { return nil }
                    return Finding(row: row, gate: gate, verdict: .unknown, detail: "the baseline doesn't have it")
                }
                guard let after = now[keyPath: figures][kind] else {
                    return Finding(row: row, gate: gate, verdict: .unknown, detail: "it could not be counted this time")
                }
                // Rows of a catalogue have no life cycle.
                let slack = slack(kind, isLifeCycle: unit != "event", isOfCatalogue: base.perSubscription.isEmpty, base: before.value)
                return judge(row, gate, kind, slack, now: after, base: before)?.explained(by: changes)
            }
        }
    }

    /// Whether some count differed from process to process by more than a change may, or the least of several threads was seen by too few of them:
    /// so much of a change could pass unseen.
    func isLoose(_ counts: RowCounts) -> Bool {
        if counts.isOfSeveralThreads { return counts.perEvent[.mallocs]?.isConfirmed == false }
        func isLoose(_ count: Count?, _ kind: CountedKind, isLifeCycle: Bool) -> Bool {
            guard let count, count.stability != .reportOnly, let low = count.low, let high = count.high else { return false }
            return high - low > slack(kind, isLifeCycle: isLifeCycle, isOfCatalogue: counts.perSubscription.isEmpty, base: count.value)
        }
        return kinds.contains { kind in
            isLoose(counts.perEvent[kind], kind, isLifeCycle: false)
                || kind != .systemCalls && isLoose(counts.perSubscription[kind], kind, isLifeCycle: true)
        }
    }

    private static func changes(from base: [String: Double]?, to now: [String: Double]?) -> [CallChange]? {
        guard let base, let now else { return nil }
        // Addresses without a name and what counts the allocations would take the places of functions that tell something.
        return CallChange.between(base.filter { FunctionName.isTold($0.key) }, now.filter { FunctionName.isTold($0.key) })
    }

    /// By the least that any process made: what others made more is how their threads met. It is less only where all made less.
    private static func judgeThreads(_ row: String, now: Count?, base: Count?) -> [Finding] {
        guard let now, let base else { return [] }
        let before = base.low ?? base.value, after = now.low ?? now.value
        let slack = max(threaded.mallocs, threaded.share * before)
        let isMore = after > before + slack, isLess = (now.high ?? now.value) < before - slack
        return [
            Finding(
                row: row, gate: "mallocs per event", verdict: isMore ? .regression : isLess ? .improvement : .pass,
                detail: String(format: "%.4g became %.4g", before, after))
        ]
    }

    private func judge(_ row: String, _ gate: String, _ kind: CountedKind, _ slack: Double, now: Count, base: Count) -> Finding? {
        if now.stability == .reportOnly || base.stability == .reportOnly { return nil }
        // Where repetitions differ, their ranges must not meet.
        var isMore = (now.low ?? now.value) > (base.high ?? base.value) + slack
        // What always was the same, and isn't any more, is more where half of the repetitions are.
        if base.stability == .exact, now.stability != .exact, kind.band == 0, slack == 0, now.value > base.value { isMore = true }
        let isLess = (now.high ?? now.value) < (base.low ?? base.value) - slack
        return Finding(
            row: row, gate: gate, verdict: isMore ? .regression : isLess ? .improvement : .pass,
            detail: "\(CountJudge.text(base)) became \(CountJudge.text(now))")
    }

    private func slack(_ kind: CountedKind, isLifeCycle: Bool, isOfCatalogue: Bool, base: Double) -> Double {
        // A lock that another thread holds, a queue's thread that has to be woken: now and then one happens in any row.
        if kind == .systemCalls { return 0.5 }
        guard kind.band > 0 else { return 0 }
        if isLifeCycle { return max(limits.lifeCycleInstructions, kind.band) * base }
        let share = isOfCatalogue ? limits.catalogueInstructions ?? limits.instructions : limits.instructions
        return max(share * base, kind.band * base, limits.instructionsPerEvent)
    }

    private static func text(_ count: Count) -> String {
        guard let low = count.low, let high = count.high else { return String(format: "%.6g", count.value) }
        return String(format: "%.6g…%.6g", low, high)
    }
}

extension Finding {
    /// With the functions that explain it; they are nothing to tell where nothing changed.
    fileprivate func explained(by calls: [CallChange]?) -> Finding {
        guard verdict != .pass else { return self }
        return Finding(row: row, gate: gate, verdict: verdict, detail: detail, calls: calls)
    }
}
