import Catalogue
import Foundation
import Testing

@testable import BenchKit

/// What `cost` finds: rows by the names of `docs/vocabulary.txt`, as they are written there and in short.
@Suite struct CostNameTests {
    private static let names = CostNames(catalogue)

    private static func found(_ name: String) -> Set<String> { Set(names.benchmarks(named: name).map(\.id)) }

    private static func letters(_ text: some StringProtocol) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// The rows of each name that a row covers.
    private static let rows = catalogue.reduce(into: [String: Set<String>]()) { rows, benchmark in
        for written in benchmark.covers { rows[written.components(separatedBy: " [")[0], default: []].insert(benchmark.id) }
    }

    /// Names of the vocabulary that have rows.
    private static func vocabulary() throws -> [String] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../docs/vocabulary.txt").standardized
        let names = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line -> String? in
            guard !line.hasPrefix(" "), let colons = line.range(of: " :: ") else { return nil }
            return line[..<colons.lowerBound].components(separatedBy: " [")[0]
        }
        return Cause.unique(names.filter { rows[$0] != nil })
    }

    /// Without its type.
    private static func member(_ name: String) -> String {
        let base = name.prefix { $0 != "(" }
        return base.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
    }

    @Test func eachNameOfTheVocabularyFindsItsRows() throws {
        let names = try Self.vocabulary()
        #expect(names.count > 500 && Set(names) == Set(Self.rows.keys))
        for name in names {
            #expect(Self.found(name) == Self.rows[name], "\(name)")
            let member = Self.member(name)
            // Of every type that has it.
            let all = names.filter { Self.member($0) == member }.reduce(into: Set<String>()) { $0.formUnion(Self.rows[$1] ?? []) }
            if member.contains("(") { #expect(Self.found(member) == all, "\(member)") }
        }
    }

    /// In short: rows of that name whatever its labels, and those whose id begins so.
    @Test func eachBaseNameFindsItsRows() throws {
        let names = try Self.vocabulary(), byBase = Dictionary(grouping: names) { String(Self.member($0).prefix { $0 != "(" }) }
        for (base, names) in byBase where !Self.letters(base).isEmpty {
            let own = names.reduce(into: Set<String>()) { $0.formUnion(Self.rows[$1] ?? []) }, found = Self.found(base)
            #expect(found.isSuperset(of: own), "\(base) lacks \(own.subtracting(found).sorted())")
            let others = found.subtracting(own).filter { !Self.letters($0).hasPrefix(Self.letters(base)) }
            #expect(others == [], "\(base)")
        }
    }

    @Test func spellingsAreAlike() {
        let observing = Self.found("observe(on:)")
        #expect(observing.count > 10 && observing.isSubset(of: Self.found("observe-on")))
        for name in ["ObserveOn", "observe/on", "observeOn", "OBSERVE-ON"] { #expect(Self.found(name) == Self.found("observe-on"), "\(name)") }
        for name in ["SerialScheduler", "neighbour.actor", "driver/map", "single/observe(on:)/current-thread"] {
            let ids = catalogue.map(\.id).filter { $0 == name || $0.hasPrefix(name + "/") }
            #expect(!ids.isEmpty && Self.found(name) == Set(ids), "\(name)")
        }
        #expect(Self.found("take/until/event") == ["take/until/event", "take/until/event/composed", "take/until/event/generic"])
        #expect(Self.found("map").contains("map/event") && Self.found("map").contains("driver/map/event"))
    }

    /// What a row measures is no name, where it isn't that of an operator too.
    @Test func aspectsAreNoNames() {
        for aspect in ["event", "subscribe", "complete", "error", "dispose", "composed", "generic"] {
            let own = Self.rows.filter { Self.letters(Self.member($0.key).prefix { $0 != "(" }) == aspect }.values.joined()
            let others = Self.found(aspect).subtracting(own).filter { !$0.lowercased().hasPrefix(aspect) }
            #expect(others == [], "\(aspect)")
            #expect(Self.found(aspect).count < 300, "\(aspect): \(Self.found(aspect).count)")
        }
    }

    /// Its members are declared by what it conforms to.
    @Test func ofATypeThatDeclaresNothingItsMembersAreFound() {
        for (written, meant) in [("Observable.map(_:)", "map(_:)"), ("SharedSequence.debounce", "debounce")] {
            let ids = Self.names.benchmarks(named: meant).map(\.id)
            #expect(!ids.isEmpty && Self.names.answer(written) == .benchmarks(ids, of: meant), "\(written)")
            #expect(Self.names.answer(meant) == .benchmarks(ids, of: meant))
        }
    }

    /// And no row of another type's that is called alike.
    @Test func whatHasAReasonInsteadOfARowTellsIt() {
        let reasons = [
            "A file of reasons", "", "Event.lost(_:) :: a case", "Event.isLost [get] :: a switch", "Void.* :: nothing runs", "One.spell() :: a text",
            "Two.spell() :: a text",
        ]
        let names = CostNames(catalogue, reasons: reasons)
        for (name, line) in [
            ("Event.isLost", 3), ("isLost", 3), ("event.lost(_:)", 2), ("Void", 4), ("Void.map(_:)", 4), ("void.toArray()", 4), ("One.spell()", 5),
            ("One.spell", 5), ("Another.isLost", 3),
        ] {
            #expect(names.answer(name) == .reason(reasons[line]), "\(name)")
        }
        #expect(names.answer("spell") == .reason("One.spell() :: a text (and 1 more of that name)"))
        for name in ["nothing at all", ""] { #expect(names.answer(name) == .unknown, "\(name)") }
        #expect(names.answer("map") == .benchmarks(names.benchmarks(named: "map").map(\.id), of: "map"))
    }

    @Test func nearNamesAreTold() {
        #expect(Self.names.near("observe(onn:)").first == "observe(on:)")
        #expect(Self.names.near("distinct").first?.hasPrefix("distinctUntilChanged") == true)
        #expect(Self.names.near("nothing at all that anybody knows") == [])
        for name in ["", "/", "ma", "composed"] { #expect(Self.found(name) == [], "\(name)") }
    }
}
