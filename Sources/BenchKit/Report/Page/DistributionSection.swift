/// All raw samples of the newest runs of each row.
struct DistributionSection {
    private let digest: Digest

    init(_ digest: Digest) {
        self.digest = digest
    }

    var markup: Markup? {
        let plots = digest.benchmarks.compactMap { benchmark in plot(benchmark).map { (benchmark, $0) } }
        if plots.isEmpty { return nil }
        let intro =
            "Every sample of \(digest.timed.origin): a stroke each, the median as a dot, its 95 % interval as a bar. +3 at the "
            + "right end: three samples lie further out."
        return PagePart.section(
            "samples", "Samples",
            [PagePart.paragraph(intro)]
                + plots.map { benchmark, plot in
                    tag("div", ["class": "figure-box"], [tag("h3", "\(benchmark.id): \(benchmark.title)"), plot.markup])
                })
    }

    private func plot(_ benchmark: BenchmarkDigest) -> Picture? {
        let strips = benchmark.sides.compactMap { side in
            side.timed?.time.map {
                DistributionPlot.Strip(
                    variant: side.variant, samples: $0.samples, estimate: $0.nanosecondsPerEvent, place: digest.place(side.variant))
            }
        }
        return DistributionPlot(
            id: "samples-\(PageIdentifier.of(benchmark.id, ""))", title: "Samples of \(benchmark.id)", strips: strips
        ).picture
    }
}
