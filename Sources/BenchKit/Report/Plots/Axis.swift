import Foundation

/// Maps figures to places along one side of a plot.
struct Axis: Equatable {
    let isLogarithmic: Bool
    /// The least and the most that are shown.
    let low: Double
    let high: Double
    /// Where they are, in the plot's units.
    let start: Double
    let end: Double

    /// - Parameters:
    ///   - values: what has to fit; those that a logarithmic axis can't show, 0 and below, don't count.
    ///   - margin: share of the span that is left free at both ends.
    /// - Returns: nil where no value can be shown.
    init?(logarithmic: Bool, values: some Sequence<Double>, from start: Double, to end: Double, margin: Double = 0.03) {
        let shown = values.filter { $0.isFinite && (!logarithmic || $0 > 0) }.map {
            // Both ends stay numbers, and so does the span between them.
            logarithmic ? min(max(log10($0), -306), 307) : min(max($0, -1e300), 1e300)
        }
        guard let least = shown.min(), let most = shown.max() else { return nil }
        // A single value stands in the middle.
        let span = most - least
        let free = span > 0 ? span * margin : logarithmic ? 0.5 : max(abs(most) * 0.1, 1e-9)
        isLogarithmic = logarithmic
        low = logarithmic ? pow(10, max(least - free, -307)) : least - free
        high = logarithmic ? pow(10, min(most + free, 308)) : most + free
        self.start = start
        self.end = end
    }

    func place(_ value: Double) -> Double {
        func scale(_ value: Double) -> Double { isLogarithmic ? log10(value) : value }
        return start + (end - start) * (scale(value) - scale(low)) / (scale(high) - scale(low))
    }

    /// Round figures along the axis: powers of ten, or their halves and fifths where there are few; on a linear one three to seven
    /// of a step of 1, 2 or 5.
    var ticks: [Double] {
        isLogarithmic ? logarithmicTicks : linearTicks
    }

    private var logarithmicTicks: [Double] {
        let decades = Int(log10(low).rounded(.down))...Int(log10(high).rounded(.up))
        let inside = low * 0.999...high * 1.001
        // Every decade has its tick, or so many that there are no more than about ten.
        let stride = Swift.stride(from: decades.lowerBound, through: decades.upperBound, by: max(1, decades.count / 10))
        for factors: [Double] in [[1], [1, 3], [1, 2, 5]] {
            let found = stride.flatMap { decade -> [Double] in
                let power = pow(10, Double(decade))
                return factors.map { $0 * power }
            }.filter(inside.contains)
            if found.count >= 3 || factors.count == 3 { return found }
        }
        return []
    }

    private var linearTicks: [Double] {
        let rough = (high - low) / 5
        let power = pow(10, log10(rough).rounded(.down))
        let step = [1.0, 2, 5, 10].map { $0 * power }.first { (high - low) / $0 <= 7 } ?? 10 * power
        let first = (low / step).rounded(.up)
        return (0..<8).map { (first + Double($0)) * step }.filter { $0 <= high }
    }
}

/// How places are written in SVG: a tenth of a unit is fine enough. What is far outside of any picture is put just outside.
func coordinate(_ value: Double) -> String {
    let rounded = value.isNaN ? 0 : (min(max(value, -1e4), 1e4) * 10).rounded() / 10
    return rounded == rounded.rounded() ? "\(Int(rounded))" : String(format: "%.1f", rounded)
}
