import Foundation
import Testing

@testable import BenchKit

/// Inside of the other tests that the wish to stop concerns, since it is the process's.
extension RunSessionTests {
    /// The worked example, `Benchmarks/Mine`, as a program: it doesn't use Rx.
    @Suite(.serialized) struct WorkedExampleTests {
        /// Where the package manager put it: beside this program.
        private static let program: String? = Executables.own.map { ($0 as NSString).deletingLastPathComponent + "/Mine" }

        @Test func tenLinesAreEnough() throws {
            let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            func text(_ path: String) throws -> String { try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8) }
            let lines = try text("Benchmarks/TenLines/main.swift").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            #expect(lines.count <= 10)
            #expect(!lines.contains { $0.contains("Rx") })
            let indented = lines.map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
            let page = try text("docs/benchkit.md")
            #expect(page.contains("\n\n" + indented + "\n\n"), "the page has it as it stands there")
            let scaling = try #require(text("Benchmarks/Mine/main.swift").components(separatedBy: "\n\n").first { $0.contains("Scaling(") })
            let block = scaling.components(separatedBy: "\n").filter { !$0.hasPrefix("//") }.map { "    " + $0 }.joined(separator: "\n")
            #expect(page.contains("\n\n" + block + "\n\n"), "the page has the scaling as it stands in Benchmarks/Mine")
            let program = try #require(Executables.own.map { ($0 as NSString).deletingLastPathComponent + "/TenLines" })
            try Fixture.inFolder { folder in
                let listed = try ChildProcess.lines(of: program, ["list"], silence: 120)
                for id in ["contains/elements=10", "contains/elements=1000", "sort/threads=2"] {
                    #expect(listed.contains { $0.hasPrefix(id + " ") }, "\(id)")
                }
                _ = try ChildProcess.lines(of: program, ["run", "--profile", "quick", "--out", "\(folder)/a.json"], silence: 120)
                let results = try ResultsFile.read("\(folder)/a.json")
                #expect(results.complete && results.passed)
                #expect(results.row("sort/threads=2", Suite.onlyVariant)?.sendingThreads == 2)
                let report = try ChildProcess.lines(of: program, ["report", "\(folder)/a.json", "--markdown"], silence: 120)
                #expect(report.contains { $0.hasPrefix("| contains/elements=10 |") })
            }
        }

        private func mine(_ arguments: String...) throws -> [String] {
            try ChildProcess.lines(of: try #require(Self.program), arguments, silence: 120)
        }

        @Test func itsBenchmarksAreListed() throws {
            let lines = try mine("list")
            for id in ["contains/elements=10", "contains/elements=1000", "sort", "sort/threads=2", "append", "floor.call"] {
                #expect(lines.contains { $0.hasPrefix(id + " ") }, "\(id)")
            }
        }

        @Test func itRunsAndReports() throws {
            try Fixture.inFolder { folder in
                let table = try mine("run", "--profile", "quick", "--filter", "append|contains", "--out", "\(folder)/a.json")
                #expect(table.contains { $0.hasPrefix("append") })
                let results = try ResultsFile.read("\(folder)/a.json")
                #expect(results.suite == "mine")
                #expect(results.passed)
                #expect(results.rows.count == 4)
                let append = try #require(results.row("append", Suite.onlyVariant))
                #expect(append.multipleOfReference != nil)
                #expect(append.metrics["room"].map { $0.value >= 1 } == true)
                let markdown = try mine("report", "\(folder)/a.json", "--html", "\(folder)/a.html", "--markdown")
                #expect(markdown.contains { $0.hasPrefix("| append |") })
                let page = try String(contentsOfFile: "\(folder)/a.html", encoding: .utf8)
                #expect(page.contains("<h1>mine: benchmarks</h1>"))
            }
        }

        @Test(.enabled(if: Fixture.canCount, "needs valgrind and no sanitizer"))
        func itsCountsAreCheckedAgainstItsBaseline() throws {
            try Fixture.inFolder { folder in
                _ = try mine("counts", "--processes", "1", "--filter", "append|contains", "--out", "\(folder)/counts.json")
                let counts = try ResultsFile.read("\(folder)/counts.json")
                #expect(counts.rows.compactMap { $0.counts?.perEvent[.instructions]?.value }.allSatisfy { $0 > 0 })
                _ = try mine("baseline", "accept", "--reason", "test", "--counts", "\(folder)/counts.json", "--out", "\(folder)/b.json")
                let arguments = ["--no-times", "--filter", "append|contains", "--baseline", "\(folder)/b.json"]
                let program = try #require(Self.program)
                let checked = try ChildProcess.lines(of: program, ["check", "--out", "\(folder)/check.json"] + arguments, silence: 120)
                #expect(checked.contains("passed"))
                #expect(checked.contains("a partial check: what matches append|contains, without times"))
                let check = try ResultsFile.read("\(folder)/check.json")
                #expect(check.command == .check)
                #expect(check.complete)
                #expect(check.findings?.isEmpty == false)
                #expect(check.findings?.allSatisfy { $0.verdict == .pass } == true)
                #expect(ReportVerdict(Digest([Digest.Source(name: "check.json", results: check)])).headline == "Passed (a partial check)")
            }
        }

        @Test(.enabled(if: Fixture.canCount, "needs valgrind and no sanitizer"))
        func itsCostsAreFitted() throws {
            try Fixture.inFolder { folder in
                let table = try mine("fit", "--out", "\(folder)/fit.json")
                #expect(table.contains { $0.hasPrefix("search") && $0.contains("O(n) ") })
                let fit = try #require(try ResultsFile.read("\(folder)/fit.json").fits?.first)
                #expect(fit.order == .linear)
                #expect(fit.measure == .instructions)
                #expect(fit.points.map(\.size) == [10, 100, 1000, 10_000])
                #expect(fit.chosen.map { $0.residual < 0.05 } == true)
            }
        }
    }
}
