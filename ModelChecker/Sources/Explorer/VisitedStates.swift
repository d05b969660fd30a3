/// The states that a search with bounds has come by, each with what it had cost to get there.
final class VisitedStates {
    /// So many numbers of stale reads are told apart.
    static let staleLevels = 8
    /// Beyond it nothing is added: what isn't known is explored again.
    private static let limit = 1 << 23

    /// For each number of stale reads from 0 to 7: the fewest preemptions with so many at most, or 0xFF.
    private let costs = ProbedTable<StateFingerprint, SIMD8<UInt8>>(capacity: 1 << 12, initial: SIMD8(repeating: 0xFF))

    /// Whether the state has been reached at no greater cost.
    func contains(_ state: StateFingerprint, preemptions: Int, staleReads: Int) -> Bool {
        guard let cost = costs[state] else { return false }
        return Int(cost[min(staleReads, VisitedStates.staleLevels - 1)]) <= min(preemptions, 0xFE)
    }

    /// A cost that there is no room for isn't noted: then what follows is explored again.
    func insert(_ state: StateFingerprint, preemptions: Int, staleReads: Int) {
        if preemptions >= 0xFF || staleReads >= VisitedStates.staleLevels { return }
        costs.update(state, limit: VisitedStates.limit) { cost in
            for index in staleReads..<VisitedStates.staleLevels where cost[index] > preemptions {
                cost[index] = UInt8(truncatingIfNeeded: preemptions)
            }
        }
    }
}
