import Foundation

/// What a change may cost, as committed in `Benchmarks/Thresholds/limits.json`.
struct Thresholds: JSONDocument, Codable, Equatable, Sendable {
    static let schema = "rxbench-gates/1"

    struct Counts: Codable, Equatable, Sendable {
        /// The share by which instructions may differ; at least `CountedKind.band` is used.
        let instructions: Double
        /// Instructions an event that are no difference, whatever the share: what is done once in many events, such as to make a buffer larger.
        let instructionsPerEvent: Double
        /// The share by which the instructions of a life cycle without events may differ; at least `CountedKind.band` is used.
        let lifeCycleInstructions: Double
        /// The share by which the instructions of a row of a catalogue may differ, as a process counts many of those and what ran before decides
        /// where things lie; calls have to be equal all the same. As `instructions` where it is absent.
        var catalogueInstructions: Double?

        /// What goes where no limits were committed.
        static let usual = Counts(instructions: 0.002, instructionsPerEvent: 0.5, lifeCycleInstructions: 0.02, catalogueInstructions: 0.02)
    }

    struct Times: Codable, Equatable, Sendable {
        /// The share by which a row may be slower than the older program.
        let slower: Double
        /// A row may be slower by so many times what it differs from itself, where that is more.
        let timesNoise: Double
        /// The noise of rows that were never calibrated on this machine, as a share.
        let unknownNoise: Double
        /// Nanoseconds an event below which no difference counts.
        let nanoseconds: Double
        /// The chance of a false alarm that all rows together may have.
        let significance: Double
        /// The share of discarded pairs above which a row says nothing.
        let discarded: Double
        /// The share above which a row's own noise may not raise what it may differ by: a row that differs so much from itself can't
        /// pass. Absent: as usual.
        let widest: Double?

        init(
            slower: Double, timesNoise: Double, unknownNoise: Double, nanoseconds: Double, significance: Double, discarded: Double,
            widest: Double? = 0.25
        ) {
            self.slower = slower
            self.timesNoise = timesNoise
            self.unknownNoise = unknownNoise
            self.nanoseconds = nanoseconds
            self.significance = significance
            self.discarded = discarded
            self.widest = widest
        }

        /// What goes where no limits were committed.
        static let usual = Times(
            slower: 0.03, timesNoise: 2, unknownNoise: 0.05, nanoseconds: 0.3, significance: 0.05, discarded: 0.75)
    }

    /// The most that one variant's time may be over another's.
    struct Ratio: Codable, Equatable, Sendable {
        let benchmark: String
        let variant: String
        let base: String
        let most: Double
    }

    /// The most that a row's time may be over a floor's.
    struct Multiple: Codable, Equatable, Sendable {
        let benchmark: String
        let variant: String
        let floor: String
        let most: Double
    }

    /// The fastest that a scaling's cost may grow.
    struct Order: Codable, Equatable, Sendable {
        let scaling: String
        let variant: String
        let most: Growth
        /// How many times the cost at the smallest size that at the largest may be. Absent where only the order counts.
        var times: Double?
        /// The figure of the scaling's own that `times` is about; absent: the cost.
        var figure: String?
        /// `times` holds where there are so many processors; absent: everywhere.
        var processors: Int?
        /// `times` holds for processors with this in their model's name, since how far apart two of them lie differs; absent: for all. A
        /// scaling may have several such bounds.
        var processor: String?
    }

    /// How late a benchmark of latency may be, or how fair it has to be.
    struct Tail: Codable, Equatable, Sendable {
        let benchmark: String
        let variant: String
        /// Such as `delay`.
        let figure: String
        /// Absent for a figure that is one number, such as `least share`.
        var percentile: Percentile?
        /// The share by which it may be worse than the older program's; absent where that doesn't count.
        var worse: Double?
        /// The most that it may be, in its unit, and the least; absent without such a bound.
        var most: Double?
        var least: Double?
        /// The most that it may be as a multiple of its floor's; absent without such a bound.
        var multiple: Double?

        var name: String { figure + (percentile.map { " \($0.rawValue)" } ?? "") }
    }

    let schema: String
    let counts: Counts
    let times: Times
    let ratios: [Ratio]
    let multiples: [Multiple]
    /// Absent for none.
    let orders: [Order]?
    /// Absent for none.
    let tails: [Tail]?

    init(
        counts: Counts, times: Times, ratios: [Ratio], multiples: [Multiple], orders: [Order]? = nil, tails: [Tail]? = nil
    ) {
        schema = Thresholds.schema
        self.counts = counts
        self.times = times
        self.ratios = ratios
        self.multiples = multiples
        self.orders = orders
        self.tails = tails
    }

    /// What goes where no limits were committed: no bounds on ratios, floors and orders.
    static let usual = Thresholds(counts: .usual, times: .usual, ratios: [], multiples: [])

    /// With every field that such a file may have.
    private static let whole = Thresholds(
        counts: .usual, times: .usual, ratios: [Ratio(benchmark: "", variant: "", base: "", most: 1)],
        multiples: [Multiple(benchmark: "", variant: "", floor: "", most: 1)],
        orders: [Order(scaling: "", variant: "", most: .linear, times: 1, figure: "", processors: 1, processor: "")],
        tails: [Tail(benchmark: "", variant: "", figure: "", percentile: .p99, worse: 1, most: 1, least: 1, multiple: 1)])

    /// - Throws: `FileError` where it can't be read, has a field that is none or is there twice, or a limit makes no sense.
    static func read(_ path: String) throws(FileError) -> Thresholds {
        let thresholds = try ResultsFile.decode(Thresholds.self, from: path, schema: schema, pattern: whole)
        for order in thresholds.orders ?? [] {
            // Or a bound that was meant would never be looked at.
            let what = "\(path): orders: \(RowName.text(order.scaling, order.variant))"
            if order.times == nil, order.figure != nil || order.processors != nil || order.processor != nil {
                throw FileError(description: "\(what) has a figure, processors or a processor, and no times")
            }
            if let processors = order.processors, processors < 1 {
                throw FileError(description: "\(what): processors cannot be \(processors): it is 1 or more")
            }
        }
        for tail in thresholds.tails ?? [] where tail.worse == nil && tail.most == nil && tail.least == nil && tail.multiple == nil {
            let what = "\(RowName.text(tail.benchmark, tail.variant)), \(tail.name)"
            throw FileError(description: "\(path): tails: \(what) has no limit: worse, most, least or multiple")
        }
        for tail in thresholds.tails ?? [] where tail.percentile == nil && (tail.worse != nil || tail.multiple != nil) {
            let what = "\(RowName.text(tail.benchmark, tail.variant)), \(tail.name)"
            throw FileError(description: "\(path): tails: \(what) has a limit that is for percentiles: whether more of it is better isn't known")
        }
        for limit in thresholds.all where !limit.range.contains(limit.value) {
            let wanted =
                limit.range.upperBound == .greatestFiniteMagnitude
                ? "\(Figures.short(limit.range.lowerBound)) or more" : "from \(limit.range.lowerBound) to \(limit.range.upperBound)"
            throw FileError(description: "\(path): \(limit.name) cannot be \(limit.value): it is \(wanted)")
        }
        return thresholds
    }

    /// Every limit by its name, with the values that make sense.
    private var all: [(name: String, value: Double, range: ClosedRange<Double>)] {
        let share = 0.0...1, any = 0.0...Double.greatestFiniteMagnitude
        // A significance of 0 would find nothing, and one of 1 everything.
        let chance = 0.000_001...0.5
        return [
            ("counts.instructions", counts.instructions, share), ("counts.instructionsPerEvent", counts.instructionsPerEvent, any),
            ("counts.lifeCycleInstructions", counts.lifeCycleInstructions, share), ("times.slower", times.slower, any),
            ("counts.catalogueInstructions", counts.catalogueInstructions ?? 0, share),
            ("times.timesNoise", times.timesNoise, any), ("times.unknownNoise", times.unknownNoise, any),
            ("times.nanoseconds", times.nanoseconds, any), ("times.significance", times.significance, chance),
            ("times.discarded", times.discarded, share), ("times.widest", times.widest ?? 0, any),
        ] + ratios.map { ("ratios: most of \(RowName.text($0.benchmark, $0.variant))", $0.most, Thresholds.factor) }
            + multiples.map { ("multiples: most of \(RowName.text($0.benchmark, $0.variant))", $0.most, Thresholds.factor) }
            + (tails ?? []).flatMap { tail in
                let limits: [(String, Double?)] = [("worse", tail.worse), ("most", tail.most), ("least", tail.least), ("multiple", tail.multiple)]
                return limits.compactMap { name, value in
                    value.map { ("tails: \(name) of \(RowName.text(tail.benchmark, tail.variant)), \(tail.name)", $0, Thresholds.factor) }
                }
            }
            + (orders ?? []).compactMap { order in
                order.times.map { ("orders: times of \(RowName.text(order.scaling, order.variant))", $0, Thresholds.factor) }
            }
    }

    /// What a bound may be: no row takes a thousandth of another's time.
    private static let factor = 0.001...Double.greatestFiniteMagnitude
}
