import Testing

@testable import BenchKit

/// What a soak calls a trend, of series of which it is known whether they have one.
@Suite struct TrendTests {
    /// - Parameter memory: how much of each sample's noise is that of the one before.
    private func samples(
        _ count: Int = 100, noise: Double = 0, memory: Double = 0, seed: UInt64 = 1, _ value: (Double) -> Double
    ) -> [(time: Double, value: Double)] {
        var generator = SeededGenerator(seed: seed), last = 0.0
        return (0..<count).map { index in
            last = memory * last + Double(generator.next() >> 11) * 0x1p-53 - 0.5
            return (Double(index), value(Double(index)) + noise * last)
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

    /// In four parts of 250 series, so that all processors have some: of those without a trend none has one, and of those that grow by as much as they
    /// scatter all do.
    @Test(arguments: 0..<4 as Range<UInt64>)
    func noiseIsNoTrend(part: UInt64) throws {
        var alarms = 0, missed = 0
        for seed in 250 * part..<250 * (part + 1) {
            if try #require(Trend(samples(noise: 10, seed: seed) { _ in 100 })).low > 0 { alarms += 1 }
            if try #require(Trend(samples(noise: 10, seed: seed) { 100 + $0 / 10 })).low <= 0 { missed += 1 }
        }
        #expect(alarms <= 1 && missed == 0)
    }

    /// Nor is noise that wanders, as that of a heap or a busy machine does; what grows far beyond it is one.
    @Test(arguments: [0.5, 0.8, 0.9])
    func noiseThatWandersIsNoTrend(memory: Double) throws {
        var alarms = 0, missed = 0
        for seed in 0..<200 as Range<UInt64> {
            if try #require(Trend(samples(noise: 10, memory: memory, seed: seed) { _ in 100 })).low > 0 { alarms += 1 }
            if try #require(Trend(samples(noise: 10, memory: memory, seed: seed) { 100 + 2 * $0 })).low <= 0 { missed += 1 }
        }
        // Taken for independent samples, 7, 21 and 38 of these 200 series would have a trend.
        #expect(alarms <= 6 && missed == 0, "\(alarms) alarms, \(missed) missed")
    }

    /// What leaks need not do so evenly.
    @Test func whatGrowsInABendOrInStepsHasATrend() throws {
        let shapes: [(name: String, value: (Double) -> Double)] = [
            ("from the middle on", { 100 + max(0, $0 - 50) * 2 }), ("from a third on", { 100 + max(0, $0 - 30) * 2 }),
            ("doubling", { 100 * Double(1 << Int($0 / 15)) }), ("in steps", { 100 + 30 * ($0 / 34).rounded(.down) }),
        ]
        for (name, value) in shapes {
            for seed in 0..<20 as Range<UInt64> {
                #expect(try #require(Trend(samples(noise: 10, seed: seed, value))).low > 0, "\(name), \(seed)")
                #expect(try #require(Trend(samples(noise: 10, seed: seed) { -value($0) })).high < 0, "less, \(name), \(seed)")
            }
        }
    }
}
