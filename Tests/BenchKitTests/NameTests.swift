import Foundation
import Testing

@testable import BenchKit

/// Two things with two names are two things in every form that is written.
@Suite struct NameTests {
    struct Pair: Sendable, CustomTestStringConvertible {
        let one: RowKey
        let other: RowKey

        /// Both on one variant.
        init(_ one: String, _ other: String) { self.init(one, "lock", other, "lock") }

        init(_ one: String, _ oneVariant: String, _ other: String, _ otherVariant: String) {
            self.one = RowKey(benchmark: one, variant: oneVariant)
            self.other = RowKey(benchmark: other, variant: otherVariant)
        }

        var testDescription: String { "\(one) \(other)".debugDescription }
    }

    static let nasty: [Pair] = [
        Pair("a b", "a_b"), Pair("sort", "Sort"), Pair("bench/lock", "-", "bench", "lock"), Pair("x (lock)", "-", "x", "lock"),
        Pair("x (lock)", "-", "x", "(lock"), Pair("x", "a (b", "x (a", "b"), Pair("x (-)", "-", "x", "-"), Pair("x (-)", "-", "x (", "-"),
        Pair("a b", "c", "a", "b c"), Pair("a-32-b", "a b"), Pair("a/variant=x", "-", "a", "x"), Pair("T1: mallocs", "-", "T1", "-"),
        Pair("a\nb", "a b"), Pair("a\r\nb", "a\nb"), Pair("a\tb", "a b"), Pair("a\u{1}", "a\u{2}"), Pair("a\u{FFFD}", "a\u{1}"),
        Pair("a\u{1B}", "a\\u{1B}"), Pair("a\\u{5C}", "a\\"), Pair("a\\\u{1B}", "a\\\\u{1B}"), Pair("a\u{85}b", "a\u{2028}b"), Pair("a\u{200B}", "a"),
        Pair("\u{FEFF}a", "a"), Pair("\u{E9}", "e\u{301}"), Pair("\u{1E9B}\u{323}", "\u{17F}\u{323}\u{307}"),
        Pair("\u{301}", ""), Pair("a,\u{301}b", "a\u{301},b"),
        Pair("a,b", "x", "a", "b,x"), Pair("a\"", "a\"\""), Pair("a", "a "), Pair(" a", "a"), Pair("a  b", "a b"),
        Pair("a|b", "a\\|b"), Pair("a|", "b", "a", "|b"),
        Pair("&lt;", "<"), Pair("a&#10;b", "a\nb"), Pair("1", "X1"), Pair("", "X"), Pair("x", "X"), Pair("\u{DF}", "SS"), Pair("\u{DF}a", "SSa"),
        Pair("\u{1C5}", "\u{1C4}"), Pair("a", "-", "a", ""), Pair("a ()", "-", "a", ""), Pair("a.b", "a b"),
        Pair("*a*", "\\*a\\*"), Pair("$a$", "\\$a\\$"),
        Pair("a\u{202E}b", "ab"), Pair("a-4", "a"), Pair("a\u{A0}b", "a b"), Pair("a\u{3000}b", "a_b"),
    ]

    /// Of few characters that matter somewhere, so that names are often near each other.
    static let drawn: [Pair] = {
        var generator = SeededGenerator(seed: 17)
        let letters: [Unicode.Scalar] = [
            "a", "A", " ", "_", "/", "(", ")", ",", "\"", "\\", "u", "{", "}",
            "\n", "\r", "\u{1B}", "\u{301}", "|", "-", "=", ":", "&", "<", ";", "X", "1",
        ]
        func name(_ most: UInt64) -> String {
            var name = String.UnicodeScalarView()
            for _ in 0..<(generator.next() % most) { name.append(letters[Int(generator.next() % UInt64(letters.count))]) }
            return String(name)
        }
        return (0..<250).map { _ in
            // One from the other, by a letter, or by one that goes from the id to the variant.
            let benchmark = name(5), variant = generator.next() % 3 == 0 ? Suite.onlyVariant : name(3)
            let more = letters[Int(generator.next() % UInt64(letters.count))]
            let other =
                generator.next() % 2 == 0
                ? (benchmark + String(more), variant) : (String(benchmark.dropLast()), String(benchmark.suffix(1)) + variant)
            return Pair(benchmark, variant, other.0, other.1)
        }
    }()

    private static func results(_ pair: Pair) throws -> Results {
        try Fixture.results(.run, rows: [pair.one, pair.other].map { Fixture.timed($0.benchmark, $0.variant, nanoseconds: 10) })
    }

    /// What a reader of the form takes for names of rows, as often as they are there.
    private static func names(_ format: ExportFormat, _ text: String) throws -> [[String]] {
        func json<Value>(_ type: Value.Type) throws -> Value { try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Value) }
        switch format {
        case .go:
            let lines = text.components(separatedBy: "\n").filter { $0.hasPrefix("Benchmark") }
            return lines.map { [$0.unicodeScalars.split { $0.properties.isWhitespace }.first.map { String($0) } ?? ""] }
        case .jmh:
            return try json([[String: Any]].self).map { ["\($0["benchmark"] ?? "")", ($0["params"] as? [String: String])?["variant"] ?? ""] }
        case .gbench: return try (json([String: Any].self)["benchmarks"] as? [[String: Any]] ?? []).map { ["\($0["name"] ?? "")"] }
        case .gha: return try json([[String: Any]].self).map { ["\($0["name"] ?? "")"] }
        case .bmf: return try json([String: Any].self).keys.map { [$0] }
        case .csv: return CSVReader.records(text).dropFirst().map { Array($0[3...4]) }
        case .hgrm: return []
        }
    }

    private static func bytes(_ names: [[String]]) -> Set<[[UInt8]]> { Set(names.map { $0.map { Array($0.utf8) } }) }

    @Test(arguments: ExportFormat.ofWholeFiles) func everyExportKeepsNamesApart(format: ExportFormat) throws {
        for pair in NameTests.nasty + NameTests.drawn where pair.one != pair.other {
            let results = try NameTests.results(pair)
            do {
                let found = try NameTests.names(format, try format.text(results))
                // The action has an entry a figure.
                let perRow = format == .gha ? try NameTests.names(format, try format.text(Fixture.results(.run, rows: [results.rows[0]]))).count : 1
                #expect(NameTests.bytes(found).count == 2 * perRow, "\(pair.testDescription)")
            } catch let refusal as FileError {
                let namesBoth = refusal.description.contains(pair.one.text) && refusal.description.contains(pair.other.text)
                #expect(namesBoth, "\(pair.testDescription): \(refusal)")
                #expect([.go, .gbench, .gha].contains(format), "\(pair.testDescription) is refused")
            }
        }
    }

    /// What Go, Google Benchmark and the action can't tell apart.
    @Test(arguments: [
        (ExportFormat.go, Pair("a b", "a_b")), (.go, Pair("sort", "Sort")), (.gbench, Pair("bench/lock", "-", "bench", "lock")),
        (.gha, Pair("T1: mallocs", "-", "T1", "-")),
    ]) func whatAFormHasOneNameForIsRefused(format: ExportFormat, pair: Pair) throws {
        try Fixture.inFolder(["a.json": NameTests.results(pair).json()]) { folder in
            let recording = CapturedOutput()
            let program = CommandLineProgram(name: "bench", version: "1", summary: "", commands: [exportCommand()])
            let code = program.run(["export", "\(folder)/a.json", "--format", format.rawValue], environment: [:], output: recording.output)
            #expect(code == .failure)
            #expect(recording.standard == "")
            #expect(recording.error.split(separator: "\n").count == 1)
            #expect(recording.error.contains(pair.one.text) && recording.error.contains(pair.other.text))
        }
    }

    /// What Swift takes for one name can't be two rows of a file.
    @Test func aFileWithTwoRowsOfOneNameIsRefused() throws {
        for name in ["e\u{301}", "\u{E9}"] {
            let rows = ["\u{E9}", name].map { Fixture.timed($0, "lock", nanoseconds: 1) }
            try Fixture.inFolder(["a.json": Fixture.results(.run, rows: rows).json()]) { folder in
                let path = "\(folder)/a.json"
                #expect(throws: FileError(description: "\(path) has two rows of \(name) (lock)")) { try ResultsFile.read(path) }
            }
        }
        func doubled(_ text: String) throws -> Data {
            let document = try Document(text), rows = (document.root as? [String: Any])?["rows"] as? [Any] ?? []
            return document.setting(["rows"], to: rows + rows).data
        }
        try Fixture.inFolder(["noise.json": doubled(WholeDocument.noise), "baseline.json": doubled(WholeDocument.baseline)]) { folder in
            let noise = "\(folder)/noise.json", baseline = "\(folder)/baseline.json"
            #expect(throws: FileError(description: "\(noise) has two floors of T1 (lock)")) { try Noise.read(noise) }
            #expect(throws: FileError(description: "\(baseline) has two rows of T1 (lock)")) { try Baseline.read(baseline) }
        }
    }

    @Test func reportsKeepNamesApart() throws {
        for pair in NameTests.nasty + NameTests.drawn where pair.one != pair.other {
            let results = try NameTests.results(pair)
            let digest = Fixture.digest(results)
            let cases = try #require(Elements(JUnitReport(digest).text)).named("testcase").map {
                [$0.attributes["classname"] ?? "", $0.attributes["name"] ?? ""]
            }
            #expect(NameTests.bytes(cases).count == 2, "\(pair.testDescription)")
            // Rows that Swift takes for one benchmark share a row of the page.
            if pair.one.benchmark == pair.other.benchmark { continue }
            let page = try #require(Elements(PageReport(digest).page.rendered(.xml)))
            let identifiers = page.all.compactMap { $0.attributes["id"] }
            #expect(Set(identifiers).count == identifiers.count, "\(pair.testDescription)")
            let cells = MarkdownReport(digest).text.components(separatedBy: "\n").filter { $0.hasPrefix("| ") && $0.contains("10.0 ns") }
                .map { [MarkdownReader.cells($0)[0].trimmingCharacters(in: [" "])] }
            #expect(NameTests.bytes(cells).count == 2, "\(pair.testDescription)")
        }
    }

    @Test func filesAreComparedByNamesNotByWhatTheyAreCalled() throws {
        for pair in NameTests.nasty + NameTests.drawn where pair.one != pair.other {
            let old = try NameTests.results(pair)
            let new = try Fixture.results(
                .run,
                rows: [pair.one, pair.other].enumerated().map {
                    Fixture.timed($0.element.benchmark, $0.element.variant, nanoseconds: $0.offset == 0 ? 20 : 40)
                })
            let lines = try FileComparison(old: old, new: new, anyway: false).lines.filter { $0.figure == "ns/event" }
            #expect(lines.map(\.ratio) == [2, 4], "\(pair.testDescription)")
            #expect(lines[0].row != lines[1].row)
        }
    }

    /// Swift's names of rows are one where the rows are.
    @Test func rowsAreCalledDifferently() {
        for pair in NameTests.nasty + NameTests.drawn where pair.one != pair.other {
            #expect(pair.one.text != pair.other.text, "\(pair.testDescription)")
        }
        #expect(RowName.text("T1", "lock") == "T1 (lock)")
        #expect(RowName.text("T1", "-") == "T1")
        #expect(RowName.text("f(x)", "-") == "f(x)")
        #expect(RowName.text("x (lock)", "-") == "x (lock) (-)")
    }

    @Test func ownFiguresAreCalledDifferently() throws {
        let names = [
            "time", "own-time", "own-own-time", "mallocs", "own-mallocs", "retains-per-subscription", "latency", "x", "own-x", "peak-memory",
        ]
        #expect(Set(names.map(ExportedFigure.own)).count == names.count)
        // The same one of all rows, whatever else they have.
        #expect(names.map(ExportedFigure.own).allSatisfy { !["time", "mallocs", "retains-per-subscription", "latency", "peak-memory"].contains($0) })
        #expect(ExportedFigure.own("live heap") == "live heap")
        for (one, other) in [(("a b", "s"), ("a_b", "s")), (("a-b", "c"), ("a", "b-c"))] {
            var row = Fixture.timed("T1", "lock", nanoseconds: 1)
            row.metrics = [one.0: Row.OwnFigure(value: 1, unit: one.1), other.0: Row.OwnFigure(value: 2, unit: other.1)]
            let results = try Fixture.results(.run, rows: [row])
            for format in ExportFormat.ofWholeFiles where format != .go { #expect(throws: Never.self) { try format.text(results) } }
            #expect(throws: FileError.self) { try ExportFormat.go.text(results) }
        }
    }

    @Test func filesOfOneNameAreToldApart() throws {
        let json = try Fixture.run().json()
        try Fixture.inFolder(["a.json": json]) { folder in
            try FileManager.default.createDirectory(atPath: "\(folder)/b", withIntermediateDirectories: true)
            try json.write(to: URL(fileURLWithPath: "\(folder)/b/a.json"))
            let digest = try Digest(files: ["\(folder)/a.json", "\(folder)/b/a.json"])
            #expect(digest.sources.map(\.name) == ["\(folder)/a.json", "\(folder)/b/a.json"])
            #expect(try Digest(files: ["\(folder)/a.json"]).sources.map(\.name) == ["a.json"])
            #expect(throws: UsageError.impossible("\(folder)/a.json is named twice")) { try Digest(files: ["\(folder)/a.json", "\(folder)/a.json"]) }
        }
    }
}

/// A reader of RFC 4180's grammar.
enum CSVReader {
    static func records(_ text: String) -> [[String]] {
        var records: [[String]] = [], record: [String] = [], field = "", isQuoted = false
        var rest = Array(text.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"" where isQuoted && rest.first == "\"":
                field.unicodeScalars.append(scalar)
                rest = rest.dropFirst()
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                record.append(field)
                field = ""
            case "\r" where !isQuoted: break
            case "\n" where !isQuoted:
                records.append(record + [field])
                (record, field) = ([], "")
            default: field.unicodeScalars.append(scalar)
            }
        }
        return records
    }
}

/// A reader of tables in GitHub's Markdown.
enum MarkdownReader {
    /// The cells of a line that begins and ends with a bar; a bar behind an odd number of backslashes is none.
    static func cells(_ line: String) -> [String] {
        var cells: [String] = [], cell = "", isEscaped = false
        for scalar in line.unicodeScalars {
            if scalar == "|", !isEscaped {
                cells.append(cell)
                cell = ""
            } else {
                cell.unicodeScalars.append(scalar)
            }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return Array(cells.dropFirst())
    }
}
