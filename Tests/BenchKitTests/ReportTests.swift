import Foundation
import Testing

@testable import BenchKit

#if canImport(FoundationXML)
import FoundationXML
#endif

/// What reports say, and what they refuse.
@Suite struct ReportTests {
    private func finding(_ verdict: Verdict) -> Finding {
        Finding(row: "T1 (lock)", gate: "time", verdict: verdict, detail: "so")
    }

    private func verdict(_ verdicts: Verdict..., complete: Bool = true) throws -> ReportVerdict {
        ReportVerdict(Fixture.digest(try Fixture.results(.check, findings: verdicts.map(finding), complete: complete)))
    }

    @Test func theVerdictIsWhatTheCheckEndedWith() throws {
        #expect(try verdict(.pass, .pass).headline == "Passed")
        #expect(try verdict(.pass, .pass).tone == .good)
        #expect(try verdict(.pass, .improvement).headline == "Better than the baseline")
        #expect(try verdict(.pass, .inconclusive).tone == .unsure)
        #expect(try verdict(.pass, .unknown).headline == "The baseline doesn't know everything")
        #expect(try verdict(.inconclusive, .regression).headline == "Regression")
        #expect(try verdict(.regression, .wrongResult).headline == "Wrong results")
        #expect(try verdict(.pass, .error).tone == .bad)
        #expect(try verdict().headline == "Nothing was checked")
        #expect(try verdict(.pass, .inconclusive, .regression).findings.map(\.verdict) == [.regression, .inconclusive])
    }

    @Test func aPartialCheckSaysWhatItLookedAt() throws {
        var results = try Fixture.results(.check, findings: [finding(.pass)])
        results.scope = CheckScope(variants: nil, counts: true, times: true)
        #expect(results.partOfSuite == nil)
        results.scope = CheckScope(variants: ["lock"], counts: true, times: false)
        results = try Results(json: results.json())
        let part = "on lock, without times"
        #expect(results.partOfSuite == part)
        let digest = Fixture.digest(results)
        #expect(ReportVerdict(digest).headline == "Passed (a partial check)")
        #expect(ReportVerdict(digest).explanation == "1 of 1 figure passed (file0.json). A partial check: \(part).")
        #expect(MarkdownReport(digest).text.contains("A partial check: \(part)."))
        #expect(PageReport(digest).text.contains("A partial check: \(part)."))
        #expect(CheckReport([finding(.pass)], part: part, product: "bench").text.hasSuffix("\na partial check: \(part)\npassed"))
    }

    @Test func everyReportSaysThatACheckWasPartialWhateverItFound() throws {
        for (found, headline) in [
            (Verdict.pass, "Passed"), (.improvement, "Better than the baseline"), (.inconclusive, "Inconclusive: the machine was too busy"),
            (.unknown, "The baseline doesn't know everything"), (.regression, "Regression"), (.wrongResult, "Wrong results"), (.error, "Errors"),
        ] {
            func reports(_ filter: String?) throws -> [String] {
                let whole = try Fixture.results(.check, findings: [finding(found)])
                let text = String(decoding: try whole.json(), as: UTF8.self)
                let part = filter.map { text.replacingOccurrences(of: "\"passed\"", with: "\"filter\" : \"\($0)\",\n  \"passed\"") }
                let digest = Fixture.digest(try Results(json: Data((part ?? text).utf8)))
                return [ReportVerdict(digest).headline, MarkdownReport(digest).text, PageReport(digest).text, JUnitReport(digest).text]
            }
            let part = try reports("^T1")
            #expect(part[0] == headline + " (a partial check)")
            #expect(part[3].contains("name=\"test check (file0.json), a partial check: what matches ^T1\""))
            for report in part { #expect(report.contains("partial check")) }
            for report in try reports(nil) { #expect(!report.contains("partial check")) }
        }
    }

    @Test func withoutACheckNothingPasses() throws {
        #expect(ReportVerdict(Fixture.digest(try Fixture.run())).headline == "Not judged")
        let wrong = try Fixture.results(.run, rows: [Fixture.failed("T1", "lock", .wrongResult, "no")])
        #expect(ReportVerdict(Fixture.digest(wrong)).headline == "Wrong results")
    }

    @Test func whatWasInterruptedSaysSoFirst() throws {
        let cut = try Fixture.results(.run, rows: [Fixture.timed("T1", "lock", nanoseconds: 1)], complete: false)
        let digest = Fixture.digest(cut)
        #expect(ReportVerdict(digest).headline == "Interrupted: 1 of 2 benchmarks")
        #expect(ReportVerdict(digest).tone == .unsure)
        #expect(
            MarkdownReport(digest).text.hasPrefix(
                "## ⚠️ Interrupted: 1 of 2 benchmarks\n\n**Did my change make it slower, and where?** file0.json ended before"))
        #expect(PageReport(digest).text.contains("<strong>Interrupted: 1 of 2 benchmarks</strong>"))
        #expect(try verdict(.pass, complete: false).headline == "Interrupted: 0 of 1 benchmark")
        #expect(try verdict(.pass, complete: false).tone == .unsure)
        // What was found before doesn't get lost.
        let worse = try verdict(.pass, .regression, complete: false)
        #expect(worse.headline == "Interrupted: 0 of 1 benchmark; regression")
        #expect(worse.tone == .bad)
        #expect(worse.explanation == "file0.json ended before everything was measured. 1 of 2 figures passed (file0.json).")
        // An older one was made up for since.
        let whole = try Fixture.run(date: "2026-02-01T00:00:00Z")
        #expect(ReportVerdict(Fixture.digest(cut, whole)).headline == "Not judged")
    }

    @Test func twoFilesOfCountsShowWhichFunctionsWereCalledMore() throws {
        let old = try Fixture.results(
            .counts, rows: [Fixture.counted("T1", "lock", retains: 0, calls: ["swift_release": 1])])
        let new = try Fixture.results(
            .counts, date: "2026-02-01T00:00:00Z",
            rows: [Fixture.counted("T1", "lock", retains: 1, calls: ["swift_release": 2, "swift_retain": 1])])
        // The order of the files does not matter: their dates do.
        let verdict = ReportVerdict(Fixture.digest(new, old))
        #expect(verdict.headline == "Counts got worse")
        #expect(verdict.findings.map(\.gate) == ["retains per event"])
        #expect(
            verdict.findings.first?.calls == [
                CallChange(function: "swift_release", before: 1, after: 2), CallChange(function: "swift_retain", before: 0, after: 1),
            ])
        #expect(ReportVerdict(Fixture.digest(old, old)).headline == "Not judged")
    }

    @Test func historyIsThatOfOneEnvironmentByDate() throws {
        let digest = Fixture.digest(
            try Fixture.run(date: "2026-03-01T00:00:00Z", times: 3), try Fixture.run(date: "2026-01-01T00:00:00Z", times: 1),
            try Fixture.run(date: "2026-02-01T00:00:00Z", times: 2, allocator: "another"))
        let side = try #require(digest.benchmarks.first { $0.id == "T1" }?.side("lock"))
        #expect(side.history == [5, 15])
        #expect(digest.comparableRuns.map(\.name) == ["file1.json", "file0.json"])
        for text in [PageReport(digest).text, MarkdownReport(digest).text, Answers(digest, ReportVerdict(digest)).text] {
            let line = "file2.json is of another environment than file0.json, the newest file, in which allocator another became "
            #expect(text.contains(line), "\(text)")
        }
    }

    @Test func filesOfOneOtherEnvironmentAreOneLine() throws {
        let digest = Fixture.digest(
            try Fixture.run(date: "2026-03-01T00:00:00Z"), try Fixture.run(date: "2026-01-01T00:00:00Z", allocator: "another"),
            try Fixture.run(date: "2026-02-01T00:00:00Z", allocator: "third"), try Fixture.run(date: "2026-02-02T00:00:00Z", allocator: "another"))
        let lines = digest.strangerLines, newest = "of another environment than file0.json, the newest file, in which allocator"
        try #require(lines.count == 2, "\(lines)")
        #expect(lines[0].hasPrefix("file1.json, file3.json are \(newest) another became "))
        #expect(lines[1].hasPrefix("file2.json is \(newest) third became "))
    }

    /// It says of each column what it is, of those that are there.
    @Test func theLegendOfThePageIsASentence() throws {
        let one = PageReport(Fixture.digest(try Fixture.run())).text, again = try Fixture.run(date: "2026-02-01T00:00:00Z")
        #expect(one.contains("× is the time as a multiple of floor in the same run. A second run would show its history."))
        let two = PageReport(Fixture.digest(try Fixture.run(), again)).text
        #expect(two.contains("× is the time as a multiple of floor in the same run. The line is its history over 2 runs."))
        var results = try Fixture.results(.run, rows: [Fixture.timed("T1", "lock", nanoseconds: 10)])
        var row = Row(benchmark: Fixture.benchmark("T2").multiple(of: "T1"), variant: "lock", events: 10)
        row.time = Fixture.timed("T2", "lock", nanoseconds: 20).time
        results.add(rows: [row], comparisons: [])
        results.relateToReference()
        let twins = PageReport(Fixture.digest(results)).text
        #expect(twins.contains("in the same run, × twin as a multiple of the time of what does the same in another form. A second run would"))
    }

    @Test func benchmarksAreInTheOrderOfTheirNumbers() throws {
        #expect(["T10", "T3b", "T2", "T3"].sorted(by: Digest.precedes) == ["T2", "T3", "T3b", "T10"])
    }

    @Test func markdownHasTheFiguresAndFitsAComment() throws {
        let text = MarkdownReport(Fixture.digest(try Fixture.run())).text
        #expect(text.contains("| T1 | 10.0 ns | 10.5 ns |"))
        #expect(text.contains("| workload | time lock | time queue | queue:lock |"))
        #expect(text.contains("? marks what says nothing; × is the time as a multiple of floor."))
        let many = (0..<3000).map { finding(.regression, row: "row \($0)") }
        let long = MarkdownReport(Fixture.digest(try Fixture.results(.check, findings: many))).text
        #expect(long.count < 65_536)
        #expect(long.contains("left out: the comment would be too long"))
    }

    /// One thing too many in the core is found in every row, and told once with its functions.
    @Test func markdownNamesAsManyRowsAsFit() throws {
        func text(_ count: Int) throws -> String {
            let calls = (0..<6).map { CallChange(function: String(repeating: "f", count: 150) + "\($0)", before: 0, after: 1) }
            let findings = (0..<count).map {
                Finding(row: "row \($0)", gate: "retains per event", verdict: .regression, detail: "0 became 1", calls: calls)
            }
            return MarkdownReport(Fixture.digest(try Fixture.results(.check, findings: findings))).text
        }
        func named(_ text: String) -> Int { text.components(separatedBy: "\n- row ").count - 1 }
        let few = try text(10)
        #expect(named(few) == 10 && few.components(separatedBy: "- calls: ").count == 2 && few.contains("and 1 more"))
        #expect(try named(text(200)) == 200)
        let most = try text(3000)
        #expect(most.count < 65_536)
        #expect(named(most) > 700)
        #expect(most.contains("\(3000 - named(most)) more rows left out"))
    }

    @Test func countsBeyondAllBoundsAreWritten() {
        #expect(Figures.count(1e300, exact: true) == "1e+300")
        #expect(Figures.count(-0.5, exact: true) == "-0.500")
        #expect(Figures.count(0.0001, exact: true) == "<0.001")
    }

    private func finding(_ verdict: Verdict, row: String) -> Finding {
        Finding(row: row, gate: "retains per event", verdict: verdict, detail: "0 became 1")
    }

    @Test func markdownNotifiesNobody() {
        #expect(MarkdownReport.escaped("@someone fixes #12 | `x` <b>") == "&#64;someone fixes &#35;12 \\| \\`x\\` &lt;b&gt;")
        #expect(MarkdownReport.escaped("a\nb") == "a\\\\u{A}b")
    }

    @Test func junitTellsFailuresErrorsAndWhatWasSkipped() throws {
        let check = try Fixture.results(
            .check, findings: [finding(.pass), finding(.regression), finding(.inconclusive), finding(.error), finding(.improvement)])
        let run = try Fixture.results(
            .run, rows: [Fixture.timed("T1", "lock", nanoseconds: 1), Fixture.failed("T2", "lock", .wrongResult, "no")], complete: false)
        let elements = try #require(Elements(JUnitReport(Fixture.digest(check, run)).text))
        let suites = elements.named("testsuite")
        #expect(suites.count == 2)
        #expect(suites.map { $0.attributes["tests"] } == ["5", "3"])
        #expect(suites.map { $0.attributes["failures"] } == ["1", "1"])
        #expect(suites.map { $0.attributes["errors"] } == ["1", "0"])
        #expect(suites.map { $0.attributes["skipped"] } == ["1", "1"])
        #expect(elements.named("testcase").count == 8)
        #expect(elements.named("failure").count == 2)
        #expect(elements.named("testsuites").first?.attributes["tests"] == "8")
    }

    private func run(_ arguments: [String]) -> (code: ExitCode, text: String, error: String) {
        let recording = CapturedOutput()
        let program = CommandLineProgram(
            name: "bench", version: "1", summary: "", commands: [reportCommand(BenchKit.Suite(name: "test", benchmarks: []))])
        let code = program.run(["report"] + arguments, environment: [:], output: recording.output)
        return (code, recording.standard, recording.error)
    }

    @Test func reportsAreWritten() throws {
        try Fixture.inFolder(["a.json": try Fixture.run().json()]) { folder in
            let (code, text, _) = run(["\(folder)/a.json", "--html", "\(folder)/r.html", "--junit", "\(folder)/r.xml", "--markdown"])
            #expect(code == .success)
            #expect(text.contains("Not judged"))
            let page = try String(contentsOfFile: "\(folder)/r.html", encoding: .utf8)
            let junit = try String(contentsOfFile: "\(folder)/r.xml", encoding: .utf8)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(page.contains("<h1>test: benchmarks</h1>"))
            #expect(junit.contains("<testsuites"))
            #expect(names.sorted() == ["a.json", "r.html", "r.xml"])
        }
    }

    @Test func badInputIsOneLineAndTheCode() throws {
        let whole = try Fixture.run().json()
        let future = Data(String(decoding: whole, as: UTF8.self).replacingOccurrences(of: "rxbench/2", with: "rxbench/9").utf8)
        var foreign = try Fixture.run()
        let text = try String(decoding: foreign.json(), as: UTF8.self)
        foreign = try Results(json: Data(text.replacingOccurrences(of: "\"test\"", with: "\"other\"").utf8))
        let files = ["a.json": whole, "cut.json": whole.prefix(400), "future.json": future, "other.json": try foreign.json()]
        try Fixture.inFolder(files) { folder in
            func complaint(_ arguments: String...) -> String {
                let (code, text, error) = run(arguments.map { $0.replacingOccurrences(of: "@", with: folder) })
                return "\(code.rawValue) \(text)\(error)".replacingOccurrences(of: folder, with: "@")
            }
            #expect(complaint("@/a.json").hasPrefix("0 Did my change make it slower, and where?\n  Not judged. "))
            #expect(complaint("--markdown") == "64 bench: no results file was named\n")
            #expect(complaint("--markdown", "@/none.json") == "1 bench: cannot read @/none.json: No such file or directory\n")
            #expect(complaint("--markdown", "@/cut.json") == "1 bench: @/cut.json is no JSON, or was cut off\n")
            #expect(
                complaint("--markdown", "@/future.json")
                    == "1 bench: @/future.json has schema rxbench/9; this program reads rxbench/2: a newer one wrote the file\n")
            #expect(
                complaint("--markdown", "@/a.json", "@/other.json")
                    == "1 bench: other.json has results of other, a.json of test: one report can't have both\n")
            #expect(complaint("@/a.json", "--html", "@/no/r.html") == "64 bench: cannot write @/no/r.html: there is no directory @/no\n")
            #expect(complaint("@/a.json", "--html", "@") == "64 bench: cannot write @: it is a directory\n")
            #expect(complaint("@/a.json", "--htm", "x") == "64 bench: unknown option --htm; did you mean --html?\n")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.count == 4)
        }
    }

    @Test func aFileOfFloorsGoesIntoTheNoise() throws {
        let noise = Noise(
            environment: try Fixture.environment(),
            rows: [Noise.Row(benchmark: "T1", variant: "lock", floor: 0.0123, discarded: 0)])
        try Fixture.inFolder(["a.json": try Fixture.run().json(), "noise.json": try noise.json()]) { folder in
            let digest = try Digest(files: ["\(folder)/noise.json", "\(folder)/a.json"])
            #expect(digest.floors == noise.rows)
            #expect(PageReport(digest).text.contains("<td class=\"figure\">1.2 %</td>"))
        }
    }
}
