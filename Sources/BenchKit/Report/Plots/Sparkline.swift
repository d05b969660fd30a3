/// A figure over several runs, small enough for a table's cell.
struct Sparkline {
    let id: String
    let title: String
    /// In the order of the runs.
    let values: [Double]
    /// What a value is written like.
    let format: (Double) -> String
    /// The variant's place among the variants, which decides the colour.
    let place: Int

    private static let width = 96.0, height = 24.0

    /// Nil with fewer than two values: one is no history.
    var picture: Picture? {
        guard values.count > 1, let first = values.first, let last = values.last, let least = values.min(),
            let most = values.max(),
            let axis = Axis(logarithmic: false, values: values, from: Self.height - 4, to: 4, margin: 0)
        else { return nil }
        let step = (Self.width - 8) / Double(values.count - 1)
        let points = values.enumerated().map { "\(coordinate(4 + Double($0) * step)),\(coordinate(axis.place($1)))" }
        return Picture(
            width: Self.width, height: Self.height, id: id, title: title,
            description: "\(values.count) runs: first \(format(first)), last \(format(last)), between \(format(least)) and \(format(most)).",
            content: [
                tag("polyline", ["class": "line v\(place)", "points": points.joined(separator: " ")]),
                Picture.dot(Self.width - 4, axis.place(last), radius: 2.5, "mark v\(place)"),
            ],
            style: "spark")
    }
}
