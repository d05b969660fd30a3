/// A figure of a row with the idea, as usual, and without it.
struct AblationChange {
    let place: AblationPlace
    let measure: AblationMeasure
    let with, without: Double
    /// Whether each round's figure on one side is beyond each on the other. Of one round it is so wherever they differ.
    var isApart = true

    /// Nil where there was nothing before, and something is now.
    var ratio: Double? { with == 0 ? (without == 0 ? 1 : nil) : without / with }

    /// A share that is met exactly counts, whatever the division makes of it.
    private static let tolerance = 1e-9

    func rises(by share: Double) -> Bool {
        guard without - with >= measure.least - Self.tolerance else { return false }
        return ratio.map { $0 >= 1 + share - Self.tolerance } ?? true
    }

    func falls(by share: Double) -> Bool {
        guard with - without >= measure.least - Self.tolerance, let ratio else { return false }
        return ratio <= 1 - share + Self.tolerance
    }

    /// One more in an event. A little less is one, too: of several threads it is a mean.
    var isMallocMore: Bool { measure.role == .mallocs && without - with >= 0.95 - Self.tolerance }

    /// Whether the row's users pay without the idea.
    var loses: Bool { measure.role == .cost && rises(by: measure.share) || isMallocMore }

    var isMoved: Bool {
        guard measure.kind != .tail || isApart else { return false }
        return rises(by: measure.share) || falls(by: measure.share) || isMallocMore
    }

    var isLongerTail: Bool { measure.role == .tail && isApart && rises(by: measure.share) }
    var isShorterTail: Bool { measure.role == .tail && isApart && falls(by: measure.share) }
}
