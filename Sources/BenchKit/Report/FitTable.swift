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
                FitTable.residual(fit), next(fit), FitTable.formula(fit), sizes(fit),
            ])
        }
        let failures = fits.compactMap { fit in
            fit.failure.map { "failed: \(RowName.text(fit.scaling, fit.variant)): \($0.message)" }
        }
        let times = fits.filter { $0.measure == .processorTime }.compactMap(\.measureReason)
        let reasons = Set(times).sorted().map { "processor time instead of instructions: \($0)" }
        return ([table.text, ""] + (reasons + failures).map(\.onOneLine) + figures).joined(separator: "\n")
    }

    /// A table of its own for each scaling that has figures of its own: a line a size and variant.
    private var figures: [String] {
        fits.flatMap { fit -> [String] in
            let names = Set(fit.points.flatMap { ($0.metrics ?? [:]).keys }).sorted()
            if names.isEmpty { return [] }
            let units = names.map { name in fit.points.lazy.compactMap { $0.metrics?[name]?.unit }.first ?? "" }
            let header = [RowName.text(fit.scaling, fit.variant), "ns/\(fit.unit)"] + zip(names, units).map { "\($0), \($1)" }
            var table = Table(header: header, alignedAtEnd: header.map { _ in true })
            for point in fit.points {
                table.add([String(point.size), Figures.short(point.cost)] + names.map { Figures.short(point.metrics?[$0]?.value) })
            }
            return ["", table.text]
        }
    }

    /// With a mark where no order explains the costs well.
    static func residual(_ fit: Fit) -> String {
        guard let residual = fit.toldModel?.residual else { return Figures.absent }
        return (isDoubtful(fit) ? "?" : "") + Figures.percent(residual)
    }

    /// Whether no order explains the costs well.
    static func isDoubtful(_ fit: Fit) -> Bool { fit.toldModel.map { $0.residual > fit.measure.tolerance } ?? false }

    /// What the mark says.
    static let doubt =
        "no order explains the costs well, and this one about as well as any: its curve is more than "
        + "\(Figures.percent(Fit.Measure.instructions.tolerance)) off, or \(Figures.percent(Fit.Measure.processorTime.tolerance)) of processor time"

    /// The order that explains best of the others.
    private func next(_ fit: Fit) -> String {
        let others = fit.candidates.filter { $0.order != fit.told }
        guard let best = others.min(by: { $0.residual < $1.residual }) else { return Figures.absent }
        return "O(\(best.order.rawValue)) \(Figures.percent(best.residual))"
    }

    private func sizes(_ fit: Fit) -> String {
        guard let first = fit.points.first, let last = fit.points.last else { return Figures.absent }
        return "\(first.size) … \(last.size)"
    }

    /// `O(n)`, or that it failed.
    static func order(_ fit: Fit) -> String {
        fit.failure != nil ? "FAILED" : fit.told.map { "O(\($0.rawValue))" } ?? Figures.absent
    }

    /// The cost of an event: of what doesn't grow one figure, else base and slope, neither of which is written where it is nothing.
    static func formula(_ fit: Fit) -> String {
        guard let model = fit.toldModel else { return Figures.absent }
        let unit = fit.measure == .instructions ? "instr." : "ns"
        if model.order == .constant { return "\(Figures.short(model.base)) \(unit)" }
        let term = "\(Figures.short(model.slope)) \(model.order.rawValue)"
        return "\(model.base == 0 ? term : "\(Figures.short(model.base)) + \(term)") \(unit)"
    }

    /// The scaling's own figures at the smallest and the largest size, such as `by the clock 12.0 → 30.0 ns an event`.
    static func ownFigures(_ fit: Fit) -> String {
        guard let first = fit.points.first, let last = fit.points.last else { return Figures.absent }
        let names = Set(fit.points.flatMap { ($0.metrics ?? [:]).keys }).sorted()
        let texts = names.map { name in
            let (one, other) = (first.metrics?[name], last.metrics?[name])
            return "\(name) \(Figures.short(one?.value)) → \(Figures.short(other?.value)) \((other ?? one)?.unit ?? "")"
        }
        return texts.isEmpty ? Figures.absent : texts.joined(separator: "; ")
    }
}

extension Fit {
    /// The order that people are told: of a cost that all that grows adds less to than a fit may be off, O(1), whatever was fitted.
    var told: Growth? {
        guard let model = chosen, let first = points.first, let last = points.last else { return order }
        let (least, most) = (model.cost(Double(first.size)), model.cost(Double(last.size)))
        return most <= least * (1 + measure.tolerance) ? .constant : order
    }

    /// The curve of that order.
    var toldModel: GrowthModel? { candidates.first { $0.order == told } ?? chosen }
}
