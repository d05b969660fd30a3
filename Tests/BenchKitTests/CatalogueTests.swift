import BenchKit
import Catalogue
import Foundation
import Testing

/// The catalogue has a row for everything in `docs/vocabulary.txt`, or `docs/vocabulary-without-rows.txt` says why not.
@Suite struct CatalogueTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized

    private static func lines(_ path: String) throws -> [String] {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// The names of lines such as `name :: declaration`, with what stands behind.
    private static func facts(_ path: String) throws -> [(name: String, text: String)] {
        try lines(path).compactMap { line in
            guard !line.hasPrefix(" "), let colons = line.range(of: " :: ") else { return nil }
            // A deprecated name has a note.
            let name = line[..<colons.lowerBound].prefix { $0 != "[" }
            return (name.trimmingCharacters(in: .whitespaces), String(line[colons.upperBound...]))
        }
    }

    @Test func eachNameHasARowOrAReason() throws {
        let names = try Set(Self.facts("docs/vocabulary.txt").map(\.name))
        let reasons = try Self.facts("docs/vocabulary-without-rows.txt")
        #expect(names.count > 800 && !reasons.isEmpty)
        #expect(catalogueCovers.subtracting(names).sorted() == [], "rows say that they cover what the vocabulary doesn't have")
        #expect(reasons.filter { $0.text.count < 10 }.map(\.name) == [], "that is no reason")
        var explained: Set<String> = []
        for (name, _) in reasons {
            // `Type.*` stands for all names of a type.
            let meant = name.hasSuffix(".*") ? names.filter { $0.hasPrefix(name.dropLast()) || $0 == name.dropLast(2) } : names.filter { $0 == name }
            let unexplained = meant.subtracting(catalogueCovers)
            #expect(!unexplained.subtracting(explained).isEmpty, "\(name) needs no reason")
            explained.formUnion(unexplained)
        }
        #expect(names.subtracting(catalogueCovers).subtracting(explained).sorted() == [], "there is neither a row nor a reason")
    }

    /// Operators have their rows in both forms, and all rows run on both cores.
    @Test func rowsComeInBothForms() {
        let ids = Set(catalogue.map(\.id))
        #expect(ids.count == catalogue.count)
        let operators = ids.filter { id in ["/event", "/subscribe", "/error", "/dispose"].contains { id.hasSuffix("\($0)/composed") } }
        #expect(operators.count > 300)
        for id in operators { #expect(ids.contains(String(id.dropLast("/composed".count))), "\(id) has no twin in one expression") }
        for benchmark in catalogue where benchmark.kind != .floor {
            #expect(benchmark.variants == ["lock", "queue"] && benchmark.kind == .catalogue, "\(benchmark.id)")
        }
    }
}
