/// What was measured of a row's latency. What each field means is told in `docs/results.md`.
struct RowLatency: Codable, Equatable, Sendable {
    /// How one thing was distributed.
    struct Distribution: Codable, Equatable, Sendable {
        let unit: String
        /// Of all forks together.
        let histogram: Histogram
        /// By name; without those that there were too few samples for.
        var percentiles: [String: Figure]
        /// Why a percentile is not among them. Nil in a file of medians: where too few were counted, that is why.
        let missing: [String: String]?
    }

    /// A percentile.
    struct Figure: Codable, Equatable, Sendable {
        let value: Double
        /// In each fork that had enough samples, in their order. None in a file of medians.
        var forks: [Double] { kept ?? [] }
        private let kept: [Double]?
        /// Encloses the median of the forks' with 95 %; absent with fewer than six.
        let interval: Interval?
        /// How many times the floor's it is; absent without one.
        var multiple: Double?
        /// The machine itself was at this percentile so late as to hide the figure; absent where it wasn't.
        var hidden: Bool?

        init(value: Double, forks: [Double], interval: Interval?) {
            self.value = value
            kept = forks
            self.interval = interval
        }

        private enum CodingKeys: String, CodingKey {
            case value, interval, multiple, hidden
            case kept = "forks"
        }
    }

    let load: String
    let arrivals: String?
    /// The benchmark that does the same by hand; absent without one.
    let floor: String?
    /// Of one fork.
    let seconds: Double
    let forks: Int
    /// Messages a second, the median of the forks'.
    let capacity: Double?
    let rate: Double?
    /// In all forks together.
    let sent: Int?
    var distributions: [String: Distribution]
    /// The machine's own.
    let jitter: Distribution

    /// What the machine itself does at a percentile may be so large a share of a figure.
    static let mostJitter = 0.5

    /// - Parameter outcomes: of the forks, at least one.
    init(_ latency: Latency, _ outcomes: [TrialOutcome]) {
        load = latency.load.text
        arrivals = latency.followedArrivals
        floor = latency.floor
        seconds = outcomes[0].seconds
        forks = outcomes.count
        func median(_ figure: (TrialOutcome) -> Double?) -> Double? {
            let found = outcomes.compactMap(figure)
            return found.isEmpty ? nil : Statistics.median(found)
        }
        capacity = median(\.capacity)
        rate = median(\.rate)
        let sent = outcomes.compactMap(\.sent)
        self.sent = sent.isEmpty ? nil : sent.reduce(0, +)
        jitter = Distribution(unit: "ns", outcomes.map(\.jitter))
        distributions = [:]
        for name in Set(outcomes.flatMap(\.distributions.keys)) {
            let found = outcomes.compactMap { $0.distributions[name] }
            distributions[name] = Distribution(unit: found[0].unit, found.map(\.histogram))
            if found[0].unit == "ns" { distributions[name]?.hide(by: jitter, most: RowLatency.mostJitter) }
        }
    }

    /// Gives each percentile as a multiple of the same one of the floor.
    mutating func relate(to floor: RowLatency) {
        for (name, distribution) in distributions {
            guard let base = floor.distributions[name], base.unit == distribution.unit else { continue }
            for (percentile, figure) in distribution.percentiles {
                guard let other = base.percentiles[percentile]?.value else { continue }
                // Behind no event counts as behind one.
                let (value, least) = distribution.unit == "events" ? (figure.value + 1, other + 1) : (figure.value, other)
                if least > 0 { distributions[name]?.percentiles[percentile]?.multiple = value / least }
            }
        }
    }
}

extension RowLatency.Distribution {
    /// - Parameter histograms: of the forks, at least one.
    init(unit: String, _ histograms: [Histogram]) {
        var all = histograms[0]
        for other in histograms.dropFirst() { all.merge(other) }
        self.unit = unit
        histogram = all.thinned(to: RowLatency.Distribution.mostBuckets)
        percentiles = [:]
        var missing: [String: String] = [:]
        for percentile in Percentile.allCases {
            guard let value = all.percentile(percentile) else {
                missing[percentile.rawValue] =
                    all.isSummary ? "the values were left out" : "\(all.count) samples, and it takes \(percentile.fewestSamples)"
                continue
            }
            let forks = histograms.compactMap { $0.percentile(percentile) }.map(Double.init)
            percentiles[percentile.rawValue] = RowLatency.Figure(
                value: Double(value), forks: forks, interval: Interval(ofSorted: forks.sorted(), confidence: 0.95))
        }
        self.missing = missing
    }

    /// That a file keeps of a distribution: it has thousands of them, and percentiles are told without them.
    static let mostBuckets = 256

    subscript(_ percentile: Percentile) -> RowLatency.Figure? { percentiles[percentile.rawValue] }

    /// Marks those figures of which the machine's own is more than that share.
    mutating func hide(by jitter: RowLatency.Distribution, most: Double) {
        for percentile in Percentile.allCases {
            guard let figure = self[percentile] else { continue }
            // Of fewer looks than that takes, its worst.
            let machine = jitter[percentile]?.value ?? Double(jitter.histogram.largest)
            if machine > most * figure.value { percentiles[percentile.rawValue]?.hidden = true }
        }
    }
}

extension Latency {
    /// As in results files; nil where there is no schedule to follow.
    var followedArrivals: String? {
        switch load {
        case .flood, .none: nil
        case .share, .rate: arrivals.text
        }
    }
}

extension Latency.Load {
    /// As in results files and tables: `flood`, `75 %`, `2000/s`; `-` where nothing is sent.
    var text: String {
        switch self {
        case .flood: "flood"
        case .share(let share): Figures.percent(share)
        case .rate(let rate): "\(Figures.precise(rate))/s"
        case .none: "-"
        }
    }
}

extension Arrivals {
    var text: String {
        switch self {
        case .constant: "constant"
        case .poisson: "Poisson"
        case .bursts(let size): "bursts of \(size)"
        }
    }
}
