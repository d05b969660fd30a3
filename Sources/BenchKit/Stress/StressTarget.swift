/// Two things that threads do to one instance of something at the same time, again and again, with the laws that must hold
/// whoever comes first.
public struct StressTarget: Sendable {
    /// What it is done to, such as an operator. Targets of one subject follow each other.
    public let subject: String
    /// What is done, such as `next vs dispose`.
    public let race: String
    /// How many rounds make a run of its own, on one variant.
    public let rounds: Int
    /// Runs some rounds. Everything that is left to chance in a round follows from the seed, the id, the variant and the
    /// round's number alone.
    public let run: @Sendable (StressBlock) -> StressOutcome

    public init(
        subject: String, race: String, rounds: Int, run: @escaping @Sendable (StressBlock) -> StressOutcome
    ) {
        self.subject = subject
        self.race = race
        self.rounds = rounds
        self.run = run
    }

    public var id: String { "\(subject): \(race)" }
}

/// Rounds to run in one go.
public struct StressBlock: Sendable {
    public let variant: String
    public let rounds: Range<Int>
    public let seed: UInt64

    public init(variant: String, rounds: Range<Int>, seed: UInt64) {
        self.variant = variant
        self.rounds = rounds
        self.seed = seed
    }
}

/// A law that did not hold.
public struct StressViolation: Codable, Equatable, Sendable {
    public let law: String
    public let round: Int
    public let message: String
    /// What happened last in that round, oldest first.
    public let events: [String]

    public init(law: String, round: Int, message: String, events: [String]) {
        self.law = law
        self.round = round
        self.message = message
        self.events = events
    }
}

/// What a block of rounds came to.
public struct StressOutcome: Equatable, Sendable {
    /// Rounds that were run to their end.
    public var rounds = 0
    /// How often each law was violated.
    public var violations: [String: Int] = [:]
    public var first: StressViolation?
    /// Whether a call never returned. The race isn't run again then.
    public var isStuck = false

    public init() {}

    public mutating func add(_ violation: StressViolation) {
        violations[violation.law, default: 0] += 1
        first = first ?? violation
    }
}
