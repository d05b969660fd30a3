import Foundation
import Testing

@testable import BenchKit

/// What a program declares wrongly is told, in release builds, too, where the text of a `precondition` is left out.
@Suite struct DeclarationTests {
    enum Wrong: String, CaseIterable, Codable, Sendable {
        case limitOfThreads, limitOfLatency, negativeLimit, limitWithoutTime, floorOfLimit, floorWithVariants
        case twoOfOneID, twoOfOneIDInScaling, unknownTwin, unknownFloorOfLatency
        case tagWithComma, tagWithBlank, emptyTag, noThread, noEvent, countedEvents, fewSizes, sizeOfNothing
        case noSender, length, share, rate, burst, noCommand, anotherProcess, foreignThreads

        private static func suite(_ benchmarks: Benchmark...) { _ = BenchKit.Suite("mine") { benchmarks } }
        private static func tagged(_ tag: String) { _ = Benchmark("x", tags: [tag]) {} }
        private static func scaling(_ sizes: [Int]) -> Scaling {
            Scaling("s", "a scaling", parameter: "elements", sizes: sizes, events: 1) { _, _ in }
        }

        func declare() {
            let plain = Benchmark("x") {}
            switch self {
            case .limitOfThreads: Self.suite(Benchmark("x", threads: 2) {}.limits(.mallocs(perEvent: 0)))
            case .limitOfLatency: _ = Benchmark("x", "late", latency: Latency()) { _ in }.limits(.mallocs(perEvent: 0))
            case .negativeLimit: _ = Limit.mallocs(perEvent: -1)
            case .limitWithoutTime: _ = Limit.time(multipleOf: "floor.call", 0)
            case .floorOfLimit: Self.suite(plain.limits(.time(multipleOf: "none", 2)))
            case .floorWithVariants:
                Self.suite(plain.limits(.time(multipleOf: "y", 2)), Benchmark("y", "two", variants: ["a", "b"]) { _ in })
            case .twoOfOneID: Self.suite(plain, Benchmark("y") {}, plain)
            case .twoOfOneIDInScaling: _ = BenchKit.Suite("mine", scalings: [Self.scaling([1, 2, 3, 4])]) { Benchmark("s/2") {} }
            case .unknownTwin: Self.suite(plain.multiple(of: "none"))
            case .unknownFloorOfLatency: Self.suite(Benchmark("x", "late", latency: Latency(floor: "none")) { _ in })
            case .tagWithComma: Self.tagged("a,b")
            case .tagWithBlank: Self.tagged("a b")
            case .emptyTag: Self.tagged("")
            case .noThread: _ = Benchmark("x", threads: 0) {}
            case .noEvent: _ = Events(0)
            case .countedEvents: _ = Events(10, counted: 1)
            case .fewSizes: _ = Self.scaling([1, 2])
            case .sizeOfNothing: _ = Self.scaling([0, 1, 2, 3])
            case .noSender: _ = Latency(senders: 0)
            case .length: _ = Latency(length: 0)
            case .share: _ = Latency(load: .share(1))
            case .rate: _ = Latency(load: .rate(0))
            case .burst: _ = Latency(arrivals: .bursts(of: 0))
            case .anotherProcess: _ = Benchmark("x", "elsewhere") { _ in }.inAnotherProcess()
            case .foreignThreads: _ = Benchmark("x", "elsewhere") { _ in }.onForeignThreads()
            case .noCommand: _ = CommandLineProgram(name: "x", version: "1", summary: "s", commands: [])
            }
        }

        var text: String {
            switch self {
            case .limitOfThreads: "Benchmark x/threads=2: counts of several threads have no limits, but for kept(perEvent:)"
            case .limitOfLatency: "Benchmark x: a limit on latency is a tail of limits.json"
            case .negativeLimit: "Limit: a number of 0 or more, not -1.0"
            case .limitWithoutTime: "Limit: a thousandth or more of the time of 'floor.call', not 0.0"
            case .floorOfLimit: "Suite: the floor 'none' of a limit of x is no benchmark without variants"
            case .floorWithVariants: "Suite: the floor 'y' of a limit of x is no benchmark without variants"
            case .anotherProcess: "Benchmark x: what another process does isn't single-threaded"
            case .foreignThreads: "Benchmark x: threads of another library are more than one"
            case .twoOfOneID: "Suite: two benchmarks share the id 'x'"
            case .twoOfOneIDInScaling: "Suite: two benchmarks share the id 's/2'"
            case .unknownTwin: "Suite: there is no benchmark 'none' to be the twin of x"
            case .unknownFloorOfLatency: "Suite: the floor 'none' is no benchmark of latency"
            case .tagWithComma: "Benchmark x: a tag is a word without commas, not 'a,b'"
            case .tagWithBlank: "Benchmark x: a tag is a word without commas, not 'a b'"
            case .emptyTag: "Benchmark x: a tag is a word without commas, not ''"
            case .noThread: "Benchmark x: at least one thread, not 0"
            case .noEvent: "Events: every profile needs at least one event, not 0"
            case .countedEvents: "Events: from 2 to 1,000 are counted, not 1"
            case .fewSizes, .sizeOfNothing: "Scaling s: at least 4 sizes above 0"
            case .noSender: "Latency: at least one sender, not 0"
            case .length: "Latency: a length from 0.1 to 1000 times, not 0.0"
            case .share: "Latency: a share between 0 and 1, not 1.0"
            case .rate: "Latency: a rate from 0.001 to 1e9, not 0.0"
            case .burst: "Latency: a burst of at least one, not 0"
            case .noCommand: "CommandLineProgram: at least one command"
            }
        }
    }

    @Test(arguments: Wrong.allCases) func aWrongDeclarationIsToldInOneLineAndEndsAsAWrongCommandLine(wrong: Wrong) async throws {
        let result = await #expect(processExitsWith: .exitCode(64), observing: [\.standardErrorContent]) { [wrong] in wrong.declare() }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.split(separator: "\n").contains { $0.hasSuffix(": \(wrong.text)") }, "\(text)")
    }

    @Test func theLineBeginsWithTheNameOfTheProgram() async throws {
        let result = await #expect(processExitsWith: .exitCode(64), observing: [\.standardErrorContent]) { _ = Events(0) }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("\(ProgramArguments.name): Events: "), "\(text)")
    }
}
