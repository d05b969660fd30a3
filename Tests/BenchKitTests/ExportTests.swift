import Foundation
import Testing

@testable import BenchKit

/// Each form that other programs read, against what its owner documents.
@Suite struct ExportTests {
    /// A run with a failed row, and odd names.
    private func results() throws -> Results {
        var odd = Fixture.timed("odd id, \"quoted\"", Suite.onlyVariant, nanoseconds: 3)
        odd.metrics["live heap"] = Row.OwnFigure(value: 208.5, unit: "B/timer")
        return try Fixture.results(
            .run,
            rows: [
                Fixture.timed("T1", "lock", nanoseconds: 10), Fixture.timed("T1", "queue", nanoseconds: 12), odd,
                Fixture.failed("T2", "lock", .wrongResult, "no"), Fixture.counted("T3", "lock", retains: 2),
            ])
    }

    private func json(_ format: ExportFormat) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(try format.text(results()).utf8))
    }

    /// golang.org/design/14313-benchmark-format: `key: value` with a key that begins with a small letter and has no capital and no
    /// blank; `Benchmark` and a capital letter, the iterations, then values and units in pairs.
    @Test func goTextFollowsItsGrammar() throws {
        let lines = try ExportFormat.go.text(results()).split(separator: "\n").map(String.init)
        let configuration = /[a-z][^A-Z\s:]*: \S.*/
        let benchmark = /Benchmark[A-Z]\S* [1-9][0-9]*( -?[0-9]+(\.[0-9]+)? \S+)+/
        #expect(lines.allSatisfy { $0.wholeMatch(of: configuration) != nil || $0.wholeMatch(of: benchmark) != nil })
        let cores = Processors.usable
        let samples = lines.filter { $0.hasPrefix("BenchmarkT1/variant=lock-\(cores) 70 ") }
        #expect(samples.count == 13)
        #expect(samples.first?.contains(" ns/op 9.7 cpu-ns/op 3 allocs/op 96 B/op 16 mallocs-per-subscription") == true)
        // One figure on every line would look like thirteen samples that agree.
        #expect(samples.dropFirst().allSatisfy { $0.hasSuffix(" cpu-ns/op") && !$0.contains("allocs/op") })
        #expect(lines.contains { $0.hasPrefix("BenchmarkOdd_id,_\"quoted\"-\(cores) ") && $0.contains("208.5 live_heap-B/timer") })
        #expect(lines.contains { $0.hasPrefix("BenchmarkT3/variant=lock-\(cores) 10 120 instructions/op 2 retains/op") })
        #expect(!lines.contains { $0.contains("T2") })
        #expect(lines.contains("pkg: test"))
    }

    @Test func goHasEachSampleOfProcessorTime() throws {
        var row = Fixture.timed("T1", "lock", nanoseconds: 10)
        let estimate = Estimate([1, 2, 3])
        row.time = Row.Time(
            nanosecondsPerEvent: estimate, processorNanosecondsPerEvent: estimate, samples: [1, 2, 3], processorSamples: [4, 5, 6],
            iterationsPerSample: 7)
        let lines = try ExportFormat.go.text(Fixture.results(.run, rows: [row])).split(separator: "\n").filter { $0.hasPrefix("Benchmark") }
        #expect(lines.count == 3)
        for (line, figures) in zip(lines, ["1 ns/op 4 cpu-ns/op", "2 ns/op 5 cpu-ns/op", "3 ns/op 6 cpu-ns/op"]) {
            #expect(line.contains(" 70 \(figures)"))
        }
        #expect(lines.count { $0.contains("allocs/op") } == 1)
    }

    @Test func jmhTakesARowWithoutRawSamples() throws {
        var row = Fixture.timed("T1", "lock", nanoseconds: 10)
        let estimate = Estimate(median: 10, interval: nil)
        row.time = Row.Time(
            nanosecondsPerEvent: estimate, processorNanosecondsPerEvent: estimate, samples: [], processorSamples: [], iterationsPerSample: 7)
        let text = try ExportFormat.jmh.text(Fixture.results(.run, rows: [row]))
        let entries = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
        let figure = try #require(entries?.first?["primaryMetric"] as? [String: Any])
        #expect(figure["score"] as? Double == 10)
        #expect((figure["scorePercentiles"] as? [String: Double]).map { Set($0.values) } == [10])
    }

    /// Numbers that a file may hold and nothing has.
    @Test(arguments: ExportFormat.ofWholeFiles) func timesBeyondAllBoundsAreWrittenAsTheFormatAllows(format: ExportFormat) throws {
        func text(_ samples: [Double], iterations: Int) throws -> String {
            var row = Fixture.timed("T1", "lock", nanoseconds: 10)
            row.time = Row.Time(
                nanosecondsPerEvent: Estimate(samples), processorNanosecondsPerEvent: Estimate(samples), samples: samples,
                processorSamples: samples, iterationsPerSample: iterations)
            return try format.text(Results(json: Fixture.results(.run, rows: [row]).json()))
        }
        for sign in [1.0, -1] {
            let far = [-1e308, -1e308, 1e308, 1e308, 1e308, 1e308, 1e308].map { $0 * sign }
            for iterations in [7, .max] {
                let text = try text(far, iterations: iterations)
                if ![.go, .csv].contains(format) { #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) } }
                if format == .jmh { #expect(text.contains(#""scoreError" : "NaN""#)) }
                #expect(!text.contains("inf"))
            }
        }
    }

    /// The fields that JMH's JSONResultFormat writes for every result.
    @Test func jmhHasWhatItsReadersNeed() throws {
        let entries = try #require(try json(.jmh) as? [[String: Any]])
        #expect(entries.count == 3)
        for entry in entries {
            #expect(entry["mode"] as? String == "avgt")
            #expect(entry["benchmark"] is String)
            for field in ["threads", "forks", "warmupIterations", "measurementIterations"] { #expect(entry[field] is Int) }
            for field in ["jmhVersion", "jvm", "jdkVersion", "warmupTime", "measurementTime"] { #expect(entry[field] is String) }
            #expect(entry["params"] is [String: String])
            let secondary = try #require(entry["secondaryMetrics"] as? [String: [String: Any]])
            let primary = try #require(entry["primaryMetric"] as? [String: Any])
            for metric in [primary] + secondary.values {
                #expect(metric["score"] is Double)
                #expect((metric["scoreConfidence"] as? [Any])?.count == 2)
                #expect((metric["scorePercentiles"] as? [String: Double])?["50.0"] != nil)
                #expect(metric["scoreUnit"] is String)
                #expect((metric["rawData"] as? [[Double]])?.first?.isEmpty == false)
            }
            #expect((primary["rawData"] as? [[Double]])?[0].count == 13)
            #expect(secondary["mallocs"]?["scoreError"] as? String == "NaN")
        }
        let first = try #require(entries.first?["primaryMetric"] as? [String: Any])
        #expect(first["score"] as? Double == 10)
        #expect((first["scorePercentiles"] as? [String: Double])?["100.0"] == 10.3)
    }

    /// A benchmark's own figures have names of their own in every form.
    @Test func ownFiguresTakeNoOthersPlace() throws {
        var row = Fixture.timed("T1", Suite.onlyVariant, nanoseconds: 10)
        for name in ["time", "latency", "name", "iterations", "mallocs", "own-time"] { row.metrics[name] = Row.OwnFigure(value: 7, unit: "x") }
        let names = row.exportedFigures.filter { $0.unit == "x" }.map(\.name)
        #expect(Set(names) == ["own-time", "own-latency", "own-name", "own-iterations", "own-mallocs", "own-own-time"])
        let results = try Fixture.results(.run, rows: [row])
        func json(_ format: ExportFormat) throws -> Any { try JSONSerialization.jsonObject(with: Data(try format.text(results).utf8)) }
        let bencher = try #require(try json(.bmf) as? [String: [String: [String: Any]]])
        #expect(bencher["T1"]?["latency"]?["value"] as? Double == 10)
        let google = try #require((try json(.gbench) as? [String: Any])?["benchmarks"] as? [[String: Any]])
        #expect(google.allSatisfy { $0["name"] as? String == "T1" && $0["iterations"] as? Int == 70 && $0["own-name"] as? Double == 7 })
        let action = try #require(try json(.gha) as? [[String: Any]]).compactMap { $0["name"] as? String }
        #expect(Set(action).count == action.count)
    }

    @Test func jmhHasTheForksThatTheSamplesAreOf() throws {
        var row = Fixture.timed("T1", "lock", nanoseconds: 10)
        let time = try #require(row.time)
        row.time = Row.Time(
            nanosecondsPerEvent: time.nanosecondsPerEvent, processorNanosecondsPerEvent: time.processorNanosecondsPerEvent,
            samples: time.samples, processorSamples: time.processorSamples, iterationsPerSample: time.iterationsPerSample,
            forks: [Fork(fork: 0, samples: 6), Fork(fork: 1, samples: 0), Fork(fork: 2, samples: 7)])
        row.warmUp = WarmUp.Outcome(seconds: 0.0301, iterations: 10, stable: true)
        let text = try ExportFormat.jmh.text(try Fixture.results(.run, rows: [row]))
        let entry = try #require((try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])?.first)
        #expect(entry["forks"] as? Int == 2)
        #expect(entry["measurementIterations"] as? Int == 7)
        #expect(entry["warmupIterations"] as? Int == 10)
        #expect(entry["warmupTime"] as? String == "4 ms")
        let raw = try #require((entry["primaryMetric"] as? [String: Any])?["rawData"] as? [[Double]])
        #expect(raw.map(\.count) == [6, 7])
        #expect(zip(raw.joined(), time.samples).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test func threadsAreThoseThatSend() throws {
        let several = Benchmark("sort", threads: 3) {}
        var row = Row(benchmark: several, variant: Suite.onlyVariant, events: 10)
        row.time = Fixture.timed("T1", "lock", nanoseconds: 10).time
        let results = try Fixture.results(.run, rows: [Fixture.timed("T1", "lock", nanoseconds: 10), row])
        func threads(_ entries: Any?) -> [Int] { (entries as? [[String: Any]] ?? []).compactMap { $0["threads"] as? Int } }
        func json(_ format: ExportFormat) throws -> Any { try JSONSerialization.jsonObject(with: Data(try format.text(results).utf8)) }
        #expect(threads(try json(.jmh)) == [1, 3])
        #expect(Set(threads((try json(.gbench) as? [String: Any])?["benchmarks"])) == [1, 3])
    }

    /// Google Benchmark's "Output Formats": a row a repetition, which compare.py groups by name.
    @Test func googleHasARowASample() throws {
        let document = try #require(try json(.gbench) as? [String: Any])
        let context = try #require(document["context"] as? [String: Any])
        for field in ["date", "host_name", "executable", "library_build_type"] { #expect(context[field] is String) }
        #expect(context["num_cpus"] is Int)
        let rows = try #require(document["benchmarks"] as? [[String: Any]])
        let lock = rows.filter { $0["name"] as? String == "T1/lock" }
        #expect(lock.count == 13)
        #expect(lock.compactMap { $0["repetition_index"] as? Int } == Array(0..<13))
        for row in lock {
            #expect(row["run_type"] as? String == "iteration")
            #expect(row["time_unit"] as? String == "ns")
            #expect(row["real_time"] is Double)
            #expect(row["cpu_time"] is Double)
            #expect(row["iterations"] as? Int == 70)
            #expect(row["repetitions"] as? Int == 13)
            #expect(row["mallocs"] as? Double == 3)
        }
        let failed = try #require(rows.first { $0["name"] as? String == "T2/lock" })
        #expect(failed["error_occurred"] as? Bool == true)
        #expect(failed["error_message"] as? String == "no")
    }

    /// `customSmallerIsBetter` of github-action-benchmark: name, unit and value, and as text range and extra.
    @Test func theActionGetsAnArrayOfFigures() throws {
        let entries = try #require(try json(.gha) as? [[String: Any]])
        for entry in entries {
            #expect(entry["name"] is String)
            #expect(entry["unit"] is String)
            #expect(entry["value"] is Double)
            #expect(entry["range"] == nil || entry["range"] is String)
            #expect(entry["extra"] is String)
        }
        let names = entries.compactMap { $0["name"] as? String }
        #expect(Set(names).count == names.count)
        let time = try #require(entries.first { $0["name"] as? String == "T1 (queue)" })
        #expect(time["unit"] as? String == "ns/onNext")
        #expect(time["value"] as? Double == 12)
        #expect(time["range"] as? String == "± 0.24")
        let retains = try #require(entries.first { $0["name"] as? String == "T3 (lock): retains-per-subscription" })
        #expect(retains["unit"] as? String == "retains/subscription")
    }

    /// bencher.dev/bmf.json: benchmark, measure, then `value` and optional `lower_value` and `upper_value`, all numbers.
    @Test func bencherGetsItsMetrics() throws {
        let document = try #require(try json(.bmf) as? [String: [String: [String: Any]]])
        #expect(document.keys.sorted() == ["T1 (lock)", "T1 (queue)", "T3 (lock)", "odd id, \"quoted\""])
        for metric in document.values.flatMap(\.values) {
            #expect(metric["value"] is Double)
            #expect(Set(metric.keys).isSubset(of: ["value", "lower_value", "upper_value"]))
            #expect(metric.values.allSatisfy { $0 is Double })
        }
        let latency = try #require(document["T1 (lock)"]?["latency"] as? [String: Double])
        #expect(latency["value"] == 10)
        #expect(latency["lower_value"].map { $0 < 10 } == true)
        #expect(document.values.flatMap(\.keys).allSatisfy { $0.count <= 64 })
    }

    /// RFC 4180: as many fields in every line, quoted where they hold a comma, a quote or an end of line.
    @Test func csvIsRectangular() throws {
        let text = try ExportFormat.csv.text(results())
        let records = CSVReader.records(text)
        #expect(records.first?.prefix(5) == ["suite", "date", "commit", "benchmark", "variant"])
        #expect(records.count > 10)
        #expect(records.allSatisfy { $0.count == 12 })
        #expect(records.contains { $0[3] == "odd id, \"quoted\"" && $0[7] == "live heap" && $0[8] == "B/timer" && $0[9] == "208.5" })
        // A record stays a line.
        #expect(CSVExport.field("a\nb") == "a\\u{A}b")
    }

    private func run(_ arguments: [String]) -> (code: ExitCode, text: String, error: String) {
        let recording = CapturedOutput()
        let program = CommandLineProgram(name: "bench", version: "1", summary: "", commands: [exportCommand()])
        let code = program.run(["export"] + arguments, environment: [:], output: recording.output)
        return (code, recording.standard, recording.error)
    }

    @Test func whatIsLeftOutIsSaid() throws {
        try Fixture.inFolder(["a.json": try results().json()]) { folder in
            let (code, text, error) = run(["\(folder)/a.json", "--format", "jmh"])
            #expect(code == .success)
            #expect(text.hasPrefix("["))
            #expect(error == "left out: T2 (lock): failed: no\nleft out: T3 (lock): no figures for this format\n")
            #expect(run(["\(folder)/a.json", "--format", "gbench"]).error == "left out: T3 (lock): no figures for this format\n")
        }
    }

    @Test func badInputIsOneLineAndTheCode() throws {
        let empty = try Fixture.results(.compare)
        try Fixture.inFolder(["a.json": try results().json(), "empty.json": try empty.json(), "cut.json": Data("{".utf8)]) { folder in
            func complaint(_ arguments: String...) -> String {
                let (code, text, error) = run(arguments.map { $0.replacingOccurrences(of: "@", with: folder) })
                return "\(code.rawValue) \(text)\(error)".replacingOccurrences(of: folder, with: "@")
            }
            #expect(complaint("@/a.json") == "64 bench: option --format is required: --format go|jmh|gbench|gha|bmf|csv|hgrm\n")
            #expect(
                complaint("@/a.json", "--format", "gobench")
                    == "64 bench: option --format cannot be 'gobench': it is one of go, jmh, gbench, gha, bmf, csv, hgrm\n")
            #expect(complaint("--format", "go") == "64 bench: export takes one file: RESULTS.json\n")
            #expect(complaint("@/cut.json", "--format", "go") == "1 bench: @/cut.json is no JSON, or was cut off\n")
            #expect(complaint("@/empty.json", "--format", "csv") == "1 bench: @/empty.json has no row that csv takes\n")
            #expect(complaint("@/a.json", "--format", "go", "--out", "@/no/x") == "64 bench: cannot write @/no/x: there is no directory @/no\n")
        }
    }
}

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// Exports read by the programs that they are for.
    @Suite struct ExportToolTests {
        /// `compare.py benchmarks A B`, where Debian's libbenchmark-tools is installed.
        @Test(.enabled(if: ExportToolTests.comparer != nil, "needs libbenchmark-tools and Python with scipy"))
        func googlesOwnToolReadsIt() throws {
            let tool = try #require(ExportToolTests.comparer), python = try #require(Executables.find("python3"))
            let slower = try Fixture.results(.run, rows: [Fixture.timed("T1", "lock", nanoseconds: 15)])
            let old = try Fixture.results(.run, rows: [Fixture.timed("T1", "lock", nanoseconds: 10)])
            let files = [
                "a.json": Data(try ExportFormat.gbench.text(old).utf8), "b.json": Data(try ExportFormat.gbench.text(slower).utf8),
            ]
            try Fixture.inFolder(files) { folder in
                let lines = try ChildProcess.lines(
                    of: python, [tool, "--no-color", "benchmarks", "\(folder)/a.json", "\(folder)/b.json"], silence: 60)
                let compared = lines.filter { $0.hasPrefix("T1/lock") }
                #expect(compared.contains { $0.contains("+0.5") })
                #expect(compared.contains { $0.contains("pvalue") && $0.contains("U Test, Repetitions: 13 vs 13") })
            }
        }

        /// Where the tool is, if it runs at all.
        private static let comparer: String? = {
            let path = "/usr/share/benchmark/compare.py"
            guard FileManager.default.fileExists(atPath: path), let python = Executables.find("python3"),
                (try? ChildProcess.lines(of: python, ["-c", "import scipy.stats, numpy"], silence: 60)) != nil
            else { return nil }
            return path
        }()
    }
}
