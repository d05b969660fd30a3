import Foundation
import Synchronization
import Testing

@testable import BenchKit

extension RunSessionTests {
    /// What grows is told from what only moves.
    @Suite struct SoakTests {
        private func run(
            for seconds: Double = 1.5, in folder: String, recording: CapturedOutput = CapturedOutput(),
            _ body: @escaping @Sendable (Soak) throws -> Void
        ) throws -> (code: ExitCode, results: SoakResults) {
            var options = SoakOptions(variants: ["lock"], seconds: seconds, seed: 1)
            options.out = "\(folder)/soak.json"
            let program = SoakProgram("test", variants: ["lock"], body: body)
            let code = try SoakSession(program, suite: Suite.withFloor(), options: options, output: recording.output).run()
            let file = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/soak.json"))
            return (code, try SoakResults(json: file))
        }

        @Test func whatGrowsIsNamed() throws {
            try Fixture.inFolder([:]) { folder in
                let recording = CapturedOutput()
                let (code, results) = try run(in: folder, recording: recording) { soak in
                    var files: [FileHandle] = []
                    while !soak.isOver {
                        if let file = FileHandle(forReadingAtPath: "/dev/null") { files.append(file) }
                        Clock.sleep(milliseconds: 20)
                    }
                }
                guard ProcessProbes.descriptors() != nil else { return }
                #expect(code == .regression && results.growing.contains("descriptors (lock)"))
                #expect(recording.standard.contains("descriptors") && recording.standard.contains("GROWS"))
                #expect(results.complete && results.runs[0].samples >= 10)
            }
        }

        @Test func aProgramThatIsWrongOrEndsEarlySaysSo() throws {
            try Fixture.inFolder([:]) { folder in
                let wrong = try run(for: 0.3, in: folder) { soak in
                    while !soak.isOver { Clock.sleep(milliseconds: 1) }
                    try soak.expect(1, 2, "a sum")
                }
                #expect(wrong.code == .wrongResult && wrong.results.runs[0].failure?.message == "a sum: got 1, expected 2")
                let early = try run(for: 30, in: folder) { _ in }
                #expect(early.code == .wrongResult && early.results.runs[0].failure?.message == "it ended before it was told to")
            }
        }

        @Test func anInterruptionKeepsWhatThereIs() throws {
            try Fixture.inFolder([:]) { folder in
                let (code, results) = try run(for: 30, in: folder) { soak in
                    for _ in 0..<30 {
                        soak.record(7)
                        Clock.sleep(milliseconds: 10)
                    }
                    Interruption.request()
                    while !soak.isOver { Clock.sleep(milliseconds: 1) }
                }
                #expect(code == .interrupted && !results.complete && results.runs[0].seconds < 10)
            }
        }
    }
}
