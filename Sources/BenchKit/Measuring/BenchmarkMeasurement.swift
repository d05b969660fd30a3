/// Measures one benchmark on its variants within a time limit.
struct BenchmarkMeasurement {
    private(set) var variants: [VariantMeasurement]
    private let item: Plan.Item
    private let profile: Profile
    private let start = Clock.monotonic()
    /// Seconds for all of it.
    private let limit: Double
    /// Whether the last variant goes first.
    private let isMirrored: Bool

    /// Seconds a sample should take: long against the clock's resolution and short against the machine's moods.
    private static let sampleTimes = 0.001...0.02

    init(_ item: Plan.Item, profile: Profile, limit: Double, isMirrored: Bool) {
        self.item = item
        self.profile = profile
        self.limit = limit
        self.isMirrored = isMirrored
        let n = item.benchmark.events.count(for: profile.name)
        variants = item.variants.map { VariantMeasurement(item.benchmark, variant: $0, n: n) }
    }

    /// Deterministic figures first, then times.
    mutating func run(
        counter: AllocationCounter, probe: (@Sendable () -> [String: Int])?
    ) throws(Interruption.Stop) {
        let warmUp = min(profile.warmUp, limit / 10)
        for index in variants.indices { try variants[index].warmUp(seconds: warmUp, probe: probe) }
        let share = limit / 4 / Double(variants.count)
        for index in variants.indices {
            try variants[index].count(repetitions: profile.countings, seconds: share, counter: counter)
        }
        try sample()
    }

    private var elapsed: Double { Double(Clock.monotonic() - start) / 1e9 }

    private mutating func sample() throws(Interruption.Stop) {
        let begin = elapsed
        let budget = max(limit - begin, limit * 0.4)
        let ideal = budget / Double(profile.samples * variants.count)
        let sampleTime = min(max(ideal, Self.sampleTimes.lowerBound), Self.sampleTimes.upperBound)
        for index in variants.indices { variants[index].aim(atSampleTime: sampleTime) }
        let others = BackgroundLoad.watch()
        defer { if !item.benchmark.isSingleThreaded { disturb(by: others()) } }
        // Where samples waited for a processor, others take their place as long as there is time.
        for round in 0..<(2 * profile.samples) {
            let spent = elapsed - begin
            if round >= profile.samples, variants.allSatisfy({ $0.quietSamples >= profile.samples || $0.failure != nil }) { break }
            // An interval is worth overstepping the limit for.
            if round >= Interval.fewestSamples, spent >= budget { break }
            if round > 0, spent >= 2 * budget { break }
            for index in Interleaving.order(round: round, of: variants.count, isMirrored: isMirrored) { try variants[index].sample() }
        }
    }

    /// Threads of one benchmark may have waited for each other.
    private mutating func disturb(by share: Double?) {
        for index in variants.indices { variants[index].disturb(by: share) }
    }

    /// The rows, one a variant, and how each variant compares with each before it.
    func results(counter: AllocationCounter) -> (rows: [Row], comparisons: [Comparison]) {
        let rows = variants.map { Row($0, counter: counter) }
        let right = variants.filter { $0.failure == nil }
        let comparisons = right.indices.flatMap { base in right[(base + 1)...].compactMap { Comparison(of: $0, to: right[base]) } }
        return (rows, comparisons)
    }
}
