/// One sample: as many iterations as make a duration worth reading.
struct TimeSample: Codable, Equatable {
    /// Wall-clock nanoseconds an event.
    let wall: Double
    /// Processor nanoseconds an event, of all threads.
    let processor: Double
    /// Whether threads waited for a processor for more than 5 % of the sample's time. Nil where the kernel does not tell.
    let contaminated: Bool?
    let metrics: [String: Metric]
    let missing: [String: String]

    /// Whether it counts. It does where the kernel does not tell.
    var isQuiet: Bool { contaminated != true }

    /// The share of run delay above which a sample counts as disturbed.
    static let tolerance = 0.05
}

extension IterationRunner {
    /// Takes one sample of `iterations` iterations with `n` events each.
    func sample(n: Int, iterations: Int) throws -> TimeSample {
        let delayBefore = ProcessProbes.runDelay()
        let start = Clock.monotonic()
        var sum = ElapsedTime(wall: 0, processor: 0)
        var last: Run?
        for _ in 0..<iterations {
            let (run, section) = try iterate(n)
            sum = sum + section
            last = run
        }
        let elapsed = Clock.monotonic() - start
        let delayAfter = ProcessProbes.runDelay()
        try settle()
        let events = Double(n) * Double(iterations)
        return TimeSample(
            wall: Double(sum.wall) / events, processor: Double(sum.processor) / events,
            contaminated: IterationRunner.contaminated(from: delayBefore, to: delayAfter, elapsed: elapsed),
            metrics: last?.metrics ?? [:], missing: last?.missing ?? [:])
    }

    private static func contaminated(from before: UInt64?, to after: UInt64?, elapsed: UInt64) -> Bool? {
        guard let before, let after, elapsed > 0 else { return nil }
        // The delay of a thread that ended in between is lost, so the sum may even shrink.
        return after > before && Double(after - before) / Double(elapsed) > TimeSample.tolerance
    }
}

/// Samples, or pairs of them, of which those that waited for a processor don't count.
struct QuietSamples<Sample> {
    /// What counts: the quiet ones, or all where too few are quiet.
    let kept: [Sample]
    let discarded: [Sample]
    /// Why nothing can be concluded from what counts; nil where something can.
    let inconclusive: String?

    init(_ samples: [Sample], isQuiet: (Sample) -> Bool) {
        let quiet = samples.filter(isQuiet)
        let isUsable = quiet.count == samples.count || quiet.count >= Interval.fewestSamples
        kept = isUsable ? quiet : samples
        discarded = isUsable ? samples.filter { !isQuiet($0) } : []
        inconclusive = isUsable ? nil : "only \(quiet.count) of \(samples.count) samples did not wait for a processor; all of them count"
    }
}

/// In which order variants are sampled.
enum Interleaving {
    /// A B B A, then its mirror B A A B: over four samples a steady drift cancels out between the variants, over eight a
    /// steadily growing one.
    /// - Parameter isMirrored: begins with the last: who goes first may have it better or worse, so forks take turns in it.
    static func order(round: Int, of count: Int, isMirrored: Bool) -> [Int] {
        let forward = round % 4 == 0 || round % 4 == 3
        return forward != isMirrored ? Array(0..<count) : (0..<count).reversed()
    }
}
