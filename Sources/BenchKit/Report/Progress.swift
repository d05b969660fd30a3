/// Tells on the error output how far a run has come: one line written over on a terminal, one line a benchmark elsewhere.
struct Progress {
    private let items: Int
    private let output: Output
    private let start = Clock.monotonic()

    /// Returns to the start of the line and clears it.
    private static let rewind = "\r\u{1B}[2K"

    init(items: Int, output: Output) {
        self.items = items
        self.output = output
    }

    /// Seconds since the run began.
    var elapsed: Double { Double(Clock.monotonic() - start) / 1e9 }

    func begin(_ text: String) {
        output.error(text + ", " + (items == 1 ? "1 benchmark" : "\(items) benchmarks"))
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

    /// Writes the line of the moment.
    func note(_ line: String) {
        let line = line.onOneLine
        output.writeError(output.errorIsTerminal ? Self.rewind + line.shortened(to: 79) : line + "\n")
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

    /// What the benchmarks so far took, for those to come.
    private func timeLeft(done: Int) -> String {
        guard done > 0 else { return "" }
        let seconds = elapsed / Double(done) * Double(items - done)
        return " (about \(Int(exactly: seconds.rounded(.up)) ?? .max) s left)"
    }
}
