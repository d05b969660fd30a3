import Foundation
import Synchronization
import Testing

@testable import BenchKit

extension SessionTests {
    /// What grows is told from what only moves.
    @Suite struct SoakTests {
        private func samples(_ count: Int = 100, noise: Double = 0, seed: UInt64 = 1, _ value: (Double) -> Double) -> [(time: Double, value: Double)] {
            var generator = SeededGenerator(seed: seed)
            return (0..<count).map { index in
                let random = Double(generator.next() >> 11) * 0x1p-53 - 0.5
                return (Double(index), value(Double(index)) + noise * random)
            }
        }

        @Test func aTrendIsTheMedianSlopeAndFarOffSamplesDontMoveIt() throws {
            #expect(Trend(samples(9) { $0 }) == nil)
            let straight = try #require(Trend(samples { 5 + 3 * $0 }))
            #expect(straight.slope == 3 && straight.low == 3 && straight.high == 3 && straight.level == 5 + 3 * 49.5)
            var spoilt = samples { 5 + 3 * $0 }
            for index in stride(from: 0, to: 100, by: 7) { spoilt[index].value = 1e9 }
            #expect(try #require(Trend(spoilt)).slope == 3)
        }

        /// Of 1,000 series without a trend none has one, and of as many that grow by as much as they scatter all do.
        @Test func noiseIsNoTrend() throws {
            var alarms = 0, missed = 0
            for seed in 0..<1000 as Range<UInt64> {
                if try #require(Trend(samples(noise: 10, seed: seed) { _ in 100 })).low > 0 { alarms += 1 }
                if try #require(Trend(samples(noise: 10, seed: seed) { 100 + $0 / 10 })).low <= 0 { missed += 1 }
            }
            #expect(alarms <= 2 && missed == 0)
        }

        private func run(
            for seconds: Double = 1.5, in folder: String, recording: Recording = Recording(), _ body: @escaping @Sendable (Soak) throws -> Void
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
                let recording = Recording()
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
