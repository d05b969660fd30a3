/// One side of a duel: a benchmark on a variant, in a process of one of the programs.
struct Contender: Hashable, Sendable {
    /// Index among the programs of the comparison.
    let program: Int
    let benchmark: String
    let variant: String
    /// Of one iteration.
    let events: Int
    /// Environment variables of the process, where it needs some; those of latency do.
    var environment: [String: String] = [:]
}

/// Two contenders whose times are compared.
struct Duel: Hashable, Sendable {
    /// Whose time is divided.
    let challenger: Contender
    /// Whose time divides.
    let base: Contender
    /// Whether processor time is compared, which leaves out what other programs do but sees only work, no waiting.
    let usesProcessorTime: Bool
    /// What is compared instead, of benchmarks of latency; nil for the time.
    var tail: Tail?
}

/// One of the figures of a benchmark of latency.
struct Tail: Hashable, Sendable {
    /// `delay`, `delay in events`, `call`, or a name that the benchmark gave.
    let figure: String
    /// Nil for a figure of the benchmark's own that is one number, such as `least share`.
    let percentile: Percentile?
    /// The share of capacity that is sent, where the load is one. Then the figure is the median of ten short trials in one process: a stop of the machine
    /// for some milliseconds spoils one or two of them and doesn't move the median, while a pause that the code makes is in all of them. Nil for other loads:
    /// one long trial.
    var share: Double?
    /// What the figure of the challenger alone is divided by; nil to compare with that of the other side.
    var bound: Bound?

    enum Bound: Hashable, Sendable {
        case most(Double)
        case least(Double)
    }

    /// As gates call it, such as `delay p99`.
    var name: String { figure + (percentile.map { " \($0.rawValue)" } ?? "") }
}

/// What became of one duel over several forks. A fork is a fresh process of each program: what a process happens to get at its
/// start (the places of its memory, the moods of its host) is the same for all its samples, so a fork counts as one sample.
struct DuelOutcome: Equatable, Sendable {
    let duel: Duel
    /// The median ratio of each fork's clean pairs.
    private(set) var ratios: [Double] = []
    /// Nanoseconds an event, the median of each fork's.
    private(set) var challengerTimes: [Double] = []
    private(set) var baseTimes: [Double] = []
    /// Pairs of samples that were kept, and those that were thrown away because a thread waited for a processor.
    private(set) var cleanPairs = 0
    private(set) var disturbedPairs = 0
    /// Forks that count although a warm-up ended before it was stable.
    private(set) var coldForks = 0
    /// Set when a side failed: then nothing more is measured.
    private(set) var failure: RowFailure?
    private var failedProgram: Int?

    init(_ duel: Duel) {
        self.duel = duel
    }

    /// The share of pairs that were thrown away.
    var disturbedShare: Double {
        let pairs = cleanPairs + disturbedPairs
        return pairs == 0 ? 0 : Double(disturbedPairs) / Double(pairs)
    }

    var hasFigures: Bool { !ratios.isEmpty }

    /// Nil before the first fork.
    var ratio: Estimate? { ratios.isEmpty ? nil : Estimate(ratios) }
    var challengerTime: Double? { challengerTimes.isEmpty ? nil : Statistics.median(challengerTimes) }
    var baseTime: Double? { baseTimes.isEmpty ? nil : Statistics.median(baseTimes) }

    /// Adds what one fork found of a tail: one figure of each side, or nil where it says nothing.
    mutating func add(tail found: (challenger: Double, base: Double)?) {
        guard let found else {
            disturbedPairs += 1
            return
        }
        cleanPairs += 1
        // What is infinitely worse counts as such.
        ratios.append(found.base > 0 ? found.challenger / found.base : found.challenger > 0 ? .greatestFiniteMagnitude : 1)
        challengerTimes.append(found.challenger)
        baseTimes.append(found.base)
    }

    /// An outcome of `forks` forks that are drawn from this one's, with replacement. Every figure of the challenger is multiplied by `growth`. A fork that
    /// says nothing may be drawn, too, as a check meets with those; half as many forks again are drawn at most.
    func drawn(forks: Int, growth: Double, by generator: inout SeededGenerator) -> DuelOutcome {
        var outcome = DuelOutcome(duel)
        let all = ratios.count + disturbedPairs
        var tried = 0
        while all > 0, outcome.ratios.count < forks, tried < forks * 3 / 2 {
            tried += 1
            let index = Int(generator.next() % UInt64(all))
            outcome.add(tail: index < ratios.count ? (challengerTimes[index] * growth, baseTimes[index]) : nil)
        }
        return outcome
    }

    /// Adds what one fork found. With fewer clean pairs than `least` it only adds to the disturbed ones.
    mutating func add(_ pairs: [(challenger: TimeSample, base: TimeSample)], least: Int, isWarm: Bool = true) {
        let clean = pairs.filter { $0.challenger.isQuiet && $0.base.isQuiet }
        disturbedPairs += pairs.count - clean.count
        cleanPairs += clean.count
        let challengers = clean.map { time($0.challenger) }, bases = clean.map { time($0.base) }
        let found = Statistics.pairRatios(challengers, bases)
        guard found.count >= max(1, least) else { return }
        ratios.append(Statistics.median(found))
        if !isWarm { coldForks += 1 }
        challengerTimes.append(Statistics.median(challengers))
        baseTimes.append(Statistics.median(bases))
    }

    /// - Parameter program: the one that failed.
    mutating func fail(_ failure: RowFailure, of program: Int) {
        self.failure = failure
        failedProgram = program
    }

    /// Whether it was the older program that failed: then there is nothing to compare with, but nothing wrong with this one.
    var isFaultOfBase: Bool {
        failure != nil && duel.base.program != duel.challenger.program && failedProgram == duel.base.program
    }

    private func time(_ sample: TimeSample) -> Double { duel.usesProcessorTime ? sample.processor : sample.wall }
}
