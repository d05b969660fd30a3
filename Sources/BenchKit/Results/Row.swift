/// One benchmark on one variant. What each field means is told in `docs/results.md`.
struct Row: Codable, Equatable, Sendable {
    struct Time: Codable, Equatable, Sendable {
        let nanosecondsPerEvent: Estimate
        let processorNanosecondsPerEvent: Estimate
        /// None in a file of medians.
        var samples: [Double] { kept ?? [] }
        private let kept: [Double]?
        /// As many. None in a file of medians.
        var processorSamples: [Double] { keptOfProcessor ?? [] }
        private let keptOfProcessor: [Double]?
        /// Samples that waited for a processor and don't count; absent without any.
        let discarded: [Double]?
        /// Whose samples these are, where they were taken in several processes; absent otherwise.
        let forks: [Fork]?
        let iterationsPerSample: Int

        /// Whether a sample lacks one of its two times, which no program writes.
        var isUneven: Bool { samples.count != processorSamples.count }

        init(
            nanosecondsPerEvent: Estimate, processorNanosecondsPerEvent: Estimate, samples: [Double],
            processorSamples: [Double], discarded: [Double] = [], iterationsPerSample: Int,
            forks: [Fork]? = nil
        ) {
            self.nanosecondsPerEvent = nanosecondsPerEvent
            self.processorNanosecondsPerEvent = processorNanosecondsPerEvent
            kept = samples
            keptOfProcessor = processorSamples
            self.forks = forks
            self.discarded = discarded.isEmpty ? nil : discarded
            self.iterationsPerSample = iterationsPerSample
        }

        private enum CodingKeys: String, CodingKey {
            case nanosecondsPerEvent, processorNanosecondsPerEvent, discarded, forks, iterationsPerSample
            case kept = "samples"
            case keptOfProcessor = "processorSamples"
        }
    }

    struct Allocations: Codable, Equatable, Sendable {
        let perEvent: AllocationFigures
        let perSubscription: AllocationFigures
        let repetitions: Int
    }

    struct OwnFigure: Codable, Equatable, Sendable {
        let value: Double
        let unit: String
    }

    let benchmark: String
    let title: String
    let kind: Benchmark.Kind
    let unit: String
    let variant: String
    let events: Int
    /// Its place among the file's `machines`; absent where there is one.
    var machine: Int?
    /// That send events at the same time.
    let sendingThreads: Int
    var failure: RowFailure?
    var time: Time?
    /// Why the times say nothing, where they don't.
    var inconclusive: String?
    var warmUp: WarmUp.Outcome?
    var eventsPerSecond: Estimate?
    var multipleOfReference: Double?
    /// Why the reference floor's times say nothing, where they don't.
    var inconclusiveReference: String?
    /// The benchmark that does the same in another form, and its time's share in this one's; absent without one, and where that wasn't measured.
    let twin: String?
    var multipleOfTwin: Double?
    /// Why the twin's times say nothing, where they don't.
    var inconclusiveTwin: String?
    var contaminated: Double?
    var allocations: Allocations?
    /// Of benchmarks of latency, which have no time.
    var latency: RowLatency?
    var counts: RowCounts?
    var heap: Stages<HeapBytes>?
    var resources: Stages<[String: Int]>?
    var threads: Stages<Int>?
    var contextSwitches: ContextSwitches?
    var transfers: Transfers?
    var peakMemory: UInt64?
    @EmptyIfAbsent var metrics: [String: OwnFigure] = [:]
    @EmptyIfAbsent var missing: [String: String] = [:]

    /// A row without figures yet.
    init(benchmark: Benchmark, variant: String, events: Int) {
        self.benchmark = benchmark.id
        title = benchmark.title
        kind = benchmark.kind
        unit = benchmark.unit
        sendingThreads = benchmark.threads
        twin = benchmark.twin
        self.variant = variant
        self.events = events
    }

    /// The row of a finished measurement.
    init(_ measured: VariantMeasurement, counter: AllocationCounter) {
        self.init(benchmark: measured.benchmark, variant: measured.variant, events: measured.n)
        failure = measured.failure
        guard measured.failure == nil else { return }
        warmUp = measured.warmUp
        setTime(measured.samples, iterationsPerSample: measured.iterationsPerSample)
        setAllocations(measured.allocations, counter: counter)
        if let found = measured.resources {
            heap = found.heap
            resources = found.resources
            threads = found.threads
            contextSwitches = found.contextSwitches
            transfers = found.transfers
            peakMemory = found.peakMemory
            missing.merge(found.missing) { first, _ in first }
        }
    }

    mutating func setTime(_ taken: [TimeSample], iterationsPerSample: Int) {
        guard !taken.isEmpty else { return }
        let sifted = QuietSamples(taken, isQuiet: \.isQuiet), samples = sifted.kept
        inconclusive = sifted.inconclusive
        let walls = samples.map(\.wall)
        let wall = Estimate(walls)
        time = Time(
            nanosecondsPerEvent: wall, processorNanosecondsPerEvent: Estimate(samples.map(\.processor)),
            samples: walls, processorSamples: samples.map(\.processor), discarded: sifted.discarded.map(\.wall),
            iterationsPerSample: iterationsPerSample)
        if wall.median > 0 {
            eventsPerSecond = wall.perSecond
        } else {
            missing["eventsPerSecond"] = "the time was below the clock's resolution"
        }
        if wall.interval == nil { missing["interval"] = "fewer than 6 samples in the time allowed" }
        let verdicts = taken.compactMap(\.contaminated)
        if verdicts.isEmpty {
            missing["contaminated"] = "the system has no /proc/self/task/*/schedstat"
        } else {
            contaminated = Double(verdicts.count { $0 }) / Double(verdicts.count)
        }
        setOwnFigures(samples)
    }

    private mutating func setOwnFigures(_ samples: [TimeSample]) {
        for sample in samples { missing.merge(sample.missing) { first, _ in first } }
        for (name, metric) in samples.last?.metrics ?? [:] {
            let values = samples.compactMap { $0.metrics[name]?.value }
            metrics[name] = OwnFigure(value: Statistics.median(values), unit: metric.unit)
        }
    }

    private mutating func setAllocations(_ measured: AllocationMeasurement?, counter: AllocationCounter) {
        if let measured {
            allocations = Allocations(
                perEvent: measured.perEvent, perSubscription: measured.perSubscription,
                repetitions: measured.repetitions)
        } else {
            missing["allocations"] = counter.unavailable ?? "not counted"
        }
    }
}

/// How two variants of one benchmark compare, from samples taken next to each other.
struct Comparison: Codable, Equatable, Sendable {
    let benchmark: String
    /// The variant whose time is divided.
    let variant: String
    /// The variant whose time divides.
    let base: String
    let ratio: Estimate
    /// None in a file of medians.
    var pairs: [Double] { kept ?? [] }
    private let kept: [Double]?

    /// Share of the pairs that were thrown away because one of the two waited for a processor.
    let discarded: Double
    /// Why the ratio says nothing, where it doesn't.
    let inconclusive: String?
    /// Whose pairs these are, where they were taken in several processes; absent otherwise.
    let forks: [Fork]?
    /// Its place among the file's `machines`; absent where there is one.
    var machine: Int?

    /// Nil without a single pair.
    init?(of other: VariantMeasurement, to base: VariantMeasurement) {
        self.init(
            benchmark: base.benchmark.id, variant: other.variant, base: base.variant, samples: other.samples,
            baseSamples: base.samples)
    }

    /// - Parameters:
    ///   - samples: of the variant, in the order taken.
    ///   - baseSamples: those taken next to them.
    init?(benchmark: String, variant: String, base: String, samples: [TimeSample], baseSamples: [TimeSample]) {
        let taken = Array(zip(samples, baseSamples))
        let sifted = QuietSamples(taken) { $0.0.isQuiet && $0.1.isQuiet }
        self.init(
            benchmark: benchmark, variant: variant, base: base,
            pairs: Statistics.pairRatios(sifted.kept.map(\.0.wall), sifted.kept.map(\.1.wall)),
            discarded: taken.isEmpty ? 0 : Double(sifted.discarded.count) / Double(taken.count), inconclusive: sifted.inconclusive)
    }

    init?(
        benchmark: String, variant: String, base: String, pairs: [Double], discarded: Double = 0,
        inconclusive: String? = nil, forks: [Fork]? = nil, ratio: Estimate? = nil
    ) {
        guard !pairs.isEmpty else { return nil }
        self.benchmark = benchmark
        self.variant = variant
        self.base = base
        kept = pairs
        self.discarded = discarded
        self.inconclusive = inconclusive
        self.forks = forks
        self.ratio = ratio ?? Estimate(pairs)
    }

    private enum CodingKeys: String, CodingKey {
        case benchmark, variant, base, ratio, discarded, inconclusive, forks, machine
        case kept = "pairs"
    }
}
