/// Every raw sample of a row's variants on one axis, with each one's median and interval.
struct DistributionPlot {
    struct Strip {
        let variant: String
        /// Nanoseconds an event.
        let samples: [Double]
        let estimate: Estimate
        /// Decides the colour.
        let place: Int
    }

    let id: String
    let title: String
    let strips: [Strip]

    private static let width = 560.0, stripHeight = 34.0, left = 84.0, right = 20.0, axisHeight = 24.0

    /// Nil without samples.
    var picture: Picture? {
        let limit = upperLimit
        let shown = strips.flatMap(\.samples).filter { $0 <= limit }
        let height = Self.stripHeight * Double(strips.count) + Self.axisHeight
        guard let axis = Axis(logarithmic: false, values: shown, from: Self.left, to: Self.width - Self.right) else { return nil }
        let bottom = height - Self.axisHeight
        var content = axis.ticks.flatMap { tick in
            [
                Picture.line(axis.place(tick), 2, axis.place(tick), bottom, "grid"),
                Picture.text(axis.place(tick), bottom + 14, Figures.duration(tick), anchor: "middle"),
            ]
        }
        for (index, strip) in strips.enumerated() {
            content += draw(strip, axis, middle: Self.stripHeight * (Double(index) + 0.5), limit: limit)
        }
        return Picture(
            width: Self.width, height: height, id: id, title: title, description: description(limit), content: content)
    }

    private func draw(_ strip: Strip, _ axis: Axis, middle: Double, limit: Double) -> [Markup] {
        var content = [Picture.text(4, middle + 4, strip.variant == Suite.onlyVariant ? "time" : strip.variant.shortened(to: 11))]
        let ticks = strip.samples.filter { $0 <= limit }
            .map { "M\(coordinate(axis.place($0))) \(coordinate(middle - 9))v18" }
        content.append(tag("path", ["class": "samples v\(strip.place)", "d": ticks.joined()]))
        if let interval = strip.estimate.interval {
            content.append(
                Picture.line(
                    axis.place(interval.low), middle, axis.place(min(interval.high, limit)), middle, "interval v\(strip.place)"))
        }
        if strip.estimate.median <= limit {
            content.append(Picture.dot(axis.place(strip.estimate.median), middle, radius: 4, "mark v\(strip.place)"))
        }
        let beyond = strip.samples.count { $0 > limit }
        if beyond > 0 { content.append(Picture.text(Self.width - 2, middle + 4, "+\(beyond)", anchor: "end")) }
        return content
    }

    /// A few samples that a busy machine stretched would press all others together: what lies further above the upper quartile
    /// than four times the span of the quartiles is counted instead of drawn.
    private var upperLimit: Double {
        let limits = strips.compactMap { strip -> Double? in
            let sorted = strip.samples.sorted()
            guard let last = sorted.last else { return nil }
            let lower = sorted[sorted.count / 4], upper = sorted[sorted.count * 3 / 4]
            return min(last, upper + 4 * max(upper - lower, upper * 0.01))
        }
        return limits.max() ?? 0
    }

    private func description(_ limit: Double) -> String {
        strips.map { strip in
            let beyond = strip.samples.count { $0 > limit }
            let interval = strip.estimate.interval.map { ", interval \(Figures.duration($0.low)) to \(Figures.duration($0.high))" } ?? ""
            return "\(strip.variant == Suite.onlyVariant ? "Time" : strip.variant): \(strip.samples.count) samples, median "
                + "\(Figures.duration(strip.estimate.median))\(interval)"
                + (beyond > 0 ? ", \(beyond) beyond the right end." : ".")
        }.joined(separator: " ")
    }
}
