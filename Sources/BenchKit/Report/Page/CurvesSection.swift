/// Cost against size.
struct CurvesSection {
    private let digest: Digest

    init(_ digest: Digest) {
        self.digest = digest
    }

    var markup: Markup? {
        let fits = digest.fits.all.map(\.value)
        if fits.isEmpty { return nil }
        var ids: [String] = []
        for fit in fits where !ids.contains(fit.scaling) { ids.append(fit.scaling) }
        let intro =
            "From \(digest.fits.origin): what an event costs with ever more around it, and the slowest growth that explains it "
            + "about as well as any. Both axes are logarithmic. A residual of 2 % means that the curve is 2 % off, on the whole."
            + (fits.contains(where: FitTable.isDoubtful) ? " ? before a residual: \(FitTable.doubt)." : "")
        return PagePart.section(
            "growth", "How costs grow",
            [PagePart.paragraph(intro), table(fits)]
                + ids.compactMap { id in
                    box(fits.filter { $0.scaling == id })
                })
    }

    private func table(_ fits: [Fit]) -> Markup {
        PagePart.table(
            "Fitted orders",
            head: [
                PagePart.heads([
                    "scaling", "over", "order", "residual", "cost of an event", "measured in",
                    "its own figures",
                ])
            ],
            rows: fits.map { fit in
                tag(
                    "tr",
                    [
                        PagePart.name(RowName.text(fit.scaling, fit.variant), fit.title), tag("td", fit.parameter),
                        tag("td", fit.failure != nil ? ["class": "bad"] : [:], FitTable.order(fit)),
                        PagePart.cell(FitTable.residual(fit)), tag("td", FitTable.formula(fit)),
                        tag("td", fit.measure.unit), tag("td", FitTable.ownFigures(fit)),
                    ])
            })
    }

    /// Each with what it is of.
    var pictures: [(name: String, picture: Picture)] {
        Dictionary(grouping: digest.fits.all.map(\.value), by: \.scaling).sorted { $0.key < $1.key }.compactMap { id, fits in
            plot(fits).map { ("growth \(id)", $0) }
        }
    }

    private func plot(_ fits: [Fit]) -> Picture? {
        guard let first = fits.first else { return nil }
        return CurvePlot(
            id: "growth-\(PageIdentifier.of(first.scaling, ""))", title: "Cost over \(first.parameter): \(first.title)",
            parameter: first.parameter, unit: first.measure.unit,
            curves: fits.map {
                CurvePlot.Curve(variant: $0.variant, points: $0.points, model: $0.toldModel, place: digest.place($0.variant))
            }
        ).picture
    }

    private func box(_ fits: [Fit]) -> Markup? {
        guard let first = fits.first else { return nil }
        return plot(fits).map { picture in
            tag(
                "div", ["class": "figure-box"],
                [tag("h3", "\(first.scaling): \(first.title)"), picture.markup] + [speedUp(fits)?.markup].compactMap { $0 })
        }
    }

    /// How many times as much gets done in the same time as at the smallest size; nil where nothing tells the time by the clock.
    private func speedUp(_ fits: [Fit]) -> Picture? {
        let curves = fits.compactMap { fit -> CurvePlot.Curve? in
            let times = fit.points.compactMap { point in point.metrics?[SizedCost.clock].map { (size: point.size, time: $0.value) } }
            guard let first = times.first, times.count > 1, times.allSatisfy({ $0.time > 0 }) else { return nil }
            return CurvePlot.Curve(
                variant: fit.variant, points: times.map { SizedCost(size: $0.size, cost: first.time / $0.time) }, model: nil,
                place: digest.place(fit.variant))
        }
        guard let sizes = curves.first?.points.map(\.size), let smallest = sizes.first, smallest > 0, let fit = fits.first else { return nil }
        let ideal = CurvePlot.Curve(
            variant: "as many times", points: sizes.map { SizedCost(size: $0, cost: Double($0) / Double(smallest)) }, model: nil,
            place: (curves.map(\.place).max() ?? 0) + 1)
        return CurvePlot(
            id: "speed-\(PageIdentifier.of(fit.scaling, ""))", title: "Speed-up over \(fit.parameter): \(fit.title)", parameter: fit.parameter,
            unit: "times as fast", curves: curves + [ideal]
        ).picture
    }
}
