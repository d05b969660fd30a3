/// Processor time that many checks share. Most need little of their share, so each may take a multiple of it: what it leaves is for those
/// that follow.
struct TimeBudget {
    private static let multiple = 8.0

    /// What nobody has taken or may still take.
    private var rest: Double
    private var checks: Int

    init(seconds: Double, checks: Int) {
        rest = seconds
        self.checks = checks
    }

    /// Whole seconds for the next check; at least one, so that each is begun.
    mutating func take() -> Int {
        let share = rest / Double(max(1, checks))
        let seconds = max(1, Int(min(rest, share * TimeBudget.multiple)))
        checks -= 1
        rest -= Double(seconds)
        return seconds
    }

    /// What a check has left of what it took.
    mutating func giveBack(_ seconds: Double) { rest += max(0, seconds) }
}
