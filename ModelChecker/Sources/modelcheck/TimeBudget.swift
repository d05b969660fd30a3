/// Processor time that many checks share. Most need little of their share, so each may take a multiple of it: what it leaves is for those
/// that follow. Half of its even share is there for each, unless others took longer than they were given.
struct TimeBudget {
    private static let multiple = 8.0
    /// Less than this doesn't begin a check.
    static let least = 0.02

    private let own: Double
    /// What nobody has taken or may still take.
    private(set) var rest: Double
    private var checks: Int

    /// - Parameter seconds: as many as there are, 0 or more; those that each check has at least may come to more.
    init(seconds: Double, checks: Int) {
        rest = max(0, seconds)
        self.checks = checks
        own = max(0, seconds) / Double(max(1, checks)) / 2
    }

    /// Seconds for the next check; enough that each is begun.
    mutating func take() -> Double {
        let share = rest / Double(max(1, checks))
        checks -= 1
        let free = rest - own * Double(max(0, checks))
        let seconds = max(TimeBudget.least, min(free, share * TimeBudget.multiple))
        rest -= seconds
        return seconds
    }

    /// What a check has left of what it took; less than 0: it took more.
    mutating func giveBack(_ seconds: Double) { rest += seconds }
}
