import Testing

@testable import BenchKit

/// Fitting costs to orders of growth.
@Suite struct GrowthTests {
    private static let sizes = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000]

    /// - Parameter noise: the largest relative deviation.
    private func costs(
        _ order: Growth, base: Double, slope: Double, noise: Double = 0, seed: UInt64 = 1, sizes: [Int] = sizes
    ) -> [SizedCost] {
        var generator = SeededGenerator(seed: seed)
        return sizes.map { size in
            let deviation = noise * (2 * Double(generator.next() % 10_001) / 10_000 - 1)
            return SizedCost(size: size, cost: (base + slope * order.term(Double(size))) * (1 + deviation))
        }
    }

    @Test(arguments: Growth.allCases)
    func exactCostsAreFittedExactly(order: Growth) throws {
        let fit = try #require(GrowthFit(costs(order, base: 200, slope: 40), tolerance: 0.01))
        #expect(fit.chosen.order == order)
        #expect(fit.chosen.residual < 1e-6)
        #expect(abs(fit.chosen.base - 200) < 1e-3)
        if order != .constant { #expect(abs(fit.chosen.slope - 40) < 1e-3) }
        #expect(fit.candidates.map(\.order) == Growth.allCases)
    }

    /// Each order is told from the others through noise, whatever the noise's seed.
    @Test(arguments: Growth.allCases, [0.02, 0.1])
    func noiseDoesNotHideTheOrder(order: Growth, noise: Double) throws {
        for seed in UInt64(1)...100 {
            let points = costs(order, base: 100, slope: 50, noise: noise, seed: seed)
            let fit = try #require(GrowthFit(points, tolerance: noise))
            #expect(fit.chosen.order == order, "seed \(seed)")
            #expect(fit.chosen.residual < noise)
        }
    }

    @Test func aCostThatHardlyGrowsIsConstant() throws {
        let fit = try #require(GrowthFit(costs(.logarithmic, base: 1000, slope: 5), tolerance: 0.05))
        #expect(fit.chosen.order == .constant)
        let precise = try #require(GrowthFit(costs(.logarithmic, base: 1000, slope: 5), tolerance: 0.001))
        #expect(precise.chosen.order == .logarithmic)
    }

    @Test func aCostThatShrinksIsConstant() throws {
        let points = Self.sizes.map { SizedCost(size: $0, cost: 100 + 20 / Double($0)) }
        let fit = try #require(GrowthFit(points, tolerance: 0.1))
        #expect(fit.chosen.order == .constant)
        #expect(fit.candidates.allSatisfy { $0.slope >= 0 && $0.base >= 0 })
    }

    /// What a scan over all others would do that hides behind a large base.
    @Test func aSmallLinearPartIsFoundBehindALargeBase() throws {
        let fit = try #require(GrowthFit(costs(.linear, base: 5000, slope: 1), tolerance: 0.05))
        #expect(fit.chosen.order == .linear)
    }

    @Test func whatCannotBeFittedIsNoFit() {
        #expect(GrowthFit(Array(costs(.linear, base: 1, slope: 1).prefix(3)), tolerance: 0.1) == nil)
        #expect(GrowthFit(costs(.linear, base: 0, slope: 0), tolerance: 0.1) == nil)
        let same = (0..<8).map { SizedCost(size: 10, cost: Double($0 + 1)) }
        #expect(GrowthFit(same, tolerance: 0.1) == nil)
        #expect(GrowthFit([], tolerance: 0.1) == nil)
    }

    @Test func ordersAreOrdered() {
        #expect(Growth.allCases.sorted() == Growth.allCases)
        #expect(Growth.linear < .quadratic)
        #expect(Growth(rawValue: "n log n") == .linearithmic)
    }
}
