/// What reports say of latencies, whatever their form.
enum LatencyText {
    static let machine = "the machine"
    static let floor = "floor"

    static let explanation =
        "Value by percentile: p99 is what 99 % are not above. Each takes so many values that ten lie above it; "
        + "– marks where there were too few, and curves end there. × is the multiple of the floor's, which does the same by hand. ? marks what the "
        + "machine hides: its own jitter, at the same percentile, is more than half of that, or for × of the floor's. A delay counts from the time "
        + "at which a message was to be sent; in events, it is how many others were delivered meanwhile."

    static func variant(_ row: Row) -> String { row.variant == Suite.onlyVariant ? "–" : row.variant }

    /// Of the cells that `LatencyTable` makes.
    static let columns = Percentile.allCases.map(\.rawValue) + ["max"] + Percentile.multiples.map { "× \($0.rawValue)" }

    static let loadColumns = ["load", "arrivals", "capacity", "rate", "sent", "measured for"]

    /// The names of all figures that rows have of their own.
    static func ownFigures(_ rows: [Row]) -> [String] { Set(rows.flatMap(\.metrics.keys)).sorted() }

    /// The cells of a row whose latency was measured, those of its own figures last.
    static func load(_ row: Row, own: [String]) -> [String] {
        guard let latency = row.latency else { return [] }
        func rate(_ value: Double?) -> String { value.map { "\(Figures.short($0))/s" } ?? Figures.absent }
        let figures = [
            latency.load == "-" ? Figures.absent : latency.load, latency.arrivals ?? Figures.absent, rate(latency.capacity), rate(latency.rate),
            latency.sent.map { "\($0)" } ?? Figures.absent, "\(Figures.duration(1e9 * latency.seconds)) × \(latency.forks)",
        ]
        return figures + own.map { name in row.metrics[name].map { "\(Figures.short($0.value)) \($0.unit)" } ?? Figures.absent }
    }
}
