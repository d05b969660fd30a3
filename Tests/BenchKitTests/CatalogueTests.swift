@testable import BenchKit
import Catalogue
import Foundation
import Rx
import Testing

/// The catalogue has a row for each declaration in `docs/vocabulary.txt`, or `docs/vocabulary-without-rows.txt` says why not.
@Suite struct CatalogueTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..").standardized

    /// A declaration of the vocabulary: overloads share a name.
    private struct Declaration: Hashable, CustomStringConvertible {
        let name, text: String
        var description: String { "\(name) :: \(text)" }
    }

    /// What a row or a reason names: `name`, or `name [part of the text]`, where the part tells one overload from the others.
    private struct Reference {
        let name: String
        let part: String?

        init(_ written: some StringProtocol) {
            guard let bracket = written.range(of: " ["), written.last == "]" else {
                (name, part) = (String(written), nil)
                return
            }
            (name, part) = (String(written[..<bracket.lowerBound]), String(written[bracket.upperBound...].dropLast()))
        }

        func meant(of all: [String: Set<Declaration>]) -> Set<Declaration> {
            // `Type.*` stands for all names of a type.
            if name.hasSuffix(".*") {
                return Set(all.filter { $0.key.hasPrefix(name.dropLast()) || $0.key == name.dropLast(2) }.values.joined())
            }
            return (all[name] ?? []).filter { part == nil || $0.text.contains(part!) }
        }
    }

    /// The two sides of lines such as `name :: declaration`.
    private static func facts(_ path: String) throws -> [(name: String, text: String)] {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8).split(separator: "\n").compactMap { line in
            guard !line.hasPrefix(" "), let colons = line.range(of: " :: ") else { return nil }
            return (line[..<colons.lowerBound].trimmingCharacters(in: .whitespaces), String(line[colons.upperBound...]))
        }
    }

    private static func vocabulary() throws -> [String: Set<Declaration>] {
        let declarations = try facts("docs/vocabulary.txt").map { fact in
            // A deprecated name has a note.
            Declaration(name: fact.name.prefix { $0 != "[" }.trimmingCharacters(in: .whitespaces), text: fact.text)
        }
        return Dictionary(grouping: declarations, by: \.name).mapValues(Set.init)
    }

    /// RxTest has rows on Linux alone: elsewhere a program that isn't a test doesn't start with XCTest.
    static var hasAllRows: Bool {
        #if os(Linux)
        true
        #else
        false
        #endif
    }

    @Test(.enabled(if: CatalogueTests.hasAllRows, "RxTest has rows on Linux alone")) func eachDeclarationHasARowOrAReason() throws {
        let all = try Self.vocabulary(), declarations = Set(all.values.joined())
        #expect(declarations.count > 900)
        var covered: Set<Declaration> = []
        for written in catalogueCovers {
            let meant = Reference(written).meant(of: all)
            #expect(meant.count == 1, "what a row covers is one declaration: \(written)")
            covered.formUnion(meant)
        }
        let reasons = try Self.facts("docs/vocabulary-without-rows.txt")
        #expect(reasons.filter { $0.text.count < 10 }.map(\.name) == [], "that is no reason")
        var explained: Set<Declaration> = []
        for (written, _) in reasons {
            let unexplained = Reference(written).meant(of: all).subtracting(covered)
            #expect(!unexplained.subtracting(explained).isEmpty, "\(written) needs no reason")
            explained.formUnion(unexplained)
        }
        let missing = declarations.subtracting(covered).subtracting(explained)
        #expect(missing.map(\.description).sorted() == [], "there is neither a row nor a reason")
    }

    /// A row checks what has come: all of them, of no events, of one and of several. In a process of its own: they take the main queue for as long as
    /// they run, and set what is everybody's.
    @Test(arguments: ["lock", "queue"]) func eachRowHasWhatItExpects(variant: String) async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [variant] in
            for text in await MainActor.run(body: { CatalogueTests.wrongRows(on: variant) }) {
                FileHandle.standardError.write(Data("wrong: \(text)\n".utf8))
            }
        }
        let lines = String(decoding: try #require(result).standardErrorContent, as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("wrong: ") } == [])
    }

    @MainActor private static func wrongRows(on variant: String) -> [String] {
        var wrong: [String] = []
        for benchmark in catalogue {
            // Its call traps elsewhere, and what runs the main queue for a test needn't be the main thread.
            if benchmark.id == "MainScheduler/ensure", !Thread.isMainThread { continue }
            for n in [0, 1, 7] {
                do { try benchmark.body(Run(n: n, variant: benchmark.variants.isEmpty ? "-" : variant, seed: 1)) } catch {
                    wrong.append("\(benchmark.id) of \(n): \(error)")
                }
            }
        }
        return wrong
    }

    /// A run has all variants of a row run once before it measures one; what a row makes for good it has made by then, for each of them.
    @Test func noRowLeavesAnythingBehind() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for text in await MainActor.run(body: { CatalogueTests.leavings() }) {
                FileHandle.standardError.write(Data("left: \(text)\n".utf8))
            }
        }
        let lines = String(decoding: try #require(result).standardErrorContent, as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("left: ") } == [])
    }

    @MainActor private static func leavings() -> [String] {
        let probe: @Sendable () -> [String: Int] = {
            Dictionary(uniqueKeysWithValues: Resources.Kind.allCases.map { ("\($0)", Resources.count($0)) })
        }
        var texts: [String] = []
        for benchmark in catalogue where benchmark.id != "MainScheduler/ensure" || Thread.isMainThread {
            func run(_ variant: String) { try? benchmark.body(Run(n: 1, variant: variant, seed: 1)) }
            let watches = benchmark.variants.map { variant in
                run(variant)
                return (variant, watch: ResourceWatch(probe))
            }
            for (variant, watch) in watches {
                run(variant)
                if let left = watch.left() { texts.append("\(benchmark.id) (\(variant)): \(left)") }
            }
        }
        return texts
    }

    /// Operators have their rows in all forms, and all rows run on both cores.
    @Test(arguments: [(Form.composed, 800), (.generic, 300)]) func rowsComeInForms(form: Form, least: Int) {
        let ids = Set(catalogue.map(\.id)), suffix = "/\(form)"
        #expect(ids.count == catalogue.count)
        // The id without the suffix is that of the twin in one expression: reports compare the two by it.
        let formed = catalogue.filter { $0.id.hasSuffix(suffix) }
        #expect(formed.count > least)
        #expect(formed.filter { $0.twin.map(ids.contains) != true }.map(\.id) == [], "they have no twin in one expression")
        #expect(ids.filter { $0.contains("\(suffix)/") }.sorted() == [], "the form comes last")
        for benchmark in catalogue where benchmark.kind != .floor {
            #expect(benchmark.variants == ["lock", "queue"] && benchmark.kind == .catalogue, "\(benchmark.id)")
        }
    }

    /// Whether this build has rows of other elements than whole numbers.
    static let hasElements = catalogue.contains { $0.tags.contains("string") }

    /// What sends elements has rows with each, operators, traits and subjects alike, in both forms; a sequence of one has rows of subscribing.
    @Test(
        .enabled(if: CatalogueTests.hasElements, "rows of other elements are in builds with RXBENCH_ELEMENTS=1"),
        arguments: ["string", "struct", "class"])
    func rowsComeWithElements(element: String) {
        let ids = Set(catalogue.filter { $0.tags.contains(element) }.map(\.id))
        let flowing = ["map", "infallible/map", "driver/map", "signal/map", "PublishSubject"].flatMap { name in
            ["event", "subscribe", "dispose"].map { "\(name)/\($0)" }
        }
        let failing = ["map", "single/map", "maybe/map", "PublishSubject"].map { "\($0)/error" }
        for row in flowing + failing + ["single/map/subscribe", "maybe/map/subscribe"] {
            #expect(ids.contains("\(row)/\(element)") && ids.contains("\(row)/\(element)/composed"), "\(row)")
        }
        #expect(ids.count > 2000)
    }

    /// What is called generic isn't specialised: it asks at run time for types that are known in one expression.
    @Test(arguments: ["map", "filter", "scan", "distinctUntilChanged", "flatMap/just"], ["lock", "queue"])
    func genericCodeIsNotSpecialised(name: String, variant: String) throws {
        let baseline = try Baseline.read(Self.root.appendingPathComponent("Benchmarks/Thresholds/baseline.json").path)
        func lookups(_ benchmark: String) -> Double? {
            baseline.rows.first { $0.benchmark == benchmark && $0.variant == variant }?.counts.perEvent[.lookups]?.value
        }
        #expect(lookups("\(name)/event") == 0)
        #expect(try #require(lookups("\(name)/event/generic")) >= 1)
    }

    /// A row that the optimiser has emptied measures nothing: of what has been counted, each event has instructions.
    @Test func noRowIsEmpty() throws {
        let baseline = try Baseline.read(Self.root.appendingPathComponent("Benchmarks/Thresholds/baseline.json").path)
        let ids = Set(catalogue.map(\.id)), rows = baseline.rows.filter { ids.contains($0.benchmark) && !$0.counts.isOfSeveralThreads }
        #expect(rows.count > 1000)
        let empty = rows.filter { ($0.counts.perEvent[.instructions]?.value ?? 0) < 3 }
        #expect(empty.map { "\($0.benchmark) on \($0.variant)" } == [], "the optimiser has left nothing of them")
    }
}
