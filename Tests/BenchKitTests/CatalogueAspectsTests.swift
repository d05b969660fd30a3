@testable import BenchKit
import Catalogue
import Foundation
import Testing

/// What the catalogue covers has rows of all that it can be measured for: an event, subscribing, an error, disposing in the middle; and in the forms
/// that a program may have it in, composed and in a generic function; or `docs/catalogue-without-aspects.txt` says why not.
@Suite struct CatalogueAspectsTests {
    private static let aspects: Set = ["event", "subscribe", "error", "dispose", "composed", "generic"]
    private static let path = "docs/catalogue-without-aspects.txt"

    /// That a declaration has no row of an aspect.
    private struct Gap: Hashable, CustomStringConvertible {
        let declaration, aspect: String
        var description: String { "\(declaration) \(aspect)" }
    }

    /// A line `name aspect,aspect :: text`.
    private struct Reason {
        let name, text: String
        let aspects: [String]

        init?(_ line: Substring) {
            guard let colons = line.range(of: " :: ") else { return nil }
            let words = line[..<colons.lowerBound].split(separator: " ")
            name = words.dropLast().joined(separator: " ")
            aspects = words.last.map { $0.split(separator: ",").map(String.init) } ?? []
            text = String(line[colons.upperBound...])
        }

        /// A `*` stands for any text.
        func names(_ declaration: String) -> Bool {
            var parts: [Substring] = name.split(separator: "*", omittingEmptySubsequences: false)
            let last = parts.removeLast()
            guard let first = parts.first else { return declaration == name }
            guard declaration.hasPrefix(first) else { return false }
            var rest = declaration.dropFirst(first.count)
            for part in parts.dropFirst() {
                guard let found = rest.range(of: part) else { return false }
                rest = rest[found.upperBound...]
            }
            return rest.hasSuffix(last)
        }
    }

    /// An aspect is a part of a row's id, behind the first one: `flatMap/just/event/composed`. Overloads are told apart as rows do it.
    private static let gaps: Set<Gap> = {
        var measured: [String: Set<String>] = [:]
        for benchmark in catalogue {
            let parts = Set(benchmark.id.split(separator: "/").dropFirst().map(String.init))
            for declaration in benchmark.covers { measured[declaration, default: []].formUnion(parts) }
        }
        return Set(measured.flatMap { declaration, parts in aspects.subtracting(parts).map { Gap(declaration: declaration, aspect: $0) } })
    }()

    private static func reasons() throws -> [Reason] {
        let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { path, _ in path.deletingLastPathComponent() }
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8).split(separator: "\n").compactMap { Reason($0) }
    }

    @Test(.enabled(if: CatalogueTests.hasAllRows, "RxTest has rows on Linux alone")) func eachAspectHasARowOrAReason() throws {
        var explained: Set<Gap> = []
        for reason in try Self.reasons() {
            let named = Self.gaps.filter { reason.names($0.declaration) }
            for aspect in reason.aspects {
                let gaps = named.filter { $0.aspect == aspect }
                // A row has come, or a line above says it.
                #expect(!gaps.subtracting(explained).isEmpty, "\(reason.name) needs no reason to have no row of '\(aspect)'")
                explained.formUnion(gaps)
            }
        }
        #expect(Self.gaps.count > 900)
        #expect(Self.gaps.subtracting(explained).map(\.description).sorted() == [], "there is neither a row nor a reason in \(Self.path)")
    }

    @Test func reasonsAreOfAspectsAndSayWhy() throws {
        for reason in try Self.reasons() {
            #expect(!reason.name.isEmpty && !reason.aspects.isEmpty && Self.aspects.isSuperset(of: reason.aspects), "\(reason.name)")
            #expect(reason.text.count >= 10, "that is no reason: \(reason.name)")
        }
    }
}
