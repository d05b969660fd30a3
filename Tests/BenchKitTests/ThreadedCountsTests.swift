import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// How often several threads ask the allocator is compared, by programs that answer what they are told to.
    @Suite(.serialized) struct ThreadedCountsTests {
        static let threaded = Benchmark("T8", "threads", isSingleThreaded: false, events: Events(4)) { _ in }
        private static let suite = BenchKit.Suite(name: "planted", benchmarks: [threaded], defaultVariants: ["only"], reference: "T8")

        /// - Parameter mallocs: of an iteration; nil where it counts none.
        private func program(_ mallocs: UInt64?, in folder: String) throws -> WorkerProgram {
            let counts = mallocs.map { AllocationCounts(mallocs: $0, frees: $0, bytes: 96) }
            return try Fixture.worker(of: Self.suite, in: folder, name: "mallocs-\(mallocs.map { "\($0)" } ?? "none")", counts: counts)
        }

        /// Counts with one program, as `counts` does without a choice, and makes that the baseline.
        /// - Returns: what it warns of.
        @discardableResult private func accept(_ program: WorkerProgram, in folder: String) throws -> String {
            var options = CountOptions()
            options.out = "\(folder)/counts.json"
            var session = CountSession(suite: Self.suite, options: options, output: CapturedOutput().output)
            session.program = program
            #expect(try session.run() == .success)
            let recording = CapturedOutput()
            let acceptance = BaselineAcceptance(
                suite: Self.suite, path: "\(folder)/baseline.json", reason: "test", counted: "\(folder)/counts.json", output: recording.output)
            #expect(try acceptance.run() == .success)
            return recording.error
        }

        private func check(_ program: WorkerProgram, allowed: Set<UnmatchedReason> = [], in folder: String) throws -> (code: ExitCode, text: String) {
            let recording = CapturedOutput()
            var options = CheckOptions(folder: folder, seed: 1)
            options.checksTimes = false
            options.allowed = allowed
            var session = CheckSession(suite: Self.suite, options: options, product: "bench", output: recording.output)
            session.program = program
            return (try session.run(), recording.standard)
        }

        private static let cases: [(now: UInt64, code: ExitCode, line: String)] = [
            (12, .success, "passed"), (14, .success, "passed"), (10, .success, "passed"),
            (16, .regression, "WORSE: T8 (only): mallocs per event: 3 became 4\n"),
            (8, .improvement, "better: T8 (only): mallocs per event: 3 became 2\n"),
        ]

        @Test(arguments: cases) func aMallocMoreOrLessOfEachEventIsNamed(now: UInt64, code: ExitCode, line: String) throws {
            try Fixture.inFolder { folder in
                try accept(program(12, in: folder), in: folder)
                let found = try check(program(now, in: folder), in: folder)
                #expect(found.code == code && found.text.contains(line), "\(found)")
            }
        }

        /// The first process says what the threads of no other one do.
        @Test(arguments: [8, 16] as [UInt64]) func whatOneProcessSaysIsLookedAtAgain(first: UInt64) throws {
            try Fixture.inFolder { folder in
                let usual = try program(12, in: folder), other = try program(first, in: folder)
                try accept(usual, in: folder)
                let script = "#!/bin/sh\nif mkdir '\(folder)/begun' 2>/dev/null; then exec '\(other.path)'; fi\nexec '\(usual.path)'\n"
                try Fixture.write(script, toProgram: "\(folder)/turns")
                #expect(try check(WorkerProgram(path: "\(folder)/turns"), in: folder).code == .success)
                #expect(FileManager.default.fileExists(atPath: "\(folder)/begun"))
            }
        }

        @Test func whatHasNothingToCompareWithIsNamed() throws {
            try Fixture.inFolder { folder in
                let program = try program(12, in: folder)
                try accept(program, in: folder)
                let uncounted = try check(self.program(nil, in: folder), in: folder)
                #expect(uncounted.code == .incomparable && uncounted.text.contains("it could not be counted this time"), "\(uncounted)")
                let nothing = Results(
                    command: .counts, suite: "planted", profile: nil, seed: 0, order: [], reference: "T8", environment: .current())
                try Baseline(nothing, reason: "test").json().write(to: URL(fileURLWithPath: "\(folder)/baseline.json"))
                let new = try check(program, in: folder)
                #expect(new.code == .incomparable && new.text.contains("new: T8 (only): counts: "), "\(new)")
                #expect(try check(program, allowed: [.new], in: folder).code == .success)
            }
        }

        @Test func whereNothingIsCountedTheRowSaysSo() throws {
            try Fixture.inFolder { folder in
                var session = CountSession(suite: Self.suite, options: CountOptions(), output: CapturedOutput().output)
                session.program = try program(nil, in: folder)
                Interruption.install()
                defer { Interruption.restore() }
                let plan = try Plan(suite: Self.suite, filter: nil, variants: nil, seed: nil, includesReference: false)
                let row = try #require(try session.results(of: plan).rows.first)
                #expect(row.counts == nil && row.failure == nil && row.missing == ["counts.mallocs": "not counted"])
            }
        }

        /// Counts don't hang on the processor, but on what else makes the machine and the program.
        /// (Where the machine doesn't tell its processor none is another one.)
        @Test(arguments: ["processor", "clang"]) func aBaselineOfAnotherProcessorIsComparedWith(field: String) throws {
            try Fixture.inFolder { folder in
                let program = try program(16, in: folder), path = URL(fileURLWithPath: "\(folder)/baseline.json")
                try accept(self.program(12, in: folder), in: folder)
                var baseline = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any])
                var environment = try #require(baseline["environment"] as? [String: Any])
                environment[field] = "another"
                baseline["environment"] = environment
                try JSONSerialization.data(withJSONObject: baseline).write(to: path)
                if field == "processor" {
                    let found = try check(program, in: folder)
                    #expect(found.code == .regression && found.text.contains("WORSE: T8 (only): mallocs per event: 3 became 4"), "\(found)")
                } else {
                    #expect(throws: Incomparable.self) { try check(program, in: folder) }
                }
            }
        }

        /// What it takes to ask another process, or what another library's threads make, is compared with nothing.
        @Test(arguments: [threaded.inAnotherProcess(), threaded.onForeignThreads()])
        func whatOthersDoIsNotCounted(_ left: Benchmark) throws {
            try Fixture.inFolder { folder in
                let elsewhere = BenchKit.Suite(name: "planted", benchmarks: [left], defaultVariants: ["only"], reference: "T8")
                var options = CountOptions()
                options.out = "\(folder)/counts.json"
                let session = CountSession(suite: elsewhere, options: options, output: CapturedOutput().output)
                #expect(throws: UsageError.self) { try session.run() }
                try accept(program(12, in: folder), in: folder)
                let baseline = try Baseline.read("\(folder)/baseline.json")
                #expect(baseline.rows(unknownTo: elsewhere).count == 1 && baseline.rows(unknownTo: Self.suite).isEmpty)
            }
        }

        /// Callgrind's are there to be read.
        @Test func aBaselineKeepsNothingElseOfSeveralThreads() throws {
            let varying = Count(value: 9, stability: .reportOnly)
            var row = Row(benchmark: Self.threaded, variant: "only", events: 4)
            row.counts = RowCounts(
                events: 4, repetitions: 4, perEvent: [.instructions: varying, .mallocs: varying], perSubscription: [.mallocs: varying])
            var counts = ThreadedCounts(Self.threaded, "only")
            for mallocs in [13, 12, 28] as [UInt64] { counts.add([40, mallocs].map { AllocationCounts(mallocs: $0, frees: 0, bytes: 0) }) }
            let both = row.adding(counts.row)
            let mallocs = Count(value: 3.25, stability: .banded, low: 3, high: 7, isConfirmed: false)
            #expect(both.counts?.perEvent == [.instructions: varying, .mallocs: mallocs])
            #expect(Baseline(try Fixture.results(.counts, rows: [row]), reason: "test").rows.isEmpty)
            #expect(Baseline(try Fixture.results(.counts, rows: [both]), reason: "test").rows.map(\.counts) == [counts.row.counts])
        }

        /// Answers 28 in the processes before this one, and 12 in it and in those after it: a busy machine that gets quiet.
        private func program(quietFrom quiet: Int, in folder: String) throws -> WorkerProgram {
            let least = try program(12, in: folder), most = try program(28, in: folder)
            let script = "#!/bin/sh\necho >>'\(folder)/begun'\nif [ $(wc -l <'\(folder)/begun') -lt \(quiet) ]; then exec '\(most.path)'; fi\n"
            try Fixture.write(script + "exec '\(least.path)'\n", toProgram: "\(folder)/turns")
            return WorkerProgram(path: "\(folder)/turns")
        }

        /// Where the first eight agree on what a busy machine makes dear, nothing tells it.
        @Test(arguments: [(1, 8), (6, 8), (7, 9), (8, 10), (9, 8)]) func processesGoOnUntilThreeHaveSeenTheLeast(quiet: Int, processes: Int) throws {
            try Fixture.inFolder { folder in
                Interruption.install()
                defer { Interruption.restore() }
                let items = try Plan(suite: Self.suite, filter: nil, variants: nil, seed: nil, includesReference: false).items
                var begun: [Int] = []
                let rows = try ThreadedCounts.rows(
                    of: items, in: program(quietFrom: quiet, in: folder), processes: ThreadedCounts.processes, limit: 60
                ) { begun.append($1) }
                #expect(begun == Array(0..<processes))
                let mallocs = try #require(rows.first?.counts?.perEvent[.mallocs])
                #expect(mallocs.isConfirmed == nil && (mallocs.low ?? mallocs.value) == (quiet > ThreadedCounts.processes ? 7 : 3))
            }
        }

        /// Each process finds less than the one before it.
        @Test func aLeastThatOneProcessSawIsWarnedOf() throws {
            try Fixture.inFolder { folder in
                let usual = try program(12, in: folder)
                let script = """
                    #!/bin/sh
                    echo >>'\(folder)/begun'
                    mallocs=$((400 - 4 * $(wc -l <'\(folder)/begun')))
                    sed "s/\\"mallocs\\":12/\\"mallocs\\":$mallocs/g" '\(usual.path)' >'\(folder)/turn'
                    exec /bin/sh '\(folder)/turn'

                    """
                try Fixture.write(script, toProgram: "\(folder)/turns")
                let warning = try accept(WorkerProgram(path: "\(folder)/turns"), in: folder)
                let begun = try String(contentsOfFile: "\(folder)/begun", encoding: .utf8)
                #expect(begun.count == ThreadedCheck.looks)
                // 100 less one for each process: what the last one found nobody else did, and a check is compared with what three found.
                let mallocs = try #require(try Baseline.read("\(folder)/baseline.json").rows.first?.counts.perEvent[.mallocs])
                #expect(mallocs.low == 100 - Double(ThreadedCheck.looks) + 2)
                #expect(warning.contains("warning: 1 row differed from process to process by more than a check lets pass, such as T8 (only)\n"))
                let quiet = try accept(usual, in: folder)
                #expect(!quiet.contains("differed from process"), "\(quiet)")
            }
        }

        @Test func whatThreadsAskForIsSavedBeforeCallgrindCounts() throws {
            try Fixture.inFolder { folder in
                let recording = CapturedOutput()
                var session = CountSession(suite: Self.suite, options: CountOptions(), output: recording.output(errorIsTerminal: false))
                session.program = try program(12, in: folder)
                Interruption.install()
                defer { Interruption.restore() }
                let plan = try Plan(suite: Self.suite, filter: nil, variants: nil, seed: nil, includesReference: false)
                var saved: [[RowKey]] = []
                _ = try session.results(of: plan) { saved.append($0.rows.map(\.key)) }
                #expect(saved == [[RowKey(benchmark: "T8", variant: "only")]])
                let all = ThreadedCounts.processes
                for step in 1...all { #expect(recording.error.contains("[\(step)/\(all)] T8: threads"), "\(recording.error)") }
                #expect(recording.error.contains(", 1 benchmark\n"))
            }
        }

        @Test(.enabled(if: Fixture.canCount, "needs what counts allocations, which a sanitizer is in the way of"))
        func aPlantedMallocOfTwoThreadsIsFound() throws {
            try Fixture.inFolder { folder in
                let suite = PlantedSuite.suite(.none), mine = try #require(Fixture.mine)
                func program(_ fault: PlantedSuite.Fault) -> WorkerProgram {
                    WorkerProgram(path: mine, arguments: ["worker", "--planted", fault.rawValue])
                }
                var count = CountOptions(), options = CheckOptions(folder: folder, seed: 1)
                count.filter = "^\(PlantedSuite.threaded)$"
                count.out = "\(folder)/counts.json"
                var counting = CountSession(suite: suite, options: count, output: CapturedOutput().output)
                counting.program = program(.none)
                #expect(try counting.run() == .success)
                let accepted = Baseline(try ResultsFile.read("\(folder)/counts.json"), reason: "test")
                try accepted.json().write(to: URL(fileURLWithPath: "\(folder)/baseline.json"))
                options.filter = count.filter
                options.checksTimes = false
                for (fault, code) in [(PlantedSuite.Fault.none, ExitCode.success), (.threadedMalloc, .regression)] {
                    let recording = CapturedOutput()
                    var session = CheckSession(suite: suite, options: options, product: "bench", output: recording.output)
                    session.program = program(fault)
                    #expect(try session.run() == code, "\(recording.standard)")
                    #expect(recording.standard.contains("\(PlantedSuite.threaded) (only): mallocs per event: ") == (code == .regression))
                }
            }
        }
    }
}
