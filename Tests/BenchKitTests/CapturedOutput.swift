import Synchronization

@testable import BenchKit

/// Keeps what a program prints.
final class CapturedOutput: Sendable {
    private let texts = Mutex<(standard: String, error: String)>(("", ""))

    var standard: String { texts.withLock { $0.standard } }
    var error: String { texts.withLock { $0.error } }

    var output: Output { output(errorIsTerminal: false) }

    /// What makes the user stop the program when it says so on its error output.
    func output(stoppingAt line: String) -> Output {
        let output = output
        return Output(
            write: output.write,
            writeError: { text in
                output.writeError(text)
                if text.contains(line) { Interruption.request() }
            }, errorIsTerminal: false, progressInterval: 0)
    }

    func output(errorIsTerminal: Bool, progressInterval: Double = 0) -> Output {
        Output(
            write: { [self] text in texts.withLock { $0.standard += text } },
            writeError: { [self] text in texts.withLock { $0.error += text } },
            errorIsTerminal: errorIsTerminal, progressInterval: progressInterval)
    }
}

extension Profile {
    /// No warm-up to speak of and the fewest samples that have an interval.
    static let instant = Profile(
        name: .quick, samples: 6, countings: 2, warmUp: 0, benchmarkLimit: 0.05, runLimit: 1)
}

extension Suite {
    /// A floor and the given benchmarks.
    static func withFloor(
        _ benchmarks: Benchmark..., probe: (@Sendable () -> [String: Int])? = nil, settings: [Setting] = [], reasons: String? = nil
    ) -> Suite {
        let floor = Benchmark("floor.closure-call", "a floor", kind: .floor, events: Events(100)) { run in
            for index in 0..<run.n { blackHole(index) }
        }
        return Suite(name: "test", benchmarks: benchmarks + [floor], probe: probe, settings: settings, reasons: reasons)
    }
}
