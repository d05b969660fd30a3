import Foundation

/// As a results file has it: the buckets that aren't empty, each as how many empty ones come before it and how many values it has, both as
/// LEB128 (seven bits a byte, the least first, the eighth bit set where more follow), all of it as base64; beside it what isn't in buckets. Where
/// there are more than 256 of them, neighbours are put together until there are not: a file has thousands of histograms.
extension Histogram: Codable {
    private enum Key: String, CodingKey {
        case count, least, largest, sum, buckets
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(count, forKey: .count)
        try container.encode(smallest, forKey: .least)
        try container.encode(largest, forKey: .largest)
        try container.encode(sum, forKey: .sum)
        try container.encode(Data(packed).base64EncodedString(), forKey: .buckets)
    }

    private var packed: [UInt8] {
        var bytes: [UInt8] = [], empty = 0
        func append(_ number: UInt64) {
            var rest = number
            repeat {
                bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
                rest >>= 7
            } while rest > 0
        }
        for count in thinned(to: Histogram.mostKept) {
            if count == 0 { empty += 1; continue }
            append(UInt64(empty))
            append(count)
            empty = 0
        }
        return bytes
    }

    private static let mostKept = 256

    /// The counts of no more buckets than that: values are told apart by ever fewer of their leading bits.
    private func thinned(to most: Int) -> [UInt64] {
        var thinned = counts, bits = 10
        while bits > 0, thinned.count(where: { $0 > 0 }) > most {
            var coarser = [UInt64](repeating: 0, count: counts.count)
            for (index, count) in thinned.enumerated() where count > 0 {
                let value = Histogram.last(of: index), dropped = max(0, Int.bitWidth - value.leadingZeroBitCount - bits)
                coarser[Histogram.index(of: min(value | ((1 << dropped) - 1), Histogram.limit))] += count
            }
            thinned = coarser
            bits -= 1
        }
        return thinned
    }

    /// So many values, one a nanosecond, take two weeks; as many histograms as any file has can be added up without an overflow.
    private static let mostRead: UInt64 = 1 << 50

    /// - Throws: `DecodingError` where the buckets aren't what the counts say.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func wrong(_ what: String) -> DecodingError {
            DecodingError.dataCorruptedError(forKey: .buckets, in: container, debugDescription: what)
        }
        guard let bytes = Data(base64Encoded: try container.decode(String.self, forKey: .buckets)) else { throw wrong("they are no base64") }
        var numbers: [UInt64] = [], number: UInt64 = 0, shift: UInt64 = 0
        for byte in bytes {
            guard shift < 63 else { throw wrong("a number is too large") }
            number |= UInt64(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 != 0 { continue }
            numbers.append(number)
            (number, shift) = (0, 0)
        }
        guard shift == 0, numbers.count.isMultiple(of: 2) else { throw wrong("they end too early") }
        var counts = [UInt64](repeating: 0, count: Histogram.buckets), index: UInt64 = 0, all: UInt64 = 0
        for pair in stride(from: 0, to: numbers.count, by: 2) {
            index += min(numbers[pair], UInt64(counts.count))
            let (sum, overflows) = all.addingReportingOverflow(numbers[pair + 1])
            guard index < counts.count, numbers[pair + 1] > 0, !overflows else { throw wrong("they are none") }
            counts[Int(index)] = numbers[pair + 1]
            index += 1
            all = sum
        }
        let count = try container.decode(Int.self, forKey: .count), least = try container.decode(Int.self, forKey: .least)
        let largest = try container.decode(Int.self, forKey: .largest), sum = try container.decode(Double.self, forKey: .sum)
        guard UInt64(exactly: count) == all, all <= Histogram.mostRead, least >= 0, largest >= least, sum.isFinite, sum >= 0 else {
            throw wrong("they aren't what is counted")
        }
        self.init(counts: counts, count: count, least: least, largest: largest, sum: sum)
    }
}
