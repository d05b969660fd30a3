import Foundation
import Testing

@testable import BenchKit

@Suite struct LockCountTests {
    /// Those that the allocator and Dispatch make don't count. A call's instruction tells how often; what is told of it behind the call is
    /// the way there.
    @Test func locksAreTheCallsOfWhatLocks() throws {
        let text = """
            desc: Trigger: Client Request: locks
            positions: instr
            events: Ir
            ob=(1) /program
            fn=(1) main
            0x10 6
            cob=(2) /lib/libc.so.6
            cfn=(2) pthread_mutex_lock@@GLIBC_2.2.5
            calls=9 0x20
            0x10 60
            cob=(3) /lib/libjemalloc.so.2
            cfn=(3) malloc
            calls=4 0x40
            0x14 200

            ob=(2)
            fn=(2)
            0x20 6
            0x24 30

            fn=(4) pthread_mutex_trylock@@GLIBC_2.34
            0x30 9

            fn=(5) __pthread_rwlock_rdlock
            0x34 2

            fn=(6) pthread_mutex_unlock
            0x38 8

            fn=(7) sem_wait
            0x3c 3

            ob=(3)
            fn=(3)
            0x40 4
            0x44 7
            cob=(2)
            cfn=(4)
            calls=90 0x30
            0x44 70
            0x44 7

            ob=(4) /usr/lib/libdispatch.so
            fn=(8) dispatch_semaphore_wait
            0x50 5
            0x54 2
            cob=(2)
            cfn=(7)
            calls=2 0x3c
            0x54 20

            totals: 320
            """
        let profile = try CallgrindProfile(text: text)
        // 6 of a mutex, 2 of 9 attempts at one, 2 to read, 1 of 3 semaphores, 5 of Dispatch's.
        #expect(profile.locks == 16)
        #expect(IterationCounts(profile, allocations: nil).values[.locks] == 16)
    }

    private func counts(_ figures: [CountedKind: Double]) -> RowCounts {
        RowCounts(events: 10, repetitions: 4, perEvent: figures.mapValues { Count(value: $0, stability: .exact) }, perSubscription: [:])
    }

    private func results(_ counts: RowCounts...) throws -> Results {
        try Fixture.results(
            .counts,
            rows: counts.enumerated().map { index, counts in
                var row = Row(benchmark: Fixture.benchmark("T\(index)"), variant: "lock", events: 10)
                row.counts = counts
                return row
            })
    }

    @Test func aKindThatTheBaselineDoesNotKnowIsNotCompared() throws {
        let old = Baseline(try results(counts([.retains: 2]), counts([.mallocs: 0])), reason: "counted where locks are not")
        #expect(old.kinds == [.retains, .mallocs])
        try Fixture.inFolder { folder in
            try old.json().write(to: URL(fileURLWithPath: "\(folder)/baseline.json"))
            let read = try Baseline.read("\(folder)/baseline.json")
            #expect(read == old)
            let countJudge = CountJudge(limits: .usual, kinds: read.kinds)
            let found = countJudge.judge("T0", now: counts([.retains: 2, .locks: 1]), base: read.counts("T0", "lock"))
            #expect(found.map(\.verdict) == [.pass])
            // What it has of other rows is missing in this one.
            let lacking = countJudge.judge("T0", now: counts([.retains: 2, .mallocs: 1]), base: read.counts("T0", "lock"))
            #expect(lacking.map(\.verdict) == [.pass, .unknown])
        }
    }

    @Test func locksHaveToBeEqual() {
        let countJudge = CountJudge(limits: .usual)
        #expect(countJudge.judge("T1", now: counts([.locks: 1]), base: counts([.locks: 0])).map(\.verdict) == [.regression])
        #expect(countJudge.judge("T1", now: counts([.locks: 1]), base: counts([.locks: 0])).first?.gate == "locks per event")
        #expect(countJudge.judge("T1", now: counts([.locks: 1]), base: counts([.locks: 1])).map(\.verdict) == [.pass])
        let limit = LimitJudge().judge("T1", now: counts([.locks: 1]), limits: [.locks(perEvent: 0)])
        #expect(limit.map(\.verdict) == [.regression])
    }
}

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// What counting finds of planted faults, in processes under callgrind.
    @Suite(.enabled(if: Fixture.canCount, "needs valgrind and no sanitizer"))
    struct PlantedCountTests {
        private static let row = RowKey(benchmark: PlantedSuite.guilty, variant: "only")

        private func worker(_ fault: PlantedSuite.Fault) throws -> WorkerProgram {
            WorkerProgram(path: try #require(Fixture.mine), arguments: ["worker", "--planted", fault.rawValue])
        }

        private func count(_ fault: PlantedSuite.Fault) throws -> Results {
            Interruption.install()
            defer { Interruption.restore() }
            let suite = PlantedSuite.suite(.none)
            var session = CountSession(suite: suite, options: CountOptions(), output: CapturedOutput().output)
            session.program = try worker(fault)
            let plan = try Plan(suite: suite, filter: "^\(PlantedSuite.guilty)$", variants: nil, seed: nil, includesReference: false)
            return try session.results(of: plan)
        }

        /// `lock` takes an `NSLock`, `mutex` one of pthread's.
        @Test func aLockInAnEventIsCountedAndFound() throws {
            let base = try #require(try count(.none).rows.first?.counts)
            #expect(base.perEvent[.locks] == Count(value: 0, stability: .exact))
            for fault in [PlantedSuite.Fault.lock, .mutex] {
                let now = try #require(try count(fault).rows.first?.counts)
                #expect(now.perEvent[.locks] == Count(value: 1, stability: .exact))
                let found = CountJudge(limits: .usual).judge(Self.row.text, now: now, base: base).filter { $0.verdict == .regression }
                #expect(found.first { $0.gate == "locks per event" }?.detail == "0 became 1")
            }
        }

        @Test func findingsNameFunctionsWhereTheBasesCallsAreKnown() throws {
            let base = try count(.none)
            try Fixture.inFolder { folder in
                try base.json().write(to: URL(fileURLWithPath: "\(folder)/base.json"))
                try Baseline(base, reason: "test").json().write(to: URL(fileURLWithPath: "\(folder)/baseline.json"))
                let recording = CapturedOutput()
                var options = CheckOptions(folder: folder, seed: 1)
                options.filter = "^\(PlantedSuite.guilty)$"
                options.checksTimes = false
                options.calls = "\(folder)/base.json"
                options.out = "\(folder)/check.json"
                var session = CheckSession(
                    suite: PlantedSuite.suite(.none), options: options, product: "bench", output: recording.output)
                session.program = try worker(.mutex)
                #expect(try session.run() == .regression)
                let finding = try ResultsFile.read("\(folder)/check.json").findings?.first { $0.gate == "locks per event" }
                let call = finding?.calls?.first { $0.function.hasPrefix("pthread_mutex_lock") }
                #expect(call?.before == 0 && call?.after == 1)
                #expect(recording.standard.contains("  calls: ") && recording.standard.contains("0 → 1"))
            }
        }
    }
}
