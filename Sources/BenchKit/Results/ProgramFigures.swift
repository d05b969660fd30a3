/// How this program's times compare with those of an older one. What each field means is told in `docs/results.md`.
struct ProgramFigures: Codable, Equatable, Sendable {
    struct Row: Codable, Equatable, Sendable {
        let benchmark: String
        let variant: String
        /// `processor` or `wall`.
        let clock: String
        /// Time of this program over time of the old one.
        let ratio: Estimate?
        /// The ratio of each fork.
        let forks: [Double]
        let nanosecondsPerEvent: Double?
        let baseNanosecondsPerEvent: Double?
        /// Share of the pairs of samples that were thrown away.
        let discarded: Double
        /// Forks whose warm-up ended before it was stable.
        let coldForks: Int
        let failure: RowFailure?
        /// Whether it was the older program that failed; absent otherwise.
        let failedInOlder: Bool?

        init(_ outcome: DuelOutcome) {
            benchmark = outcome.duel.challenger.benchmark
            variant = outcome.duel.challenger.variant
            clock = outcome.duel.usesProcessorTime ? "processor" : "wall"
            ratio = outcome.ratio
            forks = outcome.ratios
            nanosecondsPerEvent = outcome.challengerTime
            baseNanosecondsPerEvent = outcome.baseTime
            discarded = outcome.disturbedShare
            coldForks = outcome.coldForks
            failure = outcome.failure
            failedInOlder = outcome.isFaultOfBase ? true : nil
        }
    }

    /// As the user named it.
    let name: String
    let commit: String?
    let environment: Environment
    let rows: [Row]

    init(_ old: Revision, environment: Environment, outcomes: [DuelOutcome]) {
        name = old.name
        commit = old.commit
        self.environment = environment
        rows = outcomes.map { Row($0) }
    }
}
