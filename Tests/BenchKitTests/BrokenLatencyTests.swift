import Foundation
import Testing

@testable import BenchKit

/// Files of latencies that nobody has measured: each command refuses them in one line, or shows them.
@Suite struct BrokenLatencyTests {
    private static let row: DocumentPath = ["rows", "3"]
    private static let latency = row + ["latency"]
    private static let delay = latency + ["distributions", "delay"]
    private static let empty = #"{"count": 0, "least": 0, "largest": 0, "sum": 0, "buckets": ""}"#

    private func document(_ changes: [(DocumentPath, Any?)]) throws -> Document {
        try changes.reduce(Document(WholeDocument.results).setting(["command"], to: "latency")) { $0.setting($1.0, to: $1.1) }
    }

    private func value(_ text: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) }

    /// What each command that reads the file ends with, and what it says of it.
    private func outcomes(_ document: Document) throws -> [(command: String, code: ExitCode, error: String)] {
        var found: [(String, ExitCode, String)] = []
        try Fixture.inFolder(["a.json": document.data, "b.json": Data(WholeDocument.results.utf8)]) { folder in
            let suite = BenchKit.Suite.withFloor(Fixture.benchmark("T1"))
            let program = CommandLineProgram(name: "bench", version: "1", summary: "", commands: suite.commands)
            let exports = ExportFormat.ofWholeFiles.map { ["export", "\(folder)/a.json", "--format", $0.rawValue] }
            let others = [
                ["report", "\(folder)/a.json", "--html", "\(folder)/a.html", "--markdown", "--junit", "\(folder)/a.xml"],
                ["compare", "\(folder)/a.json", "\(folder)/b.json"], ["compare", "\(folder)/b.json", "\(folder)/a.json"],
                ["export", "\(folder)/a.json", "--format", "hgrm", "--row", "L1 (lock)"],
            ]
            for words in others + exports {
                let recording = CapturedOutput()
                let code = program.run(words, environment: [:], output: recording.output)
                found.append((words.joined(separator: " ").replacingOccurrences(of: folder, with: "@"), code, recording.error))
            }
        }
        return found
    }

    @Test func whatIsBrokenIsRefused() throws {
        let histogram = BrokenLatencyTests.delay + ["histogram"], jitter = BrokenLatencyTests.latency + ["jitter", "histogram"]
        let changes: [(DocumentPath, Any?)] = [
            (histogram + ["buckets"], "APQDY+o"), (histogram + ["buckets"], "APQDY+oDnw=="), (histogram + ["count"], -1000),
            (histogram + ["count"], 999),
            (histogram + ["count"], try value("1e308")), (histogram + ["sum"], -1), (histogram + ["largest"], -1), (histogram, nil),
            (jitter + ["buckets"], ""),
            (BrokenLatencyTests.latency + ["forks"], 0.5), (BrokenLatencyTests.latency + ["jitter"], nil),
            (BrokenLatencyTests.latency + ["distributions"], nil), (BrokenLatencyTests.delay + ["percentiles", "p50", "value"], "many"),
        ]
        for change in changes {
            for (command, code, error) in try outcomes(document([change])) {
                #expect(code == .failure && error.split(separator: "\n").count == 1 && error.contains("a.json"), "\(change): \(command): \(error)")
            }
        }
    }

    @Test func whatIsOddIsShown() throws {
        let empty = try value(BrokenLatencyTests.empty), delay = BrokenLatencyTests.delay, latency = BrokenLatencyTests.latency
        let cases: [[(DocumentPath, Any?)]] = [
            [(latency + ["forks"], 0), (latency + ["seconds"], try value("1e308"))], [(latency + ["seconds"], -1), (latency + ["forks"], Int.min)],
            [(latency + ["distributions"], [String: Any]())], [(delay + ["histogram"], empty)], [(delay + ["percentiles"], [String: Any]())],
            [(delay + ["histogram"], empty), (delay + ["percentiles"], [String: Any]()), (latency + ["jitter", "histogram"], empty)],
            [(delay + ["percentiles", "p99", "forks"], [Any]())], [(delay + ["percentiles", "p50", "value"], try value("-1e308"))],
            [(delay + ["percentiles", "p42"], ["value": 1, "forks": [1]] as [String: Any])], [(delay + ["unit"], "")],
            [(latency + ["load"], ""), (latency + ["floor"], "L1")],
            [(latency + ["capacity"], try value("-1e308")), (latency + ["rate"], 0), (latency + ["sent"], Int.max)],
            [(BrokenLatencyTests.row + ["time"], nil)],
        ]
        for changes in cases {
            for (command, code, error) in try outcomes(document(changes)) {
                // A form may have no place for what is left, which is one line.
                let isNone = command.contains("hgrm") && code != .success
                #expect(code == .success || (isNone && error.split(separator: "\n").count == 1), "\(changes): \(command): \(error)")
            }
        }
    }
}
