/// What one iteration of some number of events was counted as.
struct IterationCounts: Equatable {
    private(set) var values: [CountedKind: UInt64]
    /// Of every function.
    let calls: [String: UInt64]

    init(_ values: [CountedKind: UInt64], calls: [String: UInt64] = [:]) {
        self.values = values
        self.calls = calls
    }

    /// - Parameter allocations: nil where they are not counted.
    init(_ profile: CallgrindProfile, allocations: AllocationCounts?) {
        // What the allocator executes hangs on the state of its heap, and that on all that the process did before: on the length of
        // its environment, on the machine. How often it is asked is a count of its own. So it is with caches of types.
        values = [.instructions: profile.instructions - profile.leftOut]
        calls = profile.calls
        for kind in CountedKind.allCases where !kind.functions.isEmpty {
            values[kind] = kind.functions.reduce(0) { $0 + (profile.calls[$1] ?? 0) }
        }
        values[.atomics] = profile.atomics
        values[.systemCalls] = profile.systemCalls
        values[.locks] = profile.locks
        values[.mallocs] = allocations?.mallocs
        values[.bytes] = allocations?.bytes
        // Not below none, where an iteration gives back what was there before: no two iterations of one kind differ by that.
        values[.kept] = allocations.map { $0.mallocs - min($0.mallocs, $0.frees) }
    }

    /// What couldn't be told.
    mutating func forget(_ kind: CountedKind) { values[kind] = nil }
}

/// One repetition: an iteration without events, one with `n` and one with `2 n`. What the first events cost once (a gate that is
/// given to its thread, an array that grows) is in both of the latter and falls out of their difference.
struct CountRepetition: Equatable {
    let empty: IterationCounts
    let single: IterationCounts
    let double: IterationCounts

    func perEvent(_ kind: CountedKind, events: Int) -> Double? {
        guard let single = single.values[kind], let double = double.values[kind] else { return nil }
        return (Double(double) - Double(single)) / Double(events)
    }

    func perSubscription(_ kind: CountedKind) -> Double? { empty.values[kind].map { Double($0) } }
}

/// A count over the repetitions, and how far it can be trusted.
struct Count: Codable, Equatable, Sendable {
    enum Stability: String, Codable, Sendable {
        /// All repetitions, in several processes, counted the same: any difference is a change of the code. Calls only.
        case exact
        /// Repetitions differed, as `low` and `high` say, or they were all of one process. Instructions always are, if all
        /// repetitions agree by `CountedKind.band`: what a process gets at its start decides some of them.
        case banded
        /// Several threads are at work, so it depends on how they meet. Not to be compared.
        case reportOnly
    }

    /// The median of the repetitions.
    let value: Double
    let stability: Stability
    /// The least and the most; absent where they are the same.
    let low: Double?
    let high: Double?
    /// False where too few processes have seen the least of what several threads did, so that others may find less; absent elsewhere.
    private(set) var isConfirmed: Bool?

    init(value: Double, stability: Stability, low: Double? = nil, high: Double? = nil, isConfirmed: Bool? = nil) {
        self.isConfirmed = isConfirmed
        self.value = value
        self.stability = stability
        self.low = low
        self.high = high
    }

    /// Nil without a single repetition.
    /// - Parameters:
    ///   - processes: the repetitions of each.
    ///   - isExact: false where several threads are at work at once.
    init?(_ processes: [[Double]], of kind: CountedKind, isExact: Bool) {
        let repetitions = processes.flatMap { $0 }
        guard let low = repetitions.min(), var high = repetitions.max() else { return nil }
        value = Statistics.median(repetitions)
        // Nothing is called less often than never: other work of the process has met the shorter iteration, as it may not the next time.
        if low < 0, kind.band == 0 { high = max(0, high) }
        let agrees = low == high, isSeenAgain = processes.count { !$0.isEmpty } > 1
        stability = !isExact ? .reportOnly : agrees && isSeenAgain && kind.band == 0 ? .exact : .banded
        self.low = agrees ? nil : low
        self.high = agrees ? nil : high
    }

}

/// The counts of a row: of an event and of a life cycle without events.
struct RowCounts: Codable, Equatable, Sendable {
    /// The `n` of the iterations with n and 2 n events.
    let events: Int
    let repetitions: Int
    let perEvent: [CountedKind: Count]
    let perSubscription: [CountedKind: Count]
    /// Absent where several threads are at work, and where nobody asked for them.
    let calls: FunctionCalls?

    init(
        events: Int, repetitions: Int, perEvent: [CountedKind: Count], perSubscription: [CountedKind: Count],
        calls: FunctionCalls? = nil
    ) {
        self.events = events
        self.repetitions = repetitions
        self.perEvent = perEvent
        self.perSubscription = perSubscription
        self.calls = calls
    }

    /// These, without the functions' names.
    var withoutCalls: RowCounts { with(nil) }

    /// These, with other names of functions.
    func with(_ calls: FunctionCalls?) -> RowCounts {
        RowCounts(events: events, repetitions: repetitions, perEvent: perEvent, perSubscription: perSubscription, calls: calls)
    }

    /// - Parameter processes: the repetitions of each.
    init(_ processes: [[CountRepetition]], events: Int, isExact: Bool) {
        func counts(_ figure: (CountRepetition, CountedKind) -> Double?) -> [CountedKind: Count] {
            var counts: [CountedKind: Count] = [:]
            for kind in CountedKind.allCases {
                let figures = processes.map { $0.map { figure($0, kind) } }
                // What isn't known of one repetition isn't known.
                if figures.contains(where: { $0.contains(nil) }) { continue }
                counts[kind] = Count(figures.map { $0.compactMap { $0 } }, of: kind, isExact: isExact)
            }
            return counts
        }
        let repetitions = processes.flatMap { $0 }
        self.init(
            events: events, repetitions: repetitions.count,
            perEvent: counts { $0.perEvent($1, events: events) }, perSubscription: counts { $0.perSubscription($1) },
            calls: isExact ? FunctionCalls(repetitions, events: events) : nil)
    }
}
