/// The figures of a row's latency as formats have them.
extension ExportedFigure {
    /// `delay-p99`, or in the order that Go's benchmarks have, `p99-delay`.
    struct Part: Equatable {
        /// Of which distribution.
        let distribution: String
        /// `p99`, or `max`.
        let rank: String
    }

    private static let ranks = Percentile.allCases.map(\.rawValue) + [largest]
    private static let largest = "max"
    /// The machine's own, beside the distributions.
    private static let jitter = "jitter"
    static let rates = ["capacity", "rate"]

    /// Whether a figure of a distribution, or a rate, may have such a name in some form: no own figure gets it.
    static func isOfLatency(_ name: String) -> Bool {
        rates.contains(name) || ranks.contains { name.hasSuffix("-" + $0) || name.hasPrefix($0 + "-") }
    }

    /// What a distribution is called: not as the machine's own, and not as own figures that gave way are.
    static func distribution(_ name: String) -> String {
        name == jitter || name.hasPrefix("own-") || name.hasPrefix("latency-") ? "latency-" + name : name
    }

    /// All percentiles of all distributions, the delay's first, and the rates.
    static func all(of latency: RowLatency, event: String) -> [ExportedFigure] {
        let named = latency.figures.compactMap { name in latency.distributions[name].map { (distribution(name), $0) } }
        let figures = (named + [(jitter, latency.jitter)]).flatMap(ranks(of:_:))
        let rates = zip(rates, [latency.capacity, latency.rate]).compactMap { name, value in
            value.map { ExportedFigure(name: name, unit: "\(event)s/s", value: $0, per: .nothing) }
        }
        return (figures + rates).filter(\.value.isFinite)
    }

    private static func ranks(of name: String, _ distribution: RowLatency.Distribution) -> [ExportedFigure] {
        func figure(_ rank: String, _ value: Double, _ interval: Interval?) -> ExportedFigure {
            ExportedFigure(
                name: "\(name)-\(rank)", unit: distribution.unit, value: value, low: interval?.low, high: interval?.high, per: .nothing,
                part: Part(distribution: name, rank: rank))
        }
        return Percentile.allCases.compactMap { percentile in
            distribution[percentile].map { figure(percentile.rawValue, $0.value, $0.interval) }
        } + (distribution.histogram.count > 0 ? [figure(largest, Double(distribution.histogram.largest), nil)] : [])
    }
}

extension RowLatency {
    /// The distribution that formats with one figure a row show: the delay, where there is one.
    /// - Parameter unit: shows the first in this unit alone.
    func primary(unit: String? = nil) -> (name: String, distribution: Distribution)? {
        figures.compactMap { name in distributions[name].map { (name, $0) } }
            .first { $0.1.histogram.count > 0 && (unit == nil || $0.1.unit == unit) }
    }
}
