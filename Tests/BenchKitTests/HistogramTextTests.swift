import Foundation
import Testing

@testable import BenchKit

/// How histograms are written and read.
@Suite struct HistogramTextTests {
    /// Of values that lie far apart, with many and with few of each.
    private func uneven(_ values: Int = 3000) -> Histogram {
        var histogram = Histogram(), generator = SeededGenerator(seed: 3)
        for _ in 0..<values { histogram.record(Int(generator.next() >> (20 + generator.next() % 44))) }
        return histogram
    }

    private func decoded(_ text: String) throws -> Histogram { try JSONDecoder().decode(Histogram.self, from: Data(text.utf8)) }

    private func json(count: String = "1000", least: String = "0", largest: String = "900", sum: String = "58000", buckets: String = "APQDY+oDnwYK")
        -> String
    {
        "{\"count\": \(count), \"least\": \(least), \"largest\": \(largest), \"sum\": \(sum), \"buckets\": \"\(buckets)\"}"
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        for values in [0, 1, 100] {
            let histogram = uneven(values)
            #expect(try decoded(String(decoding: JSONEncoder().encode(histogram), as: UTF8.self)) == histogram)
        }
        // Neighbours are put together where there are too many; how many there are, and the ends, stay.
        let many = uneven(100_000), again = try decoded(String(decoding: JSONEncoder().encode(many), as: UTF8.self))
        #expect((again.count, again.largest, again.smallest) == (many.count, many.largest, many.smallest))
        #expect(try decoded(String(decoding: JSONEncoder().encode(again), as: UTF8.self)) == again)
        for share in [0.5, 0.9, 0.99, 0.999] {
            let (one, other) = (try #require(many.value(at: share)), try #require(again.value(at: share)))
            #expect(other >= one && Double(other) <= Double(one) * 1.3, "\(share)")
        }
    }

    @Test func bucketsAreReadAsDocumented() throws {
        let histogram = try decoded(json())
        #expect(histogram.count == 1000 && histogram.value(at: 0.5) == 0 && histogram.value(at: 0.501) == 100 && histogram.value(at: 0.991) == 900)
    }

    /// What is no histogram is refused, and nothing traps.
    @Test(arguments: [
        ["buckets": "APQDY+oDnwY"], ["buckets": "no base64"], ["buckets": "APQDY+oDnwYKAA=="], ["buckets": "APQDY+oDnw=="],
        // A number of ten bytes, an empty bucket, one beyond the last.
        ["buckets": "AP///////////wE="], ["count": "0", "buckets": "AAA="], ["count": "1", "buckets": "//8DAQ=="], ["buckets": ""],
        ["count": "-1"], ["count": "999"], ["count": "1e3000"], ["count": "9223372036854775807"], ["least": "-1"], ["least": "901"],
        ["largest": "-5"],
        ["sum": "-1"], ["sum": "1e309"], ["largest": "1e308"], ["count": "null"],
        // More than anything has measured: their sum with others must not overflow.
        ["count": "9223372036854775807", "buckets": "AP//////////fw=="],
    ]) func whatIsNoHistogramIsRefused(changes: [String: String]) {
        let text = json(
            count: changes["count"] ?? "1000", least: changes["least"] ?? "0", largest: changes["largest"] ?? "900", sum: changes["sum"] ?? "58000",
            buckets: changes["buckets"] ?? "APQDY+oDnwYK")
        #expect(throws: (any Error).self) { try decoded(text) }
    }

    /// Any bytes are read or refused; what was read can be written, added up and asked for everything.
    @Test func anyBytesAreReadOrRefused() throws {
        var generator = SeededGenerator(seed: 8), read = 0
        for _ in 0..<400 {
            var bytes: [UInt8] = []
            for _ in 0..<(generator.next() % 12) {
                bytes.append(generator.next() % 3 == 0 ? UInt8(generator.next() % 256) : UInt8(generator.next() % 4))
            }
            let counts = stride(from: 1, to: bytes.count, by: 2).reduce(0) { $0 + Int(bytes[$1]) }
            let large = generator.next() % 2 == 0 ? "1e308" : "12"
            let text = json(count: "\(counts)", largest: "9223372036854775807", sum: large, buckets: Data(bytes).base64EncodedString())
            guard var histogram = try? decoded(text) else { continue }
            read += 1
            histogram.merge(histogram)
            #expect(!histogram.percentileText().isEmpty && histogram.curve.count <= 200)
            for percentile in Percentile.allCases { _ = histogram.percentile(percentile) }
            _ = histogram.share(notAbove: .max)
        }
        #expect(read > 20)
    }

    /// The text as the writer of PyPI's hdrhistogram has it, of the same values, but for the last: that has the end of the largest value's bucket
    /// instead of the value.
    @Test func theTextIsThatOfHdrHistogram() {
        var histogram = Histogram()
        for value in 1...20 { histogram.record(value * value * 100) }
        let reference = """
                   Value     Percentile TotalCount 1/(1-Percentile)

                 100.000 0.000000000000          1           1.00
                 400.000 0.100000000000          2           1.11
                1600.000 0.190000000000          4           1.23
                3601.000 0.271000000000          6           1.37
                4903.000 0.343900000000          7           1.52
                8103.000 0.409510000000          9           1.69
               10007.000 0.468559000000         10           1.88
               12103.000 0.521703100000         11           2.09
               14407.000 0.569532790000         12           2.32
               16911.000 0.612579511000         13           2.58
               19615.000 0.651321559900         14           2.87
               19615.000 0.686189403910         14           3.19
               22511.000 0.717570463519         15           3.54
               22511.000 0.745813417167         15           3.93
               25615.000 0.771232075450         16           4.37
               25615.000 0.794108867905         16           4.86
               28911.000 0.814697981115         17           5.40
               28911.000 0.833228183003         17           6.00
               28911.000 0.849905364703         17           6.66
               32415.000 0.864914828233         18           7.40
               32415.000 0.878423345409         18           8.23
               32415.000 0.890581010868         18           9.14
               36127.000 0.901522909782         19          10.15
               36127.000 0.911370618803         19          11.28
               36127.000 0.920233556923         19          12.54
               36127.000 0.928210201231         19          13.93
               36127.000 0.935389181108         19          15.48
               36127.000 0.941850262997         19          17.20
               36127.000 0.947665236697         19          19.11
               40031.000 0.952898713028         20          21.23
               40031.000 1.000000000000         20
            """.replacingOccurrences(of: "40031.000", with: "40000.000").components(separatedBy: "\n")
        let lines = histogram.percentileText().components(separatedBy: "\n")
        #expect(Array(lines.dropLast(4)) == reference)
        #expect(
            lines.suffix(3) == [
                "#[Max     =    40000.000, Total count    =           20]", "#[Buckets =           32, SubBuckets     =         2048]", "",
            ])
        let spread = lines[lines.count - 4].firstMatch(of: /^#\[Mean    =    14350.000, StdDeviation   = +([0-9.]+)\]$/)
        // That of the values; the buckets are up to a thousandth wide.
        #expect(spread.flatMap { Double($0.1) }.map { abs($0 - 12470.2) < 12.5 } == true)
    }

    @Test func theTextOfNothingHasNoLines() {
        #expect(Histogram().percentileText().components(separatedBy: "\n").count == 6)
        #expect(Histogram().curve.isEmpty)
    }

    @Test func aUnitDividesAllValues() {
        var histogram = Histogram()
        histogram.record(1500, times: 3)
        let lines = histogram.percentileText(unit: 1000).components(separatedBy: "\n")
        #expect(lines[2] == "       1.500 0.000000000000          3           1.00")
        #expect(lines.contains("#[Mean    =        1.500, StdDeviation   =        0.000]"))
    }
}
