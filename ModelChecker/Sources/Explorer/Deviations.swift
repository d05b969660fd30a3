/// A choice other than the first, after those of the execution in which it was found.
struct Deviation {
    /// That execution, by its last deviation; -1: the first one.
    let parent: Int32
    /// How many steps come before it.
    let step: Int32
    /// The process, or which of the stores that may be read.
    let choice: UInt16
    let isPick: Bool
    /// A part of the state's fingerprint, to notice a program that isn't deterministic.
    let state: UInt32
}

/// What a search has still to try, cheapest first. An execution is known by its deviations.
struct Deviations {
    private var taken: [Deviation] = []
    /// By what they cost: preemptions × `staleLevels` + stale reads.
    private var waiting: [[Deviation]] = []
    private let staleLevels: Int

    /// - Parameter staleLevels: 1 where stale reads cost nothing, else one more than there may be.
    init(staleLevels: Int) { self.staleLevels = staleLevels }

    /// Of the deviation that was taken last; -1: none yet.
    var last: Int32 { Int32(taken.count - 1) }

    /// All executions with fewer preemptions have been gone through; `nil`: all have.
    var preemptions: Int? { waiting.firstIndex { !$0.isEmpty }.map { $0 / staleLevels } }

    mutating func add(_ deviation: Deviation, preemptions: Int, staleReads: Int) {
        let level = preemptions * staleLevels + min(staleReads, staleLevels - 1)
        while waiting.count <= level { waiting.append([]) }
        waiting[level].append(deviation)
    }

    /// Takes a cheapest one: it and those before it, in order.
    mutating func next() -> [Deviation]? {
        guard let level = waiting.firstIndex(where: { !$0.isEmpty }) else { return nil }
        taken.append(waiting[level].removeLast())
        var chain: [Deviation] = [], index = Int(last)
        while index >= 0 {
            chain.append(taken[index])
            index = Int(taken[index].parent)
        }
        return chain.reversed()
    }
}
