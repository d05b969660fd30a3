import Foundation

/// Cost against size, both on logarithmic axes, where a power of the size is a straight line: what was measured as dots, the
/// fitted curve as a dashed line.
struct CurvePlot {
    struct Curve {
        let variant: String
        let points: [SizedCost]
        let model: GrowthModel?
        /// Decides the colour.
        let place: Int
    }

    let id: String
    let title: String
    /// What the sizes are of.
    let parameter: String
    /// What a cost is.
    let unit: String
    let curves: [Curve]

    private static let width = 560.0, height = 260.0, left = 64.0, right = 16.0, top = 22.0, bottom = 40.0

    /// Nil without points.
    var picture: Picture? {
        let points = curves.flatMap(\.points).filter(Self.isShown)
        guard
            let across = Axis(
                logarithmic: true, values: points.map { Double($0.size) }, from: Self.left, to: Self.width - Self.right),
            let up = Axis(
                logarithmic: true, values: points.map(\.cost) + Self.decade(around: points.map(\.cost)),
                from: Self.height - Self.bottom, to: Self.top, margin: 0.05)
        else { return nil }
        let content = grid(across, up) + curves.enumerated().flatMap { draw($1, across, up) + legend($1, at: $0) }
        return Picture(
            width: Self.width, height: Self.height, id: id, title: title, description: description, content: content)
    }

    /// A logarithmic axis has no place for 0 and below.
    private static func isShown(_ point: SizedCost) -> Bool { point.size > 0 && point.cost > 0 }

    /// The ends of a decade in whose middle the costs lie: less, and a constant cost would look like an adventure.
    private static func decade(around costs: [Double]) -> [Double] {
        let known = costs.filter { $0 > 0 && $0.isFinite }
        guard let least = known.min(), let most = known.max() else { return [] }
        let middle = sqrt(least) * sqrt(most)
        return [middle / sqrt(10), middle * sqrt(10)]
    }

    private func grid(_ across: Axis, _ up: Axis) -> [Markup] {
        let base = Self.height - Self.bottom
        let columns = across.ticks.flatMap { tick in
            [
                Picture.line(across.place(tick), Self.top, across.place(tick), base, "grid"),
                Picture.text(across.place(tick), base + 14, Self.round(tick), anchor: "middle"),
            ]
        }
        let rows = up.ticks.flatMap { tick in
            [
                Picture.line(Self.left, up.place(tick), Self.width - Self.right, up.place(tick), "grid"),
                Picture.text(Self.left - 6, up.place(tick) + 4, Self.round(tick), anchor: "end"),
            ]
        }
        return columns + rows + [
            Picture.text(Self.width - Self.right, Self.height - 8, parameter, anchor: "end"), Picture.text(4, 14, unit),
        ]
    }

    private func draw(_ curve: Curve, _ across: Axis, _ up: Axis) -> [Markup] {
        var content: [Markup] = []
        let points = curve.points.filter(Self.isShown), sizes = points.map { Double($0.size) }
        if let model = curve.model, let first = sizes.min(), let last = sizes.max(), last > first {
            let steps = (0...48).map { first * pow(last / first, Double($0) / 48) }
            let places = steps.map { ($0, model.cost($0)) }.filter { $0.1 > 0 && $0.1.isFinite }
                .map { "\(coordinate(across.place($0.0))),\(coordinate(up.place($0.1)))" }
            content.append(tag("polyline", ["class": "model v\(curve.place)", "points": places.joined(separator: " ")]))
        }
        return content
            + points.map {
                Picture.dot(across.place(Double($0.size)), up.place($0.cost), radius: 3.5, "mark v\(curve.place)")
            }
    }

    private func legend(_ curve: Curve, at index: Int) -> [Markup] {
        let begin = Self.left + 150, widest = 110.0
        let step = min(160, (Self.width - widest - begin) / Double(max(1, curves.count - 1)))
        let x = begin + step * Double(index)
        let order = curve.model.map { ": O(\($0.order.rawValue))" } ?? ""
        return [Picture.dot(x, 10, radius: 3.5, "mark v\(curve.place)"), Picture.text(x + 8, 14, curve.variant + order)]
    }

    private var description: String {
        curves.map { curve in
            let ends = [curve.points.first, curve.points.last].compactMap { $0 }
                .map { "\(Figures.short($0.cost)) \(unit) with \($0.size) \(parameter)" }
            let order = curve.model.map { ", O(\($0.order.rawValue)), residual \(Figures.percent($0.residual))" } ?? ""
            return "\(curve.variant): \(ends.joined(separator: " to "))\(order)."
        }.joined(separator: " ")
    }

    /// 3, 1000, 20k, 3M.
    private static func round(_ value: Double) -> String {
        let units: [(Double, String)] = [(1e9, "G"), (1e6, "M"), (1e4, "k")]
        guard let unit = units.first(where: { value >= $0.0 * 0.999 }) else { return String(format: "%g", value) }
        return String(format: "%g", value / (unit.1 == "k" ? 1e3 : unit.0)) + unit.1
    }
}
