/// A ratio with its interval, beside the line where both are equal.
struct RatioPlot {
    let id: String
    let title: String
    let ratio: Estimate

    private static let width = 120.0, height = 20.0
    /// What lies beyond ends in an arrow there.
    private static let ends = 0.8...1.25
    /// For the head of its column.
    static let heading = "0.8 … 1 … 1.25"

    var picture: Picture? {
        guard ratio.median > 0,
            let axis = Axis(
                logarithmic: true, values: [Self.ends.lowerBound, Self.ends.upperBound], from: 6, to: Self.width - 6, margin: 0)
        else { return nil }
        func place(_ value: Double) -> Double {
            axis.place(min(max(value, Self.ends.lowerBound), Self.ends.upperBound))
        }
        let middle = Self.height / 2
        var content = [Picture.line(axis.place(1), 2, axis.place(1), Self.height - 2, "one")]
        if let interval = ratio.interval, interval.low > 0 {
            content.append(Picture.line(place(interval.low), middle, place(interval.high), middle, "interval v1"))
        }
        if Self.ends.contains(ratio.median) {
            content.append(Picture.dot(place(ratio.median), middle, radius: 3.5, "mark v1"))
        } else {
            let side = ratio.median < 1 ? -1.0 : 1
            content.append(Picture.arrow(place(ratio.median), middle, towards: side, "mark v1"))
        }
        return Picture(
            width: Self.width, height: Self.height, id: id, title: title,
            description: "\(Figures.fineRatio(ratio)); the line is at 1, the ends are at 0.8 and 1.25"
                + (Self.ends.contains(ratio.median) ? "." : ", and an arrow says that it lies beyond."), content: content,
            style: "spark")
    }
}
