import Foundation
import Synchronization
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    @Suite(.serialized) struct StressTests {
        /// The blocks that targets were given.
        private final class Blocks: Sendable {
            private let list = Mutex<[(id: String, variant: String, rounds: Range<Int>, seed: UInt64)]>([])

            var all: [(id: String, variant: String, rounds: Range<Int>, seed: UInt64)] { list.withLock { $0 } }

            func target(_ subject: String, _ race: String, rounds: Int = 40, broken: Range<Int> = 0..<0) -> StressTarget {
                StressTarget(subject: subject, race: race, rounds: rounds) { block in
                    self.list.withLock { $0.append(("\(subject): \(race)", block.variant, block.rounds, block.seed)) }
                    var outcome = StressOutcome()
                    for round in block.rounds {
                        outcome.rounds += 1
                        guard broken.contains(round) else { continue }
                        outcome.add(StressViolation(law: "L\(round % 2)", round: round, message: "wrong", events: ["a", "b"]))
                    }
                    return outcome
                }
            }
        }

        private func run(
            _ targets: [StressTarget], variants: [String] = ["x", "y"], _ change: (inout StressOptions) -> Void = { _ in }
        ) throws -> (code: ExitCode, recording: CapturedOutput) {
            let recording = CapturedOutput()
            var options = StressOptions(variants: variants, seed: 7)
            change(&options)
            return (try StressSession(targets, options: options, output: recording.output).run(), recording)
        }

        private func results(_ targets: [StressTarget], _ change: (inout StressOptions) -> Void = { _ in }) throws -> StressResults {
            let path = NSTemporaryDirectory() + "rxbench-stress-\(UUID().uuidString).json"
            defer { unlink(path) }
            _ = try run(targets) {
                $0.out = path
                change(&$0)
            }
            return try StressResults(json: Data(contentsOf: URL(fileURLWithPath: path)))
        }

        @Test func everyRaceHasItsRoundsOnEachVariant() throws {
            let blocks = Blocks()
            let (code, recording) = try run([blocks.target("a", "1", rounds: 30), blocks.target("b", "1")])
            #expect(code == .success)
            #expect(blocks.all.map(\.id) == ["a: 1", "a: 1", "b: 1", "b: 1"])
            #expect(blocks.all.map(\.variant) == ["x", "y", "x", "y"])
            #expect(blocks.all.map(\.rounds) == [0..<30, 0..<30, 0..<40, 0..<40])
            #expect(blocks.all.allSatisfy { $0.seed == 7 })
            #expect(recording.standard.hasPrefix("seed 7: 4 races of 2 subjects\n"))
            #expect(recording.standard.contains("140 rounds of 4 races"))
            #expect(recording.standard.contains("seed 7: no violation"))
            #expect(recording.error.contains("[1/2] a\n[2/2] b"))
        }

        @Test func aViolationIsToldAtOnceAndEndsInExitCode1() throws {
            let (code, recording) = try run([Blocks().target("a b", "n vs d", broken: 3..<6)], variants: ["x"])
            #expect(code.rawValue == 1)
            #expect(recording.standard.contains("a b: n vs d (x), round 3, seed 7: L1: wrong\n    a\n    b\n"))
            #expect(recording.standard.contains("3 violations"))
            #expect(recording.standard.contains("L0 × 1, L1 × 2"))
            #expect(recording.standard.contains("again: rxbench stress --seed 7 --filter '^a b: n vs d$' --core x"))
        }

        @Test func theFileHoldsRoundsAndViolationsByLaw() throws {
            let results = try results([Blocks().target("a", "1", broken: 3..<6), Blocks().target("a", "2")])
            #expect(results.schema == "rxbench-stress/1")
            #expect(results.seed == 7)
            #expect(results.complete)
            #expect(results.races.map(\.id) == ["a: 1", "a: 1", "a: 2", "a: 2"])
            #expect(results.races.map(\.rounds) == [40, 40, 40, 40])
            #expect(results.races[0].violations == ["L1": 2, "L0": 1])
            #expect(results.races[0].first == StressViolation(law: "L1", round: 3, message: "wrong", events: ["a", "b"]))
            #expect(results.races[2].violations.isEmpty)
            #expect(results.races[2].first == nil)
        }

        @Test func aTimeLimitLetsEveryRaceHaveARoundAndGoesRoundUntilItIsOver() throws {
            let blocks = Blocks()
            _ = try run([blocks.target("a", "1"), blocks.target("b", "1")]) { $0.duration = .zero }
            #expect(blocks.all.map(\.rounds) == Array(repeating: 0..<1, count: 4))
            let long = Blocks()
            let (_, recording) = try run([long.target("a", "1")], variants: ["x"]) {
                $0.duration = .seconds(20)
                $0.rounds = 250
            }
            #expect(long.all.map(\.rounds) == [0..<1, 1..<5, 5..<21, 21..<85, 85..<100, 100..<200, 200..<250])
            #expect(recording.error.contains("pass 2"))
        }

        @Test func aRaceThatIsStuckIsNotRunAgain() throws {
            let runs = Mutex(0)
            let target = StressTarget(subject: "a", race: "1", rounds: 10) { _ in
                runs.withLock { $0 += 1 }
                var outcome = StressOutcome()
                outcome.isStuck = true
                outcome.add(StressViolation(law: "returns", round: 0, message: "stuck", events: []))
                return outcome
            }
            let (code, _) = try run([target], variants: ["x"]) { $0.duration = .milliseconds(20) }
            #expect(code == .failure)
            #expect(runs.withLock { $0 } == 1)
        }

        @Test func filtersChooseRacesAndAnEmptyChoiceIsAUsageError() throws {
            let blocks = Blocks()
            let targets = [blocks.target("merge", "next vs dispose"), blocks.target("zip", "next vs next")]
            _ = try run(targets, variants: ["x"]) { $0.filter = "MERGE.*dispose" }
            #expect(blocks.all.map(\.id) == ["merge: next vs dispose"])
            #expect(throws: UsageError.self) { try run(targets) { $0.filter = "nothing" } }
            #expect(throws: UsageError.self) { try run(targets) { $0.out = "\(Fixture.missing)/x.json" } }
        }

        @Test func anInterruptedRunSaysSoAndExits130() throws {
            let target = StressTarget(subject: "a", race: "1", rounds: 10) { block in
                Interruption.request()
                var outcome = StressOutcome()
                outcome.rounds = block.rounds.count
                return outcome
            }
            let (code, recording) = try run([target])
            #expect(code.rawValue == 130)
            #expect(recording.standard.contains("(incomplete)"))
            #expect(recording.error.contains("interrupted"))
        }

        @Test func theSelfCheckPassesOnlyIfEachFaultIsFoundForWhatItIs() {
            func check(_ law: String, consequence: String? = nil, broken: Range<Int>) -> (ExitCode, String) {
                let recording = CapturedOutput()
                let fault = PlantedFault(Blocks().target("f", "1", broken: broken), law: law, consequence: consequence)
                let options = StressOptions(variants: ["x"], seed: 1)
                return (StressSelfCheck([fault], options: options, output: recording.output).run(), recording.standard)
            }
            #expect(check("L0", broken: 150..<151).0 == .success)
            #expect(check("L0", broken: 150..<151).1.contains("found: f (x), round 150"))
            #expect(check("L1", broken: 150..<151).0 == .failure)
            #expect(check("L1", broken: 150..<151).1.contains("MISTAKEN: f (x), round 150"))
            #expect(check("L1", consequence: "L0", broken: 150..<151).1.contains("MISSED: f (x)"))
            #expect(check("L0", broken: 0..<0).1.contains("MISSED: f (x) in \(StressSelfCheck.limit) rounds"))
        }

        @Test(arguments: [
            ("500ms", 0.5), ("60s", 60), ("5m", 300), ("1h", 3600), ("0s", 0), ("168h", 604_800),
        ])
        func timesAreWholeNumbersWithAUnit(text: String, seconds: Double) {
            #expect(Duration(written: text)?.inSeconds == seconds)
        }

        @Test(arguments: ["", "s", "60", "1.5s", "-1s", "1 s", "5d", "169h", "9999999999s"])
        func otherTimesAreRefused(text: String) {
            #expect(Duration(written: text) == nil)
            #expect(Option("for", value: .duration, "").complaint(about: text) != nil)
        }
    }
}
