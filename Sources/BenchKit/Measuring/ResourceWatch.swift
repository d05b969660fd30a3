/// Sees to it that resources return to what they were.
struct ResourceWatch {
    private let probe: (@Sendable () -> [String: Int])?
    private let baseline: [String: Int]

    /// How long they may take to go away, in milliseconds.
    private static let patience = 500

    /// - Parameter probe: tells how many of each kind are alive; nil where nothing does.
    init(_ probe: (@Sendable () -> [String: Int])?) {
        self.probe = probe
        baseline = probe?() ?? [:]
    }

    /// Waits until all are back, since some end on other threads.
    /// - Throws: `WrongResult` when some are not.
    func settle() throws {
        guard let left = left() else { return }
        throw WrongResult("resources left behind: \(left)")
    }

    /// What is still there after a while, in words; nil where nothing is.
    func left() -> String? {
        guard let probe else { return nil }
        for attempt in 0...ResourceWatch.patience {
            let now = probe()
            if now.allSatisfy({ $0.value <= baseline[$0.key, default: 0] }) { return nil }
            if attempt < ResourceWatch.patience { Clock.sleep(milliseconds: 1) }
        }
        return probe().filter { $0.value > baseline[$0.key, default: 0] }.sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value) instead of \(baseline[$0.key, default: 0])" }.joined(separator: ", ")
    }
}
