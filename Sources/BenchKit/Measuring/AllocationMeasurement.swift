/// Allocations of one event or one subscription.
struct AllocationFigures: Codable, Equatable, Sendable {
    let mallocs: Double
    let frees: Double
    /// Bytes asked for.
    let bytes: Double
    /// Whether every repetition counted the same number of mallocs and bytes.
    let exact: Bool
}

/// The exact cost in allocations: of an empty life cycle, and of each event on top of it.
struct AllocationMeasurement: Equatable {
    let perEvent: AllocationFigures
    let perSubscription: AllocationFigures
    let repetitions: Int

    /// Counts `repetitions` iterations without events and as many with `n`. Nil where nothing is counted.
    init?(_ runner: IterationRunner, n: Int, repetitions: Int, counter: AllocationCounter) throws {
        guard counter.unavailable == nil else { return nil }
        // The empty life cycle may take paths that the warm-up with events did not: lazy metadata is made the first time.
        _ = try runner.count(0, with: counter)
        var empty: [AllocationCounts] = []
        var loaded: [AllocationCounts] = []
        for _ in 0..<repetitions {
            try Interruption.check()
            if let counts = try runner.count(0, with: counter) { empty.append(counts) }
            if let counts = try runner.count(n, with: counter) { loaded.append(counts) }
        }
        self.init(empty: empty, loaded: loaded, n: n)
    }

    init?(empty: [AllocationCounts], loaded: [AllocationCounts], n: Int) {
        guard let base = AllocationMeasurement.least(empty), let full = AllocationMeasurement.least(loaded) else {
            return nil
        }
        let emptyAgrees = AllocationMeasurement.agree(empty)
        // Noise can make the empty life cycle the dearer one; a negative count would be nonsense, and `exact` tells.
        func each(_ field: (AllocationCounts) -> UInt64) -> Double {
            max(0, Double(field(full)) - Double(field(base))) / Double(n)
        }
        perEvent = AllocationFigures(
            mallocs: each(\.mallocs), frees: each(\.frees), bytes: each(\.bytes),
            exact: emptyAgrees && AllocationMeasurement.agree(loaded))
        perSubscription = AllocationFigures(
            mallocs: Double(base.mallocs), frees: Double(base.frees), bytes: Double(base.bytes), exact: emptyAgrees)
        repetitions = loaded.count
    }

    /// What disturbs a count (a thread that starts, a table that grows) only ever adds to it.
    private static func least(_ counts: [AllocationCounts]) -> AllocationCounts? {
        guard let mallocs = counts.map(\.mallocs).min(), let frees = counts.map(\.frees).min(),
            let bytes = counts.map(\.bytes).min()
        else { return nil }
        return AllocationCounts(mallocs: mallocs, frees: frees, bytes: bytes)
    }

    private static func agree(_ counts: [AllocationCounts]) -> Bool {
        counts.allSatisfy { $0.mallocs == counts[0].mallocs && $0.bytes == counts[0].bytes }
    }
}
