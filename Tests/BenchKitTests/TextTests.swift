import Foundation
import Testing

@testable import BenchKit

/// Whatever is in a name, a title, a unit or a message: a line stays a line, a cell a cell, and nothing reaches a terminal that it obeys.
@Suite struct TextTests {
    private static let scalars: [Unicode.Scalar] = {
        let ranges: [ClosedRange<UInt32>] = [
            0x00...0x1F, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x2064, 0x2066...0x2069, 0xFFF9...0xFFFB, 0xFFFE...0xFFFF,
        ]
        let special = ",\"'|<>&`*_[]\\~#@$:;=+-/(){}%!^ ".unicodeScalars
        let others: [UInt32] = [0xA0, 0xAD, 0x61C, 0x180E, 0x1680, 0x3000, 0xFEFF, 0xFFFD, 0x1FFFE, 0x10FFFF, 0xE0001, 0xE0041, 0x301, 0x1F600]
        return ranges.flatMap { Array($0) }.compactMap(Unicode.Scalar.init) + special + others.compactMap(Unicode.Scalar.init)
    }()

    /// Each alone, with an accent on it, doubled, and at both ends.
    private static let pieces: [String] = scalars.map { "\($0)a\($0)\u{301}b\($0)\($0)c\($0)" }

    private func expectSafe(_ text: String, _ what: String, piece: String, ends: Set<Unicode.Scalar> = ["\n"]) {
        let raw = text.unicodeScalars.first { $0.isUnseen && !ends.contains($0) }
        #expect(raw == nil, "\(what) with \(piece.debugDescription) has \(raw.map { "\($0.value)" } ?? "")")
    }

    private func lines(_ text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

    private func results(_ piece: String) throws -> Results {
        try Results(json: Document(WholeDocument.results).renaming { $0 + piece }.data)
    }

    private func digest(_ results: Results, _ piece: String) throws -> Digest {
        // Files of more than one kind: with findings, and without.
        var run = try Document(String(decoding: results.json(), as: UTF8.self)).setting(["command"], to: "run").setting(["findings"], to: nil)
        run = run.setting(["against"], to: nil)
        return Digest([
            Digest.Source(name: "a" + piece, results: results), Digest.Source(name: "b" + piece, results: try Results(json: run.data)),
        ])
    }

    private func suite(_ piece: String) -> BenchKit.Suite {
        let benchmarks = ["T1", "F1"].map { id in
            Benchmark(
                id + piece, "title" + piece, unit: "unit" + piece, kind: id == "F1" ? .floor : .workload,
                variants: id == "F1" ? ["-" + piece] : ["lock" + piece, "queue" + piece]
            ) { _ in }
        }
        return BenchKit.Suite(
            name: "suite" + piece, benchmarks: benchmarks, variantsTitle: "core" + piece, defaultVariants: ["lock" + piece, "queue" + piece])
    }

    /// Every output for people that is made of a results file or a suite, by its name.
    private func outputs(_ piece: String) throws -> [(name: String, text: String)] {
        let results = try results(piece), suite = suite(piece), digest = try digest(results, piece)
        let other = try self.results("x" + piece)
        let race = StressTarget(subject: "map" + piece, race: "one" + piece, rounds: 1) { _ in StressOutcome() }
        let violation = StressViolation(law: "G1" + piece, round: 1, message: "m" + piece, events: ["e" + piece])
        let stress = try StressResults(json: Document(WholeDocument.stress).renaming { $0 + piece }.data)
        var duel = DuelOutcome(
            Duel(
                challenger: Contender(program: 0, benchmark: "T1" + piece, variant: "lock" + piece, events: 1),
                base: Contender(program: 1, benchmark: "T1" + piece, variant: "lock" + piece, events: 1), usesProcessorTime: true))
        duel.fail(RowFailure(kind: .error, message: "m" + piece), of: 1)
        return [
            ("results", ResultsTable(results, suite: suite).text), ("summary", Summary(results, path: "p" + piece).text),
            ("counts", CountsTable(results, suite: suite).text), ("end of counts", CountsTable.summary(results, path: "p" + piece)),
            ("fits", FitTable(results.fits ?? []).text), ("programs", ProgramTable([duel], baseName: "old" + piece).text),
            ("check", CheckReport(results.findings ?? [], part: results.partOfSuite, product: "bench" + piece).text),
            ("listing", try Listing(suite).text), ("Markdown", MarkdownReport(digest).text), ("page", PageReport(digest).text),
            ("JUnit", JUnitReport(digest).text), ("comparison", try FileComparison(old: other, new: results, anyway: true).text),
            ("violation", StressReport.violation(violation, of: StressPlan.Entry(target: race, variant: "lock" + piece), seed: 1)),
            ("stress", StressReport(results: stress).text), ("listing as JSON", try Listing(suite).json()),
            ("results file", String(decoding: try results.json(), as: UTF8.self)),
        ]
    }

    @Test func whatPeopleReadKeepsItsLines() throws {
        let plain = try outputs("x")
        for piece in TextTests.pieces {
            for (usual, found) in zip(plain, try outputs(piece)) {
                expectSafe(found.text, found.name, piece: piece)
                #expect(lines(found.text) == lines(usual.text), "\(found.name) with \(piece.debugDescription)")
            }
        }
    }

    @Test func reportsAreWellFormed() throws {
        let plain = MarkdownReport(try digest(results("x"), "x")).text.components(separatedBy: "\n").map { MarkdownReader.cells($0).count }
        for piece in TextTests.pieces {
            let digest = try digest(results(piece), piece)
            #expect(Elements(JUnitReport(digest).text) != nil, "JUnit with \(piece.debugDescription)")
            #expect(Elements(PageReport(digest).page.rendered(.xml)) != nil, "page with \(piece.debugDescription)")
            let cells = MarkdownReport(digest).text.components(separatedBy: "\n").map { MarkdownReader.cells($0).count }
            #expect(cells == plain, "Markdown with \(piece.debugDescription)")
        }
    }

    @Test(arguments: ExportFormat.ofWholeFiles) func exportsKeepTheirGrammar(format: ExportFormat) throws {
        let plain = try format.text(results("x"))
        for piece in TextTests.pieces {
            let text = try format.text(results(piece))
            expectSafe(text, format.rawValue, piece: piece, ends: format == .csv ? ["\r", "\n"] : ["\n"])
            #expect(lines(text) == lines(plain), "\(piece.debugDescription)")
            switch format {
            case .csv:
                #expect(CSVReader.records(text).map(\.count) == CSVReader.records(plain).map(\.count), "\(piece.debugDescription)")
            case .go:
                func fields(_ text: String) -> [Int] {
                    text.components(separatedBy: "\n").filter { $0.hasPrefix("Benchmark") }.map { line in
                        line.unicodeScalars.split { $0.properties.isWhitespace }.count
                    }
                }
                #expect(fields(text) == fields(plain), "\(piece.debugDescription)")
            default:
                #expect(throws: Never.self, "\(piece.debugDescription)") { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
            }
        }
    }

    /// JSON says each name as it is.
    @Test func namesInJSONAreWhole() throws {
        for piece in TextTests.pieces {
            let results = try results(piece)
            let text = try ExportFormat.jmh.text(results)
            let entries = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
            let names = entries.compactMap { ($0["benchmark"] as? String).map { Array($0.utf8) } }
            #expect(names == ["T1", "T1", "L1"].map { Array("suite\(piece).\($0)\(piece)".utf8) }, "\(piece.debugDescription)")
            #expect(try Results(json: results.json()) == results)
        }
    }

    private func run(_ arguments: [String], _ suite: BenchKit.Suite) -> CapturedOutput {
        let recording = CapturedOutput()
        _ = CommandLineProgram(name: "bench", version: "1", summary: suite.name, commands: suite.commands)
            .run(arguments, environment: [:], output: recording.output)
        return recording
    }

    /// What is on the command line, and in files and folders that it names, comes back in messages.
    @Test func messagesAreOneLine() throws {
        for piece in TextTests.pieces {
            let suite = suite(piece)
            let commands = [
                ["no" + piece], ["run", "--no" + piece], ["run", "--profile", "x" + piece], ["list", "--kind", piece],
                ["report", "no/such/" + piece, "--markdown"],
                ["export", "no/such/" + piece, "--format", "csv"], ["export", "x", "--format", "x" + piece],
                ["compare", "no/such/" + piece, "no/such/" + piece], ["compare", "--against"],
                ["run", "--out", "no/such/\(piece)/x"], ["check", "--gates", "no/such/" + piece],
                ["fit", "--filter", "x"], ["run", "--seed", "x" + piece],
                ["baseline", "accept", "--reason", "x", "--counts", "no/such/" + piece, "--out", "no/such/" + piece],
            ]
            for command in commands {
                let found = run(command, suite)
                expectSafe(found.error, "\(command)", piece: piece)
                #expect(lines(found.error) == 1, "\(command.debugDescription)")
                #expect(found.standard == "")
            }
            expectSafe(run(["--help"], suite).standard + run(["run", "--help"], suite).standard, "help", piece: piece)
        }
    }

    @Test func progressIsOneLine() throws {
        for piece in TextTests.pieces {
            let recording = CapturedOutput()
            let progress = Progress(items: 1, output: recording.output(errorIsTerminal: true))
            let item = Plan.Item(benchmark: Benchmark("T1" + piece, "title" + piece) { _ in }, variants: [])
            progress.start(item, index: 0)
            progress.report([Fixture.failed("T1" + piece, "lock" + piece, .error, "message" + piece)])
            let text = recording.error.replacingOccurrences(of: "\r\u{1B}[2K", with: "")
            expectSafe(text, "progress", piece: piece)
            #expect(lines(text) == 1)
        }
    }

    @Test func textsAreSpelledWithoutLoss() {
        #expect("a\u{1B}[2Jb".onOneLine == "a\\u{1B}[2Jb")
        #expect("a\\u{1B}b\\n".onOneLine == "a\\u{5C}u{1B}b\\n")
        let family = "\u{1F469}\u{200D}\u{1F467}"
        #expect("\(family) e\u{301} \u{200F}".onOneLine == "\(family) e\u{301} \\u{200F}")
        #expect(" a  b ".inCell == "\\u{20}a \\u{20}b\\u{20}")
        #expect("a\n\u{7}".onItsLines == "a\n\\u{7}")
        var all = TextTests.pieces
        for scalar in TextTests.scalars.map(String.init) { all += [scalar, "a\(scalar)", "a\(scalar)\u{301}", "\(scalar)\(scalar)"] }
        func different(_ texts: [String]) -> Int { Set(texts.map { Array($0.utf8) }).count }
        #expect(different(all.map(\.onOneLine)) == different(all))
        #expect(different(all.map(\.inCell)) == different(all))
    }
}
