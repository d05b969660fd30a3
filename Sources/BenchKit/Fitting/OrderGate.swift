/// Judges how costs grow: not faster than what was committed.
struct OrderGate {
    /// Of the samples that may wait for a processor; beyond, a time says nothing.
    let discarded: Double

    func judge(_ fit: Fit, most: Growth) -> Finding {
        let row = RowName.text(fit.scaling, fit.variant), gate = "order over \(fit.parameter)"
        if let failure = fit.failure { return Finding(row: row, gate: gate, failure) }
        if let share = fit.contaminated, share > discarded {
            let detail = "\(Figures.percent(share)) of its samples waited for a processor"
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
    let gates: Gates
    let measurement: FitMeasurement
    let output: Output

    /// - Parameters:
    ///   - bounds: those to look at.
    ///   - record: gets the fits, and what is found of each as soon as that is known.
    /// - Throws: `Interruption.Stop`.
    func run(
        _ suite: Suite, bounds: [Gates.Order], record: ([Fit], [Finding]) -> Void
    ) throws(Interruption.Stop) {
        let gate = OrderGate(discarded: gates.times.discarded)
        for bound in bounds {
            guard let scaling = suite.scalings.first(where: { $0.id == bound.scaling }) else { continue }
            output.error("order: \(RowName.text(bound.scaling, bound.variant))")
            let fits = try measurement.fits(scaling, variants: [bound.variant])
            let findings = fits.map { gate.judge($0, most: bound.most) }
            guard findings.contains(where: { $0.verdict == .regression }) else {
                record(fits, findings)
                continue
            }
            do {
                let again = try measurement.fits(scaling, variants: [bound.variant]).map { gate.judge($0, most: bound.most) }
                record(fits, zip(findings, again).map { $0.verdict == .regression ? $0.confirmed(by: $1) : $0 })
            } catch {
                record(fits, findings.map { $0.interrupted("\($0.detail), not looked at again") })
                throw error
            }
        }
    }
}
