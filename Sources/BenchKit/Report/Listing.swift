import Foundation

/// The benchmarks of a suite, for people and for programs.
public struct Listing {
    private struct Entry: Codable {
        let id: String
        let title: String
        let kind: Benchmark.Kind
        let unit: String
        let variants: [String]
        /// Absent of benchmarks of latency.
        let events: [String: Int]?
        /// Of those alone.
        let latency: LatencyEntry?
    }

    private struct LatencyEntry: Codable {
        let senders: Int
        let load: String
        /// Absent where no schedule is followed.
        let arrivals: String?
        let floor: String?
    }

    private let suite: Suite

    public init(_ suite: Suite) {
        self.suite = suite
    }

    /// A table grouped by kind, in the suite's order; what `latency` measures is a group of its own.
    public var text: String {
        var table = Table(header: ["id", suite.variantsTitle, "title"], alignedAtEnd: [false, false, false])
        let kinds = Benchmark.Kind.shown.map { kind in (kind.plural, suite.benchmarks.filter { $0.kind == kind }) }
        for (title, benchmarks) in kinds + [("latency", suite.latencies)] where !benchmarks.isEmpty {
            table.add(heading: "\(title):")
            for benchmark in benchmarks {
                let variants = suite.variants(of: benchmark).joined(separator: ",")
                table.add([benchmark.id, variants, benchmark.title])
            }
        }
        return table.text
    }

    /// An array of objects with the fields id, title, kind, unit, variants and events (by profile); of a benchmark of latency instead of the last
    /// latency, with its senders, load, arrivals and floor.
    public func json() throws -> String {
        let entries = (suite.benchmarks + suite.latencies).map { benchmark in
            let events = Dictionary(uniqueKeysWithValues: Profile.Name.allCases.map { ($0.rawValue, benchmark.events.count(for: $0)) })
            let latency = benchmark.latency?.latency
            return Entry(
                id: benchmark.id, title: benchmark.title, kind: benchmark.kind, unit: benchmark.unit,
                variants: suite.variants(of: benchmark), events: latency == nil ? events : nil,
                latency: latency.map {
                    LatencyEntry(senders: $0.senders, load: $0.load.text, arrivals: $0.followedArrivals, floor: $0.floor)
                })
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return JSONText.quoted(String(decoding: try encoder.encode(entries), as: UTF8.self))
    }
}
