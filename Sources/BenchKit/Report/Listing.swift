import Foundation

/// The benchmarks of a suite, for people and for programs.
public struct Listing {
    private struct Entry: Codable {
        let id: String
        let title: String
        let kind: Benchmark.Kind
        let unit: String
        let variants: [String]
        let events: [String: Int]
    }

    private let suite: Suite

    public init(_ suite: Suite) {
        self.suite = suite
    }

    /// A table grouped by kind, in the suite's order.
    public var text: String {
        var table = Table(header: ["id", suite.variantsTitle, "title"], alignedAtEnd: [false, false, false])
        for kind in Benchmark.Kind.shown {
            let benchmarks = suite.benchmarks.filter { $0.kind == kind }
            if !benchmarks.isEmpty { table.add(heading: "\(kind.plural):") }
            for benchmark in benchmarks {
                let variants = suite.variants(of: benchmark).joined(separator: ",")
                table.add([benchmark.id, variants, benchmark.title])
            }
        }
        return table.text
    }

    /// An array of objects with the fields id, title, kind, unit, variants and events (by profile).
    public func json() throws -> String {
        let entries = suite.benchmarks.map { benchmark in
            Entry(
                id: benchmark.id, title: benchmark.title, kind: benchmark.kind, unit: benchmark.unit,
                variants: suite.variants(of: benchmark),
                events: Dictionary(uniqueKeysWithValues: Profile.Name.allCases.map {
                    ($0.rawValue, benchmark.events.count(for: $0))
                }))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return JSONText.quoted(String(decoding: try encoder.encode(entries), as: UTF8.self))
    }
}
