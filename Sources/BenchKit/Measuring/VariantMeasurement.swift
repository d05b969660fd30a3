/// What has been measured so far of one benchmark on one variant.
struct VariantMeasurement {
    let benchmark: Benchmark
    let variant: String
    let n: Int
    private(set) var allocations: AllocationMeasurement?
    private(set) var resources: ResourceMeasurement?
    private(set) var warmUp: WarmUp.Outcome?
    private(set) var samples: [TimeSample] = []
    private(set) var iterationsPerSample = 1
    /// Once set, nothing more is measured.
    private(set) var failure: RowFailure?
    private var runner: IterationRunner?
    /// Seconds that one iteration takes, all of it.
    private var iterationTime = 0.0

    init(_ benchmark: Benchmark, variant: String, n: Int) {
        self.benchmark = benchmark
        self.variant = variant
        self.n = n
    }

    /// Warms up until it is stable or `seconds` have passed, with at least two iterations.
    mutating func warmUp(seconds: Double, probe: (@Sendable () -> [String: Int])?) throws(Interruption.Stop) {
        try attempt {
            let runner = try IterationRunner($0.benchmark, variant: $0.variant, n: $0.n, probe: probe)
            $0.runner = runner
            let (outcome, fastest) = try runner.warmUp($0.n, seconds: seconds)
            $0.warmUp = outcome
            $0.iterationTime = fastest
        }
    }

    /// Looks at resources and counts allocations, with fewer repetitions than wanted where they would take over `seconds`.
    mutating func count(
        repetitions wanted: Int, seconds: Double, counter: AllocationCounter
    ) throws(Interruption.Stop) {
        try attempt {
            guard let runner = $0.runner else { return }
            $0.resources = try ResourceMeasurement(runner, n: $0.n)
            let affordable = seconds / max($0.iterationTime, 1e-9)
            let repetitions = max(2, Int(min(Double(wanted), affordable)))
            $0.allocations = try AllocationMeasurement(runner, n: $0.n, repetitions: repetitions, counter: counter)
        }
    }

    /// Samples that count.
    var quietSamples: Int { samples.count(where: \.isQuiet) }

    /// Decides how many iterations make a sample: as near to `seconds` as whole iterations come, and at least one.
    mutating func aim(atSampleTime seconds: Double) {
        iterationsPerSample = max(1, Int(min(seconds / max(iterationTime, 1e-9), 1e6)))
    }

    mutating func sample() throws(Interruption.Stop) {
        try attempt {
            guard let runner = $0.runner else { return }
            $0.samples.append(try runner.sample(n: $0.n, iterations: $0.iterationsPerSample))
        }
    }

    /// - Parameter share: of a processor that other programs took during the samples.
    mutating func disturb(by share: Double?) {
        samples = samples.disturbed(by: share)
    }

    /// Runs a step unless an earlier one failed. Only an interruption gets out; what else goes wrong is this row's failure.
    private mutating func attempt(
        _ step: (inout VariantMeasurement) throws -> Void
    ) throws(Interruption.Stop) {
        try Interruption.check()
        guard failure == nil else { return }
        do {
            try step(&self)
        } catch let stop as Interruption.Stop {
            throw stop
        } catch {
            failure = RowFailure(error)
        }
    }
}

/// Why a row has no figures.
struct RowFailure: Codable, Equatable, Sendable {
    enum Kind: String, Codable, Sendable {
        /// A check of the benchmark failed, or it left resources behind.
        case wrongResult
        /// The benchmark could not run.
        case error
    }

    let kind: Kind
    let message: String
}
