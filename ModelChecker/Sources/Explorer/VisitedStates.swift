/// The states that a search with bounds has come by, each with what it had cost to get there.
final class VisitedStates {
    /// So many numbers of stale reads are told apart.
    static let staleLevels = 8

    private struct Entry {
        var state = StateFingerprint()
        /// For each number of stale reads from 0 to 7: the fewest preemptions with so many at most, or 0xFF.
        var preemptions = SIMD8<UInt8>(repeating: 0xFF)
    }

    private var entries: UnsafeMutablePointer<Entry>
    private var capacity = 1 << 12
    private(set) var count = 0
    /// Beyond it nothing is added: what isn't known is explored again.
    private static let limit = 1 << 23

    init() {
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: Entry(), count: capacity)
    }

    deinit { entries.deallocate() }

    /// Whether the state has been reached at no greater cost.
    func contains(_ state: StateFingerprint, preemptions: Int, staleReads: Int) -> Bool {
        let entry = entries[place(state)]
        return entry.state == state && Int(entry.preemptions[min(staleReads, VisitedStates.staleLevels - 1)]) <= min(preemptions, 0xFE)
    }

    /// A cost that there is no room for isn't noted: then what follows is explored again.
    func insert(_ state: StateFingerprint, preemptions: Int, staleReads: Int) {
        if preemptions >= 0xFF || staleReads >= VisitedStates.staleLevels { return }
        if count * 2 >= capacity { grow() }
        let place = place(state)
        if entries[place].state != state {
            if count >= VisitedStates.limit { return }
            count += 1
            entries[place].state = state
        }
        for index in staleReads..<VisitedStates.staleLevels where entries[place].preemptions[index] > preemptions {
            entries[place].preemptions[index] = UInt8(truncatingIfNeeded: preemptions)
        }
    }

    /// Where it is, or where it would be.
    private func place(_ state: StateFingerprint) -> Int {
        var place = Int(truncatingIfNeeded: state.low) & (capacity - 1)
        while entries[place].state != StateFingerprint(), entries[place].state != state { place = (place + 1) & (capacity - 1) }
        return place
    }

    private func grow() {
        let old = entries, oldCapacity = capacity
        capacity *= 2
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: Entry(), count: capacity)
        for index in 0..<oldCapacity where old[index].state != StateFingerprint() { entries[place(old[index].state)] = old[index] }
        old.deallocate()
    }
}
