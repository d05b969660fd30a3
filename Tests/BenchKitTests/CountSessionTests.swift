import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    @Suite struct CountSessionTests {
        @Test(.enabled(if: Fixture.canCount, "needs valgrind and no sanitizer"))
        func nothingOfTheHarnessIsCounted() throws {
            try Fixture.inFolder { folder in
                // Its body does nothing where there are no events.
                var options = CountOptions()
                options.filter = Selection(filter: PlantedSuite.innocents[0])
                options.processes = 1
                options.out = "\(folder)/counts.json"
                var session = CountSession(suite: PlantedSuite.suite(.none), options: options, output: CapturedOutput().output)
                session.program = WorkerProgram(path: try #require(Fixture.mine), arguments: ["worker", "--planted", "none"])
                #expect(try session.run() == .success)
                let counts = try #require(try ResultsFile.read("\(folder)/counts.json").rows.first?.counts).perSubscription
                #expect(counts[.objects]?.value ?? 0 == 0)
                #expect(try #require(counts[.mallocs]).value == 0)
            }
        }

        @Test(.enabled(if: Fixture.canCount, "needs valgrind and no sanitizer"))
        func whatIsCountedAloneHasAProcessOfItsOwn() throws {
            try Fixture.inFolder { folder in
                Interruption.install()
                defer { Interruption.restore() }
                let program = WorkerProgram(path: try #require(Fixture.mine), arguments: ["worker", "--planted", "none"])
                var process = try CountingProcess(program, limit: 60)
                try Fixture.write("#!/bin/sh\necho >>'\(folder)/starts'\nexec '\(process.valgrind)' \"$@\"\n", toProgram: "\(folder)/valgrind")
                process.valgrind = "\(folder)/valgrind"
                let lane = CountingLane(process), innocents = PlantedSuite.suite(.none).benchmarks.filter { PlantedSuite.innocents.contains($0.id) }
                var starts: [Int] = []
                for benchmark in [innocents[0], innocents[1], innocents[0].countedAlone(), innocents[2].countedAlone(), innocents[1]] {
                    try lane.count(benchmark, variants: ["only"], repetitions: 1) { _, outcome in
                        #expect(throws: Never.self) { try outcome.get() }
                    }
                    starts.append(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/starts")).count)
                }
                #expect(starts == [1, 1, 2, 3, 3])
            }
        }

        @Test func aBaselineThatCannotBeWrittenIsRefusedBeforeAnythingIsCounted() throws {
            let recording = CapturedOutput()
            let acceptance = BaselineAcceptance(
                suite: .withFloor(Fixture.benchmark("T1")), path: "\(Fixture.missing)/x.json", reason: "test", counted: nil, output: recording.output)
            #expect(throws: UsageError.impossible("cannot write \(Fixture.missing)/x.json: there is no directory \(Fixture.missing)")) {
                try acceptance.run()
            }
            #expect(recording.error.isEmpty)
        }
    }
}
