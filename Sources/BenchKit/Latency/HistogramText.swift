import Foundation

/// As a results file has it: the buckets that aren't empty, each as how many empty ones come before it and how many values it has, both as
/// LEB128 (seven bits a byte, the least first, the eighth bit set where more follow), all of it as base64; beside it what isn't in buckets.
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
        if !isSummary { try container.encode(Data(bytes).base64EncodedString(), forKey: .buckets) }
    }

    private var bytes: [UInt8] {
        var bytes: [UInt8] = [], next = 0
        func append(_ number: UInt64) {
            var rest = number
            repeat {
                bytes.append(UInt8(rest & 0x7F) | (rest > 0x7F ? 0x80 : 0))
                rest >>= 7
            } while rest > 0
        }
        for bucket in filled {
            append(UInt64(bucket.index - next))
            append(bucket.count)
            next = bucket.index + 1
        }
        return bytes
    }

    /// With no more buckets than that that aren't empty: values are told apart by ever fewer of their leading bits.
    func thinned(to most: Int) -> Histogram {
        if isSummary { return self }
        var thinned = filled, bits = 10
        while bits > 0, thinned.count > most {
            var coarser: [Bucket] = []
            for bucket in thinned {
                let value = Histogram.last(of: bucket.index), dropped = max(0, Int.bitWidth - value.leadingZeroBitCount - bits)
                let index = Histogram.index(of: min(value | ((1 << dropped) - 1), Histogram.limit))
                if let last = coarser.last, last.index == index {
                    coarser[coarser.count - 1] = Bucket(index: index, count: last.count + bucket.count)
                } else {
                    coarser.append(Bucket(index: index, count: bucket.count))
                }
            }
            thinned = coarser
            bits -= 1
        }
        return Histogram(thinned, count: count, least: smallest, largest: largest, sum: sum)
    }

    /// So many values, one a nanosecond, take two weeks; as many histograms as any file has can be added up without an overflow.
    private static let mostRead: UInt64 = 1 << 50

    /// - Throws: `DecodingError` where the buckets aren't what the counts say.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func wrong(_ what: String) -> DecodingError {
            DecodingError.dataCorruptedError(forKey: .buckets, in: container, debugDescription: what)
        }
        let count = try container.decode(Int.self, forKey: .count), least = try container.decode(Int.self, forKey: .least)
        let largest = try container.decode(Int.self, forKey: .largest), sum = try container.decode(Double.self, forKey: .sum)
        guard (0...Int(Histogram.mostRead)).contains(count), least >= 0, largest >= least, sum.isFinite, sum >= 0 else {
            throw wrong("they aren't what is counted")
        }
        guard let text = try container.decodeIfPresent(String.self, forKey: .buckets) else {
            self.init(nil, count: count, least: least, largest: largest, sum: sum)
            return
        }
        guard let bytes = Data(base64Encoded: text) else { throw wrong("they are no base64") }
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
        var buckets: [Bucket] = [], index: UInt64 = 0, all: UInt64 = 0
        for pair in stride(from: 0, to: numbers.count, by: 2) {
            index += min(numbers[pair], UInt64(Histogram.buckets))
            let (sum, overflows) = all.addingReportingOverflow(numbers[pair + 1])
            guard index < Histogram.buckets, numbers[pair + 1] > 0, !overflows else { throw wrong("they are none") }
            buckets.append(Bucket(index: Int(index), count: numbers[pair + 1]))
            index += 1
            all = sum
        }
        guard UInt64(exactly: count) == all else { throw wrong("they aren't what is counted") }
        self.init(buckets, count: count, least: least, largest: largest, sum: sum)
    }
}
