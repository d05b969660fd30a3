import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// The tools that write the page "What operators cost" and the list of prices, with what is measured here.
    @Suite(.enabled(if: Executables.find("swift") != nil)) struct OperatorCostsTests {
        private static let tools = ((#filePath as NSString).deletingLastPathComponent as NSString).appendingPathComponent("../../Scripts/tools")

        /// Rows of the baseline: 10 instructions, 30 where it is composed, 80 in generic code, and a malloc on both cores.
        private static func baseline(_ ids: String...) -> Data {
            let rows = ids.flatMap { id in
                let instructions = id.hasSuffix("/composed") ? 30 : id.hasSuffix("/generic") ? 80 : 10
                return ["lock", "queue"].map { #"["\#(id)", "\#($0)", 10, 2, "\#(instructions) 1", ""]"# }
            }
            return Data(#"{"kinds": ["instructions", "mallocs"], "commit": "c0ffee", "rows": [\#(rows.joined(separator: ","))]}"#.utf8)
        }

        /// Rows of several threads: 3 mallocs at least with one core, 4 with the other.
        private static let threads = Data(
            #"""
            {"kinds": ["instructions", "mallocs"], "commit": "c0ffee", "rows": [
            ["merge/event", "lock", 10, 40, "- 3.52~3~4.04", ""], ["merge/event", "queue", 10, 40, "- 4~", ""],
            ["zip/event", "lock", 10, 40, "9~ 3.52~3~4.04", ""]]}
            """#.utf8)

        /// What differs from process to process isn't shown as if it were exact.
        @Test func ofSeveralThreadsTheLeastIsShown() throws {
            try Fixture.inFolder(["page": Data("<!-- costs -->\n<!-- /costs -->\n".utf8), "baseline": Self.threads]) { folder in
                Interruption.install()
                defer { Interruption.restore() }
                _ = try ChildProcess.lines(of: Self.tools, ["operator-costs", "\(folder)/page", "\(folder)/baseline"], silence: 300)
                let page = try String(contentsOfFile: "\(folder)/page", encoding: .utf8)
                #expect(page.contains("| `merge` | – | – | – | – | – | ~3 / ~4 | – | – |\n"), "\(page)")
                #expect(page.contains("| `zip` | – | – | – | – | 9 | 3.5 | – | – |\n"), "\(page)")
            }
        }

        /// The same in the list of prices: with another row, whose mallocs are exact.
        @Test func theListOfPricesShowsTheLeastToo() throws {
            func row(_ id: String, _ variant: String, _ perEvent: [CountedKind: Count]) -> Row {
                var row = Row(benchmark: Fixture.benchmark(id), variant: variant, events: 10)
                row.counts = RowCounts(events: 10, repetitions: 4, perEvent: perEvent, perSubscription: [:])
                return row
            }
            let exact: [CountedKind: Count] = [.instructions: Count(value: 10, stability: .banded), .mallocs: Count(value: 2, stability: .exact)]
            let differing: [CountedKind: Count] = [.mallocs: Count(value: 3.52, stability: .banded, low: 3, high: 4.04)]
            let rows = ["lock", "queue"].flatMap { [row("T1", $0, exact), row("T8", $0, differing)] }
            let counts = String(decoding: try Fixture.results(.counts, rows: rows).json(), as: UTF8.self)
            let files = [
                "page": Data("<!-- prices -->\n<!-- /prices -->\n".utf8), "unbiased": Self.baseline(),
                "counts": Data(counts.replacing(/"environment" ?: ?{/) { $0.0 + #""commit": "c0ffee","# }.utf8),
            ]
            try Fixture.inFolder(files) { folder in
                Interruption.install()
                defer { Interruption.restore() }
                _ = try ChildProcess.lines(
                    of: Self.tools, ["price-list", "\(folder)/page", "\(folder)/counts", "\(folder)/unbiased"], silence: 300)
                let page = try String(contentsOfFile: "\(folder)/page", encoding: .utf8)
                #expect(page.contains("| T1 | 10 | – | – | 2.0 | – | – | – |\n"), "\(page)")
                #expect(page.contains("| T8 | – | – | – | ~3.0 | – | – | – |\n"), "\(page)")
            }
        }

        private static func times(_ rows: (id: String, title: String, kind: Benchmark.Kind, nanoseconds: Double)...) throws -> Data {
            let rows = rows.map { row in
                let benchmark = Fixture.benchmark(row.id, title: row.title, kind: row.kind)
                var timed = Row(benchmark: benchmark, variant: row.kind == .floor ? BenchKit.Suite.onlyVariant : "lock", events: 10)
                timed.time = Fixture.timed("T1", "lock", nanoseconds: row.nanoseconds).time
                return timed
            }
            return try Fixture.results(.run, rows: rows).json()
        }

        @Test func whatIsCountedOrTimedIsOnThePage() throws {
            let times = try Self.times(
                ("take/event", "take(1): an element", .catalogue, 12), ("take/event/composed", "take(1): an element, composed", .catalogue, 99),
                ("take/error", "take(1): to subscribe to a source that fails", .catalogue, 300),
                ("take/other-error", "take(1): to subscribe while another source fails", .catalogue, 500),
                ("values/event", "an element through values to a task", .catalogue, 2000),
                ("values/buffering/event", "an element through values(buffering: .unbounded) to a task", .catalogue, 2100),
                ("window/event", "window(timeSpan: .seconds(1), count: 10): an element", .catalogue, 700),
                ("SerialScheduler/schedule", "SerialScheduler: schedule", .catalogue, 400),
                ("neighbour.actor/call", "an actor: a call", .floor, 150), ("floor.closure-call", "a call", .floor, 2),
                ("map-filter/6", "a workload", .workload, 9))
            let files = [
                "page": Data("# Costs\n<!-- costs -->\n<!-- /costs -->\nEnd\n".utf8), "times": times, "other": Self.baseline("take/event"),
                "baseline": Self.baseline(
                    "take/event", "take/event/composed", "take/event/generic", "take/subscribe", "take/complete", "map-filter/6"),
            ]
            try Fixture.inFolder(files) { folder in
                Interruption.install()
                defer { Interruption.restore() }
                func run(_ words: String...) throws { _ = try ChildProcess.lines(of: Self.tools, ["operator-costs"] + words, silence: 300) }
                try run("\(folder)/page", "\(folder)/baseline", "\(folder)/times")
                let page = try String(contentsOfFile: "\(folder)/page", encoding: .utf8), lines = page.split(separator: "\n").map(String.init)
                for line in [
                    "| `take` | take(1) | 12 | 3 | 8 | 10 | 1 | – | – |", "| `take` | – · 10 · 1 | – · 10 · 1 | 300 · – · – | 500 · – · – | – |",
                    "| `values` | an element through values to a task | 2000 | – | – | – | – | – | – |",
                    "| `values/buffering` | an element through values(buffering: .unbounded) to a task | 2100 | – | – | – | – | – | – |",
                    "| `window` | window(timeSpan: .seconds(1), count: 10) | 700 | – | – | – | – | – | – |",
                    "| `SerialScheduler/schedule` | SerialScheduler: schedule | 400 | – | – | – | – |", "## The toolchain's own means, beside ours",
                    "| `SerialScheduler/schedule` | ours | SerialScheduler: schedule | 400 | – | – | – | – |",
                    "| `neighbour.actor/call` | `SerialScheduler/schedule`, `SerialDispatchQueueScheduler/schedule` | an actor: a call | 150 | – | – | – | – |",
                ] { #expect(lines.contains(line), "\(line)\n\(page)") }
                #expect(!page.contains("floor.") && !page.contains("map-filter"))
                // Without a recording the page has what it had.
                try run("\(folder)/page", "\(folder)/baseline")
                #expect(try String(contentsOfFile: "\(folder)/page", encoding: .utf8) == page)
                try run("--check", "\(folder)/page", "\(folder)/baseline")
                #expect(throws: ChildProcess.Failure.self) { try run("--check", "\(folder)/page", "\(folder)/other") }
            }
        }
    }
}
