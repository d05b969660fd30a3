/// A figure of a row with the idea, as usual, and without it.
struct AblationChange {
    let place: AblationPlace
    let measure: AblationMeasure
    let with, without: Double
    /// Of a figure that is compared within each round.
    var rounds: AblationRounds?
    /// Whether the row executes the same without the idea: its time then tells where the compiler put the code, and what the machine did.
    var hasSameInstructions = false

    /// Nil where there was nothing before, and something is now.
    var ratio: Double? {
        if let rounds { return rounds.ratio.isFinite ? rounds.ratio : nil }
        return with == 0 ? (without == 0 ? 1 : nil) : without / with
    }

    /// Nothing that differs is a move of a time with the same instructions, or of a figure on whose side the rounds don't agree.
    var canMove: Bool { !(measure == .time && hasSameInstructions) && rounds?.isAgreed != false }

    private var difference: Double { rounds?.difference ?? without - with }

    /// A share that is met exactly counts, whatever the division makes of it.
    private static let tolerance = 1e-9

    func rises(by share: Double) -> Bool {
        guard canMove, difference >= measure.least - Self.tolerance else { return false }
        return ratio.map { $0 >= 1 + share - Self.tolerance } ?? true
    }

    func falls(by share: Double) -> Bool {
        guard canMove, -difference >= measure.least - Self.tolerance, let ratio else { return false }
        return ratio <= 1 - share + Self.tolerance
    }

    /// One more in an event. A little less is one, too: of several threads it is a mean.
    var isMallocMore: Bool { measure.role == .mallocs && without - with >= 0.95 - Self.tolerance }

    /// Whether the row's users pay without the idea.
    var loses: Bool { measure.role == .cost && rises(by: measure.share) || isMallocMore }

    var isMoved: Bool {
        rises(by: measure.share) || falls(by: measure.share) || isMallocMore
    }

    var isLongerTail: Bool { measure.role == .tail && rises(by: measure.share) }
    var isShorterTail: Bool { measure.role == .tail && falls(by: measure.share) }
}
