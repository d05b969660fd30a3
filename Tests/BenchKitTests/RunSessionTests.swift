import Foundation
import Synchronization
import Testing

@testable import BenchKit

/// Serialised: the signal handlers and the wish to stop are the process's.
@Suite(.serialized) struct RunSessionTests {
    private func run(
        _ suite: Suite, filter: Selection? = nil, variants: [String]? = nil, out: String? = nil
    ) throws -> (code: ExitCode, recording: CapturedOutput) {
        let recording = CapturedOutput()
        let options = RunOptions(
            filter: filter, variants: variants, profile: .instant, out: out, seed: 1, writesFile: out != nil)
        let code = try RunSession(suite: suite, options: options, output: recording.output).run()
        return (code, recording)
    }

    private func temporaryFile() -> String {
        NSTemporaryDirectory() + "rxbench-test-\(UUID().uuidString).json"
    }

    private let counting = Benchmark("T1", "counts", events: Events(50)) { run in
        var sum = 0
        run.timed { for _ in 0..<run.n { sum += opaque(1) } }
        try run.expect(sum, run.n, "the sum")
        run.metric("double", Double(2 * run.n), unit: "events")
    }

    private let wrong = Benchmark("T2", "adds wrongly", events: Events(50)) { run in
        try run.expect(run.n, run.variant == "queue" ? run.n + 1 : run.n, "the sum")
    }

    @Test func aRunThatPassesExits0AndFillsTheFile() throws {
        let path = temporaryFile()
        defer { unlink(path) }
        let (code, recording) = try run(.withFloor(counting), out: path)
        #expect(code == .success)
        #expect(recording.standard.contains("results: \(path)"))
        let results = try Results(json: Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(results.complete)
        #expect(results.passed)
        #expect(results.rows.count == 3)
        #expect(results.comparisons.map(\.pair.text) == ["queue:lock"])
        let row = try #require(results.rows.first { $0.benchmark == "T1" })
        let samples = try #require(row.time?.samples.count)
        #expect((1...12).contains(samples))  // A busy machine runs out of the time for more.
        #expect(row.metrics["double"]?.value == 100)
        #expect(row.multipleOfReference != nil)
        #expect(!FileManager.default.fileExists(atPath: path + ".partial"))
    }

    /// Also with a floor of no synchronisation among them.
    @Test func eachTwoVariantsAreCompared() throws {
        let path = temporaryFile()
        defer { unlink(path) }
        let benchmark = Benchmark("T1", "adds", variants: ["unchecked", "lock", "queue"], events: Events(100)) { run in
            for i in 0..<run.n { blackHole(i) }
        }
        let suite = BenchKit.Suite(name: "test", benchmarks: [benchmark], defaultVariants: ["unchecked", "lock", "queue"], reference: "T1")
        _ = try run(suite, out: path)
        let results = try Results(json: Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(results.comparisons.map(\.pair.text) == ["lock:unchecked", "queue:unchecked", "queue:lock"])
        let table = ResultsTable(results, suite: suite).text
        for pair in ["lock:unchecked [95 %]", "queue:unchecked [95 %]", "queue:lock [95 %]"] { #expect(table.contains(pair), "\(table)") }
        // What is left of fewer variants has what compares these.
        let kept = results.keeping { $0.variant != "unchecked" }
        #expect(kept.comparisons.map(\.pair.text) == ["queue:lock"] && kept.rows.count == 2)
    }

    @Test func aWrongResultExits6AndKeepsTheOtherRows() throws {
        let path = temporaryFile()
        defer { unlink(path) }
        let (code, recording) = try run(.withFloor(counting, wrong), out: path)
        #expect(code.rawValue == 6)
        #expect(recording.error.contains("T2 (queue): wrong result: the sum: got 50, expected 51"))
        let results = try Results(json: Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(results.complete)
        #expect(!results.passed)
        #expect(results.rows.count { $0.time != nil } == 4)
        #expect(results.rows.first { $0.failure != nil }?.variant == "queue")
    }

    @Test func anErrorOfABenchmarkExits1() throws {
        let broken = Benchmark("T3", "throws", events: Events(1)) { _ in throw CancellationError() }
        #expect(try run(.withFloor(broken)).code == .failure)
    }

    @Test func resourcesLeftBehindAreAWrongResult() throws {
        let live = Mutex(0)
        let leak = Benchmark("T4", "leaks", variants: ["lock"], events: Events(1)) { _ in live.withLock { $0 += 1 } }
        let suite = Suite.withFloor(leak, probe: { ["subjects": live.withLock { $0 }] })
        let (code, recording) = try run(suite)
        #expect(code == .wrongResult)
        #expect(recording.error.contains("resources left behind: subjects"))
    }

    @Test func resourcesMadeOnceAreNoLeak() throws {
        let live = Mutex(0)
        let once = Benchmark("T5", "makes a shared thing", variants: ["lock"], events: Events(1)) { _ in
            live.withLock { $0 = 1 }
        }
        #expect(try run(.withFloor(once, probe: { ["schedulers": live.withLock { $0 }] })).code == .success)
    }

    /// As `run` does.
    @Test func twoVariantsAreComparedWithoutTheCatalogue() throws {
        let path = temporaryFile()
        defer { unlink(path) }
        let row = Benchmark("C1", "a row", kind: .catalogue, events: Events(50)) { _ in }, suite = BenchKit.Suite.withFloor(counting, row)
        func compared(_ words: String...) throws -> Set<String> {
            let recording = CapturedOutput()
            let program = CommandLineProgram(name: "bench", version: "1", summary: "", commands: suite.commands)
            let code = program.run(["compare", "--core", "lock:queue", "--out", path] + words, output: recording.output)
            #expect(code == .success, "\(recording.error)")
            return Set(try ResultsFile.read(path).rows.map(\.benchmark))
        }
        #expect(try compared() == ["T1", "floor.closure-call"])
        #expect(try compared("--filter", "^C1") == ["C1", "floor.closure-call"])
    }

    @Test func whatMatchesNothingIsAUsageError() {
        #expect(throws: UsageError.self) { try run(.withFloor(counting), filter: "nothing") }
    }

    @Test(arguments: ["\(Fixture.missing)/x.json", "/", "\(Executables.own ?? "/dev/null")/x.json"])
    func anUnusablePathFailsBeforeAnythingRuns(path: String) {
        let recording = CapturedOutput()
        let options = RunOptions(profile: .instant, out: path, seed: 1)
        #expect(throws: UsageError.self) {
            try RunSession(suite: .withFloor(counting), options: options, output: recording.output).run()
        }
        #expect(recording.error.isEmpty)
    }

    @Test func anInterruptionKeepsTheRowsSoFar() throws {
        let path = temporaryFile()
        defer { unlink(path) }
        let stop = Benchmark("T6", "is interrupted", events: Events(1)) { _ in Interruption.request() }
        let suite = Suite(name: "test", benchmarks: [counting, stop], reference: "T1")
        // With this seed T1 comes first.
        let plan = try Plan(suite: suite, filter: nil, variants: nil, seed: 1)
        try #require(plan.items.map(\.benchmark.id) == ["T1", "T6"])
        let (code, recording) = try run(suite, out: path)
        #expect(code == .interrupted)
        #expect(recording.standard.contains("results so far, incomplete: \(path)"))
        let results = try Results(json: Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(!results.complete)
        #expect(Set(results.rows.map(\.benchmark)) == ["T1"])
    }
}
