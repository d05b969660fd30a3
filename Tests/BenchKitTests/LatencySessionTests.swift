import Foundation
import Testing

@testable import BenchKit

extension RunSessionTests {
    /// What `latency` measures, writes and says.
    @Suite struct LatencySessionTests {
        private static func suite(_ benchmarks: [Benchmark] = []) -> Suite {
            func benchmark(_ id: String, kind: Benchmark.Kind = .workload, floor: String? = nil, load: Latency.Load) -> Benchmark {
                Benchmark(id, "title of \(id)", kind: kind, latency: Latency(senders: 2, load: load, floor: floor)) { _ in }
            }
            return Suite(
                name: "mine",
                benchmarks: [
                    benchmark("queue/load=50", floor: "floor.lock/load=50", load: .share(0.5)),
                    benchmark("floor.lock/load=50", kind: .floor, load: .share(0.5)), benchmark("absent", load: .flood),
                ], defaultVariants: [Suite.onlyVariant], reference: "none")
        }

        private func session(
            _ filter: Selection, forks: Int = 2, in folder: String, recording: CapturedOutput = CapturedOutput()
        ) throws -> LatencySession {
            var options = LatencyOptions(seed: 1)
            options.filter = filter
            options.forks = forks
            options.seconds = 0.05
            options.out = "\(folder)/latency.json"
            var session = LatencySession(suite: Self.suite(), options: options, output: recording.output)
            session.program = WorkerProgram(path: try #require(Fixture.mine))
            return session
        }

        @Test func aRowComesWithItsFloorAndInEveryFork() throws {
            try Fixture.inFolder([:]) { folder in
                let recording = CapturedOutput()
                #expect(try session("^queue", in: folder, recording: recording).run() == .success)
                let results = try ResultsFile.read("\(folder)/latency.json")
                #expect(results.complete && results.command == .latency && results.forks == 2)
                #expect(results.rows.map(\.benchmark) == ["queue/load=50", "floor.lock/load=50"])
                let latency = try #require(results.rows[0].latency), floor = try #require(results.rows[1].latency)
                #expect(latency.load == "50 %" && latency.arrivals == "Poisson" && latency.forks == 2 && latency.floor == "floor.lock/load=50")
                let rate = try #require(latency.rate), capacity = try #require(latency.capacity)
                #expect(rate > 0.3 * capacity && rate < 0.7 * capacity)
                for name in ["delay", "delay in events", "call", "sender's lateness"] {
                    let distribution = try #require(latency.distributions[name])
                    #expect(distribution.histogram.count == latency.sent)
                    #expect(distribution[.p50]?.forks.count == 2 && distribution[.p50]?.interval == nil)
                }
                let p50 = try #require(latency.distributions["delay"]?[.p50]), base = try #require(floor.distributions["delay"]?[.p50])
                #expect(p50.multiple == p50.value / base.value && base.multiple == nil)
                #expect(latency.jitter.histogram.count == 40_000)
                #expect(recording.standard.contains("queue/load=50") && recording.standard.contains("results: "))
            }
        }

        @Test func whatFailsIsARowAndTheOthersGoOn() throws {
            try Fixture.inFolder([:]) { folder in
                #expect(try session("absent|floor", forks: 1, in: folder).run() == .failure)
                let results = try ResultsFile.read("\(folder)/latency.json")
                let failure = try #require(results.rows.first { $0.benchmark == "absent" }?.failure)
                #expect(results.complete && failure.message.contains("no benchmark of latency absent"))
                #expect(results.rows.first { $0.benchmark == "floor.lock/load=50" }?.latency != nil)
            }
        }

        @Test func whatMatchesNothingIsRefused() throws {
            try Fixture.inFolder([:]) { folder in
                #expect(throws: UsageError.self) { try session("nothing", in: folder).run() }
                #expect(!FileManager.default.fileExists(atPath: "\(folder)/latency.json"))
            }
        }

        /// Too few samples, too loud a machine: both are said, and decide nothing.
        @Test func figuresThatSayNothingSaySo() throws {
            func outcome(_ delay: Int, jitter: Int, samples: Int) -> TrialOutcome {
                var histogram = Histogram(), machine = Histogram()
                histogram.record(delay, times: samples)
                machine.record(jitter, times: 1000)
                var outcome = TrialOutcome(
                    seconds: 1, capacity: nil, rate: 5, sent: samples, distributions: ["delay": .init(unit: "ns", histogram: histogram)],
                    metrics: [:], missing: [:])
                outcome.jitter = machine
                return outcome
            }
            let latency = Latency(load: .rate(5))
            let few = try #require(RowLatency(latency, [outcome(100, jitter: 1, samples: 500)]).distributions["delay"])
            #expect(few[.p90]?.value == 100 && few[.p99] == nil && few.missing?["p99"] == "500 samples, and it takes 1000")
            #expect(few[.p90]?.hidden == nil)
            let loud = try #require(RowLatency(latency, [outcome(100, jitter: 51, samples: 500)]).distributions["delay"])
            #expect(loud[.p90]?.hidden == true)
            let forks = (1...6).map { outcome($0 * 10, jitter: 1, samples: 100) }
            let pooled = try #require(RowLatency(latency, forks).distributions["delay"])
            #expect(pooled.histogram.count == 600 && pooled[.p50]?.value == 30)
            #expect(pooled[.p50]?.interval == Interval(low: 10, high: 60, confidence: 0.96875))
        }
    }
}
