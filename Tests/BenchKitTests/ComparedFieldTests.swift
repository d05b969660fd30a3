import Foundation
import Testing

@testable import BenchKit

/// `compare` of two files hears of whatever they differ in.
@Suite struct ComparedFieldTests {
    /// Another value of the same kind; nil where a file has to have this one.
    private static func changed(_ value: Any, at path: DocumentPath) -> Any? {
        if let text = value as? String {
            let words: [String: String] = [
                "run": "counts", "check": "run", "ci": "full", "workload": "scenario", "floor": "scenario", "wrongResult": "error",
                "error": "wrongResult", "regression": "pass", "changed": "new", "exact": "banded", "banded": "reportOnly", "reportOnly": "exact",
                "instructions": "processorTime",
                "processorTime": "instructions",
            ]
            if ["order"].contains(path.last), ["1", "log n", "n", "n log n", "n^2"].contains(text) { return text == "n" ? "n^2" : "n" }
            if ["command", "profile", "kind", "verdict", "side", "stability", "measure"].contains(path.last) { return words[text] }
            return path.last == "schema" ? nil : text + "x"
        }
        if "\(value)" == "true" || "\(value)" == "false" || "\(type(of: value))".contains("Bool") { return (value as? Bool).map { !$0 } }
        guard let number = value as? NSNumber else { return nil }
        // A whole number stays one.
        return number.doubleValue == number.doubleValue.rounded() ? number.intValue * 50 + 7 : number.doubleValue * 50 + 7
    }

    /// Which of the things that go unsaid a leaf is.
    private static func isUnsaid(_ path: DocumentPath) -> Bool {
        let kind = path.filter { Int($0) == nil }.reduce("") { RecordedDifferences.kind(of: $1, in: $0) }
        return RecordedDifferences.unsaid.keys.contains { kind == $0 || kind.hasPrefix($0 + ".") }
    }

    /// What can only be changed together.
    private static func isOneOfTwo(_ path: DocumentPath) -> Bool { path.dropLast().last == "histogram" && ["count", "buckets"].contains(path.last) }

    private static func text(_ old: Results, _ new: Results) throws -> String { try FileComparison(old: old, new: new, anyway: true).text }

    @Test func everyFieldThatDiffersIsTold() throws {
        let document = try Document(WholeDocument.results), whole = try Results(json: document.data), same = try ComparedFieldTests.text(whole, whole)
        #expect(same.contains("0 of"))
        var heard = 0
        for (path, value) in document.leaves {
            if ComparedFieldTests.isOneOfTwo(path) { continue }
            guard let value = ComparedFieldTests.changed(value, at: path) else {
                #expect(path == ["schema"], "\(path)")
                continue
            }
            let other = document.setting(path, to: value)
            guard let changed = try? Results(json: other.data) else {
                Issue.record("\(path) cannot be \(value)")
                continue
            }
            if ComparedFieldTests.isUnsaid(path) { continue }
            for text in [try ComparedFieldTests.text(whole, changed), try ComparedFieldTests.text(changed, whole)] {
                #expect(text != same, "\(path.joined(separator: ".")) may become \(value) unheard")
            }
            heard += 1
        }
        #expect(heard > 400)
    }

    @Test func theNumberOfValuesOfADistributionIsTold() throws {
        let document = try Document(WholeDocument.results), path = ["rows", "3", "latency", "distributions", "delay", "histogram"]
        let other = document.setting(path + ["count"], to: 990).setting(path + ["buckets"], to: "APQDY+oD")
        let comparison = try FileComparison(old: Results(json: document.data), new: Results(json: other.data), anyway: false)
        #expect(comparison.rest.lines == ["rows.latency.distributions.<name>.histogram.count: L1 (lock), delay: 1000 became 990"])
    }

    /// Percentiles, their multiples and the largest value are in the table, with an interval, and with a mark where the machine hides them.
    @Test func latenciesAreComparedFigureByFigure() throws {
        let hidden = try Document(WholeDocument.results), row = ["rows", "3", "latency"]
        let delay = row + ["distributions", "delay"], p99 = delay + ["percentiles", "p99"]
        func text(_ document: Document, _ changes: [(DocumentPath, Any)]) throws -> [String] {
            let new = changes.reduce(document) { $0.setting($1.0, to: $1.1) }
            let comparison = try FileComparison(old: Results(json: document.data), new: Results(json: new.data), anyway: false)
            #expect(comparison.rest.differences.isEmpty)
            return comparison.text.components(separatedBy: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        }
        let changes: [(DocumentPath, Any)] = [
            (p99 + ["value"], 404), (p99 + ["multiple"], 5), (delay + ["histogram", "largest"], 1800), (row + ["capacity"], 4_000_001),
            (row + ["rate"], 500_000.125), (row + ["sent"], 2000), (row + ["jitter", "percentiles", "p50", "value"], 25),
        ]
        let marked = try text(hidden, changes)
        #expect(marked.contains("L1 (lock) p99 of delay, ns 101 404 ?4.000 [0.925, 1.082]"))
        for line in [
            "p99 of delay, × the floor's 1.25 5 ?4.000", "max of delay, ns 900 1800 2.000", "capacity, a second 2e+06 4000001 2.000",
            "rate, a second 1e+06 500000 0.500", "sent 1000 2000 2.000", "p50 of the machine's jitter, ns 50 25 ?0.500 [0.855, 1.170]",
        ] {
            #expect(marked.contains("L1 (lock) \(line)"), "\(line) is none of \(marked)")
        }
        #expect(marked.contains { $0.hasPrefix("?: ") && $0.contains("the machine's own jitter hides that figure") })
        let clear = try text(hidden.setting(p99 + ["hidden"], to: nil), changes)
        #expect(clear.contains("L1 (lock) p99 of delay, ns 101 404 4.000 [0.925, 1.082]"))
    }

    /// What one of the files lacks is heard of, too.
    @Test func everyFieldThatIsGoneIsTold() throws {
        let document = try Document(WholeDocument.results), whole = try Results(json: document.data), same = try ComparedFieldTests.text(whole, whole)
        for (path, _) in document.leaves
        where !ComparedFieldTests.isUnsaid(path) && !ComparedFieldTests.isOneOfTwo(path) && Int(path.last ?? "") == nil {
            let other = document.setting(path, to: nil)
            guard let changed = try? Results(json: other.data) else { continue }
            for text in [try ComparedFieldTests.text(whole, changed), try ComparedFieldTests.text(changed, whole)] {
                #expect(text != same, "\(path.joined(separator: ".")) may go unheard")
            }
        }
    }

    @Test func aTruthIsNoNumber() throws {
        let json = #"{"a": true, "b": false, "c": 1, "d": 0, "e": 1.5, "f": -3, "g": 1e308, "h": null, "i": "true", "j": [1, true]}"#
        #expect(
            try JSONValue(json: Data(json.utf8))
                == .fields([
                    "a": .flag(true), "b": .flag(false), "c": .number(1), "d": .number(0), "e": .number(1.5), "f": .number(-3), "g": .number(1e308),
                    "h": .null, "i": .text("true"), "j": .list([.number(1), .flag(true)]),
                ]))
    }

    @Test func theFiguresThatPeopleLookForAreInTheTable() throws {
        let document = try Document(WholeDocument.results)
        let new = document.setting(["rows", "0", "metrics", "live heap", "value"], to: 99).setting(["rows", "0", "peakMemory"], to: 50 * 4_194_304)
            .setting(["rows", "0", "allocations", "perEvent", "bytes"], to: 145)
        let comparison = try FileComparison(old: Results(json: document.data), new: Results(json: new.data), anyway: false)
        #expect(comparison.lines.filter(\.differs).map(\.figure) == ["bytes/event", "peak memory", "live heap, B/timer"])
        #expect(comparison.text.contains("3 of \(comparison.lines.count) figures differ."))
        #expect(comparison.text.contains("0.00012"))
        #expect(comparison.rest.differences.isEmpty)
    }

    @Test func whatElseDiffersIsALineAKind() throws {
        let document = try Document(WholeDocument.results)
        let new = document.setting(["rows", "0", "warmUp", "seconds"], to: 0.5).setting(["rows", "1", "warmUp", "seconds"], to: 5)
            .setting(["environment", "kernel"], to: "Linux 7").setting(["rows", "0", "title"], to: nil).setting(["rows", "0", "title"], to: "b")
        let comparison = try FileComparison(old: Results(json: document.data), new: Results(json: new.data), anyway: false)
        #expect(comparison.lines.allSatisfy { !$0.differs })
        #expect(
            comparison.rest.lines == [
                "environment.kernel: Linux 6 became Linux 7", "rows.title: T1 (lock): a workload became b",
                "rows.warmUp.seconds: 2 differ, most T1 (queue): 0.25 became 5",
            ])
    }

    @Test func whatElseDiffersIsOneLineUnlessAllIsAskedFor() throws {
        let document = try Document(WholeDocument.results)
        let new = document.setting(["rows", "0", "warmUp", "seconds"], to: 0.5).setting(["environment", "kernel"], to: "Linux 7")
        let comparison = try FileComparison(old: Results(json: document.data), new: Results(json: new.data), anyway: false)
        let compared = "of \(comparison.rest.compared) other things that both files record, 2 differ, too"
        #expect(comparison.text(tellsAll: false).components(separatedBy: "\n").last == compared + "; --all tells which")
        #expect(comparison.text(tellsAll: true).contains("\(compared):\n  environment.kernel: Linux 6 became Linux 7\n  rows.warmUp.seconds: "))
        let fewer = try Results(json: new.setting(["rows", "0", "warmUp"], to: nil).data)
        let one = try FileComparison(old: Results(json: document.data), new: fewer, anyway: false).text(tellsAll: false)
        #expect(one.hasSuffix("1 differ, too, and 1 is in one file only; --all tells which"), "\(one)")
        let same = try FileComparison(old: Results(json: document.data), new: Results(json: document.data), anyway: false)
        #expect(!same.text(tellsAll: false).contains("--all"))
    }

    @Test func figuresBelow0AreCompared() throws {
        let document = try Document(WholeDocument.results).setting(["rows", "0", "metrics", "live heap", "value"], to: -5)
        func differing(_ value: Double) throws -> Int {
            let other = document.setting(["rows", "0", "metrics", "live heap", "value"], to: value)
            return try FileComparison(old: Results(json: document.data), new: Results(json: other.data), anyway: false).lines.count(where: \.differs)
        }
        #expect(try [differing(-5), differing(-5.01), differing(-6), differing(5), differing(0)] == [0, 0, 1, 1, 1])
    }
}
