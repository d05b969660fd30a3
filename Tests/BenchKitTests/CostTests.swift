import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// What one thing costs.
    @Suite(.serialized) struct CostTests {
        private static let suite = suite(reasons: nil)

        private static func suite(reasons: String?) -> BenchKit.Suite {
            .withFloor(
                Fixture.benchmark("map/event"), Fixture.benchmark("map/event/composed").multiple(of: "map/event"),
                Fixture.benchmark("driver/map/event").covering(["Sequence.map(_:)"]),
                Fixture.benchmark("take/until/event"), settings: [BenchKit.Suite.Setting("bare", environment: ["COST_TEST_SETTING": "bare"])],
                reasons: reasons)
        }

        @Test func namesAreFound() throws {
            let names = CostNames(Self.suite.benchmarks)
            func found(_ name: String) -> [String] { names.benchmarks(named: name).map(\.id) }
            #expect(found("MAP") == ["map/event", "map/event/composed", "driver/map/event"])
            #expect(found("driver/map") == ["driver/map/event"] && found("take(until:)") == ["take/until/event"])
            #expect(found("map(_:)") == ["driver/map/event"] && found("event").isEmpty)
            #expect(found("ma").isEmpty && found("").isEmpty && found("/").isEmpty)
            let pattern = try Regex(CostSession.pattern(of: names.benchmarks(named: "driver/map")))
            #expect("driver/map/event".contains(pattern) && !"driver/map/event/composed".contains(pattern))
        }

        /// A program that copies a results file of times or of counts, another one of each for another setting.
        private func session(
            _ name: String, in folder: String, reasons: String? = nil, counts: Bool = true, canCount: Bool = true, output: Output
        ) throws -> CostSession {
            func timed(_ id: String, _ variant: String, _ nanoseconds: Double, twin: String? = nil) -> Row {
                let benchmark = twin.map { Fixture.benchmark(id).multiple(of: $0) } ?? Fixture.benchmark(id)
                var row = Row(benchmark: benchmark, variant: variant, events: 10)
                row.time = Fixture.timed(id, variant, nanoseconds: nanoseconds).time
                row.allocations = Fixture.timed(id, variant, nanoseconds: 1).allocations
                return row
            }
            for (setting, factor) in [("", 1.0), ("bare", 3.0)] {
                var times = try Fixture.results(
                    .run,
                    rows: ["lock", "queue"].flatMap { variant in
                        [timed("map/event", variant, 10 * factor), timed("map/event/composed", variant, 40 * factor, twin: "map/event")]
                    })
                times.relateToReference()
                let counted = ["lock", "queue"].map { Fixture.counted("map/event", $0, retains: $0 == "lock" ? 1 : 2) }
                try times.json().write(to: URL(fileURLWithPath: "\(folder)/run\(setting)"))
                try Fixture.results(.counts, rows: counted).json().write(to: URL(fileURLWithPath: "\(folder)/counts\(setting)"))
            }
            let script = """
                #!/bin/sh
                echo "$@ [$COST_TEST_SETTING]" >>'\(folder)/log'
                if [ "$1" = counts ] && [ \(canCount) = false ]; then echo 'valgrind is missing' >&2; exit 1; fi
                for word in "$@"; do case $word in --out=*) cp "\(folder)/$1$COST_TEST_SETTING" "${word#--out=}" ;; esac; done

                """
            try Data(script.utf8).write(to: URL(fileURLWithPath: "\(folder)/program"))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: "\(folder)/program")
            return CostSession(
                suite: Self.suite(reasons: reasons), name: name, variants: nil, profile: "quick", counts: counts, output: output,
                program: "\(folder)/program")
        }

        private func cells(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

        @Test func eachSettingIsMeasuredAndRowsStandInPairs() throws {
            try Fixture.inFolder { folder in
                let recording = CapturedOutput()
                let code = try session("map", in: folder, output: recording.output).run()
                #expect(code == .success)
                let lines = recording.standard.split(separator: "\n").map(String.init)
                #expect(lines[0].contains("ns bare") && lines[0].contains("atomics bare") && lines[0].contains("× twin"))
                #expect(cells(lines[1]).starts(with: ["map/event", "10.0", "30.0", "–", "3", "96", "120"]), "\(lines[1])")
                #expect(cells(lines[2]).starts(with: ["map/event/composed", "40.0", "120", "–"]), "\(lines[2])")
                #expect(lines.contains("map: onNext, in 2 rows: 10.0 to 40.0 ns, 3 mallocs"), "\(lines)")
                // What a row does is told once for all its forms.
                #expect(lines.contains("map/event: a workload") && !lines.contains { $0.hasPrefix("map/event/composed: ") })
                #expect(lines.contains { $0.hasPrefix("Each column of times is of a process of its own") })
                #expect(recording.error.contains("test: 3 benchmarks: times"))
                let log = try String(contentsOfFile: "\(folder)/log", encoding: .utf8).split(separator: "\n")
                #expect(log.map { $0.prefix { $0 != " " } } == ["run", "counts", "run", "counts"])
                #expect(log.map { $0.hasSuffix("[bare]") } == [false, false, true, true])
                #expect(log.allSatisfy { $0.contains("driver") })
            }
        }

        @Test func marksAreExplainedWhereTheyAre() throws {
            func text(_ change: (inout Row) -> Void) throws -> String {
                var rows = ["lock", "queue"].map { Fixture.timed("map/event", $0, nanoseconds: 10) }
                change(&rows[0])
                var counted = rows
                for index in counted.indices {
                    counted[index].counts = RowCounts(
                        events: 10, repetitions: 4,
                        perEvent: [
                            .instructions: Count(value: 100, stability: .banded), .atomics: Count(value: 0, stability: .exact),
                        ], perSubscription: [:])
                }
                let cost = Cost(setting: "", times: try Fixture.results(.run, rows: rows), counts: try Fixture.results(.counts, rows: counted))
                return CostTable(suite: Self.suite, name: "map", benchmarks: [Self.suite.benchmarks[0]], costs: [cost]).text
            }
            func marks(_ text: String) -> [String] {
                text.split(separator: "\n").filter { line in ["?: ", "~: ", "–: "].contains { line.hasPrefix($0) } }.map { String($0.prefix(1)) }
            }
            #expect(marks(try text { _ in }) == [])
            #expect(try !text { _ in }.contains("of a process of its own"))
            #expect(marks(try text { $0.inconclusive = "busy" }) == ["?"])
            #expect(marks(try text { $0.allocations = nil }) == ["–"])
            let varying = AllocationFigures(mallocs: 3, frees: 3, bytes: 96, exact: false)
            #expect(marks(try text { $0.allocations = Row.Allocations(perEvent: varying, perSubscription: varying, repetitions: 3) }) == ["~"])
        }

        /// It is no fault of the machine's, and one line says what it is.
        @Test func whatSeveralThreadsDoIsNotCounted() throws {
            try Fixture.inFolder { folder in
                let recording = CapturedOutput(), program = try session("map", in: folder, output: recording.output).program
                let suite: BenchKit.Suite = .withFloor(Benchmark("task/event", "a task", isSingleThreaded: false) { _ in })
                let threaded = CostSession(
                    suite: suite, name: "task", variants: nil, profile: "quick", counts: true, output: recording.output, program: program)
                #expect(try threaded.run() == .success)
                let log = try String(contentsOfFile: "\(folder)/log", encoding: .utf8)
                #expect(!log.contains("counts") && !recording.error.contains("exit code"))
                #expect(recording.error.hasSuffix("what those execute differs from run to run\n"), "\(recording.error)")
            }
        }

        @Test func manyBenchmarksAreAnnounced() {
            // One that covers it under another name is no advice.
            var benchmarks = [Fixture.benchmark("merge/event"), Fixture.benchmark("Event/zip").covering(["Event.zip(_:)"])]
            for kind in 0..<3 {
                for row in 0..<8 { benchmarks.append(Fixture.benchmark("zip/\(kind)/\(row)")) }
            }
            let names = CostNames(benchmarks), ids = names.benchmarks(named: "zip").map(\.id)
            #expect(
                CostSession.advice("zip", ids, names)
                    == "'zip' means 25 benchmarks, which takes minutes; the beginning of an id means fewer: cost zip/0")
            #expect(CostSession.advice("zip/0", names.benchmarks(named: "zip/0").map(\.id), names) == nil)
        }

        /// Of few samples a ratio of times is chance; that of instructions hardly varies.
        @Test func formsAreComparedByInstructionsWhereBothAreCounted() throws {
            func row(_ id: String, _ nanoseconds: Double, _ instructions: Double, twin: String? = nil) -> (timed: Row, counted: Row) {
                let benchmark = twin.map { Fixture.benchmark(id).multiple(of: $0) } ?? Fixture.benchmark(id)
                var timed = Row(benchmark: benchmark, variant: "lock", events: 10), counted = timed
                timed.time = Fixture.timed(id, "lock", nanoseconds: nanoseconds).time
                counted.counts = RowCounts(
                    events: 10, repetitions: 4, perEvent: [.instructions: Count(value: instructions, stability: .banded)], perSubscription: [:])
                return (timed, counted)
            }
            let rows = [row("map/event", 10, 100), row("map/event/composed", 5, 300, twin: "map/event")]
            var times = try Fixture.results(.run, rows: rows.map(\.timed))
            times.relateToReference()
            let counts = try Fixture.results(.counts, rows: rows.map(\.counted))
            func text(_ counts: Results?) -> String {
                CostTable(
                    suite: Self.suite, name: "map", benchmarks: Self.suite.benchmarks.filter { $0.id.hasPrefix("map/event") },
                    costs: [Cost(setting: "", times: times, counts: counts)]
                ).text
            }
            #expect(text(counts).contains("3.00") && text(counts).contains("× twin is of instructions.") && !text(counts).contains("0.500"))
            #expect(text(nil).contains("0.500") && text(nil).contains("× twin is of times, which differ from run to run."))
        }

        /// Whichever setting it is found with.
        @Test func aWrongResultOutranksAnError() throws {
            try Fixture.inFolder { folder in
                let session = try session("map", in: folder, output: CapturedOutput().output)
                for (name, kind) in [("run", RowFailure.Kind.error), ("runbare", .wrongResult)] {
                    let results = try Fixture.results(.run, rows: [Fixture.failed("map/event", "lock", kind, "no")])
                    try results.json().write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
                }
                #expect(try session.run() == .wrongResult)
            }
            #expect(ExitCode.worst(of: [.improvement, .inconclusive, .incomparable]) == .incomparable && ExitCode.worst(of: []) == .success)
        }

        @Test func withoutValgrindTimesAreTold() throws {
            try Fixture.inFolder { folder in
                let recording = CapturedOutput()
                let code = try session("map", in: folder, canCount: false, output: recording.output).run()
                #expect(code == .success && recording.standard.contains("map/event/composed"))
                #expect(recording.error.contains("no instructions: counts ended with exit code 1 (valgrind is missing)"))
            }
        }

        @Test func whatNobodyKnowsIsRefused() throws {
            try Fixture.inFolder { folder in
                let reasons = "\(folder)/reasons.txt"
                try Data("About reasons.\n\nEvent.isStop :: a switch\n".utf8).write(to: URL(fileURLWithPath: reasons))
                for (name, file, says) in [
                    ("mapp", nil, "did you mean map?"), ("nothing at all", reasons, "the command list shows them all"),
                    ("isStop", "\(folder)/none", "the command list shows them all"),
                    ("isStop", reasons, "nothing measures 'isStop'; \(reasons): Event.isStop :: a switch"),
                ] {
                    let session = try session(name, in: folder, reasons: file, output: CapturedOutput().output)
                    let error = try #require(throws: UsageError.self) { try session.run() }
                    #expect("\(error)".contains(says) && !"\(error)".contains("\n"), "\(error)")
                }
            }
        }

        @Test func theExampleHasCosts() throws {
            let program = try #require(Executables.own.map { ($0 as NSString).deletingLastPathComponent + "/Mine" })
            let lines = try ChildProcess.lines(of: program, ["cost", "contains", "--no-counts"], silence: 120)
            #expect(lines.contains { $0.hasPrefix("contains/elements=10 ") } && lines.contains { $0.hasPrefix("contains/elements=1000 ") })
        }

        /// A part of a run, in forks as in one process, is of the kinds asked for.
        @Test func forksAreOfTheSameKinds() throws {
            try Fixture.inFolder { folder in
                let program = try #require(Executables.own.map { ($0 as NSString).deletingLastPathComponent + "/Mine" })
                _ = try ChildProcess.lines(
                    of: program, ["run", "--profile", "quick", "--kind", "floor", "--forks", "2", "--out", "\(folder)/a.json"], silence: 120)
                let results = try ResultsFile.read("\(folder)/a.json")
                #expect(results.complete && results.rows.allSatisfy { $0.kind == .floor } && !results.rows.isEmpty)
            }
        }
    }
}
