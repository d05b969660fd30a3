/// When a benchmark is warm: its iterations fall into windows of time, and it is when the medians of two windows in a row agree. A
/// cap ends the wait for those that never are.
struct WarmUp {
    /// What came of it.
    struct Outcome: Codable, Equatable, Sendable {
        /// How long it took.
        let seconds: Double
        let iterations: Int
        /// Whether two windows agreed; otherwise the cap ended it.
        let stable: Bool
    }

    /// The share by which the medians of two windows may differ.
    static let tolerance = 0.05
    /// Windows in the cap.
    static let windows = 8.0

    /// Of all windows together, in nanoseconds.
    private let cap: Double
    private var total = 0.0
    private var iterations = 0
    private var isStable = false
    private var windowTime = 0.0
    private var window: [Double] = []
    private var median: Double?

    /// - Parameter seconds: the most it may take. With 0 it is over after one iteration, and nothing is known to be stable.
    init(seconds: Double) {
        cap = seconds * 1e9
    }

    var isOver: Bool { iterations > 0 && (isStable || total >= cap) }
    var outcome: Outcome { Outcome(seconds: total / 1e9, iterations: iterations, stable: isStable) }

    /// - Parameters:
    ///   - iteration: nanoseconds of the iteration itself.
    ///   - elapsed: with what followed it.
    mutating func add(_ iteration: Double, elapsed: Double) {
        iterations += 1
        total += elapsed
        windowTime += elapsed
        window.append(iteration)
        if windowTime < cap / WarmUp.windows { return }
        let now = Statistics.median(window)
        if let median { isStable = abs(now - median) <= WarmUp.tolerance * median }
        median = now
        window = []
        windowTime = 0
    }
}
