import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// Who kept a benchmark of several threads waiting: other programs, or its own threads.
    @Suite struct BackgroundLoadTests {
        private func reading(_ time: Double, idle: Double, own: Double, processors: Int = 2) -> BackgroundLoad.Reading {
            BackgroundLoad.Reading(time: time, processors: processors, idle: idle, own: own)
        }

        @Test func whatIsNeitherIdleNorOnesOwnIsOthers() throws {
            let start = reading(100, idle: 50, own: 7)
            #expect(try #require(BackgroundLoad.share(from: start, to: reading(102, idle: 50.5, own: 10))) == 0.25)
            #expect(BackgroundLoad.share(from: start, to: reading(102, idle: 50, own: 11)) == 0)
            // Hundredths of a second that don't add up are nobody's.
            #expect(BackgroundLoad.share(from: start, to: reading(102, idle: 50.01, own: 11)) == 0)
            // A processor was free.
            #expect(BackgroundLoad.share(from: start, to: reading(102, idle: 52, own: 8)) == 0)
            let first = reading(100, idle: 50, own: 7, processors: 8)
            #expect(BackgroundLoad.share(from: first, to: reading(102, idle: 56, own: 11, processors: 8)) == 0)
            // Too short for them to tell, and a processor that came meanwhile.
            #expect(BackgroundLoad.share(from: start, to: reading(100.09, idle: 50, own: 7)) == nil)
            #expect(BackgroundLoad.share(from: start, to: reading(102, idle: 50, own: 7, processors: 3)) == nil)
        }

        @Test func theKernelsTableIsRead() throws {
            let text = "cpu  10 2 3 700 50 0 1 9 0 0\ncpu0 5 1 1 350 25 0 1 4 0 0\ncpu1 5 1 2 350 25 0 0 5 0 0\nintr 1\n"
            let found = try #require(BackgroundLoad.idle(text))
            #expect(found.processors == 2)
            #expect(found.seconds == 750 / Double(sysconf(Int32(_SC_CLK_TCK))))
            #expect(BackgroundLoad.idle("") == nil)
        }

        /// Plays T8 of two threads, or T1 of one.
        private func outcome(_ id: String, waiting: Bool = true, others share: Double?) throws -> DuelOutcome {
            let suite = BenchKit.Suite(
                name: "test", benchmarks: [Benchmark(id, "one", isSingleThreaded: id == "T1", events: Events(4)) { _ in }], defaultVariants: ["only"],
                reference: id)
            // A wish to stop may be left of another test.
            Interruption.install()
            defer { Interruption.restore() }
            var found: DuelOutcome?
            try Fixture.inFolder { folder in
                let program = try Fixture.worker(of: suite, in: folder, contaminated: waiting)
                var settings = TournamentSettings()
                settings.forks = 6
                var tournament = Tournament(programs: [program, program], settings: settings, seed: 1, output: CapturedOutput().output)
                tournament.watch = { _ in { share } }
                let plan = try Plan(suite: suite, filter: nil, variants: nil, seed: nil, includesReference: false)
                try tournament.play(ProgramComparison.duels(plan, knownToBase: [id: ["only"]]).duels, title: "test")
                found = tournament.outcomes.first
            }
            return try #require(found)
        }

        @Test func threadsThatWaitForEachOtherAreNotDisturbed() throws {
            let alone = try outcome("T8", others: 0.1)
            #expect(alone.disturbedShare == 0)
            #expect(TimeJudge(limits: .usual).judge([alone], noise: { _ in 0 }).map(\.verdict) == [.pass])
            for share in [0.5, nil] {
                let disturbed = try outcome("T8", others: share)
                #expect(disturbed.disturbedShare == 1)
                #expect(TimeJudge(limits: .usual).judge([disturbed], noise: { _ in 0 }).map(\.verdict) == [.inconclusive])
            }
            // What a thread waited that has ended isn't known.
            #expect(try outcome("T8", waiting: false, others: 0.5).disturbedShare == 1)
            // A single thread can't have waited for itself.
            #expect(try outcome("T1", others: 0).disturbedShare == 1)
            #expect(try outcome("T1", waiting: false, others: 1).disturbedShare == 0)
        }

        /// Programs that take all processors, so that a benchmark of two threads has to wait for them.
        @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/schedstat") && !Fixture.isSanitized))
        func aForeignBusyProgramMakesARowOfSeveralThreadsInconclusive() throws {
            Interruption.install()
            defer { Interruption.restore() }
            let busy = try (0..<2 * Processors.usable).map { _ in
                try ChildProcess("/bin/sh", ["-c", "echo busy; while :; do :; done"])
            }
            for child in busy { _ = try child.receiveLine(within: 20) }
            let mine = WorkerProgram(path: try #require(Fixture.mine))
            let side = Contender(program: 0, benchmark: "sort/threads=2", variant: Suite.onlyVariant, events: 200)
            var settings = TournamentSettings()
            settings.forks = 2
            var tournament = Tournament(programs: [mine], settings: settings, seed: 1, output: CapturedOutput().output)
            try tournament.play([Duel(challenger: side, base: side, usesProcessorTime: false)], title: "test")
            let outcome = try #require(tournament.outcomes.first)
            #expect(outcome.failure == nil)
            #expect(outcome.disturbedShare > 0.75)
            #expect(TimeJudge(limits: .usual).judge([outcome], noise: { _ in 0 }).map(\.verdict) == [.inconclusive])
            for child in busy { child.stop() }
        }

        @Test func samplesOfSeveralThreadsAreDisturbedByWhoElseRan() {
            let samples = [true, false, nil].map { TimeSample(wall: 3, processor: 6, contaminated: $0, metrics: [:], missing: [:]) }
            #expect(samples.disturbed(by: 0.2).map(\.contaminated) == [false, false, nil])
            #expect(samples.disturbed(by: 0.3).map(\.contaminated) == [true, true, nil])
            #expect(samples.disturbed(by: nil) == samples)
        }
    }
}
