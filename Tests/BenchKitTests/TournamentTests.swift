import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    @Suite struct TournamentTests {
        private let suite = BenchKit.Suite.withFloor()

        private func duels() throws -> [Duel] {
            let plan = try Plan(suite: suite, filter: nil, variants: nil, seed: nil)
            return ProgramComparison.duels(plan, knownToBase: ["floor.closure-call": ["-"]]).duels
        }

        private func forks(_ seed: UInt64) throws -> [String] {
            // A wish to stop may be left of another test.
            Interruption.install()
            defer { Interruption.restore() }
            var firsts: [String] = []
            try Fixture.inFolder { folder in
                let log = "\(folder)/log"
                let programs = try ["A", "B"].map { try Fixture.worker(of: suite, in: folder, name: $0, log: log) }
                var settings = TournamentSettings()
                settings.forks = 4
                var tournament = Tournament(programs: programs, settings: settings, seed: seed, output: CapturedOutput().output)
                try tournament.play(try duels(), title: "test")
                let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
                let starts = lines.filter { $0.hasPrefix("start") }.map { String($0.suffix(1)) }
                firsts = lines.indices.dropFirst().filter { lines[$0].hasPrefix("sample") && lines[$0 - 1].hasPrefix("start") }
                    .map { String(lines[$0].suffix(1)) }
                // Who is sampled first was started first.
                #expect(starts.indices.filter { $0 % 2 == 0 }.map { starts[$0] } == firsts)
            }
            return firsts
        }

        @Test func forksTakeTurnsInWhoGoesFirst() throws {
            let orders = try (1...8).map { try forks($0) }
            for order in orders { #expect(order == ["A", "B", "A", "B"] || order == ["B", "A", "B", "A"]) }
            // Who goes first in the first fork is up to the seed.
            #expect(Set(orders).count == 2)
        }

        private func compare(_ new: RowFailure?, with old: RowFailure?) throws -> (code: ExitCode, recording: CapturedOutput, results: Results) {
            var found: (code: ExitCode, recording: CapturedOutput, results: Results)?
            try Fixture.inFolder { folder in
                let recording = CapturedOutput()
                var options = ProgramComparisonOptions(
                    against: try Fixture.worker(of: suite, in: folder, name: "old", failing: old).path, seed: 1)
                options.out = "\(folder)/compare.json"
                options.forks = 2
                var session = ProgramComparison(suite: suite, options: options, product: "bench", output: recording.output)
                session.program = try Fixture.worker(of: suite, in: folder, name: "new", failing: new)
                let code = try session.run()
                found = (code, recording, try ResultsFile.read("\(folder)/compare.json"))
            }
            return try #require(found)
        }

        @Test func whoFailedIsToldAndDecidesTheExitCode() throws {
            let wrong = RowFailure(kind: .wrongResult, message: "no")
            let both = try compare(wrong, with: wrong), new = try compare(wrong, with: nil), old = try compare(nil, with: wrong)
            #expect([both.code, new.code, old.code] == [.wrongResult, .wrongResult, .incomparable])
            #expect(old.recording.standard.contains(", not in this program: no"))
            #expect(!both.recording.standard.contains("not in this program"))
            #expect(!new.recording.standard.contains("not in this program"))
            #expect(old.results.against?.rows.first?.failedInOlder == true)
            #expect(new.results.against?.rows.first?.failedInOlder == nil)
            let digest = Digest([Digest.Source(name: "compare.json", results: old.results)])
            #expect(JUnitReport(digest).text.contains("<skipped message=\"the older program failed: no\""))
        }
    }
}
