import Foundation
import Testing

@testable import BenchKit

/// That documents are whole: what is tried on each of their fields is tried on each field there is.
@Suite struct WholeDocumentTests {
    @Test func everyFieldHasAValue() throws {
        func check(_ value: some Decodable, _ name: String, but absent: Set<String> = []) {
            var found: [String: Bool] = [:]
            WholeDocumentTests.visit(value, name, &found)
            #expect(found.filter { !$0.value && !absent.contains($0.key) }.keys.sorted() == [], "absent in all objects of the document")
        }
        func decode<Content: Decodable>(_ type: Content.Type, _ text: String) throws -> Content {
            try JSONDecoder().decode(type, from: Data(text.utf8))
        }
        check(try decode(Results.self, WholeDocument.results), "results")
        check(try decode(Baseline.self, WholeDocument.baseline), "baseline", but: ["RowCounts.calls", "Count.isConfirmed"])
        check(try decode(Noise.self, WholeDocument.noise), "noise")
        check(try decode(Thresholds.self, WholeDocument.limits), "limits")
        check(try decode(StressResults.self, WholeDocument.stress), "stress")
    }

    /// Notes for each stored property of each type whether an object has a value there.
    private static func visit(_ value: Any, _ name: String, _ found: inout [String: Bool]) {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional {
            found[name] = (found[name] ?? false) || !mirror.children.isEmpty
            for child in mirror.children { visit(child.value, name, &found) }
            return
        }
        for child in mirror.children {
            let isField = mirror.displayStyle == .struct
            visit(child.value, isField ? "\(type(of: value)).\(child.label ?? "")" : name, &found)
        }
    }

    /// Nothing that a file has is lost where it is read and written again.
    @Test func whatIsReadIsWrittenAgain() throws {
        let results = try Results(json: Data(WholeDocument.results.utf8))
        let before = try Document(WholeDocument.results), after = try Document(String(decoding: results.json(), as: UTF8.self))
        #expect(before.leaves.map(\.path) == after.leaves.map(\.path))
        #expect(results.namedTwice == nil)
    }
}
