import Foundation
import Synchronization
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    @Suite struct CheckSessionTests {
        private func session(_ folder: String, against: String, _ recording: CapturedOutput) throws -> CheckSession {
            let suite = PlantedSuite.suite(.none)
            let counted = Results(
                command: .counts, suite: suite.name, profile: nil, seed: 0, order: [], reference: suite.reference, environment: .current())
            try Baseline(counted, reason: "test").json().write(to: URL(fileURLWithPath: "\(folder)/baseline.json"))
            var options = CheckOptions(folder: folder, seed: 1)
            options.filter = Selection(filter: PlantedSuite.guilty)
            options.against = against
            options.out = "\(folder)/check.json"
            var session = CheckSession(suite: suite, options: options, product: "bench", output: recording.output)
            session.program = WorkerProgram(path: Executables.find("false") ?? "/usr/bin/false")
            return session
        }

        /// A check of the times of two programs that are the same, without counts.
        private func timesSession(_ folder: String, _ output: Output) throws -> CheckSession {
            let worker = try Fixture.worker(of: PlantedSuite.suite(.none), in: folder)
            var options = try session(folder, against: worker.path, CapturedOutput()).options
            options.filter = "innocent"
            options.checksCounts = false
            var session = CheckSession(suite: PlantedSuite.suite(.none), options: options, product: "bench", output: output)
            session.program = worker
            return session
        }

        @Test func anInterruptedCheckKeepsItsTimesAndGivesNoVerdict() throws {
            try Fixture.inFolder { folder in
                let recording = CapturedOutput()
                let code = try timesSession(folder, recording.output(stoppingAt: "times: fork 3 ")).run()
                #expect(code == .interrupted)
                #expect(recording.standard.hasPrefix("INTERRUPTED: no verdict."))
                #expect(!recording.standard.contains("passed"))
                #expect(recording.standard.contains("results so far, incomplete: \(folder)/check.json"))
                let results = try ResultsFile.read("\(folder)/check.json")
                #expect(!results.complete)
                #expect(results.partOfSuite == "what matches innocent, without counts")
                #expect(recording.standard.contains("a partial check: what matches innocent, without counts"))
                #expect(results.against?.rows.map(\.forks.count) == [2, 2, 2, 2])
                #expect(results.findings?.map(\.verdict) == Array(repeating: .inconclusive, count: 4))
                #expect(results.findings?.first?.detail == "interrupted after 2 forks: 1.000")
                let digest = Digest([Digest.Source(name: "check.json", results: results)])
                #expect(ReportVerdict(digest).headline == "Interrupted")
                #expect(JUnitReport(digest).text.contains("<error message=\"interrupted: "))
                #expect(MarkdownReport(digest).text.hasPrefix("## ⚠️ Interrupted"))
            }
        }

        /// By a clock that only what is written moves: after each part, and within one no more.
        @Test func whatTakesLongToWriteIsWrittenNowAndThen() throws {
            try Fixture.inFolder { folder in
                func saves(taking time: UInt64) throws -> Int {
                    Interruption.install()
                    defer { Interruption.restore() }
                    let now = Mutex<UInt64>(0)
                    var saves = 0, session = try timesSession(folder, CapturedOutput().output)
                    session.clock = { now.withLock { $0 } }
                    _ = try session.results { _ in
                        saves += 1
                        now.withLock { $0 += time }
                    }
                    return saves
                }
                let (quick, slow) = (try saves(taking: 0), try saves(taking: 1_000))
                #expect(quick > slow + 2 && (4...6).contains(slow), "\(quick), \(slow)")
            }
        }

        @Test func anInterruptionBeforeAnythingWasMeasuredLeavesNoFile() throws {
            try Fixture.inFolder { folder in
                var options = ProgramComparisonOptions(against: try Fixture.worker(of: .withFloor(), in: folder).path, seed: 1)
                options.out = "\(folder)/compare.json"
                let output = CapturedOutput().output(stoppingAt: "fork 1 ")
                var session = ProgramComparison(suite: .withFloor(), options: options, product: "bench", output: output)
                session.program = WorkerProgram(path: options.against)
                let code = try session.run()
                #expect(code == .interrupted)
                let left = try FileManager.default.contentsOfDirectory(atPath: folder)
                #expect(left == ["worker"])
            }
        }

        @Test func anInterruptedComparisonKeepsItsForks() throws {
            try Fixture.inFolder { folder in
                var options = ProgramComparisonOptions(against: try Fixture.worker(of: .withFloor(), in: folder).path, seed: 1)
                options.out = "\(folder)/compare.json"
                let output = CapturedOutput().output(stoppingAt: "fork 3 ")
                var session = ProgramComparison(suite: .withFloor(), options: options, product: "bench", output: output)
                session.program = WorkerProgram(path: options.against)
                let code = try session.run()
                #expect(code == .interrupted)
                let results = try ResultsFile.read("\(folder)/compare.json")
                #expect(!results.complete)
                #expect(results.against?.rows.map(\.forks.count) == [2])
            }
        }

        @Test func anInterruptedCalibrationKeepsTheFloorsItHas() throws {
            try Fixture.inFolder { folder in
                func calibrate(stoppingAt line: String) throws -> (code: ExitCode, noise: Noise?) {
                    let path = "\(folder)/noise.json"
                    var calibration = Calibration(
                        suite: .withFloor(), filter: nil, variants: nil, out: path, forks: 12, seed: 1,
                        output: CapturedOutput().output(stoppingAt: line))
                    calibration.program = try Fixture.worker(of: .withFloor(), in: folder)
                    let code = try calibration.run()
                    return (code, try? ResultsFile.decode(Noise.self, from: path, schema: Noise.schema))
                }
                let early = try calibrate(stoppingAt: "fork 6 ")
                #expect(early.code == .interrupted)
                #expect(early.noise == nil)
                let late = try calibrate(stoppingAt: "fork 7 ")
                #expect(late.code == .interrupted)
                #expect(late.noise?.complete == false)
                #expect(late.noise?.rows.map(\.floor) == [0])
                let whole = try calibrate(stoppingAt: "never")
                #expect(whole.noise?.complete == true)
            }
        }

        /// What is wrong or crashes is no matter of a busy machine.
        @Test(arguments: [(RowFailure.Kind.wrongResult, ExitCode.wrongResult), (RowFailure.Kind.error, ExitCode.failure)])
        func aCalibrationEndsWithWhatFailed(kind: RowFailure.Kind, code: ExitCode) throws {
            try Fixture.inFolder { folder in
                let recording = CapturedOutput(), suite = PlantedSuite.suite(.none)
                var calibration = Calibration(
                    suite: suite, filter: nil, variants: nil, out: "\(folder)/noise.json", forks: 6, seed: 1, output: recording.output)
                calibration.program = try Fixture.worker(of: suite, in: folder, failing: RowFailure(kind: kind, message: "no"))
                #expect(try calibration.run() == code)
                #expect(!recording.standard.contains("busy"))
                #expect(!recording.standard.contains("not in this program"))
            }
        }

        @Test func onlyWhatHasNoFloorHereIsCalibratedWhereThatIsWanted() throws {
            try Fixture.inFolder { folder in
                let path = "\(folder)/noise.json", suite = PlantedSuite.suite(.none)
                func calibrate(_ filter: Selection) throws -> String {
                    let recording = CapturedOutput()
                    var calibration = Calibration(
                        suite: suite, filter: filter, variants: nil, out: path, forks: 6, seed: 1, onlyMissing: true,
                        output: recording.output)
                    calibration.program = try Fixture.worker(of: suite, in: folder)
                    #expect(try calibration.run() == .success)
                    return recording.standard
                }
                #expect(try calibrate("innocent.[12]").contains("2 of 2 rows calibrated"))
                #expect(try calibrate("innocent.[123]").contains("1 of 1 rows calibrated"))
                #expect(try calibrate("innocent.[123]") == "nothing is missing in \(path)\n")
                let known = try ResultsFile.decode(Noise.self, from: path, schema: Noise.schema)
                #expect(known.rows.count == 3)
                // Floors of another environment are none.
                let elsewhere = Noise(environment: try Fixture.environment(allocator: "other 1"), rows: known.rows)
                try elsewhere.json().write(to: URL(fileURLWithPath: path))
                #expect(try calibrate("innocent.[12]").contains("2 of 2 rows calibrated"))
                #expect(try ResultsFile.decode(Noise.self, from: path, schema: Noise.schema).rows.count == 2)
            }
        }

        @Test(.enabled(if: Fixture.canCount)) func anInterruptedCheckKeepsItsCounts() throws {
            try Fixture.inFolder { folder in
                var options = try session(folder, against: "", CapturedOutput()).options
                options.filter = "innocent"
                options.checksTimes = false
                let output = CapturedOutput().output(stoppingAt: "[3/4]")
                var session = CheckSession(suite: PlantedSuite.suite(.none), options: options, product: "bench", output: output)
                session.program = WorkerProgram(path: try #require(Fixture.mine), arguments: ["worker", "--planted", "none"])
                let code = try session.run()
                #expect(code == .interrupted)
                let results = try ResultsFile.read("\(folder)/check.json")
                // Two processes share them, from both ends: whichever comes to 3 has counted another one before.
                #expect(!results.rows.isEmpty && !results.rows.contains { $0.benchmark == "innocent.3" })
                #expect(results.rows.allSatisfy { $0.counts != nil })
                #expect(Set(results.findings?.map(\.row) ?? []) == Set(results.rows.map(\.key.text)))
            }
        }

        /// Stopped by what is told of it, a check has counted nothing else; the whole one's verdict is the same as without `--first`.
        @Test(.enabled(if: Fixture.canCount)) func whatComesFirstIsToldBeforeTheRestIsCounted() throws {
            func check(first: String?, stoppingAt line: String = "never") throws -> (code: ExitCode, results: Results) {
                var found: (ExitCode, Results)?
                try Fixture.inFolder { folder in
                    var options = try session(folder, against: "", CapturedOutput()).options
                    options.filter = "innocent.[12]"
                    options.checksTimes = false
                    options.first = first
                    let recording = CapturedOutput(), output = recording.output(stoppingAt: line)
                    var session = CheckSession(suite: PlantedSuite.suite(.none), options: options, product: "bench", output: output)
                    session.program = WorkerProgram(path: try #require(Fixture.mine), arguments: ["worker", "--planted", "none"])
                    found = (try session.run(), try ResultsFile.read("\(folder)/check.json"))
                    #expect(!recording.error.contains("rows of several threads"))
                }
                return try #require(found)
            }
            func found(_ results: Results) -> Set<String> { Set(results.findings?.map { "\($0.row) \($0.gate) \($0.verdict)" } ?? []) }
            let (code, part) = try check(first: "innocent.2", stoppingAt: "a partial check: counts of what matches --first")
            #expect(code == .interrupted)
            #expect(Set(part.rows.map(\.benchmark)) == ["innocent.2"])
            #expect(part.findings?.isEmpty == false && Set(part.findings?.map(\.row) ?? []) == Set(part.rows.map(\.key.text)))
            let ordered = try check(first: "innocent.2"), usual = try check(first: nil)
            #expect(ordered.code == usual.code)
            #expect(ordered.results.order == Array(usual.results.order.reversed()))
            #expect(found(ordered.results) == found(usual.results) && found(usual.results).count > 1)
        }

        /// What stands for all is counted whatever the time; the rest as long as it lasts, by a clock that stands still, or is past it at once.
        @Test(.enabled(if: Fixture.canCount), arguments: [(0.0, 2, "drawn"), (120, 4, "2 drawn by seed 1")])
        func aCheckWithLimitedTimeCountsWhatStandsForAllFirst(seconds: Double, count: Int, says: String) throws {
            let rows = PlantedSuite.innocents.enumerated().map { index, id in
                Benchmark(id, "planted", kind: .catalogue, events: Events(4)) { _ in }.covering([index < 3 ? "same" : "other"])
            }
            let suite = Suite(name: "planted", benchmarks: rows, defaultVariants: ["only"], reference: PlantedSuite.innocents[0])
            try Fixture.inFolder { folder in
                var options = try session(folder, against: "", CapturedOutput()).options
                options.filter = nil
                options.checksTimes = false
                options.within = seconds
                let recording = CapturedOutput()
                var session = CheckSession(suite: suite, options: options, product: "bench", output: recording.output)
                session.program = WorkerProgram(path: try #require(Fixture.mine), arguments: ["worker", "--planted", "none"])
                session.clock = { 0 }
                // The baseline knows none of them.
                #expect(try session.run() == .incomparable)
                let results = try ResultsFile.read("\(folder)/check.json")
                #expect(results.complete && results.rows.count == count && results.order.count == count)
                let sample = try #require(results.scope?.sample)
                #expect(sample.chosen == 2 && sample.drawn == count - 2 && sample.all == 4 && sample.first == 0 && sample.seconds == seconds)
                let part = try #require(results.partOfSuite)
                #expect(part.hasPrefix("without times, \(count) of 4 rows within \(Int(seconds)) s (2 that stand for all"))
                #expect(part.contains(says) == (seconds > 0) && part.hasSuffix("; without --within all are counted"))
                #expect(recording.standard.contains("a partial check: \(part)"))
            }
        }

        /// Also what isn't counted is looked at in that order.
        @Test func aPatternThatMatchesNothingLeavesTheOrderAndSaysSo() throws {
            func check(first: String?) throws -> (rows: [String]?, error: String) {
                let recording = CapturedOutput()
                let benchmarks = ["T8", "T9"].map { Benchmark($0, "threads", isSingleThreaded: false, events: Events(4)) { _ in } }
                return (try findings(of: benchmarks, choosing: first, recording)?.filter { $0.gate == "results" }.map(\.row), recording.error)
            }
            let said = "nothing that is checked matches --first", last = "only rows of several threads match --first"
            let (matching, other, none) = (try check(first: "t9"), try check(first: "x"), try check(first: nil))
            #expect(matching.rows == ["T9 (only)", "T8 (only)"] && !matching.error.contains(said) && matching.error.contains(last))
            #expect(other.rows == ["T8 (only)", "T9 (only)"] && other.error.contains(said) && !other.error.contains(last))
            #expect(none.rows == other.rows && !none.error.contains(said) && !none.error.contains(last))
        }

        /// What a check without times finds of benchmarks whose worker counts, an iteration, 12 mallocs and so many frees.
        private func findings(
            of benchmarks: [Benchmark], frees: UInt64 = 12, failing failure: RowFailure? = nil, first: Int? = nil, choosing pattern: String? = nil,
            _ recording: CapturedOutput = CapturedOutput()
        ) throws -> [Finding]? {
            let suite = Suite(name: "planted", benchmarks: benchmarks, defaultVariants: ["only"], reference: benchmarks[0].id)
            // A wish to stop may be left of another test.
            Interruption.install()
            defer { Interruption.restore() }
            var found: [Finding]?
            try Fixture.inFolder { folder in
                var options = try session(folder, against: "", CapturedOutput()).options
                options.filter = nil
                options.checksTimes = false
                options.first = pattern
                var session = CheckSession(suite: suite, options: options, product: "bench", output: recording.output)
                let counts = AllocationCounts(mallocs: 12, frees: frees, bytes: 96)
                session.program = try Fixture.worker(of: suite, in: folder, failing: failure, counts: counts, first: first)
                found = try session.results().findings
            }
            return found
        }

        @Test func whatSeveralThreadsDoHasToBeRightWhateverItAllocates() throws {
            func findings(_ failure: RowFailure?, frees: UInt64 = 12, first: Int? = nil, limits: Limit...) throws -> [Finding]? {
                var threaded = Benchmark("T8", "threads", isSingleThreaded: false, events: Events(4)) { _ in }
                for limit in limits { threaded = threaded.limits(limit) }
                return try self.findings(of: [threaded], frees: frees, failing: failure, first: first)?.filter { $0.gate == "results" }
            }
            #expect(try findings(nil)?.map(\.verdict) == [.pass])
            #expect(try findings(RowFailure(kind: .wrongResult, message: "left behind"))?.map(\.detail) == ["left behind"])
            // What other threads do besides may leave a block now and then, but not one of each event.
            #expect(try findings(nil, frees: 11)?.map(\.verdict) == [.pass])
            let leak = try findings(nil, frees: 8)
            #expect(leak?.map(\.verdict) == [.wrongResult] && leak?.map(\.detail) == ["blocks of memory that stay of each event: 1, limit 0.5"])
            // A busy machine's other threads give it back some iterations later.
            #expect(try findings(nil, frees: 8, first: 12)?.map(\.verdict) == [.pass])
            #expect(try findings(nil, frees: 8, limits: .kept(perEvent: 1))?.map(\.verdict) == [.pass])
        }

        /// How often another library's threads ask the allocator is nobody's fault here, but what stays of each event is.
        @Test func ofForeignThreadsOnlyWhatStaysIsJudged() throws {
            func findings(of benchmark: Benchmark, frees: UInt64) throws -> [String] {
                try #require(try self.findings(of: [benchmark], frees: frees)).map { "\($0.gate) \($0.verdict)" }
            }
            let own = Benchmark("T8", "threads", isSingleThreaded: false, events: Events(4)) { _ in }
            #expect(try findings(of: own, frees: 12) == ["results pass", "counts unknown"])
            #expect(try findings(of: own.onForeignThreads(), frees: 12) == ["results pass"])
            #expect(try findings(of: own.onForeignThreads(), frees: 8) == ["results wrongResult"])
        }

        /// The older program has a row of two threads, and this one has a row that it doesn't.
        @Test func rowsOnOneSideOnlyAreNamedAndAllowedOnRequest() throws {
            let same = Benchmark("T1", "one", events: Events(4)) { _ in }
            let gone = Benchmark("T8", "threads", isSingleThreaded: false, events: Events(4)) { _ in }
            let new = Benchmark("T9", "new", events: Events(4)) { _ in }
            func suite(_ benchmarks: Benchmark...) -> BenchKit.Suite {
                BenchKit.Suite(name: "planted", benchmarks: benchmarks, defaultVariants: ["only"], reference: "T1")
            }
            func check(_ allowed: Set<UnmatchedReason>, filter: Selection? = nil) throws -> (code: ExitCode, text: String) {
                var found: (code: ExitCode, text: String)?
                try Fixture.inFolder { folder in
                    let recording = CapturedOutput()
                    let old = try Fixture.worker(of: suite(same, gone), in: folder, name: "old")
                    var options = try session(folder, against: old.path, CapturedOutput()).options
                    options.checksCounts = false
                    options.filter = filter
                    options.allowed = allowed
                    var session = CheckSession(suite: suite(same, new), options: options, product: "bench", output: recording.output)
                    session.program = try Fixture.worker(of: suite(same, new), in: folder)
                    found = (try session.run(), recording.standard)
                }
                return try #require(found)
            }
            let strict = try check([])
            #expect(strict.code == .incomparable)
            #expect(strict.text.contains("new: T9 (only): time: "))
            #expect(strict.text.contains("removed: T8 (only): time: "))
            let lenient = try check([.new])
            #expect(lenient.code == .incomparable)
            #expect(lenient.text.contains("new (allowed): T9 (only): time: "))
            let all = try check([.new, .removed])
            #expect(all.code == .success)
            #expect(all.text.contains("removed (allowed): T8 (only): time: "))
            // What the filter leaves out is not missed.
            #expect(try check([], filter: "T1").code == .success)
            #expect(try check([], filter: "T1|T8").code == .incomparable)
        }

        @Test func aProgramOfAnotherProtocolIsNoOlderProgram() throws {
            try Fixture.inFolder { folder in
                let old = try Fixture.worker(of: .withFloor(), in: folder, name: "old", version: 1), recording = CapturedOutput()
                var session = try session(folder, against: old.path, recording)
                session.program = try Fixture.worker(of: .withFloor(), in: folder)
                let refusal = "\(old.path) cannot be compared: it answered what is no answer: protocol 1, not \(WorkerProtocol.version)"
                #expect(throws: Incomparable(refusal)) { try session.run() }
                #expect(!recording.error.contains("counting"))
            }
        }

        @Test func anOlderProgramThatCannotBeUsedIsRefusedBeforeAnythingIsMeasured() throws {
            try Fixture.inFolder(["old": Data()]) { folder in
                let recording = CapturedOutput()
                let session = try session(folder, against: "\(folder)/old", recording)
                #expect(throws: Incomparable("\(folder)/old is a file but no program")) { try session.run() }
                #expect(!recording.error.contains("counting"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["baseline.json", "old"])
            }
        }

        @Test func aPartThatCannotBeDoneLeavesTheFindingsOfTheOthers() throws {
            try Fixture.inFolder { folder in
                let session = try session(folder, against: "", CapturedOutput())
                var results = try Fixture.results(
                    .check, findings: [Finding(row: "T1", gate: "mallocs per event", verdict: .wrongResult, detail: "no")])
                try session.part("times", of: &results) { _ in throw Unmeasurable("there is no clock") }
                #expect(results.findings?.map(\.verdict) == [.wrongResult, .error])
                #expect(results.findings?.last?.detail == "there is no clock")
                #expect(results.findings?.exitCode == .wrongResult)
                #expect(throws: Interruption.Stop.self) { try session.part("times", of: &results) { _ in throw Interruption.Stop() } }
            }
        }
    }
}
