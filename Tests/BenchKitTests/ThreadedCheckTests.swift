import Foundation
import Synchronization
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// What several threads do is looked at beside what is counted.
    @Suite(.serialized) struct ThreadedCheckTests {
        private static func threaded(_ id: String) -> Benchmark { Benchmark(id, "threads", isSingleThreaded: false, events: Events(4)) { _ in } }

        /// - Parameters:
        ///   - silentOn: the benchmark that its program gives no answer to.
        ///   - save: gets what is known so far.
        private func results(_ benchmarks: [Benchmark], silentOn: String? = nil, save: @escaping (Results) -> Void = { _ in }) throws -> Results {
            Interruption.install()
            defer { Interruption.restore() }
            let suite = BenchKit.Suite(name: "planted", benchmarks: benchmarks, defaultVariants: ["only"], reference: benchmarks[0].id)
            var found: Results?
            try Fixture.inFolder { folder in
                let counted = Results(
                    command: .counts, suite: suite.name, profile: nil, seed: 0, order: [], reference: suite.reference, environment: .current())
                try Baseline(counted, reason: "test").json().write(to: URL(fileURLWithPath: "\(folder)/baseline.json"))
                var options = CheckOptions(folder: folder, seed: 1)
                options.checksTimes = false
                var session = CheckSession(suite: suite, options: options, product: "bench", output: CapturedOutput().output)
                session.program = try Fixture.worker(
                    of: suite, in: folder, counts: AllocationCounts(mallocs: 12, frees: 12, bytes: 96), silentOn: silentOn)
                let now = Mutex<UInt64>(0)
                // A checkpoint each time that there could be one.
                session.clock = {
                    now.withLock {
                        $0 += 1_000_000_000_000; return $0
                    }
                }
                found = try session.results { save($0) }
            }
            return try #require(found)
        }

        /// Whether rows were right; that the baseline has no counts of them is said, too.
        private static func looked(_ results: Results) -> [Finding] { (results.findings ?? []).filter { $0.gate == "results" } }

        /// The counts fail here: a script isn't a program that can be counted.
        @Test func bothPartsTellWhatTheyFound() throws {
            let results = try results([Fixture.benchmark("T1"), Self.threaded("T8"), Self.threaded("T9")])
            #expect(Self.looked(results).map(\.row) == ["T8 (only)", "T9 (only)"] && results.complete)
            #expect(Self.looked(results).map(\.verdict) == [.pass, .pass])
            let counted = results.findings?.filter { $0.row.hasPrefix("T1") || $0.row == "planted" } ?? []
            #expect(!counted.isEmpty && !counted.contains { $0.verdict == .pass })
        }

        @Test func eachIsKnownAsSoonAsItWasLookedAt() throws {
            let saved = Mutex<Set<[String]>>([])
            _ = try results([Self.threaded("T8"), Self.threaded("T9")]) { soFar in
                let rows = Self.looked(soFar).map(\.row)
                _ = saved.withLock { $0.insert(rows) }
            }
            let rows = saved.withLock { $0 }
            #expect(rows.contains(["T8 (only)", "T9 (only)"]))
            // Whichever was first, none comes without those before it.
            #expect(rows.isSubset(of: [[], ["T8 (only)"], ["T8 (only)", "T9 (only)"]]), "\(rows)")
        }

        /// Where nothing else is left to do that would hear of it.
        @Test func anInterruptionKeepsWhatWasLookedAt() throws {
            let start = Clock.monotonic()
            let results = try results([Self.threaded("T8"), Self.threaded("T9")], silentOn: "T9") { soFar in
                if soFar.findings?.isEmpty == false { Interruption.request() }
            }
            #expect(!results.complete && Self.looked(results).map(\.row) == ["T8 (only)"])
            #expect(Double(Clock.monotonic() - start) / 1e9 < 30, "the limit of an answer is 60 s")
        }
    }
}
