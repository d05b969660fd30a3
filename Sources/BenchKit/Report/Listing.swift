import Foundation

/// The benchmarks of a suite, for people and for programs.
public struct Listing {
    private struct Entry: Codable {
        let id: String
        let title: String
        let kind: Benchmark.Kind
        let unit: String
        let variants: [String]
        let tags: [String]
        let covers: [String]
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

    private let benchmarks: [Benchmark]
    private let latencies: [Benchmark]

    /// - Parameters:
    ///   - filter: what is chosen; nil for all.
    ///   - kinds: only these; nil for all.
    /// - Throws: `UsageError` where nothing is left.
    public init(_ suite: Suite, filter: Selection? = nil, kinds: Set<Benchmark.Kind>? = nil) throws {
        self.suite = suite
        let isChosen = try filter.chooser()
        func matches(_ benchmark: Benchmark) -> Bool {
            kinds?.contains(benchmark.kind) != false && isChosen(benchmark.id, benchmark.title, benchmark.tags)
        }
        benchmarks = suite.benchmarks.filter(matches)
        latencies = suite.latencies.filter(matches)
        if benchmarks.isEmpty, latencies.isEmpty { throw UsageError.impossible("nothing to list matches") }
    }

    /// A table grouped by kind, in the suite's order, with tags where there are any; what `latency` measures is a group of its own.
    public var text: String {
        let hasTags = (benchmarks + latencies).contains { !$0.tags.isEmpty }
        let columns = ["id", suite.variantsTitle] + (hasTags ? ["tags"] : []) + ["title"]
        var table = Table(header: columns, alignedAtEnd: columns.map { _ in false })
        let kinds = Benchmark.Kind.shown.map { kind in (kind.plural, benchmarks.filter { $0.kind == kind }) }
        for (title, benchmarks) in kinds + [("latency", latencies)] where !benchmarks.isEmpty {
            table.add(heading: "\(title):")
            for benchmark in benchmarks {
                let variants = suite.variants(of: benchmark).joined(separator: ",")
                table.add([benchmark.id, variants] + (hasTags ? [benchmark.tags.joined(separator: ",")] : []) + [benchmark.title])
            }
        }
        return table.text
    }

    /// An array of objects with the fields id, title, kind, unit, variants, tags, covers and events (by profile); of a benchmark of latency instead
    /// of the last latency, with its senders, load, arrivals and floor.
    public func json() throws -> String {
        let entries = (benchmarks + latencies).map { benchmark in
            let events = Dictionary(uniqueKeysWithValues: Profile.Name.allCases.map { ($0.rawValue, benchmark.events.count(for: $0)) })
            let latency = benchmark.latency?.latency
            return Entry(
                id: benchmark.id, title: benchmark.title, kind: benchmark.kind, unit: benchmark.unit,
                variants: suite.variants(of: benchmark), tags: benchmark.tags, covers: benchmark.covers, events: latency == nil ? events : nil,
                latency: latency.map {
                    LatencyEntry(senders: $0.senders, load: $0.load.text, arrivals: $0.followedArrivals, floor: $0.floor)
                })
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return JSONText.quoted(String(decoding: try encoder.encode(entries), as: UTF8.self))
    }
}
