/// How often each function was called: what a difference in the counts is explained with.
struct FunctionCalls: Codable, Equatable, Sendable {
    /// By an event; functions that aren't called by events are absent.
    let perEvent: [String: Double]
    /// By a life cycle without events.
    let perSubscription: [String: Double]

    /// The repetition in the middle of each function's.
    init(_ repetitions: [CountRepetition], events: Int) {
        func median(_ calls: (CountRepetition) -> [String: Double]) -> [String: Double] {
            let found = repetitions.map(calls)
            let names = Set(found.flatMap(\.keys))
            return Dictionary(
                uniqueKeysWithValues: names.map { name in
                    (name, Statistics.median(found.map { $0[name] ?? 0 }))
                }
            ).filter { $0.value != 0 }
        }
        perEvent = median { repetition in
            var calls = repetition.double.calls.mapValues { Double($0) }
            for (name, count) in repetition.single.calls { calls[name, default: 0] -= Double(count) }
            return calls.mapValues { $0 / Double(events) }
        }
        perSubscription = median { $0.empty.calls.mapValues { Double($0) } }
    }

    init(perEvent: [String: Double], perSubscription: [String: Double]) {
        self.perEvent = perEvent
        self.perSubscription = perSubscription
    }
}

/// A function that was called more or less often than before.
struct CallChange: Codable, Equatable, Sendable {
    let function: String
    /// Per event, or per life cycle.
    let before: Double
    let after: Double

    /// The largest changes first.
    static func between(_ before: [String: Double], _ after: [String: Double], most: Int = 12) -> [CallChange] {
        let changes = Set(before.keys).union(after.keys).compactMap { name -> CallChange? in
            let old = before[name] ?? 0, new = after[name] ?? 0
            // Calls an event are quotients: what differs by less than one call in all the events is rounding.
            return abs(new - old) > 1e-6 ? CallChange(function: name, before: old, after: new) : nil
        }
        return Array(
            changes.sorted {
                (abs($0.after - $0.before), $1.function) > (abs($1.after - $1.before), $0.function)
            }.prefix(most))
    }
}
