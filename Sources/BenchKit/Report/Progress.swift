import Synchronization

/// Tells on the error output how far a run has come: one line written over on a terminal; elsewhere, as in a log, lines of their own, the first of
/// a run and then one in five seconds at most, since there are thousands of rows.
struct Progress {
    /// When a line was written last, which copies share.
    private final class LastLine: Sendable {
        private let time = Mutex<UInt64?>(nil)

        /// Whether the next one may be written now, in which case it is.
        func isDue(after seconds: Double) -> Bool {
            let now = Clock.monotonic()
            return time.withLock { time in
                if let time, Double(now - time) / 1e9 < seconds { return false }
                time = now
                return true
            }
        }
    }

    /// Steps, of which a benchmark may take several.
    private let items: Int
    private let benchmarks: Int
    private let output: Output
    private let start = Clock.monotonic()
    private let lastLine = LastLine()

    /// Returns to the start of the line and clears it.
    private static let rewind = "\r\u{1B}[2K"

    /// - Parameter benchmarks: nil where each is one item.
    init(items: Int, benchmarks: Int? = nil, output: Output) {
        self.items = items
        self.benchmarks = benchmarks ?? items
        self.output = output
    }

    /// Seconds since the run began.
    var elapsed: Double { Double(Clock.monotonic() - start) / 1e9 }

    func begin(_ text: String) {
        output.error(text + ", " + (benchmarks == 1 ? "1 benchmark" : "\(benchmarks) benchmarks"))
        if Environment.optimisation == "debug" {
            output.error("warning: this is a debug build, its times mean nothing; use swift run -c release")
        }
    }

    func start(_ item: Plan.Item, index: Int) {
        start("\(item.benchmark.id): \(item.benchmark.title)", index: index)
    }

    func start(_ what: String, index: Int) {
        note("[\(index + 1)/\(items)] \(what)" + timeLeft(done: index))
    }

    /// Writes the line of the moment, unless it is no terminal's and another one was written a moment ago.
    func note(_ line: String) {
        let line = line.onOneLine
        if output.errorIsTerminal {
            output.writeError(Self.rewind + line.shortened(to: 79))
        } else if lastLine.isDue(after: output.progressInterval) {
            output.writeError(line + "\n")
        }
    }

    /// Tells of failures at once.
    func report(_ rows: [Row]) {
        for row in rows {
            guard let failure = row.failure else { continue }
            let what = failure.kind == .wrongResult ? "wrong result" : "error"
            clear()
            output.error("\(row.benchmark) (\(row.variant)): \(what): \(failure.message)")
        }
    }

    /// - Parameter keeping: whether there is anything that was measured.
    func end(interrupted: Bool, keeping: Bool = true) {
        clear()
        if interrupted { output.error(Self.interrupted(keeping: keeping)) }
    }

    static func interrupted(keeping: Bool) -> String {
        keeping ? "interrupted; what was measured is kept" : "interrupted before anything was measured"
    }

    func clear() {
        if output.errorIsTerminal { output.writeError(Self.rewind) }
    }

    private func timeLeft(done: Int) -> String { Self.timeLeft(done: done, of: items, elapsed: elapsed) }

    /// What the items so far took, for those to come; empty where there were none.
    static func timeLeft(done: Int, of items: Int, elapsed: Double) -> String {
        guard done > 0 else { return "" }
        let seconds = elapsed / Double(done) * Double(items - done)
        return " (about \(Int(exactly: seconds.rounded(.up)) ?? .max) s left)"
    }
}
