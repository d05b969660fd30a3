import Testing

@testable import BenchKit

@Suite struct SignificanceTests {
    /// Tails of the binomial distribution with p = 1/2, from its table.
    private static let tails: [(samples: Int, above: Int, probability: Double)] = [
        (12, 12, 0.000244140625), (12, 10, 0.019287109375), (8, 7, 0.03515625), (5, 5, 0.03125), (4, 0, 1),
    ]

    @Test(arguments: tails) func signTestHasTheBinomialTail(samples: Int, above: Int, probability: Double) {
        let ratios = (0..<samples).map { $0 < above ? 1.5 : 0.5 }
        #expect(abs(Significance.signTest(ratios, above: 1) - probability) < 1e-12)
    }

    @Test func samplesOnTheBoundCountForNeitherSide() {
        #expect(Significance.signTest([1, 1, 2, 2, 2], above: 1) == 0.125)
        #expect(Significance.signTest([1, 1], above: 1) == 1)
        #expect(Significance.signTest([], above: 1) == 1)
    }

    /// The worked example of step-down adjustment: sorted 0.005, 0.01, 0.03, 0.04 times 4, 3, 2, 1.
    @Test func holmStepsDown() {
        let adjusted = Significance.holm([0.01, 0.04, 0.03, 0.005])
        for (value, expected) in zip(adjusted, [0.03, 0.06, 0.06, 0.02]) { #expect(abs(value - expected) < 1e-12) }
        #expect(Significance.holm([0.7, 0.9]) == [1, 1])
        #expect(Significance.holm([]) == [])
    }

    @Test func moreRowsNeedMoreForks() {
        let forks = [1, 3, 4, 51, 52, 76, 204, 205].map { Significance.fewestForks(rows: $0, significance: 0.05) }
        #expect(forks == [6, 6, 7, 10, 11, 11, 12, 13])
        var options = CheckOptions(seed: 1)
        let check = {
            TimeCheck(
                thresholds: .usual, noise: nil, options: options, own: WorkerProgram(path: ""), product: "bench", output: CapturedOutput().output)
        }
        #expect(check().forks(rows: 76) == 12)
        options.forks = 3
        #expect(check().forks(rows: 76) == 11)
    }

    @Test func quotientsOfIntervalsAreWiderAndLessSure() {
        let one = Interval(low: 8, high: 12, confidence: 0.96), other = Interval(low: 4, high: 5, confidence: 0.97)
        let quotient = Interval(of: one, over: other)
        #expect(quotient?.low == 1.6)
        #expect(quotient?.high == 3)
        #expect(abs((quotient?.confidence ?? 0) - 0.93) < 1e-12)
        #expect(Interval(of: one, over: nil) == nil)
        #expect(Interval(of: one, over: Interval(low: 0, high: 1, confidence: 1)) == nil)
    }
}
