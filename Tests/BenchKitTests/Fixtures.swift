import Foundation

@testable import BenchKit

/// Results as they might have been measured.
enum Fixture {
    /// A path that nothing has, on whatever machine.
    static let missing = NSTemporaryDirectory() + "missing-\(UUID().uuidString)"

    static let isSanitized = ["__asan_init", "__tsan_init"].contains { (name: String) in dlsym(dlopen(nil, RTLD_NOW), name) != nil }

    /// Whether a program built like this one can be counted: there is valgrind, and no sanitizer, which it can't run.
    static let canCount = Executables.find("valgrind") != nil && !isSanitized

    /// The program of `Benchmarks/Mine`, next to the tests.
    static let mine: String? = Executables.own.map { ($0 as NSString).deletingLastPathComponent + "/Mine" }

    /// For scripts whose folder is `$2`: a function that waits until what its argument says succeeds, where the folder is `$here`. In vain for
    /// 90 seconds, it ends the script and what that has put into `main`.
    static let waitFor = """
        here=$2 main=
        wait_for() {
          end=$(($(date +%s) + 90))
          until eval "$1" >/dev/null 2>&1; do
            if [ "$(date +%s)" -ge $end ]; then
              echo "waited in vain for: $1"
              [ -z "$main" ] || kill -KILL $main
              exit 1
            fi
            sleep 0.02
          done
        }

        """

    /// Writes a program that answers for the suite as a worker does, but without measuring: every sample is the same.
    /// - Parameters:
    ///   - failing: answers so from the start, to everything.
    ///   - contaminated: whether its samples waited for a processor.
    ///   - trial: what it answers to a trial of latency; nil where it knows none.
    ///   - version: of the protocol that it speaks.
    ///   - counts: what it counts, and if `first` isn't nil only so often; then nothing is left.
    ///   - log: a file that gets a line with the program's name for each start, each sample and each trial, which is in it.
    static func worker(
        of suite: BenchKit.Suite, in folder: String, name: String = "worker", failing: RowFailure? = nil, contaminated: Bool = false,
        trial: TrialOutcome? = nil, version: Int = WorkerProtocol.version, counts: AllocationCounts? = nil, first: Int? = nil,
        silentOn: String? = nil, log: String = "/dev/null"
    ) throws -> WorkerProgram {
        let known = Dictionary(uniqueKeysWithValues: suite.benchmarks.map { ($0.id, suite.variants(of: $0)) })
        let latencies = trial.map { _ in Dictionary(uniqueKeysWithValues: suite.latencies.map { ($0.id, suite.variants(of: $0)) }) } ?? [:]
        let greeting = WorkerAnswer.Greeting(
            version: version, isOnValgrind: false, allocationsUnavailable: nil, environment: .withoutPrograms())
        let sample = TimeSample(wall: 100, processor: 100, contaminated: contaminated, metrics: [:], missing: [:])
        let prepared = failing.map(WorkerAnswer.failed) ?? .prepared(iterationSeconds: 0.001, isWarm: true)
        let tried = trial.map(WorkerAnswer.tried) ?? .failed(RowFailure(kind: .error, message: "no trial"))
        let answers = try [
            .ready(greeting), prepared, .sampled(sample), tried,
            .listed(WorkerAnswer.KnownBenchmarks(benchmarks: known, latencies: latencies, tags: [:])),
            .counted(counts), .counted(counts.map { AllocationCounts(mallocs: $0.mallocs, frees: $0.mallocs, bytes: $0.bytes) }),
        ].map { (answer: WorkerAnswer) in
            try WorkerProtocol.encode(answer).replacingOccurrences(of: "'", with: "'\\''")
        }
        let script = """
            #!/bin/sh
            echo 'start \(name)' >>'\(log)'
            echo '\(answers[0])'
            while read -r line; do
              case $line in
                *'\(silentOn.map { "\"\($0)\"" } ?? "nothing is silent")'*) ;;
                '{"list"'*) echo '\(answers[4])' ;;
                '{"count"'*)
                  counted=$((counted + 1))
                  if [ $counted -le \(first ?? .max) ]; then echo '\(answers[5])'; else echo '\(answers[6])'; fi ;;
                *prepare*) echo '\(answers[1])' ;;
                '{"try"'*) echo "\(name) $line" >>'\(log)'; echo '\(answers[3])' ;;
                *) echo 'sample \(name)' >>'\(log)'; echo '\(answers[2])' ;;
              esac
            done

            """
        let path = "\(folder)/\(name)"
        try write(script, toProgram: path)
        return WorkerProgram(path: path)
    }

    static func write(_ script: String, toProgram path: String) throws {
        try Data(script.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }

    static func benchmark(_ id: String, title: String = "a workload", kind: Benchmark.Kind = .workload) -> Benchmark {
        Benchmark(id, title, unit: "onNext", kind: kind, variants: ["lock", "queue"], events: Events(10)) { _ in }
    }

    /// - Parameter nanoseconds: the median; samples lie around it.
    static func timed(_ id: String, _ variant: String, nanoseconds: Double, title: String = "a workload") -> Row {
        var row = Row(benchmark: benchmark(id, title: title), variant: variant, events: 10)
        let samples = (-6...6).map { nanoseconds * (1 + 0.005 * Double($0)) }
        row.time = Row.Time(
            nanosecondsPerEvent: Estimate(samples), processorNanosecondsPerEvent: Estimate(samples), samples: samples,
            processorSamples: samples, iterationsPerSample: 7)
        row.eventsPerSecond = Estimate(samples).perSecond
        row.multipleOfReference = nanoseconds / 2
        row.contaminated = 0.25
        row.allocations = Row.Allocations(
            perEvent: AllocationFigures(mallocs: 3, frees: 3, bytes: 96, exact: true),
            perSubscription: AllocationFigures(mallocs: 16, frees: 16, bytes: 512, exact: true), repetitions: 3)
        return row
    }

    static func counted(_ id: String, _ variant: String, retains: Double, calls: [String: Double] = [:]) -> Row {
        var row = Row(benchmark: benchmark(id), variant: variant, events: 10)
        row.counts = RowCounts(
            events: 10, repetitions: 4,
            perEvent: [
                .retains: Count(value: retains, stability: .exact),
                .instructions: Count(value: 120, stability: .banded, low: 119, high: 121),
            ],
            perSubscription: [.retains: Count(value: 9, stability: .exact)],
            calls: FunctionCalls(perEvent: calls, perSubscription: [:]))
        return row
    }

    static func failed(_ id: String, _ variant: String, _ kind: RowFailure.Kind, _ message: String) -> Row {
        var row = Row(benchmark: benchmark(id), variant: variant, events: 10)
        row.failure = RowFailure(kind: kind, message: message)
        return row
    }

    static func environment(date: String = "2026-01-01T00:00:00Z", allocator: String? = nil) throws -> Environment {
        let json = String(decoding: try JSONEncoder().encode(Environment.withoutPrograms()), as: UTF8.self)
        var fields = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
        fields["date"] = date
        if let allocator { fields["allocator"] = allocator }
        return try JSONDecoder().decode(Environment.self, from: JSONSerialization.data(withJSONObject: fields))
    }

    static func results(
        _ command: Results.Command, date: String = "2026-01-01T00:00:00Z", rows: [Row] = [], findings: [Finding]? = nil,
        allocator: String? = nil, complete: Bool = true
    ) throws -> Results {
        var order: [String] = []
        for row in rows where !order.contains(row.benchmark) { order.append(row.benchmark) }
        var results = Results(
            command: command, suite: "test", profile: command == .run ? .quick : nil, seed: 1, order: order + (complete ? [] : ["T99"]),
            reference: "floor", environment: try environment(date: date, allocator: allocator))
        var comparisons: [Comparison] = []
        for row in rows where row.variant == "queue" && row.time != nil {
            let pairs = (0..<12).map { 1.01 + 0.01 * Double($0) }
            if let found = Comparison(benchmark: row.benchmark, variant: "queue", base: "lock", pairs: pairs) { comparisons.append(found) }
        }
        results.add(rows: rows, comparisons: comparisons)
        if let findings { results.add(findings: findings) }
        results.complete = complete
        return results
    }

    /// Two variants of two benchmarks.
    static func run(date: String = "2026-01-01T00:00:00Z", times factor: Double = 1, allocator: String? = nil) throws -> Results {
        try results(
            .run, date: date,
            rows: [
                timed("T1", "lock", nanoseconds: 10 * factor), timed("T1", "queue", nanoseconds: 10.5 * factor),
                timed("T10", "lock", nanoseconds: 2000 * factor), timed("T10", "queue", nanoseconds: 1000 * factor),
            ], allocator: allocator)
    }

    static func digest(_ results: Results...) -> Digest {
        Digest(results.enumerated().map { Digest.Source(name: "file\($0.offset).json", results: $0.element) })
    }

    /// Writes files into a folder that goes with the end of `body`.
    static func inFolder(_ files: [String: Data] = [:], _ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "rxbench-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, data) in files { try data.write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        try body(folder)
    }
}
