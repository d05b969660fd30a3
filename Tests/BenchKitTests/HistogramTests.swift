import Foundation
import Testing

@testable import BenchKit

/// A histogram tells what the values themselves would tell, to three digits.
@Suite struct HistogramTests {
    /// What is hard: steps, tails, gaps, the ends of buckets and of the range.
    private static let distributions: [(name: String, values: [Int])] = {
        var generator = SeededGenerator(seed: 7)
        func uniform() -> Double { (Double(generator.next() >> 11) + 1) * 0x1p-53 }
        func many(_ value: () -> Double) -> [Int] { (0..<199_993).map { _ in Int(min(value(), 3.6e12)) } }
        return [
            ("one", Array(repeating: 41, count: 100_000)), ("zero", Array(repeating: 0, count: 100_000)),
            ("uniform", many { uniform() * 1e6 }), ("exponential", many { -log(uniform()) * 5_000 }),
            ("Pareto, without a mean", many { 50 / pow(uniform(), 1.25) }), ("logarithm uniform", many { exp(uniform() * log(3.6e12)) }),
            ("two, far apart", many { uniform() < 0.999 ? 40 : 4e6 + uniform() }),
            ("a few at the end", many { uniform() < 0.9995 ? uniform() * 10 : 3.6e12 }),
            ("ends of buckets", (0..<200_000).map { (1 << ($0 % 42)) - 1 + $0 % 3 }),
            ("2,046 to 2,050", (0..<200_000).map { 2046 + $0 % 5 }),
        ]
    }()

    @Test(arguments: distributions.map(\.name))
    func percentilesAreTheExactOnesToThreeDigits(_ name: String) throws {
        let values = try #require(Self.distributions.first { $0.name == name }).values
        var histogram = Histogram()
        for value in values { histogram.record(value) }
        let sorted = values.sorted()
        for percentile in Percentile.allCases {
            let exact = sorted[max(0, Int((percentile.share * Double(sorted.count)).rounded(.up)) - 1)]
            let found = try #require(histogram.percentile(percentile))
            #expect(found >= exact && Double(found - exact) <= Double(exact) / 1000, "\(percentile.rawValue): \(found) for \(exact)")
        }
        #expect(histogram.largest == sorted.last && histogram.smallest == sorted.first && histogram.count == sorted.count)
        let mean = Double(values.reduce(0, +)) / Double(values.count)
        #expect(abs(try #require(histogram.mean) - mean) <= mean * 1e-9)
    }

    @Test(arguments: distributions.map(\.name))
    func thoseOfSeveralThreadsAreOne(_ name: String) throws {
        let values = try #require(Self.distributions.first { $0.name == name }).values
        var whole = Histogram(), parts = [Histogram(), Histogram(), Histogram()]
        for (index, value) in values.enumerated() {
            whole.record(value)
            parts[index % 3].record(value)
        }
        var merged = Histogram()
        for part in parts + [Histogram()] { merged.merge(part) }
        for percentile in Percentile.allCases { #expect(merged.percentile(percentile) == whole.percentile(percentile)) }
        #expect(merged.filled == whole.filled && merged.count == whole.count)
        #expect(merged.largest == whole.largest && merged.smallest == whole.smallest)
    }

    /// In a file neighbours may be put together where values are spread over the whole range, but none further off than a seventh; what isn't in
    /// buckets stays as it is.
    @Test(arguments: distributions.map(\.name))
    func aFileKeepsThem(_ name: String) throws {
        let values = try #require(Self.distributions.first { $0.name == name }).values
        var histogram = Histogram()
        for value in values { histogram.record(value) }
        let whole = try JSONDecoder().decode(Histogram.self, from: JSONEncoder().encode(histogram))
        #expect(whole == histogram)
        let text = try JSONEncoder().encode(histogram.thinned(to: 256))
        #expect(text.count < 4000)
        let read = try JSONDecoder().decode(Histogram.self, from: text)
        #expect(read.count == histogram.count && read.largest == histogram.largest && read.smallest == histogram.smallest)
        for percentile in Percentile.allCases {
            let exact = try #require(histogram.percentile(percentile)), found = try #require(read.percentile(percentile))
            #expect(found >= exact && Double(found - exact) <= Double(exact) / 7, "\(percentile.rawValue): \(found) for \(exact)")
        }
        // What was put together once stays like that.
        #expect(try JSONDecoder().decode(Histogram.self, from: JSONEncoder().encode(read)) == read)
    }

    @Test func aPercentileThatTooFewValuesTellIsAbsent() throws {
        for percentile in Percentile.allCases {
            #expect(percentile.fewestSamples == Int((10 / (1 - percentile.share)).rounded()))
            var histogram = Histogram()
            histogram.record(5, times: percentile.fewestSamples - 1)
            #expect(histogram.percentile(percentile) == nil)
            histogram.record(5)
            #expect(histogram.percentile(percentile) == 5)
        }
        #expect(Histogram().value(at: 0.5) == nil && Histogram().mean == nil && Histogram().smallest == 0)
    }

    @Test func whatIsBeyondTheRangeIsKeptAsItsEnd() {
        var histogram = Histogram()
        for value in [-5, 0, Int.max, Histogram.limit + 1] { histogram.record(value) }
        #expect(histogram.count == 4 && histogram.largest == Int.max && histogram.smallest == 0)
        #expect(histogram.value(at: 0.5) == 0)
        #expect(histogram.value(at: 0.75) ?? 0 >= Histogram.limit)
    }

    @Test func aRecordAllocatesNothing() throws {
        let counter = AllocationCounter()
        guard counter.unavailable == nil else { return }
        /// What other tests allocate meanwhile is counted too, but not all the time.
        func least(_ body: (Int) -> Void) throws -> Int {
            var least = Int.max
            for attempt in 0..<10_000 where least > 0 {
                let before = try #require(counter.read())
                body(attempt)
                let after = try #require(counter.read())
                least = min(least, Int((after - before).mallocs))
            }
            return least
        }
        var histogram = Histogram()
        let reading = try least { _ in }
        #expect(try least { attempt in for value in 0..<100 { histogram.record(attempt &* value) } } == reading)
        #expect(histogram.count >= 100)
    }

    /// What has been thinned out has buckets beyond its largest value, which are merged, told and written all the same.
    @Test(arguments: distributions.map(\.name))
    func thinnedOnesAreMergedWhole(_ name: String) throws {
        let (_, values) = try #require(HistogramTests.distributions.first { $0.name == name })
        var whole = Histogram()
        for value in values { whole.record(value) }
        let thinned = whole.thinned(to: 64)
        var merged = Histogram()
        for one in [thinned, whole, thinned] { merged.merge(one) }
        #expect(merged.filled.reduce(0) { $0 + $1.count } == UInt64(merged.count) && merged.count == 3 * values.count)
        #expect(merged.share(notAbove: .max) == 1)
        let read = try JSONDecoder().decode(Histogram.self, from: JSONEncoder().encode(merged))
        #expect(read == merged)
    }
}
