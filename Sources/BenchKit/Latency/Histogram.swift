/// How often values came, to three significant digits: of nanoseconds from 0 to an hour, or of anything else that is counted in whole numbers.
///
/// Log-linear, as HdrHistogram's: values below 2,048 have a bucket each, and from there on each doubling has 1,024 buckets of one width, so a
/// bucket is no wider than a thousandth of what is in it. A record is a few instructions and allocates nothing. Those of several threads,
/// processes and files are merged by adding the counts. Not to be changed by two threads at a time: each has its own.
public struct Histogram: Sendable, Equatable {
    /// Values that are all told apart.
    private static let exact = 2048
    /// Buckets of each doubling beyond.
    private static let steps = exact / 2
    /// What is larger counts as this, an hour in nanoseconds, everywhere but in `largest`.
    static let limit = 3_600_000_000_000
    static let buckets = index(of: limit) + 1

    /// Values in each bucket; empty while `packed` has them.
    private var counts = [UInt64](repeating: 0, count: buckets)
    /// The buckets that aren't empty, in order, of one that nothing is recorded in: a few kilobytes instead of a quarter of a megabyte.
    private var packed: [Bucket] = []
    /// Values recorded.
    public private(set) var count = 0
    /// The largest one, exactly; 0 without any.
    public private(set) var largest = 0
    /// The smallest one, exactly; 0 without any.
    public var smallest: Int { count == 0 ? 0 : least }
    private var least = Int.max
    /// Their sum, as far as a Double has it.
    private(set) var sum = 0.0
    /// Whether its buckets were left out, as in a file of medians: then nothing between the smallest and the largest value is known.
    private(set) var isSummary = false

    /// So many values in one bucket.
    struct Bucket: Equatable, Sendable {
        let index: Int
        let count: UInt64
    }

    public init() {}

    /// The buckets that aren't empty, in order.
    var filled: [Bucket] {
        if counts.isEmpty || count == 0 { return packed }
        var filled: [Bucket] = []
        var index = Histogram.index(of: min(least, Histogram.limit)), rest = UInt64(count)
        // Not up to the largest value: one that has been thinned out has buckets beyond that.
        while rest > 0, index < counts.count {
            let found = counts[index]
            if found > 0 { filled.append(Bucket(index: index, count: found)) }
            rest -= min(rest, found)
            index += 1
        }
        return filled
    }

    private mutating func unpack() {
        counts = [UInt64](repeating: 0, count: Histogram.buckets)
        for bucket in packed { counts[bucket.index] = bucket.count }
        packed = []
    }

    public static func == (one: Histogram, other: Histogram) -> Bool {
        one.count == other.count && one.largest == other.largest && one.smallest == other.smallest && one.sum == other.sum
            && one.filled == other.filled && one.isSummary == other.isSummary
    }

    /// One value. Below 0 it counts as 0.
    @inline(__always)
    public mutating func record(_ value: Int) { record(value, times: 1) }

    /// The same value several times.
    public mutating func record(_ value: Int, times: Int) {
        guard times > 0 else { return }
        let value = max(value, 0)
        if _slowPath(counts.isEmpty) { unpack() }
        counts[Histogram.index(of: min(value, Histogram.limit))] &+= UInt64(times)
        count &+= times
        sum += Double(value) * Double(times)
        if value > largest { largest = value }
        if value < least { least = value }
    }

    /// Adds what another one has recorded.
    public mutating func merge(_ other: Histogram) {
        guard other.count > 0 else { return }
        if counts.isEmpty { unpack() }
        for bucket in other.filled { counts[bucket.index] &+= bucket.count }
        count &+= other.count
        sum += other.sum
        largest = max(largest, other.largest)
        least = min(least, other.least)
        isSummary = isSummary || other.isSummary
    }

    /// The mean of what was recorded; nil without anything.
    public var mean: Double? { count == 0 ? nil : sum / Double(count) }

    /// The value that so large a share of all is not above, to three digits upwards; nil without any value, and where the buckets were left out. Whether there are enough of them to
    /// say so is for `percentile` to tell.
    /// - Parameter share: from 0 to 1.
    public func value(at share: Double) -> Int? {
        precondition((0...1).contains(share), "Histogram: a share from 0 to 1")
        if count == 0 || isSummary { return nil }
        let rank = max(1, UInt64((share * Double(count)).rounded(.up)))
        var passed: UInt64 = 0
        for bucket in filled {
            passed += bucket.count
            if passed >= rank { return min(Histogram.last(of: bucket.index), largest) }
        }
        return largest
    }

    /// The percentile, or nil where fewer values were recorded than it needs: of 100, none is the one in a thousand.
    public func percentile(_ percentile: Percentile) -> Int? {
        count >= percentile.fewestSamples ? value(at: percentile.share) : nil
    }

    /// The share of values that are not above this one; 0 without any.
    public func share(notAbove value: Int) -> Double {
        if count == 0 || value < 0 { return 0 }
        let last = Histogram.index(of: min(value, Histogram.limit))
        return Double(filled.prefix { $0.index <= last }.reduce(0) { $0 + $1.count }) / Double(count)
    }

    /// - Parameter buckets: nil where they were left out.
    init(_ buckets: [Bucket]?, count: Int, least: Int, largest: Int, sum: Double) {
        counts = []
        isSummary = buckets == nil && count > 0
        packed = buckets ?? []
        self.count = count
        self.largest = largest
        self.sum = sum
        if count > 0 { self.least = least }
    }

    @inline(__always)
    static func index(of value: Int) -> Int {
        if value < exact { return value }
        // The bits above the eleven that count.
        let shift = (Int.bitWidth - 11) - value.leadingZeroBitCount
        return exact + (shift - 1) * steps + (value >> shift) - steps
    }

    /// The largest value of a bucket.
    static func last(of index: Int) -> Int {
        if index < exact { return index }
        let shift = (index - exact) / steps + 1
        return ((index - exact) % steps + steps + 1) << shift - 1
    }
}

/// A share of values that lies below. Each needs 10 / (1 − share) samples, so that ten of them lie above.
public enum Percentile: String, CaseIterable, Codable, Sendable, Comparable {
    case p50
    case p90
    case p99
    case p999 = "p99.9"
    case p9999 = "p99.99"

    public var share: Double {
        switch self {
        case .p50: 0.5
        case .p90: 0.9
        case .p99: 0.99
        case .p999: 0.999
        case .p9999: 0.9999
        }
    }

    /// Below, it is absent.
    public var fewestSamples: Int {
        switch self {
        case .p50: 20
        case .p90: 100
        case .p99: 1_000
        case .p999: 10_000
        case .p9999: 100_000
        }
    }

    public static func < (one: Percentile, other: Percentile) -> Bool { one.share < other.share }
}
