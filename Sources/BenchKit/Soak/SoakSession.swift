import Foundation
import Synchronization

/// How long to soak, and on what.
public struct SoakOptions: Sendable {
    public var variants: [String]
    /// Seconds of each variant.
    public var seconds: Double
    public var seed: UInt64
    /// Where the results go; nil for nowhere.
    public var out: String?

    public init(variants: [String], seconds: Double, seed: UInt64 = .random(in: 0..<1_000_000)) {
        self.variants = variants
        self.seconds = seconds
        self.seed = seed
    }
}

/// Lets a program run for long, one variant after the other, and looks at what the process holds meanwhile.
public struct SoakSession: Sendable {
    let program: SoakProgram
    let suite: Suite
    let options: SoakOptions
    let output: Output

    public init(_ program: SoakProgram, suite: Suite, options: SoakOptions, output: Output = .terminal) {
        self.program = program
        self.suite = suite
        self.options = options
        self.output = output
    }

    /// Samples of each variant.
    private static let samples = 120.0
    /// Seconds between two of them, at least: to look takes a millisecond.
    private static let shortest = 0.1

    /// Blocks until all variants have had their time or the user interrupts.
    /// - Throws: `UsageError` before anything is run; other errors where the file cannot be written at the end.
    public func run() throws -> ExitCode {
        let file = try options.out.map { path throws(UsageError) in try ResultsFile(path: path, makingDirectory: false, output: output) }
        defer { file?.discard() }
        Interruption.install()
        defer { Interruption.restore() }
        var results = SoakResults(program: program.title, seed: options.seed, environment: .current(of: suite))
        output.error("\(suite.name): soaking \(program.title), \(Figures.short(options.seconds)) s each, seed \(options.seed)")
        do {
            for variant in options.variants {
                let run = soak(variant) { run in
                    var soFar = results
                    soFar.runs.append(run)
                    try? file?.checkpoint(soFar)
                }
                results.runs.append(run.run)
                try file?.checkpoint(results)
                if run.isInterrupted { throw Interruption.Stop() }
            }
            results.complete = true
        } catch is Interruption.Stop {
            output.error(Progress.interrupted(keeping: true))
        }
        try file?.finish(results)
        output.lines(SoakReport(results).text)
        if let path = file?.path { output.line(results.complete ? "results: \(path)" : "results so far, incomplete: \(path)") }
        return results.exitCode
    }

    private func soak(_ variant: String, checkpoint: (SoakResults.Run) -> Void) -> (run: SoakResults.Run, isInterrupted: Bool) {
        let soak = Soak(variant: variant, seed: options.seed), outcome = Outcome(), body = program.body
        let resources = ResourceWatch(suite.probe), begin = Clock.monotonic()
        Thread {
            outcome.end(Result { try body(soak) })
        }.start()
        var gauges = SoakGauges(suite.probe), isInterrupted = false
        let step = max(options.seconds / SoakSession.samples, SoakSession.shortest)
        func elapsed() -> Double { Double(Clock.monotonic() - begin) / 1e9 }
        var next = step, kept = 0.0
        while elapsed() < options.seconds, !outcome.isOver {
            Clock.sleep(milliseconds: 10)
            do { try Interruption.check() } catch {
                isInterrupted = true
                break
            }
            if elapsed() < next { continue }
            next += step
            gauges.look(at: elapsed(), window: soak.takeWindow())
            if elapsed() > kept + 10 {
                kept = elapsed()
                checkpoint(gauges.run(variant, seconds: elapsed()))
            }
        }
        let early = outcome.isOver
        soak.stop()
        let result = outcome.wait()
        var run = gauges.run(variant, seconds: elapsed())
        do {
            try result.get()
            if early { throw WrongResult("it ended before it was told to") }
            try resources.settle()
        } catch { run.failure = RowFailure(error) }
        return (run, isInterrupted)
    }

    private final class Outcome: Sendable {
        private let result = Mutex<Result<Void, any Error>?>(nil)
        private let ended = DispatchSemaphore(value: 0)

        var isOver: Bool { result.withLock { $0 != nil } }

        func end(_ found: Result<Void, any Error>) {
            result.withLock { $0 = found }
            ended.signal()
        }

        /// Not for ever: a wake-up that is lost is what a soak may find.
        func wait() -> Result<Void, any Error> {
            if ended.wait(timeout: .now() + .seconds(60)) == .timedOut { return .failure(WrongResult("it did not end within 60 s of being told to")) }
            return result.withLock { $0 } ?? .success(())
        }
    }
}

/// What is looked at while a program runs.
struct SoakGauges {
    private var series: [SoakResults.Series] = []
    private var missing: [String: String] = [:]
    private let probe: (@Sendable () -> [String: Int])?
    private var samples = 0

    init(_ probe: (@Sendable () -> [String: Int])?) { self.probe = probe }

    mutating func look(at time: Double, window: Histogram) {
        samples += 1
        add("heap", "B", HeapBytes.read().map { Double($0.allocated) }, at: time, tolerance: 262_144, orBecause: HeapBytes.unavailableReason)
        add("threads", "", ProcessProbes.threads().map(Double.init), at: time, tolerance: 1, orBecause: "the system has no /proc/self/task")
        add("descriptors", "", ProcessProbes.descriptors().map(Double.init), at: time, tolerance: 1, orBecause: "the system has no /proc/self/fd")
        for (kind, count) in (probe?() ?? [:]).sorted(by: { $0.key < $1.key }) {
            add("live \(kind)", "", Double(count), at: time, tolerance: 2, orBecause: "")
        }
        // What a busy machine does to a tail may be many times the tail.
        let late = window.percentile(.p99).map(Double.init)
        add(
            "p99", "ns", late, at: time, tolerance: 1_000_000, orBecause: "fewer than \(Percentile.p99.fewestSamples) were recorded between two looks"
        )
    }

    private mutating func add(_ name: String, _ unit: String, _ value: Double?, at time: Double, tolerance: Double, orBecause reason: String) {
        guard let value else {
            missing[name] = reason
            return
        }
        let index = series.firstIndex { $0.name == name } ?? series.endIndex
        if index == series.endIndex { series.append(SoakResults.Series(name: name, unit: unit, tolerance: tolerance)) }
        series[index].times.append(time)
        series[index].values.append(value)
    }

    func run(_ variant: String, seconds: Double) -> SoakResults.Run {
        var judged = series
        for index in judged.indices { judged[index].judge() }
        let known = Set(series.map(\.name))
        return SoakResults.Run(
            variant: variant, seconds: seconds, samples: samples, series: judged, missing: missing.filter { !known.contains($0.key) })
    }
}
