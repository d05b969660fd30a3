import Foundation
import Synchronization

/// Judges how costs grow: not faster than what was committed.
struct OrderJudge {
    /// Of the samples that may wait for a processor; beyond, a time says nothing.
    let discarded: Double
    /// That there are to be used.
    var processors = Processors.usable
    /// Their model's name; nil where that isn't known.
    var model = Processors.model

    /// What `bound` says of the order, and of how many times the cost at the smallest size that at the largest is.
    func judge(_ fit: Fit, by bound: Thresholds.Order) -> [Finding] {
        let order = judge(fit, most: bound.most)
        guard order.verdict == .pass || order.verdict == .regression, let growth = judgeGrowth(of: fit, by: bound) else { return [order] }
        return [order, growth]
    }

    /// Nil where the bound says nothing of it, or not for this machine.
    private func judgeGrowth(of fit: Fit, by bound: Thresholds.Order) -> Finding? {
        guard let most = bound.times, bound.processors.map({ $0 == processors }) != false else { return nil }
        let row = RowName.text(fit.scaling, fit.variant), gate = "growth over \(fit.parameter)"
        func cost(_ point: SizedCost) -> Double? {
            guard let figure = bound.figure else { return point.cost }
            return point.metrics?[figure]?.value
        }
        if let named = bound.processor, !holds(bound) {
            let detail = "its limits were set on other processors than \(model ?? "this one, which has no name"), such as \(named)"
            return Finding(row: row, gate: gate, verdict: .inconclusive, detail: detail)
        }
        guard let first = fit.points.first, let last = fit.points.last, let least = cost(first), let largest = cost(last), least > 0 else {
            let known = Set(fit.points.flatMap { $0.metrics.map { Array($0.keys) } ?? [] }).sorted().joined(separator: ", ")
            let detail = "the smallest and the largest size have no \(bound.figure.map { "figure '\($0)', which the limits name" } ?? "cost")"
            return Finding(row: row, gate: gate, verdict: .error, detail: detail + (known.isEmpty ? "" : "; they have \(known)"))
        }
        if first.isDisturbed == true || last.isDisturbed == true {
            let detail = "all samples of the smallest or the largest size waited for a processor, or other programs were at work"
            return Finding(row: row, gate: gate, verdict: .inconclusive, detail: detail)
        }
        let times = largest / least
        let detail =
            String(format: "%.3g times from %d to %d", times, first.size, last.size)
            + (bound.figure.map { " (\($0))" } ?? "") + ", limit \(Figures.short(most))"
        return Finding(row: row, gate: gate, verdict: times > most ? .regression : .pass, detail: detail)
    }

    /// Of several bounds on one scaling that name a processor each, the one that names this one; the first where none does, whose order
    /// holds all the same.
    func chosen(of bounds: [Thresholds.Order]) -> [Thresholds.Order] {
        var taken: Set<RowKey> = []
        return bounds.compactMap { bound in
            let row = RowKey(benchmark: bound.scaling, variant: bound.variant)
            guard taken.insert(row).inserted else { return nil }
            return bounds.first { $0.scaling == bound.scaling && $0.variant == bound.variant && holds($0) } ?? bound
        }
    }

    private func holds(_ bound: Thresholds.Order) -> Bool {
        bound.processor.map { model?.contains($0) == true } ?? true
    }

    func judge(_ fit: Fit, most: Growth) -> Finding {
        let row = RowName.text(fit.scaling, fit.variant), gate = "order over \(fit.parameter)"
        if let failure = fit.failure { return Finding(row: row, gate: gate, failure) }
        if let share = fit.contaminated, share > discarded {
            let detail = "\(Figures.percent(share)) of its samples waited for a processor, or other programs were at work"
            return Finding(row: row, gate: gate, verdict: .inconclusive, detail: detail)
        }
        guard let order = fit.order, let chosen = fit.chosen else {
            return Finding(row: row, gate: gate, verdict: .error, detail: "no order fits: a cost was 0 or absent")
        }
        let detail = "O(\(order.rawValue)), residual \(Figures.percent(chosen.residual)), limit O(\(most.rawValue)) (\(fit.measure.unit))"
        return Finding(row: row, gate: gate, verdict: order > most ? .regression : .pass, detail: detail)
    }
}

/// The part of a check that looks at how costs grow. What looks worse is measured again; only what is worse again counts.
struct OrderCheck {
    let thresholds: Thresholds
    let measurement: FitMeasurement
    /// Whether another one may begin.
    let isInTime: @Sendable () -> Bool
    let output: Output

    /// - Parameters:
    ///   - bounds: those to look at.
    ///   - record: gets the fits, and what is found of each as soon as that is known.
    /// - Throws: `Interruption.Stop`.
    func run(
        _ suite: Suite, bounds: [Thresholds.Order], record: ([Fit], [Finding]) -> Void
    ) throws(Interruption.Stop) {
        let chosen = OrderJudge(discarded: thresholds.times.discarded).chosen(of: bounds).compactMap { bound in
            suite.scalings.first { $0.id == bound.scaling }.map { BoundedScaling(bound: bound, scaling: $0) }
        }
        try count(chosen.filter { measurement.counts($0.scaling) }, record: record)
        for bounded in chosen where !measurement.counts(bounded.scaling) { try perform(bounded, lane: nil, record: record) }
    }

    /// One bound, and what it is a bound of.
    private struct BoundedScaling {
        let bound: Thresholds.Order
        let scaling: Scaling
    }

    /// Those whose instructions are counted, on two processors, each with a process that it keeps.
    private func count(_ bounded: [BoundedScaling], record: ([Fit], [Finding]) -> Void) throws(Interruption.Stop) {
        let recording = Mutex(()), lanes = (0..<2).map { _ in measurement.lane() }
        nonisolated(unsafe) let record = record  // Called by one at a time.
        try SharedWork.perform(bounded.indices, threads: lanes.count) { thread, index throws(Interruption.Stop) in
            try perform(bounded[index], lane: lanes[thread]) { fits, findings in recording.withLock { _ in record(fits, findings) } }
        }
    }

    private func perform(_ bounded: BoundedScaling, lane: CountingLane?, record: ([Fit], [Finding]) -> Void) throws(Interruption.Stop) {
        if !isInTime() { return }
        let orderJudge = OrderJudge(discarded: thresholds.times.discarded), variants = [bounded.bound.variant]
        output.error("order: \(RowName.text(bounded.scaling.id, bounded.bound.variant))")
        let fits = try measurement.fits(bounded.scaling, variants: variants, lane: lane)
        let findings = fits.flatMap { orderJudge.judge($0, by: bounded.bound) }
        guard findings.contains(where: { $0.verdict == .regression }) else { return record(fits, findings) }
        do {
            // By another process.
            let second = try measurement.fits(bounded.scaling, variants: variants, lane: measurement.lane())
            let again = second.flatMap { orderJudge.judge($0, by: bounded.bound) }
            record(fits, findings.map { OrderCheck.confirmed($0, by: again) })
        } catch {
            record(fits, findings.map { $0.verdict == .regression ? $0.interrupted("\($0.detail), not looked at again") : $0 })
            throw error
        }
    }

    /// A second look that could not tell the one gate says so of the other.
    private static func confirmed(_ finding: Finding, by again: [Finding]) -> Finding {
        guard finding.verdict == .regression, let second = again.first(where: { $0.gate == finding.gate }) ?? again.first else { return finding }
        return finding.confirmed(by: second)
    }
}
