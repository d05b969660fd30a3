/// How costs grow, a line a scaling and variant.
struct FitTable {
    private let fits: [Fit]

    init(_ fits: [Fit]) {
        self.fits = fits
    }

    var text: String {
        if fits.isEmpty { return "nothing was fitted" }
        var table = Table(
            header: ["scaling", "over", "order", "residual", "next best", "cost of an event", "sizes"],
            alignedAtEnd: [false, false, false, true, false, false, false])
        for fit in fits {
            table.add([
                RowName.text(fit.scaling, fit.variant), fit.parameter,
                fit.failure != nil ? "FAILED" : fit.order.map { "O(\($0.rawValue))" } ?? Figures.absent,
                Figures.percent(fit.chosen?.residual), next(fit), FitTable.formula(fit), sizes(fit),
            ])
        }
        let failures = fits.compactMap { fit in
            fit.failure.map { "failed: \(RowName.text(fit.scaling, fit.variant)): \($0.message)" }
        }
        let times = fits.filter { $0.measure == .processorTime }.compactMap(\.measureReason)
        let reasons = Set(times).sorted().map { "processor time instead of instructions: \($0)" }
        return ([table.text, ""] + reasons + failures).joined(separator: "\n")
    }

    /// The order that explains best of the others.
    private func next(_ fit: Fit) -> String {
        let others = fit.candidates.filter { $0.order != fit.order }
        guard let best = others.min(by: { $0.residual < $1.residual }) else { return Figures.absent }
        return "O(\(best.order.rawValue)) \(Figures.percent(best.residual))"
    }

    private func sizes(_ fit: Fit) -> String {
        guard let first = fit.points.first, let last = fit.points.last else { return Figures.absent }
        return "\(first.size) … \(last.size)"
    }

    static func formula(_ fit: Fit) -> String {
        guard let model = fit.chosen else { return Figures.absent }
        let term = model.order == .constant ? "" : " + \(Figures.short(model.slope)) \(model.order.rawValue)"
        return "\(Figures.short(model.base))\(term) \(fit.measure == .instructions ? "instr." : "ns")"
    }
}
