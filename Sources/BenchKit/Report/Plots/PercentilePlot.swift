import Foundation

/// Curves of percentiles: value against 1 / (1 − share) on logarithmic axes, so that each step to the right is a tail ten times rarer. A curve ends where
/// fewer than ten values lie above it.
struct PercentilePlot {
    struct Curve {
        let name: String
        let distribution: RowLatency.Distribution
        /// Its classes in the page's style.
        let style: String
    }

    let id: String
    let title: String
    /// Of the values.
    let unit: String
    let curves: [Curve]
    /// How far the axis reaches is for the others to say; nil without one.
    let backdrop: Curve?

    private static let width = 560.0, plotHeight = 230.0, left = 66.0, right = 34.0, bottom = 42.0, legendLine = 18.0, columns = 3

    /// Nil without a curve: none has as many values as a median takes.
    var picture: Picture? {
        guard let last = curves.compactMap(Self.end).max() else { return nil }
        let across = TailAxis(last: max(1, last), start: Self.left, end: Self.width - Self.right)
        let drawn = (curves + [backdrop].compactMap { $0 }).map { ($0, Self.points($0.distribution, upTo: across.last)) }.filter { !$0.1.isEmpty }
        let values = drawn.flatMap { $0.1.map { Double($0.value) } }
        let names = drawn.map(\.0), top = Self.legendLine * Double((names.count + Self.columns - 1) / Self.columns) + 34
        let base = top + Self.plotHeight, height = base + Self.bottom
        // Nothing is below a bottom line for what a logarithmic axis has no place for.
        let hasZero = values.contains { $0 <= 0 }, floor = hasZero ? base - 22 : base
        let up = Axis(logarithmic: true, values: values + Self.decade(around: values), from: floor, to: top, margin: 0.04)
        func place(_ value: Double) -> Double { value > 0 ? up?.place(value) ?? base : base }
        var content = grid(across, up, top: top, base: base, hasZero: hasZero, height: height)
        for (curve, points) in drawn.reversed() {
            let places = points.map { "\(coordinate(across.place($0.tail))),\(coordinate(place(Double($0.value))))" }
            content.append(tag("polyline", ["class": "line \(curve.style)", "points": places.joined(separator: " ")]))
        }
        for (index, curve) in names.enumerated() { content += legend(curve, at: index) }
        return Picture(width: Self.width, height: height, id: id, title: title, description: description, content: content)
    }

    /// How far a curve goes, as the decimal logarithm of 1 / (1 − share); nil where not even to the median.
    private static func end(_ curve: Curve) -> Double? {
        let count = curve.distribution.histogram.count
        return count >= Percentile.p50.fewestSamples ? log10(Double(count) / 10) : nil
    }

    private struct Point {
        let tail: Double
        let value: Int
    }

    /// The curve's corners: where a value begins and where it ends. Of a file of medians they are the percentiles that it has.
    private static func points(_ distribution: RowLatency.Distribution, upTo last: Double) -> [Point] {
        let histogram = distribution.histogram
        if histogram.isSummary {
            return Percentile.allCases.compactMap { percentile in
                distribution[percentile].flatMap { Int(exactly: $0.value.rounded()) }.map { Point(tail: -log10(1 - percentile.share), value: $0) }
            }.filter { $0.tail <= last }
        }
        guard histogram.count >= Percentile.p50.fewestSamples else { return [] }
        let end = min(last, log10(Double(histogram.count) / 10))
        let found = histogram.curve.map { Point(tail: $0.share < 1 ? -log10(1 - $0.share) : .infinity, value: $0.value) }
        let inside = found.filter { $0.tail <= end }
        guard let stop = histogram.value(at: 1 - pow(10, -end)) else { return inside }
        let corners = inside.indices.filter { index in
            index == 0 || index == inside.count - 1 || inside[index - 1].value != inside[index].value
                || inside[index + 1].value != inside[index].value
        }
        return corners.map { inside[$0] } + [Point(tail: end, value: stop)]
    }

    /// The ends of a decade in whose middle the values lie, so that what hardly differs doesn't look as if it did.
    private static func decade(around values: [Double]) -> [Double] {
        let known = values.filter { $0 > 0 }
        guard let least = known.min(), let most = known.max() else { return [1, 10] }
        let middle = sqrt(least) * sqrt(most)
        return [middle / sqrt(10), middle * sqrt(10)]
    }

    private func grid(_ across: TailAxis, _ up: Axis?, top: Double, base: Double, hasZero: Bool, height: Double) -> [Markup] {
        var content = [Picture.line(Self.left, base, Self.width - Self.right, base, "grid")]
        for tick in across.ticks {
            content.append(Picture.line(across.place(tick.tail), top, across.place(tick.tail), base, "grid"))
            if tick.hasRoom { content.append(Picture.text(across.place(tick.tail), base + 16, tick.label, anchor: "middle")) }
        }
        for tick in up?.ticks ?? [] {
            let y = up?.place(tick) ?? base
            content.append(Picture.line(Self.left, y, Self.width - Self.right, y, "grid"))
            content.append(Picture.text(Self.left - 6, y + 4, PercentilePlot.round(tick, unit), anchor: "end"))
        }
        if hasZero { content.append(Picture.text(Self.left - 6, base + 4, "0", anchor: "end")) }
        return content + [
            Picture.text(Self.width - Self.right, height - 6, "share of all that is not above", anchor: "end"),
            Picture.text(4, top - 16, unit == "ns" ? "time" : unit.shortened(to: 60)),
        ]
    }

    private func legend(_ curve: Curve, at index: Int) -> [Markup] {
        let width = (Self.width - 8) / Double(Self.columns)
        let x = 4 + width * Double(index % Self.columns), y = 4 + Self.legendLine * (Double(index / Self.columns) + 0.5)
        return [Picture.line(x, y - 4, x + 24, y - 4, "line \(curve.style)"), Picture.text(x + 30, y, curve.name.shortened(to: 17))]
    }

    private var description: String {
        (curves + [backdrop].compactMap { $0 }).map { curve in
            let histogram = curve.distribution.histogram
            let known = Percentile.allCases.compactMap { percentile in
                curve.distribution[percentile].map { "\(percentile.rawValue) \(PercentilePlot.text($0.value, unit))" }
            }
            if known.isEmpty { return "\(curve.name): too few values." }
            return "\(curve.name): \(known.joined(separator: ", ")), max \(PercentilePlot.text(Double(histogram.largest), unit))."
        }.joined(separator: " ")
    }

    private static func text(_ value: Double, _ unit: String) -> String {
        unit == "ns" ? Figures.duration(value) : "\(Figures.short(value)) \(unit)"
    }

    /// 1 ns, 300 µs, 2 s; of other units 1, 1000, 20k, 3M.
    private static func round(_ value: Double, _ unit: String) -> String {
        let units: [(least: Double, factor: Double, name: String)] =
            unit == "ns"
            ? [(1e9, 1e9, " s"), (1e6, 1e6, " ms"), (1e3, 1e3, " µs"), (0, 1, " ns")]
            : [(1e9, 1e9, "G"), (1e6, 1e6, "M"), (1e4, 1e3, "k"), (0, 1, "")]
        guard let found = units.first(where: { value >= $0.least * 0.999 }) else { return String(format: "%g", value) }
        return String(format: "%g", (value / found.factor * 1000).rounded() / 1000) + found.name
    }
}

/// The axis of tails: 0 is all, 1 a tenth of them, 2 a hundredth.
private struct TailAxis {
    let last: Double
    let start: Double
    let end: Double

    func place(_ tail: Double) -> Double { start + (end - start) * tail / last }

    struct Tick {
        let tail: Double
        let label: String
        /// Whether its label doesn't touch the one before.
        var hasRoom = true
    }

    /// 50 %, 90 %, 99 %, 99.9 % and so on.
    var ticks: [Tick] {
        var ticks = [Tick(tail: log10(2), label: "50 %")]
        for tail in stride(from: 1.0, through: max(1, last), by: 1) {
            ticks.append(Tick(tail: tail, label: tail == 1 ? "90 %" : "99\(tail > 2 ? "." : "")\(String(repeating: "9", count: Int(tail) - 2)) %"))
        }
        var taken = -Double.infinity
        for index in ticks.indices {
            let half = 4.5 * Double(ticks[index].label.count), middle = place(ticks[index].tail)
            ticks[index].hasRoom = middle - half > taken
            if ticks[index].hasRoom { taken = middle + half }
        }
        return ticks
    }
}
