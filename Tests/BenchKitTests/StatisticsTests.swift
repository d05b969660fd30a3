import Testing

@testable import BenchKit

@Suite struct StatisticsTests {
    @Test func medianOfOddAndEvenCounts() {
        #expect(Statistics.median([3]) == 3)
        #expect(Statistics.median([9, 1, 5]) == 5)
        #expect(Statistics.median([4, 1, 3, 2]) == 2.5)
    }

    /// Ranks and confidences from the tables of the sign test.
    @Test(arguments: [
        (6, 1, 0.96875), (8, 1, 0.9921875), (9, 2, 0.9609375), (10, 2, 0.978515625), (15, 4, 0.96484375),
        (25, 8, 0.9567147493362427),
    ])
    func intervalUsesTheKnownRanks(count: Int, rank: Int, confidence: Double) throws {
        let samples = (1...count).map(Double.init)
        let interval = try #require(Interval(ofSorted: samples, confidence: 0.95))
        #expect(interval.low == Double(rank))
        #expect(interval.high == Double(count + 1 - rank))
        #expect(abs(interval.confidence - confidence) < 1e-9)
    }

    @Test(arguments: 0...5) func fewSamplesHaveNoInterval(count: Int) {
        #expect(Interval(ofSorted: (0..<count).map(Double.init), confidence: 0.95) == nil)
    }

    @Test func binomialStaysFiniteForManySamples() {
        #expect(Statistics.binomialHalf(4, 2) == 0.375)
        let sum = (0...2000).map { Statistics.binomialHalf(2000, $0) }.reduce(0, +)
        #expect(abs(sum - 1) < 1e-9)
    }

    @Test func ratioIsTheMedianOfPairsNotThePairOfMedians() {
        let ratios = Statistics.pairRatios([10, 200, 30], [10, 100, 60])
        #expect(ratios == [1, 2, 0.5])
        #expect(Estimate(ratios).median == 1)
        #expect(Statistics.pairRatios([1, 2], [0, 4]) == [0.5])
    }

    @Test func aRateHasTheEndsOfItsTimeTheOtherWayRound() {
        let estimate = Estimate(median: 4e9, interval: Interval(low: 2e9, high: 8e9, confidence: 0.95))
        #expect(estimate.perSecond == Estimate(median: 0.25, interval: Interval(low: 0.125, high: 0.5, confidence: 0.95)))
        let instant = Estimate(median: .leastNonzeroMagnitude, interval: Interval(low: 0, high: 1, confidence: 0.95)).perSecond
        #expect(instant.median == .greatestFiniteMagnitude && instant.interval?.high == .greatestFiniteMagnitude && instant.interval?.low == 1e9)
    }

    @Test func middlesOfNumbersAreNumbers() {
        #expect(Statistics.median([1e308, 1.5e308]) == 1.25e308)
        #expect(Statistics.median([-1.5e308, -1e308]) == -1.25e308)
        #expect(Statistics.median([-1e308, 1e308]) == 0)
        #expect(Statistics.median([.leastNonzeroMagnitude, .leastNonzeroMagnitude]) == .leastNonzeroMagnitude)
        #expect(Statistics.mean([(1e308, 1e308), (1e308, 1e307)]) == 1e308)
        #expect(Statistics.mean([(0.5, 1), (0.25, 3)]) == 0.3125)
        #expect(Statistics.mean([(1, 0)]) == nil)
        #expect(Statistics.pairRatios([1e308, 1], [1e-308, 2]) == [0.5])
    }

    @Test func theGeneratorIsTheKnownOne() {
        var generator = SeededGenerator(seed: 0)
        #expect(generator.next() == 0xE220_A839_7B1D_CDAF)
        #expect(generator.next() == 0x6E78_9E6A_A1B9_65F4)
    }

    @Test func aSeedFixesTheShuffle() {
        func shuffled(_ seed: UInt64) -> [Int] {
            var generator = SeededGenerator(seed: seed)
            return generator.shuffle(Array(0..<20))
        }
        #expect(shuffled(1) == shuffled(1))
        #expect(shuffled(1) != shuffled(2))
        #expect(shuffled(1).sorted() == Array(0..<20))
    }

    @Test func variantsInterleaveAsABBA() {
        let order = (0..<4).flatMap { Interleaving.order(round: $0, of: 2, isMirrored: false) }
        #expect(order == [0, 1, 1, 0, 1, 0, 0, 1])
        #expect((0..<4).flatMap { Interleaving.order(round: $0, of: 2, isMirrored: true) } == order.map { 1 - $0 })
    }
}
