/// The figures of two files that are the same thing, and where they stand in the files.
struct FigurePairs {
    static let time = "ns/event"

    struct Place: Hashable {
        let kind: String
        let item: String
        var element = ""
    }

    private(set) var lines: [FileComparison.Line] = []
    /// How many of them are of latencies.
    var latencies = 0
    private var places: Set<Place> = []

    func contains(_ kind: String, _ item: String, _ element: String) -> Bool {
        places.contains(Place(kind: kind, item: item, element: element))
    }

    mutating func add(
        _ place: Place, _ figure: String, _ old: Double?, _ new: Double?, _ interval: Interval? = nil, within tolerance: Double? = nil,
        isInconclusive: Bool = false
    ) {
        guard let old, let new else { return }
        places.insert(place)
        lines.append(
            FileComparison.Line(
                row: place.item, figure: figure, old: old, new: new, interval: interval, tolerance: tolerance ?? FileComparison.tolerance,
                isInconclusive: isInconclusive))
    }

    private mutating func add(_ place: Place, _ figure: String, _ old: Estimate?, _ new: Estimate?, isInconclusive: Bool) {
        add(
            place, figure, old?.median, new?.median, Interval(of: new?.interval, over: old?.interval), isInconclusive: isInconclusive)
    }

    mutating func add(_ old: Row, _ new: Row) {
        func place(_ kind: String) -> Place { Place(kind: "rows." + kind, item: new.key.text) }
        add(
            place("time.nanosecondsPerEvent.median"), FigurePairs.time, old.time?.nanosecondsPerEvent, new.time?.nanosecondsPerEvent,
            isInconclusive: old.inconclusive != nil || new.inconclusive != nil)
        var counted: Set<String> = []
        for (title, part, figures) in [("event", "perEvent", \RowCounts.perEvent), ("subscription", "perSubscription", \.perSubscription)] {
            for kind in CountedKind.allCases {
                guard let before = old.counts?[keyPath: figures][kind], let after = new.counts?[keyPath: figures][kind] else { continue }
                let isExact = before.stability == .exact && after.stability == .exact
                counted.insert("\(kind.rawValue)/\(title)")
                add(
                    place("counts.\(part).\(kind.rawValue).value"), "\(kind.rawValue)/\(title)", before.value, after.value,
                    within: kind.band > 0 ? kind.band : isExact ? 0 : nil)
            }
        }
        for (title, part, figures) in [
            ("event", "perEvent", \Row.Allocations.perEvent), ("subscription", "perSubscription", \.perSubscription),
        ] {
            guard let before = old.allocations?[keyPath: figures], let after = new.allocations?[keyPath: figures] else { continue }
            for (name, figure) in [("mallocs", \AllocationFigures.mallocs), ("frees", \.frees), ("bytes", \.bytes)] {
                let isCounted = counted.contains("\(name)/\(title)")
                add(
                    place("allocations.\(part).\(name)"), "\(name)/\(title)" + (isCounted ? " of the run" : ""), before[keyPath: figure],
                    after[keyPath: figure], within: before.exact && after.exact ? 0 : nil)
            }
        }
        if let before = old.latency, let after = new.latency { add(before, after, of: new.key.text) }
        add(place("peakMemory"), "peak memory", old.peakMemory.map { Double($0) }, new.peakMemory.map { Double($0) })
        for (name, figure) in new.metrics.sorted(by: { $0.key < $1.key }) {
            add(place("metrics.\(name).value"), "\(name), \(figure.unit)", old.metrics[name]?.value, figure.value)
        }
    }

    mutating func add(_ olds: [Comparison], _ news: [Comparison]) {
        for new in news {
            guard let old = olds.first(where: { ($0.benchmark, $0.variant, $0.base) == (new.benchmark, new.variant, new.base) }) else { continue }
            let item = RowName.text(new.benchmark, new.variant)
            lines.append(
                FileComparison.Line(
                    row: item, figure: "time : \(new.base)", old: old.ratio.median, new: new.ratio.median,
                    interval: Interval(of: new.ratio.interval, over: old.ratio.interval), tolerance: FileComparison.tolerance,
                    isInconclusive: old.inconclusive != nil || new.inconclusive != nil))
            places.insert(Place(kind: "comparisons.ratio.median", item: "\(item), \(new.base)"))
        }
    }

    mutating func add(_ olds: [ProgramFigures.Row], _ news: [ProgramFigures.Row]) {
        for new in news {
            guard let old = olds.first(where: { ($0.benchmark, $0.variant) == (new.benchmark, new.variant) }) else { continue }
            add(
                Place(kind: "against.rows.ratio.median", item: RowName.text(new.benchmark, new.variant)), "time : older program", old.ratio,
                new.ratio, isInconclusive: false)
        }
    }

    mutating func add(_ olds: [Fit], _ news: [Fit]) {
        for new in news {
            guard let old = olds.first(where: { ($0.scaling, $0.variant) == (new.scaling, new.variant) }) else { continue }
            let item = RowName.text(new.scaling, new.variant)
            let band = new.measure == .instructions && old.measure == .instructions ? CountedKind.instructions.band : nil
            for point in new.points {
                guard let before = old.points.first(where: { $0.size == point.size }) else { continue }
                let size = "\(point.size)"
                add(
                    Place(kind: "fits.points.cost", item: item, element: size), "cost with \(size) \(new.parameter)", before.cost, point.cost,
                    within: band)
                for (name, figure) in (point.metrics ?? [:]).sorted(by: { $0.key < $1.key }) {
                    add(
                        Place(kind: "fits.points.metrics.\(name).value", item: item, element: size),
                        "\(name) with \(size) \(new.parameter), \(figure.unit)", before.metrics?[name]?.value, figure.value)
                }
            }
        }
    }
}
