import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that what a signal does concerns, since it is the process's.
extension RunSessionTests {
    /// A file to which rows come one after the other.
    @Suite(.serialized) struct GrowingResultsFileTests {
        private func rows(of number: Int) -> (rows: [Row], comparisons: [Comparison]) {
            let id = "T\(number)", title = "ü\u{1B}\u{202E}\"/\\\n  "
            let rows = ["lock", "queue"].map { Fixture.timed(id, $0, nanoseconds: Double(number + 1), title: title) }
            let pairs = (0..<12).map { 1.01 + 0.01 * Double($0) }
            return (rows, [Comparison(benchmark: id, variant: "queue", base: "lock", pairs: pairs)].compactMap { $0 })
        }

        private func growing(_ path: String, _ results: Results) throws -> GrowingResultsFile {
            try GrowingResultsFile(try ResultsFile(path: path, makingDirectory: false), results)
        }

        private func empty(_ count: Int) throws -> Results {
            var results = Results(
                suite: "test", profile: .quick, seed: 1, filter: "\"rows\" : [", order: (0..<count).map { "T\($0)" }, reference: "floor",
                environment: try Fixture.environment())
            results.shard = "1/2"
            return results
        }

        @Test func theTextIsThatOfAllResultsAfterEachRow() throws {
            try Fixture.inFolder { folder in
                var results = try empty(4)
                let growing = try growing("\(folder)/a.json", results)
                #expect(try growing.text == results.json())
                for number in 0..<4 {
                    var (rows, comparisons) = rows(of: number)
                    // JSON has no such number.
                    if number == 1 { rows[0].contaminated = .infinity }
                    if number == 2 { (rows, comparisons) = ([Fixture.failed("T2", "lock", .error, "no")], []) }
                    results.add(rows: rows, comparisons: comparisons)
                    try growing.add(rows: rows, comparisons: comparisons)
                    #expect(try growing.text == results.json(), "after T\(number)")
                }
                #expect(!results.passed)
                growing.file.discard()
            }
        }

        /// What `AbnormalExitHandler` does before each benchmark, too.
        @Test func eachRowIsEncodedOnce() throws {
            func encoded(_ count: Int) throws -> Int {
                var bytes = 0
                try Fixture.inFolder { folder in
                    let growing = try growing("\(folder)/a.json", try empty(0))
                    let start = growing.encodedBytes
                    for number in 100..<100 + count {
                        let (rows, comparisons) = rows(of: number)
                        let bare = rows.map { Row(benchmark: Fixture.benchmark($0.benchmark), variant: $0.variant, events: 10) }
                        try AbnormalExitHandler.prepare("T\(number)", seconds: 0, file: growing, rows: bare)
                        try growing.add(rows: rows, comparisons: comparisons)
                    }
                    AbnormalExitHandler.restore()
                    bytes = growing.encodedBytes - start
                }
                return bytes
            }
            let few = try encoded(40), many = try encoded(400)
            #expect(Double(many) / Double(few) < 10.5 && many > few, "\(few) and \(many) bytes")
        }

        @Test func theFirstRowIsWrittenAtOnceAndLaterOnesNowAndThen() throws {
            try Fixture.inFolder { folder in
                let growing = try growing("\(folder)/a.json", try empty(0)), count = 300
                var before = stat(), found = stat(), writes = 0
                for number in 0..<count {
                    let (rows, comparisons) = rows(of: number)
                    try growing.add(rows: rows, comparisons: comparisons)
                    if number == 0 { #expect(try ResultsFile.read(growing.file.partial).rows.map(\.benchmark) == ["T0", "T0"]) }
                    try #require(stat(growing.file.partial, &found) == 0)
                    if found.st_ino != before.st_ino || found.st_size != before.st_size { writes += 1 }
                    before = found
                }
                #expect(writes < count / 2, "\(writes) writes of \(count) benchmarks")
            }
        }
    }
}
