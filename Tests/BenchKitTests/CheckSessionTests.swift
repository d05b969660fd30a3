import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension SessionTests {
    @Suite struct CheckSessionTests {
        private func session(_ folder: String, against: String, _ recording: Recording) throws -> CheckSession {
            let suite = PlantedSuite.suite(.none)
            let counted = Results(
                command: .counts, suite: suite.name, profile: nil, seed: 0, order: [], reference: suite.reference, environment: .current())
            try Baseline(counted, reason: "test").json().write(to: URL(fileURLWithPath: "\(folder)/baseline.json"))
            var options = CheckOptions(folder: folder, seed: 1)
            options.filter = PlantedSuite.guilty
            options.against = against
            options.out = "\(folder)/check.json"
            var session = CheckSession(suite: suite, options: options, product: "bench", output: recording.output)
            session.program = WorkerProgram(path: "/bin/false")
            return session
        }

        @Test func anOlderProgramThatCannotBeUsedIsRefusedBeforeAnythingIsMeasured() throws {
            try Fixture.inFolder(["old": Data()]) { folder in
                let recording = Recording()
                let session = try session(folder, against: "\(folder)/old", recording)
                #expect(throws: Incomparable("\(folder)/old is a file but no program")) { try session.run() }
                #expect(!recording.error.contains("counting"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["baseline.json", "old"])
            }
        }

        @Test func aPartThatCannotBeDoneLeavesTheFindingsOfTheOthers() throws {
            try Fixture.inFolder { folder in
                let session = try session(folder, against: "", Recording())
                var results = try Fixture.results(
                    .check, findings: [Finding(row: "W1", gate: "mallocs per event", verdict: .wrongResult, detail: "no")])
                try session.part("times", of: &results) { _ in throw Unmeasurable("there is no clock") }
                #expect(results.findings?.map(\.verdict) == [.wrongResult, .error])
                #expect(results.findings?.last?.detail == "there is no clock")
                #expect(results.findings?.exitCode == .wrongResult)
                #expect(throws: Interruption.Stop.self) { try session.part("times", of: &results) { _ in throw Interruption.Stop() } }
            }
        }
    }
}
