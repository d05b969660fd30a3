/// A row for each workload, and in it a dot for each program, on one logarithmic axis: what is further to the left costs less.
struct FiguresPlot {
    let table: FiguresTable

    private static let width = 760.0, line = 24.0, left = 250.0, right = 24.0, top = 64.0

    var picture: Picture? {
        let base = Self.top + Self.line * Double(table.rows.count) + 6, values = table.rows.flatMap(\.figures).compactMap { $0 }
        guard let axis = Axis(logarithmic: true, values: values, from: Self.left, to: Self.width - Self.right) else { return nil }
        var content = [Picture.text(4, 18, table.title, "label heading")] + legend
        for tick in axis.ticks {
            content.append(Picture.line(axis.place(tick), Self.top - 8, axis.place(tick), base, "grid"))
            content.append(Picture.text(axis.place(tick), base + 16, Self.round(tick), anchor: "middle"))
        }
        for (index, row) in table.rows.enumerated() {
            let y = Self.top + Self.line * (Double(index) + 0.5)
            content.append(Picture.text(Self.left - 12, y + 4, row.name, anchor: "end"))
            content.append(Picture.line(Self.left, y, Self.width - Self.right, y, "grid"))
            // The first program's dots are on top.
            for (place, figure) in row.figures.enumerated().reversed() {
                if let figure { content.append(Picture.dot(axis.place(figure), y, radius: place == 0 ? 6 : 4.5, "mark v\(place)")) }
            }
        }
        for (index, remark) in table.remarks.enumerated() { content.append(Picture.text(4, base + 40 + 16 * Double(index), remark)) }
        return Picture(
            width: Self.width, height: base + 32 + 16 * Double(table.remarks.count), id: "figures", title: table.title, description: description,
            content: content)
    }

    private var legend: [Markup] {
        let width = (Self.width - 8) / Double(table.programs.count)
        return table.programs.enumerated().flatMap { place, name in
            let x = 4 + width * Double(place)
            return [Picture.dot(x + 6, 38, radius: place == 0 ? 6 : 4.5, "mark v\(place)"), Picture.text(x + 18, 42, name)]
        }
    }

    private var description: String {
        table.rows.map { row in
            let known = zip(table.programs, row.figures).compactMap { name, figure in figure.map { "\(name) \(Figures.short($0))" } }
            return "\(row.name): \(known.joined(separator: ", "))."
        }.joined(separator: " ")
    }

    /// 1, 10, 1,000.
    private static func round(_ value: Double) -> String { value < 1 ? "\(value)" : Figures.short(value) }
}
